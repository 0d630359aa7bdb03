//! stub
use crate::diagnostic::*;
use crate::source::SourceFile;
/// s
pub static SYNTAX: Topic = Topic {
    code: "syntax",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "",
    explanation: "",
};
/// t
pub const TOPICS: &[&Topic] = &[&SYNTAX];
/// s
pub fn scan(_: &SourceFile) -> Vec<Diagnostic> {
    Vec::new()
}
