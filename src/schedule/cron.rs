//! A line of the user's crontab.

use std::time::Duration;

use super::job::{Cadence, Job};
use super::{Order, Outcome, ScheduleError, Written, program, seal};

/// At night, and not at a full hour, when everybody's lines run.
const DAILY: &str = "17 3 * * *";

pub(super) fn carry_out(order: Order, job: &Job, dry_run: bool) -> Result<Outcome, ScheduleError> {
    let line = line(job)?;
    let outcome = |message: &str, page: String| Outcome {
        message: message.to_owned(),
        page,
        written: Written::Line(line.clone()),
    };
    if dry_run && order == Order::Install {
        let message = "would install a line in the crontab";
        return Ok(outcome(message, format!("{line}\n")));
    }
    let table = read()?;
    let is_there = own(job, &table)?.is_some();
    let mut rest = String::new();
    for line in table.lines().filter(|line| !is_of(job, line)) {
        rest.push_str(line);
        rest.push('\n');
    }
    let message = match (order, is_there) {
        (Order::Remove, false) => return Ok(Outcome::nothing_to_remove()),
        (Order::Remove, true) if dry_run => "would remove the line from the crontab",
        (Order::Remove, true) => "removed the line from the crontab",
        (Order::Install, _) => {
            rest.push_str(&line);
            rest.push('\n');
            "installed a line in the crontab"
        }
    };
    if !dry_run {
        program::output("crontab", &["-"], &rest).map_err(ScheduleError::Failed)?;
    }
    Ok(outcome(message, format!("{message}\n  {line}\n")))
}

pub(super) fn installed(job: &Job) -> Result<Written, ScheduleError> {
    let table = read()?;
    let line = own(job, &table)?;
    Ok(line.map_or(Written::Nothing, |line| Written::Line(line.to_owned())))
}

/// The line of the job, if there is one; an error where somebody changed it.
fn own<'t>(job: &Job, table: &'t str) -> Result<Option<&'t str>, ScheduleError> {
    let mut found = None;
    for line in table.lines().filter(|line| is_of(job, line)) {
        if !is_own(job, line) {
            let what = "the line in the crontab".to_owned();
            return Err(ScheduleError::Changed(what));
        }
        found = Some(line);
    }
    Ok(found)
}

/// The user's crontab; empty where there is none.
fn read() -> Result<String, ScheduleError> {
    match program::output("crontab", &["-l"], "") {
        Err(problem) if problem.contains("no crontab for") => Ok(String::new()),
        read => read.map_err(ScheduleError::Failed),
    }
}

fn line(job: &Job) -> Result<String, ScheduleError> {
    let when = when(job.cadence).ok_or_else(|| {
        let problem = "cron has no word for this cadence: it must divide an hour or a day, in whole minutes or hours";
        ScheduleError::Failed(problem.to_owned())
    })?;
    let path = job.search_path.as_ref();
    let path = path.map(|path| format!("PATH={}", quoted(path)));
    let words = job.words.iter().map(|word| quoted(word));
    let call: Vec<_> = path.into_iter().chain(words).collect();
    let command = format!("{when} {} # {}", call.join(" "), job.name);
    Ok(format!("{command} {}", seal::comment(job, &command)))
}

/// When a command runs, in cron's own words; nothing where it has none.
fn when(cadence: Cadence) -> Option<String> {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    let length = match cadence {
        Cadence::Daily => return Some(DAILY.to_owned()),
        Cadence::Every(length) if length != Duration::ZERO => length.as_secs(),
        Cadence::Every(_) => return None,
    };
    if length == DAY {
        return Some(DAILY.to_owned());
    }
    if length.is_multiple_of(HOUR) && DAY.is_multiple_of(length) {
        return Some(format!("17 */{} * * *", length / HOUR));
    }
    let divides = length.is_multiple_of(MINUTE) && HOUR.is_multiple_of(length);
    divides.then(|| format!("*/{} * * * *", length / MINUTE))
}

fn is_of(job: &Job, line: &str) -> bool {
    line.contains(&format!("# {} ", job.name)) && line.contains(&seal::mark(job))
}

fn is_own(job: &Job, line: &str) -> bool {
    let start = line.rfind("# ").unwrap_or_default();
    let (command, comment) = line.split_at(start);
    seal::fits(job, command.trim_end(), comment)
}

/// A word as the shell reads it back. Cron takes a bare `%` for the end of the line.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''").replace('%', r"\%"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cron_has_words_for_what_divides_an_hour_or_a_day() {
        for (seconds, words) in [
            (60, Some("*/1 * * * *")),
            (15 * 60, Some("*/15 * * * *")),
            (30 * 60, Some("*/30 * * * *")),
            (3_600, Some("17 */1 * * *")),
            (6 * 3_600, Some("17 */6 * * *")),
            (24 * 3_600, Some(DAILY)),
            (0, None),
            (30, None),
            (90, None),
            (7 * 60, None),
            (5 * 3_600, None),
            (48 * 3_600, None),
        ] {
            let found = when(Cadence::Every(Duration::from_secs(seconds)));
            assert_eq!(found.as_deref(), words, "{seconds}");
        }
        assert_eq!(when(Cadence::Daily).as_deref(), Some(DAILY));
    }

    #[test]
    fn a_line_says_where_programs_are_found_and_is_known_again() {
        let job = Job {
            name: "automaton-x-1".to_owned(),
            title: String::new(),
            by: "loop schedule install",
            search_path: Some("/a b:/c".to_owned()),
            words: vec!["/bin/automaton".to_owned(), "100%".to_owned()],
            cadence: Cadence::Daily,
        };
        let line = line(&job).expect("a line");
        let call = r"17 3 * * * PATH='/a b:/c' '/bin/automaton' '100\%' # automaton-x-1 #";
        assert!(line.starts_with(call), "{line}");
        let table = format!("MAILTO=me\n{line}\n");
        assert_eq!(own(&job, &table).expect("sound"), Some(line.as_str()));
        let changed = table.replace("17 3", "0 12");
        assert!(own(&job, &changed).is_err(), "{changed}");
        let other = Job {
            name: "automaton-x-12".to_owned(),
            ..job
        };
        assert_eq!(own(&other, &table).expect("sound"), None);
    }
}
