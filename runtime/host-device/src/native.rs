//! All that takes unsafe code: native code is loaded, its tables are read, and groups run on stacks of their own.
//!
//! | file | concept |
//! |---|---|
//! | `abi.rs` | the structures of `runtime/front-door/sycl_host_image.h` |
//! | `table.rs` | reads them into values |
//! | `library.rs` | shared libraries, and what is loaded already |
//! | `block.rs` | aligned memory for arguments and local memory |
//! | `stack.rs`, `switch.rs` | stacks, and the way there and back |
//! | `open.rs` | where callers promise what cannot be checked |
//! | `call.rs` | runs a group, and leaves it when it fails |
//! | `sanitizer.rs` | what AddressSanitizer and ThreadSanitizer have to know |
//! | `valgrind.rs` | what Valgrind has to know |
//! | `c.rs` | the C interface |
//!
//! What is sound here rests on one promise, which the caller of [`crate::Program::open`] gives: images are what their
//! tables say, and their kernels access nothing but what their arguments refer to. The safe code around this module
//! checks all that a table and a launch can be checked for before it comes here.
#![expect(unsafe_code, reason = "native code is loaded and called; each use says why it is sound")]

mod abi;
mod block;
mod c;
mod call;
mod library;
mod open;
mod sanitizer;
mod stack;
mod switch;
mod table;
mod valgrind;

pub(crate) use abi::{Function, Group, VERSION};
pub(crate) use block::Block;
pub(crate) use call::{Arguments, Slot, run};
pub(crate) use library::{Library, loaded_objects};
pub(crate) use sanitizer::{finds_races, has_gaps, poison, unpoison};
pub use sanitizer::{observe, publish};
pub(crate) use stack::Stack;
pub(crate) use table::{FailureSlot, Global, ImageTable, KernelTable, of_library, of_section};
