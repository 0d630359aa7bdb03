//! The parts of `benches/lint.sh`: what it compares the linter with, and the texts for it.
#![expect(clippy::print_stdout, reason = "it prints what it measures")]

#[path = "texts/chain.rs"]
mod chain;

use std::env::{args, current_exe};
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use automaton::lint::{Nothing, lint};
use automaton::source::SourceFile;
use automaton::workflow::{EMBEDDED_TEXT, Origin, Resolved};
use kdl::KdlDocument;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["chain", phases] => print!("{}", chain::chain(phases.parse()?).text()),
        ["parse", file] => _ = black_box(KdlDocument::parse_v2(&fs::read_to_string(file)?)?),
        ["compare", program, file] => compare(program, file)?,
        ["default"] => default_workflow(),
        _ => {
            return Err(
                "measure chain PHASES | parse FILE | compare PROGRAM FILE | default".into(),
            );
        }
    }
    Ok(())
}

/// The whole process beside one that only parses, in turns, and the shortest time of each.
fn compare(program: &str, file: &str) -> Result<(), Box<dyn Error>> {
    let (mut parsing, mut whole) = (Duration::MAX, Duration::MAX);
    for _ in 0..10 {
        parsing = parsing.min(process(&current_exe()?, &["parse", file])?);
        whole = whole.min(process(Path::new(program), &["lint-workflow", file])?);
    }
    let ratio = whole.as_secs_f64() / parsing.as_secs_f64();
    println!("  wall time:     {whole:.1?} beside {parsing:.1?} for the parser alone: {ratio:.2}");
    Ok(())
}

fn process(program: &Path, arguments: &[&str]) -> Result<Duration, Box<dyn Error>> {
    let mut command = Command::new(program);
    command.args(arguments).stdout(Stdio::null());
    let (status, time) = timed(|| command.status());
    match status?.code() {
        Some(0) => Ok(time),
        _ => Err("the text is not in order".into()),
    }
}

/// The shortest of many runs each, in turns: the machine does other things too.
fn default_workflow() {
    let source = SourceFile::new("workflow.kdl", EMBEDDED_TEXT);
    let (mut reading, mut linting) = (Duration::MAX, Duration::MAX);
    for _ in 0..300 {
        let read = || Resolved::read(&source, Origin::Embedded);
        reading = reading.min(timed(|| _ = black_box(read())).1);
        let judge = || lint(&source, Origin::Embedded, &Nothing);
        linting = linting.min(timed(|| _ = black_box(judge())).1);
    }
    let analysis = linting.saturating_sub(reading);
    println!("the default workflow: read in {reading:.2?}, read and analysed in {linting:.2?}");
    println!("  the analysis:  {analysis:.2?}");
}

#[expect(
    clippy::disallowed_methods,
    reason = "measuring is asking for the time"
)]
fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = run();
    (result, start.elapsed())
}
