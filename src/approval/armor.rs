//! Reading a signature as `ssh-keygen` writes it: whose key, for which namespace, and whether
//! somebody touched the token.
//!
//! `ssh-keygen` verifies the signature itself. It does not ask for the touch, so it is read here.

use data_encoding::{BASE64, BASE64_NOPAD};
use sha2::{Digest as _, Sha256};

const BEGIN: &str = "-----BEGIN SSH SIGNATURE-----";
const END: &str = "-----END SSH SIGNATURE-----";
const MAGIC: &[u8] = b"SSHSIG";
const VERSION: u32 = 1;
/// How the name of a certificate's type ends.
const CERTIFICATE: &str = "-cert-v01@openssh.com";
/// The bit that says that somebody was present.
const PRESENT: u8 = 1;

/// What a signature says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Armor {
    /// The fingerprint of the key, as `ssh-keygen -l` shows it; of a certificate, that of its key.
    pub(super) key: String,
    /// What the signature is for.
    pub(super) namespace: String,
    /// Whether the key's token had to be touched and was not.
    pub(super) untouched: bool,
}

/// Reads the armoured text; on failure, says what is wrong.
pub(super) fn read(text: &str) -> Result<Armor, String> {
    let inner = text.trim().strip_prefix(BEGIN);
    let inner = inner.and_then(|rest| rest.strip_suffix(END));
    let inner = inner.ok_or_else(|| format!("it does not start with `{BEGIN}` and end alike"))?;
    let digits: String = inner.split_ascii_whitespace().collect();
    let bytes = BASE64.decode(digits.as_bytes());
    let bytes = bytes.map_err(|error| format!("it is not base64: {error}"))?;
    let mut rest = Rest(&bytes);
    blob(&mut rest).ok_or_else(|| "its bytes are not those of a signature".to_owned())
}

fn blob(rest: &mut Rest<'_>) -> Option<Armor> {
    if rest.take(MAGIC.len())? != MAGIC || rest.number()? != VERSION {
        return None;
    }
    let key = rest.string()?;
    let namespace = std::str::from_utf8(rest.string()?).ok()?.to_owned();
    let (_reserved, _hash) = (rest.string()?, rest.string()?);
    let signature = rest.string()?;
    if !rest.0.is_empty() {
        return None;
    }
    let (kind, plain) = plain_key(key)?;
    let untouched = kind.starts_with("sk-") && flags(signature)? & PRESENT == 0;
    let digest = Sha256::digest(plain);
    Some(Armor {
        key: format!("SHA256:{}", BASE64_NOPAD.encode(&digest)),
        namespace,
        untouched,
    })
}

/// The flags of a token's signature: the byte between the signature proper and the counter.
fn flags(signature: &[u8]) -> Option<u8> {
    let mut rest = Rest(signature);
    let (_kind, _signature) = (rest.string()?, rest.string()?);
    rest.take(1).map(|flags| flags[0])
}

/// The type and the bytes of a public key. A certificate is one for its key: two of them do not
/// make two signers.
fn plain_key(bytes: &[u8]) -> Option<(String, Vec<u8>)> {
    let mut rest = Rest(bytes);
    let kind = std::str::from_utf8(rest.string()?).ok()?;
    let Some(base) = kind.strip_suffix(CERTIFICATE) else {
        return Some((kind.to_owned(), bytes.to_vec()));
    };
    let (kind, fields) = match base {
        "ssh-ed25519" => (base.to_owned(), 1),
        "ssh-rsa" => (base.to_owned(), 2),
        "sk-ssh-ed25519" => (format!("{base}@openssh.com"), 2),
        "sk-ecdsa-sha2-nistp256" => (format!("{base}@openssh.com"), 3),
        _ if base.starts_with("ecdsa-sha2-") => (base.to_owned(), 2),
        _ => return None,
    };
    let _nonce = rest.string()?;
    let mut plain = Vec::new();
    put(&mut plain, kind.as_bytes());
    for _ in 0..fields {
        put(&mut plain, rest.string()?);
    }
    Some((kind, plain))
}

fn put(bytes: &mut Vec<u8>, string: &[u8]) {
    // What was read with a length of four bytes has one.
    let length = u32::try_from(string.len()).unwrap_or(u32::MAX);
    bytes.extend(length.to_be_bytes());
    bytes.extend(string);
}

/// What is left to read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        let bytes = self.take(4)?.try_into().ok()?;
        Some(u32::from_be_bytes(bytes))
    }

    fn string(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?.try_into().ok()?;
        self.take(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made by `tests/data/fido/make.py`, with a key that a token would hold.
    const TOUCHED: &str = include_str!("../../tests/data/fido/ed25519-touched.sig");
    const UNTOUCHED: &str = include_str!("../../tests/data/fido/ed25519-untouched.sig");
    const ECDSA_TOUCHED: &str = include_str!("../../tests/data/fido/ecdsa-touched.sig");
    const ECDSA_UNTOUCHED: &str = include_str!("../../tests/data/fido/ecdsa-untouched.sig");

    #[test]
    fn a_token_s_signature_says_whether_it_was_touched() {
        // As `ssh-keygen -l` shows the public keys beside the signatures.
        let ed25519 = "SHA256:zZRfREUNsMUzSOFB5SbeIp9ej3rAmmnO94dMSqCRPD8";
        let ecdsa = "SHA256:QP2lGQbROJ9IWvPxUTjw5Rj2Xd2dVB57X53ZOo7DLtw";
        for (text, key, untouched) in [
            (TOUCHED, ed25519, false),
            (UNTOUCHED, ed25519, true),
            (ECDSA_TOUCHED, ecdsa, false),
            (ECDSA_UNTOUCHED, ecdsa, true),
        ] {
            let expected = Armor {
                key: key.to_owned(),
                namespace: "automaton-approve".to_owned(),
                untouched,
            };
            assert_eq!(read(text), Ok(expected));
        }
    }

    #[test]
    fn what_is_cut_short_or_extended_is_no_signature() {
        let inner = TOUCHED.trim().strip_prefix(BEGIN);
        let inner = inner
            .and_then(|rest| rest.strip_suffix(END))
            .expect("an armour");
        let digits: String = inner.split_ascii_whitespace().collect();
        let bytes = BASE64.decode(digits.as_bytes()).expect("base64");
        let armored = |bytes: &[u8]| format!("{BEGIN}\n{}\n{END}\n", BASE64.encode(bytes));
        assert!(read(&armored(&bytes)).is_ok());
        for end in 0..bytes.len() {
            assert!(read(&armored(&bytes[..end])).is_err(), "{end}");
        }
        assert!(read(&armored(&[&bytes[..], b"x"].concat())).is_err());
        for text in [
            "",
            BEGIN,
            END,
            &format!("{BEGIN}\n*\n{END}"),
            &format!("x{TOUCHED}"),
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(read(&format!("{TOUCHED}{UNTOUCHED}")).is_err());
    }
}
