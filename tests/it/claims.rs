//! Claims: who may do what to a task that somebody has claimed, and for how long.

use automaton::engine::{Claim, Claims, Keep, Order, Request};

use crate::ask::{
    By, DEFAULT, abandon, allowed, answer, approve, claim, create, reject, release, repair, rework,
    scope, small, step, transition, validate,
};
use crate::world::{World, name};

/// A workflow with everything that can be asked, decided by whoever `by` names.
fn everything(by: &str) -> automaton::workflow::Workflow {
    small(&format!(
        "artifact A.md
         phase work {{ produces A.md optional=#true; approval by={by}; next check; }}
         phase check {{ next done; rework work by={by}; }}
         phase done terminal=success"
    ))
}

const PENDING: &str = "work:awaiting_approval";

#[test]
fn what_others_may_do_to_a_claimed_task() {
    let (refused, allowed) = (("claimed", 5), ("allowed", 0));
    let person = ("person-required", 3);
    for (by, at, request, program, by_person) in [
        ("human", "check", transition("done"), refused, refused),
        ("human", "work", transition(PENDING), refused, refused),
        ("human", PENDING, transition("work"), refused, refused),
        ("human", "work", claim("1h"), refused, refused),
        ("human", "work", scope(&["src/**"]), refused, allowed),
        ("human", "check", scope(&["src/**"]), refused, allowed),
        ("human", PENDING, approve(), person, allowed),
        ("human", PENDING, reject(), person, allowed),
        ("human", "check", rework("work"), person, allowed),
        ("human", "check", release(), person, allowed),
        ("human", "check", abandon(), person, allowed),
        ("human", "check", validate(), allowed, allowed),
        ("anyone", PENDING, approve(), refused, refused),
        ("anyone", PENDING, reject(), refused, refused),
        ("anyone", "check", rework("work"), refused, refused),
    ] {
        let workflow = everything(by);
        let world = World::at(at).claimed_by("bob");
        let asked = |request: &Request| answer(&workflow, &world, request);
        assert_eq!(asked(&request), program, "{request:?}");
        assert_eq!(asked(&request.clone().agent()), program, "{request:?}");
        assert_eq!(asked(&request.clone().person()), by_person, "{request:?}");
    }
    let broken = World::at("check").claimed_by("bob");
    let broken = broken.tampered(".state", "is empty", None);
    let workflow = everything("human");
    let found = answer(&workflow, &broken, &repair(Keep::Journal).person());
    assert_eq!(found, allowed);
}

#[test]
fn what_its_owner_may_do_is_what_anyone_may_without_a_claim() {
    let workflow = everything("human");
    for (at, request) in [
        ("check", transition("done")),
        ("work", transition(PENDING)),
        (PENDING, transition("work")),
        ("work", scope(&["src/**"])),
        (PENDING, approve().person()),
        ("check", rework("work").person()),
        ("check", release()),
    ] {
        let world = World::at(at).claimed_by("anna");
        assert_eq!(answer(&workflow, &world, &request), ("allowed", 0));
    }
}

#[test]
fn a_sub_task_is_made_under_a_claim_of_the_parents_owner() {
    let workflow = small(
        "phase work { subtasks; next done; }
         phase done terminal=success",
    );
    let parent = World::at("work").claimed_by("bob");
    let child = || World::absent().named("login/part").under(&parent);
    let found = answer(&workflow, &child(), &create());
    assert_eq!(found, ("claimed", 5));
    let order = allowed(&workflow, &child(), &create().actor("bob"));
    assert_eq!(until(order.parent_claim.as_ref()), "2026-01-02T04:30:00Z");
    assert_eq!(
        (order.epoch, order.claim),
        (0, None),
        "the sub-task is free"
    );
}

fn until(claim: Option<&Claim>) -> &str {
    &claim.expect("a claim").until
}

#[test]
fn a_claim_is_an_owner_a_lease_and_an_epoch() {
    let mut world = World::at("new");
    let order = step(&DEFAULT, &mut world, &claim("1h"));
    let first = Claim {
        owner: name("anna"),
        since: "2026-01-02T03:30:00Z".to_owned(),
        until: "2026-01-02T04:30:00Z".to_owned(),
        lease: 3600,
    };
    assert_eq!((order.epoch, order.claim), (1, Some(first.clone())));
    assert_eq!(order.from, Some(order.to), "the task does not move");

    let mut world = world.at_time("2026-01-02T04:00:00Z");
    let renewed = Claim {
        until: "2026-01-02T04:20:00Z".to_owned(),
        lease: 1200,
        ..first
    };
    let order = step(&DEFAULT, &mut world, &claim("20m"));
    assert_eq!((order.epoch, order.claim), (1, Some(renewed.clone())));

    // Every step of its owner renews it.
    let mut world = world.at_time("2026-01-02T04:10:00Z");
    let order = step(&DEFAULT, &mut world, &transition("research"));
    let renewed = Claim {
        until: "2026-01-02T04:30:00Z".to_owned(),
        ..renewed
    };
    assert_eq!((order.epoch, order.claim), (1, Some(renewed)));

    // An epoch that ended is not had again.
    let order = step(&DEFAULT, &mut world, &release());
    assert_eq!((order.epoch, order.claim), (1, None));
    let order = step(&DEFAULT, &mut world, &claim("1h"));
    assert_eq!(order.epoch, 2);
}

#[test]
fn leases_have_bounds() {
    let world = World::at("new");
    for (lease, expected) in [
        ("59s", ("lease-out-of-bounds", 2)),
        ("1m", ("allowed", 0)),
        ("24h", ("allowed", 0)),
        ("86401s", ("lease-out-of-bounds", 2)),
    ] {
        assert_eq!(answer(&DEFAULT, &world, &claim(lease)), expected, "{lease}");
    }
}

#[test]
fn a_claim_runs_out_by_the_clock_and_survives_its_jumps() {
    // From 03:00 to 04:00, with a lease of one hour.
    let (stands, ran_out) = (("claimed", 5), ("allowed", 0));
    for (now, expected) in [
        ("2026-01-02T03:59:59Z", stands),
        ("2026-01-02T04:00:00Z", ran_out),
        ("2030-01-01T00:00:00Z", ran_out),
        // The clock was set back, by less than the lease and by more.
        ("2026-01-02T02:00:00Z", stands),
        ("2026-01-02T01:59:59Z", ran_out),
        ("1970-01-01T00:00:00Z", ran_out),
        // What cannot be told is in the way.
        ("yesterday", stands),
    ] {
        let world = World::at("new").claimed_by("bob").at_time(now);
        let asked = |request: &Request| answer(&DEFAULT, &world, request);
        assert_eq!(asked(&transition("research")), expected, "{now}");
        assert_eq!(asked(&claim("30m")), expected, "{now}");
    }
}

#[test]
fn whoever_lost_a_claim_changes_nothing_until_they_claim_again() {
    let take_over = |world: &mut World| {
        let order = step(&DEFAULT, world, &claim("1h").actor("bob"));
        assert_eq!(order.epoch, 2, "taking over raises the epoch");
    };
    let world = || World::at("new").claimed_by("anna");
    let mut taken = world().at_time("2026-01-02T05:00:00Z");
    take_over(&mut taken);
    let lost = ("claim-lost", 1);
    let asked = |world: &World, request: Request| answer(&DEFAULT, world, &request);
    assert_eq!(asked(&taken, transition("research")), ("claimed", 5));
    // Also when nobody holds a claim any more.
    let mut free = taken.clone();
    step(&DEFAULT, &mut free, &release().actor("bob"));
    for request in [transition("research"), scope(&["src/**"]).agent()] {
        assert_eq!(asked(&free, request), lost);
    }
    // Others may, and so may whoever released a claim themselves.
    for other in ["cleo", "bob"] {
        let found = asked(&free, transition("research").actor(other));
        assert_eq!(found, ("allowed", 0));
    }
    let mut again = free;
    let order = step(&DEFAULT, &mut again, &claim("1h"));
    assert_eq!(order.epoch, 3);
    assert_eq!(asked(&again, transition("research")), ("allowed", 0));

    // A clock that is set back gives nothing back.
    let back = taken.clone().at_time("2026-01-02T03:30:00Z");
    assert_eq!(asked(&back, transition("research")).0, "claim-lost");

    // A person who frees a task takes it from its owner, who may not know.
    let mut freed = world();
    step(&DEFAULT, &mut freed, &release().person().actor("cleo"));
    assert_eq!(asked(&freed, transition("research")), lost);
    assert_eq!(asked(&freed, transition("research").actor("bob")).1, 0);
}

#[test]
fn a_request_may_be_bound_to_an_epoch() {
    let stale = ("stale-epoch", 1);
    let held = || World::at("new").claimed_by("anna");
    let asked = |world: World, request: Request| answer(&DEFAULT, &world, &request);
    for (request, expected) in [
        (transition("research").in_epoch(1), ("allowed", 0)),
        (claim("1h").in_epoch(1), ("allowed", 0)),
        (release().in_epoch(1), ("allowed", 0)),
        (transition("research").in_epoch(0), stale),
        (transition("research").in_epoch(2), stale),
        (transition("research").in_epoch(1).actor("bob"), stale),
        (abandon().person().in_epoch(2), stale),
        (validate().in_epoch(2), ("allowed", 0)),
    ] {
        assert_eq!(asked(held(), request.clone()), expected, "{request:?}");
    }
    let late = held().at_time("2026-01-02T04:00:00Z");
    assert_eq!(asked(late, transition("research").in_epoch(1)), stale);
    let free = World::at("new");
    assert_eq!(asked(free, transition("research").in_epoch(0)), stale);
    let found = asked(World::absent(), create().in_epoch(7));
    assert_eq!(found, ("allowed", 0), "a new task has no epoch");
}

#[test]
fn what_is_over_is_nobodys() {
    let workflow = everything("anyone");
    let mut world = World::at("check").claimed_by("anna");
    let order = step(&workflow, &mut world, &transition("done"));
    assert_eq!((order.epoch, order.claim), (1, None));
    let world = World::at("check").claimed_by("bob");
    let order = allowed(&workflow, &world, &abandon().person());
    assert_eq!((order.epoch, order.claim), (1, None));
    for world in [World::at("done"), World::at("work").abandoned("why")] {
        let (code, exit) = answer(&workflow, &world, &claim("1h"));
        assert!(matches!(code, "task-ended" | "abandoned"), "{code}");
        assert_eq!(exit, 1);
    }
}

#[test]
fn a_decision_leaves_the_claim_as_it_is() {
    let workflow = everything("human");
    let pending = World::at(PENDING).claimed_by("bob");
    let before = pending.on_record().claims.last.clone();
    for request in [approve(), reject()] {
        let order = allowed(&workflow, &pending, &request.person());
        assert_eq!((order.epoch, &order.claim), (1, &before));
    }
}

/// Nothing of this order is about the folder.
fn says_nothing_of_the_folder(order: &Order, world: &World) {
    assert_eq!(order.artifacts, world.on_record().artifacts);
    assert!(order.keeps.is_empty() && order.moves.is_empty() && order.voids.is_empty());
}

#[test]
fn claiming_records_nothing_new_about_artifacts() {
    let world = World::at("research").with("SPEC.md", "x").recorded();
    let world = world.with("SPEC.md", "y").with("REVIEW.md", "z");
    for request in [claim("1h"), scope(&["src/**"])] {
        let order = allowed(&DEFAULT, &world, &request);
        says_nothing_of_the_folder(&order, &world);
    }
    let world = world.claimed_by("anna");
    says_nothing_of_the_folder(&allowed(&DEFAULT, &world, &release()), &world);
}

#[test]
fn an_epoch_only_grows() {
    let mut claims = Claims::default();
    for epoch in [1, 5, 3] {
        claims.follow(&name("anna"), "2026-01-02T03:00:00Z", epoch, None);
    }
    assert_eq!(claims.epoch, 5);
}
