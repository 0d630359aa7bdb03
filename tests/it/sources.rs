//! The program's own source, without comments and tests: what `layers` and `genericity` look at.

use std::fs;
use std::path::{Path, PathBuf};

/// One source file.
pub struct Source {
    /// Relative to `src`, with `/`.
    pub path: String,
    /// The code, with every comment and the content of every literal left out.
    pub code: String,
    /// The content of every string literal, as it is written.
    pub literals: Vec<String>,
}

/// The project's folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `folder` with that extension, in order.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return found;
    };
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Every source file of the program, but for those that hold only tests.
pub fn program() -> Vec<Source> {
    let src = root().join("src");
    let paths = files(&src, "rs").into_iter();
    let tests = |path: &PathBuf| path.components().any(|part| part.as_os_str() == "tests");
    let paths = paths.filter(|path| path.file_stem().is_some_and(|stem| stem != "tests"));
    let paths = paths.filter(|path| !tests(path));
    let sources = paths.map(|path| {
        let text = fs::read_to_string(&path).expect("a source file");
        let path = path.strip_prefix(&src).expect("below src");
        read(&path.to_string_lossy().replace('\\', "/"), &text)
    });
    sources.collect()
}

/// Reads one file: a small lexer, which knows comments, strings and characters.
pub fn read(path: &str, text: &str) -> Source {
    let mut code = String::new();
    let mut literals: Vec<(usize, String)> = Vec::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if rest.starts_with("/*") {
            rest = &rest[rest.find("*/").map_or(rest.len(), |end| end + 2)..];
        } else if let Some((content, length)) = string(rest, &code) {
            literals.push((code.len(), content.to_owned()));
            code.push_str("\"\"");
            rest = &rest[length..];
        } else if let Some(length) = character(rest) {
            code.push_str("' '");
            rest = &rest[length..];
        } else {
            code.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    while let Some((start, end)) = tests(&code) {
        literals.retain(|(at, _)| !(start..end).contains(at));
        // The rest keeps its offsets, so that literals stay where they are.
        code.replace_range(start..end, &" ".repeat(end - start));
    }
    Source {
        path: path.to_owned(),
        code,
        literals: literals.into_iter().map(|(_, text)| text).collect(),
    }
}

/// The content and length of the string literal that `rest` starts with.
fn string<'a>(rest: &'a str, before: &str) -> Option<(&'a str, usize)> {
    let in_word = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let prefixed = if in_word {
        None
    } else {
        rest.strip_prefix('r')
    };
    if let Some(raw) = prefixed {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let content = raw[hashes..].strip_prefix('"')?;
        let close = format!("\"{}", "#".repeat(hashes));
        let end = content.find(&close)?;
        return Some((&content[..end], 1 + hashes + 1 + end + close.len()));
    }
    let content = rest.strip_prefix('"')?;
    let mut escaped = false;
    let end = content.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    Some((&content[..end], end + 2))
}

/// The length of the character literal that `rest` starts with; a lifetime is none.
fn character(rest: &str) -> Option<usize> {
    let content = rest.strip_prefix('\'')?;
    let mut chars = content.char_indices();
    let (_, first) = chars.next()?;
    if first == '\\' {
        let (escape, _) = chars.next()?;
        let end = content[escape + 1..].find('\'')?;
        return Some(1 + escape + 1 + end + 1);
    }
    let (end, quote) = chars.next()?;
    (quote == '\'').then_some(1 + end + 1)
}

/// Where the next item stands that is compiled only for tests.
fn tests(code: &str) -> Option<(usize, usize)> {
    let start = code.find("#[cfg(test)]")?;
    let mut depth = 0;
    for (at, c) in code[start..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return Some((start, start + at + 1)),
            '}' => depth -= 1,
            ';' if depth == 0 => return Some((start, start + at + 1)),
            _ => {}
        }
    }
    Some((start, code.len()))
}

#[test]
fn comments_tests_and_literals_are_told_apart() {
    let text = r##"
        //! "not this"
        use crate::a; /* crate::b "nor this" */
        const A: &str = "one // two \" three";
        const B: (&str, char, u8) = (r#"raw "quoted" text"#, '"', b'\'');
        fn f<'a>(x: &'a str) -> &'a str { x }
        #[cfg(test)]
        mod tests { const C: &str = "in a test"; fn g() { if true {} } }
        const D: &str = "after";
    "##;
    let source = read("x.rs", text);
    let found = [r#"one // two \" three"#, r#"raw "quoted" text"#, "after"];
    assert_eq!(source.literals, found);
    assert!(source.code.contains("use crate::a;"));
    for absent in ["crate::b", "mod tests", "three", "raw"] {
        assert!(!source.code.contains(absent), "{absent}");
    }
    assert!(source.code.contains("const D"));
}
