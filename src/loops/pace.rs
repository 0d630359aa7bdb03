//! When a loop that runs by itself ticks next: at its cadence, later and later while ticks fail, and
//! not at all once they keep failing the same way.

use std::collections::BTreeMap;
use std::time::Duration;

/// How many failures of one kind there may be.
const MOST: usize = 5;
/// In which time.
const WINDOW: Duration = Duration::from_hours(1);
/// The shortest wait after a failure.
const SHORTEST: Duration = Duration::from_secs(5);
/// The longest wait after a failure, unless the cadence is longer.
const LONGEST: Duration = Duration::from_mins(30);

/// The ticks of one run so far, as far as they matter for what comes next.
#[derive(Clone, Debug)]
pub struct Pace {
    cadence: Duration,
    /// When ticks failed, by kind, counted from the beginning of the run.
    failures: BTreeMap<String, Vec<Duration>>,
    in_a_row: u32,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A tick, after this time.
    Tick(Duration),
    /// Nothing: too many failed the same way.
    Break,
}

impl Pace {
    /// A run that ticks once in `cadence`.
    pub fn new(cadence: Duration) -> Self {
        Self {
            cadence,
            failures: BTreeMap::new(),
            in_a_row: 0,
        }
    }

    /// After a tick that did what it was there for.
    pub fn went_well(&mut self) -> Next {
        self.in_a_row = 0;
        Next::Tick(self.cadence)
    }

    /// After a tick that failed in a way that has a name, `at` so long after the beginning.
    pub fn failed(&mut self, kind: &str, at: Duration) -> Next {
        let of_kind = self.failures.entry(kind.to_owned()).or_default();
        of_kind.retain(|earlier| at.saturating_sub(*earlier) < WINDOW);
        of_kind.push(at);
        if of_kind.len() >= MOST {
            return Next::Break;
        }
        let doubled = SHORTEST.saturating_mul(2u32.saturating_pow(self.in_a_row));
        self.in_a_row = self.in_a_row.saturating_add(1);
        Next::Tick(doubled.min(LONGEST).max(self.cadence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn waits_double_while_ticks_fail_and_are_the_cadence_again_after_one_that_went_well() {
        let mut pace = Pace::new(seconds(8));
        let waits = |pace: &mut Pace, kinds: &[&str]| -> Vec<Next> {
            let failed = kinds.iter().map(|kind| pace.failed(kind, seconds(1)));
            failed.collect()
        };
        let expected = [8, 10, 20, 40].map(|wait| Next::Tick(seconds(wait)));
        assert_eq!(waits(&mut pace, &["a", "b", "a", "b"]), expected);
        assert_eq!(pace.went_well(), Next::Tick(seconds(8)));
        assert_eq!(waits(&mut pace, &["c", "d"]), expected[..2]);
        let mut many = Pace::new(seconds(0));
        let mut last = Next::Break;
        for kind in 0..40 {
            last = many.failed(&kind.to_string(), seconds(1));
        }
        assert_eq!(last, Next::Tick(LONGEST));
    }

    #[test]
    fn the_fifth_failure_of_a_kind_within_an_hour_ends_the_run() {
        for (times, breaks) in [
            (&[0, 1, 2, 3][..], false),
            (&[0, 1, 2, 3, 4], true),
            (&[0, 900, 1800, 2700, 3599], true),
            (&[0, 900, 1800, 2700, 3600], false),
            (&[0, 3600, 3601, 3602, 3603, 3604], true),
        ] {
            let mut pace = Pace::new(seconds(1));
            let ended = times.iter().map(|at| pace.failed("same", seconds(*at)));
            assert_eq!(ended.last() == Some(Next::Break), breaks, "{times:?}");
        }
        let mut pace = Pace::new(seconds(1));
        for at in 0..4 {
            pace.failed("same", seconds(at));
            // A success in between makes a failure no other one.
            pace.went_well();
        }
        assert_eq!(pace.failed("same", seconds(9)), Next::Break);
    }
}
