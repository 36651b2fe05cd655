//! Kernels of an image: each image is gone over once, however many kernels there are.

/// PTX without the comments at the ends of its lines.
pub(crate) fn ptx_code(text: &str) -> String {
    let code = text.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code));
    code.collect::<Vec<&str>>().join("\n")
}

/// Names of the entries that PTX without comments defines, in order.
pub(crate) fn ptx_entries(text: &str) -> impl Iterator<Item = &str> {
    let after = text.match_indices(".entry").map(|(at, word)| &text[at + word.len()..]);
    after.filter(|rest| rest.starts_with(char::is_whitespace)).map(|rest| {
        let rest = rest.trim_start();
        &rest[..rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | '{' | ';')).unwrap_or(rest.len())]
    })
}

/// The first of the kernels whose name occurs nowhere in the bytes.
pub(super) fn first_without_bytes<'a>(kernels: &[&'a str], bytes: &[u8]) -> Option<&'a str> {
    let mut sorted: Vec<&str> = kernels.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    // The longest other name that a name starts with, by position: names that start alike lie together.
    let mut shorter: Vec<Option<usize>> = Vec::with_capacity(sorted.len());
    for (index, name) in sorted.iter().enumerate() {
        let mut candidate = index.checked_sub(1);
        while let Some(at) = candidate.filter(|&at| !name.starts_with(sorted[at])) {
            candidate = shorter[at];
        }
        shorter.push(candidate);
    }
    let mut starts = [false; 256];
    sorted.iter().filter_map(|name| name.bytes().next()).for_each(|byte| starts[usize::from(byte)] = true);
    let mut found: Vec<bool> = sorted.iter().map(|name| name.is_empty()).collect();
    for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| starts[usize::from(**byte)]) {
        let rest = &bytes[at..];
        // A name at this place, and the shorter ones inside of it, are the last one not behind `rest`, or start it.
        let mut candidate = sorted.partition_point(|name| name.as_bytes() <= rest).checked_sub(1);
        while let Some(index) = candidate {
            let here = rest.starts_with(sorted[index].as_bytes());
            if here && found[index] {
                break; // and so are the shorter ones
            }
            found[index] |= here;
            candidate = shorter[index];
        }
    }
    kernels.iter().copied().find(|kernel| sorted.binary_search(kernel).is_ok_and(|index| !found[index]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_ptx_are_whole_words() {
        let text = ".visible .entry a(\n)\n.weak .entry b {\n.entry\tc{}\n.entry d;.entryx(e)\n.entry e";
        assert_eq!(ptx_entries(text).collect::<Vec<_>>(), ["a", "b", "c", "d", "e"]);
    }

    #[test]
    fn bytes_are_searched_for_all_names_at_once() {
        let bytes = b"..abd..xyz!xx";
        for (kernels, absent) in [
            (&["ab", "b", "xyz", "yz", "", "abd"][..], None),
            (&["ab", "abc1", "abd"], Some("abc1")),
            (&["xyz", "xyza"], Some("xyza")),
            (&["abd", "abda", "ab", "xyzz"], Some("abda")),
            (&["z!", "xx", "xxx"], Some("xxx")),
        ] {
            let expected = kernels.iter().find(|k| !k.is_empty() && !bytes.windows(k.len()).any(|w| w == k.as_bytes()));
            assert_eq!(expected, absent.as_ref(), "{kernels:?}");
            assert_eq!(first_without_bytes(kernels, bytes), absent, "{kernels:?}");
        }
    }
}
