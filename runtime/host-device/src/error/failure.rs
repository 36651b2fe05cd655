//! Why a group could not go on.

use std::fmt;

use super::Extent;

/// Why a group could not go on.
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
        /// The item, dimension 0 fastest.
        global_id: [u64; 3],
        /// The group, likewise.
        group_id: [u64; 3],
    },
    /// Not all items of the group arrived at a barrier.
    Barrier {
        /// The kernel.
        kernel: String,
        /// The group, dimension 0 fastest.
        group_id: [u64; 3],
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
                let (item, group) = (Extent(*global_id), Extent(*group_id));
                write!(f, "kernel `{kernel}`, global id {item}, group {group}: assertion `{expression}` failed")
            }
            Self::Barrier { kernel, group_id, waiting, ended, places } => {
                let (group, items) = (Extent(*group_id), if *waiting == 1 { "item waits" } else { "items wait" });
                write!(f, "kernel `{kernel}`, group {group}: {waiting} {items} at a barrier that others do not reach")?;
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
