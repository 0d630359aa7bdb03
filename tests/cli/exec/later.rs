//! What a command leaves behind does not outlive it.

use std::thread::sleep;
use std::time::Duration;

use super::scene::{SOURCE, Scene, Tier};

#[test]
fn a_process_does_not_take_its_rights_into_a_later_phase() {
    for tier in Tier::here() {
        let scene = Scene::editing(tier);
        let late = "sleep 1; echo late > src/a.rs";
        let run = scene.sh(&format!(
            "(setsid sh -c '{late}' >/dev/null 2>&1 &); ({late}) >/dev/null 2>&1 & disown; exit 0"
        ));
        assert_eq!(run.exit, 0, "{tier:?}: {run:?}");
        sleep(Duration::from_millis(1_500));
        assert_eq!(scene.project.read("src/a.rs"), SOURCE, "{tier:?}");
    }
}

#[test]
fn a_process_that_is_alone_in_another_group_ends_too() {
    for tier in Tier::here() {
        let scene = Scene::editing(tier);
        let run = scene.sh("setsid sh -c 'sleep 1; echo late > src/a.rs' >/dev/null 2>&1 & exit 0");
        assert_eq!(run.exit, 0, "{tier:?}: {run:?}");
        sleep(Duration::from_millis(1_500));
        assert_eq!(scene.project.read("src/a.rs"), SOURCE, "{tier:?}");
    }
}

#[test]
fn links_do_not_carry_rights_into_a_later_phase() {
    for tier in Tier::here() {
        let scene = Scene::editing(tier);
        // Each of these fails where it would leave a second name.
        scene.sh("ln src/a.rs target/h");
        scene.sh("ln src/a.rs $TMPDIR/h");
        scene.sh("ln -s $PWD/src/a.rs target/s");
        scene.project.artifact("t", "CODE.md", "code\n");
        scene.project.all(&["transition text --task t"]);
        for name in ["target/h", "$TMPDIR/h", "target/s"] {
            scene.sh(&format!("echo late > {name}"));
            assert_eq!(scene.project.read("src/a.rs"), SOURCE, "{tier:?}, {name}");
        }
    }
}
