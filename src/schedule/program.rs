//! Asking the programs that own the machine's schedules.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// What a program wrote to standard output, or how it failed.
pub(super) fn output(name: &str, words: &[&str], input: &str) -> Result<String, String> {
    let shown = format!("`{name} {}`", words.join(" "));
    let failed = |error: std::io::Error| format!("{shown}: {error}");
    let mut child = Command::new(name)
        .args(words)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    if let Some(mut stdin) = child.stdin.take() {
        // Whether it read all of its input, its exit says.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().map_err(failed)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said
        .trim()
        .lines()
        .next()
        .unwrap_or("it says nothing")
        .to_owned();
    Err(format!("{shown}: {said}"))
}
