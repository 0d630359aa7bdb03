//! A refused edit in words: the reasons, the places in the workflow, and what leads on.

use super::bounds::listed;
use super::refusal::{EditRefusal, Trouble, Why, overriding};
use super::rules::{EditRules, PhaseRule};
use crate::diagnostic::NextStep;
use crate::engine::next_steps::{claim, repair, status};
use crate::names::{StateName, TaskPath};
use crate::source::Span;

/// How many tasks are spoken of one by one.
const MOST_TASKS: usize = 5;

/// Every reason, one line each.
pub(super) fn reasons(refused: &EditRefusal, rules: &EditRules) -> Vec<String> {
    let mut lines: Vec<String> = refused
        .why
        .iter()
        .take(MOST_TASKS)
        .map(|why| sentence(why, rules))
        .collect();
    if refused.why.len() > MOST_TASKS {
        lines.push(format!("and {} more tasks", refused.why.len() - MOST_TASKS));
    }
    if refused.why.iter().any(|why| {
        matches!(
            why,
            Why::Idle | Why::ShellUnheld | Why::Task(_, Trouble::Uncovered(_))
        )
    }) {
        lines.push(where_it_may_be(refused, rules));
    }
    lines
}

/// The places in the workflow that the reasons are about.
pub(super) fn spans(refused: &EditRefusal, rules: &EditRules) -> Vec<Span> {
    let phase = |state: &StateName| rules.state(state).map(|(phase, ..)| phase.span);
    let span = |why: &Why| match why {
        Why::ProtectedBy(span) | Why::Task(_, Trouble::Forbidden { span, .. }) => Some(*span),
        Why::Task(_, Trouble::Uncovered(state) | Trouble::SubState(state)) => phase(state),
        Why::Task(_, Trouble::Frozen { artifact, .. } | Trouble::NotDue { artifact, .. }) => {
            let mut writers = writers(rules, *artifact);
            writers.next().map(|(_, span)| span)
        }
        Why::Task(_, Trouble::OtherCase { artifact }) => Some(rules.artifact_at(*artifact).span),
        _ => None,
    };
    let mut spans = Vec::new();
    for span in refused.why.iter().take(MOST_TASKS).filter_map(span) {
        if !spans.contains(&span) {
            spans.push(span);
        }
    }
    spans
}

/// The commands that lead on; at least one for every refusal that a command can end.
pub(super) fn ways_out(refused: &EditRefusal, rules: &EditRules) -> Vec<NextStep> {
    let mut steps = Vec::new();
    let tasks = refused
        .why
        .iter()
        .filter(|why| matches!(why, Why::Task(..)));
    if tasks.count() > 1 {
        let claimed = |why: &Why| matches!(why, Why::Task(_, Trouble::Claimed(_)));
        if refused.why.iter().any(claimed) {
            steps.push(NextStep::anyone("automaton claims"));
        }
        steps.push(NextStep::anyone("automaton status"));
    } else {
        for why in &refused.why {
            match why {
                Why::Idle => steps.push(NextStep::anyone("automaton create-task NAME")),
                Why::Task(task, trouble) => steps.extend(ways(task, trouble, rules)),
                Why::OutOfBounds(bounds) => {
                    let status = format!("automaton loop status {}", bounds.by);
                    steps.push(NextStep::anyone(status));
                }
                Why::Nowhere(_) | Why::Outside(_) => {
                    steps.push(NextStep::anyone("automaton where"));
                }
                Why::OtherKind(_) | Why::Links(_) => {
                    steps.push(NextStep::anyone(
                        "automaton explain ".to_owned() + why.topic().code,
                    ));
                }
                _ => {}
            }
        }
    }
    if refused.why.iter().any(Why::yields) {
        steps.push(overriding());
    }
    if steps.is_empty() {
        steps.push(NextStep::anyone("automaton doctor"));
    }
    steps
}

