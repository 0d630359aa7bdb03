//! What stands before the parser: a linear, non-recursive acceptor of the KDL subset that workflows use.
//!
//! The `kdl` crate recurses and backtracks: small hostile texts overflow its stack or keep it busy for
//! hours. Whatever passes here it accepts, and quickly. In return every syntax error is found here, with
//! its exact place and a hint, and one fault does not hide the next.

mod blocks;
mod characters;
mod comments;
mod cursor;
mod faults;
mod lexer;
mod strings;
mod structure;
#[cfg(test)]
mod tests;
mod words;

use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};
use crate::source::SourceFile;

use faults::Faults;

/// The longest text, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// How deep blocks nest; the language itself needs three.
pub const MAX_DEPTH: usize = 16;
/// How deep commented-out blocks nest: each level costs the parser up to four times the level below.
pub const MAX_SLASHDASH: usize = 2;
/// How many `*` and `/` a block comment holds: the parser recurses at each of them, nested or not.
pub const MAX_COMMENT_SIGNS: usize = 256;
/// How many faults are raised before the scan ends.
pub const MAX_FAULTS: usize = 100;

/// The text cannot be read as a workflow.
pub static SYNTAX: Topic = Topic {
    code: "syntax",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the text is not well formed",
    explanation: "A workflow is written in KDL v2: one node a line, its arguments and `key=value` properties \
        after its name, its children between `{` and `}`. What cannot be read has no meaning that could be \
        enforced, so nothing is guessed: correct the place that is shown. Each line is read on its own, so all \
        faults are listed at once. Most need quotes: anything with `/`, `[` or `{`, and words such as `10m` \
        that start with a digit. Some legal KDL is left out on purpose: type annotations, numbers that are \
        not decimal, and spaces around `=`.",
};

/// Something nests deeper than the parser can take.
pub static TOO_DEEP: Topic = Topic {
    code: "too-deep",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "blocks or comments nest too deep",
    explanation: "The time and the stack that parsing takes grow with every level, for nested `/-` even \
        exponentially. Bounds keep a workflow file, which may come from a stranger's branch, from hanging the \
        commands that read it: 16 levels of blocks, 2 of blocks commented out with `/-`, and 256 signs `*` or `/` in \
        one block comment. The language itself needs three levels. Remove what is commented out, or comment \
        it out with `//` on each line.",
};

/// The text is longer than is read.
pub static TOO_LARGE: Topic = Topic {
    code: "too-large",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the file is larger than 1 MiB",
    explanation: "The workflow is read before every decision, and a person must be able to read it too. A file \
        of more than 1 MiB is a mistake, usually a wrong path, and is refused unread. Split the work into \
        several workflows, or give the path of the file that was meant.",
};

/// A glob without quotes contains a block comment.
pub static COMMENT_IN_GLOB: Topic = Topic {
    code: "comment-in-glob",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "an unquoted glob contains a block comment",
    explanation: "`/*` opens a block comment even inside a word, so `src/**/*.rs` without quotes is read as the \
        two words `src` and `*.rs`, and `docs/*` swallows everything up to the next `*/`. The scope would \
        silently be another than the one that was written. Put the glob in quotes: `\"src/**/*.rs\"`.",
};

/// Every kind of finding that the scan reports.
pub const TOPICS: &[&Topic] = &[&SYNTAX, &TOO_DEEP, &TOO_LARGE, &COMMENT_IN_GLOB];

/// Everything that keeps `file` from being read, in the order of the text; nothing where it may be parsed.
///
/// After [`MAX_FAULTS`] faults the rest of the text is not looked at.
pub fn scan(file: &SourceFile) -> Vec<Diagnostic> {
    let size = file.text().len();
    if size > MAX_BYTES {
        let message = format!("the file has {size} bytes; at most {MAX_BYTES} are read");
        return vec![
            Diagnostic::about(&TOO_LARGE, file.name(), message)
                .help("split it, or give the path of the file that was meant"),
        ];
    }
    let mut faults = Faults::new(file);
    characters::check(&mut faults);
    structure::accept(&mut faults);
    faults.into_findings()
}
