//! What was decided cannot be altered before it is committed.

use automaton::engine::Grant;
use automaton::names::StateName;

fn alter(grant: &mut Grant<()>, to: StateName) {
    grant.order.to = to;
}

fn main() {}
