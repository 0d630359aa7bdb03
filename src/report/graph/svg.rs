//! The graph as a picture for browsers, which needs no other program and loads nothing.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::layout::{Area, Arrow, LINE, Layout, shown, width};
use super::walk::{HERE, WALKED, Walk};
use crate::diagnostic::displayable;
use crate::report::many;
use crate::workflow::{Model, State, Terminal};

/// How the picture looks: properties and classes that a page may set otherwise.
pub const SVG_STYLE: &str = include_str!("svg.css");

/// How far from a corner its rounding starts, in pixels.
const CORNER: f64 = 14.0;

/// What a picture shows beside the workflow itself.
#[derive(Clone, Debug, Default)]
pub struct Marks<'a> {
    /// The way of one task.
    pub walk: Option<&'a Walk>,
    /// How many tasks stand in a state, and the address that lists them.
    pub standing: BTreeMap<State, (usize, String)>,
    /// A path, state by state.
    pub path: Vec<State>,
    /// Whether the last step of the path is refused.
    pub refused: bool,
}

/// The picture as a file of its own, with its style inside.
pub fn svg(model: &Model, layout: &Layout, marks: &Marks) -> String {
    let style = format!("<style>\n{SVG_STYLE}</style>\n");
    drawn(model, layout, marks, &style)
}

/// The picture as a part of a page, which brings [`SVG_STYLE`].
pub fn svg_inline(model: &Model, layout: &Layout, marks: &Marks) -> String {
    drawn(model, layout, marks, "")
}

/// Paints boxes first, then arrows, then the states above them.
fn drawn(model: &Model, layout: &Layout, marks: &Marks, style: &str) -> String {
    let (width, height) = (layout.width, layout.height);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" role=\"graphics-document\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\">\n"
    );
    _ = writeln!(
        text,
        "<title>{}</title>\n<desc>{}</desc>",
        escaped(model.name.as_str()),
        escaped(&described(model, marks))
    );
    text.push_str(style);
    for (phase, area) in &layout.boxes {
        let name = escaped(model.phase(*phase).name.as_str());
        text.push_str("<g class=\"phase\">");
        rect(&mut text, *area, 8);
        _ = writeln!(text, "<title>{name}</title></g>");
    }
    let start = layout.start;
    _ = writeln!(
        text,
        "<circle class=\"start\" cx=\"{:.0}\" cy=\"{:.0}\" r=\"{:.0}\"/>",
        start.x,
        start.y,
        start.width / 2.0
    );
    for arrow in &layout.arrows {
        paint(&mut text, model, arrow, marks);
    }
    for arrow in layout.arrows.iter().filter(|arrow| !arrow.lines.is_empty()) {
        caption(&mut text, arrow);
    }
    for (state, area) in &layout.states {
        place(&mut text, model, *state, *area, marks);
    }
    text.push_str("</svg>\n");
    text
}

/// The picture in words, for whoever does not see it.
fn described(model: &Model, marks: &Marks) -> String {
    let mut words = format!(
        "{} phases. Tasks start in {}.",
        model.phases.len(),
        model.state_name(model.start())
    );
    let ends = model.phases.iter().filter(|phase| phase.terminal.is_some());
    let ends: Vec<&str> = ends.map(|phase| phase.name.as_str()).collect();
    _ = write!(words, " They end in {}.", ends.join(" or "));
    if let Some(walk) = marks.walk {
        _ = write!(words, " {} stands in {}.", walk.task, walk.state);
    }
    words
}

fn paint(text: &mut String, model: &Model, arrow: &Arrow, marks: &Marks) {
    let mut class = "arrow".to_owned();
    let on_path = |from: State| marks.path.windows(2).any(|step| step == [from, arrow.to]);
    let is_refused = |from: State| marks.refused && marks.path.ends_with(&[from, arrow.to]);
    for (wanted, name) in [
        (arrow.back, " back"),
        (arrow.taken > 0, " taken"),
        (arrow.from.is_some_and(on_path), " path"),
        (arrow.from.is_some_and(is_refused), " refused"),
    ] {
        if wanted {
            class.push_str(name);
        }
    }
    let [.., before, end] = arrow.points[..] else {
        return;
    };
    _ = write!(
        text,
        "<g class=\"{class}\"><path d=\"{}\"/>",
        line(&arrow.points)
    );
    let (dx, dy) = (end.0 - before.0, end.1 - before.1);
    let length = dx.hypot(dy).max(1.0);
    let (dx, dy) = (dx / length, dy / length);
    let back = (end.0 - dx * 9.0, end.1 - dy * 9.0);
    let corners = [
        end,
        (back.0 - dy * 4.0, back.1 + dx * 4.0),
        (back.0 + dy * 4.0, back.1 - dx * 4.0),
    ];
    let corners = corners.map(|(x, y)| format!("{x:.1},{y:.1}"));
    let from = arrow.from.map_or_else(
        || "start".to_owned(),
        |from| model.state_name(from).to_string(),
    );
    let mut step = format!("{from} to {}", model.state_name(arrow.to));
    if !arrow.words.is_empty() {
        _ = write!(step, ": {}", arrow.words);
    }
    _ = writeln!(
        text,
        "<polygon points=\"{}\"/><title>{}</title></g>",
        corners.join(" "),
        escaped(&step)
    );
}

