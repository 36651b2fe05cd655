//! Gives kernels for NVIDIA's GPUs a variant for launches whose pointers lead to different allocations, and whose ids
//! have 31 bits.
//!
//! In C++ a store through one pointer may change what another one leads to, unless the program says `restrict`, which a
//! lambda cannot say of what it captures. So kernels load again what they have loaded before, and not through the
//! cache for what does not change (`ld.global.nc`). A launch knows in which allocation each pointer is. It also knows
//! that it has few items: SYCL's ids are `size_t`, which GPUs multiply and add in several instructions.
//!
//! | reads  | kernels after optimization |
//! | writes | `K_distinct` behind kernel K, a copy whose loads through pointers that it never writes through are |
//! |        | `!invariant.load`, whose pointers are aligned, and whose ids and sizes are computed in 32 bits; |
//! |        | `K_distinct_pointers`, below; where a kernel writes no memory of the device, there is nothing to ask, and |
//! |        | the same loads are marked in the kernel itself; `K_numbers`, below |
//! | keeps  | other kernels, all names; running it again changes nothing |
//!
//! The variable `K_distinct_pointers` has two numbers of 32 bits for each pointer that the kernel uses: twice the
//! number of its parameter, and 1 more if the kernel writes through the pointer; then its byte in the parameter.
//! `K_distinct` takes what K takes. It may be launched if the launch has fewer than 2^31 items in each dimension, the
//! pointers of the list are multiples of 16, and no pointer that it writes through leads to the allocation that another
//! one of the list leads to, or to memory of unknown origin. A null pointer leads nowhere.
//!
//! The variable `K_numbers` says what a launcher has to compare that specializes K to arguments which stay the same
//! (`sscp-specialize<bytes=...>`). It has three numbers of 32 bits for each number that K loads from an object in its
//! arguments: the number of the parameter, the byte in it, and how many bytes it has. A kernel that loads more than 32,
//! or that writes to the object, has no list.
//!
//! A kernel gets no variant if it may write through a pointer that it finds in memory, calls what is not known, or
//! acquires what other work-groups or the host release: what it loads afterwards may be new.
//!
//! Limits: pointers in arguments that the optimizer has put into other numbers are unknown.
//!
//! Cost: linear in the kernels, and in the phis between a pointer and its uses.
//!
//! Source: "PTX ISA", section "Data Movement and Conversion Instructions: ld.global.nc"; LLVM's "Language Reference",
//! section "invariant.load Metadata".

#[cfg(feature = "llvm22")]
mod accesses;
#[cfg(feature = "llvm22")]
mod ids;
#[cfg(feature = "llvm22")]
mod numbers;
#[cfg(feature = "llvm22")]
mod variants;

#[cfg(feature = "llvm22")]
use crate::ir::{gpu::Architecture, kernels::Kernels};
use crate::{changed::Changed, ir::Editor};

/// Reasons why the pass does nothing.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The LLVM is too old.
    #[error("pass `distinct-memory` needs LLVM 22, and this is LLVM {found}")]
    NeedsLlvm22 {
        /// The version.
        found: &'static str,
    },
}

/// Runs the pass.
///
/// # Errors
/// See [`Error`].
pub fn run(editor: &mut Editor<'_>) -> Result<Changed, Error> {
    #[cfg(feature = "llvm22")]
    {
        if Architecture::from_module(editor.view()) != Some(Architecture::Nvptx) {
            return Ok(Changed::No);
        }
        let kernels = Kernels::defined(editor.view());
        let mut changed = numbers::list(editor, &kernels);
        changed |= variants::add(editor, &kernels);
        Ok(changed)
    }
    #[cfg(not(feature = "llvm22"))]
    {
        let _ = editor;
        Err(Error::NeedsLlvm22 { found: env!("SYCL_PASSES_LLVM_MAJOR") })
    }
}
