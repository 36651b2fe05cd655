//! Gives SYCL 2020 specialization constants a form that back ends and runtimes understand.
//!
//! Front ends leave a call of `__sycl_getScalar2020SpecConstantValue<T>(id, default, buffer)` or
//! `__sycl_getComposite2020SpecConstantValue<T>` for each use. This pass replaces every one.
//!
//! | reads  | those calls; the constant strings and `specialization_id` objects that they name |
//! | writes | `!sycl.specialization-constants`: one node a constant, `!{!"id", i32 SpecId, i32 offset, i32 size, ...}` |
//! |        | `!sycl.specialization-constants-default-values`: one node a constant, its default (native, emulation) |
//! | keeps  | all else; running it again finds no call and changes nothing |
//!
//! 1. Find the calls, in the order of functions, blocks and instructions; decode each ([`calls`]).
//! 2. Lay every constant out: leaves, offsets, padding, default bytes ([`layout`]); assign numeric ids in order of first
//!    use, starting from 0.
//! 3. Rewrite the calls by mode ([`rewrite`]); drop names and defaults that nothing uses any more; write the metadata.
//!
//! Nothing is changed before the first two steps went through. Cost: linear in calls and instructions.
//!
//! | mode | a use becomes |
//! | --- | --- |
//! | native | `_Z20__spirv_SpecConstant...(i32 SpecId, T default)` for each leaf, put together by `_Z29__spirv_SpecConstantComposite...`: the SPIR-V back end's `OpSpecConstant*` |
//! | emulation | a load from the buffer argument at the constant's offset, which is a multiple of its alignment |
//! | default-values | the default |
//!
//! Source: DPC++'s design document "Specialization constants".

mod calls;
mod layout;
mod rewrite;

use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use sycl_propset::spec_constants::{Descriptor, PADDING_ID};

use calls::Call;
pub use calls::is_request;
use layout::{DefaultBytes, Pieces, take_apart, value_size};
use rewrite::Names;

use crate::ir::{DataLayout, Editor, ModuleView, NewOperand, Type, Value};

/// Named metadata with ids, offsets and sizes.
pub const METADATA: &str = "sycl.specialization-constants";
/// Named metadata with default values.
pub const DEFAULTS_METADATA: &str = "sycl.specialization-constants-default-values";

/// Largest constant in bytes. Runtimes pass values by value; the limit keeps a zeroinitializer of any size from filling the
/// memory.
pub const MAX_SIZE: u64 = 1 << 20;

/// What a specialization constant becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// SPIR-V specialization constants.
    #[default]
    Native,
    /// Values in a buffer that the runtime passes to kernels.
    Emulation,
    /// The default values.
    DefaultValues,
}

