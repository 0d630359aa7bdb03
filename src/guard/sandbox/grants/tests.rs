//! Grants as data: workflow, task and tree in, folders and files out.

use std::collections::BTreeSet;

use super::*;
use crate::engine::Fact;
use crate::engine::edit::{Bounds, EditFacts, EditRules, Footing, Override, Stand, Visitor, reach};
use crate::guard::sandbox::spine;
use crate::names::{ActorName, TaskPath};
use crate::source::SourceFile;
use crate::workflow::{Glob, Origin, Workflow};

/// A project in `/p` with a task `t`, and a workflow whose phase `now` it is in.
struct World {
    files: &'static [&'static str],
    workflow: String,
    recorded: bool,
    scope: &'static [&'static str],
}

impl Tree for World {
    fn thing(&self, path: &Path) -> Option<Thing> {
        let path = path.to_str()?;
        let file = self.files.iter().find(|file| **file == path);
        let below = format!("{path}/");
        let folder = self.files.iter().any(|file| file.starts_with(&below));
        file.map(|_| Thing::File)
            .or(folder.then_some(Thing::Folder))
    }

    fn list(&self, folder: &Path) -> Vec<(String, Thing)> {
        let below = format!("{}/", folder.display());
        let inside = self
            .files
            .iter()
            .filter_map(|file| file.strip_prefix(&below));
        let names: BTreeSet<&str> = inside.filter_map(|path| path.split('/').next()).collect();
        let thing = |name: &str| self.thing(&folder.join(name)).unwrap_or(Thing::Other);
        let names = names.into_iter().filter(|name| !name.is_empty());
        names.map(|name| (name.to_owned(), thing(name))).collect()
    }
}

impl EditFacts for World {
    fn named(&self) -> Option<&TaskPath> {
        None
    }

    fn is_caller(&self, _: &ActorName) -> Fact<bool> {
        Ok(true)
    }

    fn now(&self) -> String {
        "2026-01-02T03:04:05Z".to_owned()
    }

    fn each(&self, look: Visitor<'_>) -> Fact<()> {
        let task = task();
        let _ = look(&task, &|| self.footing(&task));
        Ok(())
    }

    fn footing(&self, _: &TaskPath) -> Fact<Footing> {
        if !self.recorded {
            return Ok(Footing::Untracked);
        }
        Ok(Footing::At(Stand {
            state: "now".parse().expect("a state"),
            becoming: None,
            origin: Origin::File,
            recorded: BTreeSet::new(),
            claim: None,
            scope: self
                .scope
                .iter()
                .map(|glob| Glob::parse(glob).expect(glob))
                .collect(),
        }))
    }

    fn overriding(&self) -> Fact<Option<Override>> {
        Ok(None)
    }

    fn bounds(&self) -> Fact<Option<Bounds>> {
        Ok(None)
    }
}

fn task() -> TaskPath {
    "t".parse().expect("a task")
}

fn world(policy: &str, phase: &str, files: &'static [&'static str]) -> World {
    World {
        files,
        workflow: format!(
            "workflow w version=1 {{ initial now; artifact A.md; artifact B.md; {policy}
             phase now {{ {phase}; next done; }}
             phase later {{ produces B.md; next done; }}
             phase done terminal=success; }}"
        )
        .replace(
            "next done; }\n             phase later",
            "next later; next done; }\n             phase later",
        ),
        recorded: true,
        scope: &[],
    }
}

/// The grants in words, one a line, without what every command has; and the rules of Landlock alone.
fn granted(world: &World) -> (String, String) {
    let source = SourceFile::new("w.kdl", world.workflow.as_str());
    let workflow = Workflow::compile(&source, Origin::File).expect("a workflow");
    let rules = EditRules::of(&workflow);
    let reach = reach(&rules, world, None).expect("no refusal");
    let platform = Platform {
        code: "/p".into(),
        automaton: "/p/.automaton".into(),
        repository: Some(Repository::Main("/p/.git".into())),
        temporary: Vec::new(),
    };
    let grants = Grants::of(&reach, world, &platform);
    let shown = |path: &PathBuf| {
        path.strip_prefix("/p")
            .expect("inside")
            .display()
            .to_string()
    };
    let mut lines = Vec::new();
    for (word, paths) in [
        ("scratch", &grants.scratch),
        ("edit", &grants.edit),
        ("repository", &grants.repository),
        ("file", &grants.files),
        ("deny", &grants.deny),
    ] {
        lines.extend(paths.iter().map(|path| format!("{word} {}", shown(path))));
    }
    lines.extend(
        grants
            .make
            .keys()
            .map(|path| format!("make {}", shown(path))),
    );
    lines.extend(grants.partly.iter().map(|path| format!("partly {path}")));
    let rules = spine::alone(&grants, world).into_iter();
    let rules = rules.filter(|rule| !rule.path.starts_with("/dev"));
    let rules = rules.map(|rule| format!("{:?} {}", rule.right, shown(&rule.path)));
    (lines.join("\n"), rules.collect::<Vec<_>>().join("\n"))
}

