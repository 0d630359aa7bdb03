//! Why a signature is refused before anything is decided, with the text that `explain` prints.

use crate::diagnostic::{Exit, Severity, Topic};

/// `ssh-keygen-missing`
pub static SSH_KEYGEN_MISSING: Topic = Topic {
    code: "ssh-keygen-missing",
    severity: Severity::Error,
    exit: Exit::Io,
    summary: "the program that verifies signatures does not run",
    explanation: "Signatures are made and verified by `ssh-keygen`, which comes with OpenSSH (version 8.9 \
        or later). Without it no signature counts, and nothing weaker is taken instead. Install \
        it: the package is called `openssh-client` or `openssh`.",
};

/// `approvers-missing`
pub static APPROVERS_MISSING: Topic = Topic {
    code: "approvers-missing",
    severity: Severity::Error,
    exit: Exit::Person,
    summary: "the project has no file that lists who may sign",
    explanation: "`.automaton/approvers` lists those who may sign approvals, in OpenSSH's format of \
        allowed signers: a name, `namespaces=\"automaton-approve\"`, and the public key, one line \
        each. A person writes it and commits it; agents may not edit it.",
};

/// `signing-failed`
pub static SIGNING_FAILED: Topic = Topic {
    code: "signing-failed",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "no signature was made with the key",
    explanation: "`ssh-keygen` signs with the private key in the file, or, where the file is a public \
        key, with the private half that an ssh-agent holds. It did not; the message says why. \
        Check the path, the passphrase, and `ssh-add -l`. Nothing has changed.",
};

/// `signature-malformed`
pub static SIGNATURE_MALFORMED: Topic = Topic {
    code: "signature-malformed",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the file is not a signature that `ssh-keygen` writes",
    explanation: "A signature is the text from `-----BEGIN SSH SIGNATURE-----` to the line that ends \
        alike, as `ssh-keygen -Y sign` writes it. The file holds something else, or was damaged on \
        the way.",
};

/// `signature-namespace`
pub static SIGNATURE_NAMESPACE: Topic = Topic {
    code: "signature-namespace",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the signature was made for something else",
    explanation: "SSH signatures carry what they are for. Approvals are for `automaton-approve`, so that \
        a signature of a commit or a file is never taken for one. Sign with `ssh-keygen -Y sign -n \
        automaton-approve`.",
};

/// `signature-untouched`
pub static SIGNATURE_UNTOUCHED: Topic = Topic {
    code: "signature-untouched",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the key is on a token, and nobody touched it",
    explanation: "A FIDO key (`sk-ssh-ed25519`, `sk-ecdsa`) shows by a touch that a person was present. \
        One that was made with `no-touch-required` signs without, so that a program could. Such a \
        signature is always refused. Make a key that asks for a touch.",
};

/// `signature-bad`
pub static SIGNATURE_BAD: Topic = Topic {
    code: "signature-bad",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the signature is not over what was submitted",
    explanation: "The signature is over other bytes than any submission of the task has, or was changed. \
        Sign exactly what `automaton approve --print-statement` prints, to the last byte. With \
        `--statement FILE` the refusal says in what the signed statement differs.",
};

/// `signer-unlisted`
pub static SIGNER_UNLISTED: Topic = Topic {
    code: "signer-unlisted",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the key that signed is not listed for approvals now",
    explanation: "The signature is good, and `.automaton/approvers` has no line that lets this key sign \
        approvals at this time: it is not there, or for other `namespaces`, or outside its \
        `valid-after` and `valid-before`. The message holds what `ssh-keygen` says.",
};

/// All of them.
pub static ALL: &[&Topic] = &[
    &SSH_KEYGEN_MISSING,
    &APPROVERS_MISSING,
    &SIGNING_FAILED,
    &SIGNATURE_MALFORMED,
    &SIGNATURE_NAMESPACE,
    &SIGNATURE_UNTOUCHED,
    &SIGNATURE_BAD,
    &SIGNER_UNLISTED,
];
