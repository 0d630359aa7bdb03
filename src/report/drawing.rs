//! Findings drawn with their source lines.

use std::fmt::{self, Write as _};

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode, SourceSpan};

use super::window::{AROUND, Window};
use crate::diagnostic::{Diagnostic, Place, Severity};

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to use colour.
    pub color: bool,
    /// How many columns there are.
    pub width: usize,
}

/// How many places of one finding are shown.
const PLACES: usize = 20;

/// One finding, with the places that it names.
pub fn draw(found: &Diagnostic, style: Style) -> String {
    let theme = if style.color {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(style.width)
        .with_links(false)
        .with_context_lines(AROUND);
    let mut text = String::new();
    if handler
        .render_report(&mut text, &Drawn::new(found))
        .is_err()
    {
        // Drawing writes to a string and cannot fail; the plain words are better than nothing.
        text = format!("{found}\n");
    }
    if let Some(more @ 1..) = found.spans().count().checked_sub(PLACES) {
        _ = writeln!(text, "  and {}", many(more, "more place"));
    }
    if let Some(path) = &found.counterexample {
        text.push_str("  for example:\n");
        for line in path.lines() {
            _ = writeln!(text, "    {line}");
        }
    }
    for reason in &found.reasons {
        _ = writeln!(text, "  {reason}");
    }
    for step in &found.next {
        _ = writeln!(text, "  next: {}", step.run);
    }
    text
}

/// The last line of a command that lists findings.
pub fn summary(findings: &[Diagnostic], files: usize) -> String {
    let count = |severity| {
        findings
            .iter()
            .filter(|found| found.severity == severity)
            .count()
    };
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    format!(
        "{}, {} in {}",
        many(errors, "error"),
        many(warnings, "warning"),
        many(files, "file")
    )
}

/// A count with its noun.
pub fn many(count: usize, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}

/// A finding as miette reads one.
#[derive(Debug)]
struct Drawn<'a> {
    found: &'a Diagnostic,
    source: Option<Window<'a>>,
}

impl<'a> Drawn<'a> {
    fn new(found: &'a Diagnostic) -> Self {
        let source = match &found.place {
            Place::Source { file, .. } => Window::around(file, found.spans().take(PLACES)),
            Place::File(_) | Place::Call => None,
        };
        Self { found, source }
    }
}

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found.place {
            Place::File(path) => write!(f, "{path}: {}", self.found.message),
            Place::Source { file, .. } if self.source.is_none() => {
                let start = self.found.span().unwrap_or_default().start;
                let (name, at) = (file.name(), file.position(start));
                let message = &self.found.message;
                write!(f, "{name}:{}:{}: {message}", at.line, at.column)
            }
            Place::Source { .. } | Place::Call => f.write_str(&self.found.message),
        }
    }
}

impl std::error::Error for Drawn<'_> {}

impl miette::Diagnostic for Drawn<'_> {
    fn code(&self) -> Option<Box<dyn fmt::Display + '_>> {
        let (word, code) = (self.found.severity.word(), self.found.topic.code);
        Some(Box::new(format!("{word}[{code}]")))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.found.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Info | Severity::Pedantic => miette::Severity::Advice,
        })
    }

    fn help(&self) -> Option<Box<dyn fmt::Display + '_>> {
        let help = self.found.help.as_ref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let Place::Source { labels, .. } = &self.found.place else {
            return None;
        };
        let labels = labels.iter().take(PLACES).enumerate();
        let labels = labels.map(|(index, label)| {
            let text = (!label.text.is_empty()).then(|| label.text.clone());
            let span = SourceSpan::new(label.span.start.into(), label.span.len());
            if index == 0 {
                LabeledSpan::new_primary_with_span(text, span)
            } else {
                LabeledSpan::new_with_span(text, span)
            }
        });
        Some(Box::new(labels))
    }
}
