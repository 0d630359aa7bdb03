use super::*;
use crate::cli::CommandTree;
use crate::diagnostic::Severity;
use crate::engine::FactError;
use crate::names::{StateName, TaskPath};
use crate::prompts::{self, Shelf};
use crate::workflow::{EMBEDDED_TEXT, EXAMPLES, Model};

/// The findings of a text, as codes.
fn codes(text: &str) -> Vec<&'static str> {
    let source = SourceFile::new("workflow.kdl", text);
    lint(&source, Origin::File, &Nothing)
        .iter()
        .map(|found| found.topic.code)
        .collect()
}

/// What lies beside the examples of a rule.
struct Around(&'static Rule);

impl Outside for Around {
    fn approvers(&self) -> Result<Option<String>, FactError> {
        self.0.beside().approvers()
    }

    fn prompts(&self, model: &Model) -> Result<Vec<Diagnostic>, FactError> {
        let texts = Shelf::Texts(self.0.prompts());
        Ok(prompts::check(model, &texts, &CommandTree))
    }
}

#[test]
fn every_example_shows_its_rule_and_nothing_else_of_weight() {
    let mut wrong = Vec::new();
    let rules = RULES.iter();
    for (beside, case) in rules.flat_map(|rule| rule.cases.iter().map(|case| (Around(rule), case)))
    {
        let code = case.topic.code;
        let source = SourceFile::new("workflow.kdl", case.triggers);
        let found = lint(&source, Origin::File, &beside);
        let found: Vec<&str> = found.iter().map(|found| found.topic.code).collect();
        if !found.contains(&code) {
            wrong.push(format!("{code} is not among {found:?}"));
        }
        let source = SourceFile::new("workflow.kdl", case.passes);
        for found in lint(&source, Origin::File, &beside) {
            if found.severity >= Severity::Warning || found.topic.code == code {
                wrong.push(format!("{code} passes, with {found}"));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
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

#[test]
fn the_shipped_workflows_are_clean() {
    let examples = EXAMPLES.iter().map(|shipped| shipped.text);
    for text in examples.chain([EMBEDDED_TEXT]) {
        let source = SourceFile::new("workflow.kdl", text);
        let found: Vec<String> = lint(&source, Origin::File, &Nothing)
            .iter()
            .filter(|found| found.severity >= Severity::Warning)
            .map(ToString::to_string)
            .collect();
        assert_eq!(found, [""; 0]);
    }
}

#[test]
fn every_counterexample_of_the_examples_replays() {
    for case in RULES.iter().flat_map(|rule| rule.cases) {
        let source = SourceFile::new("workflow.kdl", case.triggers);
        let Some(model) = Resolved::read(&source, Origin::File).model else {
            continue;
        };
        for found in lint(&source, Origin::File, &Nothing) {
            if let Some(path) = &found.counterexample {
                assert_eq!(
                    replay(&model, path).err(),
                    None,
                    "{found}: {:#?}",
                    path.lines()
                );
            }
        }
    }
}

struct Tasks(Result<&'static str, &'static str>);

impl Outside for Tasks {
    fn tasks(&self) -> Result<Vec<(TaskPath, StateName)>, FactError> {
        match self.0 {
            Ok(state) => Ok(vec![(
                "login".parse().expect("a task"),
                state.parse().expect("a state"),
            )]),
            Err(problem) => Err(FactError {
                path: ".automaton/tasks".to_owned(),
                problem: problem.to_owned(),
            }),
        }
    }
}

#[test]
fn a_task_in_a_state_that_is_gone_is_found() {
    let source = SourceFile::new("workflow.kdl", include_str!("../../workflow.kdl"));
    let found = |outside: Tasks| -> Vec<(&str, String)> {
        lint(&source, Origin::File, &outside)
            .iter()
            .filter(|found| found.severity >= Severity::Warning)
            .map(|found| (found.topic.code, found.message.clone()))
            .collect()
    };
    assert_eq!(found(Tasks(Ok("research:approved"))), []);
    assert_eq!(
        found(Tasks(Ok("coding"))),
        [(
            "orphan-state",
            "`login` stands in `coding`, which the workflow does not have".to_owned()
        )]
    );
    assert_eq!(
        found(Tasks(Err("denied"))),
        [("fact-unavailable", "denied".to_owned())]
    );
}

#[test]
fn a_finding_is_accepted_on_its_line_or_from_above_at_any_of_its_places() {
    let text = |first: &str, second: &str, third: &str| {
        format!(
            "workflow w version=1 {{
    initial a
    phase a {{
        edits \"**\"
        {first}
        // something else
        next b
    }}
    phase b {{
        edits \"**\"
        next a {second}
        {third}
        next done
    }}
    phase done terminal=success
}}
"
        )
    };
    let allow = "// automaton: allow(cycle-without-person, dead-end) tests end it";
    let note = "// nothing";
    for (text, expected) in [
        (text(note, note, note), vec!["cycle-without-person"]),
        (text(allow, note, note), vec!["unused-suppression"]),
        (text(note, allow, note), vec!["unused-suppression"]),
        (
            text(note, note, allow),
            vec![
                "cycle-without-person",
                "unused-suppression",
                "unused-suppression",
            ],
        ),
    ] {
        let mut found = codes(&text);
        found.sort_unstable();
        assert_eq!(found, expected, "{text}");
    }
}
