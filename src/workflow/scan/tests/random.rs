//! Random texts: what the scan accepts, the parser accepts, and nothing makes it panic.

use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::{FORMS, RFC, findings, parses};

/// Pieces of which texts are made that nobody would write.
const PIECES: &[&str] = &[
    "a",
    "b",
    " ",
    " ",
    "\n",
    "\n",
    ";",
    "{",
    "}",
    " {",
    "\r\n",
    "\r",
    "\t",
    "=",
    "x=1",
    "k=\"v\"",
    "/-",
    " /- ",
    "//",
    "// c\n",
    "/*",
    "*/",
    "/* c */",
    "/**/",
    "\\",
    " \\\n",
    "\"",
    "\"\"",
    "\"\"\"",
    "\"\"\"\n",
    "\n\"\"\"",
    "\"a b\"",
    "\"\\u{d800}\"",
    "\"\\\n x\"",
    "#\"",
    "\"#",
    "#\"a\"#",
    "#\"\"\"\n",
    "\n\"\"\"#",
    "#",
    "#true",
    "#inf",
    "true",
    "null",
    "nan",
    "-inf",
    "1",
    "10m",
    "-1",
    "1.5",
    "1e5",
    "0x1",
    "-",
    ".",
    "-.5",
    "(",
    ")",
    "(u8)",
    "[ab]",
    "{a,b}",
    "**",
    "src/**/*.rs",
    "a:b",
    "é",
    "\u{a0}",
    "\u{2028}",
    "\u{feff}",
    "\0",
    "'",
    ",",
    "node a {\n",
    "}\n",
    "/- node {\n",
    "a /- {\n x\n}",
    "\"\"\"\n  a\n  \"\"\"",
    "#\"\"\"\n  a\\\n  \"\"\"#",
];

/// What the scan promises about any text.
fn holds(text: &str) -> Result<(), TestCaseError> {
    let found = findings(text);
    for finding in &found {
        let span = finding.span().unwrap_or_default();
        prop_assert!(text.get(span.range()).is_some(), "{span:?}");
    }
    prop_assert!(!found.is_empty() || parses(text));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pieces_at_random(pieces in prop::collection::vec(select(PIECES), 0..16)) {
        holds(&pieces.concat())?;
    }

    #[test]
    fn workflows_with_a_few_changes(
        source in select(&[RFC, FORMS][..]),
        changes in prop::collection::vec((any::<Index>(), 0..3_usize, select(PIECES)), 0..4),
    ) {
        let mut characters: Vec<char> = source.chars().collect();
        for (place, removed, added) in changes {
            let start = place.index(characters.len());
            let end = (start + removed).min(characters.len());
            characters.splice(start..end, added.chars());
        }
        holds(&characters.into_iter().collect::<String>())?;
    }

    #[test]
    fn characters_at_random(text in any::<String>()) {
        holds(&text)?;
    }
}
