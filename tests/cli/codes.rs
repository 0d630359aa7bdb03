//! `docs/codes.md` is what `explain` knows.

use std::fmt::Write as _;

use crate::explain::topics;
use crate::pages::check;

#[test]
fn the_page_of_codes_is_up_to_date() {
    let mut page = String::from(
        "# Codes\n\n\
         Every finding and every refusal carries one of these codes. `automaton explain CODE` prints \
         the same text. This page is made from the program: `UPDATE_DOCS=1 cargo test --test cli` \
         writes it.\n",
    );
    let mut group = String::new();
    for topic in topics() {
        let field = |name: &str| topic[name].as_str().expect("text");
        if field("group") != group {
            field("group").clone_into(&mut group);
            _ = write!(page, "\n## {group}\n");
        }
        let (code, level) = (field("code"), field("level"));
        let (exit, summary, explanation) = (&topic["exit"], field("summary"), field("explanation"));
        _ = write!(
            page,
            "\n### `{code}`\n\n{level}, exit {exit}: {summary}.\n\n{explanation}\n"
        );
    }
    check("docs/codes.md", &page);
}
