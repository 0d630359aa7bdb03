//! A project with a task, and shell commands that are held in one tier.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Output};

use crate::git::git;
use crate::project::{PROGRAM, Project};

pub const SOURCE: &str = "fn main() {}\n";

const WORKFLOW: &str = r#"workflow w version=1 {
    initial research
    protects "src/kept/**"
    scratch "target/**"
    artifact SPEC.md
    artifact CODE.md
    phase research { produces SPEC.md; forbids CODE.md; next code; }
    phase code { produces CODE.md; edits "**"; next text; }
    phase text { edits "docs/**/*.md" "README.md"; next done; }
    phase done terminal=success
}"#;

/// What holds the commands of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    Both,
    Alone,
}

impl Tier {
    pub fn word(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::Alone => "landlock",
        }
    }

    /// The tiers of this machine. What it lacks is skipped aloud.
    pub fn here() -> Vec<Self> {
        let scene = Project::with(WORKFLOW);
        let run = scene.run("exec --explain --json");
        let document: serde_json::Value = serde_json::from_str(&run.stdout).expect("a document");
        match document["tier"].as_str() {
            Some("both") => vec![Self::Both, Self::Alone],
            Some("landlock") => {
                eprintln!("SKIPPED: no namespaces on this machine");
                vec![Self::Alone]
            }
            _ => {
                eprintln!("SKIPPED: no Landlock on this machine: {run}");
                Vec::new()
            }
        }
    }
}

/// A project under Git with a task `t`, which is in `research`.
pub struct Scene {
    pub project: Project,
    tier: Tier,
    /// Whether commands are run by a user who may do nothing but what anybody may.
    nobody: bool,
}

/// The user and the group that own nothing.
const NOBODY: u32 = 65534;

/// What a command came to.
#[derive(Debug)]
pub struct Outcome {
    pub exit: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Outcome {
    pub fn of(output: &Output) -> Self {
        Self {
            exit: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Scene {
    pub fn of(tier: Tier) -> Self {
        Self::under(tier, WORKFLOW)
    }

    /// The same under another workflow.
    pub fn under(tier: Tier, workflow: &str) -> Self {
        let project = Project::with(workflow);
        project.write("src/a.rs", SOURCE);
        project.write("src/kept/k.rs", "kept\n");
        project.write("docs/a.md", "a\n");
        project.write("docs/a.txt", "a\n");
        project.write(".claude/settings.json", "{}\n");
        project.write(".gitignore", "/target\n.state.lock\n");
        fs::create_dir(project.path("target")).expect("a folder");
        git(&project.root(), "init --quiet .");
        project.all(&["create-task t"]);
        crate::git::commit(&project.root(), "begin");
        fs::create_dir_all(project.path(".git/hooks")).expect("a folder");
        project.write(".git/hooks/post-commit", "#!/bin/sh\n");
        Self {
            project,
            tier,
            nobody: false,
        }
    }

    /// The same in a phase that edits.
    pub fn editing(tier: Tier) -> Self {
        let scene = Self::of(tier);
        scene.project.artifact("t", "SPEC.md", "a spec\n");
        scene.project.all(&["transition code --task t"]);
        crate::git::commit(&scene.project.root(), "specified");
        scene
    }

    /// The same, owned and used by nobody; nothing where that cannot be had.
    pub fn of_nobody(mut self) -> Option<Self> {
        let owner = format!("{NOBODY}:{NOBODY}");
        let root = self.project.root();
        let outer = root.parent().expect("a folder around it");
        fs::copy(PROGRAM, self.project.path("target/automaton")).expect("copied");
        let mut tried = Command::new("chown");
        let given = tried.arg("-R").arg(&owner).arg(outer).output().ok()?;
        self.nobody = true;
        let runs = self.command().arg("--version").output().ok()?;
        (given.status.success() && runs.status.success()).then_some(self)
    }

    /// The program, where only the tier's own means are at hand.
    pub fn command(&self) -> Command {
        let plain = self.project.command();
        let own = self.project.path("target/automaton");
        let program = if self.nobody {
            own.as_os_str()
        } else {
            PROGRAM.as_ref()
        };
        let user = NOBODY.to_string();
        let mut words: Vec<&OsStr> = Vec::new();
        if self.nobody {
            let become_nobody = [
                "setpriv",
                "--reuid",
                &user,
                "--regid",
                &user,
                "--clear-groups",
            ];
            words.extend(become_nobody.map(OsStr::new));
        }
        if self.tier == Tier::Alone && !Self::has_no_namespaces() {
            // In a namespace that allows none below it, as containers are.
            let shut =
                "echo 0 > /proc/sys/user/max_user_namespaces 2>/dev/null; exec \"$0\" \"$@\"";
            words.extend(["unshare", "--map-root-user", "sh", "-c", shut].map(OsStr::new));
        }
        words.push(program);
        let mut command = Command::new(words[0]);
        command.args(&words[1..]);
        command
            .current_dir(self.project.root())
            .env_clear()
            .envs(
                plain
                    .get_envs()
                    .filter_map(|(name, value)| Some((name, value?))),
            )
            .env("PATH", std::env::var_os("PATH").expect("a path"))
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .stdin(std::process::Stdio::null());
        command
    }

    fn has_no_namespaces() -> bool {
        let tried = Command::new("unshare")
            .args(["--map-root-user", "true"])
            .output();
        !tried.is_ok_and(|output| output.status.success())
    }

    /// Runs `automaton exec` with these arguments.
    pub fn exec(&self, arguments: &[&str]) -> Outcome {
        let output = self.command().arg("exec").args(arguments).output();
        Outcome::of(&output.expect("the program runs"))
    }

    /// Runs a script of bash as `automaton exec` for the task.
    pub fn sh(&self, script: &str) -> Outcome {
        self.exec(&["--task", "t", "--", "bash", "-c", script])
    }

    /// Every file outside `target`, with its bytes and its mode.
    pub fn files(&self) -> BTreeMap<PathBuf, (u32, Vec<u8>)> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.project.root()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                let found = path.symlink_metadata().expect("something");
                // An index that Git could refresh says nothing new.
                if path.ends_with("target") || path.ends_with(".state.lock") {
                    continue;
                }
                let mode = found.permissions().mode();
                let bytes = if found.is_file() {
                    fs::read(&path).expect("a file")
                } else {
                    Vec::new()
                };
                if found.is_dir() {
                    folders.push(path.clone());
                }
                files.insert(path, (mode, bytes));
            }
        }
        files
    }

    /// A text without the folder for temporary files.
    pub fn without_temporary(&self, text: &str) -> String {
        let temporary = self.exec(&["--", "sh", "-c", "echo $TMPDIR"]).stdout;
        assert!(temporary.starts_with("/tmp/automaton-"), "{temporary}");
        text.replace(temporary.trim(), "TMPDIR")
    }

    /// The events in the task's journal.
    pub fn events(&self) -> Vec<String> {
        let journal = self.project.read(".automaton/tasks/t/.state.journal");
        let event = |line: &str| {
            let entry: serde_json::Value = serde_json::from_str(line).expect("an entry");
            entry["event"].as_str().expect("a word").to_owned()
        };
        journal.lines().map(event).collect()
    }
}
