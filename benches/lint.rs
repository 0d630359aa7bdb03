//! How long reading and linting take, on the default workflow and on long ones.

use std::fmt::Write as _;

use automaton::lint::{Nothing, lint};
use automaton::source::SourceFile;
use automaton::workflow::{EMBEDDED_TEXT, Origin, Resolved};
use criterion::{Criterion, criterion_group, criterion_main};

/// A chain of phases, each of which reads the artifact before, writes its own, forbids the next
/// one and can be sent back; every fifth has an approval.
fn chain(phases: usize) -> SourceFile {
    let mut text = String::from("workflow w version=1 {\ninitial p0\n");
    for i in 0..=phases {
        _ = writeln!(text, "artifact A{i}.md");
    }
    for i in 0..phases {
        _ = write!(
            text,
            "phase p{i} {{ produces A{i}.md; forbids A{}.md; ",
            i + 1
        );
        if i > 0 {
            _ = write!(text, "reads A{}.md; rework p{}; ", i - 1, i - 1);
        }
        if i % 5 == 0 {
            text.push_str("approval; ");
        }
        _ = writeln!(text, "next p{}; }}", i + 1);
    }
    _ = writeln!(
        text,
        "phase p{phases} terminal=success {{ reads A{}.md; }}\n}}",
        phases - 1
    );
    SourceFile::new("workflow.kdl", text)
}

fn benches(criterion: &mut Criterion) {
    let texts = [
        ("default", SourceFile::new("workflow.kdl", EMBEDDED_TEXT)),
        ("1000 phases", chain(1_000)),
        ("10000 phases", chain(10_000)),
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
