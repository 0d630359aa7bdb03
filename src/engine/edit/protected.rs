//! What no phase may edit, whatever a workflow says: the guard's own ground.

/// A path that is always guarded.
#[derive(Debug, PartialEq, Eq)]
pub struct Protected {
    /// The path, as consecutive names at any depth. A trailing `*` stands for any ending.
    pub path: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// Every such path. They are guarded in subfolders too: programs read their settings, and this one
/// its workflow, from the folder that they are started in.
pub const PROTECTED: &[Protected] = &[
    Protected {
        path: ".automaton",
        reason: "it holds the workflow, the tasks' records and what approvers trust",
    },
    Protected {
        path: ".git",
        reason: "it holds the history and the hooks; use `git` commands",
    },
    Protected {
        path: ".husky",
        reason: "it holds hooks of Git, and the commit gate may be one of them",
    },
    Protected {
        path: ".githooks",
        reason: "it holds hooks of Git, and the commit gate may be one of them",
    },
    Protected {
        path: ".claude",
        reason: "Claude Code reads the hooks that call this gate from it",
    },
    Protected {
        path: ".codex",
        reason: "Codex reads the hooks that call this gate from it",
    },
    Protected {
        path: ".gemini",
        reason: "Gemini CLI reads the hooks that call this gate from it",
    },
    Protected {
        path: ".github/hooks",
        reason: "Copilot reads the hooks that call this gate from it",
    },
    Protected {
        path: ".cursor/hooks.json",
        reason: "Cursor reads the hooks that call this gate from it",
    },
    Protected {
        path: ".windsurf/hooks.json",
        reason: "Windsurf reads the hooks that call this gate from it",
    },
    Protected {
        path: ".cline*",
        reason: "Cline reads the hooks that call this gate from it",
    },
    Protected {
        path: ".clinerules",
        reason: "Cline reads the hooks that call this gate from it",
    },
    Protected {
        path: ".kiro",
        reason: "Kiro reads the hooks that call this gate from it",
    },
    Protected {
        path: ".opencode",
        reason: "opencode reads the plugin that calls this gate from it",
    },
];

/// What guards `path`, relative to the project, if anything does.
pub fn protected(path: &str) -> Option<&'static Protected> {
    let names: Vec<String> = path.split('/').map(fold).collect();
    let stands_at = |start: usize, wanted: &str| {
        wanted.split('/').enumerate().all(|(offset, wanted)| {
            let name = names.get(start + offset).map(String::as_str);
            name.is_some_and(|name| match wanted.strip_suffix('*') {
                Some(beginning) => name.starts_with(beginning),
                None => name == wanted,
            })
        })
    };
    let guards =
        |protected: &&Protected| (0..names.len()).any(|start| stands_at(start, protected.path));
    PROTECTED.iter().find(guards)
}

/// A name as the most forgiving file system would read it: without case, without the invisible
/// letters that macOS leaves out, and without the endings that Windows drops.
pub(super) fn fold(name: &str) -> String {
    let invisible = |c: &char| matches!(c, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}');
    let name = name.split_once(':').map_or(name, |(name, _stream)| name);
    let seen: String = name.chars().filter(|c| !invisible(c)).collect();
    seen.trim_end_matches(['.', ' ']).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guarded_names_are_guarded_at_any_depth_and_in_any_spelling() {
        for (path, guard) in [
            (".git/config", Some(".git")),
            (".git", Some(".git")),
            (".GIT/hooks/pre-commit", Some(".git")),
            (".git./config", Some(".git")),
            (".git /config", Some(".git")),
            (".git::$INDEX_ALLOCATION/config", Some(".git")),
            (".g\u{200c}it/config", Some(".git")),
            ("vendor/lib/.git/config", Some(".git")),
            (".gitignore", None),
            (".github/workflows/ci.yml", None),
            (".github/hooks/deny.json", Some(".github/hooks")),
            (".github/Hooks/deny.json", Some(".github/hooks")),
            (".github/hooks2/x", None),
            ("a/.github/hooks/deny.json", Some(".github/hooks")),
            (".cursor/rules/x.mdc", None),
            (".cursor/hooks.json", Some(".cursor/hooks.json")),
            (".windsurf/hooks.json", Some(".windsurf/hooks.json")),
            (".husky/pre-commit", Some(".husky")),
            (".githooks/pre-commit", Some(".githooks")),
            (".claude/settings.local.json", Some(".claude")),
            ("web/.Claude/settings.json", Some(".claude")),
            (".cline/plugins/guard.js", Some(".cline*")),
            (".clinerules/hooks/PreToolUse", Some(".cline*")),
            (".opencode/plugins/guard.ts", Some(".opencode")),
            ("sub/.automaton/workflow.kdl", Some(".automaton")),
            ("src/git/mod.rs", None),
            ("claude/x", None),
            ("", None),
        ] {
            assert_eq!(protected(path).map(|found| found.path), guard, "{path}");
        }
    }
}
