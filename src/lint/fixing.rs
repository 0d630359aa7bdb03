//! Applying the fixes of one text: none that overlaps with another, none that does not help.

use super::{Nothing, lint};
use crate::diagnostic::{Diagnostic, Edit, Severity};
use crate::source::{SourceFile, Span};
use crate::workflow::{Origin, Resolved};

/// Which fixes are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Those that keep the meaning.
    Safe,
    /// All of them.
    All,
}

/// A fix that was applied or left, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The code of the finding.
    pub code: &'static str,
    /// What the fix does.
    pub title: String,
    /// The line of the finding in the text that the fix was made for.
    pub line: usize,
}

/// What became of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The text afterwards.
    pub source: SourceFile,
    /// What was applied, in order.
    pub applied: Vec<Change>,
    /// What was not, and why.
    pub left: Vec<(Change, String)>,
}

/// A fix on offer.
#[derive(Clone, Debug)]
struct Offer {
    change: Change,
    edits: Vec<Edit>,
}

/// The text with its fixes applied. What a fix brings to light is fixed too, until nothing is left
/// that would help: running it again changes nothing.
pub fn fix(source: &SourceFile, origin: Origin, wanted: Wanted) -> Fixed {
    let mut fixed = Fixed {
        source: source.clone(),
        applied: Vec::new(),
        left: Vec::new(),
    };
    loop {
        let findings = lint(&fixed.source, origin, &Nothing);
        let offers = offers(&fixed.source, &findings, wanted);
        let (clear, conflicts) = conflicts(&offers);
        let mut edits: Vec<Edit> = Vec::new();
        let mut best = verdict(&fixed.source, origin);
        let mut result = fixed.source.clone();
        fixed.left = conflicts;
        for offer in clear {
            let tried: Vec<Edit> = edits.iter().chain(&offer.edits).cloned().collect();
            let trial = apply(&fixed.source, &tried);
            let trial = trial.map(|text| SourceFile::new(source.name(), text));
            match trial.map(|text| (verdict(&text, origin), text)) {
                Some((verdict, text)) if verdict < best => {
                    (best, result, edits) = (verdict, text, tried);
                    fixed.applied.push(offer.change.clone());
                }
                _ => fixed.left.push((
                    offer.change.clone(),
                    "the file would not be better for it".to_owned(),
                )),
            }
        }
        if edits.is_empty() {
            return fixed;
        }
        fixed.source = result;
    }
}

/// The fixes on offer in the order of the text, equal ones once.
fn offers(source: &SourceFile, findings: &[Diagnostic], wanted: Wanted) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    for found in findings {
        let Some(fix) = &found.fix else { continue };
        let applies = fix.safe || wanted == Wanted::All;
        if applies && !offers.iter().any(|offer| offer.edits == fix.edits) {
            let place = found.span().unwrap_or_default();
            offers.push(Offer {
                change: Change {
                    code: found.topic.code,
                    title: fix.title.clone(),
                    line: source.position(place.start).line,
                },
                edits: fix.edits.clone(),
            });
        }
    }
    offers.sort_by_key(|offer| (offer.edits.first().map(|edit| edit.span), offer.change.code));
    offers
}

/// The offers that touch nothing that another one touches, and the others with the reason.
fn conflicts(offers: &[Offer]) -> (Vec<&Offer>, Vec<(Change, String)>) {
    let (mut clear, mut conflicts) = (Vec::new(), Vec::new());
    for (index, offer) in offers.iter().enumerate() {
        let mut others = offers.iter().enumerate();
        let other = others.find(|(other, with)| *other != index && overlap(offer, with));
        match other {
            None => clear.push(offer),
            Some((_, Offer { change, .. })) => {
                let Change { code, title, line } = change;
                let why = format!("it overlaps with `{code}` on line {line}: {title}");
                conflicts.push((offer.change.clone(), why));
            }
        }
    }
    (clear, conflicts)
}

fn overlap(one: &Offer, other: &Offer) -> bool {
    let meet = |a: Span, b: Span| a == b || (a.start < b.end && b.start < a.end);
    let mut edits = one.edits.iter();
    edits.any(|edit| other.edits.iter().any(|with| meet(edit.span, with.span)))
}

/// The text after `edits`, which do not overlap; nothing where one of them does not fit the text.
fn apply(source: &SourceFile, edits: &[Edit]) -> Option<String> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.span);
    let (mut text, mut end) = (String::new(), 0);
    for edit in edits {
        source.text().get(edit.span.range())?;
        text.push_str(source.text().get(end..edit.span.start)?);
        text.push_str(&edit.text);
        end = edit.span.end;
    }
    text.push_str(source.text().get(end..)?);
    Some(text)
}

