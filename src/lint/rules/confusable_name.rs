//! Names that are easily taken for each other.

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::Context;
use crate::lint::rule::{Case, Check, Rule};
use crate::source::Span;

/// Names that look alike.
pub static CONFUSABLE_NAME: Topic = Topic::finding(
    "confusable-name",
    Severity::Warning,
    "two names differ so little that one may be taken for the other",
    "Names of five or more letters that differ in one letter, names that differ only in case, and \
     names that mix letters of two scripts are misread and mistyped, by people and by models. \
     On some systems two files whose names differ only in case are one file. Names that differ in \
     a number (`round1`, `round2`) are meant to be alike and are left alone. Rename one of them.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &CONFUSABLE_NAME,
        triggers: "workflow w version=1 {
    initial sketch
    artifact REPORT.md
    artifact REPORTS.md
    phase sketch { produces REPORT.md; forbids REPORTS.md; next build; }
    phase build { reads REPORT.md; produces REPORTS.md; next done; }
    phase done terminal=success
}
",
        passes: "workflow w version=1 {
    initial sketch
    artifact REPORT.md
    artifact SUMMARY.md
    phase sketch { produces REPORT.md; forbids SUMMARY.md; next build; }
    phase build { reads REPORT.md; produces SUMMARY.md; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Local(check),
};

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let model = context.model;
    let phases: Vec<(&str, Span)> = model
        .phases
        .iter()
        .map(|phase| (phase.name.as_str(), phase.span))
        .collect();
    let artifacts: Vec<(&str, Span)> = model
        .artifacts
        .iter()
        .map(|artifact| (artifact.name.as_str(), artifact.span))
        .collect();
    let mut found = Vec::new();
    for names in [phases, artifacts] {
        for &(name, span) in &names {
            if is_mixed(name) {
                let message = format!("`{name}` mixes letters of different scripts");
                let alike = context.at(&CONFUSABLE_NAME, span, message);
                found.push(alike.help("write it with the letters of one script"));
            }
        }
        for (first, second) in alike(&names) {
            let (one, other) = (names[first], names[second]);
            let message = format!("`{}` is easily taken for `{}`", other.0, one.0);
            found.push(
                context
                    .at(&CONFUSABLE_NAME, other.1, message)
                    .also(one.1, "the other name")
                    .help("rename one of them"),
            );
        }
    }
    found
}

/// With how many earlier names that are equal once one letter is left out a name is compared: names
/// that all differ in one place would otherwise all be compared with each other.
const COMPARED: usize = 16;

/// How many letters a name has that may be taken for one that differs in a letter.
const LETTERS: usize = 5;

/// Each name that is like an earlier one, with the first of those. Only names that are equal once
/// one letter is left out are compared, so that many names take no longer than their letters.
fn alike(names: &[(&str, Span)]) -> Vec<(usize, usize)> {
    let folded: Vec<Vec<char>> = names
        .iter()
        .map(|(name, _)| name.to_lowercase().chars().collect())
        .collect();
    let mut keyed: Vec<(u64, usize)> = Vec::with_capacity(names.len());
    for (index, name) in folded.iter().enumerate() {
        keyed.extend(keys(name).into_iter().map(|key| (key, index)));
    }
    keyed.sort_unstable();
    keyed.dedup();
    let mut first: Vec<Option<usize>> = vec![None; names.len()];
    for near in keyed.chunk_by(|one, other| one.0 == other.0) {
        for (place, &(_, index)) in near.iter().enumerate() {
            for &(_, other) in &near[..place.min(COMPARED)] {
                if first[index].is_none_or(|known| other < known)
                    && names[index].0 != names[other].0
                    && is_confusable(&folded[other], &folded[index])
                {
                    first[index] = Some(other);
                }
            }
        }
    }
    let pairs = first.into_iter().enumerate();
    pairs
        .filter_map(|(index, other)| Some((other?, index)))
        .collect()
}

