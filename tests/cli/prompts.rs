//! `automaton prompts check` and `automaton prompts new`

use std::fs;

use automaton::prompts::{ADAPTERS, Heading, PLACEHOLDERS};
use automaton::workflow::{DEFAULT, EXAMPLES};
use insta::assert_snapshot;

use crate::project::Project;

#[test]
fn the_shipped_prompts_say_what_their_workflows_say() {
    for shipped in EXAMPLES.iter().chain([&DEFAULT]) {
        let project = Project::bare();
        match shipped.name {
            "default" => project.all(&["init"]),
            name => project.all(&[&format!("init --from {name}")]),
        }
        let run = project.run("prompts check");
        let count = shipped.prompts.len();
        let s = if count == 1 { "" } else { "s" };
        let clean = format!("0 errors, 0 warnings in {count} file{s}\n");
        assert_eq!(
            (run.exit, run.stdout.as_str()),
            (0, clean.as_str()),
            "{run}"
        );
        let run = project.run("lint-workflow");
        assert_eq!(
            run.stdout, "0 errors, 0 warnings in 1 file\n",
            "{}: {run}",
            shipped.name
        );
    }
}

#[test]
fn the_shipped_prompts_are_short_and_all_there() {
    for shipped in EXAMPLES.iter().chain([&DEFAULT]) {
        let folder = match shipped.name {
            "default" => "prompts".to_owned(),
            name => format!("examples/{name}/prompts"),
        };
        let files = fs::read_dir(folder).expect("prompts").count();
        assert_eq!(files, shipped.prompts.len(), "{}", shipped.name);
        for (path, text) in shipped.prompts {
            let most = if path.ends_with("orchestrate.md") {
                200
            } else {
                150
            };
            let lines = text.lines().count();
            assert!(lines < most, "{}: {path} has {lines} lines", shipped.name);
        }
    }
}

