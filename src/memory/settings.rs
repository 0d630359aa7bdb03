//! What somebody has configured about the model: the table `model` of `config.toml`.

use std::path::Path;

use serde::Deserialize;

use crate::fs::{Content, Dir};

/// The file, in the project's `.automaton` and in the user's folder for this program.
const FILE: &str = "config.toml";
/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// What is known of the model. A project's word counts before its user's.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Settings {
    /// The name by which people and a local runtime know it.
    pub name: Option<String>,
    /// Its context window in tokens: of a hosted model the one that its vendor states.
    pub context_window: Option<u64>,
    /// How much of the window one task may fill, in percent.
    pub budget_percent: Option<u64>,
    /// The memory for the model in GiB, where it shall not be looked for.
    pub memory_gib: Option<f64>,
    /// What the weights take, in GiB.
    pub weights_gib: Option<f64>,
    /// What is left free for activations and other programs, in GiB.
    pub margin_gib: Option<f64>,
    /// The number of layers.
    pub layers: Option<u64>,
    /// The number of key and value heads in a layer.
    pub kv_heads: Option<u64>,
    /// The size of a head.
    pub head_dim: Option<u64>,
    /// The bits of one number in the cache of keys and values.
    pub kv_bits: Option<u64>,
}

/// A configuration that cannot be used.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{path}: {problem}")]
pub struct SettingsError {
    /// The file, as messages show it.
    pub path: String,
    /// What is wrong with it.
    pub problem: String,
}

/// What this program reads of the whole file.
#[derive(Default, Deserialize)]
#[serde(default)]
struct File {
    model: Settings,
}

impl Settings {
    /// What the project's file says, and the user's where the project's says nothing.
    pub fn read(project: Option<&Path>, user: Option<&Path>) -> Result<Self, SettingsError> {
        let own = one(project, ".automaton")?;
        Ok(own.over(one(user, "the user's settings")?))
    }

    fn over(self, below: Self) -> Self {
        Self {
            name: self.name.or(below.name),
            context_window: self.context_window.or(below.context_window),
            budget_percent: self.budget_percent.or(below.budget_percent),
            memory_gib: self.memory_gib.or(below.memory_gib),
            weights_gib: self.weights_gib.or(below.weights_gib),
            margin_gib: self.margin_gib.or(below.margin_gib),
            layers: self.layers.or(below.layers),
            kv_heads: self.kv_heads.or(below.kv_heads),
            head_dim: self.head_dim.or(below.head_dim),
            kv_bits: self.kv_bits.or(below.kv_bits),
        }
    }
}

fn one(folder: Option<&Path>, shown: &str) -> Result<Settings, SettingsError> {
    let Some(folder) = folder.filter(|folder| folder.is_dir()) else {
        return Ok(Settings::default());
    };
    let wrong = |problem: String| SettingsError {
        path: format!("{shown}/{FILE}"),
        problem,
    };
    let read = Dir::open(folder, shown).and_then(|dir| dir.read(FILE, LARGEST));
    let bytes = match read.map_err(|error| wrong(error.to_string()))? {
        Content::Missing => return Ok(Settings::default()),
        Content::Bytes(bytes) => bytes,
        Content::TooLarge => return Err(wrong("it is larger than 1 MiB".to_owned())),
        Content::Not(kind) => return Err(wrong(format!("it is {}", kind.noun()))),
    };
    let text = String::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8".to_owned()))?;
    let file: File = toml::from_str(&text).map_err(|error| wrong(error.message().to_owned()))?;
    Ok(file.model)
}
