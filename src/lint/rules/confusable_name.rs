//! Names that are easily taken for each other.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

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

/// Each name that is like an earlier one, with the first of those. Only names that are equal once
/// one letter is left out are compared, so that many names take no longer than their letters.
fn alike(names: &[(&str, Span)]) -> Vec<(usize, usize)> {
    let mut seen: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut pairs = Vec::new();
    for (index, &(name, _)) in names.iter().enumerate() {
        let folded: Vec<char> = name.to_lowercase().chars().collect();
        let mut keys: Vec<u64> = (0..=folded.len())
            .map(|skipped| {
                let mut hasher = DefaultHasher::new();
                folded[..skipped].hash_slice_into(&mut hasher);
                folded[folded.len().min(skipped + 1)..].hash_slice_into(&mut hasher);
                hasher.finish()
            })
            .collect();
        keys.sort_unstable();
        keys.dedup();
        let near = keys
            .iter()
            .filter_map(|key| seen.get(key))
            .flatten()
            .copied()
            .filter(|&other| is_confusable(names[other].0, name))
            .min();
        pairs.extend(near.map(|other| (other, index)));
        for key in keys {
            let bucket = seen.entry(key).or_default();
            // Names that all differ in one place would otherwise be compared with each other.
            if bucket.len() < 16 {
                bucket.push(index);
            }
        }
    }
    pairs
}

/// Hashes letters one by one, so that two parts hash like the whole.
trait HashLetters {
    fn hash_slice_into(&self, hasher: &mut impl Hasher);
}

impl HashLetters for [char] {
    fn hash_slice_into(&self, hasher: &mut impl Hasher) {
        for letter in self {
            letter.hash(hasher);
        }
    }
}

fn is_confusable(one: &str, other: &str) -> bool {
    if one == other {
        return false;
    }
    let (a, b) = (one.to_lowercase(), other.to_lowercase());
    if a == b {
        return true;
    }
    let letters = |name: &str| name.chars().filter(|c| c.is_alphabetic()).count();
    let without_digits =
        |name: &str| -> String { name.chars().filter(|c| !c.is_ascii_digit()).collect() };
    letters(one).min(letters(other)) >= 5
        && strsim::osa_distance(&a, &b) == 1
        && without_digits(&a) != without_digits(&b)
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
            assert_eq!(is_confusable(one, other), expected, "{one} {other}");
            let names = [(one, Span::default()), (other, Span::default())];
            assert_eq!(alike(&names).len(), usize::from(expected), "{one} {other}");
        }
        assert!(is_mixed("d\u{435}sign"));
        assert!(!is_mixed("größe"));
        assert!(!is_mixed("решение-1"));
    }
}
