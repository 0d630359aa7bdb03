//! Words without quotes and properties: the exact place of each fault, and what its finding advises.

use super::{expect, findings, parses};

#[test]
fn words_that_need_quotes() {
    let quote: &[(&str, &str, &str)] = &[
        (
            "edits «src/lib.rs»",
            "`src/lib.rs` holds `/` and needs quotes",
            "quote it: `\"src/lib.rs\"`",
        ),
        (
            "prompt «http://x»",
            "`http://x` holds `/` and needs quotes",
            "quote it: `\"http://x\"`",
        ),
        (
            "edits «[ab]»",
            "`[ab]` holds `[` and needs quotes",
            "quote it: `\"[ab]\"`",
        ),
        (
            "produces «[»",
            "`[` makes no list",
            "write values one after another, with spaces between them",
        ),
        (
            "edits «src\\lib»",
            "`src\\lib` holds `\\` and needs quotes",
            "quote it: `\"src\\\\lib\"`",
        ),
        (
            "edits «{a,b}»",
            "`{a,b}` holds `{` and needs quotes",
            "quote it: `\"{a,b}\"`",
        ),
        (
            "edits «*.{rs,toml}»;",
            "`*.{rs,toml}` holds `{` and needs quotes",
            "quote it: `\"*.{rs,toml}\"`",
        ),
        (
            "check c timeout=«10m»",
            "`10m` is not a number and needs quotes",
            "quote it: `\"10m\"`",
        ),
        (
            "a «0x1f»",
            "`0x1f` is not a number and needs quotes",
            "quote it: `\"0x1f\"`",
        ),
        (
            "a «-.5»",
            "`-.5` is not a number and needs quotes",
            "quote it: `\"-.5\"`",
        ),
        (
            "a «1.2.3»",
            "`1.2.3` is not a number and needs quotes",
            "quote it: `\"1.2.3\"`",
        ),
        (
            "a «nan» «inf» «-inf»",
            "`nan` is reserved for numbers",
            "quote it: `\"nan\"`",
        ),
    ];
    expect("syntax", quote);
    for (marked, ..) in quote {
        let quoted = marked.replace(['«', '»'], "\"").replace('\\', "\\\\");
        assert!(findings(&quoted).is_empty() && parses(&quoted), "{quoted}");
    }
}

#[test]
fn words_that_are_written_otherwise() {
    let keywords = "the keywords are `#true`, `#false` and `#null`; comments start with `//`";
    let strings = "strings stand between `\"` and `\"`";
    let comma = "separate arguments by spaces alone, or quote the text";
    let parentheses = "remove the parentheses, or quote the text that holds them";
    let digits = "write a number with digits";
    expect(
        "syntax",
        &[
            (
                "a optional=«true»",
                "`true` needs a `#`",
                "write `#true` for the value, or `\"true\"` for the text",
            ),
            (
                "a «false»",
                "`false` needs a `#`",
                "write `#false` for the value, or `\"false\"` for the text",
            ),
            (
                "a «null»",
                "`null` needs a `#`",
                "write `#null` for the value, or `\"null\"` for the text",
            ),
            ("a «#True»", "`#True` is not a keyword", keywords),
            ("a «#-inf»", "`#-inf` is not a number here", digits),
            (
                "«#» a b/c true",
                "`#` does not start a comment",
                "comments start with `//`",
            ),
            (
                "a «'b» c'",
                "`'b` starts with a quote that KDL does not know",
                strings,
            ),
            (
                "a «“b”»",
                "`“b”` starts with a quote that KDL does not know",
                strings,
            ),
            ("a «b,» c", "`b,` ends with a comma", comma),
            (
                "a «(u8)b» (c)",
                "`(u8)b` looks like a type annotation, which workflows do not use",
                parentheses,
            ),
            (
                "«5» a",
                "`5` cannot name a node",
                "start the line with a node's name",
            ),
            (
                "«a\\»",
                "`a\\` ends with `\\`",
                "put a space before `\\` to continue the line, or quote it: `\"a\\\\\"`",
            ),
        ],
    );
}

#[test]
fn properties() {
    let spaces = "a property has no spaces around its `=`";
    let behind = "write the value right after the `=`, in quotes if it is a text with `=`";
    let node = "leave out the `=`: what belongs to `initial` follows it after a space";
    let key = "write a property as `key=value`, and quote a text that holds `=`";
    expect(
        "syntax",
        &[
            ("a «x = 1»", spaces, "write `x=1`"),
            ("a «x= #true» b", spaces, "write `x=#true`"),
            ("a «x =\"b\"»", spaces, "write `x=\"b\"`"),
            ("a «x=»", "`x=` has no value", behind),
            ("a «x=»; b {}", "`x=` has no value", behind),
            ("a «x=»=1", "`x=` has no value", behind),
            ("a x=1«=»2", "`=` follows no key", key),
            (
                "initial «=» draft",
                "`initial` is the name of a node, not a property",
                node,
            ),
            (
                "a «1»=2",
                "`1` cannot name a property",
                "start it with a letter",
            ),
        ],
    );
}
