//! `automaton hook`

mod pre_commit;

use std::io::{Read as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::output::USAGE;
use super::session::Session;
use crate::diagnostic::Diagnostic;
use crate::environment::own_program;
use crate::guard::{self, HARNESSES, Harness, Hook, Reply, harness, topics, undecided};
use crate::report::{self, Answer};

/// Answer a coding agent's harness, or Git: may this tool run, may this be committed
///
/// The tool call is read as JSON from standard input, and the answer is what the harness expects.
/// As `pre-commit`, what is staged is judged as the commit that it would be. `automaton hooks
/// install` writes the settings that call this.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Args {
    /// The harness that calls
    #[arg(value_name = "HARNESS", value_parser = names())]
    pub(super) harness: String,
    /// Let everything through outside a project
    #[arg(long)]
    pub(super) if_project: bool,
}

/// After this time the answer is no: harnesses let a tool run when its hook takes too long.
const DEADLINE: Duration = Duration::from_secs(2);
/// The largest payload that is read.
const LARGEST: u64 = 64 << 20;

fn names() -> clap::builder::PossibleValuesParser {
    let harnesses = HARNESSES.iter().map(|harness| harness.name());
    harnesses
        .chain([pre_commit::NAME])
        .collect::<Vec<_>>()
        .into()
}

/// For a harness it never returns: the process ends with what the harness understands.
pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    if args.harness == pre_commit::NAME {
        return pre_commit::run(args.if_project, session);
    }
    let Some(harness) = harness(&args.harness) else {
        let problem = format!("refused: there is no harness `{}`", args.harness);
        return Err(Answer::refused(Diagnostic::call(&USAGE, problem)));
    };
    let speaker = Speaker::of(harness);
    let late = speaker.clone();
    let watch = std::thread::Builder::new().spawn(move || {
        std::thread::sleep(DEADLINE);
        late.refuse(&undecided(&topics::TOO_SLOW));
    });
    // Without the watch nothing would keep the harness from waiting, and then letting go.
    if watch.is_err() {
        speaker.refuse(&undecided(&topics::FAILED));
    }
    std::panic::set_hook(Box::new(|_| ()));
    let own_program = own_program()
        .ok()
        .and_then(|path| Some(path.to_str()?.to_owned()));
    let hook = Hook {
        called: called(own_program.as_deref()),
        harness,
        if_project: args.if_project,
        environment: session.environment.clone(),
        own_program,
    };
    match catch_unwind(AssertUnwindSafe(|| hook.decide(&payload()))) {
        Ok(Ok(reply)) => speaker.say(&reply),
        Ok(Err(found)) => speaker.refuse(&found),
        Err(_) => speaker.refuse(&undecided(&topics::FAILED)),
    }
}

/// How a command calls this program: by its file where the hook does, and by its name otherwise.
fn called(own_program: Option<&str>) -> String {
    let first = std::env::args_os().next().unwrap_or_default();
    let by_file = first.as_encoded_bytes().contains(&b'/');
    let own_program = own_program.filter(|_| by_file);
    own_program.unwrap_or("automaton").to_owned()
}

/// Everything on standard input; nothing of it where there is too much, so that it is refused.
fn payload() -> Vec<u8> {
    let mut payload = Vec::new();
    let read = std::io::stdin()
        .lock()
        .take(LARGEST + 1)
        .read_to_end(&mut payload);
    if read.is_err() || payload.len() as u64 > LARGEST {
        payload.clear();
    }
    payload
}

/// Says one thing and ends the process; whoever comes second says nothing.
#[derive(Clone)]
struct Speaker {
    harness: &'static dyn Harness,
    spoken: Arc<AtomicBool>,
}

impl Speaker {
    fn of(harness: &'static dyn Harness) -> Self {
        Self {
            harness,
            spoken: Arc::default(),
        }
    }

    fn refuse(&self, found: &Diagnostic) -> ! {
        self.say(&self.harness.deny(&report::refusal(found)))
    }

    fn say(&self, reply: &Reply) -> ! {
        while self.spoken.swap(true, Ordering::AcqRel) {
            std::thread::park();
        }
        let written = std::io::stdout()
            .write_all(reply.stdout.as_bytes())
            .and_then(|()| std::io::stdout().flush())
            .and_then(|()| std::io::stderr().write_all(reply.stderr.as_bytes()));
        // A reply that cannot be given must not be read as leave.
        let exit = if written.is_ok() {
            reply.exit
        } else {
            guard::UNSPOKEN
        };
        std::process::exit(i32::from(exit))
    }
}
