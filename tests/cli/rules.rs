//! `docs/rules.md`: every rule of the linter, from the text beside its code.

use std::fmt::Write as _;

use automaton::lint::RULES;

use crate::pages::check;

const HEAD: &str = "# Rules

What `automaton lint-workflow` finds, in the order in which it looks. `automaton explain CODE` prints
the same for one code. An *error* is proven and fails the call; a *warning* may be wrong on some path;
*pedantic* findings are shown with `--pedantic`. Warnings can be suppressed where they stand, with a
reason: `// automaton: allow(code) reason` on the line or the line above.
";

#[test]
fn the_page_of_rules_is_up_to_date() {
    let mut page = HEAD.to_owned();
    for case in RULES.iter().flat_map(|rule| rule.cases) {
        let topic = case.topic;
        let (code, level) = (topic.code, topic.severity.word());
        _ = writeln!(
            page,
            "\n## `{code}`\n\n*{level}*: {}.\n\n{}",
            topic.summary, topic.explanation
        );
        for (title, example) in [("Found in:", case.triggers), ("Not in:", case.passes)] {
            _ = writeln!(page, "\n{title}\n\n```text\n{}\n```", example.trim_end());
        }
    }
    check("docs/rules.md", &page);
}
