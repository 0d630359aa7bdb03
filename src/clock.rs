//! The only reader of the time.
#![expect(clippy::disallowed_methods, reason = "clock owns reading the time")]

mod length;

use std::time::{Duration, Instant};

use jiff::Timestamp;

pub use length::duration;

/// The present second in UTC, as RFC 3339 writes it.
pub fn now() -> String {
    let now = Timestamp::now();
    Timestamp::from_second(now.as_second()).map_or_else(|_| now.to_string(), |s| s.to_string())
}

/// The time that is `length` after one that [`now`] wrote; nothing where that is none.
pub fn after(time: &str, length: Duration) -> Option<String> {
    let end = time.parse::<Timestamp>().ok()?.checked_add(length).ok()?;
    Some(Timestamp::from_second(end.as_second()).ok()?.to_string())
}

/// The time that is `length` before one that [`now`] wrote; nothing where that is none.
pub fn before(time: &str, length: Duration) -> Option<String> {
    let start = time.parse::<Timestamp>().ok()?.checked_sub(length).ok()?;
    Some(Timestamp::from_second(start.as_second()).ok()?.to_string())
}

/// The time that a person means by a time, a day, or how long ago it was; nothing for other texts.
pub fn back_to(text: &str) -> Option<String> {
    let now = Timestamp::now();
    let time = text.parse::<Timestamp>().ok();
    let day = || {
        let day = text.parse::<jiff::civil::Date>().ok()?;
        jiff::tz::TimeZone::UTC
            .to_timestamp(day.at(0, 0, 0, 0))
            .ok()
    };
    let ago = || {
        let span = text.parse::<jiff::Span>().ok()?;
        let days = jiff::SpanRelativeTo::days_are_24_hours();
        let length = span.to_duration(days).ok()?;
        (!length.is_negative()).then(|| now.checked_sub(length).ok())?
    };
    let second = time.or_else(day).or_else(ago)?.as_second();
    Some(Timestamp::from_second(second).ok()?.to_string())
}

/// How many seconds passed between two times that [`now`] wrote; nothing where one is none.
pub fn seconds_between(earlier: &str, later: &str) -> Option<i64> {
    let second = |time: &str| time.parse::<Timestamp>().map(Timestamp::as_second).ok();
    Some(second(later)? - second(earlier)?)
}

/// The time `days` after one that [`now`] wrote; nothing where that is none.
pub fn days_after(time: &str, days: u32) -> Option<String> {
    let second = time.parse::<Timestamp>().ok()?.as_second();
    let later = second.checked_add(i64::from(days) * 24 * 60 * 60)?;
    Some(Timestamp::from_second(later).ok()?.to_string())
}

/// A point in time up to which something is waited for, whatever becomes of the wall clock.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Instant);

impl Deadline {
    /// The point `wait` from now.
    pub fn after(wait: Duration) -> Self {
        let now = Instant::now();
        // A wait too long to be counted is as good as a year.
        let year = Duration::from_hours(365 * 24);
        Self(now.checked_add(wait).unwrap_or(now + year))
    }

    /// How long there is left; nothing once the point has passed.
    pub fn remaining(&self) -> Option<Duration> {
        let left = self.0.saturating_duration_since(Instant::now());
        (!left.is_zero()).then_some(left)
    }
}

/// How long something takes, whatever becomes of the wall clock.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// The time since it was started.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_utc_to_the_second() {
        let now = now();
        assert_eq!(now.len(), "2026-01-01T00:00:00Z".len(), "{now}");
        assert!(now.ends_with('Z'), "{now}");
    }

    #[test]
    fn seconds_between_times_are_counted_and_other_texts_are_none() {
        let day = ("2026-02-28T23:59:59Z", "2026-03-01T23:59:58Z");
        assert_eq!(seconds_between(day.0, day.1), Some(24 * 60 * 60 - 1));
        assert_eq!(seconds_between(day.1, day.0), Some(1 - 24 * 60 * 60));
        assert_eq!(seconds_between("yesterday", day.1), None);
    }

    #[test]
    fn days_are_counted_in_seconds_and_other_texts_have_none_after_them() {
        let later = days_after("2026-02-27T23:59:59Z", 7);
        assert_eq!(later.as_deref(), Some("2026-03-06T23:59:59Z"));
        assert_eq!(days_after("yesterday", 7), None);
        assert_eq!(days_after("9999-12-30T22:00:00Z", 7), None);
    }

    #[test]
    fn a_time_is_a_moment_a_day_or_how_long_ago_it_was() {
        for (text, time) in [
            ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"),
            ("2026-01-31T12:00:00.9+02:00", "2026-01-31T10:00:00Z"),
            ("2026-01-31", "2026-01-31T00:00:00Z"),
        ] {
            assert_eq!(back_to(text).as_deref(), Some(time), "{text}");
        }
        for (text, seconds) in [
            ("90m", 90 * 60),
            ("2h", 7_200),
            ("3d", 3 * 86_400),
            ("1w", 7 * 86_400),
        ] {
            let then = back_to(text).expect(text);
            let passed = seconds_between(&then, &now()).expect("a time");
            assert!(
                (seconds..seconds + 60).contains(&passed),
                "{text}: {passed}"
            );
        }
        for text in ["", "yesterday", "2026-13-01", "-2h", "5", "1mo"] {
            assert_eq!(back_to(text), None, "{text}");
        }
    }

    #[test]
    fn a_deadline_passes() {
        assert_eq!(Deadline::after(Duration::ZERO).remaining(), None);
        assert!(Deadline::after(Duration::MAX).remaining().is_some());
    }
}
