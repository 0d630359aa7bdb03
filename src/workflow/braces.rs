//! The braces of a glob, taken apart.

/// How many alternatives of braces are looked at one by one.
const ALTERNATIVES: usize = 64;

/// The globs without braces that a glob stands for; itself where there are too many.
pub(crate) fn alternatives(pattern: &str) -> Vec<String> {
    let mut open = vec![pattern.to_owned()];
    let mut plain = Vec::new();
    while let Some(pattern) = open.pop() {
        let Some((before, options, after)) = first_braces(&pattern) else {
            plain.push(pattern);
            continue;
        };
        for option in options.iter().rev() {
            open.push(format!("{before}{option}{after}"));
        }
        if open.len() + plain.len() > ALTERNATIVES {
            return vec![pattern];
        }
    }
    plain
}

/// The first outermost braces: what stands before, the options in them, and what stands behind.
fn first_braces(pattern: &str) -> Option<(&str, Vec<&str>, &str)> {
    let (mut depth, mut escaped, mut start, mut from) = (0, false, 0, 0);
    let mut options = Vec::new();
    for (at, letter) in pattern.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => {
                if depth == 0 {
                    (start, from) = (at, at + 1);
                }
                depth += 1;
            }
            ',' if depth == 1 => {
                options.push(&pattern[from..at]);
                from = at + 1;
            }
            '}' if depth == 1 => {
                options.push(&pattern[from..at]);
                return Some((&pattern[..start], options, &pattern[at + 1..]));
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}
