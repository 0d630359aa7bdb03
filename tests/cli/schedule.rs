//! The schedule of cleanups, held against the programs that will read it.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use insta::assert_snapshot;
use serde_json::Value;

use crate::project::{PROGRAM, Project, Run};

const LINE: &str = "install-cleanup-schedule";

/// Stands for `crontab` and `systemctl`: keeps what it is given in the home folder.
const STAND_IN: &str = r#"#!/bin/sh
name=$(basename "$0")
echo "$name $*" >> "$HOME/calls"
[ -e "$HOME/broken" ] && { echo "$name: no bus" >&2; exit 1; }
case "$name $*" in
    "crontab -l") [ -e "$HOME/table" ] || { echo "no crontab for tester" >&2; exit 1; }; cat "$HOME/table";;
    "crontab -") cat > "$HOME/table";;
esac
exit 0
"#;

fn project() -> Project {
    let project = bare();
    project.all(&["init"]);
    project
}

fn bare() -> Project {
    let project = Project::bare();
    stand_ins(&project);
    project
}

/// Puts stand-ins for the machine's schedulers into the home folder; says where programs are found
/// with them.
pub fn stand_ins(project: &Project) -> String {
    let bin = project.home().join("bin");
    fs::create_dir(&bin).expect("a folder");
    for name in ["crontab", "systemctl"] {
        let file = bin.join(name);
        fs::write(&file, STAND_IN).expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("set");
    }
    format!("{}:/usr/bin:/bin", bin.display())
}

fn run(project: &Project, words: &str) -> Run {
    let path = format!("{}:/usr/bin:/bin", project.home().join("bin").display());
    let mut command = project.command();
    command.env("PATH", path).arg(LINE);
    project.finish(command.args(words.split_whitespace()))
}

fn calls(project: &Project) -> String {
    let file = project.home().join("calls");
    let calls = fs::read_to_string(&file).unwrap_or_default();
    fs::remove_file(file).ok();
    calls
}

fn exists(program: &str) -> bool {
    let found = Command::new("sh")
        .args(["-c", &format!("command -v {program}")])
        .output();
    found.is_ok_and(|output| output.status.success())
}

/// Says so past the capture of the test's output, so that it is seen.
fn skipped(program: &str) {
    let word = format!("skipped: there is no `{program}`");
    writeln!(std::io::stderr(), "{word}").expect("standard error");
}

/// What systemd itself thinks of the units.
fn is_verified(project: &Project, folder: &Path) {
    if !exists("systemd-analyze") {
        skipped("systemd-analyze");
        return;
    }
    let units = fs::read_dir(folder).expect("a folder");
    let units: Vec<_> = units.map(|entry| entry.expect("an entry").path()).collect();
    let verified = Command::new("systemd-analyze")
        .args(["verify", "--user"])
        .args(&units)
        .env("HOME", project.home())
        .env("XDG_RUNTIME_DIR", project.home())
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&verified.stderr);
    let about = said
        .lines()
        .filter(|line| line.contains("automaton-cleanup"));
    assert_eq!(about.collect::<Vec<_>>(), Vec::<&str>::new());
    assert!(verified.status.success(), "{said}");
}

fn files(run: &Run) -> Vec<(String, String)> {
    let answer: Value = serde_json::from_str(&run.stdout).expect("one document");
    let files = answer["files"].as_array().expect("files").clone();
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    files
        .iter()
        .map(|file| (text(&file["path"]), text(&file["content"])))
        .collect()
}

#[test]
fn a_timer_is_shown_installed_and_removed() {
    let project = project();
    let before = project.files();
    let shown = run(&project, "--with systemd --show --json");
    assert_eq!((shown.exit, calls(&project)), (0, String::new()));
    let installed = run(&project, "--with systemd --older-than 30d --json");
    assert_eq!(installed.exit, 0, "{installed}");
    assert_eq!(project.files(), before, "nothing in the project changes");
    let folder = project.home().join(".config/systemd/user");
    let mut names: Vec<_> = fs::read_dir(&folder)
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("text")
        })
        .collect();
    names.sort();
    let [service, timer] = names.as_slice() else {
        panic!("{names:?}")
    };
    assert_eq!(
        calls(&project),
        format!("systemctl --user daemon-reload\nsystemctl --user enable --now {timer}\n")
    );
    let text = fs::read_to_string(folder.join(service)).expect("a unit");
    let exec = text
        .lines()
        .find_map(|line| line.strip_prefix("ExecStart="))
        .expect("a call");
    let root = project.root();
    assert_eq!(
        exec,
        format!(
            "\"{PROGRAM}\" \"cleanup-done\" \"--older-than\" \"30d\" \"--project\" \"{}\"",
            root.canonicalize().expect("a path").display()
        )
    );
    is_verified(&project, &folder);
    // Again, with another time.
    assert_eq!(run(&project, "--with systemd").exit, 0);
    calls(&project);
    assert_eq!(run(&project, "--with systemd --remove --dry-run").exit, 0);
    assert_eq!(calls(&project), "");
    assert_eq!(run(&project, "--with systemd --remove").exit, 0);
    assert_eq!(
        calls(&project),
        format!("systemctl --user disable --now {timer}\nsystemctl --user daemon-reload\n")
    );
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
    assert_snapshot!(run(&project, "--with systemd --remove"), @"
    exit 0
    there is no schedule to remove
    ");
    assert!(!files(&shown).is_empty());
}

