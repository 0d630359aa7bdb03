//! A path through a workflow that shows what a finding claims.

use std::fmt::Write as _;

use crate::names::{ArtifactName, StateName};

/// Steps from the initial state on, each as the engine takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The state in which tasks start.
    pub start: StateName,
    /// The steps, in order.
    pub steps: Vec<Passage>,
    /// What the last step comes to.
    pub ending: Ending,
}

/// One step, and the work that was done before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// What the phase wrote before the step.
    pub written: Vec<Writing>,
    /// What the phase took away of its own before the step.
    pub removed: Vec<ArtifactName>,
    /// Why the step is taken, as one word.
    pub event: &'static str,
    /// The state that the step leads to.
    pub to: StateName,
    /// What the step moves aside.
    pub archived: Vec<ArtifactName>,
}

/// An artifact that appears, as far as a guard looks at its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writing {
    /// The artifact.
    pub artifact: ArtifactName,
    /// The outcome that it states.
    pub outcome: Option<String>,
    /// The texts that it contains.
    pub contains: Vec<String>,
    /// Whether it is as its contract says.
    pub finished: bool,
}

/// What the last step of a counterexample comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Its state is what is shown.
    Here,
    /// The engine refuses it, with this code.
    Refused(&'static str),
    /// It leads back to the state of this number, and so on for ever.
    Round(usize),
    /// From its state no terminal phase can be reached.
    Stuck,
}

impl Counterexample {
    /// The path as lines: numbered states, the event that led to each, and the artifacts that
    /// appear (`+`) or go (`-`) there.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("1. {}", self.start)];
        for (index, step) in self.steps.iter().enumerate() {
            if let Some(here) = lines.last_mut() {
                for writing in &step.written {
                    _ = write!(here, "  +{}", writing.words());
                }
                for artifact in &step.removed {
                    _ = write!(here, "  -{artifact}");
                }
            }
            let (number, to, event) = (index + 2, &step.to, step.event);
            let last = index + 1 == self.steps.len();
            let mut line = match self.ending {
                Ending::Round(first) if last => format!("   {event} back to {first}. {to}"),
                Ending::Refused(code) if last => {
                    format!("{number}. {to}  ({event}, refused: {code})")
                }
                _ => format!("{number}. {to}  ({event})"),
            };
            for artifact in &step.archived {
                _ = write!(line, "  -{artifact}");
            }
            lines.push(line);
        }
        lines
    }
}

impl Writing {
    fn words(&self) -> String {
        let mut content: Vec<String> = self.outcome.iter().cloned().collect();
        content.extend(self.contains.iter().map(|text| format!("\"{text}\"")));
        if !self.finished {
            content.push("unfinished".to_owned());
        }
        if content.is_empty() {
            self.artifact.to_string()
        } else {
            format!("{} ({})", self.artifact, content.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_drawn_state_by_state() {
        let name = |text: &str| text.parse::<StateName>().expect("a state");
        let file = |text: &str| text.parse::<ArtifactName>().expect("an artifact");
        let step = |event, to: &str| Passage {
            written: Vec::new(),
            removed: Vec::new(),
            event,
            to: name(to),
            archived: Vec::new(),
        };
        let mut path = Counterexample {
            start: name("draft"),
            steps: vec![
                Passage {
                    written: vec![Writing {
                        artifact: file("RFC.md"),
                        outcome: Some("FAIL".to_owned()),
                        contains: vec!["x".to_owned()],
                        finished: true,
                    }],
                    removed: vec![file("OLD.md")],
                    ..step("submit", "draft:pending")
                },
                Passage {
                    archived: vec![file("RFC.md")],
                    ..step("rework", "draft")
                },
            ],
            ending: Ending::Round(1),
        };
        assert_eq!(
            path.lines(),
            [
                "1. draft  +RFC.md (FAIL, \"x\")  -OLD.md",
                "2. draft:pending  (submit)",
                "   rework back to 1. draft  -RFC.md"
            ]
        );
        path.ending = Ending::Refused("target-forbids");
        assert_eq!(
            path.lines()[2],
            "3. draft  (rework, refused: target-forbids)  -RFC.md"
        );
    }
}
