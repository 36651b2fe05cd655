//! Properties: their names, and what numbers they take.

use std::fmt;

use super::error::Error;
use crate::ir::sycl_metadata::kind;
use crate::site::Site;

/// Subject of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// A kernel over an nd-range of so many dimensions.
    NdRange,
    /// A kernel that one work-item runs.
    SingleTask,
    /// A size of one to three dimensions, the slowest first, that goes to metadata of this kind.
    Size(&'static str),
    /// One number, the same.
    Number(&'static str),
    /// Aspects that a device has where the function runs.
    Aspects,
}

/// The properties, with what numbers they take, in words.
const PROPERTIES: [(&str, About, &str); 8] = [
    ("nd_range_kernel", About::NdRange, "1, 2 or 3 dimensions"),
    ("single_task_kernel", About::SingleTask, "no numbers"),
    ("work_group_size", About::Size(kind::REQUIRED_WORK_GROUP_SIZE), SIZES),
    ("work_group_size_hint", About::Size(kind::WORK_GROUP_SIZE_HINT), SIZES),
    ("max_work_group_size", About::Size(kind::MAX_WORK_GROUP_SIZE), SIZES),
    ("max_linear_work_group_size", About::Number(kind::MAX_LINEAR_WORK_GROUP_SIZE), SIZE),
    ("sub_group_size", About::Number(kind::REQUIRED_SUB_GROUP_SIZE), SIZE),
    ("device_has", About::Aspects, "numbers of aspects"),
];
const SIZES: &str = "1 to 3 sizes, none of them 0";
const SIZE: &str = "1 size that is not 0";

/// A property with its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    name: &'static str,
    pub(super) about: About,
    pub(super) numbers: Vec<u32>,
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.numbers.iter().map(u32::to_string).collect();
        write!(f, "{}({})", self.name, numbers.join(", "))
    }
}

impl Property {
    /// The property of a name and numbers.
    pub(super) fn new(name: &str, mut numbers: Vec<u32>, site: &Site) -> Result<Self, Error> {
        let Some((name, about, expected)) = PROPERTIES.iter().copied().find(|row| row.0 == name) else {
            let known = PROPERTIES.iter().map(|row| row.0).collect();
            return Err(Error::Unknown { site: site.clone(), name: name.to_owned(), known });
        };
        let are_right = match about {
            About::NdRange => matches!(numbers[..], [1..=3]),
            About::SingleTask => numbers.is_empty(),
            About::Size(_) => (1..=3).contains(&numbers.len()) && !numbers.contains(&0),
            About::Number(_) => numbers.len() == 1 && numbers[0] != 0,
            About::Aspects => true,
        };
        if !are_right {
            return Err(Error::Numbers { site: site.clone(), property: name, numbers, expected });
        }
        if about == About::Aspects {
            numbers.sort_unstable();
            numbers.dedup();
        }
        Ok(Self { name, about, numbers })
    }

    /// Whether it makes its function a kernel.
    pub(super) fn is_kernel(&self) -> bool {
        matches!(self.about, About::NdRange | About::SingleTask)
    }

    /// Whether functions have one of the two.
    fn excludes(&self, other: &Self) -> bool {
        self.about == other.about || self.is_kernel() && other.is_kernel()
    }

    /// Adds it to those that its function has already.
    pub(super) fn add_to(self, properties: &mut Vec<Self>, site: &Site) -> Result<(), Error> {
        match properties.iter().find(|other| self.excludes(other)) {
            Some(same) if *same == self => Ok(()),
            Some(other) => {
                let (first, second) = (Box::new(other.clone()), Box::new(self));
                Err(Error::Contradiction { site: site.clone(), first, second })
            }
            None => {
                properties.push(self);
                Ok(())
            }
        }
    }
}
