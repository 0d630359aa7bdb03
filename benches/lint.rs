//! How long reading and linting take, on the default workflow and on long ones.
//!
//! `benches/lint.sh` compares the whole program with the bare parser, and says what came of it.

#[path = "texts/chain.rs"]
mod chain;

use automaton::lint::{Nothing, lint};
use automaton::source::SourceFile;
use automaton::workflow::{EMBEDDED_TEXT, Origin, Resolved};
use criterion::{Criterion, criterion_group, criterion_main};

fn benches(criterion: &mut Criterion) {
    let texts = [
        ("default", SourceFile::new("workflow.kdl", EMBEDDED_TEXT)),
        ("1000 phases", chain::chain(1_000)),
        ("10000 phases", chain::chain(10_000)),
    ];
    for (name, source) in texts {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        group.bench_function("read", |bench| {
            bench.iter(|| Resolved::read(&source, Origin::File));
        });
        group.bench_function("lint", |bench| {
            bench.iter(|| lint(&source, Origin::File, &Nothing));
        });
        group.finish();
    }
}

criterion_group!(lints, benches);
criterion_main!(lints);
