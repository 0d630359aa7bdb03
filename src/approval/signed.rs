//! Signatures of listed approvers: making, verifying, and why one is refused.

use std::io;
use std::path::Path;

use super::armor::{self, Armor};
use super::ssh::{self, NAMESPACE};
use super::topics;
use crate::diagnostic::Topic;
use crate::engine::Signature;
use crate::fs::{Content, Dir, FsError};
use crate::task::{Checked, SignatureCheck};

/// The file of those who may sign, in the folder that belongs to the workflow.
pub const APPROVERS: &str = "approvers";
/// The most bytes that the file has.
const LIMIT: u64 = 1 << 20;

/// Why a signature was not had or does not count.
#[derive(Debug, thiserror::Error)]
pub enum Unsigned {
    /// The program that makes and verifies signatures does not run.
    #[error("signatures are verified by `ssh-keygen`, which does not run here: {0}")]
    NoProgram(#[from] io::Error),
    /// Nobody is listed.
    #[error("there is no file `.automaton/{APPROVERS}` that lists who may sign")]
    NoApprovers,
    /// No signature was made.
    #[error("`ssh-keygen` did not sign: {0}")]
    NotMade(String),
    /// It cannot be read.
    #[error("the signature cannot be read: {0}")]
    Malformed(String),
    /// It was made for something else.
    #[error("the signature is for the namespace `{0}`, and approvals are for `{NAMESPACE}`")]
    Namespace(String),
    /// Nobody touched the token.
    #[error("the key {0} is on a token, and the signature was made without a touch")]
    Untouched(String),
    /// It is not over the statement.
    #[error("the signature does not hold: it is over other bytes, or was changed")]
    Bad,
    /// Nobody is listed with the key for this purpose and time.
    #[error("`.automaton/{APPROVERS}` does not let the key {key} approve: {why}")]
    Unlisted {
        /// The fingerprint.
        key: String,
        /// What `ssh-keygen` says.
        why: String,
    },
}

impl Unsigned {
    /// The kind of refusal.
    pub fn topic(&self) -> &'static Topic {
        match self {
            Self::NoProgram(_) => &topics::SSH_KEYGEN_MISSING,
            Self::NoApprovers => &topics::APPROVERS_MISSING,
            Self::NotMade(_) => &topics::SIGNING_FAILED,
            Self::Malformed(_) => &topics::SIGNATURE_MALFORMED,
            Self::Namespace(_) => &topics::SIGNATURE_NAMESPACE,
            Self::Untouched(_) => &topics::SIGNATURE_UNTOUCHED,
            Self::Bad => &topics::SIGNATURE_BAD,
            Self::Unlisted { .. } => &topics::SIGNER_UNLISTED,
        }
    }
}

/// The text of the approvers file in `folder`, which messages call `shown`; nothing where there is
/// none.
pub fn approvers(folder: &Path, shown: &str) -> Result<Option<String>, FsError> {
    let folder = Dir::open(folder, shown)?;
    let refuse = |problem: &str| folder.refuse(APPROVERS, "read", problem);
    match folder.read(APPROVERS, LIMIT)? {
        Content::Missing => Ok(None),
        Content::Bytes(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(_) => Err(refuse("it is not UTF-8 text")),
        },
        Content::TooLarge => Err(refuse("it has more than 1 MiB")),
        Content::Not(kind) => Err(refuse(&format!("it is {}", kind.noun()))),
    }
}

/// Verifies signatures by the approvers of a project.
#[derive(Debug)]
pub struct Verifier {
    approvers: Option<String>,
}

impl Verifier {
    /// Verifies by the text of an approvers file, if there is one.
    pub fn new(approvers: Option<String>) -> Self {
        Self { approvers }
    }

    /// Whether there is an approvers file.
    pub fn lists(&self) -> Result<(), Unsigned> {
        self.approvers
            .as_ref()
            .map(drop)
            .ok_or(Unsigned::NoApprovers)
    }

    /// The signature over `statement` with whose it is, by the approvers of the time `at` in UTC.
    pub fn verify(&self, statement: &str, armor: &str, at: &str) -> Result<Signature, Unsigned> {
        let Armor { key, .. } = readable(armor)?;
        let text = self.approvers.as_deref().unwrap_or_default();
        let digits: String = at.chars().filter(char::is_ascii_digit).collect();
        match ssh::signer(text, statement, armor, &digits)? {
            Ok(signer) => Ok(Signature {
                signer,
                key,
                statement: statement.to_owned(),
                armor: armor.to_owned(),
            }),
            Err(_) if !ssh::holds(statement, armor)? => Err(Unsigned::Bad),
            Err(why) => Err(Unsigned::Unlisted { key, why }),
        }
    }
}

impl SignatureCheck for Verifier {
    fn check(&self, signature: &Signature, at: &str) -> Checked {
        match self.verify(&signature.statement, &signature.armor, at) {
            Ok(found) => Checked::Good { key: found.key },
            Err(Unsigned::Unlisted { key, why }) => Checked::Unlisted { key, why },
            Err(error @ Unsigned::NoProgram(_)) => Checked::Unknown(error.to_string()),
            Err(error) => Checked::Bad(error.to_string()),
        }
    }
}

/// Signs `statement` with the private key in a file, or with the one that an ssh-agent holds where
/// the file is a public key.
pub fn sign(key: &Path, statement: &str) -> Result<String, Unsigned> {
    ssh::sign(key, statement)?.map_err(Unsigned::NotMade)
}

/// The one of `statements` that was signed, if any of them was.
pub fn signed<'a>(
    armor: &str,
    statements: impl IntoIterator<Item = &'a String>,
) -> Result<Option<&'a String>, Unsigned> {
    readable(armor)?;
    for statement in statements {
        if ssh::holds(statement, armor)? {
            return Ok(Some(statement));
        }
    }
    Ok(None)
}

/// What the signature says about itself, if it may be an approval at all.
fn readable(armor: &str) -> Result<Armor, Unsigned> {
    let found = armor::read(armor).map_err(Unsigned::Malformed)?;
    if found.namespace != NAMESPACE {
        Err(Unsigned::Namespace(found.namespace))
    } else if found.untouched {
        Err(Unsigned::Untouched(found.key))
    } else {
        Ok(found)
    }
}
