//! The words of the language: where each may stand, what it means, and what its values name.

/// A node that the language knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The node in whose braces it stands; nothing for `workflow` itself.
    pub inside: &'static str,
    /// The word.
    pub name: &'static str,
    /// What it means, in one sentence.
    pub meaning: &'static str,
    /// What its arguments name.
    pub names: Naming,
}

/// What the arguments of a node name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Nothing that the file declares.
    Nothing,
    /// Phases.
    Phases,
    /// Artifacts.
    Artifacts,
    /// An artifact, and then something about it.
    ArtifactFirst,
}

use Naming::{ArtifactFirst, Artifacts, Nothing, Phases};

const fn word(
    inside: &'static str,
    name: &'static str,
    names: Naming,
    meaning: &'static str,
) -> Word {
    Word {
        inside,
        name,
        meaning,
        names,
    }
}

#[rustfmt::skip]
static WORDS: &[Word] = &[
    word("", "workflow", Nothing, "The one node of a workflow file: its name, and `version=1`."),

    word("workflow", "description", Nothing, "One sentence on what the workflow is for; no rule depends on it."),
    word("workflow", "initial", Phases, "The phase in which a new task starts."),
    word("workflow", "untracked", Nothing, "What becomes of task folders that automaton did not make: `refuse` or `infer`."),
    word("workflow", "metadata", Nothing, "Files beside the artifacts that may lie in a task folder at any time."),
    word("workflow", "unknown-files", Nothing, "What becomes of files in a task folder that nothing here names: `allow`, `warn` or `refuse`."),
    word("workflow", "approval", Nothing, "The names and the policy of all approvals; it gives no phase one."),
    word("workflow", "protects", Nothing, "Project files that may not be edited in any phase."),
    word("workflow", "scratch", Nothing, "What builds and tests write: writable in every phase."),
    word("workflow", "shell", Nothing, "What becomes of an agent's shell commands: `sandbox`, `allow` or `refuse`."),
    word("workflow", "prompts", Nothing, "Prompts that belong to no phase, each by a name of its own."),
    word("workflow", "artifact", Artifacts, "A file in the task's folder that the workflow knows by name, and what it has to contain."),
    word("workflow", "phase", Phases, "A stage of a task: what it reads and writes, what may be edited meanwhile, and where it leads."),

    word("artifact", "outcome", Nothing, "The words of which the file has to state exactly one."),
    word("artifact", "heading", Nothing, "A Markdown heading that the file has to have."),
    word("artifact", "contains", Nothing, "A text that the file has to contain, letter by letter."),
    word("artifact", "checklist", Nothing, "`complete`: the file may have no open box `- [ ]`."),
    word("artifact", "max-bytes", Nothing, "The largest size of the file in bytes."),

    word("phase", "description", Nothing, "One sentence on what the phase is for; no rule depends on it."),
    word("phase", "prompt", Nothing, "The phase's prompt, as a path relative to the workflow file."),
    word("phase", "reads", Artifacts, "Artifacts that have to exist when a task enters the phase."),
    word("phase", "produces", Artifacts, "Artifacts that are written here, and have to exist when a task leaves or is submitted."),
    word("phase", "forbids", Artifacts, "Artifacts that must not exist while a task is here."),
    word("phase", "edits", Nothing, "Project files that may be edited here, as globs; without it, none."),
    word("phase", "protects", Nothing, "Exceptions from `edits`, as globs."),
    word("phase", "approval", Nothing, "Somebody has to agree before the task goes on."),
    word("phase", "subtasks", Nothing, "The task may be split into sub-tasks here."),
    word("phase", "next", Phases, "A way on to another phase, open when all guards in its braces hold."),
    word("phase", "rework", Phases, "Ways back to earlier phases; what the target forbids is moved aside."),
    word("phase", "actions", Nothing, "Sentences for the phase's prompt: what to do, and what not to do."),

    word("subtasks", "inherit", Artifacts, "An artifact that is copied into each new sub-task, under the metadata name `as`."),

    word("next", "outcome", ArtifactFirst, "Holds when the artifact states one of these words."),
    word("next", "contains", ArtifactFirst, "Holds when the artifact contains the text."),
    word("next", "subtasks", Nothing, "`complete`: holds when there is a sub-task, and all of them ended in a success."),
    word("next", "check", Nothing, "Holds when the shell ends the command with exit code 0 within the time."),

    word("actions", "allowed", Nothing, "A sentence for the prompt on what to do here."),
    word("actions", "forbidden", Nothing, "A sentence for the prompt on what not to do here."),
];

impl Word {
    /// What is known about the node `name` in the braces of `inside`.
    pub fn find(inside: &str, name: &str) -> Option<&'static Self> {
        WORDS
            .iter()
            .find(|word| word.inside == inside && word.name == name)
    }
}

/// The properties of the nodes whose properties are taken for nodes or values most easily.
static PROPERTIES: &[(&str, &[&str])] = &[
    ("workflow", &["version"]),
    ("artifact", &["frozen"]),
    ("phase", &["terminal"]),
    ("approval", &["by", "signers"]),
    ("subtasks", &["depth"]),
];

/// The properties of a node that has children or no values; for `approval` those of a phase.
pub(in crate::workflow) fn properties(node: &str) -> &'static [&'static str] {
    let mut known = PROPERTIES.iter();
    known
        .find(|(name, _)| *name == node)
        .map_or(&[], |(_, properties)| properties)
}

/// The nodes in whose braces `name` may stand; an empty one for the file itself.
pub(in crate::workflow) fn places(name: &str) -> Vec<&'static str> {
    let words = WORDS.iter().filter(|word| word.name == name);
    words.map(|word| word.inside).collect()
}

/// Every node that may stand in the braces of `place`.
pub(in crate::workflow) fn inside(place: &str) -> Vec<&'static str> {
    let words = WORDS.iter().filter(|word| word.inside == place);
    words.map(|word| word.name).collect()
}
