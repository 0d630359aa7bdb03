//! The kinds of finding that keep a workflow from compiling.

pub use super::bookkeeping::FORBIDS_METADATA;
pub use super::reader::{
    DUPLICATE_DEFINITION, DUPLICATE_PROPERTY, UNKNOWN_NODE, UNKNOWN_PROPERTY, WRONG_VALUE,
};
pub use super::resolved::{NO_INITIAL, UNDEFINED_REFERENCE};
pub use super::scan::{COMMENT_IN_GLOB, SYNTAX, TOO_DEEP};
pub use super::soundness::{
    DEAD_END, NO_PATH_TO_TERMINAL, NO_TERMINAL, SELF_TRANSITION, TERMINAL_WITH_NEXT,
    UNREACHABLE_PHASE,
};