/// How bad a text is, the gravest first. A mended name can bring faults of the graph to light, so
/// what keeps the text from being understood counts before everything that is found in it.
fn verdict(source: &SourceFile, origin: Origin) -> (bool, usize, usize, usize, usize) {
    let resolved = Resolved::read(source, origin);
    let findings = lint(source, origin, &Nothing);
    let errors = |found: &[Diagnostic]| count(found, Severity::Error);
    let minor = count(&findings, Severity::Info) + count(&findings, Severity::Pedantic);
    (
        resolved.model.is_none(),
        errors(&resolved.findings),
        errors(&findings),
        count(&findings, Severity::Warning),
        minor,
    )
}

fn count(findings: &[Diagnostic], severity: Severity) -> usize {
    let counted = findings.iter().filter(|found| found.severity == severity);
    counted.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(title: &str, edits: &[(usize, usize, &str)]) -> Offer {
        let edit = |&(start, end, text): &(usize, usize, &str)| Edit {
            span: Span::new(start, end),
            text: text.to_owned(),
        };
        Offer {
            change: Change {
                code: "c",
                title: title.to_owned(),
                line: 1,
            },
            edits: edits.iter().map(edit).collect(),
        }
    }

    #[test]
    fn fixes_that_overlap_are_left_and_each_names_the_other() {
        let offers = [
            offer("a", &[(0, 2, "x"), (8, 9, "")]),
            offer("b", &[(1, 3, "y")]),
            offer("touching", &[(3, 4, "z")]),
            offer("at one point", &[(5, 5, "p")]),
            offer("at the same point", &[(5, 5, "q")]),
            offer("before", &[(6, 6, "r")]),
            offer("behind", &[(6, 7, "s")]),
        ];
        let (clear, left) = conflicts(&offers);
        let titles = |offers: Vec<&Offer>| -> Vec<String> {
            offers.iter().map(|o| o.change.title.clone()).collect()
        };
        assert_eq!(titles(clear), ["touching", "before", "behind"]);
        let left: Vec<(&str, &str)> = left
            .iter()
            .map(|(change, why)| (change.title.as_str(), why.as_str()))
            .collect();
        assert_eq!(
            left,
            [
                ("a", "it overlaps with `c` on line 1: b"),
                ("b", "it overlaps with `c` on line 1: a"),
                (
                    "at one point",
                    "it overlaps with `c` on line 1: at the same point"
                ),
                (
                    "at the same point",
                    "it overlaps with `c` on line 1: at one point"
                ),
            ]
        );
    }

    #[test]
    fn edits_fit_the_text_or_nothing_is_changed() {
        let source = SourceFile::new("w.kdl", "größe");
        for (edits, expected) in [
            (&[(0, 1, "G"), (6, 7, "E")][..], Some("GrößE")),
            (&[(6, 7, ""), (0, 0, "x")], Some("xgröß")),
            (&[], Some("größe")),
            (&[(3, 4, "o")], None),
            (&[(0, 99, "")], None),
            (&[(2, 1, "")], None),
        ] {
            let edits = offer("", edits).edits;
            assert_eq!(apply(&source, &edits).as_deref(), expected, "{edits:?}");
        }
    }

    #[test]
    fn a_fix_stays_only_if_the_file_is_better_for_it() {
        let body = "initial a; inital a; phase a { next b; }; phase b terminal=success";
        let text = format!("workflow w version=1 {{ {body}; }}");
        let source = SourceFile::new("w.kdl", text.as_str());
        let fixed = fix(&source, Origin::File, Wanted::All);
        assert_eq!(fixed.source.text(), text);
        assert_eq!(fixed.applied, []);
        let why: Vec<&str> = fixed.left.iter().map(|(_, why)| why.as_str()).collect();
        assert_eq!(why, ["the file would not be better for it"]);
    }

    #[test]
    fn a_fix_stays_though_it_brings_faults_of_the_graph_to_light() {
        let text = "workflow w version=1 { initial first; phase first { next secnd; }; \
                    phase second { next third; }; phase third { next second; }; }";
        let source = SourceFile::new("w.kdl", text);
        let fixed = fix(&source, Origin::File, Wanted::All);
        assert_eq!(fixed.source.text(), text.replace("secnd", "second"));
        let after = lint(&fixed.source, Origin::File, &Nothing);
        let codes: Vec<&str> = after.iter().map(|found| found.topic.code).collect();
        assert_eq!(
            codes,
            [
                "no-terminal",
                "no-path-to-terminal",
                "pass-through-phase",
                "cycle-without-person"
            ]
        );
    }
}
