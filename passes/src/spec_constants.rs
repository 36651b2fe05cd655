//! Gives SYCL 2020 specialization constants a form that back ends and runtimes understand.
//!
//! Front ends leave a call of `__sycl_getScalar2020SpecConstantValue<T>(id, default, buffer)` or
//! `__sycl_getComposite2020SpecConstantValue<T>` for each use. This pass replaces every one.
//!
//! | reads  | those calls; the constant strings and `specialization_id` objects that they name; for emulation, who |
//! |        | calls whom, and `!sycl_kernel_omit_args` |
//! | writes | `!sycl.specialization-constants`: one node a constant, `!{!"id", i32 SpecId, i32 offset, i32 size, ...}` |
//! |        | `!sycl.specialization-constants-default-values`: one node a constant, its default (native, emulation) |
//! |        | for emulation of SPIR: the last parameter of kernels and of functions that they call ([`buffer`]) |
//! | keeps  | all else; running it again finds no call and changes nothing |
//!
//! 1. Find the calls, in the order of functions, blocks and instructions ([`calls`]); decode each ([`decode`]).
//! 2. Lay every constant out: leaves, offsets, padding, default bytes ([`shapes`], [`layout`]); assign numeric ids in
//!    order of first use, starting from 0 ([`plan`]).
//! 3. In emulation mode, give the buffer to calls that have none ([`buffer`]).
//! 4. Rewrite the calls by mode ([`rewrite`]); drop names and defaults that nothing uses any more; write the metadata.
//!
//! Nothing is changed before the first two steps went through. What is wrong is an error only where something outside
//! the module can need it; dead code stays as it is then. Cost: linear in calls and instructions.
//!
//! Limits: no private memory whose size is a constant (`llvm.sycl.alloca`), no calls through pointers; emulated
//! constants are undefined where no buffer can be passed, with a warning ([`buffer`]); see also [`MAX_SIZE`],
//! [`MAX_TOTAL`] and [`MAX_PIECES`].
//!
//! | mode | a use becomes |
//! | --- | --- |
//! | native | `_Z20__spirv_SpecConstant...(i32 SpecId, T default)` for each leaf, put together by `_Z29__spirv_SpecConstantComposite...`: the SPIR-V back end's `OpSpecConstant*` |
//! | emulation | a load from the buffer argument at the constant's offset, which is a multiple of its alignment |
//! | host-emulation | as emulation; every kernel that needs the buffer gets a parameter for it ([`Parameters::OfImage`]) |
//! | default-values | the default |
//!
//! Source: DPC++'s design document "Specialization constants".

mod buffer;
mod calls;
mod decode;
mod error;
mod given;
mod layout;
mod limits;
mod mode;
mod plan;
mod rewrite;
mod shapes;

use sycl_propset::spec_constants::Descriptor;

pub use calls::{Calls, is_intrinsic};
use decode::Call;
pub use error::Error;
pub(crate) use given::{Given, Known};
pub use limits::{DEFAULTS_METADATA, MAX_PIECES, MAX_SIZE, MAX_TOTAL, METADATA};
pub use mode::{Mode, Parameters};
use plan::{Plan, lay_out};
use rewrite::ValueNames;

use crate::{
    changed::Changed,
    diagnostic::Sink,
    ir::{Editor, Function, ModuleView, NewOperand},
};

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

/// Result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Whether the module was changed.
    pub changed: Changed,
    /// Constants in order of first use; empty in default-values mode.
    pub constants: Vec<Lowered>,
}

/// Lowers the constants of functions that were moved into a part, in a way that can be undone: calls are unlinked, not
/// erased, and nothing is cleaned up. The part does not hold what only the calls refer to.
///
/// # Errors
/// See [`Error`]; the part is unchanged then.
pub fn lower_part<'e, 'm: 'e>(
    editor: &mut Editor<'e>,
    calls: &Calls<'m>,
    functions: impl Iterator<Item = Function<'m>>,
    mode: Mode,
    sink: &mut dyn Sink,
) -> Result<Vec<Lowered>, Error> {
    let calls: &Calls<'e> = calls;
    let chosen: Vec<&Call<'e>> = functions.flat_map(|f| calls.in_function(*f)).collect();
    let plan = lay_out(calls, &chosen, mode)?;
    plan::remark(&plan, &chosen, mode, sink);
    for call in rewrite::rewrite(editor, calls, &chosen, &plan, mode, ValueNames::None) {
        editor.remove_from_parent(*call);
    }
    Ok(describe(editor, calls, &plan, mode))
}

