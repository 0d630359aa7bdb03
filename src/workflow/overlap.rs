//! Whether two globs match a path in common.

use super::braces::alternatives;
use super::glob::Glob;

/// Whether some path may match both globs.
///
/// It is never said of two globs that they are apart while a path matches both. The other way
/// round it may err: a class such as `[ab]` counts as any letter, and `**` as any number of names,
/// none included.
pub fn overlap(one: &Glob, other: &Glob) -> bool {
    let others = alternatives(other.as_str());
    let meets = |one: &String| {
        let mut others = others.iter();
        others.any(|other| paths_meet(one, other))
    };
    alternatives(one.as_str()).iter().any(meets)
}

/// A path that the glob matches, as an example.
pub(crate) fn witness(glob: &Glob) -> Option<String> {
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

fn paths_meet(one: &str, other: &str) -> bool {
    // Braces that were not taken apart may stand for anything.
    if one.contains('{') || other.contains('{') {
        return true;
    }
    let one: Vec<&str> = one.split('/').collect();
    let other: Vec<&str> = other.split('/').collect();
    meet(
        &one,
        &other,
        |name| name.contains("**"),
        |a, b| names_meet(a, b),
    )
}

fn names_meet(one: &str, other: &str) -> bool {
    let (one, other) = (letters(one), letters(other));
    let fits = |a: &Letter, b: &Letter| match (a, b) {
        (Letter::Only(a), Letter::Only(b)) => a == b,
        _ => true,
    };
    meet(&one, &other, |letter| *letter == Letter::Many, fits)
}

/// A part of the pattern of one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letter {
    Only(char),
    Any,
    Many,
}

fn letters(name: &str) -> Vec<Letter> {
    let mut letters = Vec::new();
    let mut rest = name.chars();
    while let Some(letter) = rest.next() {
        letters.push(match letter {
            '*' => Letter::Many,
            '?' => Letter::Any,
            '\\' => rest.next().map_or(Letter::Any, Letter::Only),
            '[' => {
                let (mut first, mut escaped) = (true, false);
                rest.find(|&inside| {
                    let negates = first && matches!(inside, '!' | '^');
                    let ends = inside == ']' && !first && !escaped;
                    escaped = inside == '\\' && !escaped;
                    first &= negates;
                    ends
                });
                Letter::Any
            }
            letter => Letter::Only(letter),
        });
    }
    letters
}

/// Whether two patterns have an instance in common: a part that is `any` stands for any number of
/// parts, every other for one that it `fits`.
fn meet<T>(
    one: &[T],
    other: &[T],
    any: impl Fn(&T) -> bool,
    fits: impl Fn(&T, &T) -> bool,
) -> bool {
    // What meets from each place of `other` on, for the part of `one` that is looked at.
    let mut below: Vec<bool> = (0..=other.len())
        .map(|at| other[at..].iter().all(&any))
        .collect();
    for part in one.iter().rev() {
        let mut row = vec![false; other.len() + 1];
        for at in (0..=other.len()).rev() {
            let next = other.get(at);
            row[at] = if any(part) {
                below[at] || next.is_some() && row[at + 1]
            } else {
                next.is_some_and(|next| {
                    if any(next) {
                        row[at + 1] || below[at]
                    } else {
                        below[at + 1] && fits(part, next)
                    }
                })
            };
        }
        below = row;
    }
    below[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glob(pattern: &str) -> Glob {
        Glob::parse(pattern).expect(pattern)
    }

    #[test]
    fn globs_overlap_where_a_path_may_match_both() {
        for (one, other, expected) in [
            ("src/**", "src/a.rs", true),
            ("src/**", "docs/**", false),
            ("src/**", "**/*.rs", true),
            ("src/*.rs", "src/a/*.rs", false),
            ("src/*.rs", "src/a*", true),
            ("src/a*.rs", "src/*b.rs", true),
            ("src/a*.rs", "src/b*.rs", false),
            ("src/**/mod.rs", "src/a/b/c/mod.rs", true),
            ("src/**/mod.rs", "src/a/b/c/lib.rs", false),
            ("a/**/b", "**/c", false),
            ("a/**/b", "a/c/**", true),
            ("src/{a,b}.rs", "src/{b,c}.rs", true),
            ("src/{a,b}.rs", "src/{c,d}.rs", false),
            ("src/[ab].rs", "src/c.rs", true),
            ("src/[]a].rs", "src/].rs", true),
            ("src/[!]].rs", "src/x.rs", true),
            ("src/?.rs", "src/ab.rs", false),
            ("a\\*b", "a*b", true),
            ("a\\*b", "axb", false),
            ("**", "x", true),
            ("*", "a/b", false),
        ] {
            assert_eq!(overlap(&glob(one), &glob(other)), expected, "{one} {other}");
            assert_eq!(overlap(&glob(other), &glob(one)), expected, "{other} {one}");
        }
    }

    proptest::proptest! {
        /// The promise that counts: a path that matches both is never missed.
        #[test]
        fn no_overlap_is_missed(
            one in "[ab*?]{1,3}(/[ab*?]{1,3}){0,2}(/\\*\\*)?",
            other in "(\\*\\*/)?[ab*?]{1,3}(/(\\{a,b\\}|[ab*]{1,2}|\\[ab\\])){0,2}",
            path in "[ab]{1,3}(/[ab]{1,3}){0,3}",
        ) {
            let (one, other) = (Glob::parse(&one), Glob::parse(&other));
            if let (Ok(one), Ok(other)) = (one, other)
                && one.matches(&path) && other.matches(&path)
            {
                proptest::prop_assert!(overlap(&one, &other), "{one} {other} {path}");
            }
        }
    }
}
