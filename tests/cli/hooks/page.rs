//! `docs/harnesses.md` shows what `hooks install` writes.

use std::fs;
use std::path::Path;

use super::{EVERY, install, run, set_up};

#[test]
fn the_page_of_harnesses_shows_what_is_written() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/harnesses.md");
    let page = fs::read_to_string(page).expect("the page");
    let project = set_up();
    install(&project, EVERY);
    for path in [
        ".claude/settings.json",
        ".clinerules/hooks/PreToolUse",
        ".codex/hooks.json",
        ".cursor/hooks.json",
        ".gemini/settings.json",
        ".github/hooks/automaton.json",
        ".kiro/hooks/automaton.json",
        ".windsurf/hooks.json",
    ] {
        let text = project.read(path);
        let kind = if text.starts_with('{') { "json" } else { "sh" };
        let block = format!("`{path}`:\n\n```{kind}\n{text}```\n");
        assert!(page.contains(&block), "the page lacks:\n{block}");
    }
    let sections = EVERY.iter().chain(&["git"]);
    for name in sections {
        let command = format!("`automaton hooks test {name}`");
        assert!(page.contains(&command), "{name}");
        assert_ne!(
            run(&project, &format!("hooks install --dry-run {name}")).exit,
            2,
            "{name}"
        );
    }
}
