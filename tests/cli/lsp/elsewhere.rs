//! Clients that were written elsewhere: what they ask, and what they make of the answers.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use insta::assert_snapshot;

use crate::project::{PROGRAM, Project};

/// A misspelt name behind letters of several bytes, bookkeeping that is forbidden, and an artifact
/// that nothing uses.
const FAULTY: &str = "workflow w version=1 {
    initial draft
    artifact SPEC.md
    artifact OLD.md
    metadata REVIEW.md
    phase draft {
        description \"größe 🦀\"; produces SPEC.nd
        forbids .state
        next done
    }
    phase done terminal=success {
        reads SPEC.md
    }
}
";

/// What the client said, or nothing where it is missing: it ends with 42 then, or cannot be
/// started.
fn said(client: &mut Command, missing: &str) -> Option<String> {
    let output: Output = match client.output() {
        Ok(output) if output.status.code() != Some(42) => output,
        _ => {
            // Past the capture of the test's output, so that it is seen.
            writeln!(std::io::stderr(), "skipped: {missing}").expect("said");
            return None;
        }
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    Some(text(&output.stdout))
}

fn script(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cli/lsp")
        .join(name)
}

#[test]
fn a_client_that_checks_every_message_understands_the_server() {
    let project = Project::bare();
    project.write("workflow.kdl", FAULTY);
    let mut client = Command::new("python3");
    client.arg(script("typed_client.py")).arg(PROGRAM);
    client.arg(project.path("workflow.kdl"));
    let missing = "`pygls` 2 is not installed (pip install pygls)";
    if let Some(said) = said(&mut client, missing) {
        assert_snapshot!(said, @r#"
        automaton utf-8
        Error undefined-reference 6:45-6:52
        Error forbids-metadata 7:16-7:22
        plaintext 'phase **draft**\n\ngröße 🦀\n'
        declared in line 5
        ['SPEC.md', 'OLD.md', 'draft', 'done']
        ['apply all safe fixes of automaton']
        Error undefined-reference 6:45-6:52
        ['write `SPEC.md`']
        Warning unused-artifact 3:13-3:19
        workflow w version=1 {
            initial draft
            artifact SPEC.md
            artifact OLD.md
            metadata REVIEW.md
            phase draft {
                description "größe 🦀"; produces SPEC.md
                next done
            }
            phase done terminal=success {
                reads SPEC.md
            }
        }
        exit 0
        "#);
    }
}

#[test]
fn neovim_works_as_the_page_sets_it_up() {
    let project = Project::bare();
    project.write("workflow.kdl", FAULTY);
    project.write("other.kdl", "not for this server\n");
    let page = include_str!("../../../docs/editors.md");
    let blocks = page.split("```lua\n").skip(1);
    let set_up: Vec<&str> = blocks
        .filter_map(|rest| Some(rest.split_once("```")?.0))
        .collect();
    assert_eq!(set_up.len(), 2);
    project.write("init.lua", &set_up.join("\n"));
    let programs = Path::new(PROGRAM).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut client = Command::new("nvim");
    client
        .args(["--headless", "-u", "init.lua", "-S"])
        .arg(script("neovim.lua"))
        .current_dir(project.root())
        .env("PATH", format!("{}:{path}", programs.display()))
        .env("HOME", project.home());
    for kind in ["CONFIG", "DATA", "STATE", "CACHE"] {
        client.env(format!("XDG_{kind}_HOME"), project.home().join(kind));
    }
    let missing = "Neovim 0.11 or later is not installed";
    if let Some(said) = said(&mut client, missing) {
        assert_snapshot!(said, @r#"
        automaton counts in utf-8
        6:45-6:52 undefined-reference: no artifact `SPEC.nd` is declared
        7:16-7:22 forbids-metadata: `.state` is bookkeeping, which no phase forbids
        hover: phase **draft**  größe 🦀
        6:45-6:52 undefined-reference: no artifact `SPEC.nd` is declared
        offered: write `SPEC.md`
        3:13-3:19 unused-artifact: `OLD.md` is declared, and no phase mentions it
        offered: remove the declaration, accept `unused-artifact` here
        workflow w version=1 {
            initial draft
            artifact SPEC.md
            metadata REVIEW.md
            phase draft {
                description "größe 🦀"; produces SPEC.md
                next done
            }
            phase done terminal=success {
                reads SPEC.md
            }
        }
        "#);
    }
}
