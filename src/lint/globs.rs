//! Whether one glob matches everything that another one does.

use crate::workflow::Glob;

/// Whether every path that `narrow` matches is matched by `wide` too. It says so only where it can
/// be shown segment by segment; where classes or alternatives are in play, it may say no too often.
pub(super) fn covers(wide: &Glob, narrow: &Glob) -> bool {
    let wide: Vec<&str> = wide.as_str().split('/').collect();
    alternatives(narrow.as_str()).iter().all(|narrow| {
        let narrow: Vec<&str> = narrow.split('/').collect();
        paths(&wide, &narrow)
    })
}

/// A path that the glob matches, as an example.
pub(super) fn witness(glob: &Glob) -> Option<String> {
    let pattern = alternatives(glob.as_str()).into_iter().next()?;
    let mut path = String::new();
    let mut letters = pattern.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '*' if letters.peek() == Some(&'*') => {
                letters.next();
                path.push('x');
            }
            '*' | '?' => path.push('x'),
            '\\' => path.extend(letters.next()),
            '[' => {
                path.extend(letters.next());
                letters.by_ref().find(|&letter| letter == ']');
            }
            letter => path.push(letter),
        }
    }
    glob.matches(&path).then_some(path)
}

/// How many alternatives of braces are looked at one by one.
const ALTERNATIVES: usize = 64;

/// The globs without braces that a glob stands for; itself where there are too many.
fn alternatives(pattern: &str) -> Vec<String> {
    let mut open = vec![pattern.to_owned()];
    let mut plain = Vec::new();
    while let Some(pattern) = open.pop() {
        let Some((before, options, after)) = first_braces(&pattern) else {
            plain.push(pattern);
            continue;
        };
        for option in options.iter().rev() {
            open.push(format!("{before}{option}{after}"));
        }
        if open.len() + plain.len() > ALTERNATIVES {
            return vec![pattern];
        }
    }
    plain
}

/// The first outermost braces: what stands before, the options in them, and what stands behind.
fn first_braces(pattern: &str) -> Option<(&str, Vec<&str>, &str)> {
    let (mut depth, mut escaped, mut start, mut from) = (0, false, 0, 0);
    let mut options = Vec::new();
    for (at, letter) in pattern.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => {
                if depth == 0 {
                    (start, from) = (at, at + 1);
                }
                depth += 1;
            }
            ',' if depth == 1 => {
                options.push(&pattern[from..at]);
                from = at + 1;
            }
            '}' if depth == 1 => {
                options.push(&pattern[from..at]);
                return Some((&pattern[..start], options, &pattern[at + 1..]));
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
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
