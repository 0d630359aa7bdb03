//! The pages: each asks the desk and shows the answer.

mod agent;
mod approvals;
mod archiver;
mod audit;
mod board;
mod document;
mod log;
mod loops;
mod refused;
mod task;

use std::collections::BTreeMap;
use std::sync::Arc;

use maud::{Markup, html};
use serde::Deserialize;

use super::desk::{Board, Desk, Pending, Question};
use super::page::PAGES;
use super::server::Site;
use super::workflow::{Standing, workflow};
use crate::clock;
use crate::names::{ArtifactName, TaskPath};
use crate::report::Answer;
use crate::workflow::Model;
pub(super) use refused::refused;

/// A project as one request sees it.
pub(super) struct Room<'s> {
    site: &'s Site,
    number: usize,
    /// The name of the project in addresses.
    pub(super) name: &'s str,
    /// Whether whoever asks may decide.
    pub(super) decides: bool,
    /// The time of the request.
    pub(super) now: String,
}

impl<'s> Room<'s> {
    pub(super) fn new(site: &'s Site, number: usize, decides: bool) -> Self {
        let name = &site.desk.projects()[number].0;
        let now = clock::now();
        Self {
            site,
            number,
            name,
            decides,
            now,
        }
    }

    /// Where the tasks stand.
    pub(super) fn board(&self) -> Result<Arc<Board>, Answer> {
        let changes = self.site.watched.count();
        let desk: &dyn Desk = &*self.site.desk;
        self.site.boards.at(desk, self.number, changes)
    }

    fn ask(&self, question: &Question) -> Answer {
        self.site.desk.ask(self.number, question)
    }

    fn pending(&self, task: &TaskPath) -> Result<Option<Pending>, Answer> {
        self.site.desk.pending(self.number, task)
    }

    fn artifact(&self, task: &TaskPath, name: &ArtifactName) -> Result<Vec<u8>, Answer> {
        self.site.desk.artifact(self.number, task, name)
    }

    /// The address of a page of the project.
    pub(super) fn to(&self, view: &str) -> String {
        format!("/p/{}/{view}", self.name)
    }

    /// The address of the page of a task.
    pub(super) fn to_task(&self, task: &TaskPath) -> String {
        self.to(&format!("task/{task}"))
    }
}

/// What is asked for behind the `?` of an address.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Filter {
    /// Only tasks in this phase.
    pub(super) phase: String,
    /// Only tasks whose path contains this.
    pub(super) name: String,
    /// Only tasks that wait for a person.
    pub(super) waiting: bool,
    /// How many tasks of the phase come before the first that is shown.
    pub(super) from: usize,
    /// Only what failed.
    pub(super) failures: bool,
    /// The task that was decided about a moment ago.
    pub(super) done: String,
    /// The number of the finding whose path is drawn.
    pub(super) finding: Option<usize>,
}

/// A page of a project.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum View {
    Board,
    Approvals,
    Workflow,
    Audit,
    Agent,
    Loops,
    Archiver,
    Log,
    Task(TaskPath),
    Artifact(TaskPath, ArtifactName),
    Diff(TaskPath, ArtifactName),
}

impl View {
    /// The page at an address below the project's. Names are taken apart as everywhere, so that
    /// no address leads out of a task's folder.
    pub(super) fn of(address: &str) -> Option<Self> {
        let (first, rest) = address.split_once('/').unwrap_or((address, ""));
        let named = || {
            let (name, task) = rest.split_once('/')?;
            Some((task.parse().ok()?, name.parse().ok()?))
        };
        match (first, rest) {
            ("board", "") => Some(Self::Board),
            ("approvals", "") => Some(Self::Approvals),
            ("workflow", "") => Some(Self::Workflow),
            ("audit", "") => Some(Self::Audit),
            ("agent", "") => Some(Self::Agent),
            ("loops", "") => Some(Self::Loops),
            ("archiver", "") => Some(Self::Archiver),
            ("log", "") => Some(Self::Log),
            ("task", task) => task.parse().ok().map(Self::Task),
            ("artifact", _) => named().map(|(task, name)| Self::Artifact(task, name)),
            ("diff", _) => named().map(|(task, name)| Self::Diff(task, name)),
            _ => None,
        }
    }

    /// The key of the entry in the navigation that it belongs to; nothing for what is reached from
    /// another page.
    pub(super) fn key(&self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Approvals => "approvals",
            Self::Workflow => "workflow",
            Self::Audit => "audit",
            Self::Agent => "agent",
            Self::Loops => "loops",
            Self::Archiver => "archiver",
            Self::Log => "log",
            Self::Task(_) | Self::Artifact(..) | Self::Diff(..) => "",
        }
    }

    /// What the window is called.
    pub(super) fn title(&self) -> String {
        match self {
            Self::Task(task) => task.to_string(),
            Self::Artifact(task, name) => format!("{name} of {task}"),
            Self::Diff(task, name) => format!("Changes of {name} of {task}"),
            _ => {
                let mut pages = PAGES.iter();
                let page = pages.find(|(key, ..)| *key == self.key());
                page.map_or_else(String::new, |(_, name, _)| (*name).to_owned())
            }
        }
    }

    /// The content, or why there is none.
    pub(super) fn main(&self, room: &Room<'_>, filter: &Filter) -> Result<Markup, Answer> {
        match self {
            Self::Board => board::board(room, filter),
            Self::Approvals => approvals::approvals(room, filter),
            Self::Workflow => drawn(room, filter),
            Self::Audit => audit::audit(room),
            Self::Agent => agent::agent(room),
            Self::Loops => loops::loops(room),
            Self::Archiver => archiver::archiver(room),
            Self::Log => log::log(room, filter),
            Self::Task(task) => task::task(room, task, filter),
            Self::Artifact(task, name) => task::artifact(room, task, name),
            Self::Diff(task, name) => approvals::changed(room, task, name.as_str()),
        }
    }
}

/// The workflow, with the tasks where they stand.
fn drawn(room: &Room<'_>, filter: &Filter) -> Result<Markup, Answer> {
    let studied = room.site.desk.study(room.number)?;
    let board = room.board().unwrap_or_default();
    let standing = studied
        .model
        .as_ref()
        .map(|model| standing(room, model, &board));
    let layouts = &room.site.layouts;
    let standing = standing.unwrap_or_default();
    let to = room.to("workflow");
    Ok(workflow(&studied, layouts, standing, filter.finding, &to))
}

fn standing(room: &Room<'_>, model: &Model, board: &Board) -> Standing {
    let mut standing = BTreeMap::new();
    for name in board.rows.iter().filter_map(|row| row.state.as_ref()) {
        if let Some(state) = model.state_named(name) {
            let to = || (0, room.to(&format!("board?phase={}", name.phase)));
            standing.entry(state).or_insert_with(to).0 += 1;
        }
    }
    standing
}

/// The projects, and in how many tasks each waits for a person.
pub(super) fn projects(rooms: &[Room<'_>]) -> Markup {
    html! {
        h1 { "Projects" }
        ul.projects {
            @for room in rooms {
                li {
                    a href=(room.to("board")) { (room.name) }
                    @match room.board() {
                        Ok(board) => {
                            @let waiting = board.rows.iter().filter(|row| row.waits_for_person()).count();
                            @if waiting > 0 {
                                " " a href=(room.to("board?waiting=true")) { (waiting) " waiting on you" }
                            }
                            " " span.dim { (board.rows.len()) " tasks" }
                        }
                        Err(answer) => (refused(&answer)),
                    }
                }
            }
        }
    }
}
