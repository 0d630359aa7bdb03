//! The conditions on a step, in a few words.

use crate::workflow::{Edge, GuardTest, Model};

/// What must hold for `edge` to be open, in a few words; empty where nothing must.
pub fn conditions(model: &Model, edge: &Edge) -> String {
    let guards = edge.guards.iter();
    let words = guards.map(|guard| condition(model, &guard.test));
    words.collect::<Vec<_>>().join(" and ")
}

fn condition(model: &Model, test: &GuardTest) -> String {
    match test {
        GuardTest::Outcome { artifact, words } => {
            let words: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
            format!(
                "{} says {}",
                model.artifact(*artifact).name,
                words.join(" or ")
            )
        }
        GuardTest::Contains { artifact, text } => {
            format!("{} contains {text}", model.artifact(*artifact).name)
        }
        GuardTest::SubtasksComplete => "sub-tasks complete".to_owned(),
        GuardTest::Check(check) => format!("check {}", check.command),
    }
}
