//! The default workflow, pair by pair, against the tables of its specification.

mod tables;

use crate::ask::{
    By, DEFAULT, answer, answers, approve, refused, reject, rework, transition, validate,
};
use crate::page::offending;
use crate::world::World;
use tables::{ARTIFACTS, FORBIDDEN, REWORK, STATES, STEPS};

fn words<'a>(table: &[(&str, &'a str)], key: &str) -> Vec<&'a str> {
    let row = table.iter().find(|(known, _)| *known == key);
    row.map_or_else(Vec::new, |(_, words)| words.split_whitespace().collect())
}

fn phase(state: &str) -> &str {
    state.split(':').next().expect("a phase")
}

/// A text that the artifact's contract accepts.
fn text(artifact: &str) -> &'static str {
    match artifact {
        "IMPLEMENTATION" => "# Change\n\nCONTRACT_MET\n",
        "VERDICT" => "Verdict: PASS\n",
        _ => "# Words\n",
    }
}

/// A task that lawfully came to `state`, and whose sub-task is complete.
fn lawful(state: &str) -> World {
    let artifacts = words(STATES, state);
    let world = artifacts.iter().fold(World::at(state), |world, artifact| {
        world.with(&format!("{artifact}.md"), text(artifact))
    });
    world.recorded().subtask("part", "complete")
}

#[test]
fn the_tables_name_every_state_of_the_workflow_once() {
    let states = DEFAULT
        .states()
        .map(|state| DEFAULT.state_name(state).to_string());
    let listed: Vec<&str> = STATES.iter().map(|(state, _)| *state).collect();
    let mut found: Vec<String> = states.collect();
    found.sort_by_key(|state| listed.iter().position(|known| known == state));
    assert_eq!(found, listed);
    let artifacts = DEFAULT.artifacts.iter().map(|a| a.name.to_string());
    let mut found: Vec<String> = artifacts.collect();
    let listed: Vec<String> = ARTIFACTS.iter().map(|a| format!("{a}.md")).collect();
    found.sort_by_key(|artifact| listed.iter().position(|known| known == artifact));
    assert_eq!(found, listed);
}

#[test]
fn every_pair_of_states_is_allowed_or_refused_as_listed() {
    for (from, _) in STATES {
        for (to, _) in STATES {
            let mut world = lawful(from);
            if *to == "human_intervention" {
                world = world.with("VERDICT.md", "Verdict: FAIL\n");
            }
            let expected = if words(STEPS, from).contains(to) {
                ("allowed", 0)
            } else if from == to {
                ("already-there", 1)
            } else if from.ends_with(":awaiting_approval") {
                ("approval-required", 3)
            } else {
                ("no-such-transition", 1)
            };
            // Who asks makes no difference: no authority opens an edge that is not there.
            for request in [
                transition(to),
                transition(to).agent(),
                transition(to).person(),
            ] {
                assert_eq!(
                    answer(&DEFAULT, &world, &request),
                    expected,
                    "{from} -> {to}"
                );
            }
        }
    }
}

#[test]
fn a_step_comes_to_the_state_it_names_and_to_no_other() {
    for (from, targets) in STEPS {
        for to in targets.split_whitespace() {
            let mut world = lawful(from);
            if to == "human_intervention" {
                world = world.with("VERDICT.md", "NEEDS_REVIEW\n");
            }
            let order = crate::ask::allowed(&DEFAULT, &world, &transition(to));
            assert_eq!(order.from.expect("tracked").to_string(), *from);
            assert_eq!(order.to.to_string(), to);
        }
    }
}

#[test]
fn only_a_person_approves_and_only_what_is_pending() {
    for (state, _) in STATES {
        let world = lawful(state);
        let pending = state.ends_with(":awaiting_approval");
        for request in [approve(), reject()] {
            let (person, program) = if pending {
                (("allowed", 0), ("person-required", 3))
            } else {
                (("nothing-pending", 1), ("nothing-pending", 1))
            };
            assert_eq!(
                answer(&DEFAULT, &world, &request.clone().person()),
                person,
                "{state}"
            );
            assert_eq!(
                answer(&DEFAULT, &world, &request.clone().agent()),
                program,
                "{state}"
            );
            assert_eq!(answer(&DEFAULT, &world, &request), program, "{state}");
        }
        if pending {
            let order = crate::ask::allowed(&DEFAULT, &world, &approve().person());
            assert_eq!(order.to.to_string(), format!("{}:approved", phase(state)));
            let order = crate::ask::allowed(&DEFAULT, &world, &reject().person());
            assert_eq!(order.to.to_string(), phase(state));
        }
    }
}

