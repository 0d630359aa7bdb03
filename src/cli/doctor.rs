//! `automaton doctor`

mod git;
mod signatures;
mod tasks;

use super::hooks;
use super::loops::late;
use super::session::{self, Session};
use crate::approval::person;
use crate::diagnostic::{Exit, Severity, Topic};
use crate::guard::sandbox::Sandbox;
use crate::report::{Answer, Health, Symptom, checkup_json, checkup_page, checkup_summary};
use crate::task::root::Project;
use crate::task::{Git, Namespace};
use crate::workflow::{Origin, Workflow};

/// Something that keeps the program from working.
pub(super) static UNHEALTHY: Topic = Topic {
    code: "unhealthy",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "something keeps the program from working here",
    explanation: "`automaton doctor` looks at the project, its workflow, Git's settings, what interrupted \
        steps left behind, locks, the hooks of harnesses and Git, and who seems to be calling. Each line that is an error says what to do.",
};

/// Check the project and this machine, and say what to do about what is wrong
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_: &Args, session: &Session) -> Answer {
    let mut symptoms = Vec::new();
    let project = match session.project() {
        Ok(project) => {
            let root = project.root.display().to_string();
            symptoms.push(Symptom::ok("project", root));
            Some(project)
        }
        Err(refused) => {
            symptoms.push(refusal("project", &refused));
            None
        }
    };
    if let Some(project) = &project {
        let workflow = workflow(project, &mut symptoms);
        inside(project, workflow.as_ref(), session, &mut symptoms);
        if let Some(workflow) = &workflow {
            symptoms.extend(signatures::symptoms(project, workflow));
        }
        symptoms.extend(late::symptom(project.automaton_dir()));
        symptoms.extend(git::symptoms(&Git::at(&project.root)));
        symptoms.extend(hooks::symptoms(session, project));
    } else {
        symptoms.push(git::program(&Git::at(".")));
    }
    symptoms.push(sandbox());
    symptoms.push(caller(session));
    symptoms.push(actor(session));
    let sick = symptoms.iter().any(|one| one.health == Health::Error);
    let answer = Answer::page(checkup_summary(&symptoms), checkup_page(&symptoms))
        .field("checks", checkup_json(&symptoms));
    if sick {
        answer.ending(UNHEALTHY.exit, UNHEALTHY.code)
    } else {
        answer
    }
}

fn workflow(project: &Project, symptoms: &mut Vec<Symptom>) -> Option<Workflow> {
    match session::workflow(project) {
        Ok(workflow) => {
            let origin = match workflow.origin {
                Origin::Embedded => "the built-in default",
                Origin::File => "`.automaton/workflow.kdl`",
            };
            let digest = workflow.digest.short();
            symptoms.push(Symptom::ok(
                "workflow",
                format!("{origin}, sha256 {digest}"),
            ));
            Some(workflow)
        }
        Err(refused) => {
            symptoms.push(refusal("workflow", &refused));
            None
        }
    }
}

fn inside(
    project: &Project,
    workflow: Option<&Workflow>,
    session: &Session,
    symptoms: &mut Vec<Symptom>,
) {
    match Namespace::open(project.base()) {
        Ok(namespace) => symptoms.extend(tasks::symptoms(&namespace, workflow, session)),
        Err(error) => {
            let remedy = "let this user read the folder";
            symptoms.push(Symptom::error("tasks", error.to_string(), remedy));
        }
    }
}

/// What holds a command that `exec` runs here.
fn sandbox() -> Symptom {
    match Sandbox::tier() {
        Ok(tier) => Symptom::ok("sandbox", format!("commands are held by {tier}")),
        Err(found) => Symptom::warning(
            "sandbox",
            format!(
                "nothing holds commands here: {}",
                found.reasons.first().map_or("", String::as_str)
            ),
            "`exec` refuses every command: see `automaton explain not-held`",
        ),
    }
}

/// Whether a person could decide here.
fn caller(session: &Session) -> Symptom {
    match person(&session.environment) {
        Ok(_) => Symptom::ok("person", "a person can be asked at this terminal"),
        Err(why) => Symptom::warning(
            "person",
            format!("nobody can be asked here: {why}"),
            "approvals and repairs need a person's own terminal; nothing else does",
        ),
    }
}

fn actor(session: &Session) -> Symptom {
    match session.actor() {
        Ok(actor) => Symptom::ok("actor", actor.to_string()),
        Err(refused) => refusal("actor", &refused),
    }
}

fn refusal(subject: &'static str, refused: &Answer) -> Symptom {
    let remedy = match refused.next.first() {
        Some(step) => format!("run `{}`", step.run),
        None => format!("run `automaton explain {}`", refused.code),
    };
    let found = refused.refusal.as_ref();
    let seen = found.map_or(&refused.message, |found| &found.message);
    Symptom::error(subject, seen.clone(), remedy)
}
