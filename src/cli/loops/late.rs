//! Loops that do not tick as often as they are to.

use std::path::Path;

use crate::clock;
use crate::loops::{LoopFolder, late, names};
use crate::report::Symptom;

/// Every loop that is late or cannot be read, with what there is to say about it, and how many loops
/// there are.
fn troubles(automaton: &Path) -> (usize, Vec<String>) {
    let names = match names(automaton) {
        Ok(names) => names,
        Err(error) => return (0, vec![error.to_string()]),
    };
    let now = clock::now();
    let trouble = |name| {
        let folder = LoopFolder::open(automaton, name);
        let read = folder.and_then(|folder| Ok((folder.plan()?, folder.state()?)));
        match read {
            Ok((plan, state)) => {
                late::late(&plan, &state, &now).map(|why| format!("`{name}`: {why}"))
            }
            Err(error) => Some(error.to_string()),
        }
    };
    (names.len(), names.iter().filter_map(trouble).collect())
}

/// What a look at all tasks has to say about loops.
pub(in crate::cli) fn warnings(automaton: &Path) -> Vec<String> {
    let (_, troubles) = troubles(automaton);
    let said = |trouble| format!("a loop needs a look: {trouble}");
    troubles.into_iter().map(said).collect()
}

/// What a check-up has to say about loops; nothing where there are none.
pub(in crate::cli) fn symptom(automaton: &Path) -> Option<Symptom> {
    let (count, troubles) = troubles(automaton);
    if troubles.is_empty() {
        let fine = || {
            Symptom::ok(
                "loops",
                format!("{count}, and each ticks as often as it is to"),
            )
        };
        return (count > 0).then(fine);
    }
    let remedy = "run `automaton loop status`, and `automaton loop schedule show LOOP`";
    Some(Symptom::warning("loops", troubles.join("; "), remedy))
}
