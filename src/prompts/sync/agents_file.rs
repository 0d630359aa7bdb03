//! A block in AGENTS.md, which most harnesses read at the start of a session.

use std::fmt::Write as _;

use super::{Adapter, Rendered};
use crate::guard::hooks::Part;
use crate::workflow::Model;

pub(super) const AGENTS: Adapter = Adapter {
    name: "agents",
    part,
    parts: |model, prompts| vec![part("AGENTS.md", block(model, prompts))],
};

/// Between these the block stands.
const MARKS: (&str, &str) = (
    "<!-- automaton: rendered by `automaton prompts sync agents` -->",
    "<!-- automaton: end -->",
);

fn part(path: &str, text: String) -> Part {
    Part::block(path, text, MARKS)
}

fn block(model: &Model, prompts: &[Rendered]) -> String {
    let mut text = format!("{}\n## Workflow\n\n", MARKS.0);
    _ = writeln!(
        text,
        "All work in this project is done in tasks of the workflow `{}`, which `automaton` enforces: it refuses steps,
edits and commits that the workflow does not allow.

1. Run `automaton status` before you do anything. It shows each task, what may happen next, and who must do it.
2. Run `automaton prompt --task TASK` and follow what it prints. It is the prompt for the state of that task.
3. Create a task for new work with `automaton create-task NAME`, and never by hand.
4. Read refusals: each says what is wrong and which command comes next.
5. Do not write `.state` files, do not approve your own work, and do not go round a refusal: ask the user.
",
        model.name
    );
    text.push_str("The prompts:\n\n");
    for prompt in prompts {
        let purpose = match prompt.phase {
            Some(phase) => model.phase(phase).description.clone().unwrap_or_default(),
            None => "belongs to no phase".to_owned(),
        };
        let gap = if purpose.is_empty() { "" } else { ": " };
        _ = writeln!(text, "- `{}`{gap}{purpose}", prompt.name);
    }
    text + MARKS.1
}
