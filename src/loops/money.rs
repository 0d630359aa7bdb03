//! Amounts, exactly: money and scores in millionths.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::meter::in_millionths;

/// A decimal number with at most six digits after the point, as a number of millionths. In JSON it is
/// a text, so that no reader makes something near it of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount(i64);

impl Amount {
    /// So many millionths.
    pub const fn millionths(count: i64) -> Self {
        Self(count)
    }

    /// The sum; the greatest amount where there is none so great.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference; the least or greatest amount where there is none so small or great.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (
            self.0.unsigned_abs() / 1_000_000,
            self.0.unsigned_abs() % 1_000_000,
        );
        let part = format!("{part:06}");
        match part.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            part => write!(f, "{sign}{whole}.{part}"),
        }
    }
}

impl FromStr for Amount {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let count = in_millionths(text);
        let amount = count
            .map(Self)
            .ok_or_else(|| format!("`{text}` is no amount, such as `2.50`"))?;
        if text.contains(['e', 'E']) || text.split_once('.').is_some_and(|(_, part)| part.len() > 6)
        {
            return Err(format!("`{text}` has more than six digits after its point"));
        }
        Ok(amount)
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_what_it_was_written_as() {
        for text in ["0", "1", "2.5", "-0.25", "0.000001", "9223372036854"] {
            let amount: Amount = text.parse().expect(text);
            assert_eq!(amount.to_string(), text);
        }
        assert_eq!(
            "2.50".parse::<Amount>().map(|amount| amount.to_string()),
            Ok("2.5".to_owned())
        );
        for text in ["", "two", "1e3", "0.0000001", "9223372036855"] {
            assert!(text.parse::<Amount>().is_err(), "{text}");
        }
    }
}
