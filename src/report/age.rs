//! How long ago something was.

use crate::clock::seconds_between;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// How long before `now` the time `since` was, in the largest unit that fits.
pub fn age(since: &str, now: &str) -> String {
    let Some(seconds) = seconds_between(since, now) else {
        return "at an unknown time".to_owned();
    };
    match seconds {
        _ if seconds < -MINUTE => "in the future, by this machine's clock".to_owned(),
        _ if seconds < MINUTE => "just now".to_owned(),
        _ if seconds < HOUR => format!("{} min ago", seconds / MINUTE),
        _ if seconds < DAY => format!("{} h ago", seconds / HOUR),
        _ if seconds < 2 * DAY => "1 day ago".to_owned(),
        _ => format!("{} days ago", seconds / DAY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_is_told_in_the_largest_unit_that_fits() {
        let now = "2026-03-10T12:00:00Z";
        for (since, told) in [
            ("2026-03-10T12:00:30Z", "just now"),
            ("2026-03-10T11:59:01Z", "just now"),
            ("2026-03-10T11:59:00Z", "1 min ago"),
            ("2026-03-10T11:00:01Z", "59 min ago"),
            ("2026-03-10T11:00:00Z", "1 h ago"),
            ("2026-03-09T12:00:01Z", "23 h ago"),
            ("2026-03-09T12:00:00Z", "1 day ago"),
            ("2026-03-08T12:00:00Z", "2 days ago"),
            (
                "2026-03-10T13:00:00Z",
                "in the future, by this machine's clock",
            ),
            ("noon", "at an unknown time"),
        ] {
            assert_eq!(age(since, now), told, "{since}");
        }
    }
}
