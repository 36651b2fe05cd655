//! Makers of the GPUs that code objects are for.

use crate::error::FormatError;
use crate::source::View;

const ELF_START: [u8; 6] = [0x7f, b'E', b'L', b'F', 2, 1];
const MACHINE_OFFSET: u64 = 18;
const HEADER_SIZE: u64 = 64;

/// The bit among a symbol's other flags that says it is an entry (`STO_CUDA_ENTRY`).
const CUDA_ENTRY: u8 = 0x10;

/// Whose GPUs a code object is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Maker {
    Amd,
    Nvidia,
    Intel,
}

impl Maker {
    /// By the machine in the header; none for other files.
    pub(super) fn read(view: View<'_>) -> Result<Option<Self>, FormatError> {
        if view.range.size < HEADER_SIZE || view.bytes(0, ELF_START.len() as u64, "ELF header")? != ELF_START {
            return Ok(None);
        }
        let machine = view.bytes(MACHINE_OFFSET, 2, "ELF header")?;
        Ok(match u16::from_le_bytes([machine[0], machine[1]]) {
            224 => Some(Self::Amd),
            190 => Some(Self::Nvidia),
            205 => Some(Self::Intel),
            _ => None,
        })
    }
}

/// Whether a symbol with these flags is a kernel of NVIDIA's.
pub(super) const fn is_entry(other: u8) -> bool {
    other & CUDA_ENTRY != 0
}
