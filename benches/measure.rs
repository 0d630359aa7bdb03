//! The parts of `benches/lint.sh`: what it compares the linter with, and the texts for it.
#![expect(clippy::print_stdout, reason = "it prints what the script reads")]

#[path = "texts/chain.rs"]
mod chain;

use std::env::args;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::time::Duration;

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
        ["default"] => default_workflow(),
        _ => return Err("measure chain PHASES | parse FILE | default".into()),
    }
    Ok(())
}

/// The shortest of many runs each: the machine does other things too.
fn default_workflow() {
    let source = SourceFile::new("workflow.kdl", EMBEDDED_TEXT);
    let parsing = shortest(|| _ = black_box(KdlDocument::parse_v2(EMBEDDED_TEXT)));
    let reading = shortest(|| _ = black_box(Resolved::read(&source, Origin::Embedded)));
    let linting = shortest(|| _ = black_box(lint(&source, Origin::Embedded, &Nothing)));
    println!("the default workflow, {} bytes:", EMBEDDED_TEXT.len());
    println!("  parsed by kdl alone        {parsing:>10.2?}");
    println!("  scanned, parsed, compiled  {reading:>10.2?}");
    println!("  and analysed               {linting:>10.2?}");
    println!(
        "  the analysis itself        {:>10.2?}",
        linting.saturating_sub(reading)
    );
}

#[expect(
    clippy::disallowed_methods,
    reason = "measuring is asking for the time"
)]
fn shortest(run: impl Fn()) -> Duration {
    let runs = (0..200).map(|_| {
        let start = std::time::Instant::now();
        run();
        start.elapsed()
    });
    runs.min().unwrap_or_default()
}
