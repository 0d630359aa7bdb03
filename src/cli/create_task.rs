//! `automaton create-task`

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::session::{Place, Session};
use super::step;
use crate::clock;
use crate::engine::scope_glob;
use crate::names::{MetadataName, TaskName, TaskPath, TemplateName};
use crate::report::{self, Answer};
use crate::task::{Filling, NewFile, Template};
use crate::workflow::Glob;

/// Make a task; this is the only way to make one
///
/// With a template, the task starts with its files: a folder of text files in `.automaton/templates`,
/// or a built-in one. The workflow decides whether a new task may hold them.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The name: 1 to 64 of `A-Za-z0-9._-`, starting with a letter or a digit
    #[arg(required_unless_present = "list_templates")]
    name: Option<TaskName>,
    /// Make it a sub-task of this task
    #[arg(long, value_name = "TASK")]
    parent: Option<TaskPath>,
    /// Let the task be about these project files, as a glob; may be given several times
    #[arg(long, value_name = "GLOB", value_parser = scope_glob)]
    scope: Vec<Glob>,
    /// Let it start with the files of this template
    #[arg(long, value_name = "TEMPLATE")]
    template: Option<TemplateName>,
    /// List the templates, and make nothing
    #[arg(long, conflicts_with_all = ["name", "parent", "template", "dry_run"])]
    list_templates: bool,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let Some(name) = &args.name else {
        return list(&place);
    };
    let task = match &args.parent {
        Some(parent) => parent.child(name.clone()),
        None => TaskPath::top(name.clone()),
    };
    let scope = args.scope.clone();
    let Some(template) = &args.template else {
        return step::make(session, &place, &task, scope, Vec::new(), args.dry_run);
    };
    let files = filled(session, &place, &task, template)?;
    let names: Vec<String> = files.iter().map(|file| file.name.to_string()).collect();
    let mut answer = step::make(session, &place, &task, scope, files, args.dry_run)?;
    _ = writeln!(answer.text, "  from {template}: {}", names.join(", "));
    Ok(answer
        .field("template", template.to_string())
        .field("files", names))
}

/// The files of a template, for this task.
fn filled(
    session: &Session,
    place: &Place,
    task: &TaskPath,
    name: &TemplateName,
) -> Result<Vec<NewFile>, Answer> {
    let model = &place.workflow;
    let now = clock::now();
    let (date, _) = now.split_once('T').unwrap_or((&now, ""));
    let filling = Filling {
        task: task.clone(),
        actor: session.actor()?,
        date: date.to_owned(),
        workflow: model.name.clone(),
        phase: model.phase(model.initial).name.clone(),
    };
    let template = Template::find(&place.namespace, name);
    let files = template.and_then(|template| template.fill(&filling));
    files.map_err(|found| Answer::refused(*found))
}

fn list(place: &Place) -> Result<Answer, Answer> {
    let all = Template::all(&place.namespace).map_err(|found| Answer::refused(*found))?;
    let (mut text, mut templates, mut broken) = (String::new(), Vec::new(), Vec::new());
    for listed in all {
        let template = match listed {
            Ok(template) => template,
            Err(found) => {
                broken.push(found);
                continue;
            }
        };
        let files: Vec<&str> = template.files().map(MetadataName::as_str).collect();
        let about = template.about.unwrap_or("of this project");
        _ = writeln!(text, "{}  ({about})", template.name);
        _ = writeln!(text, "  {}", files.join(", "));
        templates.push(json!({
            "name": template.name.as_str(),
            "built_in": template.about.is_some(),
            "about": template.about,
            "files": files,
        }));
    }
    for found in &broken {
        _ = write!(text, "\n{}", report::refusal(found));
    }
    let message = format!("{} templates", templates.len());
    let findings: Value = broken.iter().map(|found| report::finding(found)).collect();
    let answer = Answer::page(message, text)
        .field("templates", templates)
        .field("broken", findings);
    Ok(match broken.first() {
        Some(found) => answer.ending(found.topic.exit, found.topic.code),
        None => answer,
    })
}
