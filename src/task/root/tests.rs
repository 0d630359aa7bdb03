#![expect(
    clippy::disallowed_methods,
    reason = "tests lay out folders of their own"
)]

mod ground;

use super::*;
use crate::diagnostic::Exit;
use ground::Ground;
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;

fn message(found: Result<Project, RootError>) -> String {
    found.expect_err("no project").to_string()
}

#[test]
fn the_nearest_ancestor_with_tasks_or_a_workflow_is_the_project() {
    let ground = Ground::new();
    ground.project("outer");
    ground.folder("outer/inner/.automaton");
    ground.folder("outer/inner/src/deep");
    ground.folder("outer/file");
    ground.write("outer/file/.automaton", "");

    for from in [
        "outer",
        "outer/inner/src/deep",
        "outer/file",
        "outer/.automaton/tasks",
    ] {
        let found = ground.find(from).expect(from);
        assert_eq!(found.root, ground.at("outer"), "{from}");
        assert_eq!(found.code, found.root);
        assert_eq!(found.why, How::Ancestor);
        assert_eq!(found.automaton_dir(), ground.at("outer/.automaton"));
        assert_eq!(found.tasks_dir(), ground.at("outer/.automaton/tasks"));
    }

    ground.write("outer/inner/.automaton/workflow.kdl", "");
    let found = ground.find("outer/inner/src/deep").expect("the inner one");
    assert_eq!(found.root, ground.at("outer/inner"));
}

#[test]
fn a_broken_project_is_not_passed_over_for_one_further_up() {
    let ground = Ground::new();
    ground.project("outer");
    let broken = ground.folder("outer/inner/.automaton");
    symlink("nowhere", broken.join("workflow.kdl")).expect("a link");
    let found = ground.find("outer/inner").expect("the inner one");
    assert_eq!(found.root, ground.at("outer/inner"));
    assert!(found.workflow_text().is_err());

    let linked = ground.folder("outer/linked");
    symlink(ground.at("outer/.automaton"), linked.join(".automaton")).expect("a link");
    let error = ground.find("outer/linked").expect_err("a link");
    assert!(matches!(error, RootError::NotAFile { .. }), "{error}");
    assert_eq!(error.diagnostic().topic, &WORKFLOW_NOT_A_FILE);
}

#[test]
fn what_the_system_will_not_tell_stops_the_search() {
    let ground = Ground::new();
    ground.project("outer");
    // So deep that `.automaton` can still be named, and what stands in it cannot.
    let mut deep = "outer".to_owned();
    while ground.at(&deep).as_os_str().len() < 4080 {
        let missing = 4080 - ground.at(&deep).as_os_str().len();
        deep = format!("{deep}/{}", "d".repeat(missing.clamp(2, 200) - 1));
    }
    ground.folder(&format!("{deep}/.automaton"));
    let error = ground.find(&deep).expect_err("too long a path");
    assert_eq!(error.diagnostic().topic, &PROJECT_UNREADABLE);
    assert!(
        error.to_string().contains("tasks` cannot be read"),
        "{error}"
    );
}

#[test]
fn the_option_beats_the_variable_and_the_variable_beats_the_folder() {
    let ground = Ground::new();
    ground.project("here");
    let named = ground.project("named");
    let option = ground.folder("bare/.automaton");
    let environment = ground.environment("here", Some("../named"));

    let found = Project::find(Asked::Nothing, &environment).expect("the variable");
    assert_eq!((found.root, found.why), (named, How::Variable));
    let asked = Asked::Folder(Path::new("../bare/.automaton/.."));
    let found = Project::find(asked, &environment).expect("the option");
    assert_eq!(Some(found.root.as_path()), option.parent());
    assert_eq!(found.why, How::Option);
}

