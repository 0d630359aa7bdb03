//! The faults found so far, and when to keep quiet about further ones.

use crate::diagnostic::{Diagnostic, Topic};
use crate::source::{SourceFile, Span};

use super::{MAX_FAULTS, SYNTAX};

/// Collects faults; after one that derails a statement, the rest of that statement is not judged.
pub(super) struct Faults<'a> {
    file: &'a SourceFile,
    found: Vec<Diagnostic>,
    raised: usize,
    hushed: bool,
    braces_lost: bool,
}

impl<'a> Faults<'a> {
    pub(super) fn new(file: &'a SourceFile) -> Self {
        Self {
            file,
            found: Vec::new(),
            raised: 0,
            hushed: false,
            braces_lost: false,
        }
    }

    pub(super) fn text(&self) -> &'a str {
        self.file.text()
    }

    /// The text under `span` as a message quotes it: on one line, and bounded.
    pub(super) fn quote(&self, span: Span) -> String {
        const LONGEST: usize = 60;
        let text = self.file.slice(span);
        let mut quote: String = text
            .chars()
            .take(LONGEST)
            .filter(|c| !c.is_control())
            .collect();
        if text.chars().nth(LONGEST).is_some() {
            quote.push('…');
        }
        quote
    }

    /// Whether so much was wrong that the rest is not worth reading.
    ///
    /// Hushed faults count: each may have cost a look ahead, and their number bounds the work.
    pub(super) fn full(&self) -> bool {
        self.raised >= MAX_FAULTS
    }

    /// A fault that is not raised yet.
    pub(super) fn at(
        &self,
        topic: &'static Topic,
        span: Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::at(topic, self.file, span, message)
    }

    pub(super) fn raise(&mut self, fault: Diagnostic) {
        self.raised += 1;
        if !self.hushed && self.found.len() < MAX_FAULTS {
            self.found.push(fault);
        }
    }

    pub(super) fn syntax(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.raise(self.at(&SYNTAX, span, message).help(help));
    }

    /// Reports a fault after which the rest of the statement would only be misread.
    pub(super) fn derail(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.syntax(span, message, help);
        self.hush();
    }

    /// Reports nothing more until [`Faults::listen`]: what follows would only echo the last fault.
    pub(super) fn hush(&mut self) {
        self.hushed = true;
    }

    pub(super) fn listen(&mut self) {
        self.hushed = false;
    }

    /// Notes that a string or comment may have swallowed braces.
    pub(super) fn lose_braces(&mut self) {
        self.braces_lost = true;
    }

    pub(super) fn braces_lost(&self) -> bool {
        self.braces_lost
    }

    /// The findings in the order of the text.
    pub(super) fn into_findings(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(Diagnostic::span);
        self.found
    }
}
