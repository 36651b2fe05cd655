//! Whether a pass changed the module.

use std::ops::BitOrAssign;

/// Whether a pass changed the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Changed {
    /// Every analysis is still right.
    #[default]
    No,
    /// Analyses are invalidated.
    Yes,
}

impl Changed {
    /// The result of a pass, for the log.
    pub(crate) fn in_words(self) -> String {
        match self {
            Self::No => "not changed",
            Self::Yes => "changed",
        }
        .to_owned()
    }
}

impl BitOrAssign for Changed {
    fn bitor_assign(&mut self, other: Self) {
        if other == Self::Yes {
            *self = Self::Yes;
        }
    }
}

impl From<bool> for Changed {
    fn from(is_changed: bool) -> Self {
        if is_changed { Self::Yes } else { Self::No }
    }
}
