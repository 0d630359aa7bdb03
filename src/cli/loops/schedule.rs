//! `automaton loop schedule`: having the machine tick a loop by itself.

use super::failures::refused;
use crate::cli::scheduling::{self, With};
use crate::cli::session::Session;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::environment::search_path;
use crate::loops::LoopFolder;
use crate::names::LoopName;
use crate::report::Answer;
use crate::schedule::{Cadence, Job, Order, Scheduler, Written};
use crate::task::root::Project;

use super::topics::NO_CADENCE;

/// Have this machine tick a loop by itself, as often as its plan says
///
/// It becomes a timer of the user's systemd where that runs, and a line of the user's crontab
/// elsewhere. The call names this program and the project by their absolute paths, and finds other
/// programs where this call finds them. A halt takes the schedule away.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Install the schedule of a loop, in the place of an earlier one
    Install(Of),
    /// Remove the schedule of a loop
    Remove(Of),
    /// Show the schedule of a loop: what is installed, or what would be
    Show(Of),
}

#[derive(Debug, clap::Args)]
struct Of {
    /// The loop
    #[arg(value_name = "LOOP")]
    name: LoopName,
    /// The scheduler, wherever it would be otherwise
    #[arg(long, value_name = "SCHEDULER")]
    with: Option<With>,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let (of, order) = match &args.action {
        Action::Install(of) => (of, Some(Order::Install)),
        Action::Remove(of) => (of, Some(Order::Remove)),
        Action::Show(of) => (of, None),
    };
    let project = session.project()?;
    let folder = LoopFolder::open(project.automaton_dir(), &of.name);
    let folder = folder.map_err(|error| refused(&error))?;
    let job = job(&project, &folder)?;
    let scheduler = With::or_here(of.with);
    let show = show(&of.name);
    let answer = match order {
        Some(order) => scheduling::carry_out(session, scheduler, (order, of.dry_run), &job, &show)?,
        None => shown(session, scheduler, &job, &show)?,
    };
    Ok(answer.field("loop", of.name.to_string()))
}

fn shown(session: &Session, scheduler: Scheduler, job: &Job, show: &str) -> Result<Answer, Answer> {
    let there = scheduler.installed(job, scheduling::config(session));
    let there = there.map_err(|error| scheduling::refused(error, show))?;
    if there == Written::Nothing {
        let order = (Order::Install, true);
        let answer = scheduling::carry_out(session, scheduler, order, job, show)?;
        return Ok(answer.field("installed", false));
    }
    let message = format!("{} is installed", job.name);
    let page = match &there {
        Written::Nothing => String::new(),
        Written::Line(line) => format!("{line}\n"),
        Written::Units(units) => units
            .iter()
            .map(|(path, text)| format!("{}\n{text}", path.display()))
            .collect::<Vec<_>>()
            .join("\n"),
    };
    let answer = Answer::page(message, page).field("with", scheduler.word());
    Ok(scheduling::written_in(answer, &there).field("installed", true))
}

fn show(name: &LoopName) -> String {
    format!("automaton loop schedule show {name}")
}

/// The schedule of a loop whose plan says how often it ticks.
fn job(project: &Project, folder: &LoopFolder) -> Result<Job, Answer> {
    let plan = folder.plan().map_err(|error| refused(&error))?;
    let name = folder.name();
    let Some(cadence) = plan.schedule else {
        let found = Diagnostic::call(&NO_CADENCE, format!("refused: the schedule of `{name}`"));
        let found = found.reason("its `loop.json` has no `schedule`, such as `15m`");
        let by_hand = NextStep::anyone(format!("automaton loop tick {name}"));
        return Err(Answer::refused(found.next(by_hand)));
    };
    let (program, root) = scheduling::places(project.base(), &show(name))?;
    let path = search_path().and_then(|(_, path)| path.into_string().ok());
    let words = ["loop", "tick", name.as_str(), "--json", "--project", &root];
    Ok(Job {
        name: Job::named(&format!("loop-{name}"), project.base()),
        title: format!("Tick the loop {name} of {root}"),
        by: "loop schedule install",
        search_path: path,
        words: [program]
            .into_iter()
            .chain(words.map(str::to_owned))
            .collect(),
        cadence: Cadence::Every(cadence.0),
    })
}

/// Takes the schedule of a loop away, as well as that can be done: a tick that comes all the same
/// stands still. Says why it could not be.
pub(in crate::cli) fn take_away(
    session: &Session,
    project: &Project,
    folder: &LoopFolder,
) -> Option<String> {
    let job = job(project, folder).ok()?;
    let config = scheduling::config(session);
    let mut trouble = None;
    for scheduler in [Scheduler::Systemd, Scheduler::Cron] {
        // One that is not there has installed nothing.
        match scheduler.installed(&job, config) {
            Ok(Written::Nothing) | Err(crate::schedule::ScheduleError::Failed(_)) => {}
            Ok(_) => {
                let removed = scheduler.carry_out(Order::Remove, &job, config, false);
                trouble = removed.err().map(|error| error.to_string()).or(trouble);
            }
            Err(error) => trouble = Some(error.to_string()),
        }
    }
    trouble.map(|why| format!("the schedule could not be taken away: {why}"))
}
