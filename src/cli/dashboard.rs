//! `automaton dashboard`

mod decisions;
mod desk;
mod projects;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::output::{self, USAGE};
use super::refusals::IO;
use super::session::Session;
use crate::approval::{Terminal, person};
use crate::dashboard::{Served, Token, serve};
use crate::diagnostic::{Diagnostic, NextStep};
use crate::engine::topics::PERSON_REQUIRED;
use crate::report::Answer;
use desk::Rooms;

/// Show in a browser where tasks stand, and decide there
///
/// The page is served to this machine alone until the command is interrupted, and can be looked at
/// only. With `--approve` whoever opens the link that stands on the terminal may also decide.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Show the projects in these folders: a project, or a folder with projects in it
    #[arg(value_name = "DIR", conflicts_with_all = ["project", "framework"])]
    folders: Vec<PathBuf>,
    /// Serve on this port instead of a free one
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 0,
        hide_default_value = true
    )]
    port: u16,
    /// Let the person at this terminal approve and reject on the page
    #[arg(long)]
    approve: bool,
}

impl Args {
    /// Whether the page is to decide.
    pub(super) fn decides(&self) -> bool {
        self.approve
    }
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    if session.global.json {
        let message = "refused: the dashboard serves pages, and `--json` answers with one document";
        let status = NextStep::anyone("automaton status --json");
        let found = Diagnostic::call(&USAGE, message).next(status);
        return Err(Answer::refused(found));
    }
    let rooms = Rooms::open(projects::sessions(&args.folders, session)?)?;
    let failed = |error: io::Error| {
        let found = Diagnostic::call(&IO, "failed: the dashboard cannot be served");
        Answer::refused(found.reason(error.to_string()))
    };
    let terminal = if args.approve {
        Some(confirmed(session)?)
    } else {
        None
    };
    let link = terminal.as_ref().map(|_| Token::new()).transpose();
    let link = link.map_err(failed)?;
    let told = {
        let link = link.clone();
        move |served: Served| match (terminal, link) {
            (Some(terminal), Some(link)) => terminal.tell(&format!(
                "open this once to decide on the page; Ctrl-C ends it\n\
                 http://{}/enter?token={}",
                served.address,
                link.as_str()
            )),
            _ => output::announce(&format!("http://{}/\n", served.address)),
        }
    };
    serve(Arc::new(rooms), args.port, link, told).map_err(failed)?;
    Ok(Answer::page("the dashboard has ended", ""))
}

/// The terminal of a person who wants to decide on the page. An agent has none: what it starts can
/// only be looked at.
fn confirmed(session: &Session) -> Result<Terminal, Answer> {
    let refused = |why: String| {
        let found = Diagnostic::call(&PERSON_REQUIRED, "refused: a dashboard that approves");
        let found = found
            .reason("only a person at a terminal starts one")
            .reason(why)
            .next(NextStep::human("automaton dashboard --approve"))
            .next(NextStep::anyone("automaton dashboard"));
        Answer::refused(found)
    };
    let terminal = person(&session.environment).map_err(|why| refused(why.to_string()))?;
    let preview = "let whoever opens the link approve and reject in your name";
    match terminal.confirm(preview, "dashboard") {
        Ok(true) => Ok(terminal),
        Ok(false) => Err(refused(
            "`dashboard` was not typed, so it is a no".to_owned(),
        )),
        Err(error) => Err(refused(format!("the terminal failed: {error}"))),
    }
}
