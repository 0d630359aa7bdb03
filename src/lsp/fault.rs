//! Why a request is not answered, as the protocol numbers it.

use lsp_server::ErrorCode;

/// An error that the client gets instead of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) code: i32,
    pub(super) message: String,
}

impl Fault {
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code: code as i32,
            message: message.into(),
        }
    }
}
