//! The known name that a mistyped one was probably meant to be.

use std::cmp::Reverse;

use strsim::{levenshtein, osa_distance};

/// The candidate with the fewest edits from `name`, of one character or of two that changed places, if they are few
/// enough to be a slip of the hand.
///
/// Case does not count. Of equally near candidates one without changed places wins, then the first. At most a third of
/// the characters, and at least one, may differ.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    let name = name.to_lowercase();
    let edits = |candidate: &str| (osa_distance(&name, candidate), levenshtein(&name, candidate));
    let scored = candidates.into_iter().map(|candidate| (edits(&candidate.to_lowercase()), candidate));
    let near = scored.filter(|((score, _), _)| *score <= limit);
    near.min_by_key(|(score, _)| *score).map(|(_, candidate)| candidate)
}

/// The `count` candidates that are most like `name`, however little that is, the nearest first. Of equally near ones,
/// those that begin as it does come first.
pub fn most_alike<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>, count: usize) -> Vec<&'a str> {
    let common = |candidate: &str| name.chars().zip(candidate.chars()).take_while(|(one, other)| one == other).count();
    let score = |candidate: &str| (osa_distance(name, candidate), Reverse(common(candidate)));
    let mut sorted: Vec<&str> = candidates.into_iter().collect();
    sorted.sort_by_key(|candidate| score(candidate));
    sorted.truncate(count);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_names_are_suggested() {
        assert_eq!(nearest("fp61", ["fp16", "fp64", "gpu"]), Some("fp64"));
        assert_eq!(nearest("sub-group", ["fp16", "fp64", "gpu"]), None);
        assert_eq!(nearest("gian", ["size", "gain"]), Some("gain"));
        assert_eq!(nearest("Intel_GPU_PVC", ["fp16", "intel_gpu_pvc"]), Some("intel_gpu_pvc"));
    }

    #[test]
    fn the_most_alike_come_first() {
        assert_eq!(most_alike("sm_9", ["sm_30", "sm_90a", "sm_90", "gfx"], 2), ["sm_90", "sm_90a"]);
        assert_eq!(most_alike("x", ["abc"], 3), ["abc"]);
    }
}
