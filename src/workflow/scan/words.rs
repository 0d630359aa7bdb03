//! What a word without quotes is: a name, a number, a keyword, or in need of quotes.

use super::lexer::Token;

/// Why a word cannot stand as it is.
#[derive(Clone, Copy)]
pub(super) enum Misfit {
    KeywordWithoutHash,
    ReservedForNumbers,
    KeywordNumber,
    UnknownKeyword,
    HashComment,
    CommentEnd,
    TypeAnnotation,
    OddQuote,
    LoneBackslash,
    BackslashAtEnd,
    CommaAtEnd,
    NoNumber,
    Holds(char),
}

/// Tells what `word` is.
pub(super) fn judge(word: &str) -> Result<Token, Misfit> {
    match word {
        "#true" | "#false" | "#null" => return Ok(Token::Value),
        "true" | "false" | "null" => return Err(Misfit::KeywordWithoutHash),
        "inf" | "-inf" | "nan" => return Err(Misfit::ReservedForNumbers),
        "#inf" | "#-inf" | "#nan" => return Err(Misfit::KeywordNumber),
        "*/" => return Err(Misfit::CommentEnd),
        "\\" => return Err(Misfit::LoneBackslash),
        _ => {}
    }
    if let Some(keyword) = word.strip_prefix('#') {
        let meant = keyword.starts_with(|c: char| c.is_alphabetic() || c == '-');
        Err(if meant {
            Misfit::UnknownKeyword
        } else {
            Misfit::HashComment
        })
    } else if word.starts_with('(') {
        Err(Misfit::TypeAnnotation)
    } else if word.starts_with(ODD_QUOTES) {
        Err(Misfit::OddQuote)
    } else if word.ends_with('\\') {
        Err(Misfit::BackslashAtEnd)
    } else if let Some(sign) = word.chars().find(|c| "\\/()[]#".contains(*c)) {
        Err(Misfit::Holds(sign))
    } else if word.ends_with(',') {
        Err(Misfit::CommaAtEnd)
    } else if !starts_like_number(word) {
        Ok(Token::Text)
    } else if is_number(word) {
        Ok(Token::Value)
    } else {
        Err(Misfit::NoNumber)
    }
}

const ODD_QUOTES: [char; 7] = [
    '\'', '`', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{201e}',
];

impl Misfit {
    /// Whether what follows on the line would be misread as well.
    pub(super) fn derails(self) -> bool {
        matches!(self, Self::HashComment | Self::TypeAnnotation)
    }

    /// What is wrong with `word`.
    pub(super) fn message(self, word: &str) -> String {
        let fault = match self {
            Self::KeywordWithoutHash => "needs a `#`",
            Self::ReservedForNumbers => "is reserved for numbers",
            Self::KeywordNumber => "is not a number here",
            Self::UnknownKeyword => "is not a keyword",
            Self::HashComment => return "`#` does not start a comment".to_owned(),
            Self::CommentEnd => "closes no comment",
            Self::TypeAnnotation => "looks like a type annotation, which workflows do not use",
            Self::OddQuote => "starts with a quote that KDL does not know",
            Self::LoneBackslash => "is not the last on its line",
            Self::BackslashAtEnd => "ends with `\\`",
            Self::CommaAtEnd => "ends with a comma",
            Self::NoNumber => "is not a number and needs quotes",
            Self::Holds('[' | ']') if matches!(word, "[" | "]") => "makes no list",
            Self::Holds(sign) => return format!("`{word}` holds `{sign}` and needs quotes"),
        };
        format!("`{word}` {fault}")
    }

    /// What to write instead of `word`.
    pub(super) fn help(self, word: &str) -> String {
        let quoted = quoted(word);
        match self {
            Self::KeywordWithoutHash => {
                format!("write `#{word}` for the value, or `{quoted}` for the text")
            }
            Self::KeywordNumber => "write a number with digits".to_owned(),
            Self::UnknownKeyword => {
                "the keywords are `#true`, `#false` and `#null`; comments start with `//`"
                    .to_owned()
            }
            Self::HashComment => "comments start with `//`".to_owned(),
            Self::CommentEnd => "remove it, or open the comment with `/*`".to_owned(),
            Self::TypeAnnotation => {
                "remove the parentheses, or quote the text that holds them".to_owned()
            }
            Self::OddQuote => "strings stand between `\"` and `\"`".to_owned(),
            Self::LoneBackslash => format!("end the line after it, or quote it: `{quoted}`"),
            Self::BackslashAtEnd => {
                format!("put a space before `\\` to continue the line, or quote it: `{quoted}`")
            }
            Self::CommaAtEnd => "separate arguments by spaces alone, or quote the text".to_owned(),
            Self::Holds('[' | ']') if matches!(word, "[" | "]") => {
                "write values one after another, with spaces between them".to_owned()
            }
            Self::ReservedForNumbers | Self::NoNumber | Self::Holds(_) => {
                format!("quote it: `{quoted}`")
            }
        }
    }
}

/// The string that stands for the characters of `text`, which hold no `"`. The quotes of other
/// languages around it are not meant to be part of it.
pub(super) fn quoted(text: &str) -> String {
    let inner = text
        .strip_prefix(ODD_QUOTES)
        .and_then(|rest| rest.strip_suffix(ODD_QUOTES));
    format!("\"{}\"", inner.unwrap_or(text).replace('\\', "\\\\"))
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
