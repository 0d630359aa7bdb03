//! A long workflow that is in order, as a text.

use std::fmt::Write as _;

use automaton::source::SourceFile;

/// The largest text that is read: a longer one is refused before it is parsed, which is quick and
/// measures nothing.
const MOST_BYTES: usize = 1 << 20;

/// Rounds of five phases, about as many as asked for: a specification and a design that are approved, a
/// build, a review that sends back, and writing it down. It has no finding, and ten thousand fit.
pub fn chain(phases: usize) -> SourceFile {
    let rounds = phases / 5;
    let mut text = String::from("workflow long version=1 {\ninitial s0\nartifact N.md\n");
    for i in 0..rounds {
        _ = write!(
            text,
            "artifact S{i}.md\nartifact D{i}.md\nartifact R{i}.md {{ checklist complete; }}\n"
        );
    }
    for i in 0..rounds {
        let next = match i + 1 {
            next if next < rounds => format!("s{next}"),
            _ => "ship".to_owned(),
        };
        _ = write!(
            text,
            "phase s{i} {{ produces S{i}.md; forbids N.md; approval; next d{i}; }}\n\
             phase d{i} {{ reads S{i}.md; produces D{i}.md; forbids N.md; approval; rework s{i}; \
             next b{i}; }}\n\
             phase b{i} {{ reads D{i}.md; edits \"src/**\"; forbids N.md; rework d{i}; next r{i}; }}\n\
             phase r{i} {{ reads D{i}.md; produces R{i}.md; forbids N.md; rework b{i}; \
             next w{i}; }}\n\
             phase w{i} {{ reads R{i}.md; edits \"docs/**\"; forbids N.md; next {next}; }}\n"
        );
    }
    text.push_str("phase ship { produces N.md; rework s0; next done; }\n");
    text.push_str("phase done terminal=success\n}\n");
    assert!(
        text.len() <= MOST_BYTES,
        "{} bytes are too many",
        text.len()
    );
    SourceFile::new("workflow.kdl", text)
}
