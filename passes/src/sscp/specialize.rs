//! Fixes what is known of launches: arguments of kernels, the size of work-groups, what pointers promise.
//!
//! | reads  | kernels; queries for sizes and ids (`__spirv_BuiltIn*` as functions and variables, `__acpp_sscp_get_*`) |
//! | writes | constants in the place of arguments and sizes; `llvm.assume` where an id has a bound; |
//! |        | `!reqd_work_group_size`; `noalias` and `align`; kernels without the fixed arguments, and |
//! |        | `!sycl_kernel_omit_args` |
//! | keeps  | all else; running it again changes nothing |
//!
//! An argument that is fixed is no parameter any more. Property sets tell the runtime so by the mask in
//! `!sycl_kernel_omit_args`, and it passes the others. Arguments count from 0 as in the source: those that the mask
//! leaves out count, so that a number means the same in a second run. `!kernel_arg_*` follow.
//!
//! 1. Find kernels, arguments and values ([`places`]); check sizes against those that kernels require.
//! 2. Replace sizes and state bounds of ids ([`queries`]).
//! 3. Add attributes, replace what is loaded of arguments that are partly known ([`bytes`]), replace arguments, and
//!    make kernels without them.
//!
//! Nothing is changed before the first step went through.
//!
//! Limits: a size is for all kernels of the module. Pointers can be fixed to `null` only. Known bytes of an object
//! count where the kernel loads numbers at constant offsets and writes to none of it (`readonly`). Ids in variables get
//! a bound where a whole vector or its first element is loaded. Kernels that lose arguments are not called by other
//! code.
//!
//! Cost: linear in kernels and queries.
//!
//! Source: AdaptiveCpp's specialization at run time; DPC++'s design document "Kernel parameter optimization";
//! `docs/retarget.md`.

#[cfg(feature = "llvm22")]
mod bytes;
mod error;
mod places;
mod queries;

use indexmap::IndexMap;

pub use error::Error;
use places::{Kernel, Places};

use super::literal::{self, Expected};
use crate::{
    changed::Changed,
    ir::{ByValOrByRef, Editor, Function, NewOperand, Type, TypeKind, Value, sycl_metadata::kind},
    uses::Uses,
};

/// An argument of a kernel, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Symbol of the kernel, or its name in the source.
    pub kernel: String,
    /// Number of the argument from 0, or the name of the parameter.
    pub argument: String,
}

impl Place {
    /// Takes `KERNEL:ARG` apart. The kernel's name may have colons.
    pub fn parse(text: &str) -> Option<Self> {
        let (kernel, argument) = text.rsplit_once(':')?;
        let (kernel, argument) = (kernel.trim(), argument.trim());
        let is_complete = !kernel.is_empty() && !argument.is_empty();
        is_complete.then(|| Self { kernel: kernel.to_owned(), argument: argument.to_owned() })
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.kernel, self.argument)
    }
}

/// Bytes of an argument that every launch passes. The kernel keeps the argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBytes {
    /// The argument: a number, or an object that is passed by value.
    pub place: Place,
    /// First byte in the argument that is known.
    pub offset: usize,
    /// Bytes from there on, as they are in memory.
    pub bytes: Vec<u8>,
}

impl KnownBytes {
    /// Takes `KERNEL:ARG:OFFSET=HEX` apart.
    pub fn parse(text: &str) -> Option<Self> {
        let (start, bytes) = text.rsplit_once('=')?;
        let (place, offset) = start.rsplit_once(':')?;
        let (place, offset) = (Place::parse(place)?, offset.trim().parse().ok()?);
        Some(Self { place, offset, bytes: bytes_of(bytes)? })
    }
}

/// Bytes in hexadecimal digits, of which there are some.
pub fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let bytes = data_encoding::HEXLOWER_PERMISSIVE.decode(text.trim().as_bytes()).ok()?;
    (!bytes.is_empty()).then_some(bytes)
}

