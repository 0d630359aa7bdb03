//! Random workflows.

use std::fmt::Write as _;

use proptest::prelude::*;

/// One phase of a random workflow, by numbers.
#[derive(Clone, Debug)]
pub struct Sketch {
    reads: Vec<(usize, bool)>,
    produces: Vec<(usize, bool)>,
    forbids: Vec<usize>,
    approval: bool,
    next: Vec<(usize, u8)>,
    rework: Vec<usize>,
    /// Whether it may say what makes no sense.
    wild: bool,
    straight: bool,
}

const ARTIFACTS: usize = 4;

/// Any phase.
pub fn sketch() -> impl Strategy<Value = Sketch> {
    let few = |most| prop::collection::vec((0..ARTIFACTS, any::<bool>()), 0..most);
    (
        few(2),
        few(2),
        prop::collection::vec(0..ARTIFACTS, 0..3),
        prop::bool::weighted(0.25),
        prop::collection::vec((0..6_usize, 0..6_u8), 0..3),
        prop::collection::vec(0..6_usize, 0..2),
        (prop::bool::weighted(0.1), prop::bool::weighted(0.7)),
    )
        .prop_map(
            |(reads, produces, forbids, approval, next, rework, (wild, straight))| Sketch {
                reads,
                produces,
                forbids,
                approval,
                next,
                rework,
                wild,
                straight,
            },
        )
}

/// Phases in a row, so that most of it can be reached, with whatever else the sketches say.
/// Artifact 0 has outcomes; artifact 3 may always be changed.
pub fn text(sketches: &[Sketch]) -> String {
    let count = sketches.len();
    let mut text = String::from(
        "workflow w version=1 {\ninitial p0\nartifact A0 { outcome YES NO; }\nartifact A1\n\
         artifact A2\nartifact A3 frozen=#false\n",
    );
    for (index, sketch) in sketches.iter().enumerate() {
        _ = writeln!(text, "phase p{index} {{");
        let earlier = |artifact: usize| {
            let mut produced = sketches[..index].iter().flat_map(|sketch| &sketch.produces);
            sketch.wild || produced.any(|(other, _)| *other == artifact)
        };
        let mut own = Vec::new();
        for &(artifact, optional) in &sketch.produces {
            if !own.contains(&artifact) {
                _ = writeln!(text, "produces A{artifact} optional=#{optional}");
                own.push(artifact);
            }
        }
        let mut read = Vec::new();
        for &(artifact, optional) in &sketch.reads {
            if !read.contains(&artifact) && earlier(artifact) {
                _ = writeln!(text, "reads A{artifact} optional=#{optional}");
                read.push(artifact);
            }
        }
        let mut forbidden = Vec::new();
        for artifact in &sketch.forbids {
            let clashes = own.contains(artifact) || read.contains(artifact);
            if (sketch.wild || !clashes) && !forbidden.contains(artifact) {
                _ = writeln!(text, "forbids A{artifact}");
                forbidden.push(*artifact);
            }
        }
        if sketch.approval {
            text.push_str("approval\n");
        }
        let guards = [
            "",
            "",
            "outcome A0 YES",
            "outcome A0 NO",
            "contains A1 ok",
            "check run",
        ];
        // Most phases lead to the one after them, some only under a guard.
        let guards_of = [2, 3, 4, 5];
        let along = (
            0,
            if sketch.straight {
                0
            } else {
                guards_of[index % 4]
            },
        );
        for &(to, guard) in [along].iter().chain(&sketch.next) {
            let guard = guards[usize::from(guard)];
            let asks = match guard.split(' ').nth(1) {
                Some("A0") => own.contains(&0) || earlier(0),
                Some("A1") => own.contains(&1) || earlier(1),
                _ => true,
            };
            if asks {
                let to = (index + 1 + to) % (count + 1);
                _ = writeln!(
                    text,
                    "next p{} {{ {guard}; }}",
                    if to == index { count } else { to }
                );
            }
        }
        for &to in &sketch.rework {
            if to % count != index {
                _ = writeln!(text, "rework p{}", to % count);
            }
        }
        text.push_str("}\n");
    }
    _ = writeln!(text, "phase p{count} terminal=success\n}}");
    text.replace("{ ; }", "")
}
