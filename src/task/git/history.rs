//! What Git has of a project's history: commits, the files in them, and their bytes.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;

use super::{Git, complaint, does_not_run, output_of};
use crate::fs::{Content, Kind};

/// A commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::task) struct Commit {
    pub(in crate::task) id: String,
    /// The commits that it follows; several for a merge, none for the first one.
    pub(in crate::task) parents: Vec<String>,
}

/// Something in a commit that has a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::task) struct Blob {
    pub(in crate::task) kind: Kind,
    /// The name of its bytes. Where two are the same, so are the bytes.
    pub(in crate::task) id: String,
}

impl Git {
    /// The commits of a range, as `git rev-list` understands it, each after its parents.
    pub(in crate::task) fn commits(&self, range: &str) -> Result<Vec<Commit>, String> {
        let order = ["rev-list", "--parents", "--topo-order", "--reverse"];
        let listed = self.asked(&[&order[..], &["--end-of-options", range, "--"]].concat())?;
        let commit = |line: &str| {
            let mut ids = line.split(' ').map(str::to_owned);
            let id = ids.next()?;
            Some(Commit {
                id,
                parents: ids.collect(),
            })
        };
        Ok(text(&listed).lines().filter_map(commit).collect())
    }

    /// The folder in its repository, with a slash at its end unless it is all of it.
    pub(in crate::task) fn above(&self) -> Result<String, String> {
        let above = self.asked(&["rev-parse", "--show-prefix"])?;
        Ok(text(&above).trim_end_matches('\n').to_owned())
    }