impl Mode {
    /// Spellings, in the order of help texts.
    pub const NAMES: [(&'static str, Mode); 3] =
        [("native", Mode::Native), ("emulation", Mode::Emulation), ("default-values", Mode::DefaultValues)];
}

/// Why constants cannot be lowered. The module is unchanged then.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The function's address is used.
    #[error("`{callee}` is used in {place} other than by a call; expected calls only")]
    NotACall {
        /// The function.
        callee: String,
        /// Where.
        place: String,
    },
    /// A call has not the documented form.
    #[error("call of `{callee}` in function `{function}` has {found}; expected {expected}")]
    Malformed {
        /// The function called.
        callee: String,
        /// The function that calls.
        function: String,
        /// What is there.
        found: String,
        /// What should be there.
        expected: &'static str,
    },
    /// The default cannot be told.
    #[error(
        "default of specialization constant `{constant}` in function `{function}` is {found}; expected a variable with \
         an initializer"
    )]
    Default {
        /// Symbolic id.
        constant: String,
        /// The function that uses the constant.
        function: String,
        /// What is there.
        found: String,
    },
    /// The default contains something that has no bytes.
    #[error(
        "default of specialization constant `{constant}` in function `{function}` contains {found}; expected integers \
         and floating-point numbers"
    )]
    Content {
        /// Symbolic id.
        constant: String,
        /// The function that uses the constant.
        function: String,
        /// The element.
        found: String,
    },
    /// The value asked for is larger than its default.
    #[error(
        "specialization constant `{constant}` in function `{function}` is used as {ty} of {size} bytes; expected at most \
         the {default_size} bytes of its default"
    )]
    TooLarge {
        /// Symbolic id.
        constant: String,
        /// The function that uses the constant.
        function: String,
        /// Type asked for.
        ty: String,
        /// Its size.
        size: u64,
        /// Size of the default.
        default_size: u64,
    },
    /// No runtime passes values of this size.
    #[error(
        "default of specialization constant `{constant}` in function `{function}` has {size} bytes; expected at most \
         {MAX_SIZE}"
    )]
    Huge {
        /// Symbolic id.
        constant: String,
        /// The function that uses the constant.
        function: String,
        /// Size of the default.
        size: u64,
    },
    /// Two uses of one constant do not agree.
    #[error(
        "specialization constant `{constant}` in function `{function}` has {found}; expected {expected} as in its first \
         use"
    )]
    Conflict {
        /// Symbolic id.
        constant: String,
        /// The function of the later use.
        function: String,
        /// What the later use has.
        found: String,
        /// What the first use has.
        expected: String,
    },
    /// SPIR-V has no constant of this type.
    #[error(
        "specialization constant `{constant}` in function `{function}` has type {ty}, which no native specialization \
         constant can have; expected integers of 1, 8, 16, 32 or 64 bits, half, bfloat, float or double (the emulation \
         mode takes the others)"
    )]
    Unsupported {
        /// Symbolic id.
        constant: String,
        /// The function that uses the constant.
        function: String,
        /// The type.
        ty: String,
    },
    /// Constants were lowered before, and there are new calls.
    #[error(
        "the module has `!{METADATA}` and calls that ask for constants; expected one or the other (link before lowering)"
    )]
    Mixed,
}

/// One lowered constant, as the runtime needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lowered {
    /// Symbolic id.
    pub name: String,
    /// Ids, offsets and sizes, with padding entries.
    pub descriptors: Vec<Descriptor>,
    /// Bytes of the default, as long as the descriptors say.
    pub default: Vec<u8>,
}

/// What was done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Whether the module was changed.
    pub changed: bool,
    /// Constants in order of first use; empty in default-values mode.
    pub constants: Vec<Lowered>,
}

/// A constant with all that its uses share.
struct Constant<'m> {
    /// Type of the first use.
    ty: Type<'m>,
    value: Value<'m>,
    default: DefaultBytes,
    /// How a value is taken apart, for each type that a use has. Linking leaves several types of one layout.
    pieces: Vec<(Type<'m>, Pieces<'m>)>,
    /// First numeric id.
    first_id: u32,
    /// Offset in the buffer of the emulation mode.
    buffer_offset: u64,
    descriptors: Vec<Descriptor>,
    /// Bytes after the value, so that the next constant is aligned (emulation).
    padding: u64,
}

/// The calls of a module, decoded once.
pub struct Calls<'m> {
    all: Vec<Call<'m>>,
    /// The functions called.
    requests: Vec<Value<'m>>,
    /// Which of `all` are in a function.
    by_function: FxHashMap<Value<'m>, std::ops::Range<usize>>,
}

impl<'m> Calls<'m> {
    /// Finds and decodes the calls of a module, in the order of functions, blocks and instructions.
    ///
    /// # Errors
    /// The first call that does not have the documented form.
    pub fn find(module: ModuleView<'m>) -> Result<Self, Error> {
        let (all, requests) = calls::find(module)?;
        let mut by_function: FxHashMap<Value<'m>, std::ops::Range<usize>> = FxHashMap::default();
        for (index, call) in all.iter().enumerate() {
            let range = by_function.entry(call.instruction.parent_function()).or_insert(index..index);
            range.end = index + 1;
        }
        Ok(Self { all, requests, by_function })
    }

    fn of(&self, function: Value<'m>) -> &[Call<'m>] {
        self.by_function.get(&function).map_or(&[], |range| &self.all[range.clone()])
    }

    /// Whether [`lower_part`] can do these functions: no argument takes a detour through memory, which would leave traces,
    /// and no value is empty, which would be a constant with other uses.
    pub fn can_lower_in_part(&self, functions: impl Iterator<Item = Value<'m>>) -> bool {
        let is_simple =
            |call: &Call<'m>| call.carriers.is_empty() && !(call.ty.is_composite() && call.ty.element_count() == 0);
        functions.flat_map(|f| self.of(f)).all(is_simple)
    }
}

