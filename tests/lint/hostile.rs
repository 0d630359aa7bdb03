//! Large texts of every shape: what it costs to judge and to show them grows with their size, and
//! no faster.
//!
//! The largest texts that are read, through the program itself, with the time that each takes:
//! `cargo test --release --test lint a_mebibyte_of_each_shape -- --ignored --nocapture`
//!
//! How the time grows: `cargo test --release --test lint no_shape_costs_more -- --ignored`

mod shapes;

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use automaton::lint::{Nothing, lint};
use automaton::report::{Style, finding, github, graph, listing, rdjson, sarif};
use automaton::source::SourceFile;
use automaton::workflow::{Origin, Workflow};
use rustix::time::{ClockId, clock_gettime};
use shapes::{file_name, of_size, shapes};

/// The sizes that are compared, and how much longer the larger one may take: eight times the text
/// takes eight times as long where the cost is linear, and sixty-four times where it is quadratic.
const SMALL: usize = 1 << 10;
const LARGE: usize = 8 << 10;
const MOST_RATIO: u32 = 24;

/// What is too short to be compared.
const NOTHING: Duration = Duration::from_millis(250);

/// The shapes of which not everything is explored or tried out: what it may cost until that is given
/// up does not depend on the size, and is far more than a short text costs.
const EXPLORED: &[&str] = &[
    "written if at all, then read",
    "long lists behind many edges",
    "ways round approvals of one artifact",
    "edges that may be blocked, far away",
    "an outcome for each edge",
    "many artifacts with outcomes",
    "many texts",
    "a chain of outcomes",
    "artifacts that may be there or not",
];

/// How long the largest text may take.
const MOST_TIME: Duration = Duration::from_secs(5);

/// Everything that `lint-workflow` and `graph` make of a text.
fn everything(text: &str) -> usize {
    let source = SourceFile::new("workflow.kdl", text);
    let findings = lint(&source, Origin::File, &Nothing);
    let style = Style {
        color: false,
        width: 80,
    };
    let mut shown = listing(&findings, 1, false, style).len();
    shown += sarif(&findings).to_string().len() + rdjson(&findings).to_string().len();
    shown += github(&findings).len();
    shown += findings
        .iter()
        .map(|found| finding(found).to_string().len())
        .sum::<usize>();
    if let Ok(workflow) = Workflow::compile(&source, Origin::File) {
        shown += graph::mermaid(&workflow, None).len() + graph::dot(&workflow, None).len();
        shown += graph::json(&workflow, None).len();
    }
    shown
}

/// The processor's time for it, which does not depend on what else the machine does.
fn cost(text: &str) -> Duration {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        let seconds = u64::try_from(time.tv_sec).expect("a time");
        Duration::new(seconds, u32::try_from(time.tv_nsec).expect("a part of it"))
    };
    let start = now();
    assert!(everything(text) > 0);
    now().saturating_sub(start)
}

/// What is wrong with the cost of a shape. A busy machine may spoil one measurement, not three.
fn fault(build: fn(usize) -> String) -> Option<String> {
    let (small, large) = (of_size(build, SMALL), of_size(build, LARGE));
    let mut faults = (0..3).map(|_| {
        let (short, long) = (cost(&small), cost(&large));
        let wrong = long > NOTHING && long > short * MOST_RATIO;
        wrong.then(|| format!("{short:.1?} for {SMALL} bytes, {long:.1?} for {LARGE}"))
    });
    let first = faults.next()??;
    faults.all(|fault| fault.is_some()).then_some(first)
}

#[test]
fn every_shape_is_judged_and_shown() {
    for (name, build) in shapes() {
        assert!(everything(&of_size(*build, SMALL)) > 0, "{name}");
    }
}

#[test]
#[ignore = "it measures: run it alone"]
fn no_shape_costs_more_than_its_size() {
    let mut faults = Vec::new();
    for (name, build) in shapes() {
        if EXPLORED.contains(name) {
            continue;
        }
        faults.extend(fault(*build).map(|fault| format!("{name}: {fault}")));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
#[ignore = "it takes minutes, and says something only of a release build"]
#[expect(
    clippy::disallowed_methods,
    reason = "it measures, with files of its own"
)]
#[expect(clippy::print_stdout, reason = "the times are what it is run for")]
fn a_mebibyte_of_each_shape_takes_seconds() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut slow = Vec::new();
    for (name, build) in shapes() {
        let path = folder.path().join(file_name(name));
        fs::write(&path, of_size(*build, 1 << 20)).expect("written");
        let mut times = Vec::new();
        for call in [
            &["lint-workflow"][..],
            &["lint-workflow", "--pedantic", "--format", "sarif"],
            &["lint-workflow", "--json"],
            &["graph", "--format", "dot"],
        ] {
            let start = Instant::now();
            let mut command = Command::new(env!("CARGO_BIN_EXE_automaton"));
            command
                .args(call)
                .arg(&path)
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            let ended = command.status().expect("the program runs");
            let time = start.elapsed();
            if !matches!(ended.code(), Some(0..=2)) || time > MOST_TIME {
                slow.push(format!("{name}: {call:?}: {time:.1?}, {ended}"));
            }
            times.push(format!("{:>6.2} s", time.as_secs_f64()));
        }
        println!("{name:<45} {}", times.join("  "));
    }
    assert!(slow.is_empty(), "{slow:#?}");
}
