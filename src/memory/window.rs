//! The context window, and how much of it one task may fill.

use super::devices::Device;
use super::runtime::Loaded;
use super::settings::Settings;

/// How much of the window one task may fill unless somebody says otherwise, in percent. The rest is for
/// the instructions, the output of tools and the answer.
const BUDGET_PERCENT: u64 = 50;
/// What is left free for activations and other programs, in GiB.
const MARGIN_GIB: f64 = 1.5;
/// The bits of one number in the cache: half precision.
const KV_BITS: u64 = 16;
/// The bytes of a GiB.
const GIB: f64 = 1_073_741_824.0;

/// What is known about the context, and from what.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// The window in tokens; nothing where it is unknown.
    pub tokens: Option<u64>,
    /// How much of it one task may fill, in tokens.
    pub budget: Option<u64>,
    /// What says so.
    pub source: &'static str,
    /// Everything that it was worked out from.
    pub inputs: Vec<Input>,
}

/// One input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// What it is.
    pub name: &'static str,
    /// Its value with its unit.
    pub value: String,
    /// Where it comes from.
    pub source: String,
}

fn input(name: &'static str, value: impl Into<String>, source: impl Into<String>) -> Input {
    Input {
        name,
        value: value.into(),
        source: source.into(),
    }
}

/// The window from what is known: the configuration, else the runtime, else the formula.
pub fn window(settings: &Settings, loaded: Option<&Loaded>, devices: &[Device]) -> Window {
    let percent = settings.budget_percent.unwrap_or(BUDGET_PERCENT).min(100);
    let mut inputs = Vec::new();
    inputs.extend(
        settings
            .name
            .iter()
            .map(|name| input("model", name.as_str(), "config.toml")),
    );
    let (tokens, source) = if let Some(tokens) = settings.context_window {
        inputs.push(input(
            "context window",
            format!("{tokens} tokens"),
            "config.toml",
        ));
        (Some(tokens), "configuration")
    } else if let Some(Loaded { name, context }) = loaded {
        inputs.push(input(
            "context window",
            format!("{context} tokens"),
            format!("ollama, {name}"),
        ));
        (Some(*context), "runtime")
    } else {
        match formula(settings, devices, &mut inputs) {
            Some(tokens) => (Some(tokens), "formula"),
            None => (None, "unknown"),
        }
    };
    let said = if settings.budget_percent.is_some() {
        "config.toml"
    } else {
        "default"
    };
    inputs.push(input("budget", format!("{percent} %"), said));
    Window {
        tokens,
        budget: tokens.map(|tokens| tokens / 100 * percent + tokens % 100 * percent / 100),
        source,
        inputs,
    }
}

/// (memory - weights - margin) / bytes for each token, where all of these are known.
///
/// A token's keys and values take 2 numbers for each layer, key-value head and dimension of a head.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "an estimate in GiB, which is never negative"
)]
fn formula(settings: &Settings, devices: &[Device], inputs: &mut Vec<Input>) -> Option<u64> {
    let gib = |value: f64| format!("{value:.2} GiB");
    let memory = match settings.memory_gib {
        Some(memory) => {
            inputs.push(input("memory", gib(memory), "config.toml"));
            memory
        }
        None => {
            for device in devices {
                let value = format!(
                    "{} of {} used",
                    gib(device.used as f64 / GIB),
                    gib(device.total as f64 / GIB)
                );
                inputs.push(input(
                    "device",
                    value,
                    format!("{}, {}", device.source, device.name),
                ));
            }
            (!devices.is_empty()).then_some(())?;
            devices.iter().map(|device| device.total).sum::<u64>() as f64 / GIB
        }
    };
    let weights = settings.weights_gib?;
    inputs.push(input("weights", gib(weights), "config.toml"));
    let margin = settings.margin_gib.unwrap_or(MARGIN_GIB);
    let said = |set: bool| if set { "config.toml" } else { "default" };
    inputs.push(input(
        "margin",
        gib(margin),
        said(settings.margin_gib.is_some()),
    ));
    let (layers, heads, size) = (settings.layers?, settings.kv_heads?, settings.head_dim?);
    let bits = settings.kv_bits.unwrap_or(KV_BITS);
    for (name, value, source) in [
        ("layers", layers, "config.toml"),
        ("key-value heads", heads, "config.toml"),
        ("head dimension", size, "config.toml"),
        ("bits of a number", bits, said(settings.kv_bits.is_some())),
    ] {
        inputs.push(input(name, value.to_string(), source));
    }
    let numbers = 2_u64
        .checked_mul(layers)?
        .checked_mul(heads)?
        .checked_mul(size)?;
    let bytes = numbers.checked_mul(bits)? / 8;
    inputs.push(input(
        "for each token",
        format!("{bytes} bytes"),
        "2 x layers x heads x dimension x bits / 8",
    ));
    let free = (memory - weights - margin) * GIB;
    (bytes > 0 && free.is_finite()).then(|| (free.max(0.0) / bytes as f64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Settings {
        Settings {
            weights_gib: Some(18.5),
            layers: Some(64),
            kv_heads: Some(8),
            head_dim: Some(128),
            ..Settings::default()
        }
    }

    fn device() -> Device {
        Device {
            name: "card0".to_owned(),
            total: 24 << 30,
            used: 1 << 30,
            source: "sysfs",
        }
    }

    #[test]
    fn what_is_configured_counts_first_then_the_runtime_then_the_formula() {
        let loaded = Loaded {
            name: "m".to_owned(),
            context: 32_768,
        };
        let hosted = Settings {
            context_window: Some(200_000),
            budget_percent: Some(25),
            ..known()
        };
        let small = Settings {
            memory_gib: Some(8.0),
            ..known()
        };
        let some = |settings: &Settings, loaded, devices: &[Device]| {
            let found = window(settings, loaded, devices);
            (found.source, found.tokens, found.budget)
        };
        for (found, expected) in [
            (
                some(&hosted, Some(&loaded), &[device()]),
                ("configuration", Some(200_000), Some(50_000)),
            ),
            (
                some(&known(), Some(&loaded), &[device()]),
                ("runtime", Some(32_768), Some(16_384)),
            ),
            // 4 GiB left, at 2 x 64 x 8 x 128 x 2 bytes for each token.
            (
                some(&known(), None, &[device()]),
                ("formula", Some(16_384), Some(8_192)),
            ),
            (
                some(&known(), None, &[device(), device()]),
                ("formula", Some(114_688), Some(57_344)),
            ),
            // The weights alone do not fit.
            (
                some(&small, None, &[device()]),
                ("formula", Some(0), Some(0)),
            ),
            (some(&known(), None, &[]), ("unknown", None, None)),
            (
                some(&Settings::default(), None, &[device()]),
                ("unknown", None, None),
            ),
        ] {
            assert_eq!(found, expected);
        }
    }
}
