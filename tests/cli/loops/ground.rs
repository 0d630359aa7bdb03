//! A repository with a task about its documentation, and loops whose harness is a script.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use automaton::loops::plan::Plan;
use automaton::loops::state::State;
use automaton::loops::{Event, LoopFolder, Note};
use automaton::task::Waiter;
use serde_json::{Value, json};

use crate::project::{Project, Run};

const WORKFLOW: &str = r#"workflow loops version=1 {
    initial draft
    artifact NOTES.md
    artifact POLISH.md
    phase draft {
        edits "docs/**"
        produces NOTES.md
        next polish
    }
    phase polish {
        edits "docs/**"
        produces POLISH.md
        next over
    }
    phase over terminal=success
}
"#;

pub struct Ground {
    pub project: Project,
}

impl Ground {
    /// A project with the task `guide`, all of which is committed.
    pub fn new() -> Self {
        let project = Project::with(WORKFLOW);
        project.write("docs/a.md", "one\n");
        project.write("src/a.rs", "fn a() {}\n");
        project.write(".gitignore", ".automaton/\n");
        project.all(&["create-task guide"]);
        let ground = Self { project };
        ground.git("init --quiet --initial-branch=main");
        ground.commit();
        ground
    }

    pub fn git(&self, line: &str) -> String {
        let who = ["-c", "user.name=t", "-c", "user.email=t@localhost"];
        let done = Command::new("git")
            .args(who)
            .args(line.split(' '))
            .current_dir(self.project.root())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .output()
            .expect("git runs");
        assert!(done.status.success(), "{line}: {done:?}");
        String::from_utf8(done.stdout).expect("text")
    }

    pub fn commit(&self) {
        self.git("add --all");
        self.git("commit --quiet --message=more");
    }

    /// A plan whose harness is this script, run in the project's own worktree. `$NOTES` and `$POLISH`
    /// are the task's deliverables.
    pub fn plan(&self, script: &str) -> Value {
        let task = self.project.path(".automaton/tasks/guide");
        let files = format!("NOTES={0}/NOTES.md; POLISH={0}/POLISH.md", task.display());
        json!({
            "tasks": ["guide"],
            "harness": {
                "command": ["sh", "-c", format!("{files}; {script}"), "harness", "{prompt}"],
                "time_limit": "1m",
            },
            "limits": {"iterations": 3},
            "blast_radius": {"file_scope": ["docs/**"], "max_files": 2, "max_lines": 10},
            "worktree": "project",
        })
    }

    pub fn create(&self, name: &str, plan: &Value) {
        let plan = Plan::parse(plan.to_string().as_bytes()).expect("a plan");
        let automaton = self.project.path(".automaton");
        let (name, actor) = (
            name.parse().expect("a name"),
            "tester".parse().expect("a name"),
        );
        LoopFolder::create(&automaton, &name, &plan, &actor).expect("made");
    }

    /// Changes what a loop is, as a person's command would.
    pub fn change(&self, name: &str, event: Event, change: impl FnOnce(&mut State)) {
        let automaton = self.project.path(".automaton");
        let folder = LoopFolder::open(&automaton, &name.parse().expect("a name")).expect("a loop");
        let waiter = Waiter {
            host: "here".to_owned(),
            command: "a test".to_owned(),
            wait: Duration::from_secs(5),
        };
        let actor = "tester".parse().expect("a name");
        let note = Note {
            event,
            actor,
            note: None,
        };
        let changed = folder.change(&waiter, |state| {
            change(state);
            Ok(((), Some(note)))
        });
        changed.expect("changed");
    }

    pub fn tick(&self, name: &str) -> Run {
        self.project.run(&format!("loop tick {name}"))
    }

    /// Starts a tick that is not waited for.
    pub fn begin(&self, name: &str) -> Child {
        self.call(&format!("loop tick {name}"))
    }

    /// Starts a call that is not waited for.
    pub fn call(&self, words: &str) -> Child {
        let mut command = self.project.command();
        command.args(words.split_whitespace());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("it starts")
    }

    /// What such a call came to.
    pub fn end(&self, child: Child) -> Run {
        self.project
            .came_to(&child.wait_with_output().expect("it ends"))
    }

    pub fn tell(child: &Child, signal: &str) {
        let words = [format!("-{signal}"), child.id().to_string()];
        let told = Command::new("kill").args(words).status().expect("it runs");
        assert!(told.success());
    }

    /// Waits until a file is there.
    pub fn wait_for(&self, path: &str) {
        for _ in 0..600 {
            if self.project.path(path).exists() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("`{path}` does not come");
    }

    pub fn log(&self, name: &str, program: &str) -> String {
        self.project
            .read(&format!(".automaton/loops/{name}/logs/{program}.log"))
    }

    /// A text without the places of this run.
    pub fn shown(&self, text: &str) -> String {
        let home = self.project.home();
        let text = text.replace(&home.display().to_string(), "HOME");
        let root = self.project.root();
        text.replace(&root.display().to_string(), "PROJECT")
    }

    /// What happened to a loop, one line each.
    pub fn journal(&self, name: &str) -> String {
        let text = self
            .project
            .read(&format!(".automaton/loops/{name}/.state.journal"));
        let line = |line: &str| {
            let entry: Value = serde_json::from_str(line).expect("an entry");
            let note = entry["note"].as_str().unwrap_or_default();
            format!(
                "{} {} {note}",
                entry["event"].as_str().expect("a word"),
                entry["iteration"]
            )
        };
        text.lines().map(line).collect::<Vec<_>>().join("\n")
    }

    pub fn state(&self, name: &str) -> Value {
        let text = self
            .project
            .read(&format!(".automaton/loops/{name}/.state.loop"));
        serde_json::from_str(&text).expect("a document")
    }
}
