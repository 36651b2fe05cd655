//! The known name that a mistyped one was probably meant to be.

use strsim::levenshtein;

/// The candidate with the fewest single-character edits from `name`, if they are few enough to be a slip of the hand.
///
/// Case does not count. Of equally near candidates the first wins. At most a third of the characters, and at least one,
/// may differ.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    let name = name.to_lowercase();
    let scored = candidates.into_iter().map(|candidate| (levenshtein(&name, &candidate.to_lowercase()), candidate));
    scored.filter(|(score, _)| *score <= limit).min_by_key(|(score, _)| *score).map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_names_are_suggested() {
        assert_eq!(nearest("fp61", ["fp16", "fp64", "gpu"]), Some("fp64"));
        assert_eq!(nearest("sub-group", ["fp16", "fp64", "gpu"]), None);
        assert_eq!(nearest("Intel_GPU_PVC", ["fp16", "intel_gpu_pvc"]), Some("intel_gpu_pvc"));
    }
}
