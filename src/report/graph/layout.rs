//! Where the boxes of phases and the arrows between them stand in a drawn graph.

use std::fmt;

use dagre::graph::{Graph, GraphOptions};
use dagre::{EdgeLabel, LayoutOptions, NodeLabel};
use unicode_width::UnicodeWidthStr as _;

use super::walk::{Walk, times};
use super::{between, label};
use crate::workflow::{Edge, Event, Model, PhaseId, State};

/// The most phases that are drawn.
const MOST_PHASES: usize = 400;
/// The most ranks that arrows may cross: phases, by the arrows that a tree of them would not have.
/// Time and memory grow with it; at this bound a layout takes about a second.
const MOST_CROSSINGS: usize = 6_000;

/// The width of a column of text, and the height of a line of it.
pub(super) const COLUMN: f64 = 7.6;
pub(super) const LINE: f64 = 17.0;
/// The height of one sub-state with the room below it, in which its arrows lead on.
pub(super) const ROW: f64 = 58.0;
/// The height of the box of a sub-state.
pub(super) const CHIP: f64 = 28.0;
/// The room around what stands in a box.
pub(super) const PAD: f64 = 12.0;
/// The room for the words at one side of the sub-states.
pub(super) const SIDE: f64 = 136.0;
/// The room beside a name, for how many tasks stand there.
const BADGE: f64 = 64.0;

/// A place, in pixels from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct At {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// The box of one phase.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Frame {
    pub(super) phase: PhaseId,
    /// The upper left corner.
    pub(super) corner: At,
    pub(super) width: f64,
    pub(super) height: f64,
    /// How wide its states are.
    pub(super) chip: f64,
}

/// The arrow of one step between two phases.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrow {
    pub(super) from: State,
    pub(super) to: State,
    pub(super) event: Event,
    /// How often a task took it.
    pub(super) taken: u32,
    /// What stands beside it, in full.
    pub(super) words: String,
    /// The same, in lines that are short enough to be drawn.
    pub(super) lines: Vec<String>,
    /// The middle of these lines.
    pub(super) middle: At,
    pub(super) points: Vec<At>,
}

/// A graph with a place for everything in it. It can be drawn many times, with other marks.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) frames: Vec<Frame>,
    pub(super) arrows: Vec<Arrow>,
}

/// A graph that is too large to be drawn within a second or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// How many phases it has.
    pub phases: usize,
    /// How many arrows lead from one phase to another.
    pub arrows: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { phases, arrows } = self;
        write!(f, "{phases} phases with {arrows} arrows between them")
    }
}

impl Layout {
    /// Places every phase, and every arrow with its words; with a walk, the words say how often it
    /// was taken.
    ///
    /// # Errors
    ///
    /// Where the graph is so large that its layout would take longer than anybody waits.
    pub fn of(model: &Model, walk: Option<&Walk>) -> Result<Self, TooLarge> {
        let edges: Vec<&Edge> = between(model).collect();
        let (phases, arrows) = (model.phases.len(), edges.len());
        let extra = arrows.saturating_sub(phases);
        if phases > MOST_PHASES || phases.saturating_mul(extra) > MOST_CROSSINGS {
            return Err(TooLarge { phases, arrows });
        }
        let mut graph = Graph::with_options(GraphOptions {
            directed: true,
            multigraph: true,
            compound: false,
        });
        let mut frames: Vec<Frame> = model.phase_ids().map(|id| frame(model, id)).collect();
        // The layout looks for cycles from the first phase on: that is where tasks start.
        frames.sort_by_key(|frame| (frame.phase != model.initial, frame.phase));
        for frame in &frames {
            let node = NodeLabel {
                width: frame.width,
                height: frame.height,
                ..NodeLabel::default()
            };
            graph.set_node(key(frame.phase), Some(node));
        }
        let mut arrows: Vec<Arrow> = edges.iter().map(|e| arrow(model, e, walk)).collect();
        // Ways on before ways back, so that it is the ways back that lead up again.
        arrows.sort_by_key(|arrow| arrow.event == Event::Rework);
        for (number, arrow) in arrows.iter().enumerate() {
            let (from, to) = (key(arrow.from.phase), key(arrow.to.phase));
            graph.set_edge(from, to, Some(room(arrow)), Some(&number.to_string()));
        }
        let options = LayoutOptions {
            nodesep: 36.0,
            edgesep: 24.0,
            ranksep: 44.0,
            marginx: PAD,
            marginy: PAD + LINE,
            ..LayoutOptions::default()
        };
        dagre::layout(&mut graph, Some(options));
        for frame in &mut frames {
            if let Some(node) = graph.node(&key(frame.phase)) {
                frame.corner = At {
                    x: node.x.unwrap_or_default() - frame.width / 2.0,
                    y: node.y.unwrap_or_default() - frame.height / 2.0,
                };
            }
        }
        for (number, arrow) in arrows.iter_mut().enumerate() {
            let (from, to) = (key(arrow.from.phase), key(arrow.to.phase));
            if let Some(edge) = graph.edge(&from, &to, Some(&number.to_string())) {
                arrow.points = edge.points.iter().map(|at| at_point(at.x, at.y)).collect();
                arrow.middle = at_point(edge.x.unwrap_or_default(), edge.y.unwrap_or_default());
            }
        }
        frames.sort_by_key(|frame| frame.phase);
        let mut layout = Self {
            width: 0.0,
            height: 0.0,
            frames,
            arrows,
        };
        layout.measure();
        Ok(layout)
    }