/// Options of the pass.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Arguments and their values. Of several for one argument the last counts.
    pub arguments: Vec<(Place, String)>,
    /// Bytes of arguments. Of several for one byte the last counts.
    pub bytes: Vec<KnownBytes>,
    /// Kernels, and what the buffer of emulated specialization constants has in every launch of them.
    pub constants: Vec<(String, Vec<u8>)>,
    /// Size of every work-group; the first dimension is the fastest.
    pub group_size: Option<[u32; 3]>,
    /// Bytes of work-group memory whose size the host would give with each launch.
    pub local_size: Option<u32>,
    /// Global sizes and ids are less than 2^31.
    pub sizes_fit_in_int: bool,
    /// Pointers through which alone their memory is reached.
    pub noalias: Vec<Place>,
    /// Alignment of pointers, powers of two.
    pub align: Vec<(Place, u64)>,
}

/// Runs the pass.
///
/// # Errors
/// See [`Error`]; the module is unchanged then.
pub fn run(editor: &mut Editor<'_>, options: &Options) -> Result<Changed, Error> {
    let module = editor.view();
    let places = Places::read(module)?;
    let mut fixed: IndexMap<Function<'_>, IndexMap<u32, Value<'_>>> = IndexMap::new();
    for (place, text) in &options.arguments {
        if let Some((kernel, index)) = places.find(place)? {
            let value = value(editor, kernel, index, place, text)?;
            check_calls(kernel.function)?;
            fixed.entry(kernel.function).or_default().insert(index, value);
        }
    }
    let noalias = options.noalias.iter().map(|place| pointer(&places, place, "noalias"));
    let noalias: Vec<_> = noalias.collect::<Result<_, _>>()?;
    let align = options.align.iter().map(|(place, bytes)| Ok((pointer(&places, place, "align")?, *bytes)));
    let align: Vec<_> = align.collect::<Result<_, Error>>()?;
    if let Some(size) = options.group_size {
        places.check_group_size(size)?;
    }
    #[cfg(feature = "llvm22")]
    let partly = bytes::find(editor, &places, options)?;
    if cfg!(not(feature = "llvm22")) && !(options.bytes.is_empty() && options.constants.is_empty()) {
        return Err(Error::OldLlvm);
    }

    let mut changed = queries::answer(editor, options);
    if let Some(size) = options.group_size {
        changed |= require_size(editor, &places, size);
    }
    for (kernel, index) in noalias.into_iter().flatten() {
        if !kernel.has_parameter_attribute(index, "noalias") {
            editor.add_parameter_attribute(kernel, index, "noalias", 0);
            changed = Changed::Yes;
        }
    }
    for ((kernel, index), bytes) in align.into_iter().filter_map(|(place, bytes)| Some((place?, bytes))) {
        if kernel.parameter_alignment(index).is_none_or(|known| known < bytes) {
            editor.add_parameter_attribute(kernel, index, "align", bytes);
            changed = Changed::Yes;
        }
    }
    #[cfg(feature = "llvm22")]
    for argument in partly {
        changed |= argument.fix(editor);
    }
    for (kernel, arguments) in fixed {
        fix(editor, &places, kernel, &arguments);
        changed = Changed::Yes;
    }
    Ok(changed)
}

/// The type of the value that an argument passes: what its memory holds, if it is passed in memory.
fn passed_type<'m>(kernel: &Kernel<'m>, index: u32) -> Type<'m> {
    let parameter = kernel.function.parameters().nth(index as usize).expect("found by its place");
    kernel.function.passed_object(index, ByValOrByRef::ByValue).unwrap_or_else(|| parameter.ty())
}

fn value<'m>(
    editor: &Editor<'m>,
    kernel: &Kernel<'m>,
    index: u32,
    place: &Place,
    text: &str,
) -> Result<Value<'m>, Error> {
    let ty = passed_type(kernel, index);
    let wrong =
        |expected| Error::Value { place: place.to_string(), ty: ty.to_string(), value: text.to_owned(), expected };
    let value = literal::constant(editor, ty, text).map_err(wrong)?;
    // Only variables can have another length than their type says.
    if value.ty() == ty { Ok(value) } else { Err(wrong(Expected::Type)) }
}

fn check_calls(kernel: Function<'_>) -> Result<(), Error> {
    let callers = Uses::find(kernel).calls.into_iter().map(|call| call.parent_function().name());
    match callers.min() {
        Some(caller) => Err(Error::Called { kernel: kernel.name(), caller }),
        None => Ok(()),
    }
}

