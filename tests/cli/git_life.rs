//! Tasks whose state is committed, through what people do with Git: nothing is lost, nothing that
//! Git does looks like tampering, and work goes on.

mod archive;
mod branches;
mod changed_files;
mod elsewhere;
mod hook_skipped;
mod merges;

use std::path::PathBuf;

use crate::git;
use crate::project::Project;

/// A project under Git, with the default workflow and approvals that anybody relays.
struct Repository {
    project: Project,
}

impl Repository {
    /// With two tasks, both in `research`, on the branch `main`.
    fn new() -> Self {
        let project = Project::bare();
        project.all(&["init"]);
        let text = project.read(".automaton/workflow.kdl");
        assert!(text.contains("by=human"));
        let relayed = text.replace("by=human", "by=anyone");
        project.write(".automaton/workflow.kdl", &relayed);
        let repository = Self { project };
        repository.git("init --quiet --initial-branch=main");
        repository.commit("begun");
        for task in ["login", "signup"] {
            let project = &repository.project;
            project.all(&[
                &format!("create-task {task}"),
                &format!("transition research --task {task}"),
            ]);
        }
        repository.commit("two tasks");
        repository
    }

    fn git(&self, line: &str) -> String {
        git::git(&self.project.root(), line)
    }

    fn commit(&self, message: &str) {
        git::commit(&self.project.root(), message);
    }

    /// Writes the specification of a task and has it approved.
    fn specify(&self, task: &str) {
        self.specify_as(task, "tester");
    }

    fn specify_as(&self, task: &str, actor: &str) {
        let spec = format!("what is wanted of {task}\n");
        self.project.artifact(task, "SPEC.md", &spec);
        self.project.all(&[
            &format!("transition research:awaiting_approval --task {task} --actor {actor}"),
            &format!("approve --task {task} --actor {actor}"),
        ]);
    }

    /// Takes a task to its end, by the shortest way.
    fn finish(&self, task: &str) {
        self.specify(task);
        for (phase, file, text) in [
            ("implement", "IMPLEMENTATION.md", "CONTRACT_MET\n"),
            ("bug_find", "BUG_REPORT.md", "none\n"),
            (
                "adversarial_bug_find",
                "ADVERSARIAL_BUG_REPORT.md",
                "none\n",
            ),
            ("doc_review", "DOC_REVIEW.md", "fine\n"),
            ("referee", "VERDICT.md", "Verdict: PASS\n"),
        ] {
            let step = format!("transition {phase} --task {task}");
            self.project.all(&[&step]);
            self.project.artifact(task, file, text);
        }
        self.project
            .all(&[&format!("transition complete --task {task}")]);
    }

    /// Every task is as it should be, and so is every commit.
    fn is_clean(&self) {
        for line in ["audit", "audit --commits HEAD"] {
            let run = self.project.run(line);
            assert_eq!(run.exit, 0, "{line}\n{run}");
            assert!(run.stdout.ends_with(" 0 errors, 0 warnings\n"), "{run}");
        }
    }

    fn stands(&self, task: &str, state: &str) {
        assert_eq!(self.project.state(task), format!("{state}\n"));
    }

    /// A folder beside the project.
    fn beside(&self, name: &str) -> PathBuf {
        self.project.root().with_file_name(name)
    }
}
