//! ESIMD code apart from SYCL code: an image with both becomes two, since they are compiled by different back ends.
//!
//! A function is ESIMD code if it has `!sycl_explicit_simd`. The ESIMD half has the ESIMD entry points, the ESIMD
//! functions that the other half calls, and all that these need, SYCL functions included. The SYCL half has the other
//! entry points and what they need; ESIMD functions are declarations there.
//!
//! Source: DPC++'s `sycl-post-link -split-esimd`.

use rustc_hash::FxHashSet;

use super::{Analysis, Group};
use crate::ir::{GlobalId, IntrinsicCalls};

/// Whether ESIMD code goes into images of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Esimd {
    /// It stays in the image of its group.
    #[default]
    Together,
    /// An image with other entry points and ESIMD code becomes two.
    Apart,
}

/// Owners of a number: an image, or the two halves of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// One image.
    Whole(Group),
    /// Two images.
    Halves {
        /// The ESIMD code.
        esimd: Group,
        /// Everything else.
        sycl: Group,
    },
}

impl Unit {
    /// The images. The ESIMD half comes first: DPC++ forms the two in this order, and its own tests take the rows of
    /// the table in any.
    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        let (first, second) = match self {
            Unit::Whole(group) => (group, None),
            Unit::Halves { esimd, sycl } => (esimd, Some(sycl)),
        };
        std::iter::once(first).chain(second)
    }
}

/// Meaning of a group: cuts and visibility follow from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Half {
    /// A whole image.
    #[default]
    Whole,
    /// The ESIMD code of one.
    Esimd {
        /// Functions that the SYCL half declares and that are not entry points, sorted: they stay visible.
        called: Vec<GlobalId>,
    },
    /// Everything else.
    Sycl,
}

/// Kinds of code in an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// No ESIMD code.
    Sycl,
    /// ESIMD code, and no entry point that is not.
    Esimd,
    /// ESIMD code, and entry points that are not.
    Both,
}

impl Analysis<'_> {
    /// Splits a group whose image holds ESIMD code and other entry points.
    pub(super) fn split_esimd(&self, group: Group) -> Unit {
        if self.esimd.is_empty() {
            return Unit::Whole(group);
        }
        let image = self.image(&group, IntrinsicCalls::Followed);
        if image.code != CodeKind::Both {
            return Unit::Whole(group);
        }
        let (entry_points, others): (Vec<GlobalId>, _) =
            group.entry_points.iter().partition(|id| self.esimd.contains(id));
        let sycl = Group { entry_points: others, half: Half::Sycl, ..group };
        let mut called = self.image(&sycl, IntrinsicCalls::Followed).members;
        called.retain(|id| {
            self.is_in_other_half(&sycl, *id)
                && !image.deleted_bodies.contains(id)
                && entry_points.binary_search(id).is_err()
        });
        Unit::Halves { esimd: Group { entry_points, half: Half::Esimd { called }, ..sycl }, sycl }
    }

    /// Whether a function's body is in the ESIMD half of an image and the group stands for the other one. What an alias
    /// stands for is in both, since an alias needs a definition.
    pub(crate) fn is_in_other_half(&self, group: &Group, id: GlobalId) -> bool {
        group.half == Half::Sycl && self.esimd.contains(&id) && !self.aliases.targets.contains(&id)
    }

    /// Kind of code in the image of a group.
    pub(super) fn code_kind(
        &self,
        group: &Group,
        members: &[GlobalId],
        deleted_bodies: &FxHashSet<GlobalId>,
    ) -> CodeKind {
        match group.half {
            Half::Esimd { .. } => CodeKind::Esimd,
            Half::Sycl => CodeKind::Sycl,
            Half::Whole if self.esimd.is_empty() => CodeKind::Sycl,
            Half::Whole => {
                if !members.iter().any(|id| self.esimd.contains(id) && !deleted_bodies.contains(id)) {
                    CodeKind::Sycl
                } else if group.entry_points.iter().all(|id| self.esimd.contains(id)) {
                    CodeKind::Esimd
                } else {
                    CodeKind::Both
                }
            }
        }
    }
}
