//! What holds of every text that is given as a workflow.

use automaton::diagnostic::{Diagnostic, Edit};
use automaton::lint::{Nothing, lint};
use automaton::report::{Style, finding, github, graph, listing, rdjson, sarif};
use automaton::source::SourceFile;
use automaton::workflow::{Origin, Resolved, Workflow};

/// A text is read, judged and shown without a panic; what is found lies in the text, at places that
/// can be shown; and a text that could be read can still be read with any one of its fixes.
pub fn holds(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let source = SourceFile::new("workflow.kdl", text);
    let findings = lint(&source, Origin::File, &Nothing);
    for found in &findings {
        for span in found.spans() {
            assert!(text.get(span.range()).is_some(), "{found}: {span:?}");
        }
    }
    shown(&findings);
    match Workflow::compile(&source, Origin::File) {
        Ok(workflow) => {
            _ = (
                graph::mermaid(&workflow, None),
                graph::dot(&workflow, None),
                graph::json(&workflow, None),
            );
        }
        Err(findings) => assert!(!findings.is_empty()),
    }
    if Resolved::read(&source, Origin::File).model.is_some() {
        for found in &findings {
            if let Some(fix) = &found.fix {
                let fixed = SourceFile::new("workflow.kdl", applied(text, &fix.edits));
                let read = Resolved::read(&fixed, Origin::File);
                let broken = read
                    .findings
                    .iter()
                    .find(|found| found.topic.code == "syntax");
                assert_eq!(broken, None, "{found}: {}", fix.title);
            }
        }
    }
}

fn shown(findings: &[Diagnostic]) {
    let style = Style {
        color: false,
        width: 80,
    };
    let findings = &findings[..findings.len().min(50)];
    assert!(!listing(findings, 1, true, style).is_empty());
    _ = (sarif(findings), rdjson(findings), github(findings));
    _ = findings.iter().map(finding).count();
}

/// The text after edits that do not overlap.
fn applied(text: &str, edits: &[Edit]) -> String {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.span);
    let mut text = text.to_owned();
    for edit in edits.into_iter().rev() {
        text.replace_range(edit.span.range(), &edit.text);
    }
    text
}
