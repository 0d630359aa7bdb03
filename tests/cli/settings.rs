//! The settings of a project and of its user: `config.toml`.

use insta::assert_snapshot;

use crate::project::Project;

fn project() -> Project {
    let project = Project::relayed();
    project.artifact("login", ".state", "coding\n");
    project
}

/// Puts a file among the user's own settings.
fn of_user(project: &Project, text: &str) {
    project.write("../home/.config/automaton/config.toml", text);
}

#[test]
fn the_project_counts_before_its_user() {
    for (of_project, of_home, state) in [
        (
            "",
            "[upgrade.states]\ncoding = \"implement\"\n",
            "implement",
        ),
        (
            "[upgrade.states]\ncoding = \"bug_find\"\n",
            "[upgrade.states]\ncoding = \"implement\"\n",
            "bug_find",
        ),
        (
            "\u{feff}[upgrade]\r\nstates = { other = \"new\" }\r\n",
            "# mine\n[model]\nname = \"local\"\n[upgrade.states]\n\"coding\" = \"implement\"\n",
            "implement",
        ),
    ] {
        let project = project();
        project.write(".automaton/config.toml", of_project);
        of_user(&project, of_home);
        project.all(&["upgrade"]);
        assert_eq!(project.state("login"), format!("{state}\n"));
    }
    let project = project();
    assert_eq!(project.run("upgrade").exit, 3);
}

#[test]
fn a_file_that_is_wrong_stops_everything_and_says_where() {
    let project = project();
    project.write(
        ".automaton/config.toml",
        "lock = 5\n[upgrade]\nstate = { a = \"new\" }\n\n[upgrade.states]\n\
         \"two words\" = \"new\"\ncoding = 3\nreview = \"bug find\"\n",
    );
    assert_snapshot!(project.run("status"), @r#"
    exit 2
    --- stderr
    refused: the settings cannot be used  [config-broken]
      `lock` is no setting
      `upgrade.state` is no setting; did you mean `upgrade.states`?
      `two words` is not a phase name: it consists of letters, digits, `_` and `-`
      a phase is named by a string; found: integer
      `bug find` is not a phase name: it consists of letters, digits, `_` and `-`
        .automaton/config.toml:1  lock = 5
        .automaton/config.toml:3  state = { a = "new" }
        .automaton/config.toml:6  "two words" = "new"
        .automaton/config.toml:7  coding = 3
        .automaton/config.toml:8  review = "bug find"
      next: automaton explain config-broken
    "#);
    project.write(
        ".automaton/config.toml",
        "\n[upgrade.states\ncoding = \"new\"\n",
    );
    assert_snapshot!(project.run("upgrade"), @"
    exit 2
    --- stderr
    refused: the settings cannot be used  [config-broken]
      unclosed table, expected `]`
        .automaton/config.toml:2  [upgrade.states
      next: automaton explain config-broken
    ");
    project.write(".automaton/config.toml", "upgrade = \"new\"\n");
    assert_snapshot!(project.run("upgrade --json"), @r#"
    exit 2
    {"schema":"automaton/1","ok":false,"code":"config-broken","exit":2,"message":"refused: the settings cannot be used: `upgrade` is a table; found: string","reasons":["`upgrade` is a table; found: string"],"offending":[],"places":[{"file":".automaton/config.toml","line":1,"column":11,"end_line":1,"end_column":16,"text":"\"new\"","label":""}],"next":[{"run":"automaton explain config-broken","by":"anyone"}]}
    "#);
    assert!(!project.in_task("login", ".state.journal").exists());
}

#[test]
fn what_is_not_a_text_file_is_never_taken_for_a_missing_one() {
    use std::fs;
    use std::os::unix::fs::symlink;

    let codes = |project: &Project| project.json(&["status", "--json"])["code"].clone();
    let file = |project: &Project| project.path(".automaton/config.toml");
    let link = project();
    symlink("elsewhere.toml", file(&link)).expect("a link");
    let folder = project();
    fs::create_dir(file(&folder)).expect("a folder");
    let bytes = project();
    fs::write(file(&bytes), [0xff, 0xfe]).expect("written");
    for project in [link, folder, bytes] {
        assert_eq!(codes(&project), "config-broken");
    }
    // The user's own file may be a link, as those who share theirs have it; but not one to nowhere.
    let linked = project();
    linked.write(
        "../home/dotfiles/config.toml",
        "[upgrade.states]\ncoding = \"new\"\n",
    );
    fs::create_dir_all(linked.home().join(".config/automaton")).expect("a folder");
    let own = linked.home().join(".config/automaton/config.toml");
    symlink(linked.home().join("dotfiles/config.toml"), &own).expect("a link");
    linked.all(&["upgrade"]);
    assert_eq!(linked.state("login"), "new\n");
    fs::remove_file(linked.home().join("dotfiles/config.toml")).expect("removed");
    assert_eq!(codes(&linked), "config-broken");
}

#[test]
fn an_agent_may_not_write_them() {
    let project = project();
    let run = project.as_agent("can-edit .automaton/config.toml");
    assert_eq!(run.exit, 1, "{run}");
}
