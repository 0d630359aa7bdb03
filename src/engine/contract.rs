//! What an artifact's bytes have to satisfy, and which outcome they state.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::source::Spanned;
use crate::workflow::Contract;

/// A rule that an artifact's content breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breach {
    /// The file is larger than its contract allows, and was not read.
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// No line states an outcome.
    NoOutcome {
        /// The words of which one is expected.
        words: Vec<String>,
    },
    /// Lines state different outcomes.
    Outcomes {
        /// The lines.
        lines: Vec<StatedLine>,
    },
    /// A heading is missing.
    Heading(String),
    /// A text does not occur.
    Lacks(String),
    /// Boxes are not ticked.
    Unticked {
        /// How many.
        boxes: usize,
        /// The text beside the first.
        first: String,
    },
}

/// The outcome that an artifact states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stated {
    /// None of the words.
    Nothing,
    /// One word, however often.
    Word(String),
    /// Different words.
    Conflict(Vec<StatedLine>),
}

/// A line that states an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedLine {
    /// The line's number, from one.
    pub line: usize,
    /// The line as it stands.
    pub text: String,
    /// The word that it states.
    pub word: String,
}

/// The rules of `contract` that `content` breaks. Its size is the caller's to check, before it
/// reads the file.
pub fn breaches(contract: &Contract, content: &[u8]) -> Vec<Breach> {
    let text = text_of(content);
    let mut found = Vec::new();
    if !contract.outcomes.is_empty() {
        match stated_in(&contract.outcomes, &text) {
            Stated::Word(_) => {}
            Stated::Nothing => found.push(Breach::NoOutcome {
                words: contract.outcomes.iter().map(|w| w.value.clone()).collect(),
            }),
            Stated::Conflict(lines) => found.push(Breach::Outcomes { lines }),
        }
    }
    let page = Page::read(&text);
    for wanted in &contract.headings {
        if !page.headings.contains(&wanted.value) {
            found.push(Breach::Heading(wanted.value.clone()));
        }
    }
    for wanted in &contract.contains {
        if !text.contains(&wanted.value) {
            found.push(Breach::Lacks(wanted.value.clone()));
        }
    }
    if let (Some(_), [first, ..]) = (contract.checklist, &page.unticked[..]) {
        found.push(Breach::Unticked {
            boxes: page.unticked.len(),
            first: first.clone(),
        });
    }
    found
}

/// The outcome that `content` states, of the words that `contract` declares.
pub fn stated(contract: &Contract, content: &[u8]) -> Stated {
    stated_in(&contract.outcomes, &text_of(content))
}

/// Whether `content` contains `text`, whatever its line endings.
pub fn contains(content: &[u8], text: &str) -> bool {
    text_of(content).contains(text)
}

/// The text without a byte order mark and with `\n` line endings: files read the same wherever
/// they were written.
fn text_of(content: &[u8]) -> String {
    let text = String::from_utf8_lossy(content);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    text.replace("\r\n", "\n")
}

fn stated_in(words: &[Spanned<String>], text: &str) -> Stated {
    let mut lines: Vec<StatedLine> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(word) = words.iter().find(|word| states(line, &word.value)) {
            lines.push(StatedLine {
                line: number,
                text: line.trim().to_owned(),
                word: word.value.clone(),
            });
        }
    }
    match &lines[..] {
        [] => Stated::Nothing,
        [first, rest @ ..] if rest.iter().all(|line| line.word == first.word) => {
            Stated::Word(first.word.clone())
        }
        _ => Stated::Conflict(lines),
    }
}

/// Whether a line holds only `word`, or `word` after a label, with or without Markdown's marks.
fn states(line: &str, word: &str) -> bool {
    let plain: String = line.chars().filter(|c| !matches!(c, '*' | '`')).collect();
    let plain = plain.trim().trim_start_matches(['#', '>', '-']).trim();
    let only = |text: &str| {
        let text = text.trim();
        text == word || text.strip_prefix('_').and_then(|t| t.strip_suffix('_')) == Some(word)
    };
    let after_label = |(label, rest): (&str, &str)| is_label(label) && only(rest);
    only(plain) || plain.split_once(':').is_some_and(after_label)
}

