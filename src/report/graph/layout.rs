//! Where the boxes and arrows of a drawn graph go.

use std::borrow::Cow;
use std::collections::BTreeMap;

use dagre::graph::{Edge as Arc, Graph, GraphOptions};
use dagre::layout::types::LabelPos;
use dagre::{EdgeLabel, LayoutOptions, NodeLabel};
use unicode_width::UnicodeWidthStr as _;

use super::walk::{Walk, times};
use super::{between, label, within};
use crate::workflow::{Event, Model, PhaseId, State, SubState};

/// The most states, and the most that its states times its arrows beyond one for each state may
/// come to, of a graph that is laid out: that is what its time grows with.
const MOST_STATES: usize = 300;
const MOST_CROSSINGS: usize = 2_000;
/// The width of a column of text, and the height of a line, in pixels.
const COLUMN: f64 = 7.0;
pub(super) const LINE: f64 = 16.0;
/// The widest line of a label, in columns, and the most lines; the rest is left to the tooltip.
const WIDEST: usize = 30;
const LINES: usize = 4;
/// What is kept free around a text inside its box, and around the whole.
const PADDING: f64 = 10.0;
const MARGIN: f64 = 12.0;
/// The name of the point where tasks start.
const START: &str = "start";

/// A graph whose every part has its place, in pixels from the upper left corner.
#[derive(Clone, Debug)]
pub struct Layout {
    pub(super) width: f64,
    pub(super) height: f64,
    /// The phases that are boxes around their sub-states.
    pub(super) boxes: Vec<(PhaseId, Area)>,
    pub(super) states: Vec<(State, Area)>,
    /// Where tasks start.
    pub(super) start: Area,
    pub(super) arrows: Vec<Arrow>,
}

/// A rectangle around its middle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// One arrow; several steps between the same two states are one.
#[derive(Clone, Debug)]
pub(super) struct Arrow {
    /// The state it leaves; none where tasks start.
    pub(super) from: Option<State>,
    pub(super) to: State,
    /// Whether it leads back.
    pub(super) back: bool,
    /// How often a task took it.
    pub(super) taken: u32,
    /// All that is said of it, and the part that is drawn, line by line.
    pub(super) words: String,
    pub(super) lines: Vec<String>,
    /// The middle of its label.
    pub(super) label: (f64, f64),
    pub(super) points: Vec<(f64, f64)>,
}

/// A graph that is too large to be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{states} states with {arrows} arrows between them are more than a picture is made of")]
pub struct TooLarge {
    states: usize,
    arrows: usize,
}

impl Layout {
    /// Places every part of a workflow, with the way of a task in its labels. The same workflow is
    /// always laid out in the same way.
    ///
    /// # Errors
    ///
    /// The graph is too large for that.
    pub fn of(model: &Model, walk: Option<&Walk>) -> Result<Self, TooLarge> {
        let states = model.states().count();
        let found = between(model).count();
        if states > MOST_STATES
            || states * found.saturating_sub(model.phases.len()) > MOST_CROSSINGS
        {
            let arrows = found;
            return Err(TooLarge { states, arrows });
        }
        let arrows = arrows(model, walk);
        let mut graph = placed(model, &arrows);
        let states = model.states();
        let states = states.map(|state| (state, area(&graph, &state_id(state))));
        let has_inside = |phase: &PhaseId| model.phase(*phase).approval.is_some();
        let boxes = model.phase_ids().filter(has_inside);
        let boxes = boxes.map(|phase| (phase, area(&graph, &box_id(phase))));
        let mut layout = Self {
            width: 0.0,
            height: 0.0,
            boxes: boxes.collect(),
            states: states.collect(),
            start: area(&graph, START),
            arrows: Vec::new(),
        };
        for (number, mut arrow) in arrows.into_iter().enumerate() {
            let from = arrow.from.map_or_else(|| START.to_owned(), state_id);
            let arc = Arc::with_name(from, state_id(arrow.to), number.to_string());
            if let Some(found) = graph.edge_by_obj_mut(&arc) {
                arrow.points = found.points.iter().map(|at| (at.x, at.y)).collect();
                arrow.label = found.x.zip(found.y).unwrap_or_default();
            }
            layout.arrows.push(arrow);
        }
        layout.leave_from_boxes();
        layout.frame();
        Ok(layout)
    }

