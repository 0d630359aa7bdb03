//! The picture with tasks in it, a path through it, and workflows that have none.

use std::fmt::Write as _;

use insta::assert_snapshot;

use super::*;
use crate::lint::{self, Nothing};
use crate::source::SourceFile;
use crate::workflow::{Origin, PhaseId};

const TRAP: &str = "\
workflow w version=1 {
    initial plan
    artifact PLAN.md
    phase plan { produces PLAN.md; next build; }
    phase build { forbids PLAN.md; next done; }
    phase done terminal=success
}
";

fn studied(text: &str) -> Resolved {
    lint::examine(
        &SourceFile::new("workflow.kdl", text),
        Origin::File,
        &Nothing,
    )
}

fn page(text: &str, standing: Standing, picked: Option<usize>) -> String {
    workflow(
        &studied(text),
        &Layouts::default(),
        standing,
        picked,
        "/p/w/workflow",
    )
    .0
}

/// The class and the name of each state of the picture.
fn states_of(page: &str) -> Vec<&str> {
    let states = page.split("class=\"state").skip(1);
    states
        .map(|rest| rest.split_once('>').expect("an end").0)
        .collect()
}

#[test]
fn tasks_are_counted_where_they_stand_and_lead_to_their_list() {
    let model = studied(TRAP).model.expect("a model");
    let phase: PhaseId = model.initial;
    let standing = Standing::from([(State::base(phase), (3, "/p/w/board?phase=plan".to_owned()))]);
    assert_snapshot!(states_of(&page(TRAP, standing, None)).join("\n"), @r#"
    " href="/p/w/board?phase=plan" aria-label="plan, 3 tasks"
    " role="img" aria-label="build"
     success" role="img" aria-label="done, where tasks are complete"
    "#);
}

#[test]
fn the_path_of_a_finding_is_drawn_and_told() {
    let studied = studied(TRAP);
    let picked = studied
        .findings
        .iter()
        .position(|found| found.counterexample.is_some());
    let page = page(TRAP, Standing::new(), Some(picked.expect("a path")));
    assert_snapshot!(states_of(&page).join("\n"), @r#"
    path" role="img" aria-label="plan, step 1 of the path"
    path" role="img" aria-label="build, step 2 of the path, where the last is refused"
    success" role="img" aria-label="done, where tasks are complete"
    "#);
    let (_, findings) = page.split_once("</svg>").expect("a picture");
    assert_snapshot!(findings, @r#"

    </div><section aria-labelledby="findings"><h2 id="findings">What the linter finds</h2><ol class="findings"><li id="finding-0"><strong class="">pedantic</strong> `PLAN.md` is produced, and no phase reads it <code>automaton explain unused-artifact</code><p class="dim">let a later phase read it, unless people are its readers</p></li><li id="finding-1" aria-current="true"><strong class="wrong">error</strong> no task can go from `plan` to `build`: `PLAN.md` exists by then, and is forbidden there <code>automaton explain transition-always-blocked</code> <a href="/p/w/workflow">Hide the path</a><pre class="path">1. plan  +PLAN.md
    2. build  (next, refused: target-forbids)
    </pre><p class="dim">allow `PLAN.md` in `build`, or lead the edge elsewhere</p></li></ol></section>
    "#);
}

#[test]
fn a_workflow_that_cannot_be_read_shows_what_is_wrong() {
    assert_snapshot!(page("workflow", Standing::new(), None), @r#"<section aria-labelledby="findings"><h2 id="findings">What the linter finds</h2><ol class="findings"><li id="finding-0"><strong class="wrong">error</strong> `workflow` needs `version=1`: the version of the language <code>automaton explain wrong-value</code></li><li id="finding-1"><strong class="wrong">error</strong> `workflow` needs a name <code>automaton explain wrong-value</code></li></ol></section>"#);
}

#[test]
fn a_workflow_that_is_too_large_has_no_picture() {
    let mut text = "workflow w version=1 {\n    initial p0\n".to_owned();
    for number in 0..400 {
        _ = writeln!(text, "    phase p{number} {{ next p{}; }}", number + 1);
    }
    text.push_str("    phase p400 terminal=success\n}\n");
    let page = page(&text, Standing::new(), None);
    let (_, rest) = page.split_once("</h1>").expect("a title");
    let (said, _) = rest.split_once("<section").expect("findings");
    assert_snapshot!(said, @"<p>No picture: 401 states with 400 arrows between them are more than a picture is made of. Next: <code>automaton graph --format dot</code></p>");
}

#[test]
fn a_layout_is_made_once() {
    let layouts = Layouts::default();
    let model = studied(TRAP).model.expect("a model");
    assert!(Arc::ptr_eq(&layouts.of(&model), &layouts.of(&model)));
}
