//! Pairs of images of two files that belong together.

use std::collections::{BTreeMap, VecDeque};

use super::{Image, Target};

/// Images with a kernel that are looked at, so that many images with the same kernels take no quadratic time.
const MOST_CANDIDATES: usize = 64;
/// Kernels of an image that are looked at.
const MOST_NAMES: usize = 1000;

/// Positions of images in their lists.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Matching {
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) only_first: Vec<usize>,
    pub(super) only_second: Vec<usize>,
}

pub(super) fn find(first: &[Image], second: &[Image]) -> Matching {
    let mut state = State { first, second, of_first: vec![None; first.len()], is_taken: vec![false; second.len()] };
    // What is the same as before comes first, in order, so that of several alike images one is added or removed.
    state.pair_equal(|image| (Some(&image.target), image.names, image.content.map(|hash| *hash.as_bytes())));
    state.pair_equal(|image| (Some(&image.target), image.names, None));
    state.pair_overlapping();
    state.pair_equal(|image| (None, image.names, image.content.map(|hash| *hash.as_bytes())));
    let State { of_first, is_taken, .. } = state;
    let pairs = of_first.iter().enumerate().filter_map(|(one, other)| Some((one, (*other)?))).collect();
    let only_first = of_first.iter().enumerate().filter(|(_, other)| other.is_none()).map(|(one, _)| one).collect();
    let only_second = is_taken.iter().enumerate().filter(|(_, taken)| !**taken).map(|(other, _)| other).collect();
    Matching { pairs, only_first, only_second }
}

/// Key that two images have in common that belong together: target, kernels, hash of the bytes.
type Key<'a> = (Option<&'a Target>, (usize, u128), Option<[u8; 32]>);

struct State<'a> {
    first: &'a [Image],
    second: &'a [Image],
    /// The image of the second file that belongs to one of the first.
    of_first: Vec<Option<usize>>,
    is_taken: Vec<bool>,
}

impl<'a> State<'a> {
    fn pair(&mut self, one: usize, other: usize) {
        self.of_first[one] = Some(other);
        self.is_taken[other] = true;
    }

    /// Pairs images that are left and have the same key, in their order.
    fn pair_equal(&mut self, key: impl Fn(&'a Image) -> Key<'a>) {
        let mut left: BTreeMap<Key<'_>, VecDeque<usize>> = BTreeMap::new();
        for (other, image) in self.second.iter().enumerate().filter(|(other, _)| !self.is_taken[*other]) {
            left.entry(key(image)).or_default().push_back(other);
        }
        for one in 0..self.first.len() {
            if self.of_first[one].is_none()
                && let Some(other) = left.get_mut(&key(&self.first[one])).and_then(VecDeque::pop_front)
            {
                self.pair(one, other);
            }
        }
    }

    /// Pairs each image that is left with the one that shares most kernels with it; of several, the first.
    fn pair_overlapping(&mut self) {
        let mut having: BTreeMap<u128, Vec<usize>> = BTreeMap::new();
        for (other, image) in self.second.iter().enumerate().filter(|(other, _)| !self.is_taken[*other]) {
            for name in image.report.names().take(MOST_NAMES) {
                having.entry(image.digest_of(&name)).or_default().push(other);
            }
        }
        for one in 0..self.first.len() {
            if self.of_first[one].is_some() {
                continue;
            }
            let image = &self.first[one];
            let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
            for name in image.report.names().take(MOST_NAMES) {
                let candidates = having.get(&image.digest_of(&name)).map(Vec::as_slice).unwrap_or_default();
                for other in candidates.iter().take(MOST_CANDIDATES).filter(|other| !self.is_taken[**other]) {
                    *shared.entry(*other).or_default() += 1;
                }
            }
            let best = shared.into_iter().max_by_key(|(other, count)| (*count, std::cmp::Reverse(*other)));
            if let Some((other, _)) = best {
                self.pair(one, other);
            }
        }
    }
}
