//! `explain`: every code, once, with what to do.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use serde_json::Value;

use crate::project::Project;

/// Every code as `explain --json` lists it.
pub fn topics() -> Vec<Value> {
    let document = Project::bare().json(&["explain", "--json"]);
    document["topics"].as_array().expect("a list").clone()
}

#[test]
fn a_code_is_explained() {
    let project = Project::bare();
    let run = project.call(&["explain", "no-such-transition"]);
    assert_eq!((run.exit, run.stderr.as_str()), (0, ""));
    assert_snapshot!(run.stdout, @r"
    no-such-transition  (error, exit 1)

      no edge leads from the task's state to the wanted one

      The workflow lists for each phase where a task may go next. The refusal names
      the steps that are open from here. A phase with an approval is left only from
      its granted sub-state: submit it, and have it approved.
    ");
    let bracketed = project.call(&["explain", "[no-such-transition]"]);
    assert_eq!(bracketed.stdout, run.stdout);
}

#[test]
fn an_unknown_code_gets_the_nearest_one() {
    let project = Project::bare();
    let run = project.call(&["explain", "ded-end"]);
    assert_eq!((run.exit, run.stdout.as_str()), (2, ""));
    assert_snapshot!(run.stderr, @r"
    refused: there is no code `ded-end`  [unknown-code]
      did you mean `dead-end`?
      next: automaton explain dead-end
      next: automaton explain
    ");
    let run = project.call(&["explain", "xyz"]);
    assert_eq!(run.exit, 2);
    assert_snapshot!(run.stderr, @r"
    refused: there is no code `xyz`  [unknown-code]
      next: automaton explain
    ");
}

#[test]
fn codes_are_unique_and_in_kebab_case_and_say_what_to_do() {
    let mut seen = BTreeSet::new();
    for topic in topics() {
        let field = |name: &str| topic[name].as_str().expect("text").to_owned();
        let (code, explanation) = (field("code"), field("explanation"));
        assert!(seen.insert(code.clone()), "{code} is listed twice");
        let words = code.split('-');
        let mut kebab = words.map(|word| {
            let plain = word
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
            plain && !word.is_empty()
        });
        assert!(kebab.all(|plain| plain), "{code}");
        let summary = field("summary");
        assert!(!summary.is_empty() && !summary.ends_with('.'), "{code}");
        assert!(explanation.ends_with('.'), "{code}");
        let sentences = explanation.matches(". ").count() + 1;
        assert!(sentences > 1, "{code}: {explanation}");
    }
}

#[test]
fn every_topic_of_the_source_is_listed() {
    let mut declared = BTreeSet::new();
    collect(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut declared,
    );
    let listed: BTreeSet<String> = topics()
        .iter()
        .map(|topic| topic["code"].as_str().expect("a code").to_owned())
        .collect();
    assert_eq!(listed, declared);
}

/// The codes of all `static NAME: Topic` below a folder, but those in tests.
fn collect(folder: &Path, codes: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, codes);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).expect("text");
            let text = text
                .split("#[cfg(test)]\nmod tests {")
                .next()
                .expect("a part");
            for declaration in text.split(": Topic = Topic {").skip(1) {
                let code = declaration.split("code: \"").nth(1).expect("a code");
                codes.insert(code.split('"').next().expect("an end").to_owned());
            }
            for declaration in text.split(": Topic = Topic::finding(").skip(1) {
                let code = declaration.split('"').nth(1).expect("a code");
                codes.insert(code.to_owned());
            }
        }
    }
}
