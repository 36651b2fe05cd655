//! Facts about a kernel.

use std::collections::BTreeSet;

use super::{
    Error, Options,
    context::Outside,
    float_mode, is_sub_group_size,
    memory::{LocalMemory, Variables},
    primitive::Primitive,
};
use crate::{
    ir::{ByValOrByRef, Editor, Function, ModuleView, TypeKind, Value, attribute, sycl_metadata::MetadataKindIds},
    kernel_size_attributes::bounds::{Bounds, Groups},
    retarget::is_host,
};

/// The size for kernels that ask anything about sub-groups and require none.
const USUAL_SUB_GROUP: u32 = 16;

/// Facts in a kernel about itself. It stays right while LLVM's passes run.
pub(super) struct Facts {
    pub(super) name: String,
    /// The size of every group, dimension 0 first.
    pub(super) required_size: Option<[u64; 3]>,
    sub_group_size: Option<u32>,
}

/// The kernels of a module, ordered by name.
pub(super) fn find(module: ModuleView<'_>, options: &Options) -> Result<Vec<Facts>, Error> {
    let triple = module.triple();
    if !is_host(&triple) {
        return Err(Error::OtherTriple { triple });
    }
    Primitive::check(module)?;
    let kinds = MetadataKindIds::new(module);
    let mut kernels = Vec::new();
    for kernel in module.functions().filter(|f| !f.is_declaration() && f.has_string_attribute(attribute::KERNEL)) {
        let result = kernel.value_type().result();
        if result.kind() != TypeKind::Void {
            return Err(Error::Result { kernel: kernel.name(), ty: result.to_string() });
        }
        let bounds = Bounds::read(kernel, &kinds.facts(kernel)?)?;
        let required_size = match bounds.groups {
            Some(Groups::Required(size)) => Some(size),
            _ => None,
        };
        let size = bounds.sub_group_size;
        if let Some(size) = size.filter(|size| !is_sub_group_size(*size)) {
            return Err(Error::SubGroupSize { kernel: kernel.name(), size });
        }
        kernels.push(Facts { name: kernel.name(), required_size, sub_group_size: size.or(options.sub_group_size) });
    }
    kernels.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(kernels)
}

/// Kinds of arguments, with the numbers of `sycl_host_argument_kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArgumentKind {
    Value = 0,
    Pointer = 1,
    Local = 2,
    Constants = 3,
}

/// An argument as a launch passes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Argument {
    pub(super) kind: ArgumentKind,
    /// In bytes, and so is the alignment.
    pub(super) size: u64,
    pub(super) alignment: u64,
}

/// A kernel in one function, ready to become a work-group function.
pub(super) struct Kernel<'m, 'f> {
    pub(super) facts: &'f Facts,
    /// Its function; what it calls of `__sp_host_*` is in it.
    pub(super) function: Function<'m>,
    pub(super) arguments: Vec<Argument>,
    pub(super) sub_group_size: u32,
    pub(super) memory: LocalMemory<'m>,
    /// Whether it computes with floating-point numbers.
    pub(super) uses_floats: bool,
    /// Calls of barriers, in order.
    pub(super) barriers: Vec<Value<'m>>,
    /// Whether items may get to barriers apart.
    pub(super) is_lenient: bool,
    /// Whether races are looked for.
    pub(super) is_checked: bool,
}

impl<'m, 'f> Kernel<'m, 'f> {
    /// Looks at a kernel that is prepared. Barriers of sub-groups of one item are removed.
    pub(super) fn analyze(editor: &mut Editor<'m>, facts: &'f Facts, outside: &Outside<'m>) -> Self {
        let module = editor.view();
        let function = module.function(&facts.name).expect("a kernel that was found");
        let called: Vec<_> = function.instructions().filter_map(Primitive::called).collect();
        let mut asked: BTreeSet<Primitive> = called.iter().map(|(primitive, _)| *primitive).collect();
        let reaches_outside = asked.contains(&Primitive::Publish);
        if reaches_outside {
            asked.extend(&outside.asked);
        }
        let asks = asked.contains(&Primitive::SubGroupSize) || asked.contains(&Primitive::SubGroupBarrier);
        let sub_group_size = facts.sub_group_size.unwrap_or(if asks { USUAL_SUB_GROUP } else { 1 });
        if sub_group_size == 1 {
            for (_, call) in called.iter().filter(|(primitive, _)| *primitive == Primitive::SubGroupBarrier) {
                editor.erase_instruction(**call);
            }
        }
        let shared = if reaches_outside { outside.variables.clone() } else { Variables::none_like(&outside.variables) };
        let memory = LocalMemory::lay_out(editor, function, shared, asked.contains(&Primitive::Scratch));
        Self {
            facts,
            function,
            arguments: arguments(module, function),
            sub_group_size,
            memory,
            uses_floats: float_mode::is_needed(function),
            barriers: barriers(function),
            is_lenient: false,
            is_checked: false,
        }
    }

    pub(super) fn has_barriers(&self) -> bool {
        !self.barriers.is_empty()
    }

    /// The error about its first barrier.
    pub(super) fn refused(&self) -> Error {
        Error::Barrier { kernel: self.facts.name.clone(), place: place(self.barriers[0]) }
    }
}

/// Place of an instruction, for messages.
pub(super) fn place(instruction: Value<'_>) -> String {
    instruction.location_in_program().unwrap_or_else(|| instruction.describe())
}

/// The calls of barriers in a kernel, in order.
pub(super) fn barriers(kernel: Function<'_>) -> Vec<Value<'_>> {
    let is_barrier = |value: &Value<'_>| Primitive::called(*value).is_some_and(|(primitive, _)| primitive.is_barrier());
    kernel.instructions().filter(is_barrier).collect()
}

fn arguments(module: ModuleView<'_>, kernel: Function<'_>) -> Vec<Argument> {
    let layout = module.data_layout();
    let argument = |(index, parameter): (u32, Value<'_>)| {
        let object = kernel.passed_object(index, ByValOrByRef::ByValue);
        let ty = object.unwrap_or_else(|| parameter.ty());
        let natural = layout.alignment(ty).expect("a kernel's arguments have a size");
        let by_word = kernel.parameter_string_attribute(index, attribute::ARGUMENT);
        let kind = match by_word.as_deref() {
            Some(attribute::LOCAL_ARGUMENT) => ArgumentKind::Local,
            Some(attribute::CONSTANTS_ARGUMENT) => ArgumentKind::Constants,
            _ if object.is_none() && matches!(ty.kind(), TypeKind::Pointer(_)) => ArgumentKind::Pointer,
            _ => ArgumentKind::Value,
        };
        let stated = kernel.parameter_alignment(index).filter(|_| object.is_some()).unwrap_or(1);
        let size = layout.alloc_size(ty).expect("as above");
        Argument { kind, size, alignment: natural.max(stated) }
    };
    (0..).zip(kernel.parameters()).map(argument).collect()
}
