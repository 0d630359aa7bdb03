//! Where a path really leads: links followed, `.` and `..` taken back, names as on the disk.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Component, Path, PathBuf};

use super::Kind;

/// How many links one path may lead through, as on Linux.
const MOST_LINKS: usize = 40;

/// The end of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The absolute path, without links and dots.
    pub path: PathBuf,
    /// What stands there, and how many names it has; nothing where it does not exist yet.
    pub found: Option<(Kind, u64)>,
}

/// Why a path leads nowhere, to follow "the path".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unresolved(String);

/// Follows an absolute path to its end. What does not exist yet stands where its nearest existing
/// parent is.
///
/// Programs differ in whether they take `..` back before they follow links. A path that means
/// different files to them leads nowhere, and so does one that changes while it is followed.
pub fn resolve(path: &Path) -> Result<Destination, Unresolved> {
    let found = walk(path)?;
    let plain = without_dots(path);
    if plain != path && walk(&plain)? != found {
        return Err(Unresolved(
            "means different files, depending on how `..` after a link is read".to_owned(),
        ));
    }
    if walk(path)? != found {
        return Err(Unresolved("changes while it is looked at".to_owned()));
    }
    Ok(found)
}

fn walk(path: &Path) -> Result<Destination, Unresolved> {
    let mut ahead: VecDeque<OsString> = names(path).collect();
    let mut here = PathBuf::from("/");
    let mut found = Some((Kind::Folder, 1));
    let mut links = 0;
    while let Some(name) = ahead.pop_front() {
        if name == ".." {
            here.pop();
            found = look(&here)?.map(|stat| (kind(&stat), stat.nlink()));
            continue;
        }
        let next = here.join(&name);
        // Nothing stands below what does not exist.
        let stat = match found {
            None => None,
            Some((Kind::Folder, _)) => look(&next)?,
            Some(_) => {
                let problem = format!("leads through `{}`, which is no folder", here.display());
                return Err(Unresolved(problem));
            }
        };
        let Some(stat) = stat else {
            found = None;
            here = next;
            continue;
        };
        if !stat.is_symlink() {
            here = as_on_disk(&here, &name, &stat).unwrap_or(next);
            found = Some((kind(&stat), stat.nlink()));
            continue;
        }
        links += 1;
        if links > MOST_LINKS {
            return Err(Unresolved("leads through too many links".to_owned()));
        }
        if next.starts_with("/proc") {
            let problem = "leads through `/proc`, where links mean another thing to each process";
            return Err(Unresolved(problem.to_owned()));
        }
        let target = fs::read_link(&next).map_err(|error| failed(&next, &error))?;
        if target.is_absolute() {
            here = PathBuf::from("/");
        }
        for name in names(&target).collect::<Vec<_>>().into_iter().rev() {
            ahead.push_front(name);
        }
    }
    Ok(Destination { path: here, found })
}

/// The names along a path, `..` included.
fn names(path: &Path) -> impl Iterator<Item = OsString> + '_ {
    path.components().filter_map(|component| match component {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        Component::RootDir | Component::CurDir | Component::Prefix(_) => None,
    })
}

/// The path with `..` taken back before any link is followed.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::from("/");
    for name in names(path) {
        if name == ".." {
            plain.pop();
        } else {
            plain.push(name);
        }
    }
    plain
}

fn look(path: &Path) -> Result<Option<Metadata>, Unresolved> {
    match fs::symlink_metadata(path) {
        Ok(stat) => Ok(Some(stat)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(path, &error)),
    }
}

fn failed(path: &Path, error: &io::Error) -> Unresolved {
    Unresolved(match error.kind() {
        ErrorKind::InvalidFilename => "is too long".to_owned(),
        ErrorKind::InvalidInput => "contains NUL".to_owned(),
        _ => format!("cannot be followed: {}: {error}", path.display()),
    })
}

fn kind(stat: &Metadata) -> Kind {
    if stat.is_file() {
        Kind::File
    } else if stat.is_dir() {
        Kind::Folder
    } else {
        Kind::Special
    }
}

