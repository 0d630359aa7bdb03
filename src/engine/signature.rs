//! Signatures as the engine receives them: verified by whoever asks, like any other fact.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// A signature over a statement, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// The signer, as the file of approvers names them.
    pub signer: String,
    /// The fingerprint of the key, as `ssh-keygen -l` shows it; that of the certified key where a
    /// certificate signed.
    pub key: String,
    /// The bytes that were signed.
    pub statement: String,
    /// The signature in the armour that `ssh-keygen` writes.
    pub armor: String,
}

/// What a signed approval rests on, all of it verified against the approvers of today.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The signature that is new.
    pub signature: Option<Signature>,
    /// Those on record that were verified again. Others on record count for nothing: a journal can
    /// be written by hand.
    pub confirmed: Vec<Signature>,
    /// When they were verified, in UTC.
    pub at: String,
}

/// The keys among `signatures`: each counts once, whoever it is listed for.
pub fn distinct<'a>(signatures: impl IntoIterator<Item = &'a Signature>) -> BTreeSet<&'a str> {
    let keys = signatures.into_iter();
    keys.map(|signature| signature.key.as_str()).collect()
}
