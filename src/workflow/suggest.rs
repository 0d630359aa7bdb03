//! Did you mean: the known word that is nearest to a mistaken one.

/// The candidate nearest to `word`, if one is near enough to be meant: at a distance under half of
/// the longer word's length.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = word.to_lowercase();
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .map(|candidate| {
            let distance = strsim::osa_distance(&folded, &candidate.to_lowercase());
            (distance, candidate)
        })
        .filter(|(distance, candidate)| {
            let longer = word.chars().count().max(candidate.chars().count());
            distance * 2 < longer
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
