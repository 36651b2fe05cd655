//! Reasons why a group could not go on.

use std::fmt;

use super::Extent;

/// Reasons why a group could not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// An assertion failed.
    Assertion {
        /// The kernel.
        kernel: String,
        /// The expression.
        expression: String,
        /// The source file, if known.
        file: Option<String>,
        /// The line there.
        line: u32,
        /// The function, if known.
        function: Option<String>,
        /// The item.
        global_id: Extent,
        /// The group.
        group_id: Extent,
    },
    /// Not all items of the group arrived at a barrier.
    Barrier {
        /// The kernel.
        kernel: String,
        /// One of the items that wait.
        global_id: Extent,
        /// The group.
        group_id: Extent,
        /// Items that wait.
        waiting: u64,
        /// Items that have ended.
        ended: u64,
        /// The places of the barrier and of the branch by which items parted, if known.
        places: Option<String>,
    },
}

impl Failure {
    /// Whether it is a failed assertion, after which C ends the process.
    #[must_use]
    pub fn is_assertion(&self) -> bool {
        matches!(self, Self::Assertion { .. })
    }

    pub(super) fn extents(&mut self) -> Vec<&mut Extent> {
        match self {
            Self::Assertion { global_id, group_id, .. } | Self::Barrier { global_id, group_id, .. } => {
                vec![global_id, group_id]
            }
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Assertion { kernel, expression, file, line, function, global_id, group_id } => {
                if let Some(file) = file {
                    write!(f, "{file}:{line}: ")?;
                }
                if let Some(function) = function {
                    write!(f, "{function}: ")?;
                }
                write!(f, "kernel `{kernel}`, global id {global_id}, group {group_id}: assertion `{expression}` failed")
            }
            Self::Barrier { kernel, global_id, group_id, waiting, ended, places } => {
                write!(f, "kernel `{kernel}`, group {group_id}: ")?;
                match waiting {
                    1 => write!(f, "the item with global id {global_id} waits")?,
                    _ => write!(f, "{waiting} items wait, that with global id {global_id} among them,")?,
                }
                f.write_str(" at a barrier that others do not reach")?;
                match ended {
                    0 => write!(f, "; none has ended")?,
                    1 => write!(f, "; 1 has ended")?,
                    _ => write!(f, "; {ended} have ended")?,
                }
                places.iter().try_for_each(|places| write!(f, " ({places})"))
            }
        }
    }
}
