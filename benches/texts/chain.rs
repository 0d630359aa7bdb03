//! A long workflow that is in order, as a text.

use std::fmt::Write as _;

use automaton::source::SourceFile;

/// The largest text that is read: a longer one is refused before it is parsed, which is quick and
/// measures nothing.
const MOST_BYTES: usize = 1 << 20;

/// A chain of phases, each of which reads the artifact before, writes its own, forbids the next
/// one and can be sent back; every fifth has an approval. Ten thousand of them fit.
pub fn chain(phases: usize) -> SourceFile {
    let mut text = String::from("workflow w version=1 {\ninitial p0\n");
    for i in 0..=phases {
        _ = writeln!(text, "artifact A{i}");
    }
    for i in 0..phases {
        _ = write!(text, "phase p{i} {{ produces A{i}; forbids A{}; ", i + 1);
        if i > 0 {
            _ = write!(text, "reads A{}; rework p{}; ", i - 1, i - 1);
        }
        if i % 5 == 0 {
            text.push_str("approval; ");
        }
        _ = writeln!(text, "next p{}; }}", i + 1);
    }
    _ = writeln!(
        text,
        "phase p{phases} terminal=success {{ reads A{}; }}\n}}",
        phases - 1
    );
    assert!(
        text.len() <= MOST_BYTES,
        "{} bytes are too many",
        text.len()
    );
    SourceFile::new("workflow.kdl", text)
}
