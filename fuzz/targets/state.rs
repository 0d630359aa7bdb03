#![no_main]

#[path = "../properties/state.rs"]
mod state;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| state::holds(bytes));
