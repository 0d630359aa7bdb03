//! A line of the user's crontab.

use super::job::Job;
use super::{Args, changed, failed, program, seal};
use crate::report::Answer;

/// At night, and not at a full hour, when everybody's lines run.
const WHEN: &str = "17 3 * * *";

pub(super) fn run(args: &Args, job: &Job) -> Result<Answer, Answer> {
    let line = line(job);
    let answer = |message: String, text: String| {
        Answer::page(message, text)
            .field("with", "cron")
            .field("line", line.clone())
    };
    if args.dry_run && !args.remove {
        return Ok(answer(
            "would install a line in the crontab".to_owned(),
            format!("{line}\n"),
        ));
    }
    let table = read().map_err(|problem| failed(&problem))?;
    let mine: Vec<&str> = table.lines().filter(|line| is_of(job, line)).collect();
    if mine.iter().any(|line| !is_own(line)) {
        return Err(changed("the line in the crontab"));
    }
    let mut rest = String::new();
    for line in table.lines().filter(|line| !is_of(job, line)) {
        rest.push_str(line);
        rest.push('\n');
    }
    let message = match (args.remove, mine.is_empty()) {
        (true, true) => {
            return Ok(Answer::done("there is no schedule to remove").field("with", "cron"));
        }
        (true, false) if args.dry_run => "would remove the line from the crontab",
        (true, false) => "removed the line from the crontab",
        (false, _) => {
            rest.push_str(&line);
            rest.push('\n');
            "installed a line in the crontab"
        }
    };
    if !args.dry_run {
        program::output("crontab", &["-"], &rest).map_err(|problem| failed(&problem))?;
    }
    Ok(answer(message.to_owned(), format!("{message}\n  {line}\n")))
}

/// The user's crontab; empty where there is none.
fn read() -> Result<String, String> {
    match program::output("crontab", &["-l"], "") {
        Err(problem) if problem.contains("no crontab for") => Ok(String::new()),
        read => read,
    }
}

fn line(job: &Job) -> String {
    let call: Vec<_> = job.words.iter().map(|word| quoted(word)).collect();
    let command = format!("{WHEN} {} # {}", call.join(" "), job.name);
    format!("{command} {}", seal::comment(&command))
}

fn is_of(job: &Job, line: &str) -> bool {
    line.contains(&format!("# {} ", job.name)) && line.contains(seal::MARK)
}

fn is_own(line: &str) -> bool {
    let start = line.rfind("# ").unwrap_or_default();
    let (command, comment) = line.split_at(start);
    seal::fits(command.trim_end(), comment)
}

/// A word as the shell reads it back. Cron takes a bare `%` for the end of the line.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''").replace('%', r"\%"))
}
