//! Which named metadata goes into an image: found once per module, so that an image costs what it gets.

use rustc_hash::FxHashMap;

use crate::ir::{
    Dependencies, GlobalId, ModuleView, Part,
    metadata::{Node, Operand},
};

/// Debug info is the part's own business.
const COMPILE_UNITS: &str = "llvm.dbg.cu";
/// Pairs of a registered name and the kernel that it stands for, in one tuple.
pub(crate) const REGISTERED_KERNELS: &str = "sycl_registered_kernels";
/// Its first operand is a kernel, or null once the kernel is gone.
const EXECUTION_MODE: &str = "spirv.ExecutionMode";

/// An operand of named metadata: index of the name, position.
type Place = (usize, usize);

/// Named metadata by what it names.
pub(super) struct NamedMetadata<'m> {
    names: Vec<String>,
    /// Operands that name no global: for every image.
    plain: Vec<(Place, Node<'m>)>,
    /// Operands that name globals, with all that they name, by each of them.
    by_global: FxHashMap<GlobalId, Vec<(Place, Node<'m>, Vec<GlobalId>)>>,
    /// Pairs of `sycl_registered_kernels` by the kernel; none without such metadata.
    registered: Option<FxHashMap<GlobalId, Vec<Node<'m>>>>,
}

impl<'m> NamedMetadata<'m> {
    pub(super) fn of(module: ModuleView<'m>, dependencies: &Dependencies<'m>) -> Self {
        let names: Vec<String> = module
            .named_metadata_names()
            .into_iter()
            .filter(|name| name != COMPILE_UNITS && name != REGISTERED_KERNELS)
            .collect();
        let mut plain = Vec::new();
        let mut by_global: FxHashMap<GlobalId, Vec<_>> = FxHashMap::default();
        for (index, name) in names.iter().enumerate() {
            for (position, node) in module.named_metadata(name).into_iter().enumerate() {
                if name == EXECUTION_MODE && node.operands().first() == Some(&Operand::Null) {
                    continue;
                }
                let place = (index, position);
                let mut globals: Vec<GlobalId> =
                    node.named_globals().into_iter().filter_map(|g| dependencies.id(g)).collect();
                globals.sort_unstable();
                globals.dedup();
                match globals.first() {
                    None => plain.push((place, node)),
                    Some(first) => by_global.entry(*first).or_default().push((place, node, globals)),
                }
            }
        }
        let registered = module.named_metadata_names().iter().any(|name| name == REGISTERED_KERNELS).then(|| {
            let mut pairs: FxHashMap<GlobalId, Vec<Node<'m>>> = FxHashMap::default();
            for (_, kernel, node) in registered_kernels(module) {
                if let Some(id) = module.function(&kernel).and_then(|f| dependencies.id(f)) {
                    pairs.entry(id).or_default().push(node);
                }
            }
            pairs
        });
        Self { names, plain, by_global, registered }
    }

    /// Gives a part its share. `members` is sorted.
    pub(super) fn add_to(&self, part: &mut Part<'_, 'm>, members: &[GlobalId]) {
        let named = members.iter().filter_map(|id| self.by_global.get(id)).flatten();
        let mut nodes: Vec<(Place, Node<'m>)> = named
            .filter(|(_, _, globals)| globals.iter().all(|g| members.binary_search(g).is_ok()))
            .map(|(place, node, _)| (*place, *node))
            .chain(self.plain.iter().copied())
            .collect();
        nodes.sort_unstable_by_key(|(place, _)| *place);
        for ((name, _), node) in nodes {
            part.add_named_metadata(&self.names[name], node);
        }
        if let Some(registered) = &self.registered {
            let pairs: Vec<Node<'m>> = members.iter().filter_map(|id| registered.get(id)).flatten().copied().collect();
            part.add_named_tuple(REGISTERED_KERNELS, &pairs);
        }
    }
}

/// The pairs of `!sycl_registered_kernels`: registered name, kernel, node. Entries of another form are left out.
pub(crate) fn registered_kernels(module: ModuleView<'_>) -> Vec<(String, String, Node<'_>)> {
    let mut pairs = Vec::new();
    for tuple in module.named_metadata(REGISTERED_KERNELS) {
        for operand in tuple.operands() {
            if let Operand::Node(node) = operand
                && let [Operand::Text(registered), Operand::Text(kernel)] = node.operands().as_slice()
            {
                pairs.push((registered.clone(), kernel.clone(), node));
            }
        }
    }
    pairs
}
