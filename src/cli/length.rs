//! A length of time, as a call gives it.

use std::time::Duration;

/// Reads a length such as `10m` or `2h`.
pub(super) fn parse(text: &str) -> Result<Duration, String> {
    let parsed = text.parse::<jiff::SignedDuration>();
    let parsed = parsed.map_err(|_| "a time is a number with a unit, such as `10m`".to_owned())?;
    Duration::try_from(parsed).map_err(|_| "a time is not negative".to_owned())
}
