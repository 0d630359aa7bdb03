//! Claims: what the commands say, and who changes what while somebody has claimed a task.

mod audit;
mod editing;
mod pool;
mod scopes;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::by_person;
use crate::forged::forge;
use crate::project::Project;
use crate::terminal::talk;

const WORKFLOW: &str = r#"workflow w version=1 {
    initial plan
    artifact PLAN.md
    phase plan { produces PLAN.md optional=#true; approval by=human; next build; }
    phase build { produces PLAN.md optional=#true; edits "src/**" "docs/**"; next done; rework plan; subtasks; }
    phase done terminal=success
}"#;

/// A project with these tasks, each in a phase that edits files.
fn building(tasks: &[&str]) -> Project {
    let project = Project::with(WORKFLOW);
    for task in tasks {
        project.all(&[
            &format!("create-task {task}"),
            &format!("transition plan:awaiting_approval --task {task}"),
        ]);
        by_person::approve(&project, task);
        project.all(&[&format!("transition build --task {task}")]);
    }
    project
}

/// Lets the time pass for the claim on a task: its journal says that all was longer ago.
fn run_out(project: &Project, task: &str) {
    forge(project, task, |entries| {
        for entry in entries {
            entry["at"] = json!("2026-01-02T03:00:00Z");
            if let Some(claim) = entry.get_mut("claim") {
                let lease = claim["lease"].as_u64().expect("a lease");
                assert_eq!(lease, 30 * 60);
                claim["since"] = json!("2026-01-02T03:00:00Z");
                claim["until"] = json!("2026-01-02T03:30:00Z");
            }
        }
    });
}

/// What a call answers in one word.
fn code(project: &Project, line: &str) -> String {
    let line = format!("{line} --json");
    let answer = project.json(&line.split_whitespace().collect::<Vec<_>>());
    format!(
        "{} {}",
        answer["exit"],
        answer["code"].as_str().expect("a code")
    )
}

#[test]
fn a_claim_says_until_when_and_under_which_epoch() {
    let project = building(&["login"]);
    assert_snapshot!(project.run("claim --task login --as ann --for 2h"), @r#"
    exit 0
    login: claimed by ann until TIME, epoch 1
      next: automaton transition done --task login
      next, by a person: automaton rework plan --task login --reason "..."
    "#);
    assert_snapshot!(project.run("transition done --task login --actor bob"), @"
    exit 5
    --- stderr
    refused: build -> done  [claimed]
      `ann` has claimed the task since TIME until TIME: wait, or work on another task
      next: automaton claims
      next, by a person: automaton release --task login
    ");
    assert_snapshot!(project.run("claims"), @"
    exit 0
    login  build  ann  epoch 1  since TIME (just now)  until TIME
    ");
    assert_snapshot!(project.run("status login"), @r#"
    exit 0
    login: build
      since TIME (just now), by tester
      claimed by ann until TIME, epoch 1
      under way

    artifacts:
      PLAN.md  missing  may be produced here

    next:
      automaton transition done --task login  (blocked)
          `ann` has claimed the task since TIME until TIME: wait, or work on another task  [claimed]
      automaton rework plan --task login --reason "..."  (a person)
    "#);
    assert_snapshot!(project.run("log login"), @"
    exit 0
    1  TIME  create      plan                                     by tester
    2  TIME  submit      plan -> plan:awaiting_approval           by tester
    3  TIME  approve     plan:awaiting_approval -> plan:approved  by ann
          a person confirmed it at a terminal
    4  TIME  transition  plan:approved -> build                   by tester
    5  TIME  claim       build                                    by ann
          epoch 1, until TIME
    ");
    let answer = project.json(&["claim", "--task", "login", "--as", "ann", "--json"]);
    assert_eq!(answer["epoch"], 1);
    assert_eq!(answer["claim"]["owner"], "ann");
    assert_eq!(answer["claim"]["lease"], 1800);
    let answer = project.json(&["claims", "--json"]);
    assert_eq!(answer["claims"][0]["owner"], "ann");
    assert_eq!(answer["claims"][0]["expired"], false);
    assert_snapshot!(project.run("claim --task login --as bob --dry-run"), @"
    exit 5
    --- stderr
    refused: claim  [claimed]
      `ann` has claimed the task since TIME until TIME: wait, or work on another task
      next: automaton claims
      next, by a person: automaton release --task login
    ");
    assert_snapshot!(project.run("release --task login --as ann"), @r#"
    exit 0
    login: released
      next: automaton transition done --task login
      next, by a person: automaton rework plan --task login --reason "..."
    "#);
    assert_snapshot!(project.run("claims"), @"
    exit 0
    no task is claimed
      next: automaton claim --next
    ");
    assert_snapshot!(project.run("release --task login --as ann"), @"
    exit 1
    --- stderr
    refused: release  [not-claimed]
      nobody has claimed the task
      next: automaton claim --task login
    ");
}

/// Every command that changes a task, by somebody who has not claimed it and is no person.
#[test]
fn others_change_nothing_of_a_claimed_task() {
    let project = building(&["login"]);
    project.all(&["claim --task login --as ann"]);
    for (line, expected) in [
        ("transition done --task login", "5 claimed"),
        ("claim --task login", "5 claimed"),
        ("release --task login", "3 person-required"),
        ("scope set --task login src/**", "5 claimed"),
        ("create-task part --parent login", "5 claimed"),
        (
            "rework plan --task login --reason because",
            "3 person-required",
        ),
        ("abandon --task login --reason because", "3 person-required"),
        ("repair --task login", "1 nothing-to-repair"),
        ("approve --task login", "5 claimed"),
        ("reject --task login --reason because", "5 claimed"),
        ("upgrade --task login", "0 done"),
        ("validate-folder --task login", "0 done"),
        ("scope show --task login", "0 done"),
    ] {
        let journal = || project.read(".automaton/tasks/login/.state.journal");
        let before = journal();
        let found = code(&project, &format!("{line} --actor bob"));
        assert_eq!(found, expected, "{line}");
        assert_eq!(journal(), before, "{line}");
    }
}

#[test]
fn a_person_ends_anyones_claim() {
    let project = building(&["login"]);
    project.all(&["claim --task login --as ann"]);
    assert_snapshot!(talk(&project, "release --task login", "login"), @r#"
    end the claim on login, which is in build
    type `login` to confirm: login
    login: released
      next: automaton transition done --task login
      next, by a person: automaton rework plan --task login --reason "..."
    exit 0
    "#);
    let journal = project.read(".automaton/tasks/login/.state.journal");
    let last: Value = serde_json::from_str(journal.lines().last().expect("a line")).expect("one");
    assert_eq!(last["approval"], json!({"level": "person"}));
    assert_eq!((&last["epoch"], last.get("claim")), (&json!(1), None));
    let found = code(&project, "transition done --task login --actor ann");
    assert_eq!(found, "1 claim-lost");
}

#[test]
fn a_claim_that_ran_out_is_taken_over_and_its_owner_is_fenced() {
    let project = building(&["login"]);
    project.all(&["claim --task login --as ann"]);
    run_out(&project, "login");
    let answer = project.json(&["claims", "--json"]);
    assert_eq!(answer["claims"][0]["expired"], true);
    assert_eq!(answer["message"], "0 claims stand");
    let answer = project.json(&["claim", "--task", "login", "--as", "bob", "--json"]);
    assert_eq!((&answer["exit"], &answer["epoch"]), (&json!(0), &json!(2)));
    let stale = |epoch: &str| {
        let line = format!("transition done --task login --actor bob --dry-run {epoch}");
        code(&project, &line)
    };
    assert_eq!(stale("--epoch 1"), "1 stale-epoch");
    assert_eq!(stale("--epoch 2"), "0 done");
    let bound = |value: &str| {
        let mut command = project.command();
        let words = "transition done --task login --actor bob --dry-run".split(' ');
        let run = project.finish(command.args(words).env("AUTOMATON_EPOCH", value));
        (run.exit, run.stderr)
    };
    assert_eq!(bound("2").0, 0);
    assert_eq!(bound("1").0, 1);
    assert_snapshot!(bound("many").1, @"refused: `AUTOMATON_EPOCH`: `many` is not a number  [usage]");
    project.all(&["release --task login --as bob"]);
    assert_snapshot!(project.run("transition done --task login --actor ann"), @"
    exit 1
    --- stderr
    refused: build -> done  [claim-lost]
      your claim ended when `bob` took the task over or freed it at TIME: look at what happened since, and claim the task again
      next: automaton claim --task login
    ");
    let answer = project.json(&["claim", "--task", "login", "--as", "ann", "--json"]);
    assert_eq!(answer["epoch"], 3);
    project.all(&["transition done --task login --actor ann"]);
    assert_eq!(project.run("audit").exit, 0);
}

/// The only record is the journal.
#[test]
fn a_forged_or_deleted_claim_file_changes_nothing() {
    let project = building(&["login"]);
    project.all(&["claim --task login --as ann"]);
    let file = project.in_task("login", ".state.claim");
    assert!(!file.exists());
    for text in ["", "{\"owner\":\"bob\",\"epoch\":9}", "\u{0}\u{0}", "bob"] {
        project.artifact("login", ".state.claim", text);
        assert_eq!(
            code(&project, "transition done --task login --actor bob"),
            "5 claimed"
        );
        assert_eq!(code(&project, "claim --task login --as bob"), "5 claimed");
        assert_eq!(code(&project, "claim --task login --as ann"), "0 done");
        assert_eq!(code(&project, "audit"), "0 done");
    }
    std::fs::remove_file(file).expect("removed");
    assert_eq!(
        code(&project, "transition done --task login --actor bob"),
        "5 claimed"
    );
}
