//! What holds of all bytes that lie in a state file.

use automaton::task::fuzzing;

/// They name a state or not, and a state is written as it is read.
pub fn holds(bytes: &[u8]) {
    if let Some(written) = fuzzing::state(bytes) {
        assert_eq!(fuzzing::state(written.as_bytes()), Some(written));
    }
}
