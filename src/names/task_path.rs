//! The name of a task below the names of the tasks that it is a part of.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{NameError, TaskName};

/// A task or sub-task: its name, below the names of its parents, joined by `/`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TaskPath(Box<[TaskName]>);

impl TaskPath {
    /// The path of a task that stands directly in the project.
    pub fn top(name: TaskName) -> Self {
        Self(Box::new([name]))
    }

    /// The path of this task's sub-task `name`.
    #[must_use]
    pub fn child(&self, name: TaskName) -> Self {
        let mut names = self.0.to_vec();
        names.push(name);
        Self(names.into())
    }

    /// The path of the task that this one is a sub-task of.
    pub fn parent(&self) -> Option<Self> {
        match &self.0[..] {
            [] | [_] => None,
            [above @ .., _] => Some(Self(above.into())),
        }
    }

    /// The names from the outermost task inward; never empty.
    pub fn names(&self) -> &[TaskName] {
        &self.0
    }

    /// The task's own name.
    #[expect(clippy::missing_panics_doc, reason = "a path is never empty")]
    pub fn name(&self) -> &TaskName {
        self.0.last().expect("a task path has at least one name")
    }

    /// The task's folder, relative to the project.
    pub fn folder(&self) -> String {
        let mut folder = String::from(".automaton/tasks");
        for (depth, name) in self.0.iter().enumerate() {
            let between = if depth == 0 { "/" } else { "/subtasks/" };
            folder.push_str(between);
            folder.push_str(name.as_str());
        }
        folder
    }

    /// How many tasks stand above this one.
    pub fn depth(&self) -> usize {
        self.0.len() - 1
    }
}

impl FromStr for TaskPath {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        text.split('/')
            .map(str::parse)
            .collect::<Result<_, _>>()
            .map(Self)
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
        for (index, name) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            f.write_str(name.as_str())?;
        }
        Ok(())
    }
}

impl fmt::Debug for TaskPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TaskPath({self})")
    }
}
