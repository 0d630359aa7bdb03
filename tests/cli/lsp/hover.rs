//! What is said about a place, also while the text cannot be read.

use std::fmt::Write as _;

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::SHAKY;
use super::client::Client;

/// A phase with all that hover tells.
const RICH: &str = "workflow w version=1 {
    initial draft
    artifact SPEC.md frozen=#false
    artifact CODE.md { outcome GO STOP; }
    phase draft {
        description \"größe 🦀\"; reads SPEC.md optional=#true
        produces SPEC.md
        forbids CODE.md
        edits \"src/**\" \"*.md\"
        protects \"src/x.rs\"
        approval
        next work
    }
    phase work {
        reads SPEC.md
        produces CODE.md
        next done { outcome CODE.md GO; }
        next failed { outcome CODE.md STOP; }
    }
    phase done terminal=success
    phase failed terminal=failure
}
";

#[test]
fn hover_tells_of_names_and_words() {
    let mut client = Client::start();
    client.open(RICH);
    let places = [
        (1, 14),
        (17, 15),
        (14, 16),
        (3, 14),
        (16, 22),
        (3, 24),
        (9, 9),
        (16, 35),
        (0, 10),
        (99, 0),
    ];
    let mut texts = String::new();
    for (line, column) in places {
        let text = client.hover(line, column);
        _ = write!(texts, "== {line}:{column}\n{text}");
    }
    assert_snapshot!(texts, @"
    == 1:14
    phase **draft**

    größe 🦀

    - reads `SPEC.md` (optional)
    - produces `SPEC.md`
    - forbids `CODE.md`
    - edits `src/**`, `*.md`
    - protects `src/x.rs`
    == 17:15
    phase **failed**, ends a task: failure
    == 14:16
    artifact **SPEC.md**, may change in later phases

    - produced by `draft`
    - read by `draft`, `work`
    == 3:14
    artifact **CODE.md**

    - produced by `work`
    - forbidden in `draft`
    - states one of `GO`, `STOP`
    == 16:22
    **outcome**: Holds when the artifact states one of these words.
    == 3:24
    **outcome**: The words of which the file has to state exactly one.
    == 9:9
    **protects**: Exceptions from `edits`, as globs.
    == 16:35
    artifact **CODE.md**

    - produced by `work`
    - forbidden in `draft`
    - states one of `GO`, `STOP`
    == 0:10
    == 99:0
    ");
}

#[test]
fn hover_explains_a_finding_and_then_what_stands_there() {
    let mut client = Client::start();
    client.open(SHAKY);
    assert_snapshot!(client.hover(3, 14), @r#"
    **unused-artifact** (warning): an artifact is declared and no phase mentions it, or it is produced and never read

    A declaration that no phase mentions has no effect: the file would be an artifact that nobody may write. An artifact that is produced and never read is fine where people are its readers; that is only listed with `--pedantic`. Remove the declaration, or let a phase use it.

    found in

    ```kdl
    workflow w version=1 {
        initial work
        artifact NOTE.md
        artifact OTHER.md
        phase work { produces NOTE.md; next check; }
        phase check { reads NOTE.md; edits "**"; next done; }
        phase done terminal=success
    }
    ```

    not in

    ```kdl
    workflow w version=1 {
        initial work
        artifact NOTE.md
        phase work { produces NOTE.md; next check; }
        phase check { reads NOTE.md; edits "**"; next done; }
        phase done terminal=success
    }
    ```

    ---

    artifact **OLD.md**
    "#);
}

#[test]
fn while_a_text_cannot_be_read_the_last_good_one_answers() {
    let mut client = Client::start();
    client.open(SHAKY);
    let broken = SHAKY.replace(
        "workflow w version=1 {\n",
        "workflow w version=1 {\n\n\n\"\n",
    );
    let found = client.change(&json!([{"text": broken}]));
    let codes: Vec<&Value> = found
        .as_array()
        .expect("a list")
        .iter()
        .map(|f| &f["code"])
        .collect();
    assert_eq!(codes, ["syntax"]);
    let unfinished = SHAKY.replace(
        "phase review {\n",
        "phase review {\n produces SPEC.md {\n\n",
    );
    client.change(&json!([{"text": unfinished}]));
    assert_snapshot!(client.hover(10, 12), @"
    artifact **SPEC.md**

    - produced by `draft`
    - read by `review`

    (from the last text that could be read)
    ");
    let definition = client.about("textDocument/definition", 10, 12);
    assert_eq!(
        definition["range"]["start"],
        json!({"line": 2, "character": 13})
    );
}
