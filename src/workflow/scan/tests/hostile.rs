//! Texts that hurt the parser, by name: each is refused or parsed, on a small stack.

use super::super::{MAX_BYTES, MAX_COMMENT_SIGNS, MAX_DEPTH, MAX_FAULTS, MAX_SLASHDASH};
use super::{findings, parses, places};

/// What overflowed the parser's stack or kept it busy, repeated.
const SHAPES: &[(&str, &str)] = &[
    ("closing parentheses", ")"),
    ("opening parentheses", "( "),
    ("closing braces", "}"),
    ("closing braces on lines", "}\n"),
    ("equals signs", "="),
    ("spaced equals signs", "= "),
    ("open comments", "/*"),
    ("comments glued to words", "x/* "),
    ("comments meant, glued to words", "x/*c*/"),
    ("globs that start as comments", "/**/a "),
    ("brace, parenthesis, backslash", "}(\\"),
    ("slashdash", "/-"),
    ("hidden nodes", "/- a {"),
    ("hidden blocks", "a /- {"),
    ("opening braces", "{"),
    ("nested nodes", "a {\n"),
    ("glued braces", "a{"),
    ("braces and commas", "{a,"),
    ("braces and balanced ends", "{,}"),
    ("quotes", "\""),
    ("triple quotes", "\"\"\"\n"),
    ("hashes", "#"),
    ("raw strings left open", "#\" "),
    ("backslashes", "\\"),
    ("continuations", "\\\n"),
    ("escapes", "\"\\\n"),
    ("semicolons", ";"),
    ("carriage returns", "\r"),
    ("null characters", "\0"),
    ("odd spaces", "\u{a0}"),
    ("one word", "a"),
    ("digits", "1"),
    ("stars", "* "),
    ("slashes", "/"),
    ("hidden entries", "a /-b "),
    ("white space", " \t"),
    ("empty lines", "\n"),
];

#[test]
fn a_mebibyte_of_each_shape_is_judged_on_a_small_stack() {
    for &(name, shape) in SHAPES {
        let text = shape.repeat(MAX_BYTES / shape.len());
        let found = std::thread::Builder::new()
            .stack_size(256 << 10)
            .spawn(move || findings(&text).len())
            .expect("a thread")
            .join()
            .expect("the scan returns");
        assert!(found <= MAX_FAULTS, "{name}");
    }
}

#[test]
fn a_few_of_each_shape_are_refused_or_parsed() {
    for &(name, shape) in SHAPES {
        for count in 1..=40 {
            let text = shape.repeat(count);
            assert!(
                !findings(&text).is_empty() || parses(&text),
                "{name}: {count}"
            );
        }
    }
}

#[test]
fn what_fills_a_file_without_nesting_is_parsed() {
    let comment = format!("/*{}*/\n", "* ".repeat(MAX_COMMENT_SIGNS));
    for shape in [
        "a b=1 /-c\n",
        "// c\n",
        "/- a { b; }\n",
        &comment,
        "a \"\"\"\n  b\n  \"\"\"\n",
    ] {
        let text = shape.repeat((32 << 10) / shape.len());
        assert_eq!(findings(&text), [], "{shape}");
        assert!(parses(&text), "{shape}");
    }
}

#[test]
fn nesting_is_bounded() {
    let plain = |depth: usize| format!("{}{}", "a {\n".repeat(depth), "}\n".repeat(depth));
    assert!(places(&plain(MAX_DEPTH)).is_empty() && parses(&plain(MAX_DEPTH)));
    assert_eq!(places(&plain(MAX_DEPTH + 3)), ["too-deep 66..67"]);

    let hidden = |depth: usize| format!("{}{}", "a\n/- b {\n".repeat(depth), "}\n".repeat(depth));
    assert!(places(&hidden(MAX_SLASHDASH)).is_empty() && parses(&hidden(MAX_SLASHDASH)));
    assert_eq!(places(&hidden(MAX_SLASHDASH + 2)), ["too-deep 25..26"]);

    let blocks = |depth: usize| format!("{}{}", "a /- {\n".repeat(depth), "}\n".repeat(depth));
    assert!(places(&blocks(MAX_SLASHDASH)).is_empty() && parses(&blocks(MAX_SLASHDASH)));
    assert_eq!(places(&blocks(MAX_SLASHDASH + 1)), ["too-deep 19..20"]);

    let comment = |signs: usize| format!("a {{ /*{} */ }}", "* ".repeat(signs));
    assert!(places(&comment(MAX_COMMENT_SIGNS)).is_empty() && parses(&comment(MAX_COMMENT_SIGNS)));
    assert_eq!(places(&comment(MAX_COMMENT_SIGNS + 1)), ["too-deep 4..6"]);
    let nested = format!("{}{}", "/*".repeat(100), "*/".repeat(100));
    assert_eq!(places(&nested), ["too-deep 0..2"]);
}

#[test]
fn a_text_over_a_mebibyte_is_not_read() {
    assert!(findings(&"\n".repeat(MAX_BYTES)).is_empty());
    let found = findings(&"\n".repeat(MAX_BYTES + 1));
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].to_string(),
        "the file has 1048577 bytes; at most 1048576 are read [too-large]"
    );
}

/// Texts that the scan once took and the parser did not, or that it would not take any more.
#[test]
fn counterexamples_of_the_fuzzer_stay_refused() {
    for (name, text) in [
        ("a keyword before a carriage return", "true\r\n"),
        ("a number word before a carriage return", "b;nan\r\n"),
        (
            "a hidden keyword before a carriage return",
            "/-true\r\n\n\t",
        ),
        ("a semicolon after a hidden node", "/- a; b"),
        ("an empty statement", "a;;b"),
        ("a raw string of one quote", "a #\"\"\"#"),
        ("a number without digits after its point", "a 1.e5"),
        (
            "a number that no integer holds",
            "a 999999999999999999999999999999999999999999",
        ),
    ] {
        assert!(!findings(text).is_empty(), "{name}");
        assert!(!parses(text), "{name}");
    }
}
