//! Every kind of refused edit, with the text that `explain` prints.

use crate::diagnostic::{Exit, Severity, Topic};

/// `path-unusable`
pub static PATH_UNUSABLE: Topic = Topic {
    code: "path-unusable",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "the path is none that a file can be written to",
    explanation: "The path is empty or too long, holds NUL or a backslash, leads through something that is no \
     folder, or turns in a circle of links. Nothing can be said about it, so nothing is allowed. \
     Give the path of one file, with `/` between folders.",
};

/// `outside-project`
pub static OUTSIDE_PROJECT: Topic = Topic {
    code: "outside-project",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the path leads out of the project",
    explanation: "Links are followed and `..` is taken back before anything is decided, so the path that \
     counts is where the file really is. Only files of the project may be written, and the \
     system's own folder for temporary files. In a linked worktree the project's files are those \
     of that worktree.",
};

/// `protected-path`
pub static PROTECTED_PATH: Topic = Topic {
    code: "protected-path",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the path belongs to what guards the project",
    explanation: "The workflow, the tasks' records, the repository's own files and the settings by which \
     coding agents call this gate are never edited by an agent, in any phase: an agent that \
     could, would hold its own leash. Records are written by this program's commands; settings \
     by a person, with `automaton override` where the gate is to let it through.",
};

/// `protected-by-workflow`
pub static PROTECTED_BY_WORKFLOW: Topic = Topic {
    code: "protected-by-workflow",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the workflow protects the file in every phase",
    explanation: "A `protects` glob of the workflow covers the file, and `protects` beats `edits` and \
     `scratch`. Leave the file alone; a person may let one edit through with `automaton \
     override`, or change the workflow.",
};

/// `edit-not-in-phase`
pub static EDIT_NOT_IN_PHASE: Topic = Topic {
    code: "edit-not-in-phase",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "no task that the caller works on is in a phase that edits the file",
    explanation: "Each phase lists in `edits` the project files that may be changed in it. The refusal names \
     the phase that each task is in, the phases in which this file may be edited, and the \
     commands that lead on. Finish the phase first: write what it produces, then move the task.",
};

/// `revise-first`
pub static REVISE_FIRST: Topic = Topic {
    code: "revise-first",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the phase was submitted or approved, and nothing is written then",
    explanation: "What is submitted must be what is approved, and what was approved must stay it. Move the \
     task back to the phase itself, which takes the submission or the approval back, and write \
     then.",
};

/// `no-task-at-work`
pub static NO_TASK_AT_WORK: Topic = Topic {
    code: "no-task-at-work",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "there is no task that the edit could belong to",
    explanation: "Every edit belongs to a task in a phase that allows it, and there is no task. Make one with \
     `automaton create-task NAME`, and bring it to a phase that edits the file.",
};

/// `artifact-not-due`
pub static ARTIFACT_NOT_DUE: Topic = Topic {
    code: "artifact-not-due",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the task's phase does not write this artifact",
    explanation: "Each phase lists what it `produces`, and only that may be written in it. Writing a later \
     phase's artifact skips the phases between. Finish this phase first; the refusal names the \
     phase that writes the artifact.",
};

/// `artifact-frozen`
pub static ARTIFACT_FROZEN: Topic = Topic {
    code: "artifact-frozen",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the artifact was left behind by an earlier phase and has to stay as it is",
    explanation: "Later phases build on it. To change it, let a person send the task back with `automaton \
     rework`, where the workflow has such an edge.",
};

/// `other-task`
pub static OTHER_TASK: Topic = Topic {
    code: "other-task",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the file belongs to a task that the caller does not work on",
    explanation: "The call names a task with `--task`, and the file lies in the folder of another one; or the \
     caller has claimed tasks, and this one is not among them. Ask for the task that the file \
     belongs to, or claim it.",
};

/// `out-of-scope`
pub static OUT_OF_SCOPE: Topic = Topic {
    code: "out-of-scope",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the task's phase would edit the file, and the task is not about it",
    explanation: "A scope narrows what the phases of a task edit to the files that the task is about, so that \
     several tasks can be worked on beside each other. A person sets another one with `automaton \
     scope set`; anyone may in a phase with an approval, before it is submitted.",
};

/// `out-of-loop`
pub static OUT_OF_LOOP: Topic = Topic {
    code: "out-of-loop",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the file is none that the loop may change",
    explanation: "A loop runs the caller, and the files that a loop may change are listed in its plan, as \
     `blast_radius.file_scope`. The list narrows what a task's phase allows and never widens it, \
     and no override opens it: a loop that changes another file is halted after its tick. A \
     person who wants more of a loop makes one with another plan.",
};

/// `several-links`
pub static SEVERAL_LINKS: Topic = Topic {
    code: "several-links",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the file has more than one hard link",
    explanation: "The same bytes stand under another name, perhaps one that may not be edited, so a change \
     here would be a change there. Copy the file over itself, so that it has one name, or edit \
     it outside the agent.",
};

/// `shell-refused`
pub static SHELL_REFUSED: Topic = Topic {
    code: "shell-refused",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the workflow refuses shell commands",
    explanation: "The workflow says `shell refuse`. Use the harness's edit and read tools, and plain \
     `automaton` commands, which are let through.",
};

/// `shell-unheld`
pub static SHELL_UNHELD: Topic = Topic {
    code: "shell-unheld",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a shell command would run in a phase that edits no project files",
    explanation: "A shell command can write any file, whatever it looks like, and in this phase none may be \
     written. Under `shell sandbox` it is refused in such phases unless it is one plain \
     `automaton` command without operators. Use the harness's tools to read and search.",
};

/// `override-too-long`
pub static OVERRIDE_TOO_LONG: Topic = Topic {
    code: "override-too-long",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "an override cannot last that long",
    explanation: "An override is for a hotfix or a merge: it opens every phase's edits to everyone for a while, \
     so it ends by itself, at the latest after 24 hours. Give a length such as `10m` or `2h`.",
};

/// Every kind of refused edit.
pub static ALL: &[&Topic] = &[
    &PATH_UNUSABLE,
    &OUTSIDE_PROJECT,
    &PROTECTED_PATH,
    &PROTECTED_BY_WORKFLOW,
    &EDIT_NOT_IN_PHASE,
    &REVISE_FIRST,
    &NO_TASK_AT_WORK,
    &ARTIFACT_NOT_DUE,
    &ARTIFACT_FROZEN,
    &OTHER_TASK,
    &OUT_OF_SCOPE,
    &OUT_OF_LOOP,
    &SEVERAL_LINKS,
    &SHELL_REFUSED,
    &SHELL_UNHELD,
    &OVERRIDE_TOO_LONG,
];
