//! The name of an actor who gave none: `user@host`.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};

use crate::names::{ActorName, NameError};

/// More accounts than this are kept in a directory service, not in the file.
const MAX_ACCOUNT_BYTES: u64 = 1 << 20;

/// The actor that stands for this process's user on this host.
///
/// The account file is asked before the environment: a hook or a schedule runs with fewer
/// variables than a shell, and must still be the same actor, or it would not own its claims.
pub(super) fn at_this_host(user: Option<&OsStr>) -> Result<ActorName, NameError> {
    let id = rustix::process::getuid().as_raw();
    let user = account(id)
        .or_else(|| user?.to_str().map(str::to_owned))
        .unwrap_or_else(|| format!("uid{id}"));
    // A host's domain comes and goes with the network; the actor stays.
    let host = host();
    let host = host.split('.').next().unwrap_or_default();
    format!("{user}@{host}").parse()
}

/// The name of this host.
pub(super) fn host() -> String {
    let system = rustix::system::uname();
    system.nodename().to_string_lossy().into_owned()
}

fn account(id: u32) -> Option<String> {
    let file = File::open("/etc/passwd").ok()?;
    BufReader::new(file.take(MAX_ACCOUNT_BYTES))
        .lines()
        .map_while(Result::ok)
        .find_map(|line| name_in(&line, id).map(str::to_owned))
}

/// The name on a line of the account file, where it is the line of user `id`.
fn name_in(line: &str, id: u32) -> Option<&str> {
    let mut fields = line.split(':');
    let name = fields.next().filter(|name| !name.is_empty())?;
    let own = fields.nth(1)?.parse() == Ok(id);
    own.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_found_by_its_number() {
        for (line, id, name) in [
            ("root:x:0:0:root:/root:/bin/bash", 0, Some("root")),
            ("ann:x:1000:0::/home/ann:/bin/sh", 1000, Some("ann")),
            ("ann:x:1000:0::/home/ann:/bin/sh", 0, None),
            (":x:0:0::/:", 0, None),
            ("+::::::", 0, None),
            ("root", 0, None),
            ("", 0, None),
        ] {
            assert_eq!(name_in(line, id), name, "{line}");
        }
    }

    #[test]
    fn the_default_actor_does_not_depend_on_variables_where_the_account_is_known() {
        let plain = at_this_host(None).expect("an actor");
        assert!(plain.as_str().contains('@'), "{plain}");
        if account(rustix::process::getuid().as_raw()).is_some() {
            assert_eq!(at_this_host(Some(OsStr::new("mallory"))), Ok(plain));
        }
    }
}
