//! `automaton where`

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use super::session::Session;
use crate::digest::Digest;
use crate::report::Answer;
use crate::source::SourceFile;
use crate::task::root::Project;
use crate::workflow::{Origin, Workflow, embedded};

/// Show which project and which workflow a call here is about, and why
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_: &Args, session: &Session) -> Result<Answer, Answer> {
    let project = session.project()?;
    let text = project
        .workflow_text()
        .map_err(|error| Answer::refused(error.diagnostic()))?;
    Ok(answer(&project, &InForce::of(text), session))
}

/// The workflow in force, which `where` names even if it does not compile.
struct InForce {
    origin: Origin,
    digest: Digest,
    errors: usize,
}

impl InForce {
    fn of(text: Option<String>) -> Self {
        let Some(text) = text else {
            return Self {
                origin: Origin::Embedded,
                digest: embedded().digest,
                errors: 0,
            };
        };
        let digest = Digest::of(text.as_bytes());
        let source = SourceFile::new(".automaton/workflow.kdl", text);
        let compiled = Workflow::compile(&source, Origin::File);
        Self {
            origin: Origin::File,
            digest,
            errors: compiled.err().map_or(0, |findings| findings.len()),
        }
    }

    fn words(&self) -> String {
        let origin = match self.origin {
            Origin::Embedded => "the built-in default",
            Origin::File => ".automaton/workflow.kdl",
        };
        match self.errors {
            0 => format!("{origin}, sha256 {}", self.digest),
            _ => format!("{origin}, sha256 {}, which does not compile", self.digest),
        }
    }
}

fn answer(project: &Project, workflow: &InForce, session: &Session) -> Answer {
    let environment = &session.environment;
    let folder = |path: Option<&Path>| path.map_or("none".to_owned(), shown);
    let mut page = String::new();
    for (what, found) in [
        ("project", shown(&project.root)),
        ("because", project.why.words().to_owned()),
        ("workflow", workflow.words()),
        ("code", shown(&project.code)),
        ("settings", folder(environment.config_dir())),
        ("cache", folder(environment.cache_dir())),
    ] {
        _ = writeln!(page, "{what:9} {found}");
    }
    _ = writeln!(page, "\nhow it was found:");
    for step in &project.trail {
        _ = writeln!(page, "  {step}");
    }
    let origin = match workflow.origin {
        Origin::Embedded => "embedded",
        Origin::File => "file",
    };
    let path = |path: Option<&Path>| path.map_or(Value::Null, |path| json!(shown(path)));
    Answer::page(shown(&project.root), page)
        .field("project", shown(&project.root))
        .field("because", project.why.words())
        .field("trail", project.trail.clone())
        .field(
            "workflow",
            json!({
                "origin": origin,
                "sha256": workflow.digest.to_string(),
                "compiles": workflow.errors == 0,
            }),
        )
        .field("code_root", shown(&project.code))
        .field("config_dir", path(environment.config_dir()))
        .field("cache_dir", path(environment.cache_dir()))
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
