//! The blocks that are open: how deep they nest, and which of them lacks its brace.

use crate::diagnostic::Diagnostic;
use crate::source::Span;

use super::faults::Faults;
use super::structure::Node;
use super::{MAX_DEPTH, MAX_SLASHDASH, SYNTAX, TOO_DEEP};

struct Block {
    open: Span,
    indent: usize,
    /// How many `/-` the block comes after.
    slashdashes: usize,
    /// The node that goes on after the block.
    node: Option<Node>,
}

/// The open blocks, from the outermost inward.
#[derive(Default)]
pub(super) struct Blocks {
    open: Vec<Block>,
    /// The first block that was closed by a brace indented less than the line of its opening brace.
    suspect: Option<Span>,
}

impl Blocks {
    /// Opens a block of `node`, on a line that is indented by `indent`; `hidden` if `/-` stands before it.
    pub(super) fn open(
        &mut self,
        brace: Span,
        indent: usize,
        hidden: bool,
        node: Option<Node>,
        faults: &mut Faults<'_>,
    ) {
        let around = self.open.last().map_or(0, |block| block.slashdashes);
        let slashdashes =
            around + usize::from(hidden) + usize::from(node.is_some_and(|node| node.hidden));
        if self.open.len() == MAX_DEPTH {
            let message = format!("blocks nest more than {MAX_DEPTH} deep");
            let help = "a workflow needs three levels: look above for a `}` that is missing";
            faults.raise(faults.at(&TOO_DEEP, brace, message).help(help));
        } else if slashdashes > MAX_SLASHDASH && around <= MAX_SLASHDASH {
            let message = format!("commented-out blocks nest more than {MAX_SLASHDASH} deep");
            let help = "remove the inner `/-`, or what it comments out";
            faults.raise(faults.at(&TOO_DEEP, brace, message).help(help));
        }
        self.open.push(Block {
            open: brace,
            indent,
            slashdashes,
            node,
        });
    }

    /// Closes the innermost block, and returns the node that goes on after it.
    ///
    /// `indent` is given where the brace is the first on its line.
    pub(super) fn close(
        &mut self,
        brace: Span,
        indent: Option<usize>,
        faults: &mut Faults<'_>,
    ) -> Option<Node> {
        let Some(block) = self.open.pop() else {
            if !faults.braces_lost() {
                let help = "remove it, or look above for a block that is closed too early";
                faults.derail(brace, "`}` closes no block", help);
            }
            return None;
        };
        if indent.is_some_and(|indent| indent < block.indent) {
            self.suspect.get_or_insert(block.open);
        }
        block.node
    }

    /// What is wrong where blocks are still open at `end`.
    pub(super) fn unclosed(&self, end: Span, faults: &Faults<'_>) -> Option<Diagnostic> {
        let innermost = self.open.last()?;
        if faults.braces_lost() {
            return None;
        }
        let help = match self.open.len() {
            1 => "add `}` where its block ends".to_owned(),
            count => format!("add `}}` where its block ends; {count} are missing in all"),
        };
        let open = self.suspect.unwrap_or(innermost.open);
        let fault = faults
            .at(&SYNTAX, open, "`{` is never closed")
            .help(help)
            .also(end, "the text ends here");
        Some(fault)
    }
}
