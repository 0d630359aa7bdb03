//! placeholder
/// Worth saying.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A file.
    UnknownFile(String),
}
