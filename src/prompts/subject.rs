//! What a prompt is about: a phase, or work that belongs to no phase.

use crate::source::Spanned;
use crate::workflow::{Model, PhaseId};

/// What a prompt is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject<'m> {
    /// A phase.
    Phase(PhaseId),
    /// Work that belongs to no phase, by the name that `prompts` gives it.
    General(&'m str),
}

impl<'m> Subject<'m> {
    /// The name by which the prompt is asked for.
    pub fn name(self, model: &'m Model) -> &'m str {
        match self {
            Self::Phase(phase) => model.phase(phase).name.as_str(),
            Self::General(name) => name,
        }
    }

    /// What a name in this workflow stands for; phases come first.
    pub fn named(model: &'m Model, name: &str) -> Option<Self> {
        let phase = model
            .phase_ids()
            .find(|&phase| model.phase(phase).name.as_str() == name);
        let general = || {
            let mut prompts = model.prompts.iter().map(|(known, _)| known.as_str());
            prompts.find(|known| *known == name).map(Self::General)
        };
        phase.map(Self::Phase).or_else(general)
    }

    /// The path of its prompt, relative to the workflow file.
    pub fn path(self, model: &'m Model) -> Option<&'m Spanned<String>> {
        match self {
            Self::Phase(phase) => model.phase(phase).prompt.as_ref(),
            Self::General(name) => {
                let mut prompts = model.prompts.iter();
                prompts
                    .find(|(known, _)| known == name)
                    .map(|(_, path)| path)
            }
        }
    }
}

/// Everything that the workflow names a prompt for, with the path, in the order of the file.
pub fn subjects(model: &Model) -> impl Iterator<Item = (Subject<'_>, &Spanned<String>)> {
    let general = model.prompts.iter();
    let general = general.map(|(name, path)| (Subject::General(name), path));
    let phases = model.phase_ids().filter_map(|phase| {
        let path = model.phase(phase).prompt.as_ref()?;
        Some((Subject::Phase(phase), path))
    });
    general.chain(phases)
}
