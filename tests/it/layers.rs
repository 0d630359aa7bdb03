//! The house stands as DESIGN section 2 draws it: imports go downward only.

use std::collections::BTreeSet;

use crate::sources::{Source, program, read};

/// The layers from the ground up. Modules in one line may use each other.
const LAYERS: &[&[&str]] = &[
    &[
        "names",
        "source",
        "digest",
        "diagnostic",
        "fs",
        "clock",
        "environment",
    ],
    &["workflow"],
    &["engine"],
    &["lint"],
    &["task"],
    &["approval"],
    &["guard"],
    &["schedule"],
    &["memory"],
    &["prompts"],
    &["loops"],
    &["report"],
    &["dashboard"],
    &["lsp"],
    &["cli"],
];

/// The modules that see the world only through what they are handed.
const PURE: &[&str] = &["workflow", "engine", "lint"];

/// What the pure modules must not mention.
const WORLD: &[&str] = &[
    "std::fs",
    "std::env",
    "std::process",
    "std::net",
    "std::thread",
    "SystemTime",
    "Instant",
];

/// Crates that one file alone may use.
const ONE_USER: &[(&str, &str)] = &[
    ("kdl", "workflow/syntax.rs"),
    ("petgraph", "workflow/graph.rs"),
];

fn module(source: &Source) -> &str {
    let first = source.path.split('/').next().unwrap_or_default();
    first.strip_suffix(".rs").unwrap_or(first)
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The places after each occurrence of `word` in the code, where it is a word of its own.
fn after<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = &'a str> {
    let occurrences = code.match_indices(word);
    occurrences.filter_map(move |(at, _)| {
        let whole = !code[..at].ends_with(is_word);
        whole.then_some(&code[at + word.len()..])
    })
}

/// The modules that a file uses by a path from the crate's root.
fn uses(source: &Source) -> BTreeSet<String> {
    let depth = source.path.matches('/').count() + 1;
    let up = "super::".repeat(depth);
    let mut found = BTreeSet::new();
    for path in after(&source.code, "crate::").chain(after(&source.code, &up)) {
        if path.starts_with("super::") || path.starts_with('*') {
            found.insert(path.chars().take(7).collect());
            continue;
        }
        match path.strip_prefix('{') {
            None => _ = found.insert(path.chars().take_while(|c| is_word(*c)).collect()),
            Some(list) => found.extend(heads(list)),
        }
    }
    found.remove("");
    found
}

/// The first word of each path in a braced list.
fn heads(list: &str) -> Vec<String> {
    let mut depth = 0;
    let mut heads = vec![String::new()];
    let mut in_head = true;
    for c in list.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                heads.push(String::new());
                in_head = true;
            }
            c if is_word(c) && in_head => heads.last_mut().expect("a head").push(c),
            c if !c.is_whitespace() => in_head = false,
            _ => {}
        }
    }
    heads
}

/// Everything in which a file breaks the rules.
fn faults(source: &Source) -> Vec<String> {
    let own = module(source);
    if matches!(own, "lib" | "main") {
        return Vec::new();
    }
    let path = &source.path;
    let Some(here) = layer(own) else {
        return vec![format!("{path}: `{own}` has no layer")];
    };
    let mut faults = Vec::new();
    for used in uses(source) {
        match layer(&used) {
            Some(there) if used == own || there <= here => {}
            Some(_) => faults.push(format!(
                "{path}: `{own}` uses `{used}`, which stands above it"
            )),
            None => faults.push(format!("{path}: `{used}` has no layer")),
        }
    }
    if PURE.contains(&own) {
        for word in WORLD {
            let mut found = after(&source.code, word);
            if found.any(|rest| !rest.starts_with(is_word)) {
                faults.push(format!("{path}: `{own}` mentions `{word}`"));
            }
        }
    }
    for (used, user) in ONE_USER {
        let mut found = after(&source.code, used);
        if path != user && found.any(|rest| rest.starts_with("::")) {
            faults.push(format!("{path}: only `{user}` may use `{used}`"));
        }
    }
    faults
}

#[test]
fn imports_go_downward_only() {
    let sources = program();
    assert!(sources.len() > 40, "the program was found");
    let faults: Vec<String> = sources.iter().flat_map(faults).collect();
    assert_eq!(faults, [""; 0]);
}

#[test]
fn every_way_to_reach_upward_is_seen() {
    for (path, text, found) in [
        ("names.rs", "use crate::workflow::Model;", "uses `workflow`"),
        ("names.rs", "use super::engine;", "uses `engine`"),
        (
            "workflow/model.rs",
            "use super::super::engine::Facts;",
            "uses `engine`",
        ),
        (
            "workflow/a/b.rs",
            "use super::super::super::task::X;",
            "uses `task`",
        ),
        (
            "engine/judge.rs",
            "use crate::{names::X, task::{a, b}};",
            "uses `task`",
        ),
        ("engine/judge.rs", "fn f(x: crate::cli::X) {}", "uses `cli`"),
        ("lint/a.rs", "use crate::shiny::X;", "`shiny` has no layer"),
        ("shiny.rs", "", "`shiny` has no layer"),
        ("engine/a.rs", "use std::fs;", "mentions `std::fs`"),
        (
            "lint/a.rs",
            "fn f() { std::time::SystemTime::now(); }",
            "mentions `SystemTime`",
        ),
        ("workflow/graph.rs", "use kdl::KdlNode;", "may use `kdl`"),
        ("engine/a.rs", "use petgraph::Graph;", "may use `petgraph`"),
    ] {
        let faults = faults(&read(path, text));
        assert_eq!(faults.len(), 1, "{path}: {text}: {faults:?}");
        assert!(faults[0].contains(found), "{faults:?}");
    }
    for (path, text) in [
        (
            "engine/a.rs",
            "use crate::workflow::{Model, State};\nuse super::facts::Facts;",
        ),
        ("workflow/syntax.rs", "use kdl::KdlNode;"),
        (
            "engine/a.rs",
            "// use crate::cli::X;\nconst A: &str = \"crate::cli\";",
        ),
        ("task/a.rs", "use std::fs;\nuse crate::engine::Grant;"),
        ("workflow/a/b.rs", "use super::super::model::X;"),
        ("source.rs", "use crate::digest::Digest;"),
    ] {
        assert_eq!(faults(&read(path, text)), [""; 0], "{path}: {text}");
    }
}
