//! An agent that knows nothing but its prompts takes a task from the beginning to the end.

use crate::project::Project;

/// The task that is walked.
const TASK: &str = "login";

/// The section under a heading.
fn section<'t>(prompt: &'t str, heading: &str) -> &'t str {
    let start = prompt.find(&format!("\n## {heading}\n"));
    let rest = &prompt[start.unwrap_or_else(|| panic!("no {heading} in\n{prompt}")) + 1..];
    rest.find("\n## ").map_or(rest, |end| &rest[..end])
}

/// The commands of a section, one for each line of its blocks, without what stands behind them.
fn commands(section: &str) -> Vec<String> {
    let mut inside = false;
    let mut commands = Vec::new();
    for line in section.lines().map(str::trim) {
        if line.starts_with("```") {
            inside = !inside;
        } else if inside {
            let call = line.split("  #").next().unwrap_or_default();
            let call = call.strip_prefix("automaton ").expect("a command of ours");
            commands.push(call.to_owned());
        }
    }
    commands
}

fn run(project: &Project, call: &str) {
    let words = shlex::split(call).expect("words");
    let words = words.iter().map(String::as_str);
    let run = project.finish(project.command().env("CLAUDECODE", "1").args(words));
    assert_eq!(run.exit, 0, "{call}\n{run}");
}

/// Does the work of the phase: every artifact, as its contract wants it.
fn work(project: &Project) {
    let found = project.json(&["prompt", "--task", TASK, "--json"]);
    for path in found["artifacts"]["produces"].as_array().expect("paths") {
        let text = "# Written\n\nCONTRACT_MET\n\nVerdict: PASS\n";
        project.write(path.as_str().expect("a path"), text);
    }
}

/// The command that leads on from where the task stands, as the prompts have it.
fn onward(project: &Project, state: &str) -> String {
    let prompt = project.as_agent(&format!("prompt --task {TASK}")).stdout;
    if prompt.contains("\n## Approval Gate") {
        let gate = commands(section(&prompt, "Approval Gate (MANDATORY)"));
        let [submit, approve, _reject, onward @ ..] = gate.as_slice() else {
            panic!("{gate:?}");
        };
        // Where the user has the choice, it is the longer way without sub-tasks.
        let next = onward.iter().find(|call| !call.contains("decomposition"));
        return match state.split_once(':') {
            None => submit.clone(),
            Some((_, "awaiting_approval")) => approve.clone(),
            Some(_) => next.expect("a way on").clone(),
        };
    }
    let end = section(&prompt, "What Ends This Phase");
    if let Some((_, onward)) = end.split_once("\nThen take the step that is open:\n") {
        return commands(onward)[0].clone();
    }
    assert!(
        end.contains("The orchestrator takes the task on to"),
        "{end}"
    );
    let prompt = project
        .as_agent(&format!("prompt orchestrate --task {TASK}"))
        .stdout;
    commands(section(&prompt, "Where the Task Stands"))[0].clone()
}

#[test]
fn the_prompts_lead_an_agent_through_the_default_workflow() {
    let project = Project::bare();
    project.all(&["init"]);
    let workflow = project.read(".automaton/workflow.kdl");
    project.write(
        ".automaton/workflow.kdl",
        &workflow.replace("by=human", "by=anyone"),
    );
    project.all(&[
        "prompts check --fix",
        "lint-workflow",
        &format!("create-task {TASK}"),
    ]);
    let mut walked = Vec::new();
    while project.state(TASK).trim() != "complete" {
        assert!(walked.len() < 40, "{walked:?}");
        let state = project.state(TASK).trim().to_owned();
        let prompt = project.as_agent(&format!("prompt --task {TASK}")).stdout;
        for call in commands(section(&prompt, "Pre-Work Validation (MANDATORY)")) {
            run(&project, &call);
        }
        if !state.contains(':') {
            work(&project);
        }
        run(&project, &onward(&project, &state));
        walked.push(state);
    }
    assert_eq!(
        walked,
        [
            "new",
            "research",
            "research:awaiting_approval",
            "research:approved",
            "design",
            "design:awaiting_approval",
            "design:approved",
            "test_design",
            "test_design:awaiting_approval",
            "test_design:approved",
            "implement",
            "bug_find",
            "adversarial_bug_find",
            "doc_review",
            "referee",
        ]
    );
    assert_eq!(project.run("audit").exit, 0);
}

#[test]
fn where_a_person_decides_the_prompt_says_what_the_user_types() {
    let project = Project::bare();
    project.all(&[
        "init",
        "create-task login",
        "transition research --task login",
    ]);
    work(&project);
    project.all(&["transition research:awaiting_approval --task login"]);
    let prompt = project.as_agent("prompt --task login").stdout;
    let gate = section(&prompt, "Approval Gate (MANDATORY)");
    assert!(
        gate.contains("Ask the user to decide in a terminal of their own."),
        "{gate}"
    );
    assert!(
        gate.contains("the user types the task's name, `login`, to"),
        "{gate}"
    );
    let typed = &commands(gate)[1];
    assert_eq!(typed, "approve --task login");
    // The agent cannot, and is told the same.
    let refused = project.as_agent(&format!("{typed} --json"));
    assert_eq!(refused.exit, 3, "{refused}");
    let answer: serde_json::Value = serde_json::from_str(&refused.stdout).expect("one document");
    let next = serde_json::json!([{"run": "automaton approve --task login", "by": "human"}]);
    assert_eq!(answer["next"], next);
    let stands = section(&prompt, "Where the Task Stands");
    let (anyone, person) = stands
        .split_once("A person alone may run these")
        .expect("both");
    assert_eq!(commands(anyone), ["transition research --task login"]);
    assert_eq!(commands(person)[0], *typed);
}
