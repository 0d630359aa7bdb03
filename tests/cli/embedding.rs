//! The library example: the engine inside another program.

use insta::assert_snapshot;

#[path = "../../examples/embed.rs"]
#[expect(dead_code, reason = "its `main` only prints what is asserted here")]
mod embed;

#[test]
fn a_program_that_embeds_the_engine_gets_a_refusal_and_a_grant() {
    let decided = |text| embed::may_be_published(text).expect("a decision");
    assert_snapshot!(decided("# Notes\n"), @r#"
    refused: draft -> published  [contract-unmet]
      `ARTICLE.md` needs the heading `Summary`
        article.kdl:4  artifact ARTICLE.md { heading "Summary"; }
      in the way: .automaton/tasks/first/ARTICLE.md (not as the workflow asks)
      next: automaton transition published --task first
    "#);
    assert_snapshot!(decided("# Summary\n\nIt works.\n"), @"granted: first may go on to published");
}
