//! `automaton hooks test`

use serde_json::{Value, json};

use super::super::session::Session;
use super::Chosen;
use super::scene::Scene;
use crate::diagnostic::{Exit, NextStep, Severity, Topic};
use crate::guard::hooks::{Fault, GIT, Inspection, Level, SETUPS, inspect};
use crate::report::{Answer, Symptom, checkup_json, checkup_page, checkup_summary};
use crate::task::root::Project;

/// An installed hook that does not stop its harness.
pub(in crate::cli) static HOOKS_BYPASSED: Topic = Topic {
    code: "hooks-bypassed",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a harness is not stopped by the hook that is installed",
    explanation: "`hooks test` announces a write that no phase allows and one that every phase allows, \
        through the command that stands in the harness's settings, and reads the answer as the \
        harness would. It also looks at what makes a harness skip its hooks: a setting that switches \
        them off, a folder or hook that nobody trusted, an entry or plugin that was changed. Each \
        line that is an error says how to mend it.",
};

/// Try whether each installed hook really stops its harness, and say what goes round it
///
/// The payloads are real, and nothing is written: the file that is asked about is a task's record,
/// which nobody may write.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    chosen: Chosen,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let project = session.project()?;
    let seen = inspections(session, &project, &args.chosen)?;
    let symptoms: Vec<Symptom> = seen.iter().flat_map(told).collect();
    let missing = |name: &&String| !seen.iter().any(|one| one.harness == name.as_str());
    let missing: Vec<Symptom> = SETUPS
        .iter()
        .map(|setup| setup.harness)
        .chain([GIT])
        .filter(|name| {
            args.chosen
                .names
                .iter()
                .filter(missing)
                .any(|one| one == name)
        })
        .map(|name| {
            let remedy = format!("run `automaton hooks install {name}`");
            Symptom::error(name, "no hook is installed", remedy)
        })
        .collect();
    let sick = !missing.is_empty() || seen.iter().any(|one| !one.stops());
    let symptoms = [symptoms, missing].concat();
    let harnesses: Value = seen.iter().map(listed).collect();
    let answer = if symptoms.is_empty() {
        Answer::done("nothing to do: no hook is installed")
            .next(vec![NextStep::anyone("automaton hooks install")])
    } else {
        Answer::page(checkup_summary(&symptoms), checkup_page(&symptoms))
    };
    let answer = answer
        .field("harnesses", harnesses)
        .field("checks", checkup_json(&symptoms));
    Ok(if sick {
        answer.ending(HOOKS_BYPASSED.exit, HOOKS_BYPASSED.code)
    } else {
        answer
    })
}

/// What there is to say about the hooks around a project.
pub(in crate::cli) fn symptoms(session: &Session, project: &Project) -> Vec<Symptom> {
    match inspections(session, project, &Chosen::default()) {
        Ok(seen) if seen.is_empty() => vec![Symptom::warning(
            "hooks",
            "no harness calls the gate here: edits are not held to the workflow",
            "run `automaton hooks install`",
        )],
        Ok(seen) => seen.iter().flat_map(told).collect(),
        Err(refused) => vec![Symptom::error(
            "hooks",
            refused.message,
            "let this user read the file",
        )],
    }
}

fn inspections(
    session: &Session,
    project: &Project,
    chosen: &Chosen,
) -> Result<Vec<Inspection>, Answer> {
    let scene = Scene::of_project(session, project)?;
    let around = scene.around();
    let mut seen = Vec::new();
    for setup in SETUPS
        .iter()
        .filter(|setup| chosen.includes(setup.harness, || true))
    {
        let places = [(&scene.project, Level::Project), (&scene.user, Level::User)];
        for (place, level) in places {
            let Some(place) = place else { continue };
            let caller = scene.caller(level);
            seen.extend(inspect(setup, place, &caller, &around, scene.user.as_ref()));
        }
    }
    if chosen.includes(GIT, || true)
        && let Some(Ok(repository)) = &scene.repository
    {
        seen.extend(repository.inspect(&around));
    }
    Ok(seen)
}

fn told(inspection: &Inspection) -> Vec<Symptom> {
    let subject = inspection.harness;
    let files = inspection.files.join(", ");
    let whole = inspection
        .stops()
        .then(|| Symptom::ok(subject, format!("stops: {files}")));
    let faults = inspection.faults.iter();
    let faults = faults.map(|fault| Symptom::error(subject, &fault.seen, &fault.remedy));
    let cautions = inspection.cautions.iter();
    let cautions = cautions.map(|fault| Symptom::warning(subject, &fault.seen, &fault.remedy));
    whole.into_iter().chain(faults).chain(cautions).collect()
}

fn listed(inspection: &Inspection) -> Value {
    let faults = |faults: &[Fault]| -> Value {
        let one = |fault: &Fault| json!({"seen": fault.seen, "remedy": fault.remedy});
        faults.iter().map(one).collect()
    };
    json!({
        "harness": inspection.harness,
        "level": inspection.level,
        "files": inspection.files,
        "stops": inspection.stops(),
        "faults": faults(&inspection.faults),
        "cautions": faults(&inspection.cautions),
    })
}
