//! `hooks uninstall`: what others wrote is as it was.

use std::os::unix::fs::PermissionsExt as _;

use insta::assert_snapshot;

use super::kept::THEIRS;
use super::{EVERY, install, run, set_up};
use crate::terminal::talk;

#[test]
fn everything_is_as_it_was_before() {
    let project = set_up();
    for (path, text) in [
        (".claude/settings.json", THEIRS),
        (".codex/hooks.json", "{}"),
        (".cursor/hooks.json", "{\"version\": 1, \"hooks\": {}}\n"),
        (
            ".gemini/settings.json",
            "\u{feff}{\r\n\t\"a\": [1, 2] // x\r\n}\r\n",
        ),
        (
            ".windsurf/hooks.json",
            "{\"hooks\":{\"pre_write_code\":[]}}",
        ),
        (".kiro/hooks/lint.json", "{}\n"),
    ] {
        project.write(path, text);
    }
    let private = project.path(".codex/hooks.json");
    let only_ours = std::fs::Permissions::from_mode(0o600);
    std::fs::set_permissions(&private, only_ours).expect("changed");
    let (files, folders) = (project.files(), folders(&project));
    install(&project, EVERY);
    let mode = || {
        std::fs::metadata(&private)
            .expect("a file")
            .permissions()
            .mode()
            & 0o777
    };
    assert_eq!(mode(), 0o600);
    assert_snapshot!(talk(&project, "hooks uninstall", "project"), @"
    take the edit gate out of TMP/project
      claude: .claude/settings.json
      cline: .cline/plugins/automaton.js
      cline: .clinerules/hooks/PreToolUse
      codex: .codex/hooks.json
      copilot: .github/hooks/automaton.json
      cursor: .cursor/hooks.json
      gemini: .gemini/settings.json
      kiro: .kiro/hooks/automaton.json
      opencode: .opencode/plugins/automaton.js
      windsurf: .windsurf/hooks.json
    type `project` to confirm: project
    the hooks are taken out
      changed .claude/settings.json
      changed .cline/plugins/automaton.js (removed)
      changed .clinerules/hooks/PreToolUse (removed)
      changed .codex/hooks.json
      changed .github/hooks/automaton.json (removed)
      changed .cursor/hooks.json
      changed .gemini/settings.json
      changed .kiro/hooks/automaton.json (removed)
      changed .opencode/plugins/automaton.js (removed)
      changed .windsurf/hooks.json
    exit 0
    ");
    assert_eq!(project.files(), files);
    assert_eq!(folders, self::folders(&project));
    assert_eq!(mode(), 0o600);
    assert_snapshot!(run(&project, "hooks uninstall"), @"
    exit 0
    nothing to do: no hook is installed
    ");
}

#[test]
fn what_was_written_since_stays() {
    let project = set_up();
    install(&project, &["claude", "cursor"]);
    let text = project.read(".claude/settings.json");
    let text = text.replacen('{', "{\n  \"model\": \"opus\", // fast", 1);
    project.write(".claude/settings.json", &text);
    let text = project.read(".cursor/hooks.json");
    let entry = "\"preToolUse\": [\n      { \"command\": \"./theirs.sh\" },";
    project.write(
        ".cursor/hooks.json",
        &text.replacen("\"preToolUse\": [", entry, 1),
    );
    talk(&project, "hooks uninstall", "project");
    assert_snapshot!(project.read(".claude/settings.json"), @r#"
    {
      "model": "opus" // fast
    }
    "#);
    assert_snapshot!(project.read(".cursor/hooks.json"), @r#"
    {
      "version": 1,
      "hooks": {
        "preToolUse": [
          { "command": "./theirs.sh" }
        ]
      }
    }
    "#);
}

#[test]
fn an_entry_that_was_changed_is_left_to_a_person() {
    let project = set_up();
    install(&project, &["claude", "opencode"]);
    let text = project.read(".claude/settings.json");
    project.write(".claude/settings.json", &text.replace("10", "60"));
    project.write(".opencode/plugins/automaton.js", "// mine\n");
    let before = project.files();
    assert_snapshot!(run(&project, "hooks uninstall"), @"
    exit 1
    left as they are: 2
      left .claude/settings.json: somebody changed the entry that calls the gate
      left .opencode/plugins/automaton.js: somebody changed it since it was installed
    ");
    assert_eq!(project.files(), before);
}

#[test]
fn without_a_ledger_only_our_entries_go() {
    let project = set_up();
    project.write(".claude/settings.json", "{\n  \"model\": \"opus\"\n}\n");
    install(&project, &["claude", "windsurf"]);
    std::fs::remove_file(project.path(".automaton/hooks.json")).expect("removed");
    talk(&project, "hooks uninstall", "project");
    assert_snapshot!(project.read(".claude/settings.json"), @r#"
    {
      "model": "opus"
    }
    "#);
    assert!(!project.path(".windsurf/hooks.json").exists());
}

#[test]
fn only_a_person_uninstalls() {
    let project = set_up();
    install(&project, &["claude"]);
    let before = project.files();
    assert_snapshot!(project.as_agent("hooks uninstall claude"), @"
    exit 3
    --- stderr
    refused: hooks uninstall  [person-required]
      without the hooks nothing is asked before an edit
      an agent is at work here: `CLAUDECODE` is set (Claude Code sets it for the commands it runs)
      next, by a person: automaton hooks uninstall claude
    ");
    assert_snapshot!(project.run("hooks uninstall"), @"
    exit 3
    --- stderr
    refused: hooks uninstall  [person-required]
      without the hooks nothing is asked before an edit
      standard input is not a terminal
      next, by a person: automaton hooks uninstall
    ");
    assert_snapshot!(talk(&project, "hooks uninstall", "yes"), @"
    take the edit gate out of TMP/project
      claude: .claude/settings.json
    type `project` to confirm: yes
    refused: hooks uninstall  [person-required]
      without the hooks nothing is asked before an edit
      `project` was not typed, so it is a no
      next, by a person: automaton hooks uninstall
    exit 3
    ");
    assert_snapshot!(project.run("hooks uninstall --dry-run"), @r#"
    exit 0
    --- a/.claude/settings.json
    +++ b/.claude/settings.json
    @@ -1,17 +0,0 @@
    -{
    -  "hooks": {
    -    "PreToolUse": [
    -      {
    -        "matcher": "Edit|Write|MultiEdit|NotebookEdit|Bash|PowerShell|Monitor|mcp__.*",
    -        "hooks": [
    -          {
    -            "type": "command",
    -            "command": "automaton hook claude || exit 2",
    -            "timeout": 10,
    -            "onFailure": "block"
    -          }
    -        ]
    -      }
    -    ]
    -  }
    -}
    would take the hooks out
      would change .claude/settings.json (removed)
    "#);
    assert_eq!(project.files(), before);
}

#[test]
fn a_user_uninstalls_by_the_same_way() {
    let project = set_up();
    let settings = project.home().join(".claude/settings.json");
    assert_eq!(run(&project, "hooks install --user claude").exit, 0);
    assert!(settings.exists());
    // It may hold what stood in settings that nobody else may read.
    let ledger = project.home().join(".config/automaton/hooks.json");
    let mode = std::fs::metadata(ledger).expect("a ledger").permissions();
    assert_eq!(mode.mode() & 0o777, 0o600);
    assert_snapshot!(talk(&project, "hooks uninstall --user", "home"), @"
    take the edit gate out of TMP/home
      claude: ~/.claude/settings.json
    type `home` to confirm: home
    the hooks are taken out
      changed ~/.claude/settings.json (removed)
    exit 0
    ");
    assert!(!settings.exists());
}

/// Every folder of the project.
fn folders(project: &crate::project::Project) -> Vec<std::path::PathBuf> {
    let mut found = vec![project.root()];
    let mut next = 0;
    while let Some(folder) = found.get(next).cloned() {
        next += 1;
        let entries = std::fs::read_dir(folder).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        found.extend(paths.filter(|path| path.is_dir()));
    }
    found.sort();
    found
}
