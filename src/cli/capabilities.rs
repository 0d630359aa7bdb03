//! `automaton capabilities`

use std::fmt::Write as _;

use clap::Command;
use serde_json::{Map, Value, json};

use super::session::Session;
use crate::approval::{is_installed, person};
use crate::guard::sandbox::{Sandbox, Tier};
use crate::report::{Answer, SCHEMA};
use crate::task::{Git, Level};

/// Show what this build and this machine can do
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// The version of the workflow language that this build reads.
const LANGUAGE: u32 = 1;

/// What a build may have, and the command and argument by which it is known to have it.
const FEATURES: &[(&str, &str, Option<&str>)] = &[
    ("signed_approvals", "approve", Some("sign")),
    ("exec", "exec", None),
    ("edit_gate", "can-edit", None),
    ("hooks", "hooks", None),
    ("claims", "claim", None),
    ("overrides", "override", None),
    ("loops", "loop", None),
    ("prompts", "prompts", None),
    ("archive", "cleanup-done", None),
    ("dashboard", "dashboard", None),
    ("language_server", "lsp", None),
];

pub(super) fn run(_: &Args, session: &Session) -> Answer {
    let tree = super::command();
    let has = |&(name, command, argument): &(&'static str, &str, Option<&str>)| {
        (name, offers(&tree, command, argument))
    };
    let features: Vec<(&str, bool)> = FEATURES.iter().map(has).collect();
    let levels = [Level::Relayed, Level::Page, Level::Person, Level::Signed].map(Level::word);
    let commands: Vec<(String, String)> = tree.get_subcommands().map(described).collect();
    let platform = format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS);
    let git = Git::at(".").version();
    let asks = person(&session.environment).is_ok();
    let verifies = is_installed();
    let holds = Sandbox::tier().ok();
    let page = page(
        &platform,
        &features,
        levels,
        &commands,
        git.as_deref(),
        [asks, verifies],
        holds,
    );
    let features: Map<String, Value> = features
        .iter()
        .map(|(name, has)| ((*name).to_owned(), json!(has)))
        .collect();
    let commands: Vec<Value> = commands
        .iter()
        .map(|(name, about)| json!({"name": name, "about": about}))
        .collect();
    Answer::page(format!("automaton {}", env!("CARGO_PKG_VERSION")), page)
        .field("version", env!("CARGO_PKG_VERSION"))
        .field("language", LANGUAGE)
        .field("platform", platform)
        .field("features", features)
        .field("approval_levels", levels.to_vec())
        .field(
            "machine",
            json!({
                "git": git,
                "person_at_terminal": asks,
                "ssh_keygen": verifies,
                "sandbox": holds.map(Tier::word),
            }),
        )
        .field("commands", commands)
}

/// Whether the command line has a command, with an argument if one is asked for.
fn offers(tree: &Command, command: &str, argument: Option<&str>) -> bool {
    let Some(found) = tree.find_subcommand(command) else {
        return false;
    };
    let has = |wanted: &str| found.get_arguments().any(|known| known.get_id() == wanted);
    argument.is_none_or(has)
}

fn described(command: &Command) -> (String, String) {
    let about = command.get_about().map(ToString::to_string);
    (command.get_name().to_owned(), about.unwrap_or_default())
}

fn page(
    platform: &str,
    features: &[(&str, bool)],
    levels: [&str; 4],
    commands: &[(String, String)],
    git: Option<&str>,
    [asks, verifies]: [bool; 2],
    holds: Option<Tier>,
) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut page = format!("automaton {version} on {platform}\n");
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    for (what, found) in [
        ("JSON schema", SCHEMA.to_owned()),
        ("workflow language", format!("version {LANGUAGE}")),
        ("approval levels", levels.join(", ")),
        ("git", git.unwrap_or("not found").to_owned()),
        ("a person can be asked", yes(asks)),
        ("signatures verified", yes(verifies)),
        (
            "commands are held by",
            holds.map_or_else(|| "nothing".to_owned(), |tier| tier.to_string()),
        ),
    ] {
        _ = writeln!(page, "  {what:22} {found}");
    }
    _ = writeln!(page, "\nfeatures:");
    for (name, has) in features {
        _ = writeln!(page, "  {:22} {}", name.replace('_', " "), yes(*has));
    }
    _ = writeln!(page, "\ncommands:");
    for (name, about) in commands {
        _ = writeln!(page, "  {name:22} {about}");
    }
    page
}
