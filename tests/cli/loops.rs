//! Loops, with a harness that is a script.

mod ground;
mod killed;
mod late;
mod many;
mod run;
mod schedule;

use automaton::loops::Event;
use automaton::loops::state::Status;
use insta::assert_snapshot;
use serde_json::{Value, json};

use self::ground::Ground;

#[test]
fn a_tick_runs_the_harness_once_and_takes_the_steps_that_need_no_person() {
    let ground = Ground::new();
    ground.create(
        "docs",
        &ground.plan("echo more >> docs/a.md; echo notes > $NOTES"),
    );
    let run = ground.tick("docs");
    assert_snapshot!(run, @"
    exit 0
    docs: iteration 1 on guide: 1 file and 1 line changed, moved to polish
      next: automaton status guide
    ");
    assert_snapshot!(ground.journal("docs"), @"
    create 0 
    begin 1 guide
    end 1 1 file and 1 line changed, moved to polish
    ");
    assert_eq!(ground.project.state("guide"), "polish\n");
    let state = ground.state("docs");
    assert_eq!(state["iteration_count"], 1);
    assert_eq!(state["current_task"], "guide");
    assert_eq!(state["tick"], Value::Null);
    let claims = ground.project.run("claims");
    assert_snapshot!(claims, @"
    exit 0
    no task is claimed
      next: automaton claim --next
    ");
}

#[test]
fn a_loop_runs_until_its_tasks_are_over_and_then_stands_still() {
    let ground = Ground::new();
    ground.create(
        "docs",
        &ground.plan("[ -e $NOTES ] && echo 1 > $POLISH || echo 1 > $NOTES"),
    );
    let said: Vec<String> = (0..4).map(|_| ground.tick("docs").to_string()).collect();
    assert_snapshot!(said.join(""), @"
    exit 0
    docs: iteration 1 on guide: 0 files and 0 lines changed, moved to polish
      next: automaton status guide
    exit 0
    docs: iteration 2 on guide: 0 files and 0 lines changed, moved to over
      next: automaton status guide
    exit 0
    docs: all of its tasks are over
    exit 0
    docs: all of its tasks are over
    ");
    assert_snapshot!(ground.journal("docs"), @"
    create 0 
    begin 1 guide
    end 1 0 files and 0 lines changed, moved to polish
    begin 2 guide
    end 2 0 files and 0 lines changed, moved to over
    complete 2
    ");
    assert_eq!(ground.state("docs")["status"], "complete");
}

#[test]
fn what_the_harness_is_told_is_the_prompt_of_the_phase_and_no_shell_reads_it() {
    let ground = Ground::new();
    let mut plan = ground.plan("");
    plan["harness"]["command"] = json!([
        "sh",
        "-c",
        "printf '%s\\n' \"$@\"; env | sort",
        "harness",
        "--task={task}",
        "{worktree}",
        "{prompt}"
    ]);
    plan["harness"]["environment"] = json!(["HOME", "AUTOMATON_ACTOR", "SECRET"]);
    ground.create("docs", &plan);
    let mut command = ground.project.command();
    command.env("SECRET", "told").env("OTHER", "kept");
    command.env("AUTOMATON_PROJECT", ground.project.root());
    ground
        .project
        .finish(command.args(["loop", "tick", "docs"]));
    let log = ground.log("docs", "harness");
    assert!(log.starts_with("--task=guide\n"), "{log}");
    assert!(log.contains("`guide` is in the state `draft`."), "{log}");
    let environment = log.lines().filter(|line| {
        let names = ["AUTOMATON_", "HOME=", "SECRET=", "OTHER=", "PATH="];
        names.iter().any(|name| line.starts_with(name))
    });
    assert_snapshot!(ground.shown(&environment.collect::<Vec<_>>().join("\n")), @"
    AUTOMATON_ACTOR=loop:docs
    AUTOMATON_EXEC=1
    AUTOMATON_LOOP=docs
    AUTOMATON_LOOP_HOME=PROJECT/.automaton
    HOME=HOME
    SECRET=told
    ");
}

#[test]
fn a_change_that_is_too_much_halts_the_loop() {
    for (script, why) in [
        (
            "echo x > docs/b.md; echo x > docs/c.md; echo x > docs/d.md",
            "3 files changed, and 2 may",
        ),
        ("seq 11 > docs/b.md", "11 lines changed, and 10 may"),
        (
            "git checkout --quiet -b other",
            "the branch was moved: from refs/heads/main to refs/heads/other",
        ),
        (
            "rm docs/test.md",
            "tests of the verifier are gone or shorter: docs/test.md",
        ),
        (
            "echo > docs/test.md",
            "tests of the verifier are gone or shorter: docs/test.md",
        ),
        (
            "mkdir docs/.claude && echo {} > docs/.claude/settings.json",
            "files that guard the project changed: docs/.claude/settings.json",
        ),
    ] {
        let ground = Ground::new();
        ground.project.write("docs/test.md", "one\ntwo\n");
        ground.commit();
        let mut plan = ground.plan(script);
        plan["verifier"] =
            json!({"command": ["true"], "time_limit": "1m", "tests": ["docs/test.md"]});
        ground.create("docs", &plan);
        let run = ground.tick("docs");
        let expected = format!("halted: the loop `docs`  [loop-tripped]\n  {why}\n");
        assert_eq!(
            (
                run.exit,
                run.stderr.lines().take(2).collect::<Vec<_>>().join("\n") + "\n"
            ),
            (1, expected),
            "{script}"
        );
        let state = ground.state("docs");
        assert_eq!(
            (&state["status"], &state["halt_reason"]),
            (&json!("halted"), &json!("drift_detected"))
        );
        assert_eq!(state["halted_because"], why);
        assert!(
            ground
                .project
                .run("claims")
                .stdout
                .starts_with("no task is claimed\n")
        );
        // It stands still from now on, and says so without an error.
        let again = ground.tick("docs");
        assert_eq!(
            again.to_string(),
            format!("exit 0\ndocs: it is halted: {why}\n")
        );
        assert_eq!(ground.state("docs")["iteration_count"], 1);
    }
}

#[test]
fn what_others_did_between_two_ticks_halts_the_loop_before_the_harness_runs() {
    let commit = |ground: &Ground| {
        ground.project.write("docs/by-others.md", "x\n");
        ground.commit();
    };
    let source = |ground: &Ground| ground.project.write("src/a.rs", "fn b() {}\n");
    for (deed, why) in [
        (
            commit as fn(&Ground),
            "there are commits that the loop did not make",
        ),
        (source, "files outside `file_scope` changed: src/a.rs"),
    ] {
        let ground = Ground::new();
        ground.create("docs", &ground.plan("echo more >> docs/a.md"));
        assert_eq!(ground.tick("docs").exit, 0);
        deed(&ground);
        let run = ground.project.run("loop tick docs --json");
        let answer: Value = serde_json::from_str(&run.stdout).expect("a document");
        assert_eq!(
            (run.exit, &answer["ran"], &answer["code"]),
            (0, &json!(false), &json!("halted"))
        );
        assert_eq!(
            (&answer["gate"], &answer["halt_reason"]),
            (&json!("drift"), &json!("drift_detected"))
        );
        let message = answer["message"].as_str().expect("text");
        assert!(message.starts_with(&format!("docs: {why}")), "{message}");
        assert_eq!(ground.state("docs")["iteration_count"], 1);
    }
}

#[test]
fn what_the_harness_commits_is_its_own() {
    let ground = Ground::new();
    let commit = "git -c user.name=l -c user.email=l@localhost commit --quiet --all -m docs";
    ground.create(
        "docs",
        &ground.plan(&format!("echo more >> docs/a.md; {commit}")),
    );
    for _ in 0..2 {
        let run = ground.tick("docs");
        assert_eq!(run.exit, 0, "{run}");
    }
    assert_eq!(ground.git("log --oneline").lines().count(), 3);
}

#[test]
fn the_harness_writes_nothing_that_the_phase_does_not_let_it_write() {
    let ground = Ground::new();
    ground.create("docs", &ground.plan("echo x > src/a.rs; echo $?"));
    assert_eq!(ground.tick("docs").exit, 0);
    assert_eq!(ground.project.read("src/a.rs"), "fn a() {}\n");
}

#[test]
fn a_harness_that_fails_counts_and_takes_no_step() {
    for (script, limit, expected) in [
        (
            "echo notes > $NOTES; exit 3",
            "1m",
            "[harness-failed]\n  it ended with exit code 3",
        ),
        (
            "echo notes > $NOTES; kill -SEGV $$",
            "1m",
            "[harness-failed]\n  it was ended by signal 11",
        ),
        (
            "echo notes > $NOTES; sleep 60",
            "1s",
            "[harness-timed-out]\n  it did not end within 1s",
        ),
    ] {
        let ground = Ground::new();
        let mut plan = ground.plan(script);
        plan["harness"]["time_limit"] = json!(limit);
        ground.create("docs", &plan);
        let run = ground.tick("docs");
        let head = run.stderr.lines().take(2).collect::<Vec<_>>().join("\n");
        assert_eq!(
            (run.exit, head),
            (
                1,
                format!("failed: the harness of the loop `docs`  {expected}")
            )
        );
        assert_eq!(ground.project.state("guide"), "draft\n");
        assert_eq!(ground.state("docs")["iteration_count"], 1);
        assert_eq!(ground.state("docs")["status"], "running");
    }
    let ground = Ground::new();
    let mut plan = ground.plan("");
    plan["harness"]["command"] = json!(["no-such-program"]);
    ground.create("docs", &plan);
    assert_snapshot!(ground.tick("docs"), @"
    exit 1
    --- stderr
    failed: a program of the loop `docs`  [harness-missing]
      cannot run `no-such-program`: No such file or directory (os error 2)
    ");
}

#[test]
fn limits_hold_at_their_boundary() {
    let ground = Ground::new();
    let mut plan = ground.plan("echo '{\"usage\":{\"tokens\":60,\"usd\":0.5}}'");
    plan["limits"] = json!({"iterations": 10, "tokens": 100, "money": "5"});
    plan["meter"] = json!({"tokens": ["/usage/tokens"], "money": ["/usage/usd"]});
    ground.create("docs", &plan);
    let said: Vec<String> = (0..3).map(|_| ground.tick("docs").to_string()).collect();
    assert_snapshot!(said.join(""), @"
    exit 0
    docs: iteration 1 on guide: 0 files and 0 lines changed
      next: automaton status guide
    exit 0
    docs: iteration 2 on guide: 0 files and 0 lines changed
      next: automaton status guide
    exit 0
    docs: it used 120 tokens, and may use 100
    ");
    let state = ground.state("docs");
    assert_eq!(
        (&state["tokens_used"], &state["money_used"]),
        (&json!(120), &json!("1"))
    );
    assert_eq!(state["halt_reason"], "budget_exhausted");
}

#[test]
fn a_meter_that_says_nothing_is_a_brake_where_a_limit_depends_on_it() {
    let ground = Ground::new();
    let mut plan = ground.plan("echo done");
    plan["limits"] = json!({"iterations": 10, "tokens": 100});
    plan["meter"] = json!({"tokens": ["/usage/tokens"]});
    ground.create("docs", &plan);
    assert_eq!(ground.tick("docs").exit, 0);
    assert_snapshot!(ground.tick("docs"), @"
    exit 0
    docs: it is not known how much it used: no JSON document in its output has `/usage/tokens`
    ");
    let ground = Ground::new();
    plan["limits"] = json!({"iterations": 2});
    ground.create("docs", &plan);
    let said: Vec<String> = (0..3).map(|_| ground.tick("docs").to_string()).collect();
    assert_snapshot!(said.join(""), @"
    exit 0
    docs: iteration 1 on guide: 0 files and 0 lines changed
      next: automaton status guide
    exit 0
    docs: iteration 2 on guide: 0 files and 0 lines changed
      next: automaton status guide
    exit 0
    docs: it ran 2 times, and may 2 times
    ");
}

#[test]
fn scores_are_kept_and_a_loop_that_gets_no_further_is_halted() {
    let ground = Ground::new();
    let mut plan = ground.plan("echo more >> docs/a.md");
    plan["limits"] = json!({"iterations": 10});
    let count = "wc -l < docs/a.md; [ $(wc -l < docs/a.md) -lt 3 ] || echo 3";
    plan["verifier"] = json!({
        "command": ["sh", "-c", count],
        "time_limit": "1m",
        "score": "last_line",
    });
    plan["plateau"] = json!({"window": 2, "least_gain": "1"});
    ground.create("docs", &plan);
    let said: Vec<String> = (0..6).map(|_| ground.tick("docs").to_string()).collect();
    assert_snapshot!(said.join(""), @"
    exit 0
    docs: iteration 1 on guide: 1 file and 1 line changed, score 2
      next: automaton status guide
    exit 0
    docs: iteration 2 on guide: 1 file and 1 line changed, score 3
      next: automaton status guide
    exit 0
    docs: iteration 3 on guide: 1 file and 1 line changed, score 3
      next: automaton status guide
    exit 0
    docs: iteration 4 on guide: 1 file and 1 line changed, score 3
      next: automaton status guide
    exit 0
    docs: the best score was 3 and is 3 after 2 more ticks; it has to grow by 1
    exit 0
    docs: it is halted: the best score was 3 and is 3 after 2 more ticks; it has to grow by 1
    ");
    assert_eq!(ground.state("docs")["halt_reason"], "verifier_failed");
}

#[test]
fn a_task_that_waits_for_a_person_halts_the_loop() {
    let ground = Ground::new();
    let text = ground.project.read(".automaton/workflow.kdl");
    let text = text.replace(
        "        next polish",
        "        approval\n        next polish",
    );
    ground.project.write(".automaton/workflow.kdl", &text);
    ground.create("docs", &ground.plan("echo notes > $NOTES"));
    let said: Vec<String> = (0..2).map(|_| ground.tick("docs").to_string()).collect();
    assert_snapshot!(said.join(""), @"
    exit 0
    docs: iteration 1 on guide: 0 files and 0 lines changed, moved to draft:awaiting_approval
      next: automaton status guide
    exit 0
    docs: `guide` is in `draft:awaiting_approval`, which only a person leaves
    ");
    assert_eq!(ground.state("docs")["halt_reason"], "human_intervention");
}

#[test]
fn a_task_that_somebody_else_works_on_is_left_alone() {
    let ground = Ground::new();
    ground.create("docs", &ground.plan("echo more >> docs/a.md"));
    assert_eq!(ground.project.run("claim --task guide").exit, 0);
    let run = ground.tick("docs");
    assert!(run.stdout.starts_with("docs: refused: "), "{run}");
    assert_eq!(
        (run.exit, ground.state("docs")["iteration_count"].clone()),
        (0, json!(0))
    );
}

#[test]
fn a_loop_that_is_paused_while_its_harness_runs_ends_it() {
    let ground = Ground::new();
    ground.create("docs", &ground.plan("touch docs/begun; sleep 60"));
    let child = ground.begin("docs");
    ground.wait_for("docs/begun");
    ground.change("docs", Event::Pause, |state| {
        state.status = Status::Paused { at_once: true }
    });
    let run = ground.end(child);
    assert_snapshot!(run, @"
    exit 1
    --- stderr
    failed: the harness of the loop `docs`  [loop-interrupted]
      the loop was paused or halted
      its output is in `.automaton/loops/docs/logs/harness.log`
    ");
    assert_snapshot!(ground.journal("docs"), @"
    create 0 
    begin 1 guide
    pause 1 
    end 1 loop-interrupted: the loop was paused or halted; its output is in `.automaton/loops/docs/logs/harness.log`, 1 file and 0 lines changed
    ");
    assert_snapshot!(ground.tick("docs"), @"
    exit 0
    docs: it is paused
    ");
}

#[test]
fn of_two_ticks_at_once_one_runs() {
    let ground = Ground::new();
    ground.create(
        "docs",
        &ground.plan("touch docs/begun; until [ -e docs/go ]; do sleep 0.1; done"),
    );
    let child = ground.begin("docs");
    ground.wait_for("docs/begun");
    assert_snapshot!(ground.tick("docs"), @"
    exit 0
    docs: another tick of it is under way
    ");
    ground.project.write("docs/go", "");
    let run = ground.end(child);
    assert_eq!(run.exit, 0, "{run}");
    assert_eq!(ground.state("docs")["iteration_count"], 1);
}

#[test]
fn a_loop_works_in_a_worktree_of_its_own() {
    let ground = Ground::new();
    let mut plan = ground.plan("echo more >> docs/a.md; [ -s $NOTES ] || echo notes > $NOTES");
    plan["worktree"] = json!("own");
    ground.create("docs", &plan);
    let run = ground.tick("docs");
    assert_eq!(run.exit, 0, "{run}");
    assert_eq!(ground.project.read("docs/a.md"), "one\n");
    let tree = ground.project.path("../project.loops/docs");
    let changed = std::fs::read_to_string(tree.join("docs/a.md")).expect("a file");
    assert_eq!(changed, "one\nmore\n");
    assert_eq!(ground.project.state("guide"), "polish\n");
    assert_eq!(ground.git("branch --list loop/*"), "+ loop/docs\n");
    assert_eq!(ground.tick("docs").exit, 0);
}

#[test]
fn what_is_no_loop_is_refused() {
    let ground = Ground::new();
    assert_snapshot!(ground.tick("docs"), @"
    exit 4
    --- stderr
    refused: there is no loop `docs`  [no-such-loop]
      next: automaton loop status
    ");
    std::fs::create_dir_all(ground.project.path(".automaton/loops/odd")).expect("made");
    ground.project.write(
        ".automaton/loops/odd/loop.json",
        &ground.plan("true").to_string(),
    );
    assert_snapshot!(ground.tick("odd"), @"
    exit 4
    --- stderr
    refused: `odd` has no `.state.loop`  [loop-untracked]
      next: automaton audit
    ");
    ground.create("docs", &ground.plan("true"));
    let file = ".automaton/loops/docs/.state.loop";
    let text = ground.project.read(file);
    ground.project.write(
        file,
        &text.replace("\"iteration_count\": 0", "\"iteration_count\": -1"),
    );
    assert_eq!(ground.tick("docs").exit, 6);
    ground.project.write(
        file,
        &text.replace("\"resumed_count\": 0", "\"resumed_count\": 9"),
    );
    assert_snapshot!(ground.tick("docs"), @"
    exit 6
    --- stderr
    refused: .automaton/loops/docs/.state.loop: it is not what its journal says; somebody changed it  [loop-damaged]
      next: automaton audit
    ");
    ground.project.write(file, &text);
    ground
        .project
        .write(".automaton/loops/docs/loop.json", "{}");
    assert_snapshot!(ground.tick("docs"), @"
    exit 2
    --- stderr
    refused: .automaton/loops/docs/loop.json: missing field `harness` at line 1 column 2  [loop-plan]
      next: automaton explain loop-plan
    ");
}
