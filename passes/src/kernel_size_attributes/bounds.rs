//! Step 1: what each kernel says about its sizes.

use super::Error;
use crate::ir::{
    Function, attribute,
    sycl_metadata::{FunctionMetadata, kind},
};

/// Work items of a group that both architectures can have at most.
pub(super) const MOST_ITEMS: u64 = 1024;

/// Sizes of the work groups of one kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Groups {
    /// Exactly this size.
    Required([u64; 3]),
    /// At most this size in each dimension.
    Maximum([u64; 3]),
    /// At most this many items.
    MaximumItems(u64),
}

impl Groups {
    /// For a remark.
    pub(super) fn describe(self) -> String {
        let sizes: Vec<String> = self.dimensions().iter().map(u64::to_string).collect();
        let word = if matches!(self, Groups::Required(_)) { "required" } else { "maximum" };
        format!("the {word} work-group size {}", sizes.join("x"))
    }

    pub(super) fn items(self) -> u64 {
        match self {
            Self::Required(sizes) | Self::Maximum(sizes) => sizes.iter().fold(1, |all, n| all.saturating_mul(*n)),
            Self::MaximumItems(items) => items,
        }
    }

    /// Numbers of each dimension, as NVPTX wants them.
    pub(super) fn dimensions(self) -> Vec<u64> {
        match self {
            Self::Required(sizes) | Self::Maximum(sizes) => sizes.to_vec(),
            Self::MaximumItems(items) => vec![items],
        }
    }
}

/// Sizes of one kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) groups: Option<Groups>,
    pub(crate) sub_group_size: Option<u32>,
    /// Work-groups that a multiprocessor has room for at least.
    pub(super) least_groups: Option<u32>,
    /// Work-groups of a cluster at most.
    pub(super) most_groups: Option<u32>,
}

impl Bounds {
    /// From metadata; where a kernel has none of a kind, from the attribute that DPC++'s front end writes and its pass
    /// for compile-time properties turns into the metadata. Zero stands for no such size in both.
    pub(crate) fn read(kernel: Function<'_>, facts: &FunctionMetadata) -> Result<Self, Error> {
        let attributes = Attributes { kernel, any: kernel.has_attributes() };
        Ok(Self {
            groups: groups(&attributes, facts)?,
            sub_group_size: or(facts.required_sub_group_size, || attributes.sub_group_size())?.filter(|n| *n != 0),
            least_groups: or(facts.min_work_groups_per_cu, || attributes.number(attribute::MIN_WORK_GROUPS_PER_CU))?
                .filter(|n| *n != 0),
            most_groups: or(facts.max_work_groups_per_mp, || attributes.number(attribute::MAX_WORK_GROUPS_PER_MP))?
                .filter(|n| *n != 0),
        })
    }
}

/// Forms of the value of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// One to three sizes, the slowest dimension first.
    Sizes,
    /// One number.
    Number,
    /// The same, or a word by which the device chooses it.
    SubGroups,
}

/// Attributes, and the metadata that says the same.
const ATTRIBUTES: [(&str, &str, Form); 7] = [
    (attribute::WORK_GROUP_SIZE, kind::REQUIRED_WORK_GROUP_SIZE, Form::Sizes),
    (attribute::WORK_GROUP_SIZE_HINT, kind::WORK_GROUP_SIZE_HINT, Form::Sizes),
    (attribute::MAX_WORK_GROUP_SIZE, kind::MAX_WORK_GROUP_SIZE, Form::Sizes),
    (attribute::MAX_LINEAR_WORK_GROUP_SIZE, kind::MAX_LINEAR_WORK_GROUP_SIZE, Form::Number),
    (attribute::SUB_GROUP_SIZE, kind::REQUIRED_SUB_GROUP_SIZE, Form::SubGroups),
    (attribute::MIN_WORK_GROUPS_PER_CU, kind::MIN_WORK_GROUPS_PER_CU, Form::Number),
    (attribute::MAX_WORK_GROUPS_PER_MP, kind::MAX_WORK_GROUPS_PER_MP, Form::Number),
];

/// Sizes in the attributes of a kernel: kinds of metadata with their operands, as many as are written, in OpenCL's
/// order. Those that say that there is no such size are not among them.
pub(crate) fn in_attributes(kernel: Function<'_>) -> Result<Vec<(&'static str, Vec<u64>)>, Error> {
    let attributes = Attributes { kernel, any: kernel.has_attributes() };
    let mut found = Vec::new();
    for (name, kind, form) in ATTRIBUTES {
        let numbers = match form {
            Form::Sizes => {
                let mut sizes = attributes.numbers(name)?;
                sizes.reverse();
                three(kernel, format!("\"{name}\""), &sizes)?.map(|_| sizes)
            }
            Form::Number => attributes.number(name)?.map(|number| vec![number]),
            Form::SubGroups => attributes.sub_group_size()?.map(|size| vec![u64::from(size)]),
        };
        if let Some(numbers) = numbers.filter(|numbers| numbers[0] != 0) {
            found.push((kind, numbers));
        }
    }
    Ok(found)
}

