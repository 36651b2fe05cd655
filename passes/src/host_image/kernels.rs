//! Operands of `!sycl.host.kernels` for each kernel: `!{ptr @K.wg, !"K", i32 sub_group_size, i64 local_size, i64
//! scratch_per_item, i64 stack_size, i64 stack_per_item, !{i64 x, i64 y, i64 z} or null, !{!{i32 kind, i64 size, i64
//! alignment}, ...}}`.

use super::{Error, METADATA};
use crate::host::is_sub_group_size;
use crate::ir::{
    Function, ModuleView, TypeKind,
    kernels::Kernels,
    metadata::{self, Node, Operand},
};

/// Operands of a node.
const OPERANDS: usize = 9;
/// Kinds of arguments, from 0.
const KINDS: u64 = 4;

/// A kernel of the table.
pub(super) struct Kernel<'m> {
    pub(super) name: String,
    pub(super) function: Function<'m>,
    pub(super) arguments: Vec<Argument>,
    pub(super) sub_group_size: u32,
    /// All 0 if any size will do.
    pub(super) required_size: [u64; 3],
    pub(super) local_size: u64,
    pub(super) scratch_per_item: u64,
    pub(super) stack_size: u64,
    pub(super) stack_per_item: u64,
}

/// An argument of a kernel.
pub(super) struct Argument {
    pub(super) kind: u32,
    pub(super) alignment: u32,
    pub(super) size: u64,
}

/// The kernels of a module, ordered by name.
pub(super) fn read<'m>(module: ModuleView<'m>) -> Result<Vec<Kernel<'m>>, Error> {
    let nodes = module.named_metadata(METADATA);
    let mut kernels = nodes.into_iter().enumerate().map(kernel).collect::<Result<Vec<_>, _>>()?;
    kernels.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some(pair) = kernels.windows(2).find(|pair| pair[0].name == pair[1].name) {
        return Err(Error::SameKernel { kernel: pair[0].name.clone() });
    }
    let (known, is_described) = (Kernels::find(module), |name: &str| kernels.iter().any(|kernel| kernel.name == name));
    let is_function = |function: Function<'_>| kernels.iter().any(|kernel| kernel.function == function);
    let forgotten = module.functions().find(|f| known.defines(*f) && !is_function(*f) && !is_described(&f.name()));
    match forgotten {
        Some(function) => Err(Error::NoWorkGroupFunction { kernel: function.name() }),
        None => Ok(kernels),
    }
}

/// A node, or one inside of it, with what messages call it.
struct Reader<'m> {
    operands: Vec<Operand<'m>>,
    item: String,
}

impl<'m> Reader<'m> {
    fn wrong(&self, operand: usize, expected: &'static str) -> Error {
        let found = self.operands.get(operand).map_or_else(|| "missing".to_owned(), Operand::describe);
        metadata::Error { kind: METADATA.to_owned(), item: self.item.clone(), operand, found, expected }.into()
    }

    /// An integer that fits a condition.
    fn number(&self, operand: usize, expected: &'static str, fits: impl Fn(u64) -> bool) -> Result<u64, Error> {
        let number = match self.operands.get(operand) {
            Some(Operand::Value(value)) => value.as_unsigned().filter(|number| fits(*number)),
            _ => None,
        };
        number.ok_or_else(|| self.wrong(operand, expected))
    }

    fn size(&self, operand: usize) -> Result<u64, Error> {
        self.number(operand, "a number of bytes", |_| true)
    }
}

fn kernel((number, node): (usize, Node<'_>)) -> Result<Kernel<'_>, Error> {
    let mut node = Reader { operands: node.operands(), item: format!("node {number}") };
    if node.operands.len() != OPERANDS {
        return Err(Error::Operands { node: number, found: node.operands.len(), expected: OPERANDS });
    }
    let name = match &node.operands[1] {
        Operand::Text(name) if !name.is_empty() && !name.contains('\0') => name.clone(),
        _ => return Err(node.wrong(1, "the name of a kernel")),
    };
    node.item.clone_from(&name);
    let function = match &node.operands[0] {
        Operand::Value(value) => value.as_function().filter(|function| is_work_group_function(*function)),
        _ => None,
    };
    let function = function.ok_or_else(|| node.wrong(0, "a function `void (ptr, ptr, ptr)` with a body"))?;
    let fits = |size: u64| u32::try_from(size).is_ok_and(is_sub_group_size);
    let sub_group_size = node.number(2, "a power of two from 1 to 32", fits)? as u32;
    Ok(Kernel {
        function,
        sub_group_size,
        local_size: node.size(3)?,
        scratch_per_item: node.size(4)?,
        stack_size: node.size(5)?,
        stack_per_item: node.size(6)?,
        required_size: required_size(&node)?,
        arguments: arguments(&node)?,
        name,
    })
}

fn is_work_group_function(function: Function<'_>) -> bool {
    let ty = function.value_type();
    let is_pointer = |kind: TypeKind| kind == TypeKind::Pointer(0);
    !function.is_declaration()
        && ty.result().kind() == TypeKind::Void
        && !ty.is_variadic()
        && ty.parameters().len() == 3
        && ty.parameters().into_iter().all(|parameter| is_pointer(parameter.kind()))
}

fn required_size(node: &Reader<'_>) -> Result<[u64; 3], Error> {
    const EXPECTED: &str = "null or a node of three sizes from 1";
    match &node.operands[7] {
        Operand::Null => Ok([0; 3]),
        Operand::Node(sizes) => {
            let sizes = Reader { operands: sizes.operands(), item: node.item.clone() };
            let size = |operand| sizes.number(operand, "a size from 1", |size| size > 0);
            if sizes.operands.len() != 3 {
                return Err(node.wrong(7, EXPECTED));
            }
            Ok([size(0)?, size(1)?, size(2)?])
        }
        _ => Err(node.wrong(7, EXPECTED)),
    }
}

fn arguments(node: &Reader<'_>) -> Result<Vec<Argument>, Error> {
    let Operand::Node(list) = &node.operands[8] else { return Err(node.wrong(8, "a node with one for each argument")) };
    let list = Reader { operands: list.operands(), item: node.item.clone() };
    let argument = |operand: usize| {
        const EXPECTED: &str = "a node of kind, size and alignment";
        let Operand::Node(argument) = &list.operands[operand] else { return Err(list.wrong(operand, EXPECTED)) };
        let argument = Reader { operands: argument.operands(), item: format!("argument {operand} of {}", node.item) };
        if argument.operands.len() != 3 {
            return Err(list.wrong(operand, EXPECTED));
        }
        let is_alignment = |alignment: u64| alignment.is_power_of_two() && alignment <= u64::from(u32::MAX);
        Ok(Argument {
            kind: argument.number(0, "a kind of argument from 0 to 3", |kind| kind < KINDS)? as u32,
            size: argument.size(1)?,
            alignment: argument.number(2, "a power of two", is_alignment)? as u32,
        })
    };
    (0..list.operands.len()).map(argument).collect()
}
