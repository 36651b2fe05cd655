//! Options of the passes: one table per pass feeds the parser, the messages and the help.
//!
//! Inside `pass<...>` parameters are separated by `;`, elements of a list by `:`, because LLVM's pipeline parser takes
//! `,` and `>` for itself. Values that contain those come from a JSON file (`config=file.json`): an object with the
//! same names, `true` for flags, text or numbers for values, arrays for what may be repeated.
//!
//! The same parameter can be given in several places. The more specific one counts:
//!
//! 1. the parameters of a pipeline, or the options of a command line;
//! 2. the files that these name with `config=`, of several the last;
//! 3. the settings, which are the file that `SYCL_PASSES_CONFIG` names;
//! 4. the files that the settings name with `config`.
//!
//! `false` counts as well: it leaves a flag out that a less specific place gives. What makes a list adds up (`o`,
//! `exclude`, `fixed-targets`); tables of a more specific place come first. Mistakes are reported wherever they are.
//!
//! | file | holds |
//! | --- | --- |
//! | `parameter` | [`Parameter`]: from a [`ParameterValue`] to options |
//! | `layer` | what is given in one place ([`Layer`]): pipeline text, JSON, command line |
//! | `json` | values in JSON |
//! | `passes`, `tables` | the tables of parameters |
//! | `back_end` | the table of `llvm-to-backend`, which is made of those of its stages |
//! | `sscp` | the tables of the passes for generic device code |
//! | `post_link` | the options of a split, from several places: what images are, and where files go |

mod back_end;
mod error;
pub(crate) mod json;
mod layer;
mod parameter;
mod passes;
mod post_link;
mod sscp;
mod tables;

pub use back_end::LLVM_TO_BACKEND;
pub use error::{ConfigProblem, Expected, KnownNames, OptionError, ValueError};
pub use layer::{Entry, Given, Layer};
pub use parameter::{Form, Parameter, ParameterValue};
pub use passes::{
    ASPECT_PROPAGATION, DEVICE_PIPELINE, FREE_FUNCTION_KERNELS, FRONT_END, GLOBAL_OFFSET, HOST_IMAGE, LINK_BUILTINS,
    NONE, RETARGET, SPEC_CONSTANTS, SPIRV_LEGALIZE, WORK_GROUP_FUNCTIONS,
};
pub use post_link::{DeviceLibraries, FileOptions, IdQueriesRange, ImageOptions, Options, Output, PropertyForms};
pub use sscp::{SSCP_IR_CONSTANTS, SSCP_OUTLINE, SSCP_REFLECT, SSCP_SEPARATE, SSCP_SPECIALIZE};
pub use tables::{DEVICE_CODE_SPLIT, POST_LINK};