#[test]
fn only_a_person_goes_back_and_only_as_listed() {
    for (from, _) in STATES {
        for (to, _) in FORBIDDEN {
            let listed = words(REWORK, from).contains(to);
            let (person, program) = if listed {
                (("allowed", 0), ("person-required", 3))
            } else {
                (("no-such-transition", 1), ("no-such-transition", 1))
            };
            let world = lawful(from);
            assert_eq!(
                answer(&DEFAULT, &world, &rework(to).person()),
                person,
                "{from} -> {to}"
            );
            assert_eq!(
                answer(&DEFAULT, &world, &rework(to)),
                program,
                "{from} -> {to}"
            );
        }
    }
}

#[test]
fn every_artifact_is_forbidden_where_the_table_says_and_nowhere_else() {
    for (state, _) in STATES {
        for artifact in ARTIFACTS {
            let file = format!("{artifact}.md");
            let forbidden = words(FORBIDDEN, phase(state)).contains(artifact);
            // An empty file was written too early as well.
            for content in [text(artifact), ""] {
                let world = World::at(state).with(&file, content);
                if forbidden {
                    let found = refused(&DEFAULT, &world, &validate());
                    assert_eq!(found.topic.code, "forbidden-artifact", "{state} {file}");
                    assert_eq!(found.topic.exit.code(), 1);
                    assert_eq!(offending(&found), [file.as_str()], "{state}");
                } else {
                    answers(&DEFAULT, &world, &validate(), "allowed", 0);
                }
            }
        }
    }
}

#[test]
fn a_forbidden_artifact_refuses_every_step_out_of_its_phase_and_into_it() {
    for (from, targets) in STEPS {
        for to in targets.split_whitespace() {
            for artifact in ARTIFACTS {
                let file = format!("{artifact}.md");
                let mut world = lawful(from);
                if to == "human_intervention" {
                    world = world.with("VERDICT.md", "FAIL\n");
                }
                if world.text(&file).is_none() {
                    world = world.with(&file, text(artifact));
                }
                let back = to == phase(from);
                let here = words(FORBIDDEN, phase(from)).contains(artifact);
                let there = words(FORBIDDEN, phase(to)).contains(artifact);
                // Withdrawing and revising go through: that is how a folder is put right.
                let expected = match (back, here, there) {
                    (true, ..) | (_, false, false) => ("allowed", 0),
                    (_, true, _) => ("forbidden-artifact", 1),
                    (_, false, true) => ("target-forbids", 1),
                };
                let found = answer(&DEFAULT, &world, &transition(to));
                assert_eq!(found, expected, "{from} -> {to} with {file}");
            }
        }
    }
}

#[test]
fn metadata_is_never_forbidden_and_never_frozen() {
    for (state, _) in STATES {
        let metadata = ["VRAM_CONFIG.md", "PARENT_SPEC.md", "REVIEW.md"];
        let world = lawful(state).with_all(&metadata).recorded();
        answers(&DEFAULT, &world, &validate(), "allowed", 0);
        for to in words(STEPS, state)
            .iter()
            .filter(|to| **to != "human_intervention")
        {
            answers(&DEFAULT, &world, &transition(to), "allowed", 0);
        }
        let world = world.with("VRAM_CONFIG.md", "other\n").without("REVIEW.md");
        answers(&DEFAULT, &world, &validate(), "allowed", 0);
    }
    for file in [".state", ".state.tmp", ".state.journal", ".state.lock"] {
        assert!(DEFAULT.is_metadata(file), "{file}");
    }
}

#[test]
fn the_verdict_decides_which_end_is_open() {
    for (verdict, complete, intervention) in [
        ("PASS\n", ("allowed", 0), ("guard-failed", 1)),
        ("**Verdict:** PASS\n", ("allowed", 0), ("guard-failed", 1)),
        ("Result: FAIL\n", ("guard-failed", 1), ("allowed", 0)),
        (
            "# Verdict: NEEDS_REVIEW\n",
            ("guard-failed", 1),
            ("allowed", 0),
        ),
        (
            "It should PASS, I think.\n",
            ("contract-unmet", 1),
            ("contract-unmet", 1),
        ),
        ("PASS\nFAIL\n", ("contract-unmet", 1), ("contract-unmet", 1)),
        (
            "FAIL\nNEEDS_REVIEW\n",
            ("contract-unmet", 1),
            ("contract-unmet", 1),
        ),
        ("", ("missing-artifact", 1), ("missing-artifact", 1)),
    ] {
        let world = lawful("referee").with("VERDICT.md", verdict);
        assert_eq!(
            answer(&DEFAULT, &world, &transition("complete")),
            complete,
            "{verdict}"
        );
        let found = answer(&DEFAULT, &world, &transition("human_intervention"));
        assert_eq!(found, intervention, "{verdict}");
    }
}

#[test]
fn the_contract_must_be_met_before_bugs_are_looked_for() {
    let world = lawful("implement").with("IMPLEMENTATION.md", "# Change\n\nalmost\n");
    answers(
        &DEFAULT,
        &world,
        &transition("bug_find"),
        "contract-unmet",
        1,
    );
}
