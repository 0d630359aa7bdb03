//! The call of a harness: its words with the prompt in them, and the environment that it gets.

use std::ffi::OsString;

use crate::environment;
use crate::prompts::replaced;

/// What stands in braces in the words of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    /// The text of the prompt.
    pub prompt: String,
    /// The task, as commands take it.
    pub task: String,
    /// The worktree, as an absolute path.
    pub worktree: String,
}

impl Filling {
    /// The words of a call, each with what its placeholders stand for. No shell reads them, and what
    /// is put in is not looked at again.
    pub fn words(&self, command: &[String]) -> Vec<OsString> {
        let value = |name: &str| match name {
            "prompt" => Some(self.prompt.clone()),
            "task" => Some(self.task.clone()),
            "worktree" => Some(self.worktree.clone()),
            _ => None,
        };
        let words = command.iter().map(|word| replaced(word, value));
        words.map(OsString::from).collect()
    }
}

/// The environment of a loop's programs: the variables that the loop allows, where programs are
/// found, and what the product says itself. Nothing of the product's own is inherited: it is about
/// another call.
pub fn environment(allowed: &[String], said: &[(&str, String)]) -> Vec<(OsString, OsString)> {
    let allowed = allowed.iter().map(String::as_str);
    let inherited = allowed.filter(|name| !name.starts_with(environment::OWN));
    let said = said
        .iter()
        .map(|(name, value)| (OsString::from(*name), OsString::from(value)));
    let inherited = environment::listed(inherited.chain(["PATH"]));
    inherited.into_iter().chain(said).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_filled_exactly_and_read_by_no_shell() {
        let filling = Filling {
            prompt: "do {task}; $(rm -rf ~) 'now' {prompt}".to_owned(),
            task: "docs/api".to_owned(),
            worktree: "/w t".to_owned(),
        };
        let command = [
            "agent",
            "--cwd={worktree}",
            "{prompt}",
            "{task}{task}",
            "{other}",
            "${task}",
        ];
        let words = filling.words(&command.map(str::to_owned));
        let expected = [
            "agent",
            "--cwd=/w t",
            "do {task}; $(rm -rf ~) 'now' {prompt}",
            "docs/apidocs/api",
            "{other}",
            "${task}",
        ];
        assert_eq!(words, expected.map(OsString::from));
    }

    #[test]
    fn nothing_is_inherited_but_what_is_allowed() {
        let allowed = [
            "PATH",
            "HOME",
            "AUTOMATON_PROJECT",
            "AUTOMATON_EXEC",
            "NOT_SET_ANYWHERE",
        ];
        let said = [("AUTOMATON_LOOP", "docs".to_owned())];
        let found = environment(&allowed.map(str::to_owned), &said);
        let names = found.iter().map(|(name, _)| name.to_str().expect("text"));
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        names.dedup();
        let mut expected = vec!["AUTOMATON_LOOP"];
        for name in ["HOME", "PATH"] {
            if !environment::listed([name].into_iter()).is_empty() {
                expected.push(name);
            }
        }
        assert_eq!(names, expected);
    }
}
