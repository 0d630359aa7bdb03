//! Files with the findings that they must have, written into them as comments.
//!
//! `//~ code` and then each underlined text in backquotes, the primary one first, stands on the line
//! of the finding or on lines of its own above it. All findings but the pedantic ones must be there;
//! `//~ pedantic` in the first line asks for those too. A file of the same name that ends in `.approvers`
//! lies beside the workflow, and so does what is in a folder of the same name that ends in `.beside`. A
//! finding in another text is announced above the first line, with that text's name and line.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use automaton::cli::CommandTree;
use automaton::diagnostic::{Diagnostic, Place, Severity};
use automaton::engine::FactError;
use automaton::lint::{Outside, lint, replay, topics};
use automaton::prompts::{Shelf, check};
use automaton::source::SourceFile;
use automaton::workflow::{Model, Origin, Resolved};

/// A finding as a file announces it: line, code, underlined texts.
type Expected = (usize, String, Vec<String>);

/// The files of one kind, in order.
pub fn files(kind: &str) -> Vec<(PathBuf, SourceFile)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/corpus")
        .join(kind);
    let entries = fs::read_dir(&folder).expect("the corpus");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "kdl"))
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a text");
        let source = SourceFile::new(path.display().to_string(), text);
        (path, source)
    };
    paths.into_iter().map(read).collect()
}

fn announced(text: &str) -> Vec<Expected> {
    let mut found = Vec::new();
    let mut above = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some((before, marker)) = line.split_once("//~ ") else {
            found.extend(above.drain(..).map(|(code, texts)| (number, code, texts)));
            continue;
        };
        let mut parts = marker.split('`');
        let code = parts.next().unwrap_or_default().trim().to_owned();
        let texts = parts.step_by(2).map(str::to_owned).collect();
        if before.trim().is_empty() {
            above.push((code, texts));
        } else {
            found.push((number, code, texts));
        }
    }
    found.retain(|(_, code, _)| code != "pedantic");
    found.sort();
    found
}

/// What lies beside a file of the corpus.
struct Around {
    approvers: Option<String>,
    shelf: Option<Shelf>,
}

impl Outside for Around {
    fn approvers(&self) -> Result<Option<String>, FactError> {
        Ok(self.approvers.clone())
    }

    fn prompts(&self, model: &Model) -> Result<Vec<Diagnostic>, FactError> {
        let found = self.shelf.iter();
        let found = found.flat_map(|shelf| check(model, shelf, &CommandTree));
        Ok(found.collect())
    }
}

fn seen(source: &SourceFile, found: &Diagnostic) -> Expected {
    let code = found.topic.code.to_owned();
    let mut lines = source.text().lines();
    let first = lines
        .position(|line| !line.starts_with("//~"))
        .map_or(0, |index| index + 1);
    match &found.place {
        Place::Source { file, .. } if file.name() != source.name() => {
            let line = found
                .span()
                .map_or(0, |span| file.position(span.start).line);
            return (first, code, vec![format!("{}:{line}", file.name())]);
        }
        Place::File(path) => return (first, code, vec![path.clone()]),
        _ => {}
    }
    let line = found
        .span()
        .map_or(0, |span| source.position(span.start).line);
    let texts = found.spans().map(|span| source.slice(span).to_owned());
    (line, code, texts.collect())
}

fn findings(path: &Path, source: &SourceFile) -> Vec<Diagnostic> {
    let least = if source.text().starts_with("//~ pedantic") {
        Severity::Pedantic
    } else {
        Severity::Info
    };
    let beside = path.with_extension("beside");
    let around = Around {
        approvers: fs::read_to_string(path.with_extension("approvers")).ok(),
        shelf: beside.is_dir().then(|| Shelf::beside(beside, "")),
    };
    let mut found = lint(source, Origin::File, &around);
    found.retain(|found| found.severity >= least);
    found
}

