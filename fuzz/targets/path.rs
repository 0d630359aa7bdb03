#![no_main]

#[path = "../properties/path.rs"]
mod path;

libfuzzer_sys::fuzz_target!(|given: &str| path::holds(given));
