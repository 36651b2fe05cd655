//! Groups of entry points that share an image.
//!
//! Source: DPC++'s design document "Optional kernel features", "Changes to the device code split algorithm"; the order
//! of the key's fields is that of DPC++'s `sycl-post-link`, so that images come in its order.

use std::collections::BTreeMap;

use super::{Function, SplitMode, esimd::Half};
use crate::ir::{GlobalId, attribute};

/// Key of the one group that is not split.
const GLOBAL: &[u8] = b"<GLOBAL>";

/// Entry points that share an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Entry points in module order, which is that of their numbers.
    pub entry_points: Vec<GlobalId>,
    /// Whether the image owns virtual functions: then it holds their bodies, else none.
    pub owns_virtual_functions: bool,
    /// Whether it is half of an image.
    pub(super) half: Half,
}

impl Group {
    fn new() -> Self {
        Self { entry_points: Vec::new(), owns_virtual_functions: false, half: Half::Whole }
    }

    /// Functions that the image is made for, besides its entry points.
    pub(super) fn called(&self) -> &[GlobalId] {
        match &self.half {
            Half::Esimd { called } => called,
            Half::Whole | Half::Sycl => &[],
        }
    }
}

/// Groups in the order of their images: image 0 has the greatest key.
pub(super) fn groups(entry_points: &[&Function<'_>], mode: SplitMode) -> Vec<Group> {
    // Ordered: image numbers are visible in file names.
    let mut by_key: BTreeMap<Vec<u8>, Group> = BTreeMap::new();
    for entry in entry_points {
        let key = match mode {
            SplitMode::None => GLOBAL.to_owned(),
            SplitMode::Kernel => entry.value.name_bytes(),
            SplitMode::Auto | SplitMode::Source => {
                let unit = entry.value.string_attribute_bytes(attribute::MODULE_ID);
                [unit.unwrap_or_default(), feature_key(entry)].concat()
            }
            SplitMode::Features => feature_key(entry),
        };
        let group = by_key.entry(key).or_insert_with(Group::new);
        group.entry_points.push(entry.id);
        group.owns_virtual_functions |= entry.value.has_string_attribute(attribute::INDIRECTLY_CALLABLE);
    }
    if by_key.is_empty() {
        return vec![Group::new()];
    }
    by_key.into_values().rev().collect()
}

/// Features of an entry point; those of a translation unit stand behind its name. Each field ends in `-`, also an empty
/// one; new fields go to the end. Names and texts count as bytes: those that are not UTF-8 differ, too.
fn feature_key(entry: &Function<'_>) -> Vec<u8> {
    let text = |name| entry.value.string_attribute_bytes(name).unwrap_or_default();
    let facts = &entry.facts;
    let mut key = Vec::new();
    let field = |key: &mut Vec<u8>, parts: &[Vec<u8>]| {
        for part in parts {
            key.extend_from_slice(part);
        }
        key.push(b'-');
    };
    field(&mut key, &[]);
    field(&mut key, &[text(attribute::INDIRECTLY_CALLABLE)]);
    // Code that is compiled for fixed targets only runs there, so features do not matter: kernels with the same set
    // share an image.
    if let Some(targets) = facts.fixed_targets.as_ref().filter(|t| !t.is_empty()) {
        let mut targets = targets.clone();
        targets.sort_unstable();
        targets.dedup();
        key.extend_from_slice(b"fixed-targets");
        field(&mut key, &dashed(targets));
        return key;
    }
    field(&mut key, &[text(attribute::REGISTER_ALLOC_MODE)]);
    field(&mut key, &[text(attribute::GRF_SIZE)]);
    // Internal aspects are negative and count as 32-bit numbers, as DPC++ prints them.
    let mut aspects: Vec<u64> = facts.needed_aspects().map(|a| u64::from(a as u32)).collect();
    aspects.sort_unstable();
    aspects.dedup();
    field(&mut key, &dashed(aspects));
    field(&mut key, &dashed(facts.required_work_group_size.iter().copied()));
    field(&mut key, &dashed(facts.work_group_dimensions));
    field(&mut key, &dashed(facts.required_sub_group_size));
    field(&mut key, &[text(attribute::OPT_LEVEL)]);
    field(&mut key, &dashed(&facts.joint_matrix));
    field(&mut key, &dashed(&facts.joint_matrix_mad));
    key
}

fn dashed<T: std::fmt::Display>(values: impl IntoIterator<Item = T>) -> Vec<Vec<u8>> {
    values.into_iter().map(|value| format!("-{value}").into_bytes()).collect()
}
