//! The known name that a mistyped one was probably meant to be.

/// The candidate with the fewest single-character edits from `name`, if they are few enough to be a slip of the hand.
///
/// Case does not count. Of equally near candidates the first wins. At most a third of the characters, and at least one, may
/// differ.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    let name = name.to_lowercase();
    let scored = candidates.into_iter().map(|candidate| (distance(&name, &candidate.to_lowercase()), candidate));
    scored.filter(|(score, _)| *score <= limit).min_by_key(|(score, _)| *score).map(|(_, candidate)| candidate)
}

/// Levenshtein distance, one row at a time.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, expected) in [("", "", 0), ("a", "", 1), ("", "ab", 2), ("kitten", "sitting", 3), ("pvc", "pvc", 0)]
        {
            assert_eq!(distance(a, b), expected, "{a} {b}");
        }
    }

    #[test]
    fn only_near_names_are_suggested() {
        assert_eq!(nearest("fp61", ["fp16", "fp64", "gpu"]), Some("fp64"));
        assert_eq!(nearest("sub-group", ["fp16", "fp64", "gpu"]), None);
        assert_eq!(nearest("Intel_GPU_PVC", ["fp16", "intel_gpu_pvc"]), Some("intel_gpu_pvc"));
    }
}
