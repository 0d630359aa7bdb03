//! Did you mean: the known word that is nearest to a mistaken one.

/// How many mistaken words of one text are compared with what is known, and how many pairs of their
/// letters: a text may be wrong in all of its places, and everything that is known may be long.
const WORDS: usize = 100;
const LETTERS: usize = 1 << 24;

/// The search for what the mistaken words of one text may have meant.
#[derive(Debug, Default)]
pub struct Suggestions {
    words: usize,
    letters: usize,
}

impl Suggestions {
    /// Whether there were enough.
    pub fn are_over(&self) -> bool {
        self.words > WORDS || self.letters > LETTERS
    }

    /// Whether this word is compared with `known` too, or there were enough before.
    pub fn go_on<'a>(&mut self, word: &str, known: impl IntoIterator<Item = &'a str>) -> bool {
        self.words += 1;
        if self.are_over() {
            return false;
        }
        self.letters += word.len() * known.into_iter().map(str::len).sum::<usize>();
        self.letters <= LETTERS
    }
}

/// The candidate nearest to `word`, if one is near enough to be meant: at a distance under half of
/// the longer word's length.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = word.to_lowercase();
    let length = word.chars().count();
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .filter_map(|candidate| {
            let other = candidate.chars().count();
            let is_near = |distance: usize| distance * 2 < length.max(other);
            // Every letter that one has more than the other is a step.
            if !is_near(length.abs_diff(other)) {
                return None;
            }
            let distance = strsim::osa_distance(&folded, &candidate.to_lowercase());
            is_near(distance).then_some((distance, candidate))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_suggestion_is_near_or_absent() {
        let known = ["produces", "protects", "prompt", "age", "SPEC.md"];
        for (word, suggestion) in [
            ("produce", Some("produces")),
            ("protect", Some("protects")),
            ("porduces", Some("produces")),
            ("spec.md", Some("SPEC.md")),
            ("nonexistent", None),
            ("x", None),
            ("age", None),
        ] {
            assert_eq!(nearest(word, known), suggestion, "{word}");
        }
    }
}
