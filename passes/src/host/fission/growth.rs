//! Growth of numbers with the ids of items, and what conversions leave of it.

use crate::ir::{IntegerOperation, Opcode, Value};

/// Numbers that neighbours may be apart.
const APART: u64 = 4096;

/// Computation of a number from the ids.
pub(super) enum Term<'m> {
    /// The same for all items.
    Known(Value<'m>),
    Id(usize),
    Sum(Box<Term<'m>>, Box<Term<'m>>),
    Product(Box<Term<'m>>, u64),
    ProductOf(Box<Term<'m>>, Box<Term<'m>>),
    /// As many bits of it as are left, in an integer of other bits.
    Converted {
        of: Box<Term<'m>>,
        left: u32,
        is_signed: bool,
        bits: u32,
    },
}

/// Distance of neighbours in a dimension.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Apart {
    Not,
    By(u64),
    InSomeWay,
}

impl Apart {
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Not, apart) | (apart, Self::Not) => apart,
            (Self::By(a), Self::By(b)) if a + b <= APART => Self::By(a + b),
            _ => Self::InSomeWay,
        }
    }

    pub(super) fn times(self, factor: u64) -> Self {
        match self {
            Self::By(apart) if factor > 0 && apart.saturating_mul(factor) <= APART => Self::By(apart * factor),
            Self::Not => Self::Not,
            _ => Self::InSomeWay,
        }
    }

    pub(super) fn in_some_way(self) -> Self {
        if self == Self::Not { self } else { Self::InSomeWay }
    }
}

/// Growth of a number with the ids.
pub(super) struct Growth<'m> {
    pub(super) apart: [Apart; 3],
    /// Whether a conversion may make a part of it wrap.
    pub(super) is_converted: bool,
    pub(super) term: Term<'m>,
}

impl Growth<'_> {
    pub(super) fn grows(&self) -> bool {
        self.apart != [Apart::Not; 3]
    }

    /// The first dimension in which it grows by a number that is known, and that number.
    pub(super) fn dimension(&self) -> Option<(usize, u64)> {
        let by = |(dimension, apart): (usize, &Apart)| match apart {
            Apart::By(apart) => Some((dimension, *apart)),
            _ => None,
        };
        self.apart.iter().enumerate().find_map(by)
    }
}

/// The operand of a conversion that keeps the number, if it has fewer bits and a sign, and is not negative, with the
/// bits that the number needs.
pub(super) fn conversion(value: Value<'_>) -> Option<(Value<'_>, u32)> {
    use IntegerOperation as Is;
    let bits = value.integer_bits()?;
    match value.integer_operation()? {
        Is::Truncate(from) => Some((from, bits)),
        Is::ZeroExtend(from) | Is::SignExtend(from) => Some((from, from.integer_bits()?)),
        Is::ShiftRight(shifted, by) => match shifted.integer_operation()? {
            Is::ShiftLeft(from, up) if by.as_unsigned()? == up.as_unsigned()? && by.as_unsigned()? < bits.into() => {
                Some((from, bits - u32::try_from(by.as_unsigned()?).ok()?))
            }
            _ => None,
        },
        Is::And(from, mask) => {
            let ones = mask.as_unsigned()?.checked_add(1)?;
            ones.is_power_of_two().then(|| (from, ones.trailing_zeros()))
        }
        _ => None,
    }
}

/// The value before conversions; `bits` is lowered to the fewest bits that they leave.
pub(super) fn without_conversions<'m>(value: Value<'m>, bits: &mut u32) -> Value<'m> {
    let mut at = value;
    while let Some((from, left)) = conversion(at) {
        *bits = (*bits).min(left);
        at = from;
    }
    at
}

/// The value before conversions, some of which may be on some ways only.
pub(super) fn number_of_round<'m>(value: Value<'m>, bits: &mut u32) -> Value<'m> {
    let at = without_conversions(value, bits);
    if at.opcode() == Opcode::Phi {
        let mut all = at.incoming().into_iter().map(|(value, _)| without_conversions(value, bits));
        if let Some(first) = all.next().filter(|first| first.opcode() == Opcode::Phi)
            && all.all(|value| value == first)
        {
            return first;
        }
    }
    at
}