fn or<T>(first: Option<T>, second: impl FnOnce() -> Result<Option<T>, Error>) -> Result<Option<T>, Error> {
    first.map_or_else(second, |value| Ok(Some(value)))
}

fn groups(attributes: &Attributes<'_>, facts: &FunctionMetadata) -> Result<Option<Groups>, Error> {
    let size = |values: &[u64], metadata: &'static str, attribute: &'static str| -> Result<_, Error> {
        if values.is_empty() {
            let mut sizes = attributes.numbers(attribute)?;
            sizes.reverse(); // the attribute has the slowest dimension first, as in SYCL
            return three(attributes.kernel, format!("\"{attribute}\""), &sizes);
        }
        three(attributes.kernel, format!("!{metadata}"), values)
    };
    if let Some(sizes) =
        size(&facts.required_work_group_size, kind::REQUIRED_WORK_GROUP_SIZE, attribute::WORK_GROUP_SIZE)?
    {
        return Ok(Some(Groups::Required(sizes)));
    }
    let maximum = size(&facts.max_work_group_size, kind::MAX_WORK_GROUP_SIZE, attribute::MAX_WORK_GROUP_SIZE)?
        .map(Groups::Maximum);
    let linear = or(facts.max_linear_work_group_size, || attributes.number(attribute::MAX_LINEAR_WORK_GROUP_SIZE))?
        .filter(|n| *n != 0)
        .map(Groups::MaximumItems);
    let smallest = [maximum, linear].into_iter().flatten().min_by_key(|g| g.items());
    // A device has no more items. The number is written all the same: the back ends' own default can be smaller.
    Ok(smallest.map(|g| if g.items() > MOST_ITEMS { Groups::MaximumItems(MOST_ITEMS) } else { g }))
}

/// Three dimensions from one to three numbers; none where the first is zero, which is how front ends write no size.
fn three(kernel: Function<'_>, place: String, sizes: &[u64]) -> Result<Option<[u64; 3]>, Error> {
    if sizes.len() > 3 || sizes.first().is_some_and(|first| *first != 0) && sizes.contains(&0) {
        let numbers: Vec<String> = sizes.iter().map(u64::to_string).collect();
        return Err(Error::Size { place, kernel: kernel.name(), found: numbers.join(", ") });
    }
    if sizes.first().is_none_or(|first| *first == 0) {
        return Ok(None);
    }
    let mut three = [1; 3];
    three[..sizes.len()].copy_from_slice(sizes);
    Ok(Some(three))
}

/// The string attributes of a kernel.
struct Attributes<'m> {
    kernel: Function<'m>,
    any: bool,
}

impl Attributes<'_> {
    fn text(&self, name: &str) -> Option<String> {
        if self.any { self.kernel.string_attribute(name) } else { None }
    }

    /// Numbers separated by commas; empty if there is no such attribute.
    fn numbers<T: std::str::FromStr>(&self, name: &'static str) -> Result<Vec<T>, Error> {
        let Some(text) = self.text(name) else { return Ok(Vec::new()) };
        let numbers = text.split(',').map(|number| {
            number.trim().parse().map_err(|_| Error::Attribute {
                name,
                kernel: self.kernel.name(),
                found: number.trim().to_owned(),
            })
        });
        numbers.collect()
    }

    /// The first number.
    fn number<T: std::str::FromStr>(&self, name: &'static str) -> Result<Option<T>, Error> {
        Ok(self.numbers(name)?.into_iter().next())
    }

    fn sub_group_size(&self) -> Result<Option<u32>, Error> {
        // The device chooses the number then.
        if self.text(attribute::SUB_GROUP_SIZE).is_some_and(|text| ["primary", "automatic"].contains(&text.as_str())) {
            return Ok(None);
        }
        self.number(attribute::SUB_GROUP_SIZE)
    }
}

#[cfg(test)]
mod tests {
    use super::Groups;

    #[test]
    fn items_do_not_overflow() {
        assert_eq!(Groups::Maximum([u64::MAX, 2, 3]).items(), u64::MAX);
        assert_eq!(Groups::Required([8, 4, 2]).items(), 64);
        assert_eq!(Groups::MaximumItems(7).dimensions(), [7]);
    }
}
