//! Asking the `ssh-keygen` program: the only file that runs it.

use std::fs::File;
use std::io::{self, IsTerminal as _, Seek as _, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::NamedTempFile;

/// What signatures are for, so that one made for something else is none here.
pub const NAMESPACE: &str = "automaton-approve";

/// Whether the program runs.
pub fn is_installed() -> bool {
    let asked = Command::new("ssh-keygen")
        .arg("-?")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    asked.is_ok()
}

/// Signs `text` with the key in the file `key`, or with the one that an agent holds where the file
/// is a public key. Says what the program said where it did not sign.
///
/// A passphrase or a touch is asked for at the terminal.
pub(super) fn sign(key: &Path, text: &str) -> io::Result<Result<String, String>> {
    let errors = if io::stderr().is_terminal() {
        Stdio::inherit()
    } else {
        Stdio::piped()
    };
    let output = command(&["-q", "-Y", "sign", "-n", NAMESPACE])
        .arg("-f")
        .arg(key)
        .stdin(holding(text)?)
        .stdout(Stdio::piped())
        .stderr(errors)
        .spawn()?
        .wait_with_output()?;
    let signature = String::from_utf8(output.stdout.clone());
    Ok(match signature {
        Ok(signature) if output.status.success() => Ok(signature),
        _ => Err(said(&output)),
    })
}

/// Whether the signature is one over `text`, by whichever key.
pub(super) fn holds(text: &str, signature: &str) -> io::Result<bool> {
    let signature = stored(signature)?;
    let mut asked = command(&["-Y", "check-novalidate", "-n", NAMESPACE]);
    asked.arg("-s").arg(signature.path()).stdin(holding(text)?);
    let output = finished(&mut asked)?;
    Ok(output.status.success())
}

/// The one whom `approvers` list with the key of the signature, and whose signature over `text` it
/// is, at the time `at`: fourteen digits in UTC. Else what the program says about it.
pub(super) fn signer(
    approvers: &str,
    text: &str,
    signature: &str,
    at: &str,
) -> io::Result<Result<String, String>> {
    let (listed, signature) = (stored(approvers)?, stored(signature)?);
    let time = format!("-Overify-time={at}");
    let files = |command: &mut Command| {
        command.arg("-f").arg(listed.path());
        command.arg("-s").arg(signature.path());
    };
    let mut asked = command(&["-Y", "find-principals", &time]);
    files(asked.stdin(Stdio::null()));
    let output = finished(&mut asked)?;
    let mut why = said(&output);
    for name in String::from_utf8_lossy(&output.stdout).lines() {
        let mut asked = command(&["-Y", "verify", &time, "-n", NAMESPACE, "-I", name]);
        files(asked.stdin(holding(text)?));
        let output = finished(&mut asked)?;
        if output.status.success() {
            return Ok(Ok(name.to_owned()));
        }
        why = said(&output);
    }
    let path = listed.path().display().to_string();
    Ok(Err(why.replace(&path, "approvers")))
}

/// The program with times in UTC, so that an approver is valid to the same second on every machine.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new("ssh-keygen");
    command.args(arguments).env("TZ", "UTC").env("LC_ALL", "C");
    command
}

/// Runs the program to its end. One that was killed has said nothing about a signature.
fn finished(command: &mut Command) -> io::Result<Output> {
    let output = command.output()?;
    match output.status.code() {
        Some(_) => Ok(output),
        None => Err(io::Error::other(format!(
            "it ended early: {}",
            output.status
        ))),
    }
}

/// Standard input that holds `text`.
fn holding(text: &str) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(text.as_bytes())?;
    file.rewind()?;
    Ok(file)
}

/// A file with a name that holds `text` for as long as it is kept.
fn stored(text: &str) -> io::Result<NamedTempFile> {
    let mut file = NamedTempFile::new()?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}

fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    match lines.join("; ") {
        said if said.is_empty() => "`ssh-keygen` did not say why".to_owned(),
        said => said,
    }
}
