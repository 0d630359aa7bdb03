//! The lines of a check-up: what was looked at, how it is, what to do.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::drawing::many;
use super::table::Table;

/// How something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Health {
    /// As it should be.
    Ok,
    /// It works, and somebody should know about it.
    Warning,
    /// It does not work.
    Error,
}

impl Health {
    /// The word that output uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symptom {
    /// What was looked at.
    pub subject: &'static str,
    /// How it is.
    pub health: Health,
    /// What was seen.
    pub seen: String,
    /// What to do about it.
    pub remedy: Option<String>,
}

impl Symptom {
    /// Something that is as it should be.
    pub fn ok(subject: &'static str, seen: impl Into<String>) -> Self {
        Self {
            subject,
            health: Health::Ok,
            seen: seen.into(),
            remedy: None,
        }
    }

    /// Something that works, and that somebody should know about.
    pub fn warning(
        subject: &'static str,
        seen: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self {
            health: Health::Warning,
            remedy: Some(remedy.into()),
            ..Self::ok(subject, seen)
        }
    }

    /// Something that does not work.
    pub fn error(
        subject: &'static str,
        seen: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self {
            health: Health::Error,
            ..Self::warning(subject, seen, remedy)
        }
    }
}

/// The lines, and a last one of counts.
pub fn checkup_page(symptoms: &[Symptom]) -> String {
    let mut table = Table::default();
    for symptom in symptoms {
        let cells = [symptom.health.word(), symptom.subject, &symptom.seen];
        table.row(cells);
    }
    let mut text = String::new();
    for (symptom, line) in symptoms.iter().zip(table.lines()) {
        _ = writeln!(text, "{line}");
        if let Some(remedy) = &symptom.remedy {
            _ = writeln!(text, "         {remedy}");
        }
    }
    _ = writeln!(text, "{}", checkup_summary(symptoms));
    text
}

/// How many things are not as they should be.
pub fn checkup_summary(symptoms: &[Symptom]) -> String {
    let count = |health| symptoms.iter().filter(|one| one.health == health).count();
    let (errors, warnings) = (count(Health::Error), count(Health::Warning));
    format!("{}, {}", many(errors, "error"), many(warnings, "warning"))
}

/// The lines as JSON.
pub fn checkup_json(symptoms: &[Symptom]) -> Value {
    let one = |symptom: &Symptom| {
        json!({
            "subject": symptom.subject,
            "health": symptom.health.word(),
            "seen": symptom.seen,
            "remedy": symptom.remedy,
        })
    };
    symptoms.iter().map(one).collect()
}
