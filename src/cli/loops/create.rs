//! `automaton loop create`

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::failures::refused;
use super::topics::LOOP_PLAN;
use crate::cli::duration::duration;
use crate::cli::session::Session;
use crate::cli::step;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::engine::scope_glob;
use crate::loops::plan::{Plan, Span};
use crate::loops::state::State;
use crate::loops::template::{TEMPLATES, template};
use crate::loops::{Amount, LoopFolder};
use crate::names::{LoopName, TaskPath};
use crate::report::{Answer, loop_page};
use crate::workflow::Glob;

/// Make a loop, and show every brake that it has
///
/// The plan is written to `.automaton/loops/NAME/loop.json`, which people edit. It begins with a
/// template, or with nothing but what the options say.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What the loop is to be called
    #[arg(value_name = "LOOP")]
    name: LoopName,
    /// Begin with a built-in plan: documentation-sync, dependency-update, flaky-test-hunt
    #[arg(long, value_name = "T")]
    from_template: Option<String>,
    /// Work on this task; several are worked on one after the other
    #[arg(long, value_name = "TASK")]
    task: Vec<TaskPath>,
    /// Run the harness at most so often
    #[arg(long, value_name = "N")]
    iterations: Option<u64>,
    /// Run for at most so long, all ticks together
    #[arg(long, value_name = "TIME", value_parser = duration)]
    wall_clock: Option<Duration>,
    /// Use at most so many tokens
    #[arg(long, value_name = "N")]
    tokens: Option<u64>,
    /// Spend at most so much money
    #[arg(long, value_name = "X")]
    money: Option<Amount>,
    /// Change nothing but these files
    #[arg(long, value_name = "GLOB", value_parser = scope_glob)]
    scope: Vec<Glob>,
    /// Tick so often, once the schedule is installed
    #[arg(long, value_name = "TIME", value_parser = duration)]
    every: Option<Duration>,
    /// Say what would be made, and make nothing
    #[arg(long)]
    dry_run: bool,
    /// The harness and its arguments; `{prompt}`, `{task}` and `{worktree}` are filled in
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    super::by_no_agent(session, "makes a loop")?;
    let place = session.place()?;
    let plan = plan(args)?;
    for task in &plan.tasks {
        step::find(&place, task)?;
    }
    let name = &args.name;
    let automaton = place.project.automaton_dir();
    // What was made is not read back: a failure to would deny that it was made.
    let state = State::new(name.clone(), plan.limits.clone(), &crate::clock::now());
    let message = if args.dry_run {
        format!("the loop `{name}` would be made")
    } else {
        let made = LoopFolder::create(automaton, name, &plan, &session.actor()?);
        made.map_err(|error| refused(&error))?;
        format!("made the loop `{name}`; its plan is `.automaton/loops/{name}/loop.json`")
    };
    let page = loop_page::work(&plan) + &loop_page::brakes(&plan, &state);
    let next = match (args.dry_run, plan.schedule) {
        (true, _) => Vec::new(),
        (false, None) => vec![NextStep::anyone(format!("automaton loop tick {name}"))],
        (false, Some(_)) => vec![
            NextStep::anyone(format!("automaton loop tick {name}")),
            NextStep::human(format!("automaton loop schedule install {name}")),
        ],
    };
    Ok(Answer::page(message.clone(), format!("{message}\n{page}"))
        .field("loop", name.to_string())
        .field("plan", json!(plan))
        .field("dry_run", args.dry_run)
        .next(next))
}

/// The plan of the template with what the options say.
fn plan(args: &Args) -> Result<Plan, Answer> {
    let unfit = |why: String| {
        let found = Diagnostic::call(
            &LOOP_PLAN,
            format!("refused: create the loop `{}`", args.name),
        );
        let name = &args.name;
        let example = "--task TASK --iterations 10 --scope \"docs/**\" -- HARNESS \"{prompt}\"";
        Answer::refused(found.reason(why).next(NextStep::human(format!(
            "automaton loop create {name} {example}"
        ))))
    };
    let mut value = match &args.from_template {
        None => json!({
            "select": {},
            "harness": {"command": [], "time_limit": "30m", "environment": ["PATH", "HOME", "LANG"]},
            "blast_radius": {"file_scope": [], "max_files": 20, "max_lines": 500},
        }),
        Some(name) => {
            let known: Vec<&str> = TEMPLATES.iter().map(|(name, _)| *name).collect();
            let text = template(name).ok_or_else(|| {
                unfit(format!(
                    "there is no template `{name}`; there are {}",
                    known.join(", ")
                ))
            })?;
            serde_json::from_str(text).map_err(|error| unfit(error.to_string()))?
        }
    };
    if !args.task.is_empty() {
        value
            .as_object_mut()
            .map(|plan| plan.shift_remove("select"));
        value["tasks"] = json!(args.task);
    }
    if !args.command.is_empty() {
        value["harness"]["command"] = json!(args.command);
        // Where another program says what it used is not known.
        if args.from_template.is_some() {
            value.as_object_mut().map(|plan| plan.shift_remove("meter"));
            let limits = value["limits"].as_object_mut();
            if let Some(limits) = limits {
                limits.retain(|name, _| name != "tokens" && name != "money");
            }
        }
    }
    if !args.scope.is_empty() {
        value["blast_radius"]["file_scope"] = json!(args.scope);
    }
    if let Some(cadence) = args.every {
        value["schedule"] = json!(Span(cadence));
    }
    let mut limits = value["limits"].as_object().cloned().unwrap_or_default();
    limit(&mut limits, "iterations", args.iterations);
    limit(&mut limits, "wall_clock", args.wall_clock.map(Span));
    limit(&mut limits, "tokens", args.tokens);
    limit(&mut limits, "money", args.money);
    value["limits"] = Value::Object(limits);
    Plan::parse(value.to_string().as_bytes()).map_err(unfit)
}

fn limit(limits: &mut Map<String, Value>, name: &str, most: Option<impl serde::Serialize>) {
    if let Some(most) = most {
        limits.insert(name.to_owned(), json!(most));
    }
}
