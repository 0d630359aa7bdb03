//! No phase is known to the code: the default workflow is only the file that ships with it.

use std::collections::{BTreeMap, BTreeSet};

use automaton::engine::Request;
use automaton::workflow::{EMBEDDED_TEXT, Model, Workflow};

use crate::ask::{
    By, DEFAULT, abandon, adopt, approve, asked, reject, rework, transition, validate, workflow,
};
use crate::page::{next, places};
use crate::sources::program;
use crate::world::World;

/// Names of the default workflow that are words of Rust, of the language or of loops as well.
const WORDS_OF_THE_LANGUAGE: &[&str] = &[
    "new",
    "complete",
    "awaiting_approval",
    "approved",
    "human_intervention",
];

/// Every name that the workflow's file gives.
fn names(model: &Model) -> BTreeSet<String> {
    let phases = model.phases.iter().map(|phase| phase.name.to_string());
    let artifacts = model
        .artifacts
        .iter()
        .map(|artifact| artifact.name.to_string());
    let metadata = model.metadata.iter().map(ToString::to_string);
    let subs = [model.pending.to_string(), model.granted.to_string()];
    phases
        .chain(artifacts)
        .chain(metadata)
        .chain(subs)
        .collect()
}

fn is_part_of_a_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '-')
}

/// The words of a text, as names are written, with what stands between them.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let named = is_part_of_a_name(first);
        let end = rest
            .find(|c| is_part_of_a_name(c) != named)
            .unwrap_or(rest.len());
        words.push(&rest[..end]);
        rest = &rest[end..];
    }
    words
}

#[test]
fn the_code_knows_no_name_of_the_default_workflow() {
    let mut names = names(&DEFAULT);
    names.retain(|name| !WORDS_OF_THE_LANGUAGE.contains(&name.as_str()));
    assert_eq!(names.len(), 9 + 9 + 3, "phases, artifacts and metadata");
    let mut found = Vec::new();
    for source in program() {
        for literal in &source.literals {
            let words = words(literal).into_iter();
            // A name may end a sentence.
            let words = words.map(|word| word.trim_end_matches('.'));
            let known = words.filter(|word| names.contains(*word));
            found.extend(known.map(|name| format!("{}: {name}", source.path)));
        }
    }
    assert_eq!(found, [""; 0]);
}

/// The default workflow with another name for everything that it names.
struct Renamed {
    workflow: Workflow,
    names: BTreeMap<String, String>,
}

impl Renamed {
    fn new() -> Self {
        let names: BTreeMap<String, String> = names(&DEFAULT)
            .into_iter()
            .enumerate()
            .map(|(index, name)| {
                // The order and the case of the names change as well.
                let other = format!("Thing-{}", 90 - index);
                let other = if name.contains('.') {
                    format!("{other}.txt")
                } else {
                    other
                };
                (name, other)
            })
            .collect();
        // `complete` is also a word of the language, in `subtasks complete`.
        let kept = EMBEDDED_TEXT.replace("subtasks complete;", "subtasks @;");
        let text: String = kept
            .split_inclusive('\n')
            .map(|line| {
                let renamed = words(line).into_iter();
                let renamed = renamed.map(|word| names.get(word).map_or(word, String::as_str));
                renamed.collect::<String>()
            })
            .collect();
        let workflow = workflow(&text.replace("subtasks @;", "subtasks complete;"));
        Self { workflow, names }
    }

    /// The same text about the renamed workflow.
    fn of(&self, text: &str) -> String {
        let words = words(text).into_iter();
        let renamed = words.map(|word| self.names.get(word).map_or(word, String::as_str));
        renamed.collect()
    }
}

/// Every request that can be made about a task of the default workflow.
fn requests(rename: &dyn Fn(&str) -> String) -> Vec<Request> {
    let mut requests = vec![
        validate(),
        approve(),
        approve().person(),
        reject().person(),
        abandon().person(),
        adopt(None),
    ];
    let states = DEFAULT
        .states()
        .map(|state| DEFAULT.state_name(state).to_string());
    requests.extend(states.map(|state| transition(&rename(&state))));
    let phases = DEFAULT.phases.iter().map(|phase| phase.name.to_string());
    requests.extend(phases.flat_map(|phase| {
        let request = rework(&rename(&phase));
        [request.clone(), request.person()]
    }));
    requests
}

/// Folders from empty to full, whole and with one file missing, each recorded or not.
fn folders() -> Vec<Vec<&'static str>> {
    let all: Vec<&'static str> = DEFAULT.artifacts.iter().map(|a| a.name.as_str()).collect();
    let prefixes = (0..=all.len()).map(|end| all[..end].to_vec());
    let gaps = (0..all.len()).map(|gap| {
        let mut rest = all.clone();
        rest.remove(gap);
        rest
    });
    prefixes.chain(gaps).collect()
}

/// Everything that an answer says which does not depend on how sentences are worded.
fn answer(workflow: &Workflow, world: &World, request: &Request) -> Vec<String> {
    match asked(workflow, world, request) {
        Ok(grant) => {
            let order = grant.order();
            let mut said = vec!["allowed".to_owned(), order.to.to_string()];
            said.extend(order.artifacts.keys().map(ToString::to_string));
            said.extend(order.moves.iter().map(|name| format!("moves {name}")));
            said.extend(order.voids.iter().map(|name| format!("voids {name}")));
            said.sort();
            said
        }
        Err(refusal) => {
            let found = refusal.diagnose(workflow);
            let mut said = vec![found.topic.code.to_owned(), found.message.clone()];
            said.extend(places(&found).into_iter().map(ToOwned::to_owned));
            said.extend(found.offending.iter().map(|o| o.path.clone()));
            said.extend(
                next(&found)
                    .into_iter()
                    .map(|(by, run)| format!("{by}: {run}")),
            );
            said.sort();
            said
        }
    }
}

#[test]
fn a_workflow_with_other_names_behaves_the_same() {
    let renamed = Renamed::new();
    let pairs: Vec<(Request, Request)> = requests(&str::to_owned)
        .into_iter()
        .zip(requests(&|name| renamed.of(name)))
        .collect();
    let verdicts = ["Verdict: PASS\n\nCONTRACT_MET", "FAIL", "unclear"];
    let mut allowed = 0;
    for state in DEFAULT.states() {
        let state = DEFAULT.state_name(state).to_string();
        for (number, folder) in folders().iter().enumerate() {
            let text = verdicts[number % verdicts.len()];
            let world = |rename: &dyn Fn(&str) -> String| {
                let files = folder.iter();
                let world = files.fold(World::at(&rename(&state)), |world, file| {
                    world.with(&rename(file), text)
                });
                let world = world.subtask("part", &rename("complete"));
                if number % 2 == 0 {
                    world.recorded()
                } else {
                    world
                }
            };
            let (own, other) = (world(&str::to_owned), world(&|name| renamed.of(name)));
            for (request, same) in &pairs {
                let mut expected = answer(&DEFAULT, &own, request);
                allowed += usize::from(expected.contains(&"allowed".to_owned()));
                for line in &mut expected {
                    *line = renamed.of(line);
                }
                expected.sort();
                let mut found = answer(&renamed.workflow, &other, same);
                found.sort();
                assert_eq!(found, expected, "{state} {folder:?} {:?}", request.action);
            }
        }
    }
    assert!(
        allowed > 500,
        "the table is not about refusals only: {allowed}"
    );
}
