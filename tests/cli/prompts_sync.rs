//! `automaton prompts sync`

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use crate::project::Project;

/// The default workflow, set up.
fn project() -> Project {
    let project = Project::bare();
    project.all(&["init"]);
    project
}

/// The lines above a text, by name; a JSON string is a YAML string.
fn front_matter(text: &str) -> Vec<(String, Value)> {
    let head = text.strip_prefix("---\n").expect("front matter");
    let (head, _) = head.split_once("\n---\n\n").expect("its end");
    let fields = head.lines().filter(|line| !line.starts_with(' '));
    fields
        .map(|line| {
            let (name, value) = line.split_once(':').expect("a field");
            (
                name.to_owned(),
                serde_json::from_str(value.trim()).unwrap_or_default(),
            )
        })
        .collect()
}

/// Every file below a folder of the project, with its text.
fn below(project: &Project, folder: &str) -> Vec<(String, String)> {
    let root = project.root();
    let files = project.files().into_iter().filter_map(|(path, bytes)| {
        let path = path
            .strip_prefix(&root)
            .expect("inside")
            .display()
            .to_string();
        path.starts_with(folder)
            .then(|| (path, String::from_utf8(bytes).expect("text")))
    });
    files.collect()
}

#[test]
fn skills_are_as_the_format_has_them() {
    let project = project();
    assert_snapshot!(project.run("prompts sync skills"), @"
    exit 0
    in sync: skills
      changed .agents/skills/automaton-orchestrate/SKILL.md
      changed .agents/skills/automaton-workflow/SKILL.md
      changed .agents/skills/automaton-subtask-management/SKILL.md
      changed .agents/skills/automaton-research/SKILL.md
      changed .agents/skills/automaton-decomposition/SKILL.md
      changed .agents/skills/automaton-design/SKILL.md
      changed .agents/skills/automaton-test-design/SKILL.md
      changed .agents/skills/automaton-implement/SKILL.md
      changed .agents/skills/automaton-bug-find/SKILL.md
      changed .agents/skills/automaton-adversarial-bug-find/SKILL.md
      changed .agents/skills/automaton-doc-review/SKILL.md
      changed .agents/skills/automaton-referee/SKILL.md
    ");
    let skills = below(&project, ".agents/");
    assert_eq!(skills.len(), 12);
    for (path, text) in &skills {
        let fields = front_matter(text);
        let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["name", "description"], "{path}");
        let name = fields[0].1.as_str().expect("a name");
        assert_eq!(*path, format!(".agents/skills/{name}/SKILL.md"));
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(name.len() <= 64 && name.chars().all(plain), "{name}");
        let description = fields[1].1.as_str().expect("a description");
        assert!((20..=1024).contains(&description.chars().count()), "{path}");
        assert!(description.contains("Use it "), "{path}: {description}");
        for braces in ["{task", "{project}", "{phase}", "{state}", "<!--"] {
            assert!(!text.contains(braces), "{path}: {braces}");
        }
    }
    let research = project.read(".agents/skills/automaton-research/SKILL.md");
    let head: Vec<&str> = research.lines().take(20).collect();
    assert_snapshot!(head.join("\n"), @r#"
    ---
    name: "automaton-research"
    description: "Find out what is wanted, and write it down so that it can be tested. Use it when a task of the workflow default is in the phase research, which `automaton status` shows, before any work on that task."
    ---

    TASK stands for the name of the task. This prints the same with every name and path filled in, and
    with the commands that are open now; prefer it:

    ```sh
    automaton prompt research --task TASK
    ```

    # Research

    You find out what the user wants and write it down so precisely that somebody who was not there can
    build it and test it. Your one product is `.automaton/tasks/TASK/SPEC.md`. You decide nothing about how it is built.

    ## Read These Files

    1. `.automaton/tasks/TASK/.state`: it must say `research`, `research:awaiting_approval` or `research:approved`. If it says anything else, STOP and report the mismatch.
    "#);
}

#[test]
fn the_agents_of_opencode_may_edit_what_their_phase_may() {
    let project = project();
    project.all(&["prompts sync opencode"]);
    let head = |name: &str| {
        let text = project.read(&format!(".opencode/agents/automaton-{name}.md"));
        text.split("\n---\n")
            .next()
            .expect("front matter")
            .to_owned()
    };
    assert_snapshot!(head("research"), @r#"
    ---
    description: "Find out what is wanted, and write it down so that it can be tested. Use it when a task of the workflow default is in the phase research, which `automaton status` shows, before any work on that task."
    mode: "subagent"
    permission:
      "edit":
        "*": "deny"
        ".automaton": "deny"
        ".automaton/*": "deny"
        ".git": "deny"
        ".git/*": "deny"
        ".husky": "deny"
        ".husky/*": "deny"
        ".githooks": "deny"
        ".githooks/*": "deny"
        ".claude": "deny"
        ".claude/*": "deny"
        ".codex": "deny"
        ".codex/*": "deny"
        ".gemini": "deny"
        ".gemini/*": "deny"
        ".github/hooks": "deny"
        ".github/hooks/*": "deny"
        ".cursor/hooks.json": "deny"
        ".cursor/hooks.json/*": "deny"
        ".windsurf/hooks.json": "deny"
        ".windsurf/hooks.json/*": "deny"
        ".cline*": "deny"
        ".cline*/*": "deny"
        ".clinerules": "deny"
        ".clinerules/*": "deny"
        ".kiro": "deny"
        ".kiro/*": "deny"
        ".opencode": "deny"
        ".opencode/*": "deny"
        ".automaton/tasks/*/SPEC.md": "allow"
        ".automaton/tasks/*/VRAM_CONFIG.md": "allow"
        ".automaton/tasks/*/PARENT_SPEC.md": "allow"
        ".automaton/tasks/*/REVIEW.md": "allow"
      "bash":
        "*": "ask"
        "automaton status*": "allow"
        "automaton prompt *": "allow"
        "automaton validate-folder*": "allow"
        "automaton can-edit*": "allow"
        "automaton log*": "allow"
        "automaton explain*": "allow"
        "automaton create-task *": "allow"
        "automaton transition *": "allow"
        "*>*": "ask"
        "*|*": "ask"
        "*;*": "ask"
        "*&*": "ask"
        "*`*": "ask"
        "*$*": "ask"
        "*approve*": "ask"
        "*reject*": "ask"
        "*rework*": "ask"
        "*repair*": "deny"
        "*override*": "deny"
        "*abandon*": "deny"
    "#);
    assert_snapshot!(head("implement"), @r#"
    ---
    description: "Make the change, with its tests. Use it when a task of the workflow default is in the phase implement, which `automaton status` shows, before any work on that task."
    mode: "subagent"
    permission:
      "edit":
        "*": "allow"
        ".automaton": "deny"
        ".automaton/*": "deny"
        ".git": "deny"
        ".git/*": "deny"
        ".husky": "deny"
        ".husky/*": "deny"
        ".githooks": "deny"
        ".githooks/*": "deny"
        ".claude": "deny"
        ".claude/*": "deny"
        ".codex": "deny"
        ".codex/*": "deny"
        ".gemini": "deny"
        ".gemini/*": "deny"
        ".github/hooks": "deny"
        ".github/hooks/*": "deny"
        ".cursor/hooks.json": "deny"
        ".cursor/hooks.json/*": "deny"
        ".windsurf/hooks.json": "deny"
        ".windsurf/hooks.json/*": "deny"
        ".cline*": "deny"
        ".cline*/*": "deny"
        ".clinerules": "deny"
        ".clinerules/*": "deny"
        ".kiro": "deny"
        ".kiro/*": "deny"
        ".opencode": "deny"
        ".opencode/*": "deny"
        ".automaton/tasks/*/IMPLEMENTATION.md": "allow"
        ".automaton/tasks/*/VRAM_CONFIG.md": "allow"
        ".automaton/tasks/*/PARENT_SPEC.md": "allow"
        ".automaton/tasks/*/REVIEW.md": "allow"
      "bash":
        "*": "ask"
        "automaton status*": "allow"
        "automaton prompt *": "allow"
        "automaton validate-folder*": "allow"
        "automaton can-edit*": "allow"
        "automaton log*": "allow"
        "automaton explain*": "allow"
        "automaton create-task *": "allow"
        "automaton transition *": "allow"
        "*>*": "ask"
        "*|*": "ask"
        "*;*": "ask"
        "*&*": "ask"
        "*`*": "ask"
        "*$*": "ask"
        "*approve*": "ask"
        "*reject*": "ask"
        "*rework*": "ask"
        "*repair*": "deny"
        "*override*": "deny"
        "*abandon*": "deny"
    "#);
    assert_snapshot!(head("doc-review"), @r#"
    ---
    description: "Bring the documentation in line with the code. Use it when a task of the workflow default is in the phase doc_review, which `automaton status` shows, before any work on that task."
    mode: "subagent"
    permission:
      "edit":
        "*": "deny"
        "docs/*": "allow"
        "*.md": "allow"
        "*/*.md": "allow"
        "*.rst": "allow"
        "*/*.rst": "allow"
        "*.adoc": "allow"
        "*/*.adoc": "allow"
        ".automaton": "deny"
        ".automaton/*": "deny"
        ".git": "deny"
        ".git/*": "deny"
        ".husky": "deny"
        ".husky/*": "deny"
        ".githooks": "deny"
        ".githooks/*": "deny"
        ".claude": "deny"
        ".claude/*": "deny"
        ".codex": "deny"
        ".codex/*": "deny"
        ".gemini": "deny"
        ".gemini/*": "deny"
        ".github/hooks": "deny"
        ".github/hooks/*": "deny"
        ".cursor/hooks.json": "deny"
        ".cursor/hooks.json/*": "deny"
        ".windsurf/hooks.json": "deny"
        ".windsurf/hooks.json/*": "deny"
        ".cline*": "deny"
        ".cline*/*": "deny"
        ".clinerules": "deny"
        ".clinerules/*": "deny"
        ".kiro": "deny"
        ".kiro/*": "deny"
        ".opencode": "deny"
        ".opencode/*": "deny"
        ".automaton/tasks/*/DOC_REVIEW.md": "allow"
        ".automaton/tasks/*/VRAM_CONFIG.md": "allow"
        ".automaton/tasks/*/PARENT_SPEC.md": "allow"
        ".automaton/tasks/*/REVIEW.md": "allow"
      "bash":
        "*": "ask"
        "automaton status*": "allow"
        "automaton prompt *": "allow"
        "automaton validate-folder*": "allow"
        "automaton can-edit*": "allow"
        "automaton log*": "allow"
        "automaton explain*": "allow"
        "automaton create-task *": "allow"
        "automaton transition *": "allow"
        "*>*": "ask"
        "*|*": "ask"
        "*;*": "ask"
        "*&*": "ask"
        "*`*": "ask"
        "*$*": "ask"
        "*approve*": "ask"
        "*reject*": "ask"
        "*rework*": "ask"
        "*repair*": "deny"
        "*override*": "deny"
        "*abandon*": "deny"
    "#);
    assert_snapshot!(head("orchestrate"), @r#"
    ---
    description: "You take the task `TASK` from where it stands to its end. You move it, you hand the work of each phase to an agent that follows that phase's prompt, and you ask the user whatever only the user can decide. You do none of that work yourself. Use it for tasks of the workflow default when the user says orchestrate."
    mode: "all"
    permission:
      "edit":
        "*": "deny"
      "bash":
        "*": "ask"
        "automaton status*": "allow"
        "automaton prompt *": "allow"
        "automaton validate-folder*": "allow"
        "automaton can-edit*": "allow"
        "automaton log*": "allow"
        "automaton explain*": "allow"
        "automaton create-task *": "allow"
        "automaton transition *": "allow"
        "*>*": "ask"
        "*|*": "ask"
        "*;*": "ask"
        "*&*": "ask"
        "*`*": "ask"
        "*$*": "ask"
        "*approve*": "ask"
        "*reject*": "ask"
        "*rework*": "ask"
        "*repair*": "deny"
        "*override*": "deny"
        "*abandon*": "deny"
    "#);
    assert_snapshot!(project.read(".opencode/commands/automaton-referee.md"), @r#"
    ---
    description: "Weigh everything that was written, and decide. Use it when a task of the workflow default is in the phase referee, which `automaton status` shows, before any work on that task."
    agent: "automaton-referee"
    ---

    Run this and follow what it prints, to the letter. If it refuses, report what it says and stop.

    ```sh
    automaton prompt referee --task $ARGUMENTS
    ```
    "#);
}

#[test]
fn nothing_allows_beforehand_what_a_person_decides() {
    let project = project();
    project.all(&["prompts sync skills claude opencode agents"]);
    let files = [".agents/", ".claude/", ".opencode/", "AGENTS.md"];
    let files = files.iter().flat_map(|folder| below(&project, folder));
    let mut seen = 0;
    for (path, text) in files {
        seen += 1;
        assert!(!text.contains("allowed-tools"), "{path}");
        let lines = text.lines().filter(|line| line.contains(": \"allow\""));
        for line in lines {
            for word in ["approve", "repair", "override", "abandon", "automaton *"] {
                assert!(!line.contains(word), "{path}: {line}");
            }
        }
        if path.starts_with(".opencode/agents/") {
            // The last that matches counts.
            let bash = text.split("\"bash\":").nth(1).expect("rules");
            let last = |word: &str| {
                let rules = bash.split("\n---").next().expect("front matter").lines();
                rules
                    .rev()
                    .find(|line| line.contains(word) || line.contains("\"automaton "))
                    .map(str::trim)
            };
            assert_eq!(last("approve"), Some("\"*approve*\": \"ask\""), "{path}");
            assert_eq!(last("repair"), Some("\"*repair*\": \"deny\""), "{path}");
        }
    }
    assert_eq!(seen, 12 + 24 + 24 + 1);
}

#[test]
fn commands_of_claude_ask_for_the_prompt_of_the_task() {
    let project = project();
    assert_snapshot!(project.run("prompts sync claude --dry-run --quiet").exit, @"0");
    assert!(!project.path(".claude").exists());
    project.all(&["prompts sync claude"]);
    assert_snapshot!(project.read(".claude/commands/automaton/research.md"), @r#"
    ---
    description: "Find out what is wanted, and write it down so that it can be tested. Use it when a task of the workflow default is in the phase research, which `automaton status` shows, before any work on that task."
    argument-hint: "[task]"
    ---

    Run this and follow what it prints, to the letter. If it refuses, report what it says and stop.

    ```sh
    automaton prompt research --task $ARGUMENTS
    ```
    "#);
    assert!(
        project
            .path(".claude/skills/automaton-bug-find/SKILL.md")
            .is_file()
    );
}

#[test]
fn what_nobody_changed_is_replaced_and_what_somebody_changed_stays() {
    let project = Project::bare();
    project.all(&["init --from minimal", "prompts sync skills"]);
    let skill = ".agents/skills/automaton-work/SKILL.md";
    let first = project.read(skill);
    assert_snapshot!(project.run("prompts sync skills"), @"
    exit 0
    nothing to do
    ");
    // The prompt changes, and the skill with it.
    let prompt = project.read(".automaton/prompts/work.md");
    project.write(
        ".automaton/prompts/work.md",
        &prompt.replace("Run the tests.", "Run all tests."),
    );
    assert_snapshot!(project.run("prompts sync skills"), @"
    exit 0
    in sync: skills
      changed .agents/skills/automaton-work/SKILL.md
    ");
    assert_eq!(
        project.read(skill),
        first.replace("Run the tests.", "Run all tests.")
    );
    // Somebody changes the skill.
    project.write(skill, "mine\n");
    project.write(".automaton/prompts/work.md", &prompt);
    let files = project.files().len();
    assert_snapshot!(project.run("prompts sync skills"), @"
    exit 1
    left as they are: 1
      left .agents/skills/automaton-work/SKILL.md: somebody changed it since it was installed; compare it with `.agents/skills/automaton-work/SKILL.md.new`
    ");
    assert_eq!(project.read(skill), "mine\n");
    assert_eq!(project.read(&format!("{skill}.new")), first);
    assert_eq!(project.files().len(), files + 1);
    assert_snapshot!(project.run("prompts sync skills --uninstall"), @"
    exit 1
    left as they are: 1
      left .agents/skills/automaton-work/SKILL.md: somebody changed it since it was installed
    ");
    assert_eq!(project.read(skill), "mine\n");
}

#[test]
fn a_skill_of_a_phase_that_is_gone_goes_and_uninstalling_leaves_nothing() {
    let project = Project::bare();
    project.all(&["init --from rfc"]);
    project.write(".claude/settings.json", "{}\n");
    project.write("AGENTS.md", "# Ours\n\nBe kind.\n");
    let before = project.files();
    project.all(&["prompts sync skills claude opencode agents"]);
    let workflow = project.read(".automaton/workflow.kdl");
    let renamed = workflow.replace("phase draft", "phase sketch");
    let renamed = renamed
        .replace("initial draft", "initial sketch")
        .replace("rework draft", "rework sketch");
    project.write(".automaton/workflow.kdl", &renamed);
    assert_snapshot!(project.run("prompts sync skills"), @"
    exit 0
    in sync: skills
      changed .agents/skills/automaton-sketch/SKILL.md
      changed .agents/skills/automaton-decide/SKILL.md
      changed .agents/skills/automaton-draft/SKILL.md (removed)
    ");
    assert!(!project.path(".agents/skills/automaton-draft").exists());
    project.write(".automaton/workflow.kdl", &workflow);
    project.all(&["prompts sync skills claude opencode agents --uninstall"]);
    assert_eq!(project.files(), before);
    assert!(!project.path(".opencode").exists());
}

#[test]
fn the_block_in_agents_md_leaves_the_rest_as_it_is() {
    let project = Project::bare();
    project.all(&["init --from rfc"]);
    project.write("AGENTS.md", "# Ours\n\nBe kind.");
    project.all(&["prompts sync agents"]);
    let text = project.read("AGENTS.md");
    assert_snapshot!(text, @"
    # Ours

    Be kind.

    <!-- automaton: rendered by `automaton prompts sync agents` -->
    ## Workflow

    All work in this project is done in tasks of the workflow `rfc`, which `automaton` enforces: it refuses steps,
    edits and commits that the workflow does not allow.

    1. Run `automaton status` before you do anything. It shows each task, what may happen next, and who must do it.
    2. Run `automaton prompt --task TASK` and follow what it prints. It is the prompt for the state of that task.
    3. Create a task for new work with `automaton create-task NAME`, and never by hand.
    4. Read refusals: each says what is wrong and which command comes next.
    5. Do not write `.state` files, do not approve your own work, and do not go round a refusal: ask the user.

    The prompts:

    - `draft`: Write the proposal, and answer comments until the reviewers are content
    - `decide`: Write down the decision and its reasons
    <!-- automaton: end -->
    ");
    // Others write before and behind it.
    project.write("AGENTS.md", &format!("First.\n\n{text}\nLast.\n"));
    assert_eq!(project.run("prompts sync agents").stdout, "nothing to do\n");
    let workflow = project.read(".automaton/workflow.kdl");
    project.write(
        ".automaton/workflow.kdl",
        &workflow.replace("Write the proposal", "Sketch it"),
    );
    assert_snapshot!(project.run("prompts sync agents"), @"
    exit 0
    in sync: agents
      changed AGENTS.md
    ");
    let changed = text.replace("Write the proposal", "Sketch it");
    assert_eq!(
        project.read("AGENTS.md"),
        format!("First.\n\n{changed}\nLast.\n")
    );
    // Somebody writes into it.
    let torn = project
        .read("AGENTS.md")
        .replace("## Workflow", "## Our workflow");
    project.write("AGENTS.md", &torn);
    project.write(".automaton/workflow.kdl", &workflow);
    assert_snapshot!(project.run("prompts sync agents"), @"
    exit 1
    left as they are: 1
      left AGENTS.md: somebody changed the block in it; compare it with `AGENTS.md.new`
    ");
    assert_eq!(project.read("AGENTS.md"), torn);
    let repaired = torn.replace("## Our workflow", "## Workflow");
    project.write("AGENTS.md", &repaired);
    project.all(&["prompts sync agents --uninstall"]);
    assert_eq!(
        project.read("AGENTS.md"),
        "First.\n\n# Ours\n\nBe kind.\n\nLast.\n"
    );
    // One mark without the other.
    project.write("AGENTS.md", "<!-- automaton: end -->\n");
    assert_snapshot!(project.run("prompts sync agents"), @"
    exit 1
    left as they are: 1
      left AGENTS.md: the marks of the block in it do not match
    ");
}

#[test]
fn a_prompt_that_is_not_there_stops_it_and_a_link_is_not_followed() {
    let project = Project::bare();
    project.all(&["init --from minimal"]);
    fs::create_dir(project.path("elsewhere")).expect("a folder");
    std::os::unix::fs::symlink("elsewhere", project.path(".agents")).expect("a link");
    assert_snapshot!(project.run("prompts sync skills"), @"
    exit 1
    left as they are: 1
      left .agents/skills/automaton-work/SKILL.md: .agents: cannot open the folder: Not a directory (os error 20)
    ");
    assert_eq!(
        fs::read_dir(project.path("elsewhere"))
            .expect("a folder")
            .count(),
        0
    );
    fs::remove_file(project.path(".automaton/prompts/work.md")).expect("removed");
    assert_snapshot!(project.run("prompts sync agents"), @"
    exit 1
    --- stderr
    refused: `.automaton/prompts/work.md` cannot be read: it is not there  [prompt-missing]
      next: automaton prompts check
    ");
    assert_eq!(project.run("prompts sync").exit, 2);
}
