//! What a prompt has to know about the command line, which stands above it.

/// The command tree, as far as prompts ask about it.
pub trait Commands {
    /// Why these words, the program's name among them, are no call of the program.
    fn fault(&self, words: &[String]) -> Option<String>;

    /// Whether these words, the program's name among them, are the name of a command and nothing more.
    fn names(&self, words: &[String]) -> bool;
}
