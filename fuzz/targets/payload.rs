#![no_main]

#[path = "../properties/payload.rs"]
mod payload;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| payload::holds(bytes));
