//! The access layer over LLVM: the only place of this crate with `unsafe` and raw pointers.
//!
//! inkwell owns contexts, modules and buffers. What walks arbitrary input (types, operands, constants, metadata) goes
//! through LLVM's C API behind small types here, because inkwell panics on legal IR such as target extension types and
//! null metadata operands.
//!
//! # Promises
//!
//! Safe calls keep memory safe on any module that LLVM's readers take, as long as they are used as the passes use them.
//! The types do not carry everything: a method for one kind of instruction can be asked of another, an editor takes
//! values of the wrong type, and constants go with the global that they refer to. So this module is for
//! this workspace alone.
//!
//! # Files
//!
//! A file imports from those above it; the ones of a row may import from each other.
//!
//! | file | holds |
//! | --- | --- |
//! | `ffi`, `text`, `compat` | the C++ shim's functions, LLVM's texts, differences between LLVMs |
//! | `types` | [`Type`], [`DataLayout`]: read only |
//! | `value` | [`Value`] and the handles to one kind of value: read only |
//! | `metadata` | nodes and their operands, with errors that name the item |
//! | `module` | [`ModuleView`]: read only |
//! | `reports` | diagnostics and remarks that the host of a module reports |
//! | `gpu` | NVPTX and AMDGPU: architecture, kernels, address spaces |
//! | `attribute`, `names` | attributes that front ends and passes exchange; what is a builtin |
//! | `kernels` | what is a kernel, an entry point |
//! | `sycl_metadata` | what SYCL's front ends write into metadata |
//! | `dependencies` | [`Dependencies`]: what a global depends on, by operands and by metadata |
//! | `target_machine` | [`TargetMachine`]: a back end of LLVM and what it knows of a processor |
//! | `erased`, `undo` | what an editor took out of a module; what it did, and how it is undone |
//! | `edit` | [`Editor`]: everything that changes a module in place |
//! | `atomics` | orders and scopes of atomic instructions |
//! | `owned_module` | [`OwnedModule`]: a module in a context of its own |
//! | `slicer` | [`ModuleSlicer`], [`Part`]: globals moved out of a module to be written, and back |
//! | `file_content` | [`FileContent`]: what files hold, of which only a part is read |
//! | `pieces` | [`Pieces`]: a library of which only parts are read |
//! | `library` | [`Library`]: modules that are linked into another one, as far as it needs them |

mod atomics;
pub mod attribute;
mod compat;
mod dependencies;
mod edit;
mod erased;
#[doc(hidden)] // passes use the types of this module
pub mod ffi;
#[cfg(feature = "llvm22")]
mod file_content;
pub mod gpu;
pub mod kernels;
mod library;
pub mod metadata;
mod module;
pub mod names;
mod owned_module;
#[cfg(feature = "llvm22")]
mod pieces;
mod reports;
mod slicer;
pub mod sycl_metadata;
mod target_machine;
mod text;
mod types;
mod undo;
mod value;

pub use atomics::Order;
pub use dependencies::{Dependencies, GlobalId, IntrinsicCalls, Marks};
pub use edit::{
    Editor,
    global::{HeldLinkage, UsedList},
    metadata::{NewNode, NewOperand},
    pipeline::PipelineError,
};
#[cfg(feature = "llvm22")]
pub use edit::{
    blocks::AccessGroup,
    retype::{Convention, GenericUses, Obstacle, Policy},
};
#[cfg(feature = "llvm22")]
pub use ffi::GENERIC_SPACES;
#[cfg(feature = "llvm22")]
pub use file_content::FileContent;
pub use library::Library;
pub use module::{ModuleView, NamedOperand};
pub use owned_module::{OwnedModule, ReadError};
#[cfg(feature = "llvm22")]
pub use pieces::{Content, LazyPieces, Pieces};
pub use slicer::{ModuleSlicer, Part, Unfinished, Unwritable};
pub use target_machine::{
    NATIVE, NoBackEnd, TargetMachine, data_layout, features, host_processor, host_triple, is_processor, model,
    processors,
};
pub use text::escaped;
pub use types::{DataLayout, MAX_NESTING, Type, TypeKind};
pub use value::{
    Block, ByValOrByRef, Call, CallingConvention, Effects, Function, GlobalVariable, Instructions, IntegerOperation,
    IsLess, Linkage, Opcode, PlainTypes, Value, ValueKind,
};
