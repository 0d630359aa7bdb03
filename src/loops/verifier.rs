//! How well a loop does, as its verifier says.

use super::held::{Output, Ran};
use super::meter;
use super::meter::in_millionths;
use super::money::Amount;
use super::plan::ScoreFrom;
use crate::guard::sandbox::Ending;

/// What a verifier came to; nothing in there where it came to no score, which is no gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored(pub Option<Amount>);

/// What the verifier that ran says.
pub fn score(from: &ScoreFrom, ran: &Ran) -> Scored {
    let succeeded = ran.ended.ending == Ending::Exited(0) && ran.ended.cut.is_none();
    Scored(read(from, succeeded, &ran.output))
}

fn read(from: &ScoreFrom, succeeded: bool, output: &Output) -> Option<Amount> {
    match from {
        ScoreFrom::Exit => Some(Amount::millionths(if succeeded { 1_000_000 } else { 0 })),
        // A verifier that counts failures ends with an error as well, and its count is what is asked.
        ScoreFrom::LastLine => last_line(output),
        ScoreFrom::Pointer(pointer) => meter::amount(output, pointer).ok(),
    }
}

fn last_line(output: &Output) -> Option<Amount> {
    let text = String::from_utf8_lossy(&output.bytes);
    let line = text
        .lines()
        .rev()
        .map(str::trim)
        .find(|line| !line.is_empty())?;
    in_millionths(line).map(Amount::millionths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_read_as_it_was_declared() {
        let pointer = ScoreFrom::Pointer("/score".to_owned());
        for (from, succeeded, text, score) in [
            (&ScoreFrom::Exit, true, "", Some("1")),
            (&ScoreFrom::Exit, false, "12\n", Some("0")),
            (
                &ScoreFrom::LastLine,
                true,
                "tests: 3\n  12.5 \n\n",
                Some("12.5"),
            ),
            (&ScoreFrom::LastLine, false, "-3", Some("-3")),
            (&ScoreFrom::LastLine, true, "12 passed", None),
            (&ScoreFrom::LastLine, true, "", None),
            (
                &pointer,
                true,
                "{\"score\":1}\n{\"score\":-0.5}\n",
                Some("-0.5"),
            ),
            (&pointer, true, "{\"score\":\"good\"}", None),
            (&pointer, false, "", None),
        ] {
            let output = Output {
                bytes: text.as_bytes().to_vec(),
                cut: false,
            };
            let found = read(from, succeeded, &output).map(|score| score.to_string());
            assert_eq!(found.as_deref(), score, "{from:?} {text}");
        }
    }
}
