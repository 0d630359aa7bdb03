//! Every code that the program can answer with, in groups.

use super::{
    claim, demo, doctor, explain, graph, hooks, init, lint_workflow, loops, lsp, output, prompt,
    prompts, refusals, session, workflow_text,
};
use crate::diagnostic::Topic;
use crate::task::root;
use crate::{approval, engine, guard, lint, schedule, task};

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
            topics: lint::topics(),
        },
        Group {
            title: "About a task",
            topics: [engine::topics::ALL, &[&prompt::PHASE_MISMATCH]].concat(),
        },
        Group {
            title: "About an edit",
            topics: [engine::edit::topics::ALL, guard::topics::ALL].concat(),
        },
        Group {
            title: "About a signature",
            topics: approval::topics::ALL.to_vec(),
        },
        Group {
            title: "Found by an audit",
            topics: task::TOPICS.to_vec(),
        },
        Group {
            title: "About the project and its files",
            topics: vec![
                &root::NO_PROJECT,
                &root::PROJECT_UNREADABLE,
                &root::WORKFLOW_NOT_A_FILE,
                &root::CONFIG_BROKEN,
                &task::NO_SUCH_TEMPLATE,
                &task::TEMPLATE_BROKEN,
                &crate::workflow::WORKFLOW_BROKEN,
                &lint_workflow::LINT_FINDINGS,
                &workflow_text::FILE_UNREADABLE,
                &workflow_text::NOT_UTF8,
                &init::WOULD_OVERWRITE,
                &prompts::PROMPT_FINDINGS,
                &prompts::PROMPT_EXISTS,
                &prompts::PROMPTS_LEFT,
                &doctor::UNHEALTHY,
                &hooks::HOOKS_LEFT,
                &hooks::HOOKS_BYPASSED,
                &demo::DEMO_FAILED,
                &graph::TOO_LARGE,
                &schedule::topics::SCHEDULE_FAILED,
                &schedule::topics::SCHEDULE_CHANGED,
                &refusals::IO,
            ],
        },
        Group {
            title: "About a loop",
            topics: loops::topics::ALL.to_vec(),
        },
        Group {
            title: "About the call",
            topics: vec![
                &output::USAGE,
                &explain::UNKNOWN_CODE,
                &session::ACTOR_UNKNOWN,
                &prompt::NO_SUCH_PROMPT,
                &lsp::CLIENT_GONE,
                &refusals::BUSY,
                &refusals::MOVED_ON,
                &claim::ALL_CLAIMED,
                &claim::NOTHING_TO_CLAIM,
            ],
        },
    ]
}
