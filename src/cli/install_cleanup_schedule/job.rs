//! What is done once a day.

use crate::digest::Digest;

/// The cleanup of one project.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// The name of the schedule: another one for each project.
    pub(super) name: String,
    /// The project, by its absolute path.
    pub(super) project: String,
    /// The call, word by word.
    pub(super) words: Vec<String>,
}

impl Job {
    pub(super) fn new(program: String, project: String, older_than: String) -> Self {
        let option = |text: &str| text.to_owned();
        Self {
            name: format!(
                "automaton-cleanup-{}",
                Digest::of(project.as_bytes()).short()
            ),
            words: vec![
                program,
                option("cleanup-done"),
                option("--older-than"),
                older_than,
                option("--project"),
                project.clone(),
            ],
            project,
        }
    }
}
