//! What holds of all bytes that lie in a journal.

use automaton::task::fuzzing;

/// Its sound lines are a journal, and all that is read of the whole is read of them.
pub fn holds(bytes: &[u8]) {
    let (lines, sound) = fuzzing::journal(bytes);
    assert!(sound <= bytes.len());
    assert_eq!(fuzzing::journal(&bytes[..sound]), (lines, sound));
}
