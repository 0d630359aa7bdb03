//! The command tree, as prompts ask about it.

use std::ffi::OsString;

use super::{command, spelling};
use crate::prompts::Commands;

/// The commands of this program.
#[derive(Clone, Copy, Debug)]
pub struct CommandTree;

impl Commands for CommandTree {
    fn fault(&self, words: &[String]) -> Option<String> {
        let arguments = words.iter().map(OsString::from).collect();
        let arguments = match spelling::rewrite(arguments) {
            Ok(arguments) => arguments,
            Err(found) => return Some(found.reasons.join("; ")),
        };
        let error = command().try_get_matches_from(arguments).err()?;
        // Help and the version are answers.
        if !error.use_stderr() {
            return None;
        }
        let text = error.render().to_string();
        let lines = text
            .lines()
            .map(str::trim)
            .take_while(|line| !line.is_empty());
        let sentence = lines.collect::<Vec<_>>().join(" ");
        Some(sentence.trim_start_matches("error: ").to_owned())
    }

    fn names(&self, words: &[String]) -> bool {
        let tree = command();
        let mut at = Some(&tree);
        for word in words.iter().skip(1) {
            at = at.and_then(|command| command.find_subcommand(word));
        }
        at.is_some()
    }
}
