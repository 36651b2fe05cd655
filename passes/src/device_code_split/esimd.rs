//! ESIMD code apart from SYCL code: an image with both becomes two, since they are compiled by different back ends.
//!
//! A function is ESIMD code if it has `!sycl_explicit_simd`. The ESIMD half has the ESIMD entry points, the ESIMD functions
//! that the other half calls, and all that these need, SYCL functions included. The SYCL half has the other entry points and
//! what they need; ESIMD functions are declarations there.
//!
//! Source: DPC++'s `sycl-post-link -split-esimd`.

use rustc_hash::FxHashSet;

use super::{Analysis, Group};
use crate::ir::{GlobalId, Requests};

/// Whether ESIMD code goes into images of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Esimd {
    /// It goes where its group goes.
    #[default]
    Together,
    /// An image with other entry points and ESIMD code becomes two.
    Apart,
}

/// Which half of an image a group stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Half {
    /// All of it.
    #[default]
    Whole,
    /// The ESIMD code.
    Esimd {
        /// Functions that are no entry points but that the SYCL half declares, sorted: they stay visible.
        called: Vec<GlobalId>,
    },
    /// Everything else.
    Sycl,
}

/// Which code an image holds.
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
    /// Splits the groups whose images hold ESIMD code and other entry points.
    ///
    /// The ESIMD half comes first: DPC++ forms the two in this order, and its own tests take the rows of the table in any.
    pub(super) fn halves(&mut self, groups: Vec<Group>) -> Vec<Group> {
        if self.esimd.is_empty() {
            return groups;
        }
        let mut halves = Vec::with_capacity(groups.len());
        for group in groups {
            let dropped = self.dropped(&group);
            let members = self.members(&group, &dropped, Requests::Followed);
            if self.code_kind(&group, &members, &dropped) != CodeKind::Both {
                halves.push(group);
                continue;
            }
            let (esimd, sycl): (Vec<GlobalId>, _) = group.entry_points.iter().partition(|id| self.esimd.contains(id));
            let sycl = Group { entry_points: sycl, half: Half::Sycl, ..group };
            let dropped_there = self.dropped(&sycl);
            let mut called = self.members(&sycl, &dropped_there, Requests::Followed);
            called.retain(|id| {
                self.is_in_other_half(&sycl, *id) && !dropped.contains(id) && esimd.binary_search(id).is_err()
            });
            halves.push(Group { entry_points: esimd, half: Half::Esimd { called }, ..sycl });
            halves.push(sycl);
        }
        halves
    }

    /// Whether a function's body is in the ESIMD half of an image and the group stands for the other one. What an alias
    /// stands for is in both, since an alias needs a definition.
    pub(crate) fn is_in_other_half(&self, group: &Group, id: GlobalId) -> bool {
        group.half == Half::Sycl && self.esimd.contains(&id) && !self.aliased.contains(&id)
    }

    /// Which code the image of a group holds.
    pub(super) fn code_kind(&self, group: &Group, members: &[GlobalId], dropped: &FxHashSet<GlobalId>) -> CodeKind {
        match group.half {
            Half::Esimd { .. } => CodeKind::Esimd,
            Half::Sycl => CodeKind::Sycl,
            Half::Whole if self.esimd.is_empty() => CodeKind::Sycl,
            Half::Whole => {
                if !members.iter().any(|id| self.esimd.contains(id) && !dropped.contains(id)) {
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
