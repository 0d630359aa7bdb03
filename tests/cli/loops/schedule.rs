//! `automaton loop schedule`, against stand-ins for the machine's schedulers.

use std::fs;

use insta::assert_snapshot;
use serde_json::json;

use super::ground::Ground;
use crate::schedule::stand_ins;

fn scheduled(script: &str) -> (Ground, String) {
    let ground = Ground::new();
    let path = stand_ins(&ground.project);
    let mut plan = ground.plan(script);
    plan["schedule"] = json!("15m");
    ground.create("docs", &plan);
    (ground, path)
}

fn run(ground: &Ground, path: &str, words: &str) -> crate::project::Run {
    let mut command = ground.project.command();
    let words = words.split_whitespace();
    ground.project.finish(command.env("PATH", path).args(words))
}

#[test]
fn a_line_of_the_crontab_is_shown_installed_and_removed() {
    let (ground, path) = scheduled("true");
    let table = ground.project.home().join("table");
    let shown = run(&ground, &path, "loop schedule show docs --with cron --json");
    let answer: serde_json::Value = serde_json::from_str(&shown.stdout).expect("a document");
    assert_eq!((shown.exit, &answer["installed"]), (0, &json!(false)));
    assert!(!table.exists());
    let installed = run(&ground, &path, "loop schedule install docs --with cron");
    assert_eq!(installed.exit, 0, "{installed}");
    let line = fs::read_to_string(&table).expect("a table");
    let root = ground.project.root().canonicalize().expect("a path");
    let call = format!(
        "*/15 * * * * PATH='{path}' '{}' 'loop' 'tick' 'docs' '--json' '--project' '{}' # automaton-loop-docs-",
        crate::project::PROGRAM,
        root.display()
    );
    assert!(line.starts_with(&call), "{line}");
    let shown = run(&ground, &path, "loop schedule show docs --with cron --json");
    let answer: serde_json::Value = serde_json::from_str(&shown.stdout).expect("a document");
    assert_eq!(answer["installed"], json!(true));
    assert_eq!(
        run(&ground, &path, "loop schedule remove docs --with cron").exit,
        0
    );
    assert_eq!(fs::read_to_string(&table).expect("a table"), "");
}

#[test]
fn a_timer_ticks_at_the_cadence_of_the_plan() {
    let (ground, path) = scheduled("true");
    let installed = run(&ground, &path, "loop schedule install docs --with systemd");
    assert_eq!(installed.exit, 0, "{installed}");
    let folder = ground.project.home().join(".config/systemd/user");
    let timer = fs::read_dir(&folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    let timer = timer
        .into_iter()
        .find(|path| path.extension().is_some_and(|end| end == "timer"));
    let text = fs::read_to_string(timer.expect("a timer")).expect("text");
    let when = text.lines().filter(|line| line.contains("Sec="));
    assert_eq!(
        when.collect::<Vec<_>>(),
        ["OnActiveSec=900", "OnUnitActiveSec=900", "AccuracySec=1"]
    );
    assert_eq!(
        run(&ground, &path, "loop schedule remove docs --with systemd").exit,
        0
    );
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
}

#[test]
fn a_halt_takes_the_schedule_away() {
    let (ground, path) = scheduled("seq 99 > docs/a.md");
    let table = ground.project.home().join("table");
    assert_eq!(
        run(&ground, &path, "loop schedule install docs --with cron").exit,
        0
    );
    assert_eq!(run(&ground, &path, "loop tick docs").exit, 1);
    assert_eq!(fs::read_to_string(&table).expect("a table"), "");
}

#[test]
fn a_loop_without_a_cadence_has_no_schedule() {
    let ground = Ground::new();
    ground.create("docs", &ground.plan("true"));
    assert_snapshot!(ground.project.run("loop schedule install docs"), @"
    exit 2
    --- stderr
    refused: the schedule of `docs`  [no-cadence]
      its `loop.json` has no `schedule`, such as `15m`
      next: automaton loop tick docs
    ");
}