    /// Lets the ways back that are open in every sub-state start at the edge of the box.
    fn leave_from_boxes(&mut self) {
        let boxes: BTreeMap<PhaseId, Area> = self.boxes.iter().copied().collect();
        for arrow in &mut self.arrows {
            let from = arrow.from.filter(|_| arrow.back).map(|from| from.phase);
            let Some(around) = from.and_then(|phase| boxes.get(&phase)) else {
                continue;
            };
            let outside = arrow.points.iter().position(|at| !around.holds(*at));
            if let Some(first @ 1..) = outside {
                let edge = around.border(arrow.points[first - 1], arrow.points[first]);
                arrow.points.drain(..first - 1);
                arrow.points[0] = edge;
            }
        }
    }

    /// Sets the size to what is drawn.
    fn frame(&mut self) {
        let areas = self.boxes.iter().map(|(_, area)| area);
        let areas = areas.chain(self.states.iter().map(|(_, area)| area));
        let corners = areas.map(|area| (area.x + area.width / 2.0, area.y + area.height / 2.0));
        let labels = self.arrows.iter().map(|arrow| {
            let (width, height) = arrow.extent();
            (arrow.label.0 + width / 2.0, arrow.label.1 + height / 2.0)
        });
        let points = self.arrows.iter().flat_map(|arrow| arrow.points.clone());
        let (width, height) = corners
            .chain(labels)
            .chain(points)
            .fold((0.0, 0.0), |(width, height), (x, y)| {
                (f64::max(width, x), f64::max(height, y))
            });
        (self.width, self.height) = (width + MARGIN, height + MARGIN);
    }
}

impl Area {
    fn holds(&self, (x, y): (f64, f64)) -> bool {
        (x - self.x).abs() <= self.width / 2.0 && (y - self.y).abs() <= self.height / 2.0
    }

    /// Where a line from the inside to the outside crosses the border.
    fn border(&self, inside: (f64, f64), outside: (f64, f64)) -> (f64, f64) {
        let (dx, dy) = (outside.0 - inside.0, outside.1 - inside.1);
        let part = |middle: f64, size: f64, from: f64, by: f64| {
            if by.abs() < f64::EPSILON {
                return 1.0;
            }
            (middle + by.signum() * size / 2.0 - from) / by
        };
        let across = part(self.x, self.width, inside.0, dx);
        let along = part(self.y, self.height, inside.1, dy);
        let part = across.min(along).clamp(0.0, 1.0);
        (inside.0 + dx * part, inside.1 + dy * part)
    }
}

impl Arrow {
    fn new(from: Option<State>, to: State, back: bool, words: &str, taken: u32) -> Self {
        let words = times(words, taken);
        let mut lines: Vec<String> = Vec::new();
        if !words.is_empty() {
            let wrapped = textwrap::wrap(&words, WIDEST).into_iter();
            lines.extend(wrapped.take(LINES + 1).map(Cow::into_owned));
        }
        if lines.len() > LINES {
            lines.truncate(LINES);
            lines[LINES - 1].push('…');
        }
        Self {
            from,
            to,
            back,
            taken,
            words,
            lines,
            label: (0.0, 0.0),
            points: Vec::new(),
        }
    }

    /// The width and the height of what is written at it.
    pub(super) fn extent(&self) -> (f64, f64) {
        let widths = self.lines.iter().map(|line| width(line));
        let height = self.lines.iter().map(|_| LINE).sum();
        (widths.fold(0.0, f64::max), height)
    }
}