/// Lowers the constants of functions that were moved into a part, in a way that can be undone: calls are unlinked, not
/// erased, and nothing is cleaned up. The part does not hold what only the calls refer to.
///
/// # Errors
/// See [`Error`]; the part is unchanged then.
pub fn lower_part<'m>(
    editor: &mut Editor<'m>,
    calls: &Calls<'m>,
    functions: impl Iterator<Item = Value<'m>>,
    mode: Mode,
) -> Result<Vec<Lowered>, Error> {
    let layout = editor.view().data_layout();
    let calls: Vec<&Call<'m>> = functions.flat_map(|f| calls.of(f)).collect();
    let constants = lay_out(&calls, mode, &layout)?;
    rewrite::rewrite(editor, &calls, &constants, mode, Names::None);
    for call in calls {
        editor.unlink_instruction(call.instruction);
    }
    Ok(describe(editor, &constants, &layout, mode))
}

/// Lowers all specialization constants of a module.
///
/// # Errors
/// See [`Error`]; the module is unchanged then.
pub fn run(editor: &mut Editor<'_>, mode: Mode) -> Result<Outcome, Error> {
    let module = editor.view();
    let layout = module.data_layout();
    let found = Calls::find(module)?;
    if found.all.is_empty() {
        return Ok(Outcome::default());
    }
    if !module.named_metadata(METADATA).is_empty() {
        return Err(Error::Mixed);
    }
    let calls: Vec<&Call<'_>> = found.all.iter().collect();
    let constants = lay_out(&calls, mode, &layout)?;
    rewrite::rewrite(editor, &calls, &constants, mode, Names::Descriptive);
    rewrite::drop_leftovers(editor, &calls, &found.requests);
    let constants = if mode == Mode::DefaultValues { Vec::new() } else { describe(editor, &constants, &layout, mode) };
    Ok(Outcome { changed: true, constants })
}

/// Collects the constants in order of first use and numbers them.
fn lay_out<'m>(
    calls: &[&Call<'m>],
    mode: Mode,
    layout: &DataLayout<'m>,
) -> Result<IndexMap<String, Constant<'m>>, Error> {
    let mut constants: IndexMap<String, Constant<'m>> = IndexMap::new();
    let mut next_id = 0;
    let mut buffer_end = 0u64;
    for call in calls {
        let function = || call.instruction.parent_function().name();
        if let Some(first) = constants.get_mut(&call.name) {
            if call.ty != first.ty || call.default != first.value {
                agree(call, first, layout)?;
            }
            continue;
        }
        let default = default_bytes(call, layout)?;
        let size = value_size(call.ty, layout);
        if size > default.len() as u64 {
            return Err(Error::TooLarge {
                constant: call.name.clone(),
                function: function(),
                ty: call.ty.to_string(),
                size,
                default_size: default.len() as u64,
            });
        }
        let pieces = take_apart(call.ty, &default, layout);
        let (first_id, buffer_offset, descriptors) = match mode {
            Mode::Native => {
                if let Some(ty) = rewrite::unsupported_leaf(&pieces.root) {
                    return Err(Error::Unsupported {
                        constant: call.name.clone(),
                        function: function(),
                        ty: ty.to_string(),
                    });
                }
                let descriptors = pieces
                    .descriptors
                    .iter()
                    .map(|d| if d.is_padding() { *d } else { Descriptor { id: d.id + next_id, ..*d } })
                    .collect();
                let first = next_id;
                next_id += pieces.ids;
                (first, 0, descriptors)
            }
            Mode::Emulation => {
                let offset = buffer_end.next_multiple_of(layout.alignment(call.ty).max(1));
                // The runtime lays constants out one after the other: what aligns this one belongs to the one before.
                if let Some((_, previous)) = constants.last_mut() {
                    previous.padding = offset - buffer_end;
                    if previous.padding > 0 {
                        previous.descriptors.push(Descriptor {
                            id: PADDING_ID,
                            offset: previous.descriptors[0].size,
                            size: previous.padding as u32,
                        });
                    }
                }
                buffer_end = offset + size;
                let id = next_id;
                next_id += 1;
                (id, offset, vec![Descriptor { id, offset: 0, size: size as u32 }])
            }
            Mode::DefaultValues => (0, 0, Vec::new()),
        };
        let constant = Constant {
            ty: call.ty,
            value: call.default,
            default,
            pieces: vec![(call.ty, pieces)],
            first_id,
            buffer_offset,
            descriptors,
            padding: 0,
        };
        constants.insert(call.name.clone(), constant);
    }
    Ok(constants)
}

