//! Links the program at a fixed address.
//!
//! The gate runs before every edit that an agent makes, and a program of this size spends more of
//! so short a life on relocations, each of which copies a page of its tables, than on the decision.
//! What a fixed address gives up is the random placement of the program itself; that of its stack,
//! heap and libraries stays. Code that is denied `unsafe` offers little to aim at.

#[expect(
    clippy::disallowed_methods,
    reason = "a build script is told about its target by the environment alone"
)]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |name: &str| std::env::var(name).unwrap_or_default();
    if target("CARGO_CFG_TARGET_OS") == "linux" && target("CARGO_CFG_TARGET_ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
