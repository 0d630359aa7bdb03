//! What a command may write, what holds it, and what is not held: as a page and as fields.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::guard::sandbox::{Sandbox, Tier};
use crate::report::Answer;
use crate::task::root::Project;

pub(super) fn answer(sandbox: &Sandbox<'_>, tier: Tier, project: &Project) -> Answer {
    let grants = &sandbox.grants;
    let shown = |paths: &mut dyn Iterator<Item = &PathBuf>| -> Vec<String> {
        paths.map(|path| relative(path, &project.code)).collect()
    };
    let tasks = sandbox.tasks().iter();
    let tasks: Vec<String> = tasks
        .map(|(task, state)| format!("{task} in {state}"))
        .collect();
    let lists = [
        (
            "scratch",
            "build outputs",
            shown(&mut grants.scratch.iter()),
        ),
        ("edit", "edits", shown(&mut grants.edit.iter())),
        (
            "repository",
            "repository",
            shown(&mut grants.repository.iter()),
        ),
        ("files", "in place", shown(&mut grants.files.iter())),
        ("deny", "nobody", shown(&mut grants.deny.iter())),
        ("made", "made, if missing", shown(&mut grants.make.keys())),
    ];
    let mut page = format!("held by {tier}\n");
    let whose = if tasks.is_empty() {
        "no task".to_owned()
    } else {
        tasks.join(", ")
    };
    _ = writeln!(page, "may write what {whose} may:");
    for (_, name, paths) in &lists {
        for path in paths {
            _ = writeln!(page, "  {name:17} {path}");
        }
    }
    for note in &grants.notes {
        _ = writeln!(page, "  {:17} {note}", "not granted");
    }
    _ = writeln!(page, "not held here:");
    let open = tier.leaves_open();
    for each in &open {
        _ = writeln!(page, "  {each}");
    }
    let answer = Answer::page(format!("held by {tier}"), page)
        .field("tier", tier.word())
        .field("landlock", tier.landlock)
        .field("tasks", tasks)
        .field("not_granted", grants.notes.clone())
        .field("not_held", open);
    let grants: serde_json::Map<_, _> = lists
        .into_iter()
        .map(|(field, _, paths)| (field.to_owned(), json!(paths)))
        .collect();
    answer.field("grants", grants)
}

/// A path as messages show it: relative to the project where it lies in there.
fn relative(path: &Path, code: &Path) -> String {
    match path.strip_prefix(code) {
        Ok(inside) if inside.as_os_str().is_empty() => ".".to_owned(),
        Ok(inside) => inside.display().to_string(),
        Err(_) => path.display().to_string(),
    }
}