const FILES: &[&str] = &[
    "/p/.automaton/workflow.kdl",
    "/p/.automaton/tasks/t/.state",
    "/p/.git/config",
    "/p/.git/hooks/x",
    "/p/Cargo.toml",
    "/p/README.md",
    "/p/docs/a.md",
    "/p/src/gen/g.rs",
    "/p/src/main.rs",
    "/p/web/.claude/settings.json",
    "/p/web/out/index.html",
];

#[test]
fn a_phase_that_edits_nothing_gets_outputs_and_its_artifact() {
    let world = world("scratch \"target/**\" \"dist/**\"", "produces A.md", FILES);
    let (grants, rules) = granted(&world);
    insta::assert_snapshot!(grants, @"
    scratch target
    file .automaton/tasks/t/A.md
    make .automaton/tasks/t/A.md
    make target
    ");
    insta::assert_snapshot!(rules, @"
    Scratch target
    File .automaton/tasks/t/A.md
    ");
}

#[test]
fn a_phase_that_edits_everything_is_cut_by_what_nobody_writes() {
    let world = world(
        "protects \"src/gen/**\"; scratch \"web/out/**\"",
        "edits \"**\"",
        FILES,
    );
    let (grants, rules) = granted(&world);
    insta::assert_snapshot!(grants, @"
    scratch web/out
    edit 
    repository .git
    deny .automaton
    deny .git/config
    deny .git/hooks
    deny src/gen
    deny web/.claude
    ");
    insta::assert_snapshot!(rules, @"
    Scratch web/out
    Edit .git
    File Cargo.toml
    File README.md
    Edit docs
    File src/main.rs
    ");
}

#[test]
fn globs_are_granted_as_narrowly_as_folders_go() {
    let edits = "edits \"docs/**\" \"src/**/*.rs\" \"**/*.md\" \"Cargo.toml\" \"new/**\"";
    let (grants, _) = granted(&world("", edits, FILES));
    insta::assert_snapshot!(grants, @"
    edit docs
    edit new
    edit src
    repository .git
    file Cargo.toml
    file README.md
    deny .git/config
    deny .git/hooks
    make new
    partly src
    ");
}

#[test]
fn a_task_with_a_scope_gets_what_both_its_phase_and_its_scope_let_be_written() {
    for (edits, scope, expected) in [
        ("edits \"**\"", &["docs/**"][..], &["edit docs"][..]),
        ("edits \"src/**\"", &["src/gen/**"], &["edit src/gen"]),
        ("edits \"src/gen/**\"", &["src/**"], &["edit src/gen"]),
        ("edits \"src/**\"", &["docs/**"], &[]),
        (
            "edits \"docs/**\" \"src/**\"",
            &["src/gen/**", "docs/**"],
            &["edit docs", "edit src/gen"],
        ),
        // Neither holds the other whole, so that what both match is left to the edit tools.
        ("edits \"src/**/*.rs\"", &["src/gen/**"], &[]),
        (
            "edits \"**/*.md\"",
            &["docs/a.md", "src/main.rs"],
            &["file docs/a.md"],
        ),
        (
            "edits \"**/*.md\" \"Cargo.toml\"",
            &["Cargo.toml"],
            &["file Cargo.toml"],
        ),
    ] {
        let world = World {
            scope,
            ..world("", edits, FILES)
        };
        let (grants, _) = granted(&world);
        let granted = |line: &&str| line.starts_with("edit ") || line.starts_with("file ");
        let found = grants.lines().filter(granted);
        assert_eq!(found.collect::<Vec<_>>(), expected, "{edits} {scope:?}");
    }
}

#[test]
fn a_glob_without_a_folder_is_looked_for() {
    let (grants, _) = granted(&world("scratch \"**/out/**\"", "produces A.md", FILES));
    insta::assert_snapshot!(grants, @"
    scratch web/out
    file .automaton/tasks/t/A.md
    make .automaton/tasks/t/A.md
    ");
}

#[test]
fn a_task_without_records_gives_nothing() {
    let mut world = world(
        "scratch \"target/**\"",
        "produces A.md; edits \"**\"",
        FILES,
    );
    world.recorded = false;
    insta::assert_snapshot!(granted(&world).0, @"
    scratch target
    make target
    ");
}
