//! Claims and scopes: what the commands say, and what the gate makes of them.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::by_person;
use crate::can_edit::verdict;
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

#[test]
fn the_next_task_is_the_one_that_is_furthest_along() {
    let project = building(&["b", "a"]);
    project.all(&["create-task new", "create-task waiting"]);
    project.all(&["transition plan:awaiting_approval --task waiting"]);
    let next = |who: &str, more: &str| {
        let line = format!("claim --next --as {who} --json {more}");
        let words: Vec<_> = line.split_whitespace().collect();
        let answer = project.json(&words);
        let task = answer["task"].as_str().unwrap_or_default().to_owned();
        format!(
            "{} {} {task}",
            answer["exit"],
            answer["code"].as_str().expect("a code")
        )
    };
    // `b` has been there longer, by a second at most, or its name decides.
    let first = next("w1", "--dry-run");
    assert!(
        ["0 done a", "0 done b"].contains(&first.as_str()),
        "{first}"
    );
    assert_eq!(next("w1", "--phase plan"), "0 done new");
    assert_eq!(next("w1", "--phase done"), "1 nothing-to-claim ");
    let mut taken = [next("w2", ""), next("w3", "")];
    taken.sort();
    assert_eq!(taken, ["0 done a", "0 done b"]);
    assert_eq!(next("w4", ""), "5 all-claimed ");
    assert_snapshot!(project.run("claim --next"), @"
    exit 5
    --- stderr
    refused: claim --next  [all-claimed]
      every task is claimed; the first claim runs out at TIME
      next: automaton claims
    ");
    let empty = Project::with(WORKFLOW);
    assert_snapshot!(empty.run("claim --next"), @"
    exit 1
    --- stderr
    refused: claim --next  [nothing-to-claim]
      there is no task that could be worked on
      next: automaton status
    ");
}

#[test]
fn the_caller_edits_for_the_tasks_that_it_has_claimed() {
    let project = building(&["a", "b"]);
    project.all(&["create-task plan"]);
    let asked = |who: &str, words: &[&str]| {
        let mut arguments = vec!["--actor", who];
        arguments.extend(words);
        verdict(&project, &arguments)
    };
    let (code, plan) = (&["src/x.rs"][..], ".automaton/tasks/b/PLAN.md");
    assert_eq!(
        asked("ann", code),
        "allowed: edits",
        "nobody has claimed anything"
    );
    project.all(&["claim --task a --as ann"]);
    for (who, words, expected) in [
        ("ann", code, "allowed: edits"),
        ("ann", &[".automaton/tasks/a/PLAN.md"], "allowed: produces"),
        ("ann", &[plan], "other-task"),
        ("ann", &[plan, "--task", "b"], "allowed: produces"),
        ("bob", code, "allowed: edits"),
        ("bob", &[".automaton/tasks/a/PLAN.md"], "claimed"),
        ("bob", &["src/x.rs", "--task", "a"], "claimed"),
        ("bob", &[plan], "allowed: produces"),
    ] {
        assert_eq!(asked(who, words), expected, "{who} {words:?}");
    }
    project.all(&["claim --task plan --as cleo", "claim --task b --as bob"]);
    assert_eq!(asked("cleo", code), "edit-not-in-phase");
    assert_eq!(asked("dan", code), "claimed");
    assert_snapshot!(project.run("can-edit src/x.rs --actor dan"), @"
    exit 5
    --- stderr
    refused: edit src/x.rs  [claimed]
      `ann` has claimed `a` since TIME until TIME
      `bob` has claimed `b` since TIME until TIME
      `cleo` has claimed `plan` since TIME until TIME
      next: automaton claims
      next: automaton status
    ");
    assert_snapshot!(project.run("can-edit .automaton/tasks/b/PLAN.md --actor ann"), @"
    exit 5
    --- stderr
    refused: edit .automaton/tasks/b/PLAN.md  [claimed]
      `bob` has claimed `b` since TIME until TIME
      next: automaton claims
      next, by a person: automaton release --task b
    ");
    // A claim that ran out is nobody's.
    run_out(&project, "b");
    assert_eq!(asked("dan", code), "allowed: edits");
}

#[test]
fn a_scope_narrows_what_the_phase_edits() {
    let project = building(&["a"]);
    project.all(&["create-task b --scope src/b/** --scope docs/b.md"]);
    by_person::take(
        &project,
        "a",
        automaton::engine::Action::Scope {
            globs: vec![automaton::engine::scope_glob("src/a/**").expect("a glob")],
        },
    );
    assert_eq!(verdict(&project, &["src/a/x.rs"]), "allowed: edits");
    assert_eq!(
        verdict(&project, &["src/x.rs", "--task", "a"]),
        "out-of-scope"
    );
    assert_snapshot!(project.run("can-edit docs/x.md --task a"), @"
    exit 1
    --- stderr
    refused: edit docs/x.md  [out-of-scope]
      `a` is about `src/a/**` and nothing else
      next: automaton scope show --task a
      next, by a person: automaton scope set --all --task a
    ");
    assert_snapshot!(project.run("scope show --task a"), @"
    exit 0
    a: about `src/a/**`
    ");
    assert_snapshot!(project.run("scope set --task a src/**"), @"
    exit 3
    --- stderr
    refused: scope set  [person-required]
      here only a person at a terminal sets the scope; anyone may in a phase with an approval before it is submitted, so that its approver sees it
      standard input is not a terminal
      next, by a person: automaton scope set --task a 'src/**'
    ");
    assert_snapshot!(project.run("scope set --task b src/** --dry-run"), @"
    exit 0
    b: the scope would be set
    ");
    assert_snapshot!(project.run("scope set --task b src/**"), @"
    exit 0
    b: the scope is set
      next: automaton transition plan:awaiting_approval --task b
    ");
    assert_snapshot!(project.run("scope set --task b --all"), @"
    exit 0
    b: the scope is set
      next: automaton transition plan:awaiting_approval --task b
    ");
    assert_snapshot!(project.run("scope show --task b"), @"
    exit 0
    b: about everything that its phase edits
    ");
    for bad in ["../x/**", "/x", "!x", "x/"] {
        assert_eq!(
            code(&project, &format!("scope set --task b {bad}")),
            "2 usage"
        );
        assert_eq!(
            code(&project, &format!("create-task c --scope {bad}")),
            "2 usage"
        );
    }
}

#[test]
fn scopes_that_overlap_are_reported() {
    let project = building(&["a", "b"]);
    for (task, glob) in [("a", "src/a/**"), ("b", "src/*/lib.rs")] {
        let globs = vec![automaton::engine::scope_glob(glob).expect("a glob")];
        by_person::take(&project, task, automaton::engine::Action::Scope { globs });
    }
    project.all(&["claim --task a --as ann"]);
    assert_eq!(project.run("claims").stderr, "");
    assert_snapshot!(project.run("claim --task b --as bob"), @r#"
    exit 0
    b: claimed by bob until TIME, epoch 1
      next: automaton transition done --task b
      next, by a person: automaton rework plan --task b --reason "..."
    --- stderr
    warning: the scopes of `a` (`src/a/**`) and `b` (`src/*/lib.rs`) overlap
    "#);
    assert_snapshot!(project.run("claims").stderr, @"warning: the scopes of `a` (`src/a/**`) and `b` (`src/*/lib.rs`) overlap");
    assert_snapshot!(project.run("audit").stdout, @"
    a
      warning[scopes-overlap] .automaton/tasks/a: the scopes of `a` (`src/a/**`) and `b` (`src/*/lib.rs`) overlap
      approved: plan, at TIME, by ann, confirmed by a person at a terminal

    b
      approved: plan, at TIME, by ann, confirmed by a person at a terminal

    2 tasks, 0 errors, 1 warning
    ");
    let answer = project.json(&["claims", "--json"]);
    assert_eq!(
        answer["overlaps"],
        json!([{"path": null, "tasks": [
            {"glob": "src/a/**", "task": "a"},
            {"glob": "src/*/lib.rs", "task": "b"},
        ]}])
    );
}

#[test]
fn the_approver_is_shown_the_scope() {
    let project = Project::with(WORKFLOW);
    project.all(&[
        "create-task login --scope src/login/**",
        "transition plan:awaiting_approval --task login",
    ]);
    assert_snapshot!(talk(&project, "approve --task login", "login"), @"
    approve plan:awaiting_approval of login
      the task is about `src/login/**`
    type `login` to confirm: login
    login: plan:awaiting_approval -> plan:approved
      next: automaton transition plan --task login
      next: automaton transition build --task login
    exit 0
    ");
}

/// What an audit finds in a journal whose chain was made anew.
#[test]
fn an_audit_replays_claims_and_scopes() {
    let project = building(&["login"]);
    let set = |globs: &[&str]| {
        let globs = globs
            .iter()
            .map(|glob| automaton::engine::scope_glob(glob).expect(glob));
        let globs = globs.collect();
        by_person::take(
            &project,
            "login",
            automaton::engine::Action::Scope { globs },
        );
    };
    // Entries 0 to 3 bring the task to `build`.
    project.all(&["claim --task login --as ann", "claim --task login --as ann"]);
    set(&["src/**"]);
    project.all(&[
        "release --task login --as ann",
        "claim --task login --as bob",
    ]);
    by_person::take(&project, "login", automaton::engine::Action::Release);
    project.all(&["claim --task login --as cleo"]);
    project.all(&["transition done --task login --actor cleo"]);
    assert_snapshot!(project.run("log login"), @"
    exit 0
    1   TIME  create      plan                                     by tester
    2   TIME  submit      plan -> plan:awaiting_approval           by tester
    3   TIME  approve     plan:awaiting_approval -> plan:approved  by ann
          a person confirmed it at a terminal
    4   TIME  transition  plan:approved -> build                   by tester
    5   TIME  claim       build                                    by ann
          epoch 1, until TIME
    6   TIME  claim       build                                    by ann
          epoch 1, until TIME
    7   TIME  scope       build                                    by ann
          about `src/**`
          a person confirmed it at a terminal
    8   TIME  release     build                                    by ann
    9   TIME  claim       build                                    by bob
          epoch 2, until TIME
    10  TIME  release     build                                    by ann
          a person confirmed it at a terminal
    11  TIME  claim       build                                    by cleo
          epoch 3, until TIME
    12  TIME  transition  build -> done                            by cleo
    ");
    assert_eq!(code(&project, "audit"), "0 done");
    type Change = fn(&mut Vec<Value>);
    let changes: &[(&str, Change, &str)] = &[
        (
            "a renewal by somebody else",
            |e| e[5]["actor"] = json!("bob"),
            "claim-ignored",
        ),
        (
            "a new owner without a new epoch",
            |e| {
                e[5]["claim"]["owner"] = json!("bob");
            },
            "claim-broken",
        ),
        (
            "a longer lease",
            |e| e[5]["claim"]["until"] = json!("2100-01-01T00:00:00Z"),
            "claim-broken",
        ),
        (
            "a lease beyond its bounds",
            |e| e[4]["claim"]["lease"] = json!(1),
            "claim-broken",
        ),
        (
            "no claim",
            |e| drop(e[5].as_object_mut().expect("one").remove("claim")),
            "claim-broken",
        ),
        (
            "an epoch that goes down",
            |e| e[8]["epoch"] = json!(1),
            "claim-broken",
        ),
        (
            "an epoch that is left out",
            |e| {
                for entry in &mut e[8..] {
                    entry.as_object_mut().expect("one").remove("epoch");
                }
            },
            "claim-broken",
        ),
        (
            "a release by no person",
            |e| {
                drop(e[9].as_object_mut().expect("one").remove("approval"));
            },
            "claim-ignored",
        ),
        (
            "a step by whoever lost the task",
            |e| e[11]["actor"] = json!("bob"),
            "claim-ignored",
        ),
        (
            "a claim in a terminal phase",
            |e| e[11]["claim"] = e[10]["claim"].clone(),
            "claim-broken",
        ),
        (
            "a task that is claimed when it is made",
            |e| e[0]["claim"] = e[4]["claim"].clone(),
            "claim-broken",
        ),
        (
            "a scope set by no person",
            |e| {
                drop(e[6].as_object_mut().expect("one").remove("approval"));
            },
            "scope-misplaced",
        ),
        (
            "a scope that a step changes",
            |e| e[8]["scope"] = json!(["**"]),
            "scope-misplaced",
        ),
    ];
    for (what, change, expected) in changes {
        let copy = project.copy();
        forge(&copy, "login", |entries| change(entries));
        let answer = copy.json(&["audit", "--json"]);
        let found = answer["findings"].as_array().expect("findings");
        let codes = found.iter().filter_map(|one| one["code"].as_str());
        let codes: Vec<_> = codes.collect();
        assert_eq!(answer["exit"], 6, "{what}: {answer}");
        assert!(codes.contains(expected), "{what}: {codes:?}");
    }
}

/// The session that a harness tells its hook is the one that it tells its commands.
#[test]
fn hook_and_commands_act_under_one_name() {
    for (harness, variable, tool) in [
        (
            "claude",
            "CLAUDE_CODE_SESSION_ID",
            json!({"file_path": "src/x.rs"}),
        ),
        ("codex", "CODEX_SESSION_ID", Value::Null),
        (
            "opencode",
            "AUTOMATON_ACTOR",
            json!({"filePath": "src/x.rs"}),
        ),
    ] {
        let project = building(&["a"]);
        let mut claim = project.command();
        claim
            .env_remove("AUTOMATON_ACTOR")
            .env(variable, "session-7");
        let run = project.finish(claim.args(["claim", "--task", "a"]));
        assert_eq!(run.exit, 0, "{run}");
        let (name, input) = match harness {
            "claude" => ("Write", tool),
            "opencode" => ("write", tool),
            _ => (
                "apply_patch",
                json!({"command": "*** Begin Patch\n*** Add File: src/x.rs\n+x\n*** End Patch\n"}),
            ),
        };
        for (session, refused) in [("session-7", false), ("session-8", true)] {
            let payload = json!({
                "session_id": session,
                "cwd": project.root(),
                "tool_name": name,
                "tool_input": input,
            });
            let mut hook = project.command();
            hook.env_remove("AUTOMATON_ACTOR").args(["hook", harness]);
            let run = fed(&project, hook, &payload.to_string());
            let said = run.stdout + &run.stderr;
            assert_eq!(
                said.contains("`session-7` has claimed `a`"),
                refused,
                "{harness}: {said}"
            );
            assert_eq!(said.is_empty(), !refused, "{harness}: {said}");
        }
    }
}

fn fed(project: &Project, mut command: std::process::Command, input: &str) -> crate::project::Run {
    let path = project.home().join("payload");
    std::fs::write(&path, input).expect("written");
    command.stdin(std::fs::File::open(path).expect("a file"));
    project.finish(&mut command)
}
