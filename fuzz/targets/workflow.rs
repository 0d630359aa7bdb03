#![no_main]

#[path = "../properties/workflow.rs"]
mod workflow;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| workflow::holds(bytes));