/// The parameter at a place, which is a pointer; none if it is gone.
fn pointer<'m>(
    places: &Places<'m>,
    place: &Place,
    parameter: &'static str,
) -> Result<Option<(Function<'m>, u32)>, Error> {
    let Some((kernel, index)) = places.find(place)? else { return Ok(None) };
    let ty = kernel.function.parameters().nth(index as usize).expect("found by its place").ty();
    match ty.kind() {
        TypeKind::Pointer(_) => Ok(Some((kernel.function, index))),
        _ => Err(Error::NoPointer { parameter, place: place.to_string(), ty: ty.to_string() }),
    }
}

/// Makes the size of work-groups one that kernels require, where they do not.
fn require_size(editor: &mut Editor<'_>, places: &Places<'_>, size: [u32; 3]) -> Changed {
    let free: Vec<String> =
        places.kernels().filter(|kernel| kernel.required_size.is_none()).map(|kernel| kernel.function.name()).collect();
    let module = editor.view();
    let node = editor.node(&size.map(NewOperand::U32));
    let kernels: Vec<_> = free.iter().filter_map(|name| module.function(name)).collect();
    let changed = Changed::from(!kernels.is_empty());
    editor.attach_all(kind::REQUIRED_WORK_GROUP_SIZE, kernels.into_iter().map(|kernel| (kernel, node)));
    changed
}

/// Puts values in the place of parameters and takes the parameters away.
fn fix<'m>(editor: &mut Editor<'m>, places: &Places<'m>, function: Function<'m>, arguments: &IndexMap<u32, Value<'m>>) {
    let kernel = places.kernels().find(|kernel| kernel.function == function).expect("found by its place");
    for (index, value) in arguments {
        let parameter = function.parameters().nth(*index as usize).expect("found by its place");
        let value = match function.passed_object(*index, ByValOrByRef::ByValue) {
            Some(ty) => in_memory(editor, function, parameter, *index, ty, *value),
            None => *value,
        };
        editor.replace_all_uses(parameter, value);
    }
    let mut mask = kernel.omitted.clone();
    for index in arguments.keys() {
        mask[kernel.positions[*index as usize]] = true;
    }
    let kept: Vec<bool> = (0..kernel.positions.len() as u32).map(|index| !arguments.contains_key(&index)).collect();
    let function = editor.without_parameters(function, &kept);
    for name in PARAMETER_LISTS {
        editor.keep_operands(function, name, &kept);
    }
    let bit = editor.integer_type(1);
    let bits = mask.iter().map(|is_omitted| editor.scalar(bit, &[u8::from(*is_omitted)]).expect("an integer"));
    let bits: Vec<_> = bits.map(NewOperand::Constant).collect();
    let node = editor.node(&bits);
    editor.attach_all(kind::OMITTED_ARGUMENTS, std::iter::once((function, node)));
}

/// Metadata with an operand for each parameter.
const PARAMETER_LISTS: [&str; 11] = [
    "kernel_arg_addr_space",
    "kernel_arg_access_qual",
    "kernel_arg_type",
    "kernel_arg_base_type",
    "kernel_arg_type_qual",
    "kernel_arg_name",
    "kernel_arg_buffer_location",
    "kernel_arg_runtime_aligned",
    "kernel_arg_exclusive_ptr",
    "kernel_arg_accessor_ptr",
    kind::PARAMETER_DECORATIONS,
];

/// A value on the stack of the kernel, as a pointer of the type of a parameter that is passed in memory.
fn in_memory<'m>(
    editor: &mut Editor<'m>,
    function: Function<'m>,
    parameter: Value<'m>,
    index: u32,
    ty: Type<'m>,
    value: Value<'m>,
) -> Value<'m> {
    let TypeKind::Pointer(space) = parameter.ty().kind() else { unreachable!("`byval` is for pointers") };
    let natural = editor.view().data_layout().alignment(ty).unwrap_or(1);
    let alignment = function.parameter_alignment(index).unwrap_or(natural).max(natural);
    editor.clear_tail_calls(function);
    editor.position_at_entry(function);
    let slot = editor.build_alloca(ty, alignment, space, &parameter.name());
    editor.store(value, slot, alignment);
    slot
}
