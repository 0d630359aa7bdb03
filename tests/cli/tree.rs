//! A folder as it stands on the disk, to compare it with how it stood before.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// What stands under each path.
pub type Tree = BTreeMap<PathBuf, Node>;

/// One thing in a folder.
#[derive(Debug, PartialEq, Eq)]
pub enum Node {
    Folder,
    File { mode: u32, bytes: Vec<u8> },
    Link(PathBuf),
}

/// Everything below `top`, but for Git's own files and the notes of who held a lock last.
pub fn tree(top: &Path) -> Tree {
    let mut tree = Tree::new();
    let mut folders = vec![top.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let found = path.symlink_metadata().expect("it stands there");
            if path.ends_with(".git") || path.ends_with(".state.lock") && found.is_file() {
                continue;
            }
            let node = if found.is_symlink() {
                Node::Link(fs::read_link(&path).expect("a link"))
            } else if found.is_dir() {
                folders.push(path.clone());
                Node::Folder
            } else {
                let bytes = fs::read(&path).expect("a file");
                let mode = found.permissions().mode();
                Node::File { mode, bytes }
            };
            tree.insert(path.strip_prefix(top).expect("below").to_owned(), node);
        }
    }
    tree
}

/// Copies everything below `from` to `to`, links as links.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let (path, name) = entry.map(|e| (e.path(), e.file_name())).expect("an entry");
        let found = path.symlink_metadata().expect("it stands there");
        if found.is_symlink() {
            let target = fs::read_link(&path).expect("a link");
            std::os::unix::fs::symlink(target, to.join(name)).expect("a link");
        } else if found.is_dir() {
            copy(&path, &to.join(name));
        } else {
            fs::copy(&path, to.join(name)).expect("copied");
        }
    }
}
