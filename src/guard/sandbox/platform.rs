//! What this machine adds to a project: folders for temporary files, sockets, the repository.

use std::io;
use std::path::{Path, PathBuf};

use rustix::process::getuid;

use super::grants::Platform;
use crate::fs::stand_in;
use crate::task::root::{Project, Repository};

/// The system's own folders for temporary files.
const TEMPORARY: &[&str] = &["/tmp", "/var/tmp"];
/// Memory that processes share by name.
const SHARED_MEMORY: &str = "/dev/shm";

impl Platform {
    /// The platform of commands that are run in `project`. Their folder for temporary files is made:
    /// it is one for all commands of the project and the user, so that they can hand files on.
    pub(super) fn of(project: &Project) -> io::Result<Self> {
        let key = crc32fast::hash(project.code.as_os_str().as_encoded_bytes());
        let name = format!("automaton-{}-{key:08x}", getuid().as_raw());
        let outside = TEMPORARY.iter().filter_map(|folder| {
            let folder = Path::new(folder).canonicalize().ok()?;
            (!folder.starts_with(&project.code)).then(|| folder.join(&name))
        });
        let mut failed = io::Error::other("there is no folder for temporary files");
        let mut temporary = Vec::new();
        for folder in outside {
            match stand_in::own_folder(&folder) {
                Ok(()) => {
                    temporary.push(folder);
                    break;
                }
                Err(error) => failed = error,
            }
        }
        if temporary.is_empty() {
            return Err(failed);
        }
        let shared = Path::new(SHARED_MEMORY);
        temporary.extend(shared.is_dir().then(|| shared.to_owned()));
        Ok(Self {
            code: project.code.clone(),
            automaton: project.automaton_dir().to_owned(),
            repository: Repository::around(&project.code),
            temporary,
        })
    }
}

/// The sockets of programs that would write for whoever asks them, as far as a project in `code`
/// can do without what lies around them.
pub(super) fn sockets(code: &Path) -> Vec<PathBuf> {
    let user = getuid().as_raw();
    let places = [
        format!("/run/user/{user}"),
        format!("/tmp/tmux-{user}"),
        "/tmp/.X11-unix".to_owned(),
        "/run/screen".to_owned(),
        "/run/dbus".to_owned(),
        "/run/systemd/private".to_owned(),
        "/run/docker.sock".to_owned(),
        "/run/podman".to_owned(),
        "/run/containerd".to_owned(),
        "/run/libvirt".to_owned(),
    ];
    let places = places.into_iter().map(PathBuf::from);
    places
        .filter(|place| place.symlink_metadata().is_ok() && !code.starts_with(place))
        .collect()
}
