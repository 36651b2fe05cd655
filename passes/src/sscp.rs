//! Generic device code learns what is known of its target: values of constants, answers to queries, sizes, arguments.
//!
//! These are the parts of a late compilation that AdaptiveCpp's "generic single-pass" compiler does at run time, as
//! passes of their own. They run before `retarget`: names and address spaces are those of the front end.
//!
//! | file | holds |
//! | --- | --- |
//! | `ir_constants` | the pass `sscp-ir-constants` |
//! | `reflect` | the pass `sscp-reflect` |
//! | `outline` | the pass `sscp-outline` |
//! | `prune` | the pass `sscp-prune` |
//! | `separate` | the pass `sscp-separate`: the first stage, before these |
//! | `specialize` | the pass `sscp-specialize` |
//! | `literal` | values as users write them |

pub mod ir_constants;
pub mod literal;
pub mod outline;
pub mod prune;
pub mod reflect;
pub mod separate;
pub mod specialize;
