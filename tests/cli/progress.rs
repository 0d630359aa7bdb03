//! How far a look at many tasks has come.

use std::fs;

use crate::project::Project;
use crate::terminal::start;

/// A project with so many folders among its tasks.
#[expect(clippy::disallowed_methods, reason = "a test makes folders by hand")]
fn with_folders(number: usize) -> Project {
    let project = Project::bare();
    project.all(&["init"]);
    for index in 0..number {
        fs::create_dir_all(project.in_task(&format!("task-{index}"), "notes")).expect("a folder");
    }
    project
}

#[test]
fn a_person_sees_how_far_a_look_at_many_tasks_has_come() {
    for (folders, line, seen) in [
        (2_000, "status", true),
        (2_000, "audit", true),
        (2_000, "status --quiet", false),
        (10, "status", false),
    ] {
        let project = with_folders(folders);
        let shown = start(&project, line, |command| command).finish(Vec::new(), &project);
        let bar = format!("100 of {folders} tasks");
        assert_eq!(shown.to_string().contains(&bar), seen, "{line}: {folders}");
    }
}

#[test]
fn a_program_sees_nothing_of_it() {
    let project = with_folders(2_000);
    let run = project.run("status");
    assert!(!run.stderr.contains("of 2000"), "{}", run.stderr);
}
