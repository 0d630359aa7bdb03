//! What a program's own JSON output says: how much it used, or how well it did.
//!
//! The output is one JSON document, or one document a line with other lines between them. Of several
//! documents that have an answer the last one counts: harnesses say at the end what a run came to.

use serde_json::{Number, Value};

use super::held::Output;
use super::money::Amount;
use super::plan::Meter;

/// Why a program's output says nothing that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// No document has something there.
    #[error("no JSON document in its output has `{0}`")]
    Missing(String),
    /// What is there is no such number.
    #[error("`{pointer}` in its output is `{found}`, which is {expected}")]
    NotANumber {
        /// Where.
        pointer: String,
        /// What stands there, cut short.
        found: String,
        /// What was expected, as the end of a sentence.
        expected: &'static str,
    },
}

/// How much of a value is quoted.
const QUOTED: usize = 40;

/// A whole number that is not negative, at a JSON pointer.
pub fn whole(output: &Output, pointer: &str) -> Result<u64, Unreadable> {
    read(output, pointer, "no whole number", Number::as_u64)
}

/// A decimal number at a JSON pointer, exactly; what is less than a millionth counts as one.
pub fn amount(output: &Output, pointer: &str) -> Result<Amount, Unreadable> {
    read(output, pointer, "no amount", |number| {
        in_millionths(&number.to_string()).map(Amount::millionths)
    })
}

/// The same for what is not negative.
pub fn cost(output: &Output, pointer: &str) -> Result<Amount, Unreadable> {
    read(output, pointer, "no cost", |number| {
        let found = in_millionths(&number.to_string()).filter(|found| *found >= 0);
        found.map(Amount::millionths)
    })
}

/// What a harness says it used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// How many tokens.
    pub tokens: u64,
    /// How much money.
    pub money: Amount,
}

/// Reads what a harness says it used, as far as it is asked.
pub fn used(output: &Output, meter: &Meter) -> Result<Used, Unreadable> {
    let mut used = Used::default();
    for pointer in &meter.tokens {
        used.tokens = used.tokens.saturating_add(whole(output, pointer)?);
    }
    for pointer in &meter.money {
        used.money = used.money.plus(cost(output, pointer)?);
    }
    Ok(used)
}

/// A decimal number in millionths; of a part of one the next greater one. Nothing where the text is
/// none, or is too great.
pub fn in_millionths(text: &str) -> Option<i64> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let all: String = [whole, part].concat();
    if all.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let significant = all.trim_start_matches('0');
    if significant.is_empty() {
        return Some(0);
    }
    // What the last digit of `significant` counts, as a power of ten, in millionths.
    let power = exponent
        .checked_sub(i32::try_from(part.len()).ok()?)?
        .checked_add(6)?;
    let value: i128 = significant.parse().ok()?;
    let value = if power >= 0 {
        value.checked_mul(10i128.checked_pow(power.unsigned_abs())?)?
    } else {
        // Beyond every digit that there is, only whether something is left counts.
        let unit = 10i128
            .checked_pow(power.unsigned_abs())
            .unwrap_or(i128::MAX);
        let rest = i128::from(value % unit != 0 && sign > 0);
        value / unit + rest
    };
    i64::try_from(sign * value).ok()
}

fn read<T>(
    output: &Output,
    pointer: &str,
    expected: &'static str,
    number: impl Fn(&Number) -> Option<T>,
) -> Result<T, Unreadable> {
    let found = last(output, pointer).ok_or_else(|| Unreadable::Missing(pointer.to_owned()))?;
    let value = found.as_number().and_then(number);
    value.ok_or_else(|| Unreadable::NotANumber {
        pointer: pointer.to_owned(),
        found: found.to_string().chars().take(QUOTED).collect(),
        expected,
    })
}

/// The value at `pointer` in the last document that has one.
fn last(output: &Output, pointer: &str) -> Option<Value> {
    let found = |document: &[u8]| -> Option<Value> {
        let mut document: Value = serde_json::from_slice(document).ok()?;
        document.pointer_mut(pointer).map(Value::take)
    };
    let lines = output.bytes.split(|&byte| byte == b'\n');
    // Where the beginning is missing, the first line may be a part of one.
    let mut lines: Vec<&[u8]> = lines.skip(usize::from(output.cut)).collect();
    lines.reverse();
    let whole = || found(&output.bytes).filter(|_| !output.cut);
    lines.into_iter().find_map(found).or_else(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(text: &str) -> Output {
        Output {
            bytes: text.as_bytes().to_vec(),
            cut: false,
        }
    }

    #[test]
    fn the_last_document_that_says_it_counts() {
        let missing = Err(Unreadable::Missing("/usage/total".to_owned()));
        for (text, found) in [
            ("{\"usage\": {\n \"total\": 7}}\n", Ok(7)),
            ("{\"usage\":{\"total\":7}}", Ok(7)),
            (
                "starting\n{\"usage\":{\"total\":7}}\n{\"usage\":{\"total\":9}}\n{\"type\":\"end\"}\nbye\n",
                Ok(9),
            ),
            ("", missing.clone()),
            ("total 7", missing.clone()),
            ("{\"usage\":{\"total\":7", missing.clone()),
            ("{\"usage\":7}", missing),
        ] {
            assert_eq!(whole(&output(text), "/usage/total"), found, "{text}");
        }
    }

    #[test]
    fn what_is_no_such_number_is_no_answer() {
        for (text, found) in [
            ("\"7\"", "\"7\""),
            ("-7", "-7"),
            ("1.5", "1.5"),
            ("null", "null"),
            ("18446744073709551616", "1.8446744073709552e+19"),
        ] {
            let document = output(&format!("{{\"total\":{text}}}"));
            let expected = Unreadable::NotANumber {
                pointer: "/total".to_owned(),
                found: found.to_owned(),
                expected: "no whole number",
            };
            assert_eq!(whole(&document, "/total"), Err(expected), "{text}");
        }
        assert!(cost(&output("{\"total\":-0.5}"), "/total").is_err());
        let found = cost(&output("{\"total\":0.0123}"), "/total");
        assert_eq!(found, Ok(Amount::millionths(12_300)));
    }

    #[test]
    fn a_line_without_its_beginning_is_no_document() {
        let cut = Output {
            bytes: b"{\"total\":1}\n{\"other\":2}\n".to_vec(),
            cut: true,
        };
        assert!(whole(&cut, "/total").is_err());
        assert_eq!(whole(&cut, "/other"), Ok(2));
    }

    #[test]
    fn amounts_are_exact_and_never_too_small() {
        for (text, found) in [
            ("0", Some(0)),
            ("0.0", Some(0)),
            ("1", Some(1_000_000)),
            ("12.345678", Some(12_345_678)),
            ("0.1", Some(100_000)),
            ("0.3", Some(300_000)),
            ("0.0000001", Some(1)),
            ("0.0000011", Some(2)),
            ("1e-7", Some(1)),
            ("1e-400", Some(1)),
            ("2.5E3", Some(2_500_000_000)),
            ("-1.5", Some(-1_500_000)),
            ("-0.0000001", Some(0)),
            ("9223372036854", Some(9_223_372_036_854_000_000)),
            ("9223372036855", None),
            ("1e400", None),
            ("", None),
            (".", None),
            ("1,5", None),
            ("NaN", None),
        ] {
            assert_eq!(in_millionths(text), found, "{text}");
        }
    }
}
