//! A mount namespace of the command's own: everything is read-only but what is granted, and what is
//! denied in there is read-only again.

use std::fs;
use std::io;
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};

use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, mount, mount_bind, mount_bind_recursive, mount_change,
    mount_remount,
};
use rustix::process::{getgid, getuid};
use rustix::thread::UnshareFlags;

use super::super::orders::Mounts;
use crate::fs::pinned::{pin, tell};

/// Enters a namespace with `mounts`; says whether there may be one here. Failing later is an error:
/// what would be half held is not run.
pub(super) fn enter(mounts: &Mounts) -> Result<bool, String> {
    if !unshared() {
        return Ok(false);
    }
    let words = |error: io::Error| format!("namespace: {error}");
    let before = mount_points().map_err(words)?;
    lay_out(mounts, &before)?;
    Ok(true)
}

/// Whether this process is in namespaces of its own, in which it may mount.
fn unshared() -> bool {
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    #[expect(
        deprecated,
        reason = "its successor is unsafe only where descriptors are unshared"
    )]
    let unshared = rustix::thread::unshare(UnshareFlags::NEWUSER | UnshareFlags::NEWNS);
    let private = MountPropagationFlags::REC | MountPropagationFlags::PRIVATE;
    unshared.is_ok()
        && tell("/proc/self/setgroups", "deny").is_ok()
        && tell("/proc/self/uid_map", &format!("{user} {user} 1")).is_ok()
        && tell("/proc/self/gid_map", &format!("{group} {group} 1")).is_ok()
        // Some systems let everybody have a namespace, and mount nothing in it.
        && mount_change("/", private).is_ok()
}

fn lay_out(mounts: &Mounts, before: &[(PathBuf, MountFlags)]) -> Result<(), String> {
    let mut folders = mounts.folders.clone();
    folders.sort_unstable();
    for folder in &folders {
        over_itself(folder, true)?;
    }
    for path in &mounts.denied {
        over_itself(path, false)?;
    }
    for file in &mounts.files {
        over_itself(file, false)?;
    }
    let granted = |point: &Path| folders.iter().any(|folder| point.starts_with(folder));
    for (point, flags) in before.iter().filter(|(point, _)| !granted(point)) {
        match mount_remount(point, MountFlags::BIND | MountFlags::RDONLY | *flags, "") {
            // Nobody gets to a mount that lies below another one, or that may not be looked at.
            Ok(()) | Err(Errno::ACCESS | Errno::NOENT | Errno::INVAL) => {}
            Err(error) => return Err(failed("make read-only", point, &error.into())),
        }
    }
    for path in &mounts.denied {
        let flags = MountFlags::BIND | MountFlags::RDONLY | flags_at(path, before);
        let done = pin(path).and_then(|pinned| Ok(mount_remount(name(&pinned), flags, "")?));
        done.map_err(|error| failed("make read-only", path, &error))?;
    }
    for path in &mounts.hidden {
        hide(path)?;
    }
    Ok(())
}

/// Makes a mount of its own of what stands at a path.
fn over_itself(path: &Path, recursive: bool) -> Result<(), String> {
    let bind = || -> io::Result<()> {
        // Opened anew each time: what was mounted above since is what counts.
        let pinned = pin(path)?;
        let name = name(&pinned);
        if recursive {
            mount_bind_recursive(&name, &name)?;
        } else {
            mount_bind(&name, &name)?;
        }
        Ok(())
    };
    bind().map_err(|error| failed("mount", path, &error))
}

/// Hides a folder behind an empty one, or a file behind a device that holds nothing.
fn hide(path: &Path) -> Result<(), String> {
    let hide = || -> io::Result<()> {
        let pinned = pin(path)?;
        let name = name(&pinned);
        if path.is_dir() {
            let flags = MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
            mount(
                "tmpfs",
                &name,
                "tmpfs",
                flags | MountFlags::NOEXEC,
                c"size=4k",
            )?;
        } else {
            mount_bind("/dev/null", &name)?;
        }
        Ok(())
    };
    match hide() {
        // What is gone, or is nobody's to look at, needs no hiding.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied
            ) =>
        {
            Ok(())
        }
        hidden => hidden.map_err(|error| failed("hide", path, &error)),
    }
}

fn name(pinned: &OwnedFd) -> String {
    format!("/proc/self/fd/{}", pinned.as_raw_fd())
}

fn failed(doing: &str, path: &Path, error: &io::Error) -> String {
    format!("namespace: cannot {doing} {}: {error}", path.display())
}

/// Every mount of this namespace, with those of its flags that may not be taken back.
fn mount_points() -> io::Result<Vec<(PathBuf, MountFlags)>> {
    let text = fs::read("/proc/self/mountinfo")?;
    let lines = text.split(|&byte| byte == b'\n');
    Ok(lines.filter_map(mount_point).collect())
}

fn mount_point(line: &[u8]) -> Option<(PathBuf, MountFlags)> {
    let mut fields = line.split(|&byte| byte == b' ').skip(4);
    let point = unescaped(fields.next()?);
    let options = std::str::from_utf8(fields.next()?).ok()?;
    let flag = |option| match option {
        "nosuid" => MountFlags::NOSUID,
        "nodev" => MountFlags::NODEV,
        "noexec" => MountFlags::NOEXEC,
        "noatime" => MountFlags::NOATIME,
        "nodiratime" => MountFlags::NODIRATIME,
        "relatime" => MountFlags::RELATIME,
        _ => MountFlags::empty(),
    };
    let flags = options.split(',').map(flag).collect();
    Some((std::ffi::OsString::from_vec(point).into(), flags))
}

/// A field in which blanks are written as `\040`.
fn unescaped(field: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some((&byte, after)) = rest.split_first() {
        let octal = (byte == b'\\').then(|| after.get(..3)).flatten();
        let octal = octal.and_then(|digits| std::str::from_utf8(digits).ok());
        match octal.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(escaped) => {
                bytes.push(escaped);
                rest = &after[3..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    bytes
}

/// The flags of the mount that a path lies in.
fn flags_at(path: &Path, mounts: &[(PathBuf, MountFlags)]) -> MountFlags {
    let around = mounts.iter().filter(|(point, _)| path.starts_with(point));
    let nearest = around.max_by_key(|(point, _)| point.as_os_str().len());
    nearest.map_or(MountFlags::empty(), |(_, flags)| *flags)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_about_a_mount_tells_where_it_is_and_what_may_not_be_taken_back() {
        let line = br"36 35 98:0 /mnt1 /mnt\0402\134x rw,nosuid,noexec,relatime master:1 - ext3 /dev/root rw";
        let flags = MountFlags::NOSUID | MountFlags::NOEXEC | MountFlags::RELATIME;
        assert_eq!(mount_point(line), Some((r"/mnt 2\x".into(), flags)));
        assert_eq!(mount_point(b""), None);
    }

    #[test]
    fn the_nearest_mount_counts() {
        let mounts = [
            ("/".into(), MountFlags::RELATIME),
            ("/home".into(), MountFlags::NODEV),
        ];
        assert_eq!(flags_at(Path::new("/home/a"), &mounts), MountFlags::NODEV);
        assert_eq!(flags_at(Path::new("/homer"), &mounts), MountFlags::RELATIME);
    }
}