    fn measure(&mut self) {
        let frames = self.frames.iter();
        let boxes = frames.map(|frame| (frame.corner.x + frame.width, frame.corner.y + frame.height));
        let points = self.arrows.iter().flat_map(|arrow| {
            let half = arrow.lines.iter().map(|line| columns(line)).fold(0.0, f64::max) / 2.0;
            let words = (arrow.middle.x + half, arrow.middle.y + LINE);
            arrow.points.iter().map(|at| (at.x, at.y)).chain([words])
        });
        let (width, height) = boxes
            .chain(points)
            .fold((0.0, 0.0), |(x, y), (right, low)| (f64::max(x, right), f64::max(y, low)));
        (self.width, self.height) = (width + PAD, height + PAD);
    }
}

fn at_point(x: f64, y: f64) -> At {
    At { x, y }
}

fn key(phase: PhaseId) -> String {
    phase.index().to_string()
}

/// How wide a text is drawn.
pub(super) fn columns(text: &str) -> f64 {
    u32::try_from(text.width()).map_or(f64::MAX, f64::from) * COLUMN
}

fn frame(model: &Model, id: PhaseId) -> Frame {
    let phase = model.phase(id);
    let name = columns(phase.name.as_str());
    let (chip, width, height) = if phase.approval.is_some() {
        let inner = columns(model.pending.as_str()).max(columns(model.granted.as_str()));
        let chip = inner.max(name) + BADGE;
        (chip, chip + 2.0 * SIDE, LINE + 2.0 * PAD + 2.0 * ROW + CHIP)
    } else {
        let chip = name + BADGE;
        (chip, chip, CHIP + PAD)
    };
    Frame {
        phase: id,
        corner: at_point(0.0, 0.0),
        width,
        height,
        chip,
    }
}

fn arrow(model: &Model, edge: &Edge, walk: Option<&Walk>) -> Arrow {
    let taken = walk.map_or(0, |walk| walk.along(model, edge));
    let words = times(&label(model, edge), taken);
    Arrow {
        from: edge.from,
        to: edge.to,
        event: edge.event,
        taken,
        lines: short(&words),
        words,
        middle: at_point(0.0, 0.0),
        points: Vec::new(),
    }
}

/// A text in at most three lines of at most 28 columns; what is left out is marked.
fn short(words: &str) -> Vec<String> {
    const LINES: usize = 3;
    let mut lines: Vec<String> = textwrap::wrap(words, 28)
        .into_iter()
        .take(LINES + 1)
        .map(std::borrow::Cow::into_owned)
        .collect();
    if lines.len() > LINES {
        lines.truncate(LINES);
        if let Some(last) = lines.last_mut() {
            last.push('…');
        }
    }
    lines
}

/// What the layout has to keep free for the words of an arrow.
fn room(arrow: &Arrow) -> EdgeLabel {
    let width = arrow.lines.iter().map(|line| columns(line)).fold(0.0, f64::max);
    let lines = u32::try_from(arrow.lines.len()).map_or(0.0, f64::from);
    // A way back bends more easily than a way on.
    let weight = if arrow.event == Event::Rework { 1 } else { 4 };
    EdgeLabel {
        width,
        height: lines * LINE,
        weight,
        labelpos: dagre::layout::types::LabelPos::Center,
        ..EdgeLabel::default()
    }
}
