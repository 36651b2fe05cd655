//! Values: globals, functions, instructions and constants, read only.
//!
//! | file | holds |
//! | --- | --- |
//! | `handle` | a handle to any value |
//! | `block` | basic blocks |
//! | `constant` | what a constant is made of |
//! | `effects` | what an instruction does besides its result |
//! | `global` | what functions, variables, aliases and ifuncs have in common |
//! | `function` | functions, their attributes and parameters |
//! | `variable` | global variables, their initializers and attributes |
//! | `instruction` | instructions |
//! | `integer` | what instructions compute of integers |
//! | `call` | calls |
//! | `typed` | handles to one kind of value |

mod block;
mod call;
mod constant;
mod effects;
mod function;
mod global;
mod handle;
mod instruction;
mod integer;
mod typed;
mod variable;

pub use block::Block;
pub use call::Call;
pub use effects::Effects;
pub use function::{ByValOrByRef, CallingConvention, Function};
pub use global::Linkage;
pub(super) use global::enum_attribute;
pub use handle::{Value, ValueKind};
pub use instruction::{Instructions, Opcode, PlainTypes};
pub use integer::{IntegerOperation, IsLess};
pub use variable::GlobalVariable;