/// A line through its points whose corners are rounded.
fn line(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (number, &at) in points.iter().enumerate() {
        let before = number.checked_sub(1).and_then(|before| points.get(before));
        match (before, points.get(number + 1)) {
            (None, _) => _ = write!(path, "M{:.1} {:.1}", at.0, at.1),
            (_, None) => _ = write!(path, " L{:.1} {:.1}", at.0, at.1),
            (Some(&before), Some(&after)) => {
                let (into, out) = (towards(at, before), towards(at, after));
                _ = write!(
                    path,
                    " L{:.1} {:.1} Q{:.1} {:.1} {:.1} {:.1}",
                    into.0, into.1, at.0, at.1, out.0, out.1
                );
            }
        }
    }
    path
}

/// The point near `at` where the rounding of its corner ends.
fn towards(at: (f64, f64), other: (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (other.0 - at.0, other.1 - at.1);
    let part = (CORNER / dx.hypot(dy).max(1.0)).min(0.5);
    (at.0 + dx * part, at.1 + dy * part)
}

fn caption(text: &mut String, arrow: &Arrow) {
    text.push_str("<g class=\"arrow\" aria-hidden=\"true\">");
    let (x, mut y) = arrow.label;
    y += (LINE - arrow.extent().1) / 2.0;
    for line in &arrow.lines {
        _ = write!(
            text,
            "<text x=\"{x:.0}\" y=\"{y:.0}\">{}</text>",
            escaped(line)
        );
        y += LINE;
    }
    text.push_str("</g>\n");
}

fn place(text: &mut String, model: &Model, state: State, area: Area, marks: &Marks) {
    let name = model.state_name(state);
    let mut class = "state".to_owned();
    let mut words = name.to_string();
    let end = model.phase(state.phase).terminal;
    let walked = marks.walk.is_some_and(|walk| walk.visits(state) > 0);
    let here = marks.walk.is_some_and(|walk| walk.is_at(state));
    let steps: Vec<String> = (1..)
        .zip(&marks.path)
        .filter(|(_, on)| **on == state)
        .map(|(number, _): (usize, _)| number.to_string())
        .collect();
    if let Some(end) = end {
        _ = write!(class, " {}", end.word());
        words.push_str(match end {
            Terminal::Success => ", where tasks are complete",
            Terminal::Failure => ", where tasks have failed",
        });
    }
    if here {
        _ = write!(class, " {HERE}");
        words.push_str(", where the task stands");
    } else if walked {
        _ = write!(class, " {WALKED}");
    }
    if !steps.is_empty() {
        class.push_str(" path");
        _ = write!(words, ", step {} of the path", steps.join(" and "));
        if marks.refused && marks.path.last() == Some(&state) {
            words.push_str(", where the last is refused");
        }
    }
    let standing = marks.standing.get(&state);
    if let Some((count, _)) = standing {
        _ = write!(words, ", {}", many(*count, "task"));
    }
    let words = escaped(&words);
    let tag = match standing {
        Some((_, address)) => {
            let address = escaped(address);
            _ = write!(
                text,
                "<a class=\"{class}\" href=\"{address}\" aria-label=\"{words}\">"
            );
            "a"
        }
        None => {
            _ = write!(
                text,
                "<g class=\"{class}\" role=\"img\" aria-label=\"{words}\">"
            );
            "g"
        }
    };
    rect(text, area, 6);
    if end.is_some() {
        let inner = Area {
            width: area.width - 7.0,
            height: area.height - 7.0,
            ..area
        };
        rect(text, inner, 4);
    }
    let label = escaped(shown(model, state));
    _ = write!(
        text,
        "<text x=\"{:.0}\" y=\"{:.0}\">{label}</text>",
        area.x, area.y
    );
    _ = writeln!(text, "</{tag}>");
    // What the name says already stands outside of what is named.
    let corner = (area.x + area.width / 2.0, area.y - area.height / 2.0);
    if let Some((count, _)) = standing {
        badge(text, corner, &count.to_string());
    }
    if !steps.is_empty() {
        badge(text, (corner.0 - area.width, corner.1), &steps.join(" "));
    }
}

fn rect(text: &mut String, area: Area, radius: u8) {
    _ = write!(
        text,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{radius}\"/>",
        area.x - area.width / 2.0,
        area.y - area.height / 2.0,
        area.width,
        area.height
    );
}

/// A small number at a corner of a box.
fn badge(text: &mut String, (x, y): (f64, f64), words: &str) {
    let area = Area {
        x,
        y,
        width: width(words) + 11.0,
        height: 18.0,
    };
    text.push_str("<g class=\"badge\" aria-hidden=\"true\">");
    rect(text, area, 9);
    _ = write!(text, "<text x=\"{x:.0}\" y=\"{y:.0}\">{words}</text></g>");
}

/// The text with everything that XML could read as more than text as an entity.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in displayable(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // XML has no such characters.
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}
