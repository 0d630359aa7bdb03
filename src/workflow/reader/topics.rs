//! What can be wrong with a node, with the text that `explain` prints.

use crate::diagnostic::{Exit, Severity, Topic};

/// A node that the grammar does not have.
pub static UNKNOWN_NODE: Topic = Topic {
    code: "unknown-node",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a node is not part of the workflow language",
    explanation: "A node that the language does not know would be ignored by a lenient reader, and \
        with it the rule that it was meant to state. So it is an error. Check the spelling and the \
        place: a node that is right inside `phase` may be wrong directly under `workflow`.",
};

/// A property that the grammar does not have.
pub static UNKNOWN_PROPERTY: Topic = Topic {
    code: "unknown-property",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a property is not part of the workflow language",
    explanation: "The node is known, but it takes no property of this name. A misspelt property \
        would silently leave the default in force, so it is an error.",
};

/// A value that does not fit.
pub static WRONG_VALUE: Topic = Topic {
    code: "wrong-value",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a value is of the wrong kind, or there are too many or too few",
    explanation: "The language says for each node which values it takes and how many. The message \
        names what was expected. Texts that hold `/` or start with a digit must stand in quotes; \
        booleans are written `#true` and `#false`.",
};

/// The same thing said twice.
pub static DUPLICATE_DEFINITION: Topic = Topic {
    code: "duplicate-definition",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the same thing is declared twice",
    explanation: "Two declarations of one name would leave open which one is in force. Remove one, \
        or give it a name of its own. Nodes that list things (`reads`, `produces`, `forbids`, \
        `edits`, `protects`, `scratch`, `metadata`, `next`, `rework`) may be repeated and add up; \
        all others occur once.",
};

/// The same property twice.
pub static DUPLICATE_PROPERTY: Topic = Topic {
    code: "duplicate-property",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a node has the same property twice",
    explanation: "KDL lets the last of two equal properties win without a word. Here it is an \
        error, since only one of the two values can be meant.",
};
