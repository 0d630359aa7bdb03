//! One model for everything that is found wrong: lint findings, audit findings and refusals.

mod counterexample;
mod displayable;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::source::{SourceFile, Span};

pub use counterexample::{Counterexample, Ending, Passage, Writing};
pub use displayable::displayable;

/// How grave a finding is, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Shown only on request.
    Pedantic,
    /// Worth knowing.
    Info,
    /// Probably wrong, or true only on some path.
    Warning,
    /// Proven wrong, or refused.
    Error,
}

impl Severity {
    /// The word that output uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pedantic => "pedantic",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What a command's exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Exit {
    /// Done, allowed, clean.
    Done = 0,
    /// Refused by the workflow, or findings at the fail level.
    Refused = 1,
    /// The call is wrong, or the workflow file does not compile.
    Usage = 2,
    /// A person must act first.
    Person = 3,
    /// No such task, or it is untracked.
    NoTask = 4,
    /// Locked or claimed: try again.
    Busy = 5,
    /// Tampered with or damaged.
    Damaged = 6,
    /// Input or output failed.
    Io = 7,
}

impl Exit {
    /// The process's exit code.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// Where several things went wrong, the exit with the lowest rank is the one to end with.
    pub fn rank(self) -> u8 {
        match self {
            Self::Io => 0,
            Self::Damaged => 1,
            Self::NoTask => 2,
            Self::Busy => 3,
            Self::Person => 4,
            Self::Usage => 5,
            Self::Refused => 6,
            Self::Done => 7,
        }
    }
}

/// A kind of finding, documented beside the code that finds it. A finding cannot exist without one.
#[derive(Debug)]
pub struct Topic {
    /// The stable kebab-case code.
    pub code: &'static str,
    /// The usual severity.
    pub severity: Severity,
    /// The exit code of a command that ends with this finding.
    pub exit: Exit,
    /// One line: what holds when this is reported.
    pub summary: &'static str,
    /// Why it matters and what to do, as `explain` prints it.
    pub explanation: &'static str,
}

impl Topic {
    /// A kind of finding about a workflow file.
    pub const fn finding(
        code: &'static str,
        severity: Severity,
        summary: &'static str,
        explanation: &'static str,
    ) -> Self {
        Self {
            code,
            severity,
            exit: Exit::Refused,
            summary,
            explanation,
        }
    }
}

impl PartialEq for Topic {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Topic {}

/// A place in a source, with what it has to do with the finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The bytes to underline.
    pub span: Span,
    /// What to say about them; may be empty.
    pub text: String,
}

/// Where a finding stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a text; the first label is the line to change.
    Source {
        /// The text.
        file: SourceFile,
        /// The places in it, the primary one first.
        labels: Vec<Label>,
    },
    /// A file or folder, relative to the project with `/`.
    File(String),
    /// The call itself.
    Call,
}

/// Who may take a next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum By {
    /// Whoever works on the task, an agent included.
    Anyone,
    /// A person at a terminal.
    Human,
}

impl By {
    /// The word that output uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Anyone => "anyone",
            Self::Human => "human",
        }
    }
}

/// A command that leads on, and who may run it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NextStep {
    /// The whole command line.
    pub run: String,
    /// Who may run it.
    pub by: By,
}

impl NextStep {
    /// A step that anyone may take.
    pub fn anyone(run: impl Into<String>) -> Self {
        Self {
            run: run.into(),
            by: By::Anyone,
        }
    }

    /// A step that only a person may take.
    pub fn human(run: impl Into<String>) -> Self {
        Self {
            run: run.into(),
            by: By::Human,
        }
    }
}

/// A file that is in the way, and how.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Offence {
    /// The file, relative to the project with `/`.
    pub path: String,
    /// What is wrong with it.
    pub problem: String,
}

/// Replacing one byte range of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace.
    pub span: Span,
    /// What to put there.
    pub text: String,
}

/// A change that would mend a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What the change does, as an imperative.
    pub title: String,
    /// Whether it keeps the meaning and may be applied without a look.
    pub safe: bool,
    /// The edits, which do not overlap.
    pub edits: Vec<Edit>,
}

/// Something found wrong: what, where, why, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of finding.
    pub topic: &'static Topic,
    /// How grave it is here.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where.
    pub place: Place,
    /// The reasons, one line each.
    pub reasons: Vec<String>,
    /// The files in the way.
    pub offending: Vec<Offence>,
    /// What to do, in a sentence.
    pub help: Option<String>,
    /// The commands that lead on.
    pub next: Vec<NextStep>,
    /// A change that would mend it.
    pub fix: Option<Fix>,
    /// A path that shows what is claimed.
    pub counterexample: Option<Box<Counterexample>>,
}

impl Diagnostic {
    /// A finding at one place of a text.
    pub fn at(
        topic: &'static Topic,
        file: &SourceFile,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        let place = Place::Source {
            file: file.clone(),
            labels: vec![Label {
                span,
                text: String::new(),
            }],
        };
        Self::new(topic, place, message)
    }

    /// A finding about a file or folder.
    pub fn about(
        topic: &'static Topic,
        path: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self::new(topic, Place::File(path.into()), message)
    }

    /// A finding about the call itself.
    pub fn call(topic: &'static Topic, message: impl Into<String>) -> Self {
        Self::new(topic, Place::Call, message)
    }

    fn new(topic: &'static Topic, place: Place, message: impl Into<String>) -> Self {
        Self {
            topic,
            severity: topic.severity,
            message: message.into(),
            place,
            reasons: Vec::new(),
            offending: Vec::new(),
            help: None,
            next: Vec::new(),
            fix: None,
            counterexample: None,
        }
    }

    /// Says something about the primary place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        if let Place::Source { labels, .. } = &mut self.place
            && let Some(first) = labels.first_mut()
        {
            first.text = text.into();
        }
        self
    }

    /// Points at a further place of the same text.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        if let Place::Source { labels, .. } = &mut self.place {
            labels.push(Label {
                span,
                text: text.into(),
            });
        }
        self
    }

    /// Adds a reason.
    #[must_use]
    pub fn reason(mut self, text: impl Into<String>) -> Self {
        self.reasons.push(text.into());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Adds a command that leads on.
    #[must_use]
    pub fn next(mut self, step: NextStep) -> Self {
        if !self.next.contains(&step) {
            self.next.push(step);
        }
        self
    }

    /// Offers a change.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// Shows what is claimed.
    #[must_use]
    pub fn shown(mut self, path: Option<Counterexample>) -> Self {
        self.counterexample = path.map(Box::new);
        self
    }

    /// Every place in the text, the primary one first.
    pub fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        let labels = match &self.place {
            Place::Source { labels, .. } => labels.as_slice(),
            Place::File(_) | Place::Call => &[],
        };
        labels.iter().map(|label| label.span)
    }

    /// The primary place, where the finding stands in a text.
    pub fn span(&self) -> Option<Span> {
        match &self.place {
            Place::Source { labels, .. } => labels.first().map(|label| label.span),
            Place::File(_) | Place::Call => None,
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message, self.topic.code)
    }
}
