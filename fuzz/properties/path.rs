//! What holds of every path that may be asked about.

use std::path::Path;
use std::sync::OnceLock;

use automaton::engine::edit::Target;
use automaton::environment::Environment;
use automaton::fs::resolve;
use automaton::guard::Ground;
use automaton::task::root::{Asked, Project};
use tempfile::TempDir;

/// A project that stays for as long as the process.
#[expect(
    clippy::disallowed_methods,
    reason = "it makes the files that are asked about"
)]
fn project() -> &'static (TempDir, Project) {
    static PROJECT: OnceLock<(TempDir, Project)> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        for inside in [".automaton/tasks/t", "src/deep", ".git"] {
            std::fs::create_dir_all(folder.path().join(inside)).expect("a folder");
        }
        std::os::unix::fs::symlink("src/deep", folder.path().join("link")).expect("a link");
        let environment = Environment::default().in_folder(folder.path());
        let project = Project::find(Asked::Nothing, &environment).expect("a project");
        (folder, project)
    })
}

/// A file that counts as the project's own lies in the project, by a path without links and dots.
pub fn holds(given: &str) {
    let (_, project) = project();
    let aim = Ground::of(project).aim(given, &project.root);
    let inside = match &aim.target {
        Target::Code(path) | Target::Own(path) => Path::new(path).to_owned(),
        Target::Task { task, inside } => Path::new(&task.folder()).join(inside),
        _ => return,
    };
    let found = resolve(&project.root.join(given)).expect("it leads somewhere");
    assert_eq!(found.path, project.root.join(&inside), "{given:?}");
    let names = inside.components();
    assert!(
        names.into_iter().all(|name| name.as_os_str() != ".."),
        "{given:?}"
    );
}