fn is_label(text: &str) -> bool {
    let letters = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-');
    let text = text.trim();
    !text.is_empty() && text.chars().count() <= 40 && text.chars().all(letters)
}

/// What the rules look at in a Markdown page.
#[derive(Default)]
struct Page {
    headings: Vec<String>,
    unticked: Vec<String>,
}

impl Page {
    fn read(text: &str) -> Self {
        let mut page = Self::default();
        let mut heading: Option<String> = None;
        let mut unticked: Option<String> = None;
        for event in Parser::new_ext(text, Options::ENABLE_TASKLISTS) {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => page.headings.extend(heading.take()),
                Event::TaskListMarker(false) => unticked = Some(String::new()),
                Event::End(TagEnd::Item | TagEnd::Paragraph) | Event::Start(Tag::List(_)) => {
                    page.unticked.extend(unticked.take());
                }
                Event::Text(part) | Event::Code(part) => {
                    for open in [&mut heading, &mut unticked].into_iter().flatten() {
                        open.push_str(&part);
                    }
                }
                _ => {}
            }
        }
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn words(words: &[&str]) -> Vec<Spanned<String>> {
        let spanned = |word: &&str| Spanned::new((*word).to_owned(), Span::default());
        words.iter().map(spanned).collect()
    }

    fn contract() -> Contract {
        Contract {
            outcomes: Vec::new(),
            headings: Vec::new(),
            contains: Vec::new(),
            checklist: None,
            max_bytes: 1 << 20,
        }
    }

    #[test]
    fn an_outcome_stands_alone_or_after_a_label() {
        let declared = Contract {
            outcomes: words(&["PASS", "FAIL", "NEEDS_REVIEW"]),
            ..contract()
        };
        for (text, word) in [
            ("PASS", Some("PASS")),
            ("# Verdict\r\n\r\nVerdict: PASS\r\n", Some("PASS")),
            ("\u{feff}PASS\n", Some("PASS")),
            ("**Result:** FAIL", Some("FAIL")),
            ("**Result**: `FAIL`", Some("FAIL")),
            ("## Verdict: NEEDS_REVIEW", Some("NEEDS_REVIEW")),
            ("- **PASS**", Some("PASS")),
            ("_PASS_", Some("PASS")),
            ("PASS\n\nResult: PASS", Some("PASS")),
            ("it should PASS", None),
            ("pass", None),
            ("PASSED", None),
            ("Verdict: PASS or FAIL", None),
            ("see http://x: PASS", None),
            ("", None),
        ] {
            let expected = word.map_or(Stated::Nothing, |word| Stated::Word(word.to_owned()));
            assert_eq!(stated(&declared, text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn lines_that_disagree_are_all_quoted() {
        let declared = Contract {
            outcomes: words(&["PASS", "FAIL"]),
            ..contract()
        };
        let line = |line, text: &str, word: &str| StatedLine {
            line,
            text: text.to_owned(),
            word: word.to_owned(),
        };
        assert_eq!(
            breaches(&declared, b"Verdict: PASS\n\nFAIL\n"),
            [Breach::Outcomes {
                lines: vec![line(1, "Verdict: PASS", "PASS"), line(3, "FAIL", "FAIL")]
            }]
        );
    }

    #[test]
    fn headings_texts_and_boxes_are_read_as_markdown() {
        let declared = Contract {
            headings: words(&["Goal", "Out of scope"]),
            contains: words(&["CONTRACT_MET"]),
            checklist: Some(Span::default()),
            ..contract()
        };
        let good = "# Goal\n\nOut of scope\n---\n\n- [x] a\n\nCONTRACT_MET\n";
        assert_eq!(breaches(&declared, good.as_bytes()), []);
        let bad = "```\n# Goal\n- [ ] quoted\n```\n## Out of scope ##\n- [x] a\n- [ ] write `b`\n  - [ ] c\n";
        assert_eq!(
            breaches(&declared, bad.as_bytes()),
            [
                Breach::Heading("Goal".to_owned()),
                Breach::Lacks("CONTRACT_MET".to_owned()),
                Breach::Unticked {
                    boxes: 2,
                    first: "write b".to_owned()
                },
            ]
        );
    }
}
