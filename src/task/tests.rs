//! Tests of the store, on real folders.
#![expect(
    clippy::disallowed_methods,
    reason = "the tests play those who change files from outside"
)]

mod commit;
mod create;
mod locks;
mod looking;
mod recovery;
mod repair;
mod scratch;
mod tampering;