/// Lowers all specialization constants of a module.
///
/// # Errors
/// See [`Error`]; the module is unchanged then.
pub fn run(editor: &mut Editor<'_>, mode: Mode, sink: &mut dyn Sink) -> Result<Outcome, Error> {
    let module = editor.view();
    let calls = Calls::find(module);
    if calls.is_empty() {
        return Ok(Outcome::default());
    }
    let (chosen, plan) = decide(module, &calls, mode)?;
    if chosen.is_empty() {
        return Ok(Outcome::default());
    }
    let buffers = Parameters::for_mode(mode)
        .map(|parameters| buffer::Plan::make(module, &chosen, parameters))
        .unwrap_or_default();
    buffers.report(OtherModules::Possible, sink);
    if !buffers.is_empty() {
        buffer::apply(editor, &buffers);
        let calls = Calls::find(module);
        let (chosen, plan) = decide(module, &calls, mode).expect("copies of calls ask for what their originals did");
        return Ok(lower(editor, &calls, &chosen, &plan, mode, sink));
    }
    Ok(lower(editor, &calls, &chosen, &plan, mode, sink))
}

/// Whether functions of a module can be called from other modules that are made in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OtherModules {
    /// Something may import them.
    Possible,
    /// The module is a whole program, of which images only offer kernels.
    None,
}

/// In emulation mode, before a module is taken apart: whether kernels have to get the parameter of their buffer back.
/// Warns of what gets no buffer.
pub(crate) fn lacks_buffers(
    module: ModuleView<'_>,
    parameters: Parameters,
    others: OtherModules,
    sink: &mut dyn Sink,
) -> bool {
    let calls = Calls::find(module);
    let buffers = buffer::Plan::make(module, &calls.all.iter().collect::<Vec<_>>(), parameters);
    buffers.report(others, sink);
    !buffers.is_empty()
}

/// Gives kernels the parameter of their buffer back. Lowers nothing.
pub(crate) fn pass_buffers(editor: &mut Editor<'_>, parameters: Parameters) {
    let calls = Calls::find(editor.view());
    let buffers = buffer::Plan::make(editor.view(), &calls.all.iter().collect::<Vec<_>>(), parameters);
    buffer::apply(editor, &buffers);
}

/// The calls to lower, and how.
fn decide<'c, 'm>(
    module: ModuleView<'m>,
    calls: &'c Calls<'m>,
    mode: Mode,
) -> Result<(Vec<&'c Call<'m>>, Plan<'m>), Error> {
    let mut chosen: Vec<&Call<'m>> = calls.all.iter().collect();
    let mut plan = calls.check(module.globals()).and_then(|()| lay_out(calls, &chosen, mode));
    if plan.is_err() {
        // What is wrong can be in code that nothing needs.
        let needed = calls::needed(module);
        chosen.retain(|call| needed.contains(&*call.instruction.parent_function()));
        plan = calls.check(needed.into_iter()).and_then(|()| lay_out(calls, &chosen, mode));
    }
    Ok((chosen, plan?))
}

fn lower<'m>(
    editor: &mut Editor<'m>,
    calls: &Calls<'m>,
    chosen: &[&Call<'m>],
    plan: &Plan<'m>,
    mode: Mode,
    sink: &mut dyn Sink,
) -> Outcome {
    plan::remark(plan, chosen, mode, sink);
    let lowered = rewrite::rewrite(editor, calls, chosen, plan, mode, ValueNames::Descriptive);
    rewrite::drop_leftovers(editor, calls, chosen, &lowered);
    let constants = if mode == Mode::DefaultValues { Vec::new() } else { describe(editor, calls, plan, mode) };
    Outcome { changed: Changed::Yes, constants }
}

/// Writes the metadata and says the same in Rust.
fn describe<'m>(editor: &mut Editor<'m>, calls: &Calls<'m>, constants: &Plan<'m>, mode: Mode) -> Vec<Lowered> {
    editor.get_or_insert_named_metadata(METADATA);
    editor.get_or_insert_named_metadata(DEFAULTS_METADATA);
    let mut lowered = Vec::with_capacity(constants.len());
    for (name, constant) in constants {
        let mut operands = vec![NewOperand::Text(name)];
        for descriptor in &constant.descriptors {
            operands.extend([descriptor.id, descriptor.offset, descriptor.size].map(NewOperand::U32));
        }
        editor.add_named_metadata(METADATA, &operands);
        editor.add_named_metadata(DEFAULTS_METADATA, &[NewOperand::Constant(constant.value)]);
        if mode.is_emulated() && constant.padding > 0 {
            let padding = editor.null(editor.array_type(editor.integer_type(8), constant.padding));
            editor.add_named_metadata(DEFAULTS_METADATA, &[NewOperand::Constant(padding)]);
        }
        let end = constant.descriptors.iter().map(Descriptor::end).max().unwrap_or(0);
        let value = calls.shapes.get(constant.ty).value_size.min(end);
        let mut default = constant.default.range(0, value).to_vec();
        default.resize(end as usize, 0);
        lowered.push(Lowered { name: name.clone(), descriptors: constant.descriptors.clone(), default });
    }
    lowered
}
