//! Artifacts as pages show them. Whoever wrote one may want to attack whoever reads it: nothing in
//! it is loaded, run or followed by itself, and what a person decides on is what is there.

use std::cell::Cell;
use std::fmt::{self, Write as _};

use comrak::html::{ChildRendering, Context, format_document_with_formatter, format_node_default};
use comrak::nodes::{AstNode, NodeValue};
use comrak::options::Plugins;
use comrak::{Arena, Options, try_parse_document};
use maud::{Markup, PreEscaped, html};

use crate::diagnostic::displayable;

/// The longest text that is laid out as Markdown, in bytes; a longer one is shown as it stands.
const LONGEST: usize = 256 << 10;
/// The longest text that is shown at all, in bytes.
const LONGEST_PLAIN: usize = 1 << 20;
/// How deep quotes and lists may be nested; browsers stop at about 500.
const DEEPEST: usize = 60;
/// How much work a text may make, in the parser's units of 256 lines, pieces or nodes.
const MOST_WORK: u32 = 4_000;
/// Headings of an artifact stand below those of the page.
const BELOW: u8 = 2;

/// The text as HTML.
///
/// Raw HTML is shown, not obeyed. Only addresses of the web and of mail are links; others, and all
/// images, are named with their address. There are no ids, so nothing can pose as a part of the
/// page. A text that is too long or nested too deep is shown as it stands.
pub fn markdown(text: &str) -> Markup {
    if text.len() > LONGEST {
        return plain(text, "too long to be laid out");
    }
    let arena = Arena::new();
    let work = Cell::new(0);
    let tired = || {
        work.set(work.get() + 1);
        work.get() > MOST_WORK
    };
    let options = options();
    let Ok(root) = try_parse_document(&arena, &readable(text), &options, &tired) else {
        return plain(text, "too intricate to be laid out");
    };
    if root
        .descendants()
        .any(|node| node.ancestors().nth(DEEPEST).is_some())
    {
        return plain(text, "nested too deep to be laid out");
    }
    let mut page = String::new();
    let plugins = Plugins::default();
    match format_document_with_formatter(root, &options, &mut page, &plugins, part, ()) {
        Ok(()) => html! { div.markdown { (PreEscaped(page)) } },
        Err(fmt::Error) => plain(text, "not to be laid out"),
    }
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    options.extension.table = true;
    options.extension.strikethrough = true;
    options.extension.tasklist = true;
    options.extension.autolink = true;
    options
}

/// The text itself, with the reason why it is shown so.
fn plain(text: &str, why: &str) -> Markup {
    let shown = &text[..text.floor_char_boundary(LONGEST_PLAIN)];
    html! {
        p.dim { "Shown as it stands: " (why) "." }
        pre.source tabindex="0" { (readable(shown)) }
        @if shown.len() < text.len() {
            p.dim { "The first " (shown.len()) " of " (text.len()) " bytes are shown." }
        }
    }
}

/// The text without characters that are invisible or turn the text around them.
pub(super) fn readable(text: &str) -> String {
    let lines = text.replace("\r\n", "\n");
    let parts: Vec<String> = lines.split('\t').map(displayable).collect();
    parts.join("\t")
}

/// Writes one part of a text where it differs from what is usual.
fn part<'a>(
    context: &mut Context<'_, '_, ()>,
    node: &'a AstNode<'a>,
    entering: bool,
) -> Result<ChildRendering, fmt::Error> {
    match &node.data().value {
        // Entities can stand for what the text must not hold.
        NodeValue::Text(text) if entering => context.escape(&readable(text))?,
        NodeValue::Heading(heading) => {
            let level = heading.level.saturating_add(BELOW).min(6);
            if entering {
                context.cr()?;
                write!(context, "<h{level}>")?;
            } else {
                writeln!(context, "</h{level}>")?;
            }
        }
        NodeValue::Link(link) if is_of_web(&link.url) => {
            if entering {
                context.write_str("<a rel=\"noopener noreferrer nofollow\" href=\"")?;
                context.escape_href(&link.url)?;
                context.write_str("\">")?;
            } else {
                context.write_str("</a>")?;
            }
        }
        NodeValue::Link(link) if !entering => address(context, &link.url)?,
        NodeValue::Image(_) if entering => {
            context.write_str("<span class=\"image\">image: ")?;
            return Ok(ChildRendering::Plain);
        }
        NodeValue::Image(image) => {
            address(context, &image.url)?;
            context.write_str("</span>")?;
        }
        NodeValue::TaskItem(item) => {
            context.cr()?;
            context.write_str(match (entering, item.symbol) {
                (true, Some(_)) => "<li>☑ ",
                (true, None) => "<li>☐ ",
                (false, _) => "</li>\n",
            })?;
        }
        NodeValue::HtmlBlock(block) if entering => {
            context.cr()?;
            context.write_str("<pre class=\"source\">")?;
            context.escape(&block.literal)?;
            context.write_str("</pre>\n")?;
        }
        NodeValue::HtmlInline(literal) if entering => {
            context.write_str("<code>")?;
            context.escape(literal)?;
            context.write_str("</code>")?;
        }
        NodeValue::Text(_)
        | NodeValue::Link(_)
        | NodeValue::HtmlBlock(_)
        | NodeValue::HtmlInline(_) => {}
        _ => return format_node_default(context, node, entering),
    }
    Ok(ChildRendering::HTML)
}

/// The address of what is not a link, after its words.
fn address(context: &mut Context<'_, '_, ()>, url: &str) -> fmt::Result {
    context.write_str(" <span class=\"address\">(")?;
    context.escape(&readable(url))?;
    context.write_str(")</span>")
}

/// Whether a browser follows the address to the web or to a mail program, and to nothing else.
fn is_of_web(url: &str) -> bool {
    let kinds = ["http://", "https://", "mailto:"];
    kinds.iter().any(|kind| {
        let start = url.get(..kind.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(kind))
    })
}

#[cfg(test)]
mod tests;
