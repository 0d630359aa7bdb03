//! The templates that the program brings along. They place notes under a name that workflows leave
//! alone, because the first phase of most forbids every artifact.

/// A template that is built in.
pub(super) struct BuiltIn {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) files: &'static [(&'static str, &'static str)],
}

/// All of them, by name.
pub(super) const BUILT_IN: &[BuiltIn] = &[
    BuiltIn {
        name: "bad-impl",
        about: "something was implemented wrongly: what it should do, and what it does",
        files: &[(
            "REQUEST.md",
            include_str!("../../../templates/bad-impl/REQUEST.md"),
        )],
    },
    BuiltIn {
        name: "research-task",
        about: "a question to answer: why it matters, and what counts as an answer",
        files: &[(
            "REQUEST.md",
            include_str!("../../../templates/research-task/REQUEST.md"),
        )],
    },
    BuiltIn {
        name: "subtask-parent",
        about: "more than one task: the goal, and where it comes apart",
        files: &[(
            "REQUEST.md",
            include_str!("../../../templates/subtask-parent/REQUEST.md"),
        )],
    },
];