fn ways(task: &TaskPath, trouble: &Trouble, rules: &EditRules) -> Vec<NextStep> {
    let from = |state: &StateName| -> Vec<NextStep> {
        let found = rules.state(state);
        found.map_or_else(Vec::new, |(_, state, _)| state.ways_for(task).collect())
    };
    match trouble {
        Trouble::Absent => vec![
            NextStep::anyone("automaton status"),
            NextStep::anyone(format!("automaton create-task {}", task.name())),
        ],
        Trouble::Untracked => vec![NextStep::human(format!("automaton upgrade --task {task}"))],
        Trouble::Broken { .. } | Trouble::WorkflowMissing => vec![repair(task, ""), status(task)],
        Trouble::Orphan(_) => vec![repair(task, " --as STATE")],
        Trouble::SubState(state) => {
            let mut steps = from(state);
            let back = format!("automaton transition {} --task {task}", state.phase);
            steps.sort_by_key(|step| step.run != back);
            steps
        }
        Trouble::Uncovered(state)
        | Trouble::Forbidden { state, .. }
        | Trouble::Frozen { state, .. }
        | Trouble::NotDue { state, .. } => from(state),
        Trouble::Unclaimed => vec![claim(task)],
        Trouble::Claimed(_) => vec![
            NextStep::anyone("automaton claims"),
            NextStep::human(format!("automaton release --task {task}")),
        ],
        Trouble::OutOfScope(_) => vec![
            NextStep::anyone(format!("automaton scope show --task {task}")),
            NextStep::human(format!("automaton scope set --all --task {task}")),
        ],
        Trouble::Abandoned | Trouble::Archived | Trouble::NotYours => {
            vec![NextStep::anyone("automaton status")]
        }
        Trouble::Unread(_)
        | Trouble::Record(_)
        | Trouble::OtherCase { .. }
        | Trouble::UnknownFile => vec![status(task)],
    }
}

fn sentence(why: &Why, rules: &EditRules) -> String {
    match why {
        Why::Nowhere(problem) => format!("the path {problem}"),
        Why::Outside(path) => format!(
            "it leads to `{path}`, which is outside the project; only the project's own files and the \
             system's folder for temporary files may be written"
        ),
        Why::Guarded(guard) => format!("`{}` is always guarded: {}", guard.path, guard.reason),
        Why::OutOfBounds(bounds) => bounds.to_string(),
        Why::ProtectedBy(_) => "the workflow protects it in every phase".to_owned(),
        Why::OtherKind(kind) => format!("{kind} stands there; only regular files are written"),
        Why::Links(links) => format!(
            "the file has {links} names (hard links), so that it would change under names that were \
             not checked"
        ),
        Why::Idle => "no task is under way, and every edit belongs to one".to_owned(),
        Why::ShellRefused => "the workflow says `shell refuse`".to_owned(),
        Why::ShellUnheld => "a shell command can write any file, and nothing would hold this one \
             to the phase; use the edit and read tools, or one plain `automaton` command"
            .to_owned(),
        Why::Fact(error) => error.to_string(),
        Why::Task(task, trouble) => of_task(task, trouble, rules),
    }
}

