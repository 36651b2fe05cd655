//! Named metadata of an image: found once per module, so that an image costs what it gets.

use rustc_hash::FxHashMap;

use super::Analysis;
use crate::ir::{
    Dependencies, GlobalId, ModuleView, NamedOperand, Part, Value,
    metadata::{Node, Operand},
};

/// Debug info is the part's own business.
const COMPILE_UNITS: &str = "llvm.dbg.cu";
/// Pairs of a registered name and the kernel that it stands for, in one tuple.
const REGISTERED_KERNELS: &str = "sycl_registered_kernels";
/// Its first operand is a kernel, or null once the kernel is gone.
const EXECUTION_MODE: &str = "spirv.ExecutionMode";

/// Named metadata by what it names.
pub(super) struct NamedMetadata<'m> {
    /// Operands in the order of the module.
    operands: Vec<NamedOperand<'m>>,
    /// The ones that name no global: for every image.
    plain: Vec<usize>,
    /// The ones that name globals, with all that they name, by the first of them.
    by_global: FxHashMap<GlobalId, Vec<(usize, Vec<GlobalId>)>>,
    registered: RegisteredKernels<'m>,
}

impl<'m> NamedMetadata<'m> {
    pub(super) fn read(module: ModuleView<'m>, dependencies: &Dependencies<'m>) -> Self {
        let mut operands = module.all_named_metadata();
        let registered = RegisteredKernels::read(&operands);
        operands.retain(|operand| {
            let name = operand.name.as_slice();
            name != COMPILE_UNITS.as_bytes()
                && name != REGISTERED_KERNELS.as_bytes()
                && !(name == EXECUTION_MODE.as_bytes() && operand.node.operands().first() == Some(&Operand::Null))
        });
        let mut plain = Vec::new();
        let mut by_global: FxHashMap<GlobalId, Vec<_>> = FxHashMap::default();
        for (index, operand) in operands.iter().enumerate() {
            let globals = dependencies.named_by(operand);
            match globals.first() {
                None => plain.push(index),
                Some(first) => by_global.entry(*first).or_default().push((index, globals)),
            }
        }
        Self { operands, plain, by_global, registered }
    }

    /// Gives a part its share. `members` is sorted.
    pub(super) fn add_to(&self, part: &mut Part<'_, 'm>, analysis: &Analysis<'m>, members: &[GlobalId]) {
        let named = members.iter().filter_map(|id| self.by_global.get(id)).flatten();
        let mut indices: Vec<usize> = named
            .filter(|(_, globals)| globals.iter().all(|g| members.binary_search(g).is_ok()))
            .map(|(index, _)| *index)
            .chain(self.plain.iter().copied())
            .collect();
        indices.sort_unstable();
        for index in indices {
            part.add_named_metadata(&self.operands[index]);
        }
        if self.registered.is_there {
            let names = members.iter().map(|id| analysis.global(*id)).filter(|g| g.is_function()).map(Value::name);
            let nodes: Vec<Node<'m>> =
                names.flat_map(|name| self.registered.of_kernel(&name)).map(|r| r.node).collect();
            part.add_named_tuple(REGISTERED_KERNELS, &nodes);
        }
    }

    pub(super) fn registered(&self) -> &RegisteredKernels<'m> {
        &self.registered
    }
}

/// One pair of `!sycl_registered_kernels`.
pub(crate) struct Registered<'m> {
    /// Its place among all pairs.
    pub(crate) position: usize,
    /// The registered name.
    pub(crate) name: String,
    node: Node<'m>,
}

/// `!sycl_registered_kernels`: tuples of pairs of a registered name and the kernel that it stands for. Entries of
/// another form are left out.
#[derive(Default)]
pub(crate) struct RegisteredKernels<'m> {
    /// Whether the module has such metadata.
    is_there: bool,
    by_kernel: FxHashMap<String, Vec<Registered<'m>>>,
}

impl<'m> RegisteredKernels<'m> {
    fn read(operands: &[NamedOperand<'m>]) -> Self {
        let mut found = Self::default();
        let mut position = 0;
        for tuple in operands.iter().filter(|operand| operand.name == REGISTERED_KERNELS.as_bytes()) {
            found.is_there = true;
            for operand in tuple.node.operands() {
                if let Operand::Node(node) = operand
                    && let [Operand::Text(name), Operand::Text(kernel)] = node.operands().as_slice()
                {
                    let pair = Registered { position, name: name.clone(), node };
                    found.by_kernel.entry(kernel.clone()).or_default().push(pair);
                    position += 1;
                }
            }
        }
        found
    }

    /// The pairs of a kernel, in order.
    pub(crate) fn of_kernel(&self, name: &str) -> &[Registered<'m>] {
        self.by_kernel.get(name).map_or(&[], Vec::as_slice)
    }
}
