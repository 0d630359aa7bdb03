//! Secrets of one launch: the link on the terminal, and the cookie that it is exchanged for.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read as _};
use std::sync::Mutex;

/// A random secret, in hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

impl Token {
    /// A secret that nobody can guess.
    pub fn new() -> io::Result<Self> {
        let mut bytes = [0; 32];
        File::open("/dev/urandom")?.read_exact(&mut bytes)?;
        let mut text = String::with_capacity(64);
        for byte in bytes {
            _ = write!(text, "{byte:02x}");
        }
        Ok(Self(text))
    }

    /// The digits, to be shown once.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether `other` is the secret. It takes the same time wherever they differ.
    pub fn is(&self, other: &str) -> bool {
        let pairs = self.0.bytes().zip(other.bytes());
        let differ = pairs.fold(0, |differ, (one, two)| differ | (one ^ two));
        self.0.len() == other.len() && differ == 0
    }
}

/// Who may decide through the page: whoever opened the link first.
#[derive(Debug)]
pub(super) struct Pass {
    link: Mutex<Option<Token>>,
    cookie: Token,
}

impl Pass {
    pub(super) fn new(link: Token) -> io::Result<Self> {
        Ok(Self {
            link: Mutex::new(Some(link)),
            cookie: Token::new()?,
        })
    }

    /// The cookie's secret for that of the link, once.
    pub(super) fn exchange(&self, token: &str) -> Option<&str> {
        let mut link = self.link.lock().ok()?;
        let is_it = link.as_ref().is_some_and(|link| link.is(token));
        is_it.then(|| {
            *link = None;
            self.cookie.as_str()
        })
    }

    /// Whether a cookie of this value may decide.
    pub(super) fn admits(&self, value: &str) -> bool {
        self.cookie.is(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_exchanged_once_and_only_itself() {
        let link = Token::new().expect("a secret");
        let pass = Pass::new(link.clone()).expect("a secret");
        let other = Token::new().expect("a secret");
        assert_eq!(pass.exchange(other.as_str()), None);
        assert_eq!(pass.exchange(""), None);
        let cookie = pass.exchange(link.as_str()).expect("a cookie").to_owned();
        assert_eq!(pass.exchange(link.as_str()), None);
        assert!(pass.admits(&cookie));
        for refused in ["", link.as_str(), &cookie[1..]] {
            assert!(!pass.admits(refused));
        }
    }
}
