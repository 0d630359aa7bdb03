//! The sections of a prompt that say what the workflow file says.

use super::subject::Subject;
use super::{gate, machine, work};
use crate::workflow::Model;

/// The line below the heading of a section that is rendered. It is left out where an agent reads.
pub const MARK: &str =
    "<!-- From the workflow file; `automaton prompts check --fix` rewrites it. -->";

/// The headings of the sections that are rendered, in the order in which they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Heading {
    /// What to read before the work.
    Read,
    /// What to check before the work.
    Validate,
    /// What to do.
    Allowed,
    /// What not to do.
    Forbidden,
    /// What to answer a user who asks for something else.
    Overrides,
    /// How the work is submitted and approved.
    Approval,
    /// What ends the phase.
    End,
    /// Every state and step: of the prompt that describes the whole workflow.
    Machine,
}

impl Heading {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Read,
        Self::Validate,
        Self::Allowed,
        Self::Forbidden,
        Self::Overrides,
        Self::Approval,
        Self::End,
        Self::Machine,
    ];

    /// The text of the heading.
    pub fn text(self) -> &'static str {
        match self {
            Self::Read => "Read These Files",
            Self::Validate => "Pre-Work Validation (MANDATORY)",
            Self::Allowed => "ALLOWED ACTIONS",
            Self::Forbidden => "FORBIDDEN ACTIONS",
            Self::Overrides => "Handling User Overrides",
            Self::Approval => "Approval Gate (MANDATORY)",
            Self::End => "What Ends This Phase",
            Self::Machine => "State Machine",
        }
    }

    /// The heading that a text is, whatever its case and whatever it adds in parentheses.
    pub(super) fn of(text: &str) -> Option<Self> {
        let plain = |text: &str| {
            let text = text.split('(').next().unwrap_or_default();
            text.trim().to_lowercase()
        };
        let asked = plain(text);
        Self::ALL
            .into_iter()
            .find(|known| plain(known.text()) == asked)
    }
}

/// A section as the workflow file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its heading.
    pub heading: Heading,
    /// What stands below, the mark included, without a line break at its end.
    pub body: String,
}

impl Section {
    fn new(heading: Heading, body: &str) -> Self {
        Self {
            heading,
            body: format!("{MARK}\n\n{}", body.trim_end()),
        }
    }

    /// The whole section.
    pub(super) fn text(&self) -> String {
        format!("## {}\n{}\n", self.heading.text(), self.body)
    }
}

/// The sections that the prompt of `subject` has to have. Those of general prompts may be left out.
pub fn sections(model: &Model, subject: Subject<'_>) -> Vec<Section> {
    let Subject::Phase(id) = subject else {
        return vec![Section::new(Heading::Machine, &machine::machine(model))];
    };
    let mut sections = vec![
        Section::new(Heading::Read, &work::reading(model, id)),
        Section::new(Heading::Validate, work::VALIDATION),
        Section::new(Heading::Allowed, &work::allowed(model, id)),
        Section::new(Heading::Forbidden, &work::forbidden(model, id)),
        Section::new(Heading::Overrides, &work::overrides(model, id)),
    ];
    if let Some(approval) = &model.phase(id).approval {
        let body = gate::gate(model, id, approval);
        sections.push(Section::new(Heading::Approval, &body));
    }
    sections.push(Section::new(Heading::End, &gate::end(model, id)));
    sections
}
