//! What holds of all bytes that a harness may send.

use automaton::environment::Environment;
use automaton::guard::{Deed, HARNESSES, Hook};

/// No harness's payload breaks the gate, and where there is no project nothing is written.
pub fn holds(bytes: &[u8]) {
    for harness in HARNESSES {
        let hook = Hook {
            harness: *harness,
            if_project: false,
            environment: Environment::default(),
            own_program: None,
            called: "automaton".to_owned(),
        };
        let decided = hook.decide(bytes);
        let event = serde_json::from_slice(bytes).map(|payload| harness.read(&payload));
        if let Ok(Ok(event)) = event
            && matches!(event.deed, Deed::Write(_))
        {
            let found = decided.expect_err("there is no project");
            assert!(!found.reasons.is_empty() || !found.message.is_empty());
        }
    }
}
