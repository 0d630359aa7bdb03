//! `hooks test`: which harness really stops, and what goes round it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use insta::assert_snapshot;

use super::{EVERY, install, path, run, set_up};
use crate::project::Project;

#[test]
fn every_harness_stops_by_what_was_installed() {
    let project = set_up();
    install(&project, EVERY);
    let before = project.files();
    assert_snapshot!(run(&project, "hooks test"), @"
    exit 0
    ok       claude    stops: .claude/settings.json
    warning  claude    a session that starts in a subfolder does not read the project's settings
             run `automaton hooks install --user claude`
    ok       cline     stops: .cline/plugins/automaton.js, .clinerules/hooks/PreToolUse
    ok       codex     stops: .codex/hooks.json
    warning  codex     `codex` is not on `PATH`: nobody can say whether it trusts the hook
             let a person start `codex` here, trust the folder, and trust the hook in `/hooks`
    ok       copilot   stops: .github/hooks/automaton.json
    ok       cursor    stops: .cursor/hooks.json
    ok       gemini    stops: .gemini/settings.json
    warning  gemini    a session that starts in a subfolder does not read the project's settings
             run `automaton hooks install --user gemini`
    ok       kiro      stops: .kiro/hooks/automaton.json
    ok       opencode  stops: .opencode/plugins/automaton.js
    ok       windsurf  stops: .windsurf/hooks.json
    0 errors, 3 warnings
    ");
    assert_eq!(project.files(), before);
}

#[test]
fn a_program_reads_what_was_seen() {
    let project = set_up();
    install(&project, &["gemini"]);
    let mut command = project.command();
    command.env("PATH", path(&project));
    let run = project.finish(command.args(["hooks", "test", "--json"]));
    let document: serde_json::Value = serde_json::from_str(&run.stdout).expect("one document");
    assert_snapshot!(format!("{:#}", document["harnesses"]), @r#"
    [
      {
        "harness": "gemini",
        "level": "project",
        "files": [
          ".gemini/settings.json"
        ],
        "stops": true,
        "faults": [],
        "cautions": [
          {
            "seen": "a session that starts in a subfolder does not read the project's settings",
            "remedy": "run `automaton hooks install --user gemini`"
          }
        ]
      }
    ]
    "#);
}

#[test]
fn what_is_installed_for_the_user_covers_subfolders() {
    let project = set_up();
    install(&project, &["claude"]);
    assert_eq!(run(&project, "hooks install --user claude").exit, 0);
    assert_snapshot!(run(&project, "hooks test"), @"
    exit 0
    ok  claude  stops: .claude/settings.json
    ok  claude  stops: ~/.claude/settings.json
    0 errors, 0 warnings
    ");
}

/// A project with a hook for Claude Code, and one thing that goes round it.
fn bypassed(name: &str, break_it: impl FnOnce(&Project)) -> String {
    let project = set_up();
    install(&project, &[name]);
    break_it(&project);
    let run = run(&project, &format!("hooks test {name}"));
    assert_eq!(run.exit, 1, "{run}");
    let errors = run
        .stdout
        .lines()
        .skip_while(|line| !line.starts_with("error"));
    errors.take(2).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_goes_round_is_named_with_how_to_mend_it() {
    let replace = |path: &'static str, from: &'static str, to: &'static str| {
        move |project: &Project| {
            let text = project.read(path);
            assert!(text.contains(from), "{text}");
            project.write(path, &text.replace(from, to));
        }
    };
    let home = |path: &'static str, text: String| {
        move |project: &Project| {
            let path = project.home().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(
                path,
                text.replace("ROOT", project.root().to_str().expect("UTF-8")),
            )
            .expect("written");
        }
    };
    let off = r#"{"disableAllHooks": true}"#;
    assert_snapshot!(bypassed("claude", |project| project.write(".claude/settings.local.json", off)), @"
    error    claude  `.claude/settings.local.json` switches hooks off: `disableAllHooks` is true
             take the setting out
    ");
    assert_snapshot!(bypassed("claude", home(".claude/settings.json", off.to_owned())), @"
    error    claude  `~/.claude/settings.json` switches hooks off: `disableAllHooks` is true
             take the setting out
    ");
    assert_snapshot!(bypassed("gemini", replace(".gemini/settings.json", "{\n  \"hooks\"", "{\n  \"hooksConfig\": {\"enabled\": false},\n  \"hooks\"")), @"
    error    gemini  `.gemini/settings.json` switches hooks off: `hooksConfig.enabled` is false
             take the setting out
    ");
    assert_snapshot!(bypassed("gemini", home(".gemini/trustedFolders.json", r#"{"ROOT": "DO_NOT_TRUST"}"#.to_owned())), @"
    error    gemini  `~/.gemini/trustedFolders.json` does not trust this folder
             let a person run `/permissions` in Gemini CLI and trust the folder
    ");
    assert_snapshot!(bypassed("copilot", home(".copilot/config.json", r#"{"trusted_folders": ["/elsewhere"]}"#.to_owned())), @"
    error  copilot  `~/.copilot/config.json` does not list this folder under `trusted_folders`
             let a person start `copilot` here and trust the folder
    ");
    assert_snapshot!(bypassed("claude", replace(".claude/settings.json", "hook claude", "hook claude --if-project")), @"
    error    claude  the entry in `hooks.PreToolUse` of `.claude/settings.json` is not what was installed
             take the entry out, and run `automaton hooks install claude`
    ");
    assert_snapshot!(bypassed("cursor", replace(".cursor/hooks.json", "\"failClosed\": true", "\"failClosed\": false")), @"
    error  cursor  the entry in `hooks.preToolUse` of `.cursor/hooks.json` is not what was installed
             take the entry out, and run `automaton hooks install cursor`
    ");
    assert_snapshot!(bypassed("windsurf", replace(".windsurf/hooks.json", "pre_run_command", "post_run_command")), @"
    error  windsurf  `hooks.pre_run_command` of `.windsurf/hooks.json` does not call the gate
             run `automaton hooks install windsurf`
    ");
    assert_snapshot!(bypassed("opencode", replace(".opencode/plugins/automaton.js", "=== 0", "!== 1")), @"
    error  opencode  `.opencode/plugins/automaton.js` is not what was installed
             move it away, and run `automaton hooks install opencode`
    ");
    assert_snapshot!(bypassed("kiro", replace(".kiro/hooks/automaton.json", "\"enabled\": true", "\"enabled\": false")), @"
    error  kiro  `.kiro/hooks/automaton.json` is not what was installed
             move it away, and run `automaton hooks install kiro`
    ");
    assert_snapshot!(bypassed("codex", |project| fs::remove_file(project.path(".codex/hooks.json")).expect("removed")), @"
    error    codex  `.codex/hooks.json` is missing
             run `automaton hooks install codex`
    ");
    assert_snapshot!(bypassed("codex", |project| project.write(".codex/hooks.json", "{")), @"
    error    codex  `.codex/hooks.json` cannot be read: it is no JSON: Unterminated object on line 1 column 1
             mend the file; the harness cannot read it either
    ");
    assert_snapshot!(bypassed("cline", |project| {
        let hook = project.path(".clinerules/hooks/PreToolUse");
        fs::set_permissions(hook, fs::Permissions::from_mode(0o644)).expect("changed");
    }), @"
    error  cline  `.clinerules/hooks/PreToolUse` may not be run
             run `automaton hooks install cline`
    ");
    assert_snapshot!(bypassed("claude", |project| fs::remove_file(project.home().join("bin/automaton")).expect("removed")), @"
    error    claude  `automaton` is not on `PATH`
             put the folder of the program on the `PATH` of the harness too
    ");
    assert_snapshot!(bypassed("claude", |project| program(project, "exit 0")), @"
    error    claude  a write that is forbidden goes through (exit 0)
             see which program `automaton hook claude || exit 2` runs
    ");
    assert_snapshot!(bypassed("claude", |project| program(project, "echo no >&2; exit 2")), @"
    error    claude  every write is stopped: no
             mend what the message says; until then nothing gets through
    ");
    assert_snapshot!(bypassed("claude", |project| project.write(".automaton/workflow.kdl", "nonsense\n")), @"
    error    claude  every write is stopped: refused: the workflow file does not compile  [workflow-broken]
             mend what the message says; until then nothing gets through
    ");
}

/// Puts a script in the place of the program.
fn program(project: &Project, script: &str) {
    let file = project.home().join("bin/automaton");
    fs::remove_file(&file).expect("removed");
    fs::write(&file, format!("#!/bin/sh\n{script}\n")).expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("changed");
}

#[test]
fn codex_says_itself_whether_it_trusts_the_hook() {
    let project = set_up();
    install(&project, &["codex"]);
    let codex = project.home().join("bin/codex");
    let listed = |hooks: &str| {
        let server = format!(
            "#!/bin/sh\nread -r one; echo '{{\"id\":1,\"result\":{{}}}}'\nread -r two; read -r three\n\
             echo '{{\"id\":2,\"result\":{{\"data\":[{{\"hooks\":[{hooks}]}}]}}}}'\n"
        );
        fs::write(&codex, server).expect("written");
        fs::set_permissions(&codex, fs::Permissions::from_mode(0o755)).expect("changed");
        run(&project, "hooks test codex")
    };
    let hook = r#"{"command":"automaton hook codex || exit 2","trustStatus":"STATUS"}"#;
    assert_snapshot!(listed(&hook.replace("STATUS", "trusted")), @"
    exit 0
    ok  codex  stops: .codex/hooks.json
    0 errors, 0 warnings
    ");
    assert_snapshot!(listed(&hook.replace("STATUS", "untrusted")), @"
    exit 1
    error  codex  codex calls the hook untrusted
             let a person start `codex` here, trust the folder, and trust the hook in `/hooks`
    1 error, 0 warnings
    ");
    assert_snapshot!(listed(""), @"
    exit 1
    error  codex  codex does not list the hook: the folder is not trusted
             let a person start `codex` here, trust the folder, and trust the hook in `/hooks`
    1 error, 0 warnings
    ");
}

#[test]
fn a_harness_without_a_hook_is_no_success() {
    let project = set_up();
    assert_snapshot!(run(&project, "hooks test"), @"
    exit 0
    nothing to do: no hook is installed
      next: automaton hooks install
    ");
    assert_snapshot!(run(&project, "hooks test claude git"), @"
    exit 1
    error  claude  no hook is installed
             run `automaton hooks install claude`
    error  git     no hook is installed
             run `automaton hooks install git`
    2 errors, 0 warnings
    ");
}

#[test]
fn doctor_tells_the_same() {
    let project = set_up();
    let hooks = |run: crate::project::Run| {
        let lines = run
            .stdout
            .lines()
            .skip_while(|line| !line.contains("gitattributes") && !line.contains("repository"));
        // The line after those about hooks.
        let lines = lines.skip(1).take_while(|line| !line.contains(" sandbox "));
        lines.take(4).collect::<Vec<_>>().join("\n")
    };
    assert_snapshot!(hooks(run(&project, "doctor")), @"
    warning  hooks       no harness calls the gate here: edits are not held to the workflow
             run `automaton hooks install`
    ");
    install(&project, &["claude"]);
    project.write(
        ".claude/settings.local.json",
        r#"{"disableAllHooks": true}"#,
    );
    assert_snapshot!(hooks(run(&project, "doctor")), @"
    error    claude      `.claude/settings.local.json` switches hooks off: `disableAllHooks` is true
             take the setting out
    warning  claude      a session that starts in a subfolder does not read the project's settings
             run `automaton hooks install --user claude`
    ");
}
