//! What a fix would change, as a unified diff.

use similar::TextDiff;

/// The change of one file, as `git apply` and `patch -p1` read it; nothing where nothing changes.
pub fn diff(name: &str, before: &str, after: &str) -> String {
    let (old, new) = (format!("a/{name}"), format!("b/{name}"));
    TextDiff::from_lines(before, after)
        .unified_diff()
        .header(&old, &new)
        .to_string()
}
