//! What an audit makes of claims and scopes that were changed by hand.

use automaton::engine::{Action, scope_glob};
use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{building, code};
use crate::by_person;
use crate::forged::forge;

type Change = fn(&mut Vec<Value>);

/// What an audit finds in a journal whose chain was made anew.
#[test]
fn an_audit_replays_claims_and_scopes() {
    let project = building(&["login"]);
    let set = |globs: &[&str]| {
        let globs = globs.iter().map(|glob| scope_glob(glob).expect(glob));
        let globs = globs.collect();
        by_person::take(&project, "login", Action::Scope { globs });
    };
    // Entries 0 to 3 bring the task to `build`.
    project.all(&["claim --task login --as ann", "claim --task login --as ann"]);
    set(&["src/**"]);
    project.all(&[
        "release --task login --as ann",
        "claim --task login --as bob",
    ]);
    by_person::take(&project, "login", Action::Release);
    project.all(&["claim --task login --as cleo"]);
    project.all(&["transition done --task login --actor cleo"]);
    assert_snapshot!(project.run("log login"), @"
    exit 0
    1   TIME  create      plan                                     by tester
    2   TIME  submit      plan -> plan:awaiting_approval           by tester
    3   TIME  approve     plan:awaiting_approval -> plan:approved  by ann
          a person confirmed it at a terminal
    4   TIME  transition  plan:approved -> build                   by tester
    5   TIME  claim       build                                    by ann
          epoch 1, until TIME
    6   TIME  claim       build                                    by ann
          epoch 1, until TIME
    7   TIME  scope       build                                    by ann
          about `src/**`
          a person confirmed it at a terminal
    8   TIME  release     build                                    by ann
    9   TIME  claim       build                                    by bob
          epoch 2, until TIME
    10  TIME  release     build                                    by ann
          a person confirmed it at a terminal
    11  TIME  claim       build                                    by cleo
          epoch 3, until TIME
    12  TIME  transition  build -> done                            by cleo
    ");
    assert_eq!(code(&project, "audit"), "0 done");
    let changes: &[(&str, Change, &str)] = &[
        (
            "a renewal by somebody else",
            |e| e[5]["actor"] = json!("bob"),
            "claim-ignored",
        ),
        (
            "a new owner without a new epoch",
            |e| {
                e[5]["claim"]["owner"] = json!("bob");
            },
            "claim-broken",
        ),
        (
            "a longer lease",
            |e| e[5]["claim"]["until"] = json!("2100-01-01T00:00:00Z"),
            "claim-broken",
        ),
        (
            "a lease beyond its bounds",
            |e| e[4]["claim"]["lease"] = json!(1),
            "claim-broken",
        ),
        (
            "no claim",
            |e| drop(e[5].as_object_mut().expect("one").remove("claim")),
            "claim-broken",
        ),
        (
            "an epoch that goes down",
            |e| e[8]["epoch"] = json!(1),
            "claim-broken",
        ),
        (
            "an epoch that is left out",
            |e| {
                for entry in &mut e[8..] {
                    entry.as_object_mut().expect("one").remove("epoch");
                }
            },
            "claim-broken",
        ),
        (
            "a release by no person",
            |e| {
                drop(e[9].as_object_mut().expect("one").remove("approval"));
            },
            "claim-ignored",
        ),
        (
            "a step by whoever lost the task",
            |e| e[11]["actor"] = json!("bob"),
            "claim-ignored",
        ),
        (
            "a claim in a terminal phase",
            |e| e[11]["claim"] = e[10]["claim"].clone(),
            "claim-broken",
        ),
        (
            "a task that is claimed when it is made",
            |e| e[0]["claim"] = e[4]["claim"].clone(),
            "claim-broken",
        ),
        (
            "a scope set by no person",
            |e| {
                drop(e[6].as_object_mut().expect("one").remove("approval"));
            },
            "scope-misplaced",
        ),
        (
            "a scope that a step changes",
            |e| e[8]["scope"] = json!(["**"]),
            "scope-misplaced",
        ),
    ];
    for (what, change, expected) in changes {
        let copy = project.copy();
        forge(&copy, "login", change);
        let answer = copy.json(&["audit", "--json"]);
        let found = answer["findings"].as_array().expect("findings");
        let codes = found.iter().filter_map(|one| one["code"].as_str());
        let codes: Vec<_> = codes.collect();
        assert_eq!(answer["exit"], 6, "{what}: {answer}");
        assert!(codes.contains(expected), "{what}: {codes:?}");
    }
}