/// A number for the whole name and, where it is long enough, for what is left of it without each of
/// its characters. Equal texts have equal numbers; others that happen to have the same one are
/// found to differ when they are compared.
fn keys(name: &[char]) -> Vec<u64> {
    const BASE: u64 = 0x9e37_79b9_7f4a_7c15;
    let code = |letter: char| u64::from(u32::from(letter)) + 1;
    let mut whole = 0_u64;
    let mut ahead = Vec::with_capacity(name.len());
    for &letter in name {
        ahead.push(whole);
        whole = whole.wrapping_mul(BASE).wrapping_add(code(letter));
    }
    let mut keys = vec![whole];
    if letters(name) >= LETTERS {
        let (mut behind, mut weight) = (0_u64, 1_u64);
        for (&letter, ahead) in name.iter().zip(ahead).rev() {
            keys.push(ahead.wrapping_mul(weight).wrapping_add(behind));
            behind = behind.wrapping_add(code(letter).wrapping_mul(weight));
            weight = weight.wrapping_mul(BASE);
        }
    }
    keys
}

fn letters(name: &[char]) -> usize {
    name.iter().filter(|letter| letter.is_alphabetic()).count()
}

/// Whether two names in lower case are the same, or differ in one letter that is no digit.
fn is_confusable(one: &[char], other: &[char]) -> bool {
    let without_digits = |name: &[char]| -> Vec<char> {
        let letters = name.iter().copied();
        letters.filter(|letter| !letter.is_ascii_digit()).collect()
    };
    one == other
        || letters(one).min(letters(other)) >= LETTERS
            && is_one_change(one, other)
            && without_digits(one) != without_digits(other)
}

/// Whether one letter more, another letter, or two letters in the other order make the difference.
fn is_one_change(one: &[char], other: &[char]) -> bool {
    let same = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    match (&one[same..], &other[same..]) {
        ([], [_]) | ([_], []) => true,
        ([a, b, one @ ..], [c, d, other @ ..]) if (a, b) == (d, c) && one == other => true,
        ([_, a @ ..], [_, b @ ..]) => a == b || *a == other[same..] || one[same..] == *b,
        _ => false,
    }
}

/// Whether letters of two of the scripts that look alike stand in one name.
fn is_mixed(name: &str) -> bool {
    let script = |letter: char| match letter {
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' => Some(0),
        '\u{370}'..='\u{3ff}' => Some(1),
        '\u{400}'..='\u{52f}' => Some(2),
        _ => None,
    };
    let mut scripts = name.chars().filter_map(script);
    let first = scripts.next();
    scripts.any(|other| Some(other) != first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_change_is_a_distance_of_one() {
        let mut words = vec![String::new()];
        for letter in 0..4 {
            let longest = words.iter().filter(|word| word.len() == letter);
            let longer = longest.flat_map(|word| ["a", "b", "c"].map(|c| format!("{word}{c}")));
            words.extend(longer.collect::<Vec<_>>());
        }
        let letters = |word: &str| word.chars().collect::<Vec<_>>();
        for (one, other) in words.iter().flat_map(|a| words.iter().map(move |b| (a, b))) {
            let near = strsim::osa_distance(one, other) == 1;
            let found = one != other && is_one_change(&letters(one), &letters(other));
            assert_eq!(found, near, "{one} {other}");
        }
    }

    #[test]
    fn names_are_confusable_by_one_letter_case_or_script() {
        for (one, other, expected) in [
            ("design", "desing", true),
            ("REPORT.md", "REPORTS.md", true),
            ("Spec", "SPEC", true),
            ("plan", "plans", false),
            ("round1", "round2", false),
            ("review", "preview", true),
            ("decide", "design", false),
        ] {
            let names = [(one, Span::default()), (other, Span::default())];
            assert_eq!(alike(&names).len(), usize::from(expected), "{one} {other}");
        }
        assert!(is_mixed("d\u{435}sign"));
        assert!(!is_mixed("größe"));
        assert!(!is_mixed("решение-1"));
    }
}