#[test]
fn without_a_project_the_built_in_prompts_are_checked() {
    assert_snapshot!(Project::bare().run("prompts check"), @"
    exit 0
    0 errors, 0 warnings in 12 files
    ");
}

#[test]
fn a_change_of_the_workflow_is_found_and_mended_and_nothing_else_changes() {
    let project = Project::bare();
    project.all(&["init --from rfc"]);
    let workflow = project.read(".automaton/workflow.kdl");
    let workflow = workflow.replace("approval by=anyone", "approval by=human");
    project.write(
        ".automaton/workflow.kdl",
        &workflow.replace("answer comments", "take comments"),
    );
    let before = project.read(".automaton/prompts/draft.md");
    let own = before.replace(
        "## How to Write",
        "### Ours\n\nOur own words.\n\n## How to Write",
    );
    project.write(".automaton/prompts/draft.md", &own.replace('\n', "\r\n"));
    assert_snapshot!(project.run("prompts check"), @r#"
    exit 1
    error[prompt-drift]

      × `Approval Gate (MANDATORY)` is not what the workflow says of `draft`
        ╭─[.automaton/prompts/draft.md:78:1]
     77 │    something, take it back first: `automaton transition draft --task {task}`
     78 │ 3. When the user says "APPROVED", or as much in other words, relay it:
        · ──────────────────────────────────────────────────────────────────────
     79 │ 
        ╰────
      help: `automaton prompts check --fix` rewrites the sections that the workflow owns, and nothing
            else
      next: automaton prompts check --fix

    1 error, 0 warnings in 2 files
    "#);
    assert_snapshot!(project.run("prompts check --fix --dry-run"), @r#"
    exit 1
    --- a/.automaton/prompts/draft.md
    +++ b/.automaton/prompts/draft.md
    @@ -75,13 +75,15 @@
     
     2. Show the user what you submitted, and ask for a decision. Change nothing while it waits. To change
        something, take it back first: `automaton transition draft --task {task}`
    -3. When the user says "APPROVED", or as much in other words, relay it:
    +3. Ask the user to decide in a terminal of their own. You MUST NOT run these commands: they
    +   refuse agents. The terminal shows the files, and the user types the task's name, `{task}`, to
    +   confirm. To approve, the user types:
     
        ```sh
        automaton approve --task {task}
        ```
     
    -   When the user turns it down, relay that with the user's reason:
    +   To turn it down, the user types:
     
        ```sh
        automaton reject --task {task} --reason "..."
    "#);
    assert_eq!(
        project.read(".automaton/prompts/draft.md"),
        own.replace('\n', "\r\n")
    );
    assert_snapshot!(project.run("prompts check --fix"), @"
    exit 0
    fixed .automaton/prompts/draft.md
    0 errors, 0 warnings in 2 files
    ");
    let after = project.read(".automaton/prompts/draft.md");
    assert!(!after.replace("\r\n", "").contains('\n'), "CRLF stays CRLF");
    assert!(
        after.contains("### Ours\r\n\r\nOur own words.\r\n\r\n## How to Write"),
        "{after}"
    );
    assert_snapshot!(project.run("prompts check --fix --json"), @r#"
    exit 0
    {"schema":"automaton/1","ok":true,"code":"done","exit":0,"message":"0 errors, 0 warnings in 2 files","files":2,"findings":[],"fixed":[],"next":[]}
    "#);
    assert_eq!(project.read(".automaton/prompts/draft.md"), after);
}

#[test]
fn every_part_of_a_prompt_that_is_not_owned_survives_every_fix() {
    for shipped in EXAMPLES.iter().chain([&DEFAULT]) {
        for (path, text) in shipped.prompts {
            let project = Project::bare();
            project.write("w/workflow.kdl", shipped.text);
            for (path, text) in shipped.prompts {
                project.write(&format!("w/{path}"), text);
            }
            // Every section that the workflow owns is spoilt.
            let mark = automaton::prompts::MARK;
            let file = format!("w/{path}");
            project.write(&file, &text.replace(mark, "Spoilt."));
            assert_eq!(
                project.run("prompts check w/workflow.kdl --fix").exit,
                0,
                "{path}"
            );
            assert_eq!(project.read(&file), *text, "{}: {path}", shipped.name);
        }
    }
}

#[test]
fn missing_sections_are_put_where_they_belong() {
    let project = Project::with(
        "workflow w version=1 {
    initial work
    artifact A.md
    phase work { prompt \"prompts/work.md\"; produces A.md; approval; next done; }
    phase done terminal=success
}
",
    );
    project.write(
        ".automaton/prompts/work.md",
        "# Work\n\n## ALLOWED ACTIONS\n\n## Mine\n\nWords.",
    );
    assert_eq!(project.run("prompts check").exit, 1);
    assert_snapshot!(project.run("prompts check --fix"), @"
    exit 0
    fixed .automaton/prompts/work.md
    0 errors, 0 warnings in 1 file
    ");
    let text = project.read(".automaton/prompts/work.md");
    let headings: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(
        headings,
        [
            "# Work",
            "## Read These Files",
            "## Pre-Work Validation (MANDATORY)",
            "## ALLOWED ACTIONS",
            "## FORBIDDEN ACTIONS",
            "## Handling User Overrides",
            "## Approval Gate (MANDATORY)",
            "## What Ends This Phase",
            "## Mine",
        ]
    );
}

#[test]
fn a_prompt_is_begun_complete_and_over_nothing() {
    let project = Project::with("workflow w version=1 {
    initial plan
    artifact PLAN.md
    artifact CODE.md
    phase plan { produces PLAN.md; approval by=signed signers=2; next build; }
    phase build { prompt \"guides/build.md\"; reads PLAN.md; produces CODE.md; edits \"src/**\"; next done { check \"make test\"; }; }
    phase done terminal=success
}
");
    assert_snapshot!(project.run("prompts check"), @r#"
    exit 1
    warning[prompt-missing]

      ⚠ `plan` produces something and has no prompt
       ╭─[.automaton/workflow.kdl:5:11]
     4 │     artifact CODE.md
     5 │     phase plan { produces PLAN.md; approval by=signed signers=2; next build; }
       ·           ────
     6 │     phase build { prompt "guides/build.md"; reads PLAN.md; produces CODE.md; edits "src/**"; next done { check "make test"; }; }
       ╰────
      help: write one and name it with `prompt`; `automaton prompts new plan` begins it
      next: automaton prompts new plan

    error[prompt-missing]

      × the prompt `.automaton/guides/build.md` cannot be read: it is not there
       ╭─[.automaton/workflow.kdl:6:26]
     5 │     phase plan { produces PLAN.md; approval by=signed signers=2; next build; }
     6 │     phase build { prompt "guides/build.md"; reads PLAN.md; produces CODE.md; edits "src/**"; next done { check "make test"; }; }
       ·                          ─────────────────
     7 │     phase done terminal=success
       ╰────
      help: write it; `automaton prompts new build` begins one
      next: automaton prompts new build

    1 error, 1 warning in 1 file
    "#);
    assert_snapshot!(project.run("prompts new build"), @"
    exit 0
    begun: .automaton/guides/build.md
      next: automaton prompts check
    ");
    assert_snapshot!(project.run("prompts new plan"), @r#"
    exit 0
    begun: .automaton/prompts/plan.md
      name it in the phase `plan` of .automaton/workflow.kdl: prompt "prompts/plan.md"
      next: automaton prompts check
    "#);
    assert_snapshot!(project.read(".automaton/prompts/plan.md"), @r#"
    # Plan

    You work on the task `{task}` in the phase `plan` of the workflow `w`.

    ## Read These Files
    <!-- From the workflow file; `automaton prompts check --fix` rewrites it. -->

    1. `{task_folder}/.state`: it must say `plan`, `plan:awaiting_approval` or `plan:approved`. If it says anything else, STOP and report the mismatch.

    ## Pre-Work Validation (MANDATORY)
    <!-- From the workflow file; `automaton prompts check --fix` rewrites it. -->

    Before any work, run:

    ```sh
    automaton validate-folder --task {task}
    ```

    If it refuses, STOP. Do not begin, and do not delete or move what it names: report its output to the
    user and ask how to go on.

    ## ALLOWED ACTIONS
    <!-- From the workflow file; `automaton prompts check --fix` rewrites it. -->

    - Read any file of the project.
    - Write `{task_folder}/PLAN.md`.

    ## FORBIDDEN ACTIONS
    <!-- From the workflow file; `automaton prompts check --fix` rewrites it. -->

    - Do not edit any project file: no path is open in this phase.
    - Do not write `.state` or any file whose name starts with it; only `automaton` does.
    - Do not create task folders by hand.

    ## Handling User Overrides
    <!-- From the workflow file; `automaton prompts check --fix` rewrites it. -->

    If the user asks for something that is FORBIDDEN here:

    1. Do not do it.
    2. Answer: "That action requires the <required phase> phase. The current phase is plan. To proceed,
       say 'orchestrate' and I will advance to the next phase."
    3. If the user insists, note the request in your report, and still do not do it.

    The required phase:

    - to write `CODE.md`, and to edit `src/**`: `build`

    ## How to Work

    1. Read every file listed above before you begin.
    2. Say in one sentence what this phase has to reach, in the words of the task.
    3. Write `PLAN.md` so that somebody who knows only the files above can use it: names, places and commands instead of impressions.
    4. Check it once more against every file you read, and correct what does not agree.

    ## Approval Gate (MANDATORY)
    <!-- From the workflow file; `automaton prompts check --fix` rewrites it. -->

    This phase needs an approval before the task can go on.

    1. When `PLAN.md` is complete, submit it:

       ```sh
       automaton transition plan:awaiting_approval --task {task}
       ```

    2. Show the user what you submitted, and ask for a decision. Change nothing while it waits. To change
       something, take it back first: `automaton transition plan --task {task}`
    3. It takes 2 signatures by people whom `.automaton/approvers` lists. You MUST NOT sign. Each
       approver runs, with the path of a key of their own:

       ```sh
       automaton approve --task {task} --sign KEY
       ```

       To turn it down, a person types:

       ```sh
       automaton reject --task {task} --reason "..."
       ```

    4. When `.state` says `plan:approved`, take the next step. Where there are several, ask the user which:

       ```sh
       automaton transition build --task {task}
       ```

    You MUST NOT go past `plan:awaiting_approval` without an approval: `automaton` refuses every such step.

    ## What Ends This Phase
    <!-- From the workflow file; `automaton prompts check --fix` rewrites it. -->

    Your output:

    - `{task_folder}/PLAN.md`.

    Then go through the Approval Gate above.
    "#);
    assert_snapshot!(project.read(".automaton/guides/build.md"), @r#"
    # Build

    You work on the task `{task}` in the phase `build` of the workflow `w`.

    ## Read These Files
    <!-- From the workflow file; `automaton prompts check --fix` rewrites it. -->

    1. `{task_folder}/.state`: it must say `build`. If it says anything else, STOP and report the mismatch.
    2. `{task_folder}/PLAN.md`

    ## Pre-Work Validation (MANDATORY)
    <!-- From the workflow file; `automaton prompts check --fix` rewrites it. -->

    Before any work, run:

    ```sh
    automaton validate-folder --task {task}
    ```

    If it refuses, STOP. Do not begin, and do not delete or move what it names: report its output to the
    user and ask how to go on.

    ## ALLOWED ACTIONS
    <!-- From the workflow file; `automaton prompts check --fix` rewrites it. -->

    - Read any file of the project.
    - Write `{task_folder}/CODE.md`.
    - Edit project files that match `src/**`.

    ## FORBIDDEN ACTIONS
    <!-- From the workflow file; `automaton prompts check --fix` rewrites it. -->

    - Do not edit project files that match nothing in the list above.
    - Do not write `.state` or any file whose name starts with it; only `automaton` does.
    - Do not create task folders by hand.

    ## Handling User Overrides
    <!-- From the workflow file; `automaton prompts check --fix` rewrites it. -->

    If the user asks for something that is FORBIDDEN here:

    1. Do not do it.
    2. Answer: "That action requires the <required phase> phase. The current phase is build. To proceed,
       say 'orchestrate' and I will advance to the next phase."
    3. If the user insists, note the request in your report, and still do not do it.

    The required phase:

    - to write `PLAN.md`: `plan`

    ## How to Work

    1. Read every file listed above before you begin.
    2. Say in one sentence what this phase has to reach, in the words of the task.
    3. Write `CODE.md` so that somebody who knows only the files above can use it: names, places and commands instead of impressions.
    4. Check it once more against every file you read, and correct what does not agree.

    ## What Ends This Phase
    <!-- From the workflow file; `automaton prompts check --fix` rewrites it. -->

    Your output:

    - `{task_folder}/CODE.md`.

    Then take the step that is open:

    ```sh
    automaton transition done --task {task}  # needs: check make test
    ```
    "#);
    assert_snapshot!(project.run("prompts new build"), @"
    exit 1
    --- stderr
    refused: `.automaton/guides/build.md` is there already  [prompt-exists]
      next: automaton prompts check --fix
    ");
    assert_snapshot!(project.run("prompts new bulid"), @"
    exit 2
    --- stderr
    refused: the workflow has no phase `bulid`  [unknown-state]
      did you mean `build`?
    ");
    let workflow = project.read(".automaton/workflow.kdl");
    let named = workflow.replace("phase plan {", "phase plan { prompt \"prompts/plan.md\";");
    project.write(".automaton/workflow.kdl", &named);
    assert_snapshot!(project.run("prompts check"), @"
    exit 0
    0 errors, 0 warnings in 2 files
    ");
}

#[test]
fn a_workflow_that_names_no_prompt_does_without_until_prompts_are_asked_about() {
    let project = Project::with(
        "workflow w version=1 {
    initial work
    artifact A.md
    phase work { produces A.md; edits \"**\"; next done; }
    phase done terminal=success
}
",
    );
    assert_snapshot!(project.run("lint-workflow"), @"
    exit 0
    0 errors, 0 warnings in 1 file
    ");
    assert_snapshot!(project.run("prompts check"), @r#"
    exit 1
    warning[prompt-missing]

      ⚠ `work` produces something and has no prompt
       ╭─[.automaton/workflow.kdl:4:11]
     3 │     artifact A.md
     4 │     phase work { produces A.md; edits "**"; next done; }
       ·           ────
     5 │     phase done terminal=success
       ╰────
      help: write one and name it with `prompt`; `automaton prompts new work` begins it
      next: automaton prompts new work

    0 errors, 1 warning in 0 files
    "#);
}

#[test]
fn a_link_and_a_path_that_leads_away_are_not_read() {
    let project = Project::with(
        "workflow w version=1 {
    initial work
    prompts { a \"../secret.md\"; b \"/etc/passwd\"; c \"link/secret.md\"; d \"linked.md\"; }
    phase work { edits \"**\"; next done; }
    phase done terminal=success
}
",
    );
    project.write("secret.md", "# Secret\n");
    for (link, to) in [
        (".automaton/link", ".."),
        (".automaton/linked.md", "../secret.md"),
    ] {
        std::os::unix::fs::symlink(to, project.path(link)).expect("a link");
    }
    assert_snapshot!(project.run("prompts check"), @r#"
    exit 1
    error[fact-unavailable]

      × .automaton/link: link: cannot open the folder: Not a directory (os error 20)

    error[prompt-missing]

      × the prompt `.automaton/../secret.md` cannot be read: its path leads away from the workflow
      │ file
       ╭─[.automaton/workflow.kdl:3:17]
     2 │     initial work
     3 │     prompts { a "../secret.md"; b "/etc/passwd"; c "link/secret.md"; d "linked.md"; }
       ·                 ──────────────
     4 │     phase work { edits "**"; next done; }
       ╰────
      help: write the file, or correct the path

    error[prompt-missing]

      × the prompt `.automaton//etc/passwd` cannot be read: its path leads away from the workflow file
       ╭─[.automaton/workflow.kdl:3:35]
     2 │     initial work
     3 │     prompts { a "../secret.md"; b "/etc/passwd"; c "link/secret.md"; d "linked.md"; }
       ·                                   ─────────────
     4 │     phase work { edits "**"; next done; }
       ╰────
      help: write the file, or correct the path

    error[prompt-missing]

      × the prompt `.automaton/link/secret.md` cannot be read: link: cannot open the folder: Not a
      │ directory (os error 20)
       ╭─[.automaton/workflow.kdl:3:52]
     2 │     initial work
     3 │     prompts { a "../secret.md"; b "/etc/passwd"; c "link/secret.md"; d "linked.md"; }
       ·                                                    ────────────────
     4 │     phase work { edits "**"; next done; }
       ╰────
      help: write the file, or correct the path

    error[prompt-missing]

      × the prompt `.automaton/linked.md` cannot be read: it is a symbolic link
       ╭─[.automaton/workflow.kdl:3:72]
     2 │     initial work
     3 │     prompts { a "../secret.md"; b "/etc/passwd"; c "link/secret.md"; d "linked.md"; }
       ·                                                                        ───────────
     4 │     phase work { edits "**"; next done; }
       ╰────
      help: write the file, or correct the path

    5 errors, 0 warnings in 4 files
    "#);
}

#[test]
fn the_page_about_prompts_has_every_placeholder_section_and_harness() {
    let page = fs::read_to_string("docs/prompts.md").expect("the page");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with('|')).collect();
    let first: Vec<&str> = rows
        .iter()
        .map(|row| row.split('|').nth(1).expect("a cell").trim())
        .collect();
    for (name, meaning) in PLACEHOLDERS {
        let row = format!("| `{{{name}}}` | {meaning} |");
        assert!(rows.contains(&row.as_str()), "{row}");
    }
    for heading in Heading::ALL {
        let cell = format!("`{}`", heading.text());
        assert!(first.contains(&cell.as_str()), "{cell}");
    }
    for adapter in ADAPTERS {
        let cell = format!("`{}`", adapter.name);
        assert!(first.contains(&cell.as_str()), "{cell}");
    }
}
