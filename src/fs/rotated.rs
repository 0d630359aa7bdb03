//! A log that never grows without end: what is full is set aside, and what was set aside longest is
//! given up. It is read by people after something went wrong, and is not durable.

use std::fs::File;
use std::io::Write as _;
use std::sync::Arc;

use rustix::fs::OFlags;

use super::{Dir, FsError};

/// An open log, in the file `name` of a folder; `name.1`, `name.2` and so on were set aside.
#[derive(Debug)]
pub(crate) struct RotatedLog {
    dir: Dir,
    name: Arc<str>,
    file: File,
    size: u64,
    /// How many bytes a file of it holds.
    limit: u64,
    /// How many files are kept besides the one that is written.
    kept: u32,
}

impl RotatedLog {
    /// Opens the log `name`, or makes it.
    pub(crate) fn open(dir: &Dir, name: &str, limit: u64, kept: u32) -> Result<Self, FsError> {
        let (file, size) = at_its_end(dir, name)?;
        Ok(Self {
            dir: dir.clone(),
            name: name.into(),
            file,
            size,
            limit,
            kept,
        })
    }

    /// Adds bytes at its end.
    pub(crate) fn write(&mut self, mut bytes: &[u8]) -> Result<(), FsError> {
        while !bytes.is_empty() {
            if self.size >= self.limit {
                self.set_aside()?;
            }
            let room = usize::try_from(self.limit - self.size).unwrap_or(usize::MAX);
            let (now, later) = bytes.split_at(room.min(bytes.len()));
            let written = self.file.write_all(now);
            written.map_err(self.dir.failed(&self.name, "write"))?;
            self.size += now.len() as u64;
            bytes = later;
        }
        Ok(())
    }

    fn set_aside(&mut self) -> Result<(), FsError> {
        let named = |number: u32| match number {
            0 => self.name.to_string(),
            number => format!("{}.{number}", self.name),
        };
        for number in (0..self.kept).rev() {
            match self
                .dir
                .rename(&named(number), &self.dir, &named(number + 1))
            {
                Err(error) if !error.is_missing() => return Err(error),
                _ => {}
            }
        }
        if self.kept == 0 {
            self.dir.unlink(&self.name)?;
        }
        (self.file, self.size) = at_its_end(&self.dir, &self.name)?;
        Ok(())
    }
}

/// A file opened for what is added at its end, and how many bytes it has.
fn at_its_end(dir: &Dir, name: &str) -> Result<(File, u64), FsError> {
    let flags = OFlags::WRONLY | OFlags::APPEND | OFlags::CREATE;
    let file = File::from(dir.open_fd(name, flags, "open the log")?);
    let found = file.metadata().map_err(dir.failed(name, "look at"))?;
    Ok((file, found.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fs::Content;

    #[test]
    fn what_is_full_is_set_aside_and_the_oldest_given_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = Dir::open(folder.path(), "").expect("opened");
        let read = |name: &str| match dir.read(name, 100).expect("read") {
            Content::Bytes(bytes) => String::from_utf8(bytes).expect("text"),
            other => format!("{other:?}"),
        };
        let open = || RotatedLog::open(&dir, "log", 4, 2).expect("opened");
        let mut log = open();
        log.write(b"abc").expect("written");
        assert_eq!(read("log"), "abc");
        drop(log);
        // It goes on where it ended, and nothing is torn out of the middle.
        let mut log = open();
        log.write(b"defghijkl").expect("written");
        assert_eq!(
            (read("log"), read("log.1"), read("log.2")),
            ("ijkl".into(), "efgh".into(), "abcd".into())
        );
        log.write(b"m").expect("written");
        assert_eq!(
            (read("log"), read("log.1"), read("log.2")),
            ("m".into(), "ijkl".into(), "efgh".into())
        );
        assert_eq!(dir.list().expect("listed").len(), 3);
    }
}
