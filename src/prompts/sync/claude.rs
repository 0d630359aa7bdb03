//! Claude Code: skills that the model finds by itself, and commands that the user types.

use serde_json::json;

use super::front_matter::{description, front_matter};
use super::{Adapter, Rendered, skills};
use crate::guard::hooks::Part;

pub(super) const CLAUDE: Adapter = Adapter {
    name: "claude",
    part: Part::own,
    parts: |_, prompts| {
        let mut parts = skills::parts(".claude/skills", prompts);
        parts.extend(prompts.iter().map(command));
        parts
    },
};

/// `/automaton:NAME TASK`
fn command(prompt: &Rendered) -> Part {
    let name = &prompt.name;
    // A list of allowed tools would let commands through that a person has to be asked about.
    let head = front_matter(&[
        ("description", json!(description(&prompt.description))),
        ("argument-hint", json!("[task]")),
    ]);
    let body = format!(
        "Run this and follow what it prints, to the letter. If it refuses, report what it says and stop.

```sh
automaton prompt {name} --task $ARGUMENTS
```
"
    );
    Part::own(
        &format!(".claude/commands/automaton/{name}.md"),
        head + &body,
    )
}
