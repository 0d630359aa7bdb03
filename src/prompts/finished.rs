//! The prompt for where a task stands: placeholders filled, and the commands that lead on.

use std::fmt::Write as _;

use super::document::unix;
use super::mend::mended;
use super::placeholders::Values;
use super::section::MARK;
use super::subject::Subject;
use crate::diagnostic::By;
use crate::engine::{Outlook, Verdict};
use crate::workflow::{Model, SubState};

/// The text of a prompt, filled with what is known of the task and of what may happen next. Sections that
/// the workflow owns are as it says, whatever the file has there.
pub fn finished(
    model: &Model,
    subject: Subject<'_>,
    text: &str,
    values: &Values,
    outlook: &Outlook,
) -> String {
    let unmarked = unix(&mended(model, subject, text)).replace(&format!("\n{MARK}\n"), "\n");
    let mut filled = values.fill(unmarked.trim_start_matches('\u{feff}').trim_end());
    filled.push_str("\n\n## Where the Task Stands\n\n");
    _ = writeln!(
        filled,
        "`{}` is in the state `{}`.{}",
        values.task,
        values.state,
        standing(model, subject, values)
    );
    let (mut yours, mut theirs) = (String::new(), String::new());
    for prospect in &outlook.ahead {
        let lines = match prospect.step.by {
            By::Anyone => &mut yours,
            By::Human => &mut theirs,
        };
        let note = match &prospect.verdict {
            Verdict::Open | Verdict::NeedsPerson | Verdict::NeedsSignature => String::new(),
            Verdict::NeedsCheck(checks) => {
                let checks: Vec<&str> = checks.iter().map(|check| check.command.as_str()).collect();
                format!("  # runs: {}", checks.join("; "))
            }
            Verdict::Blocked(refusal) => {
                let sentences = refusal.sentences(model);
                let first = sentences
                    .first()
                    .and_then(|(_, sentence)| sentence.lines().next());
                format!("  # not yet: {}", first.unwrap_or_default())
            }
        };
        _ = writeln!(lines, "{}{note}", prospect.step.run);
    }
    for (title, lines) in [
        ("The commands that lead on from here:", yours),
        (
            "A person alone may run these; ask the user to type them in a terminal:",
            theirs,
        ),
    ] {
        if !lines.is_empty() {
            _ = write!(filled, "\n{title}\n\n```sh\n{lines}```\n");
        }
    }
    filled
}

/// What the sub-state means for the work.
fn standing(model: &Model, subject: Subject<'_>, values: &Values) -> &'static str {
    let state = model.state_named(&values.state);
    let sub = state.map_or(SubState::Base, |state| state.sub);
    match (subject, sub) {
        (Subject::General(_), _) | (_, SubState::Base) => "",
        (_, SubState::Pending) => {
            " It waits for a decision: change nothing, and ask the user for it."
        }
        (_, SubState::Granted) => " It is approved: change nothing, and take the next step.",
    }
}