fn of_task(task: &TaskPath, trouble: &Trouble, rules: &EditRules) -> String {
    match trouble {
        Trouble::Absent => format!("there is no task `{task}`; only `create-task` makes one"),
        Trouble::Untracked => format!("`{task}` has no records: it was not made by this program"),
        Trouble::Broken { file, problem } => format!("`{task}`: `{file}` {problem}"),
        Trouble::Unread(error) => format!("`{task}`: {error}"),
        Trouble::Abandoned => format!("`{task}` was abandoned"),
        Trouble::Archived => format!("`{task}` is archived"),
        Trouble::WorkflowMissing => {
            format!("`{task}` was last moved under the project's own workflow file, which is gone")
        }
        Trouble::Orphan(state) => {
            format!("`{task}` is in `{state}`, which the workflow does not have")
        }
        Trouble::NotYours => format!("you work on another task than `{task}`"),
        Trouble::Unclaimed => format!("you have claimed other tasks, and not `{task}`"),
        Trouble::Claimed(claim) => format!(
            "`{}` has claimed `{task}` since {} until {}",
            claim.owner, claim.since, claim.until
        ),
        Trouble::OutOfScope(scope) => {
            format!("`{task}` is about {} and nothing else", listed(scope))
        }
        Trouble::Uncovered(state) => format!("`{task}` is in `{state}`, {}", edited(rules, state)),
        Trouble::SubState(state) => format!(
            "`{task}` is in `{state}`, where nothing is written; go back to `{}` first",
            state.phase
        ),
        Trouble::Record(_) => {
            "names that start with `.state` belong to the program alone".to_owned()
        }
        Trouble::Forbidden {
            artifact, state, ..
        } => format!(
            "`{task}` is in `{state}`, which forbids `{}`{}",
            rules.artifact_at(*artifact).name,
            written_in(rules, *artifact)
        ),
        Trouble::Frozen { artifact, state } => format!(
            "`{task}` is in `{state}`, and `{}` has to stay as it was left{}",
            rules.artifact_at(*artifact).name,
            written_in(rules, *artifact)
        ),
        Trouble::NotDue { artifact, state } => format!(
            "`{task}` is in `{state}`, which does not write `{}`{}",
            rules.artifact_at(*artifact).name,
            written_in(rules, *artifact)
        ),
        Trouble::OtherCase { artifact } => format!(
            "the name is spelled unlike the artifact `{}`, for which it would be taken",
            rules.artifact_at(*artifact).name
        ),
        Trouble::UnknownFile => {
            "the workflow does not name the file, and says `unknown-files refuse`".to_owned()
        }
    }
}

/// What a state edits, and what it writes, to follow the state.
fn edited(rules: &EditRules, state: &StateName) -> String {
    let Some((phase, _, is_base)) = rules.state(state) else {
        return "which the workflow does not have".to_owned();
    };
    let globs: Vec<String> = phase
        .edits
        .iter()
        .map(|glob| format!("`{}`", glob.value))
        .collect();
    let edits = if globs.is_empty() {
        "which edits no project files".to_owned()
    } else {
        format!("which edits {} and nothing else", globs.join(", "))
    };
    let written: Vec<String> = phase
        .produces
        .iter()
        .map(|mention| format!("`{}`", rules.artifact_at(mention.value).name))
        .collect();
    if written.is_empty() || !is_base {
        edits
    } else {
        format!("{edits}; it writes {}", written.join(", "))
    }
}

/// The phases that write an artifact, with the place where each says so.
fn writers(rules: &EditRules, artifact: u32) -> impl Iterator<Item = (&PhaseRule, Span)> {
    rules.phases.iter().filter_map(move |phase| {
        let mut mentions = phase.produces.iter();
        let mention = mentions.find(|mention| mention.value == artifact)?;
        Some((phase, mention.span))
    })
}

fn written_in(rules: &EditRules, artifact: u32) -> String {
    let names: Vec<String> = writers(rules, artifact)
        .map(|(phase, _)| format!("`{}`", phase.name))
        .collect();
    if names.is_empty() {
        String::new()
    } else {
        format!("; it is written in {}", names.join(" or "))
    }
}

/// Where the edit would be right.
fn where_it_may_be(refused: &EditRefusal, rules: &EditRules) -> String {
    let phases: Vec<String> = match &refused.code {
        Some(path) => rules
            .editing(path)
            .map(|phase| format!("`{}`", phase.name))
            .collect(),
        None => {
            let editing = rules.phases.iter().filter(|phase| !phase.edits.is_empty());
            editing.map(|phase| format!("`{}`", phase.name)).collect()
        }
    };
    let what = if refused.code.is_some() {
        "this file"
    } else {
        "project files"
    };
    if phases.is_empty() {
        format!("no phase of the workflow edits {what}")
    } else {
        format!("{what} may be edited in {}", phases.join(" or "))
    }
}
