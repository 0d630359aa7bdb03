//! What people wrote stays.

use std::os::unix::fs::symlink;

use insta::assert_snapshot;

use super::{install, run, set_up};

/// Settings with comments and hooks of somebody else's.
pub const THEIRS: &str = r#"{
  // how we work
  "model": "opus",
  "hooks": {
    "PostToolUse": [], // nothing yet
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./audit.sh" }] }, /* ours */
    ],
  },
}
"#;

#[test]
fn comments_and_foreign_entries_stay() {
    let project = set_up();
    project.write(".claude/settings.json", THEIRS);
    install(&project, &["claude"]);
    assert_snapshot!(project.read(".claude/settings.json"), @r#"
    {
      // how we work
      "model": "opus",
      "hooks": {
        "PostToolUse": [], // nothing yet
        "PreToolUse": [
          { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./audit.sh" }] }, /* ours */
          {
            "matcher": "Edit|Write|MultiEdit|NotebookEdit|Bash|PowerShell|Monitor|mcp__.*",
            "hooks": [
              {
                "type": "command",
                "command": "automaton hook claude || exit 2",
                "timeout": 10,
                "onFailure": "block",
              },
            ],
          },
        ],
      },
    }
    "#);
    let once = project.files();
    install(&project, &["claude"]);
    assert_eq!(project.files(), once);
}

#[test]
fn a_broken_file_is_refused_and_left_alone() {
    for (path, name, text, why) in [
        (
            ".claude/settings.json",
            "claude",
            "{\"hooks\": ",
            "it is no JSON: Expected value after colon in object property on line 1 column 11",
        ),
        (
            ".gemini/settings.json",
            "gemini",
            "[]\n",
            "it is no JSON object",
        ),
        (
            ".codex/hooks.json",
            "codex",
            "{\"hooks\": {\"PreToolUse\": {}}}\n",
            "`hooks.PreToolUse` is no list",
        ),
        (
            ".cursor/hooks.json",
            "cursor",
            "{\"hooks\": {}, \"hooks\": {\"preToolUse\": []}}\n",
            "`hooks.preToolUse` stands there twice",
        ),
    ] {
        let project = set_up();
        project.write(path, text);
        let before = project.files();
        let run = run(&project, &format!("hooks install {name}"));
        assert_eq!(run.exit, 1, "{run}");
        let expected = format!("left as they are: 1\n  left {path}: {why}\n");
        let told = run.stdout.split("  next:").next();
        assert_eq!(told, Some(expected.as_str()), "{run}");
        assert_eq!(project.files(), before, "{name}");
    }
}

#[test]
fn links_are_not_followed() {
    let project = set_up();
    project.write("settings.json", "{}\n");
    project.write("elsewhere/keep", "text\n");
    std::fs::create_dir(project.path(".claude")).expect("a folder");
    symlink("../settings.json", project.path(".claude/settings.json")).expect("a link");
    symlink("elsewhere", project.path(".codex")).expect("a link");
    let before = project.files();
    assert_snapshot!(run(&project, "hooks install claude codex"), @r"
    exit 1
    left as they are: 2
      left .claude/settings.json: it is a symbolic link
      left .codex/hooks.json: .codex: cannot open the folder: Not a directory (os error 20)
      next: automaton hooks test
    ");
    assert_eq!(project.files(), before);
}

#[test]
fn what_a_person_changed_is_not_overwritten() {
    let project = set_up();
    install(&project, &["claude", "opencode"]);
    let settings = project.read(".claude/settings.json");
    let slower = settings.replace("\"timeout\": 10", "\"timeout\": 60");
    project.write(".claude/settings.json", &slower);
    project.write(".opencode/plugins/automaton.js", "// mine\n");
    assert_snapshot!(run(&project, "hooks install claude opencode"), @r"
    exit 1
    left as they are: 2
      left .claude/settings.json: somebody changed the entry that calls the gate; compare it with `.claude/settings.json.new`
      left .opencode/plugins/automaton.js: somebody changed it since it was installed; compare it with `.opencode/plugins/automaton.js.new`
      next: automaton hooks test
    ");
    assert_eq!(project.read(".claude/settings.json"), slower);
    assert_eq!(project.read(".claude/settings.json.new"), settings);
    assert_eq!(project.read(".opencode/plugins/automaton.js"), "// mine\n");
}

#[test]
fn what_an_older_version_wrote_is_brought_up_to_date() {
    let project = set_up();
    install(&project, &["claude", "kiro"]);
    let new = project.files();
    let older = |path: &str| {
        let text = project.read(path);
        project.write(path, &text.replace("|| exit 2", "|| exit 9"));
        let digest = |text: &str| automaton::digest::Digest::of(text.as_bytes()).to_string();
        let ledger = project.read(".automaton/hooks.json");
        let ledger = ledger.replace(&digest(&text), &digest(&project.read(path)));
        project.write(
            ".automaton/hooks.json",
            &ledger.replace("claude || exit 2", "claude || exit 9"),
        );
    };
    older(".claude/settings.json");
    older(".kiro/hooks/automaton.json");
    install(&project, &["claude", "kiro"]);
    assert_eq!(project.files(), new);
}
