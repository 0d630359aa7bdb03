//! The memory of the graphics devices of this machine.

use std::path::Path;

use super::programs::Programs;
use crate::fs::{Content, Dir};

/// Where Linux shows its graphics devices, below the root of sysfs.
const CARDS: &str = "class/drm";
/// AMD's number among the vendors of PCI devices.
const AMD: &str = "0x1002";
/// The bytes of a MiB.
const MIB: u64 = 1 << 20;

/// A graphics device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// Its name.
    pub name: String,
    /// Its memory in bytes.
    pub total: u64,
    /// What of it is in use, in bytes.
    pub used: u64,
    /// What said so.
    pub source: &'static str,
}

/// The devices that NVIDIA's program and the kernel's driver for AMD know; `sysfs` is usually `/sys`.
pub fn devices(programs: &Programs, sysfs: &Path) -> Vec<Device> {
    let mut found = nvidia(programs);
    found.extend(amd(sysfs));
    found
}

fn nvidia(programs: &Programs) -> Vec<Device> {
    let asked = "--query-gpu=name,memory.total,memory.used";
    let printed = programs.ask("nvidia-smi", &[asked, "--format=csv,noheader,nounits"]);
    let printed = printed.unwrap_or_default();
    printed.lines().filter_map(nvidia_line).collect()
}

/// A line such as `NVIDIA GeForce RTX 4090, 24564, 1210`, in MiB.
fn nvidia_line(line: &str) -> Option<Device> {
    let mut fields = line.rsplitn(3, ',').map(str::trim);
    let used: u64 = fields.next()?.parse().ok()?;
    let total: u64 = fields.next()?.parse().ok()?;
    Some(Device {
        name: fields.next()?.to_owned(),
        total: total.checked_mul(MIB)?,
        used: used.checked_mul(MIB)?,
        source: "nvidia-smi",
    })
}

fn amd(sysfs: &Path) -> Vec<Device> {
    let folder = sysfs.join(CARDS);
    let Ok(cards) = Dir::open(&folder, "sysfs").and_then(|dir| dir.list()) else {
        return Vec::new();
    };
    // `card0` is a device, `card0-HDMI-A-1` one of its connectors.
    let cards = cards.into_iter().filter(|card| {
        let number = card.name.strip_prefix("card").unwrap_or_default();
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    cards
        .filter_map(|card| amd_card(&folder.join(&card.name).join("device"), card.name))
        .collect()
}

fn amd_card(folder: &Path, name: String) -> Option<Device> {
    let dir = Dir::open(folder, "sysfs").ok()?;
    let value = |file: &str| match dir.read(file, MIB).ok()? {
        Content::Bytes(bytes) => Some(String::from_utf8(bytes).ok()?.trim().to_owned()),
        _ => None,
    };
    (value("vendor")? == AMD).then_some(())?;
    Some(Device {
        name,
        total: value("mem_info_vram_total")?.parse().ok()?,
        used: value("mem_info_vram_used")?.parse().ok()?,
        source: "sysfs",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_nvidia_smi_are_read_from_their_ends() {
        let read = |line| nvidia_line(line).map(|d| (d.name, d.total / MIB, d.used / MIB));
        let name = |name: &str| name.to_owned();
        for (line, device) in [
            (
                "NVIDIA GeForce RTX 4090, 24564, 1210",
                Some((name("NVIDIA GeForce RTX 4090"), 24564, 1210)),
            ),
            (
                "Tesla, the old one, 16160, 0",
                Some((name("Tesla, the old one"), 16160, 0)),
            ),
            ("NVIDIA GB10, [N/A], [N/A]", None),
            ("No devices were found", None),
            ("", None),
        ] {
            assert_eq!(read(line), device, "{line}");
        }
    }

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "the test makes what the kernel shows"
    )]
    fn cards_of_amd_are_found_below_any_root() {
        let root = tempfile::tempdir().expect("a folder");
        for (card, vendor, total) in [
            ("card0", "0x1002", "25753026560\n"),
            ("card0-DP-1", "0x1002", "1\n"),
            ("card1", "0x10de", "1\n"),
            ("card2", "0x1002", "much\n"),
            ("renderD128", "0x1002", "1\n"),
        ] {
            let device = root.path().join("class/drm").join(card).join("device");
            std::fs::create_dir_all(&device).expect("a folder");
            for (file, text) in [
                ("vendor", format!("{vendor}\n")),
                ("mem_info_vram_total", total.to_owned()),
                ("mem_info_vram_used", "536870912\n".to_owned()),
            ] {
                std::fs::write(device.join(file), text).expect("written");
            }
        }
        let expected = Device {
            name: "card0".to_owned(),
            total: 25_753_026_560,
            used: 536_870_912,
            source: "sysfs",
        };
        assert_eq!(amd(root.path()), [expected]);
        assert_eq!(amd(&root.path().join("missing")), []);
    }
}