#[test]
fn a_named_folder_that_is_no_project_is_an_error_and_never_a_reason_to_look_elsewhere() {
    let ground = Ground::new();
    ground.project("here");
    ground.folder("here/sub");
    ground.folder("home/.automaton/tasks");
    ground.write("here/file", "");
    for (folder, expected) in [
        ("sub", "which has no `.automaton` folder"),
        ("file", "which has no `.automaton` folder"),
        ("nowhere", "which does not exist"),
        ("file/below", "which does not exist"),
        ("../home", "is chosen by `--framework`"),
    ] {
        let by_variable = ground.environment("here", Some(folder));
        let by_variable = message(Project::find(Asked::Nothing, &by_variable));
        assert!(by_variable.starts_with("`AUTOMATON_PROJECT` names"));
        assert!(by_variable.ends_with(expected), "{by_variable}");

        let asked = Asked::Folder(Path::new(folder));
        let error = Project::find(asked, &ground.environment("here", None)).expect_err(folder);
        let found = error.diagnostic();
        assert!(found.message.starts_with("`--project` names"));
        assert!(found.message.ends_with(expected), "{}", found.message);
        assert_eq!(found.topic.exit, Exit::Usage);
        assert_eq!(found.next[0].run, "automaton init");
    }
}

#[test]
fn the_home_folder_is_skipped_and_chosen_by_framework() {
    let ground = Ground::new();
    ground.folder("home/code/x");
    let framework = ground.folder("home/.automaton/tasks");
    let framework = framework.parent().expect("a parent");

    let error = ground.find("home/code/x").expect_err("skipped");
    let RootError::NoProject { searched, next, .. } = &error else {
        panic!("{error}");
    };
    let home = ground.at("home");
    let line = format!("`{}` is the home folder: skipped", home.display());
    assert!(searched.contains(&line), "{searched:?}");
    assert_eq!(next[1].run, "automaton where --framework");

    let environment = ground.environment("home/code/x", None);
    let found = Project::find(Asked::Framework, &environment).expect("the framework");
    assert_eq!(found.root, framework);
    assert_eq!(found.tasks_dir(), framework.join("tasks"));
    assert_eq!(found.why, How::Framework);

    let homeless = Environment::default().in_folder(home);
    let error = Project::find(Asked::Framework, &homeless).expect_err("no home");
    assert!(error.to_string().contains("`HOME` names none"));
}

#[test]
fn a_home_whose_automaton_is_a_link_does_not_stop_the_search() {
    let ground = Ground::new();
    ground.folder("home/code");
    symlink("elsewhere", ground.at("home/.automaton")).expect("a link");
    assert_eq!(
        message(ground.find("home/code")),
        "there is no project here"
    );
}

#[test]
fn links_on_the_way_are_resolved() {
    let ground = Ground::new();
    let project = ground.project("real");
    ground.folder("real/src");
    symlink(ground.at("real/src"), ground.at("way")).expect("a link");
    assert_eq!(ground.find("way").expect("the real one").root, project);
}

#[test]
fn a_current_folder_that_is_gone_is_reported() {
    let ground = Ground::new();
    let error = ground.find("gone").expect_err("gone");
    assert_eq!(error.diagnostic().topic, &PROJECT_UNREADABLE);
    let nowhere = Project::find(Asked::Nothing, &Environment::default());
    assert!(message(nowhere).contains("the current folder is gone"));
}

#[test]
fn a_linked_worktree_without_a_project_uses_the_main_one() {
    let ground = Ground::new();
    ground.repository("main");
    ground.project("main");
    ground.project("main/part");
    ground.git("main", &["worktree", "add", "-q", "../linked"]);
    ground.folder("linked/part/src");

    for (from, root, code) in [
        ("linked", "main", "linked"),
        ("linked/part/src", "main/part", "linked/part"),
    ] {
        let found = ground.find(from).expect(from);
        assert_eq!(found.root, ground.at(root));
        assert_eq!(found.code, ground.at(code));
        assert_eq!(found.why, How::MainWorktree);
        assert!(found.trail.len() > 4, "{:?}", found.trail);
    }

    ground.project("linked");
    let own = ground.find("linked").expect("its own");
    assert_eq!((own.root, own.why), (ground.at("linked"), How::Ancestor));
    assert_eq!(own.code, ground.at("linked"));
}

#[test]
fn a_linked_worktree_inside_the_main_one_keeps_its_own_code() {
    let ground = Ground::new();
    ground.repository("main");
    ground.project("main");
    ground.git("main", &["worktree", "add", "-q", "trees/x"]);
    let inner = ground.folder("main/trees/x/src");
    let found = ground.find("main/trees/x/src").expect("the main one");
    assert_eq!((found.root, found.why), (ground.at("main"), How::Ancestor));
    assert_eq!(Some(found.code.as_path()), inner.parent());

    let asked = Asked::Folder(Path::new("../../.."));
    let environment = ground.environment("main/trees/x/src", None);
    let named = Project::find(asked, &environment).expect("the main one");
    assert_eq!(named.code, ground.at("main/trees/x"));
}

