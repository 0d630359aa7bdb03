//! Texts of others, made safe to look at.

/// The text without anything that moves the cursor or turns the order of letters around: what is
/// confirmed has to be what is seen.
pub fn displayable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character == '\n' || !(character.is_control() || turns(character)) {
            shown.push(character);
        } else {
            shown.extend(character.escape_unicode());
        }
    }
    shown
}

/// Whether the character is invisible and changes how others are shown.
fn turns(character: char) -> bool {
    matches!(
        character,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_cannot_draw_over_itself() {
        for (text, shown) in [
            ("größe\n  a.md", "größe\n  a.md"),
            ("a\u{1b}[2Jb", "a\\u{1b}[2Jb"),
            ("a\rb\tc", "a\\u{d}b\\u{9}c"),
            ("dm.\u{202e}x", "dm.\\u{202e}x"),
            ("\u{9b}1m\u{200b}", "\\u{9b}1m\\u{200b}"),
        ] {
            assert_eq!(displayable(text), shown);
        }
    }
}