#[test]
fn invalid_files_have_exactly_the_findings_that_they_announce() {
    let mut wrong = Vec::new();
    for (path, source) in files("invalid") {
        let mut found: Vec<Expected> = findings(&path, &source)
            .iter()
            .map(|found| seen(&source, found))
            .collect();
        found.sort();
        let announced = announced(source.text());
        if found != announced || found.is_empty() {
            let name = path.file_name().unwrap_or_default().display();
            wrong.push(format!(
                "{name}\n  found     {found:?}\n  announced {announced:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn valid_files_have_no_findings() {
    for (path, source) in files("valid") {
        let found: Vec<String> = findings(&path, &source)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(found, [""; 0], "{}", path.display());
        assert!(automaton::workflow::Workflow::compile(&source, Origin::File).is_ok());
    }
}

#[test]
fn every_counterexample_replays() {
    let mut shown: BTreeMap<&str, usize> = BTreeMap::new();
    for (path, source) in files("invalid") {
        let Some(model) = Resolved::read(&source, Origin::File).model else {
            continue;
        };
        for found in findings(&path, &source) {
            if let Some(path_shown) = &found.counterexample {
                let mismatch = replay(&model, path_shown).err();
                assert_eq!(mismatch, None, "{}: {found}", path.display());
                *shown.entry(found.topic.code).or_default() += 1;
            }
        }
    }
    for code in [
        "approval-bypass",
        "cycle-without-person",
        "dead-end",
        "deadlock",
        "maybe-missing",
        "no-path-to-terminal",
        "transition-always-blocked",
        "transition-may-block",
    ] {
        assert!(shown.contains_key(code), "no counterexample for {code}");
    }
}

/// A fix touches only its bytes, and the finding is gone afterwards.
#[test]
fn every_fix_mends_its_finding() {
    let mut fixed: BTreeMap<&str, bool> = BTreeMap::new();
    for (path, source) in files("invalid") {
        for found in findings(&path, &source) {
            let Some(fix) = &found.fix else {
                continue;
            };
            let mut text = source.text().to_owned();
            let mut edits = fix.edits.clone();
            edits.sort_by_key(|edit| edit.span);
            for edit in edits.iter().rev() {
                text.replace_range(edit.span.range(), &edit.text);
            }
            let comments = |text: &str| text.matches("//").count();
            let code = found.topic.code;
            if code != "unused-suppression" {
                assert_eq!(
                    comments(&text),
                    comments(source.text()),
                    "{}: {found}",
                    path.display()
                );
            }
            assert!(text.ends_with("}\n"), "{}: {found}", path.display());
            let mended = SourceFile::new(source.name(), text);
            let same =
                |other: &Diagnostic| other.topic == found.topic && other.message == found.message;
            let count =
                |source: &SourceFile| findings(&path, source).iter().filter(|o| same(o)).count();
            assert!(
                count(&mended) < count(&source),
                "{}: {found}\n{}",
                path.display(),
                mended.text()
            );
            let broken = findings(&path, &mended)
                .iter()
                .any(|other| other.topic.code == "syntax");
            assert!(!broken, "{}: {found}\n{}", path.display(), mended.text());
            fixed.insert(code, fix.safe);
        }
    }
    let listed: Vec<(&str, bool)> = fixed.into_iter().collect();
    assert_eq!(
        listed,
        [
            ("approval-of-nothing", false),
            ("comment-in-glob", true),
            ("duplicate-definition", false),
            ("duplicate-property", false),
            ("duplicate-transition", true),
            ("forbidden-gap", false),
            ("forbidden-not-monotone", false),
            ("forbids-metadata", true),
            ("forbids-own-output", false),
            ("guard-never-holds", false),
            ("maybe-missing", false),
            ("reads-forbidden", false),
            ("self-transition", false),
            ("shadowed-glob", true),
            ("terminal-with-next", false),
            ("transition-always-blocked", false),
            ("undefined-reference", false),
            ("unknown-node", false),
            ("unknown-property", false),
            ("unused-artifact", false),
            ("unused-suppression", true),
        ]
    );
}

#[test]
fn every_code_has_its_files() {
    // A file that is too large, or has more findings than are listed, is no file for a corpus: tests
    // of their own make one.
    const MADE: &[&str] = &["too-large", "findings-left-out"];
    const THREE: &[&str] = &[
        "unreachable-phase",
        "dead-end",
        "no-path-to-terminal",
        "approval-bypass",
        "never-produced",
        "read-before-produced",
        "maybe-missing",
        "transition-always-blocked",
        "transition-may-block",
        "deadlock",
    ];
    let named = |kind: &str| -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for (path, source) in files(kind) {
            let stem = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let code = stem
                .trim_end_matches(|c: char| c.is_ascii_digit() || c == '-')
                .to_owned();
            if kind == "invalid" {
                let mut codes = announced(source.text())
                    .into_iter()
                    .map(|(_, code, _)| code);
                assert!(
                    codes.any(|other| other == code),
                    "{stem} does not have its code"
                );
            }
            *counts.entry(code).or_default() += 1;
        }
        counts
    };
    let (invalid, valid) = (named("invalid"), named("valid"));
    for topic in topics()
        .into_iter()
        .filter(|topic| !MADE.contains(&topic.code))
    {
        let least = if THREE.contains(&topic.code) { 3 } else { 1 };
        for (kind, counts) in [("invalid", &invalid), ("valid", &valid)] {
            let count = counts.get(topic.code).copied().unwrap_or_default();
            assert!(count >= least, "{} has {count} {kind} files", topic.code);
        }
    }
}