#[test]
fn a_pointer_that_the_repository_does_not_return_leads_nowhere() {
    let ground = Ground::new();
    ground.repository("main");
    ground.project("main");
    ground.git("main", &["worktree", "add", "-q", "../linked"]);
    let admin = ground.at("main/.git/worktrees/linked");

    ground.folder("forged/src");
    for text in [
        format!("gitdir: {}\n", admin.display()),
        format!("gitdir: {}\n", ground.at("main/.git").display()),
        "gitdir: \n".to_owned(),
        "gitdir: nowhere\n".to_owned(),
        "../main/.git".to_owned(),
        String::new(),
        "x".repeat(1 << 20),
    ] {
        ground.write("forged/.git", text);
        assert_eq!(
            message(ground.find("forged/src")),
            "there is no project here"
        );
    }

    // Nor does one in the middle of a project change what its code is.
    ground.folder("main/sub/src");
    ground.write("main/sub/.git", format!("gitdir: {}\n", admin.display()));
    let found = ground.find("main/sub/src").expect("the main one");
    assert_eq!(found.code, ground.at("main"));
}

#[test]
fn other_layouts_of_git_have_no_main_worktree() {
    let ground = Ground::new();
    ground.repository("first");
    ground.git("", &["clone", "-q", "--bare", "first", "bare.git"]);
    ground.git("bare.git", &["worktree", "add", "-q", "../of-bare"]);
    ground.git(
        "",
        &[
            "clone",
            "-q",
            "--separate-git-dir",
            "apart.git",
            "first",
            "apart",
        ],
    );
    ground.repository("plain");
    for from in ["of-bare", "apart", "plain"] {
        assert_eq!(message(ground.find(from)), "there is no project here");
    }
}

#[test]
fn the_trail_tells_every_step_that_was_tried() {
    let ground = Ground::new();
    ground.folder("lone");
    let RootError::NoProject { searched, .. } = ground.find("lone").expect_err("none") else {
        panic!("another error");
    };
    let lone = ground.at("lone");
    let lone = lone.display();
    assert_eq!(
        searched,
        [
            "`--project` is not given".to_owned(),
            "`AUTOMATON_PROJECT` is not set".to_owned(),
            format!("no project at or above `{lone}`"),
            format!("`{lone}` is not in a linked worktree"),
        ]
    );
}

#[test]
fn only_a_missing_workflow_file_means_that_there_is_none() {
    let ground = Ground::new();
    ground.project("p");
    let project = ground.find("p").expect("a project");
    let file = project.workflow_file();
    assert_eq!(project.workflow_text(), Ok(None));

    ground.write("p/.automaton/workflow.kdl", "\u{feff}workflow x\r\n");
    let text = project.workflow_text().expect("a text");
    assert_eq!(text.as_deref(), Some("\u{feff}workflow x\r\n"));
    fs::write(&file, "").expect("an empty file");
    assert_eq!(project.workflow_text(), Ok(Some(String::new())));

    let limit = usize::try_from(MAX_WORKFLOW_BYTES).expect("a size");
    fs::write(&file, "x".repeat(limit)).expect("a long file");
    assert!(project.workflow_text().is_ok());

    let refused = |problem: &str| {
        let error = project.workflow_text().expect_err(problem);
        assert_eq!(error.to_string(), format!("`{}` {problem}", file.display()));
        fs::remove_file(&file)
            .or_else(|_| fs::remove_dir(&file))
            .expect("removed");
    };
    fs::write(&file, "x".repeat(limit + 1)).expect("a longer file");
    refused("is longer than 1 MiB");
    fs::write(&file, b"ab\xff").expect("bytes");
    refused("is not UTF-8 at byte 2");
    fs::create_dir(&file).expect("a folder");
    refused("is a folder, where a regular file is due");
    symlink("elsewhere", &file).expect("a link");
    refused("is a symbolic link, where a regular file is due");
    symlink(ground.write("w.kdl", "workflow x"), &file).expect("a link");
    refused("is a symbolic link, where a regular file is due");
    let _socket = UnixListener::bind(&file).expect("a socket");
    refused("is a device, pipe or socket, where a regular file is due");
}
