//! What the documentation shows is true: every KDL block is read, and every example compiles.

use std::fs;
use std::path::{Path, PathBuf};

use automaton::diagnostic::Diagnostic;
use automaton::source::SourceFile;
use automaton::workflow::{Origin, Resolved, Workflow};

use crate::ask::listed;
use crate::sources::{files, root};

/// A fenced block of KDL.
struct Block {
    /// The file and the line of its first fence.
    place: String,
    /// What follows `kdl` on the fence.
    kind: String,
    text: String,
    /// The first line below the block that is not empty.
    below: String,
}

/// The pages whose blocks are read.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    pages.retain(|page| page.exists());
    pages.extend(files(&root().join("docs"), "md"));
    pages.extend(files(&root().join("examples"), "md"));
    pages
}

fn blocks(page: &Path) -> Vec<Block> {
    let text = fs::read_to_string(page).expect("a page");
    let name = page.strip_prefix(root()).expect("below the root").display();
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let body: Vec<&str> = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| *line != "```")
            .collect();
        let mut below = lines.clone().map(|(_, line)| line);
        if let Some(kind) = info.strip_prefix("kdl") {
            blocks.push(Block {
                place: format!("{name}:{}", number + 1),
                kind: kind.to_owned(),
                text: body.join("\n"),
                below: below
                    .find(|line| !line.is_empty())
                    .unwrap_or_default()
                    .to_owned(),
            });
        }
    }
    blocks
}

fn compiled(text: &str) -> Result<Workflow, Vec<Diagnostic>> {
    Workflow::compile(&SourceFile::new("workflow.kdl", text), Origin::File)
}

/// What is wrong with a fragment: the children of a `workflow`, which may name phases and leave
/// out the beginning, and are right in everything else.
fn wrong_in_fragment(text: &str) -> Vec<Diagnostic> {
    let whole = format!("workflow fragment version=1 {{\n{text}\n}}\n");
    let source = SourceFile::new("workflow.kdl", whole);
    let found = Resolved::read(&source, Origin::File).findings.into_iter();
    let elsewhere = |found: &Diagnostic| {
        let name = found
            .span()
            .map(|span| source.slice(span))
            .unwrap_or_default();
        match found.topic.code {
            "no-initial" => true,
            "undefined-reference" => found.message == format!("no phase `{name}` is declared"),
            _ => false,
        }
    };
    found.filter(|found| !elsewhere(found)).collect()
}

#[test]
fn every_block_is_what_it_says() {
    let blocks: Vec<Block> = pages().iter().flat_map(|page| blocks(page)).collect();
    let mut faults = Vec::new();
    let mut counts = [0; 3];
    for Block {
        place,
        kind,
        text,
        below,
    } in &blocks
    {
        let fault = match kind.as_str() {
            "" => {
                counts[0] += 1;
                compiled(text).err().map(|found| listed(&found))
            }
            ",fragment" => {
                counts[1] += 1;
                let found = wrong_in_fragment(text);
                (!found.is_empty()).then(|| listed(&found))
            }
            ",must-fail" => {
                counts[2] += 1;
                let code = below
                    .strip_prefix("> `")
                    .and_then(|rest| rest.split_once("`:"));
                let expected = code.map_or("no code below", |(code, _)| code);
                let found = compiled(text).err().unwrap_or_default();
                let codes: Vec<&str> = found.iter().map(|found| found.topic.code).collect();
                (codes != [expected]).then(|| format!("{codes:?}, not `{expected}`"))
            }
            other => Some(format!("`kdl{other}` is no kind of block")),
        };
        faults.extend(fault.map(|fault| format!("{place}: {fault}")));
    }
    assert_eq!(faults, [""; 0]);
    // The language's page alone has more than these; fewer means that they are not found.
    assert!(
        counts[0] >= 2 && counts[1] >= 15 && counts[2] >= 10,
        "{counts:?}"
    );
}

#[test]
fn every_example_compiles() {
    let examples = files(&root().join("examples"), "kdl");
    assert!(examples.len() >= 3, "{examples:?}");
    for path in examples {
        let text = fs::read_to_string(&path).expect("an example");
        let found = compiled(&text).err().map(|found| listed(&found));
        assert_eq!(found, None, "{}", path.display());
    }
}

#[test]
fn a_fragment_may_leave_out_only_what_lies_outside_it() {
    for (text, codes) in [
        ("description d\nphase a { next b; }", &[][..]),
        ("phase a { produces A.md; }", &["undefined-reference"]),
        ("phase a { nxt b; }", &["unknown-node"]),
        ("shell maybe", &["wrong-value"]),
    ] {
        let found = wrong_in_fragment(text);
        let found: Vec<&str> = found.iter().map(|found| found.topic.code).collect();
        assert_eq!(found, codes, "{text}");
    }
}
