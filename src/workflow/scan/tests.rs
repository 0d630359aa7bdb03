//! Texts and what the scan says about them.

mod hints;
mod hostile;
mod random;
mod words;

use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span};

use super::{MAX_COMMENT_SIGNS, MAX_DEPTH, MAX_SLASHDASH, TOO_DEEP, TOPICS, scan};

/// The example of the language page.
const RFC: &str = r#"workflow rfc version=1 {
    description "A request for comments, reviewed twice"
    initial draft

    artifact RFC.md {
        heading Motivation
        heading "Detailed design"
    }
    artifact DECISION.md {
        outcome ACCEPT REJECT
    }

    phase draft {
        produces RFC.md
        forbids DECISION.md
        approval by=signed signers=2
        next decide
    }
    phase decide {
        reads RFC.md
        produces DECISION.md
        next accepted { outcome DECISION.md ACCEPT; }
        next rejected { outcome DECISION.md REJECT; }
    }
    phase accepted terminal=success
    phase rejected terminal=failure
}
"#;

/// Every form that the subset has.
const FORMS: &str = r###"// line comment
workflow w version=1 { // after a brace
    /* block /* nested */
     * comment */
    metadata SPEC.md .state ** *.rs a:b snake_case kebab-case größe
    scratch "target/**" "[ab]" "{a,b}/*" -flag + - . ..
    edits #"a\b"# ##"say "# twice"## "tab \t \u{1F600} \" \\ \s" ""
    long a \
        b \ // why
        c=1 "d e"="f" g=#true h=-1_000 i=1.5e-3 j=#null
    description """
        one

          two \" "" \\
        """
    raw #"""
      \ and """ stay
      """#
    /- phase gone {
        reads A.md optional=#true
    }
    phase b /-c /- d=1 e {
        next x { outcome A.md B; check "cargo test" timeout="10m"; }
        actions { allowed "a"; forbidden "b" }
    } /- { y; z }
    phase c /- { reads A.md } { reads B.md }
    empty {}
    "quoted name" { a {} }
}
"###;

fn findings(text: &str) -> Vec<Diagnostic> {
    scan(&SourceFile::new("workflow.kdl", text))
}

/// What is found, as `code start..end`.
fn places(text: &str) -> Vec<String> {
    let place = |finding: &Diagnostic| {
        let span = finding.span().unwrap_or_default();
        format!("{} {}..{}", finding.topic.code, span.start, span.end)
    };
    findings(text).iter().map(place).collect()
}

/// A text whose faults are marked by `«` and `»`: without the marks, and the places they mark.
fn unmark(marked: &str) -> (String, Vec<Span>) {
    let (mut text, mut spans, mut start) = (String::new(), Vec::new(), 0);
    for c in marked.chars() {
        match c {
            '«' => start = text.len(),
            '»' => spans.push(Span::new(start, text.len())),
            c => text.push(c),
        }
    }
    (text, spans)
}

/// Expects exactly the marked faults of each text, and the message and the help of the first.
fn expect(code: &str, cases: &[(&str, &str, &str)]) {
    for (marked, message, help) in cases {
        let (text, spans) = unmark(marked);
        let found = findings(&text);
        let places: Vec<_> = found.iter().filter_map(Diagnostic::span).collect();
        assert_eq!(places, spans, "{marked}\n{found:#?}");
        assert_eq!(found[0].topic.code, code, "{marked}");
        assert_eq!(found[0].message, *message, "{marked}");
        assert_eq!(found[0].help.as_deref(), Some(*help), "{marked}");
    }
}

/// Whether the parser takes `text`, asked on a stack that a thread may well have.
fn parses(text: &str) -> bool {
    let text = text.to_owned();
    std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(move || kdl::KdlDocument::parse_v2(&text).is_ok())
        .expect("a thread")
        .join()
        .expect("the parser returns")
}

#[test]
fn what_workflows_are_written_with_is_accepted() {
    for text in ["", "\n", "// only a comment", RFC, FORMS] {
        for text in [
            text.to_owned(),
            format!("\u{feff}{text}"),
            text.replace('\n', "\r\n"),
        ] {
            assert_eq!(findings(&text), [], "{text}");
            assert!(parses(&text), "{text}");
        }
    }
}

#[test]
fn texts_of_several_lines_are_read_as_the_parser_reads_them() {
    for accepted in [
        "a \"\"\"\n\"\"\"",
        "a \"\"\"\n\n\"\"\"",
        "a \"\"\"\n  b\n   c\n\n \n  \"\"\" d",
        "a \"\"\"\n\t\tb\n\t\t\"\"\"",
        "a \"\"\"\n\\\"\"\"\n\"\"\"",
        "a \"\"\"\r\n  b\r\n  \"\"\"",
        "a #\"\"\"\n  \\ \"\"\"\n  \"\"\"#",
        "a #\"\"\"\n\\\n\"\"\"#",
    ] {
        assert_eq!(findings(accepted), [], "{accepted:?}");
        assert!(parses(accepted), "{accepted:?}");
    }
    for (refused, place) in [
        ("a \"\"\"b\"\"\"", "syntax 2..5"),
        ("a \"\"\"\n", "syntax 2..5"),
        ("a #\"\"\"\n\"\"\"", "syntax 2..6"),
        ("a \"\"\"\n b\n  \"\"\"", "syntax 6..7"),
        ("a \"\"\"\n\tb\n  \"\"\"", "syntax 6..7"),
        ("a \"\"\"\nb\"\"\"\n\"\"\"", "syntax 7..10"),
        ("a \"\"\"\nb \\\n\"\"\"", "syntax 8..9"),
        ("a \"\"\"\n\\q\n\"\"\"", "syntax 6..8"),
    ] {
        assert_eq!(places(refused), [place], "{refused:?}");
    }
}

#[test]
fn every_line_has_its_own_faults() {
    let (text, spans) = unmark(concat!(
        "workflow w {\n",
        "    edits «src/lib.rs» «docs/a b\"».md\n",
        "    reads A.md optional=«true» extra=«10m»\n",
        "    «x = 1»\n",
        "    next a«=»\n",
        "    ok a b\n",
        "    scratch «[ab]»; produces «{a,b}» ; «/- /- x»\n",
        "}\n",
        "«}»\n",
    ));
    let found: Vec<_> = findings(&text)
        .iter()
        .filter_map(Diagnostic::span)
        .collect();
    assert_eq!(found.len(), spans.len(), "{found:?}");
}

#[test]
fn each_topic_is_documented() {
    for topic in TOPICS {
        assert!(
            !topic.summary.is_empty() && topic.explanation.len() > 100,
            "{}",
            topic.code
        );
        assert!(!topic.explanation.contains("  "), "{}", topic.code);
    }
    for bound in [MAX_DEPTH, MAX_SLASHDASH, MAX_COMMENT_SIGNS] {
        assert!(TOO_DEEP.explanation.contains(&bound.to_string()), "{bound}");
    }
}
