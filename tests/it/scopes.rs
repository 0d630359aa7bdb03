//! Scopes: who may set them, and which of them overlap.

use automaton::engine::{overlaps, scope_glob};
use automaton::workflow::Glob;

use crate::ask::{By, DEFAULT, allowed, answer, create, refused, scope, step, transition};
use crate::page::page;
use crate::world::{World, name};

#[test]
fn anyone_sets_a_scope_whose_approver_will_see_it_and_a_person_always() {
    let (open, person) = (("allowed", 0), ("person-required", 3));
    for (state, expected) in [
        ("research", open),
        ("research:awaiting_approval", person),
        ("research:approved", person),
        ("new", person),
        ("implement", person),
        ("complete", person),
    ] {
        let world = World::at(state);
        let request = scope(&["src/**"]);
        assert_eq!(answer(&DEFAULT, &world, &request), expected, "{state}");
        let found = answer(&DEFAULT, &world, &request.person());
        assert_eq!(found, ("allowed", 0), "{state}");
    }
    let found = refused(&DEFAULT, &World::at("implement"), &scope(&["src/**"]));
    insta::assert_snapshot!(page(&found), @"
    refused: scope set [person-required] exit 3
      here only a person at a terminal sets the scope; anyone may in a phase with an approval before it is submitted, so that its approver sees it
      next (human): automaton scope set --task login 'src/**'
    ");
}

#[test]
fn a_scope_is_kept_by_every_step_until_another_is_set() {
    let mut world = World::at("research").with("SPEC.md", "spec");
    step(&DEFAULT, &mut world, &scope(&["src/**", "docs/*.md"]));
    let submit = transition("research:awaiting_approval");
    let order = step(&DEFAULT, &mut world, &submit);
    assert_eq!(order.scope, [name_of("src/**"), name_of("docs/*.md")]);
    let order = allowed(&DEFAULT, &world, &scope(&[]).person());
    assert_eq!(order.scope, []);
    let mut making = create();
    making.action = automaton::engine::Action::Create {
        scope: vec![name_of("src/**")],
    };
    let order = allowed(&DEFAULT, &World::absent(), &making);
    assert_eq!(order.scope, [name_of("src/**")]);
}

fn name_of(glob: &str) -> Glob {
    scope_glob(glob).expect(glob)
}

#[test]
fn a_scope_stays_within_the_project() {
    for (text, expected) in [
        ("src/**", None),
        (
            "!src/**",
            Some(
                "`!src/**` is not a glob: a leading `!` is not supported; list what may be edited",
            ),
        ),
        (
            "/etc/**",
            Some("`/etc/**` is absolute; a scope is relative to the project"),
        ),
        (
            "../other/**",
            Some("`../other/**` leads up; a scope is relative to the project"),
        ),
        ("", Some("`` is not a glob: it is empty")),
    ] {
        let found = scope_glob(text).err();
        assert_eq!(found.as_deref(), expected, "{text}");
    }
}

#[test]
fn scopes_that_overlap_are_named_with_a_path_where_one_is_found() {
    let scoped = |task: &str, globs: &[&str]| {
        let globs = globs.iter().map(|glob| name_of(glob));
        (name(task), globs.collect())
    };
    let tasks = [
        scoped("api", &["src/api/**", "docs/api.md"]),
        scoped("docs", &["docs/**"]),
        scoped("everything", &[]),
        scoped("odd", &["src/*/[ab].rs"]),
        scoped("ui", &["src/ui/**"]),
    ];
    let said: Vec<String> = overlaps(&tasks).iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "the scopes of `api` (`docs/api.md`) and `docs` (`docs/**`) overlap, for example in \
             `docs/api.md`",
            "the scopes of `api` (`src/api/**`) and `odd` (`src/*/[ab].rs`) overlap",
            "the scopes of `odd` (`src/*/[ab].rs`) and `ui` (`src/ui/**`) overlap",
        ]
    );
}
