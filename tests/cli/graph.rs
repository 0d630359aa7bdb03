//! `graph`: the default workflow and the examples as pictures and as data.

mod data;
mod dot;
mod mermaid;
mod svg;
mod walk;

use crate::project::Project;

const RFC: &str = include_str!("../../examples/rfc/workflow.kdl");
const TEST_DRIVEN: &str = include_str!("../../examples/test-driven/workflow.kdl");
const MINIMAL: &str = include_str!("../../examples/minimal/workflow.kdl");

/// Names that are words of the formats, and texts that mean something in them.
const HOSTILE: &str = r#"workflow end version=1 {
    initial state
    approval pending=note granted=direction
    artifact "a;b #1 \"<i>\" %% direction TB.md"
    phase state {
        produces "a;b #1 \"<i>\" %% direction TB.md"
        approval
        next größe {
            contains "a;b #1 \"<i>\" %% direction TB.md" "<script>alert(\"x\")</script> [[fork]] <<choice>>\n\\N &amp; \u{202e}"
        }
    }
    phase größe { next "0-a" { check "a --> b : c; [*] {x} `y` $$z$$" ; } }
    phase "0-a" terminal=success
}
"#;

fn drawn(format: &str, text: &str) -> String {
    let project = Project::bare();
    project.write("w.kdl", text);
    let run = project.call(&["graph", "--format", format, "w.kdl"]);
    assert_eq!((run.exit, run.stderr.as_str()), (0, ""));
    run.stdout
}