    /// What is staged, in `index` where that is not the usual one, as the commit that would be made
    /// of it now. Nothing refers to that commit.
    pub(in crate::task) fn staged(&self, index: Option<&Path>) -> Result<Commit, String> {
        let mut command = self.command(&["write-tree"]);
        if let Some(index) = index {
            command.env("GIT_INDEX_FILE", index);
        }
        let tree = Self::answer(&mut command)?;
        let heads = ["HEAD", "MERGE_HEAD"].map(|head| {
            let found = self.asked(&["rev-parse", "--verify", "--quiet", head]);
            found.ok().map(|id| text(&id).trim().to_owned())
        });
        let parents: Vec<String> = heads.into_iter().flatten().collect();
        let mut arguments = vec!["commit-tree", "-m", "staged", text_of(&tree)?];
        for parent in &parents {
            arguments.extend(["-p", parent]);
        }
        let mut command = self.command(&arguments);
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "automaton");
            command.env(format!("GIT_{who}_EMAIL"), "automaton@localhost");
        }
        let id = Self::answer(&mut command)?;
        let id = text_of(&id)?.to_owned();
        Ok(Commit { id, parents })
    }

    /// The paths below `above` that are not in the commit what they are in any of its parents, and
    /// whether they are in none.
    pub(in crate::task) fn changed(
        &self,
        commit: &str,
        above: &str,
    ) -> Result<Vec<(String, bool)>, String> {
        let how = ["diff-tree", "-r", "-c", "--root", "--no-commit-id"];
        let shown = ["--no-renames", "--name-status", "-z", commit];
        let listed = self.asked(&[&how[..], &shown].concat())?;
        let listed = text(&listed);
        let mut items = listed.split('\0');
        let mut changed = Vec::new();
        while let (Some(status), Some(path)) = (items.next(), items.next()) {
            if let Some(path) = path.strip_prefix(above) {
                let is_new = status.chars().all(|parent| parent == 'A');
                changed.push((path.to_owned(), is_new));
            }
        }
        Ok(changed)
    }

    /// When a commit was made, in UTC, by its own word.
    pub(in crate::task) fn time(&self, commit: &str) -> Result<String, String> {
        let form = "--date=format-local:%Y-%m-%dT%H:%M:%SZ";
        let time = self.asked(&["show", "--no-patch", "--format=%cd", form, commit])?;
        Ok(text(&time).trim().to_owned())
    }

    /// What a commit holds below `above`, a folder of the repository, by the path below it.
    pub(in crate::task) fn files(
        &self,
        commit: &str,
        above: &str,
    ) -> Result<BTreeMap<String, Blob>, String> {
        let listed = self.asked(&["ls-tree", "-r", "-z", "--full-tree", commit, "--", above])?;
        let mut files = BTreeMap::new();
        for item in listed
            .split(|&byte| byte == 0)
            .filter(|item| !item.is_empty())
        {
            let item = text(item);
            let (head, path) = item.split_once('\t').ok_or("`git` lists what is no file")?;
            let mut head = head.split(' ');
            let (mode, _, id) = (head.next(), head.next(), head.next());
            let kind = match mode {
                Some("100644" | "100755") => Kind::File,
                Some("120000") => Kind::Link,
                Some("160000") => Kind::Folder,
                _ => Kind::Special,
            };
            let id = id.unwrap_or_default().to_owned();
            let path = path.strip_prefix(above).unwrap_or(path).to_owned();
            files.insert(path, Blob { kind, id });
        }
        Ok(files)
    }

    /// The bytes of everything in commits, from one process that lives as long as the result.
    pub(in crate::task) fn objects(&self) -> Result<Objects, String> {
        let mut child = self
            .command(&["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| does_not_run(&error))?;
        let streams = child.stdin.take().zip(child.stdout.take());
        let (questions, answers) = streams.ok_or("`git` cannot be asked")?;
        Ok(Objects {
            process: RefCell::new(Process {
                child,
                questions: Some(questions),
                answers: BufReader::new(answers),
            }),
        })
    }

    /// What `git` prints where it succeeds.
    fn asked(&self, arguments: &[&str]) -> Result<Vec<u8>, String> {
        Self::answer(&mut self.command(arguments))
    }

    fn answer(command: &mut Command) -> Result<Vec<u8>, String> {
        let output = output_of(command)?;
        if output.status.success() {
            Ok(output.stdout)
        } else {
            Err(complaint(&output))
        }
    }
}

/// The bytes of everything in commits.
#[derive(Debug)]
pub(in crate::task) struct Objects {
    process: RefCell<Process>,
}

#[derive(Debug)]
struct Process {
    child: Child,
    /// Closed when nothing more is asked: the process ends with it.
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Objects {
    /// What a blob holds; nothing that is missing, or no file, is read.
    pub(in crate::task) fn content(&self, blob: Option<&Blob>) -> Result<Rc<Content>, String> {
        Ok(Rc::new(match blob {
            None => Content::Missing,
            Some(blob) if blob.kind != Kind::File => Content::Not(blob.kind),
            Some(blob) => {
                let read = self.process.borrow_mut().read(&blob.id);
                Content::Bytes(read.map_err(|problem| format!("`git` failed: {problem}"))?)
            }
        }))
    }
}

impl Process {
    fn read(&mut self, id: &str) -> Result<Vec<u8>, String> {
        let failed = |error: std::io::Error| error.to_string();
        let questions = self.questions.as_mut().ok_or("it was told to end")?;
        writeln!(questions, "{id}").map_err(failed)?;
        questions.flush().map_err(failed)?;
        let mut head = String::new();
        self.answers.read_line(&mut head).map_err(failed)?;
        let size = match head.trim_end().rsplit_once(' ') {
            Some((_, size)) => size.parse().map_err(|_| format!("{id} is not there"))?,
            None => return Err(format!("it has no answer about {id}")),
        };
        let mut bytes = vec![0; size];
        self.answers.read_exact(&mut bytes).map_err(failed)?;
        // After the bytes comes a line break.
        self.answers.read_exact(&mut [0]).map_err(failed)?;
        Ok(bytes)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.questions = None;
        // It has nothing left to say, and how it ends tells nothing.
        let _ = self.child.wait();
    }
}

fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// An id that `git` printed.
fn text_of(id: &[u8]) -> Result<&str, String> {
    let id = std::str::from_utf8(id.trim_ascii_end());
    id.map_err(|_| "`git` prints what is no id".to_owned())
}