/// Every arrow, before it has a place.
fn arrows(model: &Model, walk: Option<&Walk>) -> Vec<Arrow> {
    let mut arrows = vec![Arrow::new(None, model.start(), false, "", 0)];
    for phase in model.phase_ids() {
        for (from, to, words) in within(model, phase) {
            let taken = walk.map_or(0, |walk| walk.between(model, from, to));
            arrows.push(Arrow::new(Some(from), to, false, &words, taken));
        }
    }
    for edge in between(model) {
        let taken = walk.map_or(0, |walk| walk.along(model, edge));
        let back = edge.event == Event::Rework;
        let words = label(model, edge);
        arrows.push(Arrow::new(Some(edge.from), edge.to, back, &words, taken));
    }
    arrows
}

fn placed(model: &Model, arrows: &[Arrow]) -> Graph<NodeLabel, EdgeLabel> {
    let mut graph = Graph::with_options(GraphOptions {
        directed: true,
        multigraph: true,
        compound: true,
    });
    graph.set_node(START, Some(node(10.0, 10.0)));
    for state in model.states() {
        let id = state_id(state);
        let size = width(shown(model, state)) + 2.0 * PADDING;
        graph.set_node(id.as_str(), Some(node(size, LINE + 2.0 * PADDING)));
        if model.phase(state.phase).approval.is_some() {
            let around = box_id(state.phase);
            if state.sub == SubState::Base {
                graph.set_node(around.as_str(), Some(NodeLabel::default()));
            }
            graph.set_parent(&id, Some(&around));
        }
    }
    for (number, arrow) in arrows.iter().enumerate() {
        let from = arrow.from.map_or_else(|| START.to_owned(), state_id);
        let (width, height) = arrow.extent();
        let drawn = EdgeLabel {
            width,
            height,
            labelpos: LabelPos::Center,
            weight: match arrow.from {
                _ if arrow.back => 0,
                // The states of one phase stand close together.
                Some(from) if from.phase == arrow.to.phase => 8,
                _ => 2,
            },
            ..EdgeLabel::default()
        };
        let name = number.to_string();
        graph.set_edge(from, state_id(arrow.to), Some(drawn), Some(&name));
    }
    let options = LayoutOptions {
        nodesep: 24.0,
        edgesep: 14.0,
        ranksep: 26.0,
        marginx: MARGIN,
        marginy: MARGIN,
        ..LayoutOptions::default()
    };
    dagre::layout(&mut graph, Some(options));
    graph
}

/// What is written into the box of a state.
pub(super) fn shown(model: &Model, state: State) -> &str {
    match state.sub {
        SubState::Base => model.phase(state.phase).name.as_str(),
        SubState::Pending => model.pending.as_str(),
        SubState::Granted => model.granted.as_str(),
    }
}

fn node(width: f64, height: f64) -> NodeLabel {
    NodeLabel {
        width,
        height,
        ..NodeLabel::default()
    }
}

fn area(graph: &Graph<NodeLabel, EdgeLabel>, id: &str) -> Area {
    let found = graph.node(id);
    let of = |part: fn(&NodeLabel) -> f64| found.map_or(0.0, part);
    Area {
        x: of(|node| node.x.unwrap_or_default()),
        y: of(|node| node.y.unwrap_or_default()),
        width: of(|node| node.width),
        height: of(|node| node.height),
    }
}

/// The width of a text, in pixels; fonts differ, so it is a generous one.
pub(super) fn width(text: &str) -> f64 {
    u32::try_from(text.width()).map_or(f64::MAX, f64::from) * COLUMN
}

fn box_id(phase: PhaseId) -> String {
    format!("b{}", phase.index())
}

fn state_id(state: State) -> String {
    let sub = match state.sub {
        SubState::Base => "",
        SubState::Pending => "p",
        SubState::Granted => "g",
    };
    format!("s{}{sub}", state.phase.index())
}
