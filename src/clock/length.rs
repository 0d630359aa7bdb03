//! A length of time, as people write it.

use std::time::Duration;

use jiff::{Span, SpanRelativeTo};

/// Reads a length such as `10m`, `2h` or `14d`; a day has 24 hours.
pub fn duration(text: &str) -> Result<Duration, String> {
    let not_one = |_| "a time is a number with a unit, such as `10m`".to_owned();
    let span: Span = text.parse().map_err(not_one)?;
    let length = span.to_duration(SpanRelativeTo::days_are_24_hours());
    let length = length.map_err(|_| "a time has no months or years".to_owned())?;
    Duration::try_from(length).map_err(|_| "a time is not negative".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_number_with_a_unit() {
        for (text, expected) in [
            ("10m", Ok(600)),
            ("2h", Ok(7200)),
            ("14d", Ok(14 * 24 * 3600)),
            ("2w", Ok(14 * 24 * 3600)),
            ("0d", Ok(0)),
            ("14", Err("a time is a number with a unit, such as `10m`")),
            ("", Err("a time is a number with a unit, such as `10m`")),
            ("1mo", Err("a time has no months or years")),
            ("-1d", Err("a time is not negative")),
        ] {
            let found = duration(text).map(|length| length.as_secs());
            assert_eq!(found, expected.map_err(str::to_owned), "{text}");
        }
    }
}
