//! A changed word, a large change, and texts that are markup.

#![expect(
    clippy::format_collect,
    reason = "a text is shorter so, and only made for a test"
)]

use insta::assert_snapshot;

use super::*;
use crate::clock::Deadline;

/// A row of the table each.
fn rows(page: &Markup) -> String {
    page.0
        .replace("<tr", "\n<tr")
        .replace("</tbody>", "\n</tbody>")
}

#[test]
fn changed_words_are_marked_inside_their_lines() {
    let page = diff("a\nthe old plan\nb\n", "a\nthe new plan\nb\nc\n", None);
    assert_snapshot!(rows(&page), @r#"
    <div class="scroll" tabindex="0" role="region" aria-label="Changes"><table class="diff"><thead class="hidden">
    <tr><th>Line before</th><th>Line now</th><th>Change</th><th>Text</th></tr></thead><tbody>
    <tr class="same"><td class="number">1</td><td class="number">1</td><td class="sign"><span aria-hidden="true"> </span><span class="hidden"></span></td><td>a</td></tr>
    <tr class="removed"><td class="number">2</td><td class="number"></td><td class="sign"><span aria-hidden="true">−</span><span class="hidden">removed</span></td><td>the <del>old</del> plan</td></tr>
    <tr class="added"><td class="number"></td><td class="number">2</td><td class="sign"><span aria-hidden="true">+</span><span class="hidden">added</span></td><td>the <ins>new</ins> plan</td></tr>
    <tr class="same"><td class="number">3</td><td class="number">3</td><td class="sign"><span aria-hidden="true"> </span><span class="hidden"></span></td><td>b</td></tr>
    <tr class="added"><td class="number"></td><td class="number">4</td><td class="sign"><span aria-hidden="true">+</span><span class="hidden">added</span></td><td>c</td></tr>
    </tbody></table></div>
    "#);
    assert_eq!(
        changes("a\nthe old plan\nb\n", "a\nthe new plan\nb\nc\n"),
        (2, 1)
    );
}

#[test]
fn equal_texts_say_so() {
    assert_snapshot!(diff("a\r\n", "a\n", None).0, @r#"<p class="dim">Nothing changed.</p>"#);
}

#[test]
fn markup_and_invisible_characters_are_shown_as_text() {
    let page = diff(
        "",
        "<script>alert(1)</script>\n</table><img src=x onerror=y>\n\u{202e}x\n",
        None,
    );
    assert_snapshot!(rows(&page), @r#"
    <div class="scroll" tabindex="0" role="region" aria-label="Changes"><table class="diff"><thead class="hidden">
    <tr><th>Line before</th><th>Line now</th><th>Change</th><th>Text</th></tr></thead><tbody>
    <tr class="added"><td class="number"></td><td class="number">1</td><td class="sign"><span aria-hidden="true">+</span><span class="hidden">added</span></td><td>&lt;script&gt;alert(1)&lt;/script&gt;</td></tr>
    <tr class="added"><td class="number"></td><td class="number">2</td><td class="sign"><span aria-hidden="true">+</span><span class="hidden">added</span></td><td>&lt;/table&gt;&lt;img src=x onerror=y&gt;</td></tr>
    <tr class="added"><td class="number"></td><td class="number">3</td><td class="sign"><span aria-hidden="true">+</span><span class="hidden">added</span></td><td>\u{202e}x</td></tr>
    </tbody></table></div>
    "#);
}

#[test]
fn a_large_change_is_shown_in_part_until_all_is_asked_for() {
    let text: String = (0..1_000).map(|number| format!("{number}\n")).collect();
    let part = diff("", &text, Some("?all=1"));
    assert_eq!(part.0.matches("<tr class=\"added\"").count(), FIRST_LINES);
    assert!(
        part.0
            .ends_with("<p>600 more lines. <a href=\"?all=1\">Show all</a></p>")
    );
    assert_eq!(
        diff("", &text, None)
            .0
            .matches("<tr class=\"added\"")
            .count(),
        1_000
    );
}

#[test]
fn texts_that_have_nothing_in_common_are_compared_in_bounded_time() {
    let text =
        |from: usize| -> String { (0..40_000).map(|n| format!("{}\n", n * 2 + from)).collect() };
    let deadline = Deadline::after(std::time::Duration::from_secs(10));
    let page = diff(&text(0), &text(1), Some("?all=1"));
    assert_eq!(page.0.matches("<tr class=").count(), FIRST_LINES);
    assert!(deadline.remaining().is_some());
}
