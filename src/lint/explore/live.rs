//! Which artifacts still make a difference in a state. All others are forgotten there, which
//! changes nothing that the engine will say, and keeps the exploration small.

use crate::lint::existence::{is_after_work, is_arrival};
use crate::lint::flow::{Order, Rows, Way, clear, put};
use crate::workflow::{ArtifactId, Edge, Event, GuardTest, Mention, Model};

/// For each state, the artifacts that some later step looks at before they are written anew.
pub(super) fn live(model: &Model, order: &Order) -> Rows {
    let mut rows = Rows::new(model);
    let settled = order.spread(model, Way::Back, &mut rows, |edge, set| {
        if is_arrival(edge) {
            // Behind the edge they are known to be missing.
            for mention in &model.phase(edge.to.phase).forbids {
                clear(set, mention.artifact.index());
            }
        }
        for artifact in looked_at(model, edge) {
            put(set, artifact.index());
        }
        if is_after_work(edge) {
            for mention in &model.phase(edge.from.phase).produces {
                clear(set, mention.artifact.index());
            }
        }
    });
    if !settled {
        rows.fill_all();
    }
    rows
}

/// The artifacts that decide whether the engine lets a task take `edge`.
pub(super) fn looked_at(model: &Model, edge: &Edge) -> Vec<ArtifactId> {
    let (from, to) = (model.phase(edge.from.phase), model.phase(edge.to.phase));
    let all = |mentions: &[Mention], artifacts: &mut Vec<ArtifactId>| {
        artifacts.extend(mentions.iter().map(|mention| mention.artifact));
    };
    let due = |mentions: &[Mention], artifacts: &mut Vec<ArtifactId>| {
        let due = mentions.iter().filter(|mention| !mention.optional);
        artifacts.extend(due.map(|mention| mention.artifact));
    };
    let mut artifacts = Vec::new();
    match edge.event {
        Event::Next | Event::Submit => {
            all(&from.forbids, &mut artifacts);
            due(&from.produces, &mut artifacts);
            due(&to.reads, &mut artifacts);
            all(&to.forbids, &mut artifacts);
            for guard in &edge.guards {
                match guard.test {
                    GuardTest::Outcome { artifact, .. } | GuardTest::Contains { artifact, .. } => {
                        artifacts.push(artifact);
                    }
                    GuardTest::SubtasksComplete | GuardTest::Check(_) => {}
                }
            }
        }
        Event::Approve => {
            all(&from.forbids, &mut artifacts);
            due(&from.produces, &mut artifacts);
        }
        Event::Rework => {
            // What the target forbids is moved aside, whether or not it is there.
            due(&to.reads, &mut artifacts);
        }
        Event::Reject | Event::Withdraw | Event::Revise => {}
    }
    artifacts.sort_unstable();
    artifacts.dedup();
    artifacts
}
