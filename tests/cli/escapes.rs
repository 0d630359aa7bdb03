//! Ways out of the gate that are known: each is held, and says by what.

use std::fs;
use std::os::unix::fs::symlink;

use crate::can_edit::verdict;
use crate::project::Project;

const WORKFLOW: &str = r#"workflow w version=1 {
    initial build
    artifact REPORT.md
    phase build { produces REPORT.md; edits "docs/**"; next done; }
    phase done terminal=success
}"#;

/// A project whose one task edits `docs/**`, beside a folder that looks like it.
fn project() -> Project {
    let project = Project::with(WORKFLOW);
    project.all(&["create-task t"]);
    for file in [
        "docs/a.md",
        "docs/deep/b.md",
        "src/main.rs",
        "src/linked.rs",
        "../project-evil/docs/a.md",
        "../outside.md",
    ] {
        project.write(file, "text\n");
    }
    for (target, link) in [
        ("../src/main.rs", "docs/link.md"),
        ("../../outside.md", "docs/out.md"),
        ("../src/not-yet.rs", "docs/dangling.md"),
        ("../../not-yet.md", "docs/dangling-out.md"),
        ("../src", "docs/folder"),
        ("../..", "docs/up"),
        ("loop-b", "docs/loop-a"),
        ("loop-a", "docs/loop-b"),
        ("docs", "handbook"),
        ("/proc/self/cwd", "docs/self"),
        ("../.automaton", "docs/own"),
    ] {
        symlink(target, project.path(link)).expect(link);
    }
    fs::hard_link(project.path("src/linked.rs"), project.path("docs/twin.md"))
        .expect("a hard link");
    project
}

#[test]
#[expect(clippy::too_many_lines, reason = "it is one table")]
fn a_path_counts_by_where_it_leads() {
    let project = project();
    let root = project.root();
    let absolute = |path: &str| root.join(path).to_str().expect("UTF-8").to_owned();
    let long = format!("docs/{}", "x".repeat(5000));
    let long_name = format!("docs/{}.md", "x".repeat(300));
    let here = absolute("docs/a.md");
    let sibling = format!("{}-evil/docs/a.md", root.to_str().expect("UTF-8"));
    for (what, path, expected) in [
        ("the file itself", "docs/a.md", "allowed: edits"),
        ("by its absolute path", &here, "allowed: edits"),
        ("with dots", "./docs/../docs/a.md", "allowed: edits"),
        (
            "through a link to an allowed folder",
            "handbook/a.md",
            "allowed: edits",
        ),
        (
            "a new file in new folders",
            "docs/new/deep/c.md",
            "allowed: edits",
        ),
        (
            "a prefix that is another folder",
            "../project-evil/docs/a.md",
            "outside-project",
        ),
        ("the same by its absolute path", &sibling, "outside-project"),
        ("parent folders", "docs/../../outside.md", "outside-project"),
        (
            "parent folders to a source",
            "docs/../src/main.rs",
            "edit-not-in-phase",
        ),
        ("a link to a source", "docs/link.md", "edit-not-in-phase"),
        (
            "a link out of the project",
            "docs/out.md",
            "outside-project",
        ),
        (
            "a link to a source that is not there yet",
            "docs/dangling.md",
            "edit-not-in-phase",
        ),
        (
            "a link to a file outside that is not there yet",
            "docs/dangling-out.md",
            "outside-project",
        ),
        (
            "a linked parent",
            "docs/folder/main.rs",
            "edit-not-in-phase",
        ),
        (
            "a linked parent of a new file",
            "docs/folder/new.rs",
            "edit-not-in-phase",
        ),
        (
            "a linked parent that leads out",
            "docs/up/outside.md",
            "outside-project",
        ),
        (
            "dots behind a link",
            "docs/folder/../docs/a.md",
            "path-unusable",
        ),
        ("links in a circle", "docs/loop-a", "path-unusable"),
        ("a hard link", "docs/twin.md", "several-links"),
        (
            "the other name of a hard link",
            "src/linked.rs",
            "several-links",
        ),
        (
            "the process's own folder",
            "/proc/self/cwd/docs/a.md",
            "path-unusable",
        ),
        (
            "a link to the process's own folder",
            "docs/self/docs/a.md",
            "path-unusable",
        ),
        (
            "a link to the records",
            "docs/own/tasks/t/.state",
            "protected-path",
        ),
        (
            "a link to the workflow",
            "docs/own/workflow.kdl",
            "protected-path",
        ),
        ("a folder", "docs", "not-a-file"),
        ("a file as a folder", "docs/a.md/x", "path-unusable"),
        ("nothing", "", "path-unusable"),
        ("too long a path", &long, "path-unusable"),
        ("too long a name", &long_name, "path-unusable"),
        ("backslashes", "docs\\a.md", "path-unusable"),
        ("a drive", "C:\\docs\\a.md", "path-unusable"),
        ("another case", "DOCS/a.md", "edit-not-in-phase"),
        (
            "guarded, another case",
            ".GIT/hooks/pre-commit",
            "protected-path",
        ),
        ("guarded, a trailing dot", ".git./config", "protected-path"),
        (
            "guarded, a trailing space",
            ".git /config",
            "protected-path",
        ),
        (
            "guarded, another stream",
            ".git::$INDEX_ALLOCATION/config",
            "protected-path",
        ),
        (
            "guarded, an invisible letter",
            ".g\u{200c}it/config",
            "protected-path",
        ),
        (
            "guarded, further down",
            "docs/.git/config",
            "protected-path",
        ),
        (
            "another workflow, further down",
            "docs/.automaton/workflow.kdl",
            "protected-path",
        ),
        (
            "settings of a harness",
            "docs/.claude/settings.json",
            "protected-path",
        ),
        (
            "records, another case",
            ".automaton/tasks/t/.State",
            "protected-path",
        ),
        (
            "records, a trailing dot",
            ".automaton/tasks/t/.state.",
            "protected-path",
        ),
        ("the system's own files", "/etc/passwd", "outside-project"),
        ("the home folder", "../home/.bashrc", "outside-project"),
    ] {
        assert_eq!(verdict(&project, &[path]), expected, "{what}: {path}");
    }
}

