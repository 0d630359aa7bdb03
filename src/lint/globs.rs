//! Whether one glob matches everything that another one does.

use crate::workflow::{Glob, alternatives};

/// Whether every path that `narrow` matches is matched by `wide` too. It says so only where it can
/// be shown segment by segment; where classes or alternatives are in play, it may say no too often.
pub(super) fn covers(wide: &Glob, narrow: &Glob) -> bool {
    let wide: Vec<&str> = wide.as_str().split('/').collect();
    alternatives(narrow.as_str()).iter().all(|narrow| {
        let narrow: Vec<&str> = narrow.split('/').collect();
        paths(&wide, &narrow)
    })
}

/// How large a comparison may be, in parts of one glob times parts of the other.
const PARTS: usize = 1 << 14;

fn paths(wide: &[&str], narrow: &[&str]) -> bool {
    // `**` at the end stands for at least one name.
    let at_end = wide.split_last().filter(|(last, _)| **last == "**");
    covered(wide, narrow, |sign| *sign == "**", |w, n| segment(w, n))
        && at_end.is_none_or(|(_, folder)| !paths(folder, narrow))
}

/// Whether the rest of `wide` covers the rest of `narrow`, from the ends on: an `any` sign stands
/// for any number of parts, every other for one part that it `fits`.
fn covered<T>(
    wide: &[T],
    narrow: &[T],
    any: impl Fn(&T) -> bool,
    fits: impl Fn(&T, &T) -> bool,
) -> bool {
    if wide.len().saturating_mul(narrow.len()) > PARTS {
        return false;
    }
    let mut below = vec![false; narrow.len() + 1];
    below[narrow.len()] = true;
    for sign in wide.iter().rev() {
        let mut row = vec![false; narrow.len() + 1];
        for at in (0..=narrow.len()).rev() {
            row[at] = if any(sign) {
                below[at] || at < narrow.len() && row[at + 1]
            } else {
                at < narrow.len() && fits(sign, &narrow[at]) && below[at + 1]
            };
        }
        below = row;
    }
    below[0]
}

/// Whether the names that `narrow` matches are all matched by `wide`.
fn segment(wide: &str, narrow: &str) -> bool {
    if wide == narrow {
        return true;
    }
    let is_special = |c: char| matches!(c, '[' | ']' | '{' | '}' | '\\' | '?');
    if narrow.contains("**") || wide.contains("**") || narrow.contains(is_special) {
        return false;
    }
    if wide == "*" {
        return !narrow.is_empty();
    }
    if wide.contains(is_special) {
        return false;
    }
    let wide: Vec<char> = wide.chars().collect();
    let narrow: Vec<char> = narrow.chars().collect();
    covered(&wide, &narrow, |sign| *sign == '*', |w, n| w == n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workflow::witness;

    fn glob(pattern: &str) -> Glob {
        Glob::parse(pattern).expect(pattern)
    }

    #[test]
    fn a_glob_covers_another_only_if_that_can_be_shown() {
        for (wide, narrow, expected) in [
            ("**", "src/*.rs", true),
            ("**", "**/*.md", true),
            ("src/**", "src/a/b.rs", true),
            ("src/**", "src", false),
            ("**/*.md", "docs/*.md", true),
            ("**/*.md", "README.md", true),
            ("**/*.md", "docs/**/*.md", true),
            ("**/*.md", "docs/**", false),
            ("**", "**", true),
            ("*.md", "docs/*.md", false),
            ("src/*.rs", "src/main.rs", true),
            ("src/m*n.rs", "src/ma*in.rs", true),
            ("src/ma*.rs", "src/m*.rs", false),
            ("src/**", "src/{a,b}.rs", true),
            ("src/*.rs", "src/{a,b/c}.rs", false),
            ("src/[ab].rs", "src/a.rs", false),
            ("docs/**", "src/**", false),
        ] {
            assert_eq!(
                covers(&glob(wide), &glob(narrow)),
                expected,
                "{wide} {narrow}"
            );
        }
    }

    #[test]
    fn what_is_covered_is_matched() {
        for (wide, narrow) in [("**", "src/{a,b}/*.rs"), ("**/*.md", "docs/**/x?.md")] {
            let path = witness(&glob(narrow)).expect("a path");
            assert!(glob(wide).matches(&path), "{path}");
        }
    }
}
