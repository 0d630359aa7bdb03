//! Tests of files as the store sees them.
#![expect(
    clippy::disallowed_methods,
    reason = "the tests play those who change files from outside"
)]

use std::os::unix::fs::symlink;
use std::path::Path;

use rustix::fs::{CWD, FileType, Mode, mknodat};
use tempfile::TempDir;

use super::{Content, Dir, Kind, replace};

fn scratch() -> (TempDir, Dir) {
    let folder = TempDir::new().expect("a temporary folder");
    let dir = Dir::open(folder.path(), "here").expect("a folder");
    (folder, dir)
}

#[test]
fn a_bounded_read_says_what_stands_there() {
    let (folder, dir) = scratch();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("file"), "12345").expect("written");
    std::fs::create_dir(path("folder")).expect("made");
    symlink("file", path("link")).expect("linked");
    symlink("nowhere", path("dangling")).expect("linked");
    mknodat(CWD, path("pipe"), FileType::Fifo, Mode::RWXU, 0).expect("made");
    for (name, content) in [
        ("file", Content::Bytes(b"12345".to_vec())),
        ("folder", Content::Not(Kind::Folder)),
        ("link", Content::Not(Kind::Link)),
        ("dangling", Content::Not(Kind::Link)),
        ("pipe", Content::Not(Kind::Special)),
        ("missing", Content::Missing),
    ] {
        assert_eq!(dir.read(name, 5).expect(name), content, "{name}");
    }
    assert_eq!(dir.read("file", 4).expect("read"), Content::TooLarge);
    let names: Vec<_> = dir.list().expect("listed");
    let kinds: Vec<_> = names
        .iter()
        .map(|item| (&item.name[..], item.kind))
        .collect();
    assert_eq!(
        kinds,
        [
            ("dangling", Kind::Link),
            ("file", Kind::File),
            ("folder", Kind::Folder),
            ("link", Kind::Link),
            ("pipe", Kind::Special),
        ]
    );
}

#[test]
fn nothing_is_written_through_a_link_or_over_a_file() {
    let (folder, dir) = scratch();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("file"), "old").expect("written");
    symlink("file", path("link")).expect("linked");
    symlink(folder.path(), path("loop")).expect("linked");
    let taken = dir.create_new("link", b"new").expect_err("refused");
    assert!(taken.is_taken(), "{taken}");
    assert!(dir.append("link", 3, b"new").is_err());
    assert!(dir.truncate("link", 0).is_err());
    assert!(dir.folder("loop").is_err());
    std::fs::write(path("other"), "other").expect("written");
    let taken = dir.rename_new("other", &dir, "file").expect_err("refused");
    assert!(taken.is_taken(), "{taken}");
    assert_eq!(taken.path, "here/file");
    assert!(replace(&path("link"), b"new").is_err());
    assert_eq!(std::fs::read(path("file")).expect("read"), b"old");
}

#[test]
fn an_append_to_a_file_that_changed_leaves_it_alone() {
    let (folder, dir) = scratch();
    dir.create_new("log", b"one\n").expect("made");
    dir.append("log", 4, b"two\n").expect("appended");
    let failed = dir.append("log", 4, b"three\n").expect_err("refused");
    assert!(failed.undone);
    let log = std::fs::read(folder.path().join("log")).expect("read");
    assert_eq!(log, b"one\ntwo\n");
}

#[test]
fn a_replaced_file_leaves_nothing_beside_it() {
    let (folder, dir) = scratch();
    let path = folder.path().join("file");
    for bytes in ["one", "two"] {
        replace(&path, bytes.as_bytes()).expect("replaced");
        dir.keep("kept", bytes.as_bytes()).expect("kept");
    }
    std::fs::write(folder.path().join("kept.tmp"), "left behind, and longer").expect("written");
    dir.keep("kept", b"three").expect("kept");
    let read = |name| std::fs::read(folder.path().join(name)).expect("read");
    assert_eq!(
        (read("file"), read("kept")),
        (b"two".to_vec(), b"three".to_vec())
    );
    assert_eq!(dir.list().expect("listed").len(), 2);
}

#[test]
fn errors_name_their_path() {
    let (_folder, dir) = scratch();
    let error = dir.folder("sub").expect_err("missing");
    assert_eq!(
        error.to_string(),
        "here/sub: cannot open the folder: No such file or directory (os error 2)"
    );
    let error = Dir::open(Path::new("/does/not/exist"), "x").expect_err("missing");
    assert!(
        error
            .to_string()
            .starts_with("/does/not/exist: cannot open: ")
    );
}