/// The path of `name` as the disk spells it, where the folder finds names without regard to case:
/// there the same file answers to the name with its case turned round.
fn as_on_disk(folder: &Path, name: &OsString, stat: &Metadata) -> Option<PathBuf> {
    let text = name.to_str()?;
    let turned = turned(text);
    let same = |other: &Metadata| other.dev() == stat.dev() && other.ino() == stat.ino();
    if turned == text || !fs::symlink_metadata(folder.join(&turned)).is_ok_and(|found| same(&found))
    {
        return None;
    }
    let spelled = fs::read_dir(folder)
        .ok()?
        .filter_map(Result::ok)
        .find(|entry| {
            let spelled = entry.file_name();
            spelled != *name
                && spelled.to_string_lossy().to_lowercase() == text.to_lowercase()
                && entry.metadata().is_ok_and(|found| same(&found))
        });
    spelled.map(|entry| entry.path())
}

fn turned(name: &str) -> String {
    let turn = |letter: char| {
        if letter.is_lowercase() {
            letter.to_uppercase().collect::<String>()
        } else {
            letter.to_lowercase().collect()
        }
    };
    name.chars().map(turn).collect()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    struct Scratch(tempfile::TempDir, PathBuf);

    #[expect(
        clippy::disallowed_methods,
        reason = "a test makes the files that it looks at"
    )]
    fn scratch() -> Scratch {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path().canonicalize().expect("a path");
        fs::create_dir_all(root.join("src/deep")).expect("folders");
        fs::create_dir_all(root.join("docs")).expect("folders");
        fs::write(root.join("src/main.rs"), "x").expect("a file");
        fs::hard_link(root.join("src/main.rs"), root.join("docs/twin.rs")).expect("a link");
        for (target, link) in [
            ("src", "to_src"),
            ("src/new.rs", "dangling"),
            ("../src/deep", "docs/up"),
            ("a", "b"),
            ("b", "a"),
            ("/proc/self/cwd", "magic"),
        ] {
            symlink(target, root.join(link)).expect(link);
        }
        Scratch(dir, root)
    }

    #[test]
    fn a_path_leads_to_where_the_file_is() {
        let Scratch(_dir, root) = scratch();
        let file = Some((Kind::File, 2));
        for (path, leads, found) in [
            ("src/main.rs", "src/main.rs", file),
            ("./src//main.rs", "src/main.rs", file),
            ("docs/../src/main.rs", "src/main.rs", file),
            ("to_src/main.rs", "src/main.rs", file),
            ("to_src/new/file.rs", "src/new/file.rs", None),
            ("dangling", "src/new.rs", None),
            ("docs/up/x.rs", "src/deep/x.rs", None),
            ("gone/deeper/x", "gone/deeper/x", None),
            ("gone/../src/main.rs", "src/main.rs", file),
            ("docs/twin.rs", "docs/twin.rs", file),
            ("src", "src", Some((Kind::Folder, 3))),
        ] {
            let expected = Destination {
                path: root.join(leads),
                found,
            };
            assert_eq!(resolve(&root.join(path)), Ok(expected), "{path}");
        }
    }

    #[test]
    fn what_means_different_files_or_none_leads_nowhere() {
        let Scratch(_dir, root) = scratch();
        for (path, problem) in [
            (
                "docs/up/../main.rs",
                "means different files, depending on how `..` after a link is read",
            ),
            ("a", "leads through too many links"),
            (
                "magic/x",
                "leads through `/proc`, where links mean another thing to each process",
            ),
            (&"x".repeat(300), "is too long"),
            ("a\0b", "contains NUL"),
        ] {
            let found = resolve(&root.join(path)).expect_err(path);
            assert_eq!(found.to_string(), problem, "{path}");
        }
        let through = resolve(&root.join("src/main.rs/x")).expect_err("through a file");
        assert_eq!(
            through.to_string(),
            format!(
                "leads through `{}`, which is no folder",
                root.join("src/main.rs").display()
            )
        );
    }
}
