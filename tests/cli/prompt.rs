//! `automaton prompt`

use insta::assert_snapshot;
use serde_json::json;

use crate::project::Project;

#[test]
fn the_prompt_is_that_of_the_state_with_everything_filled() {
    let project = Project::bare();
    project.all(&["init --from rfc", "create-task login"]);
    assert_snapshot!(project.run("prompt --task login"), @r#"
    exit 0
    # Draft

    You write a proposal that reviewers can agree or disagree with, sentence by sentence. Your one product is
    `.automaton/tasks/login/RFC.md`.

    ## Read These Files

    1. `.automaton/tasks/login/.state`: it must say `draft`, `draft:in_review` or `draft:agreed`. If it says anything else, STOP and report the mismatch.

    ## Pre-Work Validation (MANDATORY)

    Before any work, run:

    ```sh
    automaton validate-folder --task login
    ```

    If it refuses, STOP. Do not begin, and do not delete or move what it names: report its output to the
    user and ask how to go on.

    ## ALLOWED ACTIONS

    - Write RFC.md, with the sections Problem, Proposal and Alternatives.
    - Ask reviewers for comments, and work them in.

    ## FORBIDDEN ACTIONS

    - Do not write DECISION.md.
    - Do not start to build what is proposed.
    - Do not edit any project file: no path is open in this phase.
    - Do not create `DECISION.md`: other phases write that.
    - Do not write `.state` or any file whose name starts with it; only `automaton` does.
    - Do not create task folders by hand.

    ## Handling User Overrides

    If the user asks for something that is FORBIDDEN here:

    1. Do not do it.
    2. Answer: "That action requires the <required phase> phase. The current phase is draft. To proceed,
       say 'orchestrate' and I will advance to the next phase."
    3. If the user insists, note the request in your report, and still do not do it.

    The required phase:

    - to write `DECISION.md`: `decide`

    ## How to Write RFC.md

    1. **Problem**: who is hurt by what, how often, with an example that really happened. No solution yet.
    2. **Proposal**: what will be different, precisely enough that two people would build the same. What it costs.
    3. **Alternatives**: at least two, doing nothing among them, each with the reason why not.
    4. Show it to the reviewers that the user names. For each comment either change the text or answer why not;
       lose none.

    ## Approval Gate (MANDATORY)

    This phase needs an approval before the task can go on.

    1. When `RFC.md` is complete, submit it:

       ```sh
       automaton transition draft:in_review --task login
       ```

    2. Show the user what you submitted, and ask for a decision. Change nothing while it waits. To change
       something, take it back first: `automaton transition draft --task login`
    3. When the user says "APPROVED", or as much in other words, relay it:

       ```sh
       automaton approve --task login
       ```

       When the user turns it down, relay that with the user's reason:

       ```sh
       automaton reject --task login --reason "..."
       ```

    4. When `.state` says `draft:agreed`, take the next step. Where there are several, ask the user which:

       ```sh
       automaton transition decide --task login
       ```

    You MUST NOT go past `draft:in_review` without an approval: `automaton` refuses every such step.

    ## What Ends This Phase

    Your output:

    - `.automaton/tasks/login/RFC.md`. It has these headings: `Problem`, `Proposal`, `Alternatives`.

    Then go through the Approval Gate above.

    ## Where the Task Stands

    `login` is in the state `draft`.

    The commands that lead on from here:

    ```sh
    automaton transition draft:in_review --task login  # not yet: `RFC.md` is missing: `draft` has to write it
    ```
    "#);
    project.artifact(
        "login",
        "RFC.md",
        "# Problem\n\n# Proposal\n\n# Alternatives\n",
    );
    project.all(&["transition draft:in_review --task login"]);
    let run = project.run("prompt draft --task login");
    let end = run
        .stdout
        .split("## Where the Task Stands")
        .nth(1)
        .expect("the end")
        .to_owned();
    assert_snapshot!(end, @r#"


    `login` is in the state `draft:in_review`. It waits for a decision: change nothing, and ask the user for it.

    The commands that lead on from here:

    ```sh
    automaton approve --task login
    automaton reject --task login --reason "..."
    automaton transition draft --task login
    ```
    "#);
}

#[test]
fn another_phase_an_unknown_name_and_a_task_without_records_are_refused() {
    let project = Project::bare();
    project.all(&["init", "create-task login"]);
    assert_snapshot!(project.run("prompt implement --task login"), @"
    exit 1
    --- stderr
    refused: `login` is in `new`, and the prompt is that of `implement`  [phase-mismatch]
      next: automaton prompt --task login
      next: automaton status login
    ");
    assert_snapshot!(project.run("prompt implment --task login"), @"
    exit 2
    --- stderr
    refused: there is no prompt `implment`  [no-such-prompt]
      did you mean `implement`?
    ");
    assert_snapshot!(project.run("prompt zzz --task login"), @"
    exit 2
    --- stderr
    refused: there is no prompt `zzz`  [no-such-prompt]
      it could be orchestrate, workflow, subtask_management, new, research, decomposition, design, test_design, implement, bug_find, adversarial_bug_find, doc_review, referee, complete, human_intervention
    ");
    assert_snapshot!(project.run("prompt --task logn"), @"
    exit 4
    --- stderr
    refused: there is no task `logn`  [no-such-task]
      did you mean `login`?
      next: automaton status
      next: automaton create-task logn
    ");
    assert_snapshot!(project.run("prompt"), @"
    exit 2
    --- stderr
    refused: `--task TASK` is missing  [usage]
      it could be `login`
    ");
    project.write(".automaton/tasks/login/.state", "implement");
    assert_snapshot!(project.run("prompt implement --task login"), @"
    exit 6
    --- stderr
    refused: the prompt for `login`  [tampered]
      `.state`: says `implement`; the journal says `new`; nothing moves until a person has repaired the task
      in the way: .automaton/tasks/login/.state (says `implement`; the journal says `new`)
      next, by a person: automaton repair --task login
      next: automaton status login
    ");
    project.write(".automaton/tasks/manual/SPEC.md", "x");
    assert_snapshot!(project.run("prompt --task manual"), @"
    exit 4
    --- stderr
    refused: the prompt for `manual`  [untracked]
      task `manual` was created manually, without a `.state`: `automaton create-task` is the way to create tasks, and a person adopts this one with `automaton upgrade`
      next, by a person: automaton upgrade --task manual
    ");
}

#[test]
fn a_prompt_of_no_phase_and_a_phase_without_one_have_theirs() {
    let project = Project::bare();
    project.all(&["init", "create-task login"]);
    let run = project.run("prompt orchestrate --task login");
    assert_eq!(run.exit, 0, "{run}");
    let end = run
        .stdout
        .split("## Where the Task Stands")
        .nth(1)
        .expect("the end")
        .to_owned();
    assert_snapshot!(end, @"


    `login` is in the state `new`.

    The commands that lead on from here:

    ```sh
    automaton transition research --task login
    ```
    ");
    assert!(!run.stdout.contains("{task}"), "{run}");
    assert_snapshot!(project.run("prompt new --task login"), @r#"
    exit 0
    # New

    You work on the task `login` in the phase `new` of the workflow `default`. The task exists and has a name; nothing is written yet.

    ## Read These Files

    1. `.automaton/tasks/login/.state`: it must say `new`. If it says anything else, STOP and report the mismatch.
    2. `.automaton/tasks/login/PARENT_SPEC.md`, if it exists: the `SPEC.md` of the task that this one is a part of

    ## Pre-Work Validation (MANDATORY)

    Before any work, run:

    ```sh
    automaton validate-folder --task login
    ```

    If it refuses, STOP. Do not begin, and do not delete or move what it names: report its output to the
    user and ask how to go on.

    ## ALLOWED ACTIONS

    - Read any file of the project.

    ## FORBIDDEN ACTIONS

    - Do not edit any project file: no path is open in this phase.
    - Do not create `SPEC.md`, `DESIGN.md`, `DECOMPOSITION.md`, `TEST_PLAN.md`, `IMPLEMENTATION.md`, `BUG_REPORT.md`, `ADVERSARIAL_BUG_REPORT.md`, `DOC_REVIEW.md`, `VERDICT.md`: other phases write that.
    - Do not write `.state` or any file whose name starts with it; only `automaton` does.
    - Do not create task folders by hand.

    ## Handling User Overrides

    If the user asks for something that is FORBIDDEN here:

    1. Do not do it.
    2. Answer: "That action requires the <required phase> phase. The current phase is new. To proceed,
       say 'orchestrate' and I will advance to the next phase."
    3. If the user insists, note the request in your report, and still do not do it.

    The required phase:

    - to write `SPEC.md`: `research`
    - to write `DECOMPOSITION.md`: `decomposition`
    - to write `DESIGN.md`: `design`
    - to write `TEST_PLAN.md`: `test_design`
    - to write `IMPLEMENTATION.md`, and to edit `**`: `implement`
    - to write `BUG_REPORT.md`: `bug_find`
    - to write `ADVERSARIAL_BUG_REPORT.md`: `adversarial_bug_find`
    - to write `DOC_REVIEW.md`, and to edit `docs/**`, `**/*.md`, `**/*.rst`, `**/*.adoc`: `doc_review`
    - to write `VERDICT.md`: `referee`

    ## How to Work

    1. Read every file listed above before you begin.
    2. Say in one sentence what this phase has to reach, in the words of the task.
    3. Check it once more against every file you read, and correct what does not agree.

    ## What Ends This Phase

    No file: this phase writes no artifact.

    Then take the step that is open:

    ```sh
    automaton transition research --task login
    ```

    ## Where the Task Stands

    `login` is in the state `new`.

    The commands that lead on from here:

    ```sh
    automaton transition research --task login
    ```
    "#);
}

#[test]
fn harnesses_get_the_text_and_the_paths_as_data() {
    let project = Project::relayed();
    project.all(&["create-task login", "transition research --task login"]);
    std::fs::remove_file(project.path(".automaton/workflow.kdl")).expect("removed");
    let missing = project.json(&["prompt", "--task", "login", "--json"]);
    assert_eq!(missing["code"], "workflow-missing");
    let project = Project::bare();
    project.all(&[
        "init",
        "create-task login",
        "transition research --task login",
    ]);
    let found = project.json(&["prompt", "--task", "login", "--json"]);
    assert_eq!(found["name"], "research");
    assert_eq!(found["state"], "research");
    assert_eq!(
        found["artifacts"],
        json!({"reads": [], "produces": [".automaton/tasks/login/SPEC.md"]})
    );
    assert_eq!(found["prompt"], project.run("prompt --task login").stdout);
    // What would be refused now is not what to run next.
    assert_eq!(found["next"], json!([]));
    project.artifact("login", "SPEC.md", "x");
    let found = project.json(&["prompt", "--task", "login", "--json"]);
    let submit = "automaton transition research:awaiting_approval --task login";
    assert_eq!(found["next"], json!([{"run": submit, "by": "anyone"}]));
}

#[test]
fn a_prompt_that_is_not_there_is_named() {
    let project = Project::bare();
    project.all(&[
        "init",
        "create-task login",
        "transition research --task login",
    ]);
    std::fs::remove_file(project.path(".automaton/prompts/research.md")).expect("removed");
    assert_snapshot!(project.run("prompt --task login"), @r#"
    exit 1
    --- stderr
    refused: the prompt `.automaton/prompts/research.md` cannot be read: it is not there  [prompt-missing]
        .automaton/workflow.kdl:84  prompt "prompts/research.md"
      next: automaton prompts check
    "#);
}

#[test]
fn what_is_printed_says_what_the_workflow_says_even_where_the_file_does_not() {
    let project = Project::bare();
    project.all(&["init --from rfc", "create-task login"]);
    let printed = |project: &Project| {
        let run = project.run("prompt --task login");
        let gate = run
            .stdout
            .split("## Approval Gate")
            .nth(1)
            .expect("the gate")
            .to_owned();
        gate.split("## What Ends")
            .next()
            .expect("its end")
            .to_owned()
    };
    let relayed = printed(&project);
    let file = project.read(".automaton/prompts/draft.md");
    let text = file.replace("You MUST NOT go past", "You may go past");
    project.write(".automaton/prompts/draft.md", &text);
    assert_eq!(printed(&project), relayed);
    let workflow = project.read(".automaton/workflow.kdl");
    project.write(
        ".automaton/workflow.kdl",
        &workflow.replace("by=anyone", "by=human"),
    );
    assert!(printed(&project).contains("the user types the task's name, `login`"));
}
