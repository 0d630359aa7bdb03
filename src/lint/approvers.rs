//! The file of approvers, as far as the linter needs it: how many keys it lists.
//!
//! `ssh-keygen` decides about a signature. What is counted here are the keys that it could accept
//! at some time, and never fewer.

use std::collections::BTreeSet;

/// What approvals are signed for.
const NAMESPACE: &str = "automaton-approve";

/// The keys that may sign approvals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Approvers {
    /// How many different keys are listed by themselves.
    pub keys: usize,
    /// Whether an authority is listed, which can certify any number of keys.
    pub authority: bool,
}

impl Approvers {
    /// Reads the text of a file in OpenSSH's format of allowed signers.
    pub fn parse(text: &str) -> Self {
        let mut keys = BTreeSet::new();
        let mut authority = false;
        for line in text.lines() {
            let words = words(line);
            let Some(key) = words.iter().skip(1).position(|word| is_digits(word)) else {
                continue;
            };
            // Who, options if there are any, the type of the key, its digits.
            let options: Vec<&str> = match key {
                0 => continue,
                1 => Vec::new(),
                _ => options(&words[1]),
            };
            if !may_approve(&options) {
                continue;
            }
            if options
                .iter()
                .any(|option| option.eq_ignore_ascii_case("cert-authority"))
            {
                authority = true;
            } else {
                keys.insert(words[key + 1].clone());
            }
        }
        Self {
            keys: keys.len(),
            authority,
        }
    }
}

/// Whether the word is a public key: base64 of bytes that start with the length of a short word.
fn is_digits(word: &str) -> bool {
    word.starts_with("AAAA")
}

/// Whether a line with these options lets a key sign approvals. A pattern might.
fn may_approve(options: &[&str]) -> bool {
    let namespaces = options.iter().find_map(|option| {
        let (name, value) = option.split_once('=')?;
        name.eq_ignore_ascii_case("namespaces").then_some(value)
    });
    namespaces.is_none_or(|value| {
        let mut names = value.trim_matches('"').split(',');
        names.any(|name| name == NAMESPACE || name.contains(['*', '?', '!']))
    })
}

/// The words of a line; what is quoted is one of them. A comment has none.
fn words(line: &str) -> Vec<String> {
    let line = line.trim();
    if line.starts_with('#') {
        return Vec::new();
    }
    let mut quoted = false;
    let pieces = line.split(|c: char| {
        quoted ^= c == '"';
        c.is_ascii_whitespace() && !quoted
    });
    let words = pieces.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// The options of a word, which commas separate outside of quotes.
fn options(word: &str) -> Vec<&str> {
    let mut quoted = false;
    let pieces = word.split(|c: char| {
        quoted ^= c == '"';
        c == ',' && !quoted
    });
    pieces.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_keys_that_may_approve_are_counted() {
        for (text, keys, authority) in [
            ("", 0, false),
            ("# a ssh-ed25519 AAAA1\n\n", 0, false),
            ("a ssh-ed25519 AAAA1\n", 1, false),
            ("a ssh-ed25519 AAAA1 a comment\nb ssh-rsa AAAA2\n", 2, false),
            ("a ssh-ed25519 AAAA1\nb ssh-ed25519 AAAA1\n", 1, false),
            (
                "\"a b\" namespaces=\"automaton-approve\" ssh-ed25519 AAAA1\n",
                1,
                false,
            ),
            (
                "a namespaces=\"git,automaton-approve\" ssh-ed25519 AAAA1\n",
                1,
                false,
            ),
            ("a namespaces=\"git\" ssh-ed25519 AAAA1\n", 0, false),
            (
                "a Namespaces=\"git,file\",valid-after=\"2026\" ssh-ed25519 AAAA1\n",
                0,
                false,
            ),
            ("a namespaces=\"auto*\" ssh-ed25519 AAAA1\n", 1, false),
            ("a valid-before=\"2020\" ssh-ed25519 AAAA1\n", 1, false),
            ("*@x cert-authority ssh-ed25519 AAAA1\n", 0, true),
            (
                "*@x cert-authority,namespaces=\"git\" ssh-ed25519 AAAA1\n",
                0,
                false,
            ),
            ("a AAAA1\nssh-ed25519\nAAAA2\n", 0, false),
        ] {
            assert_eq!(
                Approvers::parse(text),
                Approvers { keys, authority },
                "{text}"
            );
        }
    }
}
