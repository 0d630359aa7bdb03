//! Grants as rules of Landlock, which can only give: where something in a granted folder is denied,
//! the folders above it give their other entries one by one, and nothing themselves.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::grants::Grants;
use super::tree::{Thing, Tree};

/// What may be done beneath a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Right {
    /// Everything, in a folder of build outputs.
    Scratch,
    /// Everything, in a folder of the project's files or of the repository.
    Edit,
    /// Writing in place.
    File,
    /// Writing to devices, and asking them things.
    Device,
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Rule {
    /// Where.
    pub(super) path: PathBuf,
    /// What.
    pub(super) right: Right,
}

/// Devices that are not of this project, and that programs write to.
const DEVICES: &[&str] = &[
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/dev/tty",
    "/dev/ptmx",
    "/dev/pts",
];

/// The rules where mounts hold what is denied.
pub(super) fn under_mounts(grants: &Grants) -> Vec<Rule> {
    let edit = grants.edit.iter().chain(&grants.repository);
    let edit = edit.map(|path| rule(path, Right::Edit));
    outside_the_project(grants).chain(edit).collect()
}

/// The rules where nothing else holds. The repository is given as a whole: Git makes files right in
/// it, and what that exposes is looked at afterwards.
pub(super) fn alone(grants: &Grants, tree: &impl Tree) -> Vec<Rule> {
    let mut rules: Vec<Rule> = outside_the_project(grants).collect();
    let repository = grants.repository.iter();
    rules.extend(repository.map(|path| rule(path, Right::Edit)));
    // Scratch is another class, so that nothing is linked or moved between the two.
    let apart = |path: &&PathBuf| !grants.edit.contains(*path);
    let cuts = grants
        .deny
        .iter()
        .chain(&grants.scratch)
        .chain(&grants.repository);
    let cuts: Vec<&PathBuf> = cuts.filter(apart).collect();
    for folder in &grants.edit {
        give(folder, &cuts, tree, &mut rules);
    }
    rules
}

fn outside_the_project(grants: &Grants) -> impl Iterator<Item = Rule> {
    let scratch = grants.scratch.iter().map(|path| rule(path, Right::Scratch));
    let files = grants.files.iter().map(|path| rule(path, Right::File));
    let devices = DEVICES
        .iter()
        .map(|path| rule(Path::new(path), Right::Device));
    scratch.chain(files).chain(devices)
}

fn rule(path: &Path, right: Right) -> Rule {
    Rule {
        path: path.to_owned(),
        right,
    }
}

/// Gives a folder, or its entries where something below is cut out.
fn give(folder: &Path, cuts: &[&PathBuf], tree: &impl Tree, rules: &mut Vec<Rule>) {
    if !cuts.iter().any(|cut| cut.starts_with(folder)) {
        rules.push(rule(folder, Right::Edit));
        return;
    }
    for (name, thing) in tree.list(folder) {
        let path = folder.join(name);
        if cuts.iter().any(|cut| **cut == path) {
            continue;
        }
        match thing {
            Thing::Folder => give(&path, cuts, tree, rules),
            // A file with a second name would change under that one too.
            Thing::File if tree.thing(&path) != Some(Thing::File) => {}
            Thing::File => rules.push(rule(&path, Right::File)),
            Thing::Other => {}
        }
    }
}
