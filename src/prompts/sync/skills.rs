//! Agent Skills: a folder for each prompt, as agentskills.io describes them.

use serde_json::json;

use super::front_matter::{description, front_matter, identifier};
use super::{Adapter, Rendered};
use crate::guard::hooks::Part;

pub(super) const SKILLS: Adapter = Adapter {
    name: "skills",
    part: Part::own,
    parts: |_, prompts| parts(".agents/skills", prompts),
};

/// The skills, in a folder.
pub(super) fn parts(folder: &str, prompts: &[Rendered]) -> Vec<Part> {
    let parts = prompts.iter().map(|prompt| {
        let name = identifier(&prompt.name);
        // No tool is allowed beforehand: what a phase may do is decided when it is done.
        let head = front_matter(&[
            ("name", json!(name)),
            ("description", json!(description(&prompt.description))),
        ]);
        Part::own(&format!("{folder}/{name}/SKILL.md"), head + &prompt.body)
    });
    parts.collect()
}
