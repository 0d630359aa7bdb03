//! Every code that the program can answer with, in groups.

use super::{explain, lint_workflow, output, session, step, workflow_text};
use crate::diagnostic::Topic;
use crate::task::root;
use crate::{engine, workflow};

/// Codes that belong together.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) title: &'static str,
    pub(super) topics: Vec<&'static Topic>,
}

/// All codes. A test holds this list against the source.
pub(super) fn groups() -> Vec<Group> {
    vec![
        Group {
            title: "In a workflow file",
            topics: workflow::topics(),
        },
        Group {
            title: "About a task",
            topics: engine::topics::ALL.to_vec(),
        },
        Group {
            title: "About the project and its files",
            topics: vec![
                &root::NO_PROJECT,
                &root::PROJECT_UNREADABLE,
                &root::WORKFLOW_NOT_A_FILE,
                &session::WORKFLOW_BROKEN,
                &lint_workflow::LINT_FINDINGS,
                &workflow_text::FILE_UNREADABLE,
                &workflow_text::NOT_UTF8,
                &step::IO,
            ],
        },
        Group {
            title: "About the call",
            topics: vec![
                &output::USAGE,
                &explain::UNKNOWN_CODE,
                &session::ACTOR_UNKNOWN,
                &step::BUSY,
                &step::MOVED_ON,
            ],
        },
    ]
}
