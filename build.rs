//! Links the program so that a call of the gate starts fast.
//!
//! The gate runs before every edit that an agent makes, and a program of this size spends more of
//! so short a life on being loaded than on the decision. Two things make that less:
//!
//! - A fixed address: no relocations, each of which copies a page of the program's tables. What this
//!   gives up is the random placement of the program itself; that of its stack, heap and libraries
//!   stays. Code that is denied `unsafe` offers little to aim at.
//! - The functions of the gate side by side, as `src/gate.ld` lists them: they fill ten stretches of
//!   the file instead of sixty. Only the linker that comes with Rust is asked for it, because another
//!   one may not know how.

#[expect(
    clippy::disallowed_methods,
    reason = "a build script is told about its target by the environment alone"
)]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/gate.ld");
    let target = |name: &str| std::env::var(name).unwrap_or_default();
    if target("CARGO_CFG_TARGET_OS") == "linux" && target("CARGO_CFG_TARGET_ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        let chosen = format!(
            "{}{}",
            target("CARGO_ENCODED_RUSTFLAGS"),
            target("RUSTC_LINKER")
        );
        if target("CARGO_CFG_TARGET_ARCH") == "x86_64"
            && target("PROFILE") == "release"
            && !chosen.contains("ld")
            && !chosen.contains("linker")
        {
            let folder = target("CARGO_MANIFEST_DIR");
            println!("cargo::rustc-link-arg-bins=-Wl,-T,{folder}/src/gate.ld");
        }
    }
}