#[test]
fn nul_never_reaches_the_disk() {
    let project = project();
    let payload =
        r#"{"tool_name":"Write","tool_input":{"file_path":"docs/a.md\u0000.rs"},"cwd":"."}"#;
    let run = project.feed(payload, &["hook", "codex"]);
    assert_eq!((run.exit, run.stdout.as_str()), (2, ""), "{run}");
}

#[test]
fn a_guarded_folder_that_is_a_link_is_guarded_where_it_leads() {
    let project = project();
    fs::create_dir_all(project.path("docs/settings")).expect("a folder");
    symlink("docs/settings", project.path(".claude")).expect("a link");
    for path in ["docs/settings/settings.json", ".claude/settings.json"] {
        assert_eq!(verdict(&project, &[path]), "protected-path", "{path}");
    }
    assert_eq!(verdict(&project, &["docs/a.md"]), "allowed: edits");
}

#[test]
fn a_folder_that_is_swapped_for_a_link_is_seen_as_one_or_the_other() {
    let project = project();
    let (real, link) = (project.path("docs/swap"), project.path("docs/swap-link"));
    fs::create_dir(&real).expect("a folder");
    symlink("../src", &link).expect("a link");
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|threads| {
        threads.spawn(|| {
            let spare = project.path("docs/spare");
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                for (from, to) in [
                    (&real, &spare),
                    (&link, &real),
                    (&real, &link),
                    (&spare, &real),
                ] {
                    fs::rename(from, to).expect("swapped");
                }
            }
        });
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..60 {
            seen.insert(verdict(&project, &["docs/swap/x.md"]));
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let known = ["allowed: edits", "edit-not-in-phase", "path-unusable"];
        assert!(
            seen.iter().all(|one| known.contains(&one.as_str())),
            "{seen:?}"
        );
    });
}

