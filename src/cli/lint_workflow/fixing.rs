//! Applying the fixes of one text: none that overlaps with another, none that does not help.

use super::{Wanted, lint};
use crate::diagnostic::{Diagnostic, Edit, Severity};
use crate::source::{SourceFile, Span};
use crate::workflow::{Origin, Resolved};

/// A fix that was applied or left, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) code: &'static str,
    pub(super) title: String,
    /// The line of the finding in the text that the fix was made for.
    pub(super) line: usize,
}

/// What became of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fixed {
    /// The text afterwards.
    pub(super) source: SourceFile,
    /// What was applied, in order.
    pub(super) applied: Vec<Change>,
    /// What was not, and why.
    pub(super) left: Vec<(Change, String)>,
}

/// A fix on offer.
#[derive(Clone, Debug)]
struct Offer {
    change: Change,
    edits: Vec<Edit>,
}

/// The text with its fixes applied. What a fix brings to light is fixed too, until nothing is left
/// that would help: running it again changes nothing.
pub(super) fn fix(source: &SourceFile, origin: Origin, wanted: Wanted) -> Fixed {
    let mut fixed = Fixed {
        source: source.clone(),
        applied: Vec::new(),
        left: Vec::new(),
    };
    loop {
        let findings = lint(&fixed.source, origin);
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
        let applies = fix.safe || wanted == Wanted::Unsafe;
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
    let findings = lint(source, origin);
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
