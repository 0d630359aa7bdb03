#![no_main]

#[path = "../properties/journal.rs"]
mod journal;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| journal::holds(bytes));
