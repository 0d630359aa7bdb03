//! The project that the table of tamperings is tried on, in two stages, with all of it committed.

use crate::git::{commit, git};
use crate::project::Project;

/// Approvals are relayed: nobody has to be asked for the table to be read.
const WORKFLOW: &str = "workflow tampering version=1 {
    initial plan
    approval by=anyone
    artifact PLAN.md
    artifact CODE.md
    phase plan {
        produces PLAN.md
        forbids CODE.md
        approval
        next build
        next split
        next over
    }
    phase build { reads PLAN.md; produces CODE.md; approval; next over; }
    phase split { reads PLAN.md; subtasks depth=1; next over { subtasks complete; }; }
    phase over terminal=success
}
";

/// The same project before and after the approval of what `login` built.
pub struct Stages {
    pub submitted: Project,
    pub approved: Project,
}

impl Stages {
    pub fn new() -> Self {
        let submitted = Project::bare();
        submitted.all(&["init"]);
        submitted.write(".automaton/workflow.kdl", WORKFLOW);
        planned(&submitted, "login");
        submitted.all(&["create-task other", "transition build --task login"]);
        submitted.artifact("login", "CODE.md", "the code\n");
        submitted.all(&["transition build:awaiting_approval --task login"]);
        for parent in ["epic", "saga"] {
            planned(&submitted, parent);
            submitted.all(&[&format!("transition split --task {parent}")]);
        }
        submitted.all(&[
            "create-task done --parent epic",
            "create-task open --parent epic",
        ]);
        plan(&submitted, "epic/done", "epic/subtasks/done");
        submitted.all(&["transition over --task epic/done"]);
        planned(&submitted, "old");
        submitted.all(&["transition over --task old", "cleanup-done --task old"]);
        git(&submitted.root(), "init --quiet --initial-branch=main");
        commit(&submitted.root(), "submitted");
        let approved = submitted.copy();
        approved.all(&["approve --task login"]);
        commit(&approved.root(), "approved");
        Self {
            submitted,
            approved,
        }
    }
}

fn planned(project: &Project, task: &str) {
    project.all(&[&format!("create-task {task}")]);
    plan(project, task, task);
}

fn plan(project: &Project, task: &str, folder: &str) {
    project.artifact(folder, "PLAN.md", &format!("the plan of {task}\n"));
    project.all(&[
        &format!("transition plan:awaiting_approval --task {task}"),
        &format!("approve --task {task}"),
    ]);
}
