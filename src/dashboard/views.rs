//! The pages: each asks the desk and shows the answer.

mod board;
mod refused;
mod workflow;

use std::sync::Arc;

use maud::{Markup, html};
use serde::Deserialize;

use super::desk::{Board, Desk};
use super::server::Site;
use crate::clock;
use crate::names::TaskPath;
use crate::report::Answer;
use crate::workflow::Resolved;
pub(super) use workflow::Layouts;

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

    /// The workflow in force, and what the linter finds in it.
    pub(super) fn workflow(&self) -> Result<Resolved, Answer> {
        self.site.desk.workflow(self.number)
    }

    /// The layouts that were made before.
    pub(super) fn layouts(&self) -> &Layouts {
        &self.site.layouts
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
    /// The number of the finding whose path is drawn.
    pub(super) finding: Option<usize>,
}

/// A page of a project.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum View {
    Board,
    Workflow,
}

impl View {
    /// The page at an address below the project's.
    pub(super) fn of(address: &str) -> Option<Self> {
        match address {
            "board" => Some(Self::Board),
            "workflow" => Some(Self::Workflow),
            _ => None,
        }
    }

    /// The key of the entry in the navigation that it belongs to.
    pub(super) fn key(&self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Workflow => "workflow",
        }
    }

    /// What the window is called.
    pub(super) fn title(&self) -> String {
        match self {
            Self::Board => "Board".to_owned(),
            Self::Workflow => "Workflow".to_owned(),
        }
    }

    /// The content, and whether there is any.
    pub(super) fn main(&self, room: &Room<'_>, filter: &Filter) -> (bool, Markup) {
        let made = match self {
            Self::Board => board::board(room, filter),
            Self::Workflow => workflow::workflow(room, filter),
        };
        match made {
            Ok(main) => (true, main),
            Err(answer) => (false, refused::refused(&answer)),
        }
    }
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
                        Err(answer) => (refused::refused(&answer)),
                    }
                }
            }
        }
    }
}