fn default_bytes<'m>(call: &Call<'m>, layout: &DataLayout<'m>) -> Result<DefaultBytes, Error> {
    let size = layout.alloc_size(call.default.ty());
    if size > MAX_SIZE {
        let function = call.instruction.parent_function().name();
        return Err(Error::Huge { constant: call.name.clone(), function, size });
    }
    DefaultBytes::of(call.default, layout).map_err(|element| Error::Content {
        constant: call.name.clone(),
        function: call.instruction.parent_function().name(),
        found: element.describe(),
    })
}

/// A later use may have another type and another default, if they say the same: the same leaves at the same offsets, the
/// same bytes.
fn agree<'m>(call: &Call<'m>, first: &mut Constant<'m>, layout: &DataLayout<'m>) -> Result<(), Error> {
    let conflict = |found: String, expected: String| Error::Conflict {
        constant: call.name.clone(),
        function: call.instruction.parent_function().name(),
        found,
        expected,
    };
    let default = default_bytes(call, layout)?;
    if default != first.default {
        let text = |value: Value<'_>| format!("default {}", value.describe());
        return Err(conflict(text(call.default), text(first.value)));
    }
    if first.pieces.iter().any(|(ty, _)| *ty == call.ty) {
        return Ok(());
    }
    let is_too_large = value_size(call.ty, layout) > default.len() as u64;
    let pieces = (!is_too_large).then(|| take_apart(call.ty, &default, layout));
    let known = &first.pieces[0].1;
    match pieces {
        Some(pieces)
            if pieces.root.leaves() == known.root.leaves()
                && pieces.descriptors == known.descriptors
                && pieces.ids == known.ids =>
        {
            first.pieces.push((call.ty, pieces));
            Ok(())
        }
        _ => Err(conflict(format!("type {}", call.ty), first.ty.to_string())),
    }
}

impl<'m> Constant<'m> {
    /// How a value of a type that a use has is taken apart.
    fn pieces_of(&self, ty: Type<'m>) -> &Pieces<'m> {
        let known = self.pieces.iter().find(|(t, _)| *t == ty);
        &known.unwrap_or(&self.pieces[0]).1
    }
}

/// Writes the metadata and says the same in Rust.
fn describe<'m>(
    editor: &mut Editor<'m>,
    constants: &IndexMap<String, Constant<'m>>,
    layout: &DataLayout<'m>,
    mode: Mode,
) -> Vec<Lowered> {
    editor.touch_named_metadata(METADATA);
    editor.touch_named_metadata(DEFAULTS_METADATA);
    let mut lowered = Vec::with_capacity(constants.len());
    for (name, constant) in constants {
        let mut operands = vec![NewOperand::Text(name)];
        for descriptor in &constant.descriptors {
            operands.extend([descriptor.id, descriptor.offset, descriptor.size].map(NewOperand::U32));
        }
        editor.add_named_metadata(METADATA, &operands);
        editor.add_named_metadata(DEFAULTS_METADATA, &[NewOperand::Constant(constant.value)]);
        if mode == Mode::Emulation && constant.padding > 0 {
            let padding = editor.null(editor.array_type(editor.integer_type(8), constant.padding));
            editor.add_named_metadata(DEFAULTS_METADATA, &[NewOperand::Constant(padding)]);
        }
        let end = constant.descriptors.iter().map(Descriptor::end).max().unwrap_or(0);
        let value = value_size(constant.ty, layout).min(end);
        let mut default = constant.default.range(0, value).to_vec();
        default.resize(end as usize, 0);
        lowered.push(Lowered { name: name.clone(), descriptors: constant.descriptors.clone(), default });
    }
    lowered
}
