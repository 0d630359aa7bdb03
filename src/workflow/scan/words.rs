//! What a word without quotes is: a name, a number, a keyword, or in need of quotes.

use super::lexer::Token;

/// Why a word cannot stand as it is.
pub(super) struct Misfit {
    pub(super) message: String,
    pub(super) help: String,
    /// Whether what follows on the line would be misread as well.
    pub(super) derails: bool,
}

/// The string that stands for the characters of `text`, which hold no quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\"))
}

/// Tells what `word` is; `shown` is how a message quotes it.
pub(super) fn judge(word: &str, shown: &str) -> Result<Token, Misfit> {
    let quote = format!("quote it: `{}`", quoted(shown));
    let misfit = |message: String, help: String| Misfit {
        message,
        help,
        derails: false,
    };
    match word {
        "#true" | "#false" | "#null" => return Ok(Token::Value),
        "true" | "false" | "null" => {
            let help = format!("write `#{word}` for the value, or `\"{word}\"` for the text");
            return Err(misfit(format!("`{word}` needs a `#`"), help));
        }
        "inf" | "-inf" | "nan" => {
            return Err(misfit(format!("`{word}` is reserved for numbers"), quote));
        }
        "#inf" | "#-inf" | "#nan" => {
            let help = "write a number with digits".to_owned();
            return Err(misfit(format!("`{word}` is not a number here"), help));
        }
        "\\" => {
            let help = "end the line behind it, or quote it: `\"\\\\\"`".to_owned();
            return Err(misfit("`\\` is not the last on its line".to_owned(), help));
        }
        "*/" => {
            let help = "remove it, or open the comment with `/*`".to_owned();
            return Err(misfit("`*/` closes no comment".to_owned(), help));
        }
        _ => {}
    }
    if let Some(keyword) = word.strip_prefix('#') {
        let comment = !keyword.starts_with(|c: char| c.is_alphabetic() || c == '-');
        return Err(if comment {
            Misfit {
                derails: true,
                ..misfit(
                    "`#` does not start a comment".to_owned(),
                    "comments start with `//`".to_owned(),
                )
            }
        } else {
            misfit(
                format!("`{shown}` is not a keyword"),
                "the keywords are `#true`, `#false` and `#null`; comments start with `//`"
                    .to_owned(),
            )
        });
    }
    if word.starts_with('(') {
        return Err(Misfit {
            derails: true,
            ..misfit(
                format!("`{shown}` looks like a type annotation, which workflows do not use"),
                "remove the parentheses, or quote the text that holds them".to_owned(),
            )
        });
    }
    if word.starts_with([
        '\'', '`', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{201e}',
    ]) {
        let help = "strings stand between `\"` and `\"`".to_owned();
        return Err(misfit(
            format!("`{shown}` starts with a quote that KDL does not know"),
            help,
        ));
    }
    if word.ends_with('\\') {
        let help = format!("put a space before `\\` to continue the line, or {quote}");
        return Err(misfit(format!("`{shown}` ends with `\\`"), help));
    }
    if let Some(sign) = word
        .chars()
        .find(|c| matches!(c, '\\' | '/' | '(' | ')' | '[' | ']' | '#'))
    {
        return Err(misfit(
            format!("`{shown}` holds `{sign}` and needs quotes"),
            quote,
        ));
    }
    if word.ends_with(',') {
        let help = "separate arguments by spaces alone, or quote the text".to_owned();
        return Err(misfit(format!("`{shown}` ends with a comma"), help));
    }
    if starts_like_number(word) {
        return if is_number(word) {
            Ok(Token::Value)
        } else {
            Err(misfit(
                format!("`{shown}` is not a number and needs quotes"),
                quote,
            ))
        };
    }
    Ok(Token::Text)
}

/// Whether KDL takes a word for a number at its first characters.
fn starts_like_number(word: &str) -> bool {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    let digits = unsigned.strip_prefix('.').unwrap_or(unsigned);
    digits.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether `word` is a decimal number, short enough for every way to hold it.
fn is_number(word: &str) -> bool {
    const LONGEST: usize = 20;
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (
            mantissa,
            Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)),
        ),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    word.len() <= LONGEST
        && [Some(whole), fraction, exponent]
            .into_iter()
            .flatten()
            .all(is_digits)
}

fn is_digits(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || c == '_')
}
