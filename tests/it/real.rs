//! Workflows rewritten from processes that others have published, and what the linter says to them.

use std::collections::BTreeSet;
use std::fs;

use automaton::diagnostic::Severity;
use automaton::lint::{Nothing, lint};
use automaton::source::SourceFile;
use automaton::workflow::{Origin, Workflow};

use crate::ask::listed;
use crate::sources::{files, root};

/// The files, each as its name and its text.
fn corpus() -> Vec<(String, String)> {
    let paths = files(&root().join("tests/corpus/valid/real"), "kdl");
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = fs::read_to_string(&path).expect("a workflow");
        (name.into_owned(), text)
    };
    paths.into_iter().map(read).collect()
}

/// The field and the source that the first paragraph names, from its first line on.
fn heading(text: &str) -> Option<(String, String)> {
    let lines = text.lines().map_while(|line| line.strip_prefix("// "));
    let paragraph = lines.collect::<Vec<_>>().join(" ");
    let (field, source) = paragraph
        .strip_prefix("Field: ")?
        .split_once(". Source: ")?;
    Some((field.to_owned(), source.to_owned()))
}

#[test]
fn every_file_compiles_and_is_clean() {
    let mut faults = Vec::new();
    for (name, text) in corpus() {
        let source = SourceFile::new(name.as_str(), text);
        if let Err(found) = Workflow::compile(&source, Origin::File) {
            faults.push(format!("{name}: {}", listed(&found)));
        }
        let found = lint(&source, Origin::File, &Nothing).into_iter();
        let heavy = found.filter(|found| found.severity >= Severity::Warning);
        faults.extend(heavy.map(|found| format!("{name}: {found}")));
    }
    assert_eq!(faults, [""; 0]);
}

#[test]
fn the_files_name_their_sources_and_cover_eight_fields() {
    let corpus = corpus();
    let mut fields = BTreeSet::new();
    for (name, text) in &corpus {
        let (field, source) = heading(text).unwrap_or_else(|| panic!("{name}: no source"));
        // A host and a document on it: a bare name could not be looked up.
        let (host, document) = source.split_once(", ").expect("a document");
        assert!(
            host.contains('.') && document.len() > 10,
            "{name}: {source}"
        );
        assert!(fields.insert(field), "{name}: its field is there twice");
    }
    assert!(fields.len() >= 8, "{fields:?}");
}
