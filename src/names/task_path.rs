//! The name of a task below the names of the tasks that it is a part of.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{NameError, TaskName, shown};

/// What the path of an archived task starts with: no task can have this name.
const ARCHIVE: &str = "complete";

/// A task or sub-task: its name, below the names of its parents, joined by `/`.
///
/// An archived task is `complete/NAME`, and the next one that had the same name `complete/NAME~2`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TaskPath {
    /// Which of the archived tasks of that name it is; nothing for one that is not archived.
    archived: Option<NonZeroU32>,
    names: Box<[TaskName]>,
}

impl TaskPath {
    /// The path of a task that stands directly in the project.
    pub fn top(name: TaskName) -> Self {
        Self {
            archived: None,
            names: Box::new([name]),
        }
    }

    /// The path of this task's sub-task `name`.
    #[must_use]
    pub fn child(&self, name: TaskName) -> Self {
        let mut names = self.names.to_vec();
        names.push(name);
        Self {
            archived: self.archived,
            names: names.into(),
        }
    }

    /// The path of the task that this one is a sub-task of.
    pub fn parent(&self) -> Option<Self> {
        match &self.names[..] {
            [] | [_] => None,
            [above @ .., _] => Some(Self {
                archived: self.archived,
                names: above.into(),
            }),
        }
    }

    /// The names from the outermost task inward; never empty.
    pub fn names(&self) -> &[TaskName] {
        &self.names
    }

    /// The path of the outermost task that this one is a part of, which may be itself.
    #[must_use]
    pub fn outermost(&self) -> Self {
        Self {
            archived: self.archived,
            names: self.names.iter().take(1).cloned().collect(),
        }
    }

    /// The task's own name.
    #[expect(clippy::missing_panics_doc, reason = "a path is never empty")]
    pub fn name(&self) -> &TaskName {
        self.names
            .last()
            .expect("a task path has at least one name")
    }

    /// The task's folder, relative to the project.
    pub fn folder(&self) -> String {
        let mut folder = String::from(".automaton/tasks");
        for (depth, name) in self.names.iter().enumerate() {
            let between = if depth == 0 { "/" } else { "/subtasks/" };
            folder.push_str(between);
            match self.archive_name() {
                Some(name) if depth == 0 => {
                    folder.push_str(ARCHIVE);
                    folder.push('/');
                    folder.push_str(&name);
                }
                _ => folder.push_str(name.as_str()),
            }
        }
        folder
    }

    /// How many tasks stand above this one.
    pub fn depth(&self) -> usize {
        self.names.len() - 1
    }

    /// Whether the task, or the one that it is a part of, is archived.
    pub fn is_archived(&self) -> bool {
        self.archived.is_some()
    }

    /// The path in the archive, as number `number` of the tasks that had this name.
    #[must_use]
    pub fn archived(&self, number: NonZeroU32) -> Self {
        Self {
            archived: Some(number),
            names: self.names.clone(),
        }
    }

    /// The path in the archive, as the first of the tasks that had this name.
    #[must_use]
    pub fn first_archived(&self) -> Self {
        self.archived(NonZeroU32::MIN)
    }

    /// The path that the task has outside the archive, by which its journal calls it.
    #[must_use]
    pub fn live(&self) -> Self {
        Self {
            archived: None,
            names: self.names.clone(),
        }
    }

    /// Whether the task's journal calls it `name`.
    pub fn is_called(&self, name: &Self) -> bool {
        name.archived.is_none() && name.names == self.names
    }

    /// The name of the folder in the archive that the task is in, or the one that it is a part of.
    pub fn archive_name(&self) -> Option<String> {
        let name = self.names.first()?;
        self.archived.map(|number| match number {
            NonZeroU32::MIN => name.to_string(),
            number => format!("{name}~{number}"),
        })
    }

    /// Whether it is `other`, or a part of it.
    pub fn is_within(&self, other: &Self) -> bool {
        self.archived == other.archived && self.names.starts_with(&other.names)
    }
}

impl FromStr for TaskPath {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let names = |text: &str| text.split('/').map(str::parse).collect::<Result<_, _>>();
        let Some(inside) = text
            .strip_prefix(ARCHIVE)
            .and_then(|rest| rest.strip_prefix('/'))
        else {
            return Ok(Self {
                archived: None,
                names: names(text)?,
            });
        };
        let (outer, below) = match inside.split_once('/') {
            Some((outer, below)) => (outer, Some(below)),
            None => (inside, None),
        };
        let (outer, number) = match outer.split_once('~') {
            None => (outer, NonZeroU32::MIN),
            Some((name, number)) => (name, copy(number).ok_or_else(|| not_a_copy(text))?),
        };
        let path = match below {
            Some(below) => names(&format!("{outer}/{below}"))?,
            None => names(outer)?,
        };
        Ok(Self {
            archived: Some(number),
            names: path,
        })
    }
}

/// The number of a task that is not the first of its name in the archive, as it is written.
fn copy(text: &str) -> Option<NonZeroU32> {
    let number: NonZeroU32 = text.parse().ok()?;
    (number > NonZeroU32::MIN && number.to_string() == text).then_some(number)
}

fn not_a_copy(text: &str) -> NameError {
    NameError {
        text: shown(text),
        kind: "task name",
        rule: "after `~` stands the number of an archived task, from 2 on",
    }
}

impl TryFrom<String> for TaskPath {
    type Error = NameError;

    fn try_from(text: String) -> Result<Self, NameError> {
        text.parse()
    }
}

impl From<TaskPath> for String {
    fn from(path: TaskPath) -> Self {
        path.to_string()
    }
}

impl From<TaskName> for TaskPath {
    fn from(name: TaskName) -> Self {
        Self::top(name)
    }
}

impl fmt::Display for TaskPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, name) in self.names.iter().enumerate() {
            if depth > 0 {
                f.write_str("/")?;
            }
            match self.archive_name() {
                Some(name) if depth == 0 => write!(f, "{ARCHIVE}/{name}")?,
                _ => f.write_str(name.as_str())?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for TaskPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TaskPath({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_written_as_it_is_read_and_names_a_folder() {
        for (text, folder) in [
            ("login", ".automaton/tasks/login"),
            ("epic/part", ".automaton/tasks/epic/subtasks/part"),
            ("complete/login", ".automaton/tasks/complete/login"),
            ("complete/login~2", ".automaton/tasks/complete/login~2"),
            (
                "complete/epic~12/part",
                ".automaton/tasks/complete/epic~12/subtasks/part",
            ),
        ] {
            let path: TaskPath = text.parse().expect(text);
            assert_eq!(
                (path.to_string(), path.folder()),
                (text.into(), folder.into())
            );
        }
        for wrong in [
            "complete",
            "complete/",
            "complete/a~1",
            "complete/a~02",
            "complete/a~",
            "complete/a~0",
            "a~2",
            "a/complete",
            "complete/complete/a",
            "complete/a/b~2",
            "COMPLETE/a",
        ] {
            assert!(wrong.parse::<TaskPath>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_archived_is_not_within_what_is_not() {
        let path = |text: &str| text.parse::<TaskPath>().expect(text);
        assert!(path("epic/part").is_within(&path("epic")));
        assert!(path("complete/epic/part").is_within(&path("complete/epic")));
        assert!(!path("complete/epic/part").is_within(&path("epic")));
        assert!(!path("complete/epic~2").is_within(&path("complete/epic")));
        assert_eq!(path("complete/epic~2/part").live(), path("epic/part"));
    }
}
