//! Strings, blocks and comments: the exact place of each fault, and what its finding advises.

use super::{expect, findings, parses, unmark};

#[test]
fn strings() {
    let close = "close it with `\"` on its line; three quotes hold several lines";
    let escapes =
        "write `\\\\` for a backslash; the others are `\\\" \\n \\r \\t \\s \\b \\f \\u{1F600}`";
    let runs = "put a space before it";
    expect(
        "syntax",
        &[
            ("a «\"»b c", "the string is never closed", close),
            (
                "a { b «\"»c; }\n d }\n",
                "the string is never closed",
                close,
            ),
            (
                "a «#\"»b\"\nc\n",
                "the string is never closed",
                "close it with `\"#` on its line; three quotes hold several lines",
            ),
            ("a \"b«\\q»\"", "`\\q` is not an escape", escapes),
            ("a \"«\\u{d800}»\"", "`\\u{d800}` is not an escape", escapes),
            ("a \"b\"«c»", "`c` runs into what stands before it", runs),
            (
                "a b«\"c\"»",
                "`\"c\"` runs into what stands before it",
                runs,
            ),
        ],
    );
}

#[test]
fn blocks_and_terminators() {
    let early = "remove it, or look above for a block that is closed too early";
    let end = "add `}` where its block ends";
    let own_line = "start it on a line of its own";
    let before = "put it directly before the node, the argument or the block that it comments out";
    expect(
        "syntax",
        &[
            (
                "node«{»\n}",
                "`{` runs into what stands before it",
                "put a space before it",
            ),
            ("a «}»", "`}` closes no block", early),
            ("a {\n}\n«}»\n", "`}` closes no block", early),
            ("«}»}}; b", "`}` closes no block", early),
            ("a «{»\n", "`{` is never closed", end),
            ("a {\n  b «{»\n  c {\n  }\n}\n", "`{` is never closed", end),
            (
                "a {\n  b «{»\n",
                "`{` is never closed",
                "add `}` where its block ends; 2 are missing in all",
            ),
            (
                "a\n«{»\n b\n}",
                "the block belongs to no node",
                "put the node's name before `{`, on the same line",
            ),
            (
                "a {} «{»}",
                "the node has a block already",
                "join the blocks, or start the second node on a line of its own",
            ),
            ("a {} «b» c", "`b` comes after a block", own_line),
            ("a;«;»", "`;` ends no node", "remove it"),
            (
                "/- a«;» b",
                "`;` comes after a node that `/-` comments out",
                "end the node with a line break instead",
            ),
            ("a «/-»\nb", "`/-` comments out nothing", before),
            (
                "/- «/-» a",
                "`/-` comes after another `/-`",
                "remove one of them",
            ),
            ("«\\»\na", "`\\` continues no node", "remove it"),
            (
                "a «\\» b",
                "`\\` is not the last on its line",
                "end the line after it, or quote it: `\"\\\\\"`",
            ),
        ],
    );
}

#[test]
fn comments_and_characters() {
    let nest = "close it with `*/`; comments nest, so each `/*` needs its own; a glob needs quotes";
    let lines = "lines end with a line feed, or a carriage return and a line feed";
    let remove = "remove it; in a quoted string, it is written as `\\u{...}`";
    let space = "replace it by an ordinary space, or quote the text that holds it";
    let direction = "remove it: it changes the direction in which the text is shown";
    let start = "remove it: a byte order mark stands only at the start of a file";
    expect(
        "syntax",
        &[
            ("a {\n«/*» b /* c */\n}", "`/*` is never closed", nest),
            (
                "a «*/»",
                "`*/` closes no comment",
                "remove it, or open the comment with `/*`",
            ),
            (
                "a SPEC.md«/*» why */ b",
                "a comment runs into the word before it",
                "put a space before `/*`",
            ),
            (
                "a «/* why */»b",
                "a comment runs into the word after it",
                "put a space after `*/`",
            ),
            ("a«\0»", "the character `U+0000` may not stand here", remove),
            (
                "// «\u{202e}»",
                "the character `U+202E` may not stand here",
                direction,
            ),
            (
                "a «\u{feff}»",
                "the character `U+FEFF` may not stand here",
                start,
            ),
            ("a«\r»b", "the character `U+000D` may not stand here", lines),
            (
                "a «\u{2028}»",
                "the character `U+2028` may not stand here",
                lines,
            ),
            ("a«\u{a0}»b", "a space that is not an ordinary one", space),
        ],
    );
}

#[test]
fn a_glob_that_swallows_a_comment_is_mended() {
    let cases = [
        ("edits «src/**/*.rs»", "src/**/*.rs"),
        ("edits «docs/*»\nedits «**/*.rs» b", "docs/*"),
        ("a { edits «**/*.{rs,md}»; }", "**/*.{rs,md}"),
        ("a { edits «**/*.rs»}", "**/*.rs"),
        ("edits «{a,b}/*.rs»", "{a,b}/*.rs"),
        ("edits «{a,b}/**» c", "{a,b}/**"),
        ("edits «/**/*.rs» b", "/**/*.rs"),
        ("edits «docs/*» b\n// */ c", "docs/*"),
    ];
    for (marked, glob) in cases {
        let message = format!("`/*` in `{glob}` opens a comment");
        expect(
            "comment-in-glob",
            &[(marked, &message, &format!("quote it: `\"{glob}\"`"))],
        );
        let (mut text, _) = unmark(marked);
        for finding in findings(&text).into_iter().rev() {
            let fix = finding.fix.expect(marked);
            assert!(fix.safe, "{marked}");
            for edit in fix.edits {
                text.replace_range(edit.span.range(), &edit.text);
            }
        }
        assert_eq!(text, marked.replace(['«', '»'], "\""));
        assert!(findings(&text).is_empty() && parses(&text), "{text}");
    }
    // The quotes of other languages are not meant to be part of the glob.
    for marked in [
        "edits «'docs/**'»",
        "edits «“docs/**”»",
        "edits «`docs/**`»",
    ] {
        let found = findings(&unmark(marked).0);
        let help = found[0].help.as_deref();
        assert_eq!(help, Some("quote it: `\"docs/**\"`"), "{marked}");
    }
}