#[test]
fn a_line_of_the_crontab_is_installed_beside_others_and_removed() {
    let project = project();
    let table = project.home().join("table");
    let read = || fs::read_to_string(&table).expect("a table");
    assert_eq!(run(&project, "--with cron").exit, 0);
    let mine = read();
    assert_eq!(mine.lines().count(), 1, "{mine}");
    let others = "MAILTO=me\n5 4 * * * echo 'theirs'\n";
    fs::write(&table, format!("{others}{mine}")).expect("written");
    assert_eq!(run(&project, "--with cron --older-than 30d").exit, 0);
    let now = read();
    assert!(
        now.starts_with(others) && now.contains(" '30d' ") && !now.contains("'14d'"),
        "{now}"
    );
    let line = now.lines().last().expect("a line");
    // The shell reads the call as it is meant.
    let (_, call) = line.split_once("* * * ").expect("a time");
    let echoed = Command::new("sh")
        .args(["-c", &format!("printf '%s\\n' {call}")])
        .output();
    let echoed = String::from_utf8(echoed.expect("a shell").stdout).expect("text");
    let root = project.root().canonicalize().expect("a path");
    let words = [PROGRAM, "cleanup-done", "--older-than", "30d", "--project"];
    assert_eq!(
        echoed,
        format!("{}\n{}\n", words.join("\n"), root.display())
    );
    if exists("crontab") {
        let file = project.home().join("to-check");
        fs::write(&file, &now).expect("written");
        let checked = Command::new("crontab")
            .arg("-T")
            .arg(&file)
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&checked.stderr);
        assert!(
            checked.status.success() || said.contains("option"),
            "{said}"
        );
    } else {
        skipped("crontab");
    }
    assert_eq!(run(&project, "--with cron --remove").exit, 0);
    assert_eq!(read(), others);
    assert_snapshot!(run(&project, "--with cron --remove"), @"
    exit 0
    there is no schedule to remove
    ");
}

#[test]
fn a_project_may_have_any_name() {
    let project = bare();
    let odd = project.root().join("it's \\ 100% \"$HOME\" here");
    fs::create_dir(&odd).expect("a folder");
    assert_eq!(project.run_in(&odd, "init").exit, 0);
    let path = format!("{}:/usr/bin:/bin", project.home().join("bin").display());
    let install = |scheduler: &str| {
        let mut command = project.command();
        command.env("PATH", &path).current_dir(&odd);
        project.finish(command.args([LINE, "--with", scheduler, "--json"]))
    };
    assert_eq!(install("cron").exit, 0);
    let table = fs::read_to_string(project.home().join("table")).expect("a table");
    let (_, call) = table.split_once("* * * ").expect("a time");
    // What cron makes of it before the shell reads it.
    let call = call.replace("\\%", "%");
    let echoed = Command::new("sh")
        .args(["-c", &format!("printf '%s\\n' {call}")])
        .output();
    let echoed = String::from_utf8(echoed.expect("a shell").stdout).expect("text");
    let root = odd.canonicalize().expect("a path");
    assert_eq!(echoed.lines().last(), root.to_str());
    let installed = install("systemd");
    assert_eq!(installed.exit, 0, "{installed}");
    let folder = project.home().join(".config/systemd/user");
    let units = fs::read_dir(&folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    let service = units
        .into_iter()
        .find(|path| path.extension().is_some_and(|end| end == "service"));
    let text = fs::read_to_string(service.expect("a service")).expect("a unit");
    let exec = text
        .lines()
        .find(|line| line.starts_with("ExecStart="))
        .expect("a call");
    assert!(
        exec.ends_with(r#"it's \\ 100%% \"$$HOME\" here""#),
        "{exec}"
    );
    is_verified(&project, &folder);
}

#[test]
fn a_schedule_that_somebody_changed_stays_as_it_is() {
    let project = project();
    assert_eq!(run(&project, "--with cron").exit, 0);
    let table = project.home().join("table");
    let changed = fs::read_to_string(&table)
        .expect("a table")
        .replace("17 3", "0 12");
    fs::write(&table, &changed).expect("written");
    assert_snapshot!(run(&project, "--with cron"), @"
    exit 1
    --- stderr
    refused: the line in the crontab was changed since it was installed  [schedule-changed]
      next: automaton install-cleanup-schedule --show
    ");
    assert_eq!(run(&project, "--with cron --remove").exit, 1);
    assert_eq!(fs::read_to_string(&table).expect("a table"), changed);
    let installed = run(&project, "--with systemd --json");
    let answer: Value = serde_json::from_str(&installed.stdout).expect("one document");
    assert_eq!(answer["ok"], true);
    let folder = project.home().join(".config/systemd/user");
    for entry in fs::read_dir(&folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a unit");
        fs::write(&path, format!("{text}# mine\n")).expect("written");
    }
    for words in ["--with systemd", "--with systemd --remove"] {
        let refused = run(&project, words);
        assert_eq!(refused.exit, 1, "{refused}");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2);
    }
}

#[test]
fn a_scheduler_that_fails_is_quoted() {
    let project = project();
    fs::write(project.home().join("broken"), "").expect("written");
    assert_snapshot!(run(&project, "--with cron"), @"
    exit 7
    --- stderr
    failed: the schedule  [schedule-failed]
      `crontab -l`: crontab: no bus
      next: automaton install-cleanup-schedule --show
    ");
    // Without systemd, the crontab is meant.
    assert_snapshot!(run(&project, ""), @"
    exit 7
    --- stderr
    failed: the schedule  [schedule-failed]
      `crontab -l`: crontab: no bus
      next: automaton install-cleanup-schedule --show
    ");
    assert_eq!(run(&project, "--with systemd").exit, 7);
    assert_eq!(run(&project, "--older-than never").exit, 2);
}
