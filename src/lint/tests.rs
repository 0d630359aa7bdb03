use super::*;
use crate::diagnostic::Severity;

/// The findings of a text, as codes.
fn codes(text: &str) -> Vec<&'static str> {
    let source = SourceFile::new("workflow.kdl", text);
    lint(&source, Origin::File, &Nothing)
        .iter()
        .map(|found| found.topic.code)
        .collect()
}

#[test]
fn every_example_shows_its_rule_and_nothing_else_of_weight() {
    for case in RULES.iter().flat_map(|rule| rule.cases) {
        let code = case.topic.code;
        let found = codes(case.triggers);
        assert!(found.contains(&code), "{code} is not among {found:?}");
        let source = SourceFile::new("workflow.kdl", case.passes);
        let grave: Vec<String> = lint(&source, Origin::File, &Nothing)
            .iter()
            .filter(|found| found.severity >= Severity::Warning)
            .map(ToString::to_string)
            .collect();
        assert_eq!(grave, [""; 0], "{code} passes");
        assert!(!codes(case.passes).contains(&code), "{code} passes");
    }
}

#[test]
fn every_code_is_documented_once() {
    let mut codes: Vec<&str> = topics().iter().map(|topic| topic.code).collect();
    codes.sort_unstable();
    let count = codes.len();
    codes.dedup();
    assert_eq!(codes.len(), count);
    // The text of `syntax` comes with the scan that finds it.
    for topic in topics().into_iter().filter(|topic| topic.code != "syntax") {
        assert!(
            topic.summary.len() > 20 && topic.explanation.len() > 80,
            "{}",
            topic.code
        );
    }
}
