//! Facts: their names, what operands they take, and decoding those.

use std::fmt;

use sycl_propset::printable::excerpt;

use super::{aspects::KnownAspects, error::Error};
use crate::{
    annotations::text,
    ir::{Function, Value},
    site::Site,
};

/// A size that has one to three dimensions, in the order of the source (the fastest dimension last), without zeros.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Size(Vec<u32>);

impl Size {
    /// As metadata has it: reversed, in OpenCL's order, with all three dimensions.
    pub(super) fn in_metadata(&self) -> [u32; 3] {
        let mut sizes = [1; 3];
        sizes.iter_mut().zip(self.0.iter().rev()).for_each(|(place, size)| *place = *size);
        sizes
    }

    pub(super) fn dimensions(&self) -> u32 {
        self.0.len() as u32
    }
}

/// Fact of one marker or annotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    RequiredWorkGroupSize(Size),
    MaxWorkGroupSize(Size),
    RequiredSubGroupSize(u32),
    /// Numbers of aspects, ascending, each once; here and below.
    DeviceHas(Vec<u32>),
    UsesAspects(Vec<u32>),
}

/// Kinds of operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    RequiredWorkGroupSize,
    MaxWorkGroupSize,
    RequiredSubGroupSize,
    DeviceHas,
    UsesAspects,
}

/// Names of facts, with the least and greatest number of operands, and these in words.
const FACTS: [(&str, Kind, usize, usize, &str); 5] = [
    ("reqd_work_group_size", Kind::RequiredWorkGroupSize, 1, 3, "1 to 3 sizes"),
    ("max_work_group_size", Kind::MaxWorkGroupSize, 1, 3, "1 to 3 sizes"),
    ("reqd_sub_group_size", Kind::RequiredSubGroupSize, 1, 1, "1 size"),
    ("device_has", Kind::DeviceHas, 0, usize::MAX, "names or numbers of aspects"),
    ("uses_aspects", Kind::UsesAspects, 1, usize::MAX, "at least 1 name or number of an aspect"),
];

impl Fact {
    fn name(&self) -> &'static str {
        let kind = match self {
            Self::RequiredWorkGroupSize(_) => Kind::RequiredWorkGroupSize,
            Self::MaxWorkGroupSize(_) => Kind::MaxWorkGroupSize,
            Self::RequiredSubGroupSize(_) => Kind::RequiredSubGroupSize,
            Self::DeviceHas(_) => Kind::DeviceHas,
            Self::UsesAspects(_) => Kind::UsesAspects,
        };
        FACTS.iter().find(|row| row.1 == kind).expect("every kind has a row").0
    }

    fn numbers(&self) -> &[u32] {
        match self {
            Self::RequiredWorkGroupSize(size) | Self::MaxWorkGroupSize(size) => &size.0,
            Self::RequiredSubGroupSize(size) => std::slice::from_ref(size),
            Self::DeviceHas(aspects) | Self::UsesAspects(aspects) => aspects,
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.numbers().iter().map(u32::to_string).collect();
        write!(f, "{}({})", self.name(), numbers.join(", "))
    }
}

/// A fact with the function that it is written in.
pub(super) struct Statement<'m> {
    pub(super) function: Function<'m>,
    pub(super) site: Site,
    pub(super) fact: Fact,
}

/// An operand as it is written.
#[derive(Clone, Copy)]
pub(super) enum RawOperand<'a, 'm> {
    /// In a call, or an argument of an annotation.
    Value(Value<'m>),
    /// In the text of an annotation.
    Text(&'a str),
}

impl RawOperand<'_, '_> {
    /// The number, if it is one that has 32 bits. Whether a constant is signed is not known; one with the sign bit is
    /// taken as negative.
    fn number(self) -> Option<u32> {
        match self {
            Self::Value(value) => match value.as_signed() {
                Some(number) => u32::try_from(number).ok(),
                // Of more than 64 bits, or not an integer.
                None => value.as_unsigned().and_then(|number| u32::try_from(number).ok()),
            },
            Self::Text(text) => text.parse().ok(),
        }
    }

    /// The name, if it is a text: of an aspect.
    fn name(self) -> Option<String> {
        match self {
            Self::Value(value) => text(value),
            Self::Text(text) => Some(text.to_owned()),
        }
    }

    fn describe(self) -> String {
        match self {
            Self::Value(value) => value.describe(),
            Self::Text(text) => format!("\"{text}\""),
        }
    }
}

/// The fact of a name and operands.
pub(super) fn decode(
    name: &str,
    operands: &[RawOperand<'_, '_>],
    site: &Site,
    aspects: &KnownAspects<'_>,
) -> Result<Fact, Error> {
    let Some((fact, kind, least, most, expected)) = FACTS.iter().copied().find(|row| row.0 == name) else {
        let known = FACTS.iter().map(|row| row.0).collect();
        return Err(Error::Unknown { site: site.clone(), name: name.to_owned(), known });
    };
    if !(least..=most).contains(&operands.len()) {
        return Err(Error::Count { site: site.clone(), fact, found: operands.len(), expected });
    }
    let is_size = !matches!(kind, Kind::DeviceHas | Kind::UsesAspects);
    let number = |(index, operand): (usize, &RawOperand<'_, '_>)| {
        let place = || (site.clone(), fact, index + 1);
        if is_size {
            let number = operand.number().filter(|number| *number != 0);
            return number.ok_or_else(|| refused(place(), *operand, "a constant integer from 1 to 4294967295"));
        }
        let aspect = match operand.number() {
            Some(number) => aspects.name(number).map(|_| number).ok_or_else(|| number.to_string()),
            None => match operand.name() {
                Some(name) => aspects.number(&name).ok_or_else(|| format!("`{}`", excerpt(&name))),
                None => {
                    return Err(refused(
                        place(),
                        *operand,
                        "a constant integer or string, the number or name of an aspect",
                    ));
                }
            },
        };
        aspect.map_err(|found| {
            let ((site, fact, operand), table) = (place(), aspects.place());
            Error::UnknownAspect { site, fact, operand, found: found.into(), table: table.into() }
        })
    };
    let mut numbers = operands.iter().enumerate().map(number).collect::<Result<Vec<u32>, Error>>()?;
    if !is_size {
        numbers.sort_unstable();
        numbers.dedup();
    }
    Ok(match kind {
        Kind::RequiredWorkGroupSize => Fact::RequiredWorkGroupSize(Size(numbers)),
        Kind::MaxWorkGroupSize => Fact::MaxWorkGroupSize(Size(numbers)),
        Kind::RequiredSubGroupSize => Fact::RequiredSubGroupSize(numbers[0]),
        Kind::DeviceHas => Fact::DeviceHas(numbers),
        Kind::UsesAspects => Fact::UsesAspects(numbers),
    })
}

/// The error for an operand of a fact that is nothing that the fact takes.
fn refused(
    (site, fact, operand): (Site, &'static str, usize),
    found: RawOperand<'_, '_>,
    expected: &'static str,
) -> Error {
    Error::Operand { site, fact, operand, found: found.describe(), expected }
}
