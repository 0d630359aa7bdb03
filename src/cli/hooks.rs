//! `automaton hooks`

mod install;
mod scene;
mod test;
mod uninstall;

use clap::builder::PossibleValuesParser;

pub(super) use self::install::{HOOKS_LEFT, everything};
pub(super) use self::test::{HOOKS_BYPASSED, symptoms};
use super::session::Session;
use crate::guard::hooks::{GIT, SETUPS};
use crate::report::Answer;

/// Put the edit gate into harnesses and Git, and prove that it fires
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Install(install::Args),
    Uninstall(uninstall::Args),
    Test(test::Args),
}

/// Which harnesses a call is about.
#[derive(Debug, Default, clap::Args)]
struct Chosen {
    /// Only these; otherwise whatever is here
    #[arg(value_name = "HARNESS", value_parser = names())]
    names: Vec<String>,
}

impl Chosen {
    /// Whether the call names a harness, or leaves it to `otherwise`.
    fn includes(&self, name: &str, otherwise: impl FnOnce() -> bool) -> bool {
        if self.names.is_empty() {
            otherwise()
        } else {
            self.names.iter().any(|named| named == name)
        }
    }

    /// The names as a call repeats them.
    fn words(&self) -> String {
        let words = self.names.iter().map(|name| format!(" {name}"));
        words.collect()
    }
}

fn names() -> PossibleValuesParser {
    let harnesses = SETUPS.iter().map(|setup| setup.harness);
    harnesses.chain([GIT]).collect::<Vec<_>>().into()
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    match &args.action {
        Action::Install(args) => install::run(args, session),
        Action::Uninstall(args) => uninstall::run(args, session),
        Action::Test(args) => test::run(args, session),
    }
}
