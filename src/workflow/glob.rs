//! Globs over project paths, checked once and matched without being compiled.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A pattern over paths relative to the project, with `/` between folders.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Glob(Box<str>);

/// A text that is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{pattern}` is not a glob: {problem}")]
pub struct GlobError {
    pattern: String,
    problem: String,
}

/// The characters that stand for something else than themselves.
const SPECIAL: [char; 5] = ['*', '?', '[', '{', '\\'];

impl Glob {
    /// Checks a pattern.
    pub fn parse(pattern: &str) -> Result<Self, GlobError> {
        let problem = if pattern.is_empty() {
            Some("it is empty".to_owned())
        } else if pattern.starts_with('!') {
            // The matcher would negate it, so that the phase could edit everything else.
            Some("a leading `!` is not supported; list what may be edited".to_owned())
        } else if pattern.starts_with("./") {
            Some("a leading `./` matches nothing; leave it out".to_owned())
        } else if pattern.ends_with('/') {
            Some(format!(
                "it ends with `/` and matches no file; `{pattern}**` is everything in the folder"
            ))
        } else if pattern.contains('\0') {
            Some("it contains NUL".to_owned())
        } else {
            fast_glob::validate(pattern).err().map(|e| e.to_string())
        };
        match problem {
            None => Ok(Self(pattern.into())),
            Some(problem) => Err(GlobError {
                pattern: pattern.to_owned(),
                problem,
            }),
        }
    }

    /// Whether `path`, relative to the project, matches.
    pub fn matches(&self, path: &str) -> bool {
        fast_glob::glob_match(&*self.0, path)
    }

    /// How it leaves the project, so that it matches nothing; nothing where it stays within.
    pub fn escape(&self) -> Option<&'static str> {
        let pattern = self.as_str();
        let drive = pattern.as_bytes().get(1) == Some(&b':');
        if pattern.starts_with(['/', '\\', '~']) || drive {
            Some("is absolute")
        } else if pattern.split('/').any(|segment| segment == "..") {
            Some("leads up")
        } else {
            None
        }
    }

    /// Whether it is the path of one file, with nothing in it that stands for something else.
    pub fn is_plain(&self) -> bool {
        !self.0.contains(SPECIAL)
    }

    /// The deepest folder that everything which matches lies in; empty for the project itself.
    pub fn folder(&self) -> &str {
        let special = self.0.find(SPECIAL);
        let plain = &self.0[..special.unwrap_or(self.0.len())];
        plain.rfind('/').map_or("", |end| &plain[..end])
    }

    /// Whether everything below `folder`, whatever its name, matches.
    pub fn covers_all_of(&self, folder: &str) -> bool {
        // Names that nobody gives: a pattern that matches them matches every name.
        const ANY: &str = "\u{1}any\u{1}";
        let within = |inside: &str| match folder {
            "" => self.matches(inside),
            folder => self.matches(&format!("{folder}/{inside}")),
        };
        within(ANY) && within(&format!(".{ANY}")) && within(&format!("{ANY}/{ANY}/{ANY}"))
    }

    /// The pattern as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Glob {
    type Error = GlobError;

    fn try_from(pattern: String) -> Result<Self, GlobError> {
        Self::parse(&pattern)
    }
}

impl From<Glob> for String {
    fn from(glob: Glob) -> Self {
        glob.0.into()
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Glob({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stop_at_folders_and_double_stars_do_not() {
        for (pattern, path, matches) in [
            ("**", "src/main.rs", true),
            ("**", ".github/workflows/ci.yml", true),
            ("*.rs", "main.rs", true),
            ("*.rs", "src/main.rs", false),
            ("**/*.md", "README.md", true),
            ("docs/**", "docs/a/b", true),
            ("docs/**", "docs2/a", false),
            ("src/{a,b}.rs", "src/b.rs", true),
        ] {
            let glob = Glob::parse(pattern).expect(pattern);
            assert_eq!(glob.matches(path), matches, "{pattern} on {path}");
        }
    }

    #[test]
    fn the_folder_of_a_glob_is_where_all_its_matches_lie() {
        for (pattern, folder, whole) in [
            ("**", "", true),
            ("src/**", "src", true),
            ("a/b/**", "a/b", true),
            ("src/*", "src", false),
            ("src/**/*.rs", "src", false),
            ("src/{a,b}/**", "src", false),
            ("*.md", "", false),
            ("**/*.md", "", false),
            ("**/target/**", "", false),
            ("src/gen*/**", "src", false),
            ("src/main.rs", "src", false),
            ("Cargo.toml", "", false),
            ("a\\*b/**", "", false),
        ] {
            let glob = Glob::parse(pattern).expect(pattern);
            assert_eq!(glob.folder(), folder, "{pattern}");
            assert_eq!(glob.covers_all_of(folder), whole, "{pattern}");
        }
        let deep = Glob::parse("**/target/**").expect("a glob");
        assert!(deep.covers_all_of("a/target"));
        assert!(!deep.covers_all_of("a"));
    }

    #[test]
    fn patterns_that_would_not_do_what_they_seem_to_are_refused() {
        for bad in ["", "!src/**", "a{b", "[a", "a\0", "./src/**", "src/"] {
            assert!(Glob::parse(bad).is_err(), "{bad:?}");
        }
    }
}
