//! Did you mean: the known word that is nearest to a mistaken one.

/// How many mistaken words of one text are compared with what is known: looking for the nearest word
/// costs as much as there are words, and a text may be wrong in all of its places.
const MOST: usize = 100;

/// The search for what the mistaken words of one text may have meant.
#[derive(Debug, Default)]
pub struct Suggestions(usize);

impl Suggestions {
    /// Whether the next word is compared at all.
    pub fn go_on(&mut self) -> bool {
        self.0 += 1;
        self.0 <= MOST
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