#[test]
fn temporary_files_are_free_unless_a_project_is_there() {
    let project = project();
    let own = tempfile::tempdir().expect("a folder");
    let path = |name: &str| own.path().join(name).to_str().expect("UTF-8").to_owned();
    assert_eq!(
        verdict(&project, &[&path("note.txt")]),
        "allowed: temporary"
    );
    fs::create_dir(own.path().join(".git")).expect("a repository");
    assert_eq!(verdict(&project, &[&path("note.txt")]), "outside-project");
    assert_eq!(
        verdict(&project, &[&path("deep/note.txt")]),
        "outside-project"
    );
    // A folder that the caller calls temporary is not the system's.
    let other = project.home();
    let mut command = project.command();
    command
        .env("TMPDIR", &other)
        .args(["can-edit", other.join("x").to_str().expect("UTF-8")]);
    assert_eq!(command.output().expect("it runs").status.code(), Some(1));
}

/// A file system that finds names without regard to case, for as long as it is kept; nothing where
/// this machine cannot have one.
struct Caseless(tempfile::TempDir);

impl Caseless {
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let (disk, mount) = (folder.path().join("disk"), folder.path().join("mount"));
        fs::create_dir(&mount).expect("a folder");
        fs::File::create(&disk)
            .and_then(|file| file.set_len(16 << 20))
            .expect("a disk");
        let runs = |program: &str, arguments: &[&str]| {
            let mut command = std::process::Command::new(program);
            command.args(arguments).stdout(std::process::Stdio::null());
            command.stderr(std::process::Stdio::null());
            command.status().is_ok_and(|ended| ended.success())
        };
        let text = |path: &std::path::Path| path.to_str().expect("UTF-8").to_owned();
        let made = runs("mkntfs", &["-q", "-F", &text(&disk)])
            && runs(
                "lowntfs-3g",
                &["-o", "ignore_case", &text(&disk), &text(&mount)],
            );
        made.then_some(Self(folder))
    }
}

impl Drop for Caseless {
    fn drop(&mut self) {
        let mut command = std::process::Command::new("umount");
        let ended = command.arg(self.0.path().join("mount")).status();
        assert!(
            ended.is_ok_and(|ended| ended.success()),
            "it is mounted still"
        );
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
fn names_count_as_the_disk_spells_them() {
    let Some(disk) = Caseless::mount() else {
        println!("SKIPPED: `mkntfs` and `lowntfs-3g` cannot make a file system without case here");
        return;
    };
    let home = Project::bare();
    let root = disk.0.path().join("mount/project");
    fs::create_dir_all(root.join(".automaton")).expect("folders");
    fs::write(root.join(".automaton/workflow.kdl"), WORKFLOW).expect("a workflow");
    for file in ["docs/Read.md", "src/Main.rs"] {
        fs::create_dir_all(root.join(file).parent().expect("a folder")).expect("a folder");
        fs::write(root.join(file), "text\n").expect("a file");
    }
    let run = |arguments: &[&str]| {
        let mut command = home.command();
        command.current_dir(&root).args(arguments);
        command.output().expect("it runs").status.code()
    };
    assert_eq!(run(&["create-task", "t"]), Some(0));
    for (path, exit) in [
        ("docs/Read.md", 0),
        ("DOCS/read.MD", 0),
        ("Docs/new.md", 0),
        ("src/Main.rs", 1),
        ("SRC/main.rs", 1),
        ("docs/../SRC/MAIN.RS", 1),
        (".Automaton/Workflow.kdl", 1),
        (".automaton/TASKS/t/.state", 1),
        (".automaton/tasks/T/.STATE", 1),
        (".AUTOMATON/tasks/t/REPORT.md", 0),
        (".automaton/tasks/t/report.md", 1),
    ] {
        assert_eq!(run(&["can-edit", path]), Some(exit), "{path}");
    }
}
