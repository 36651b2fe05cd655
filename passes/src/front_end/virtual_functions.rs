//! Virtual functions of the host. Clang 22 writes the tables of virtual functions that a translation unit has to define
//! into its device code, too, and with them the virtual functions and what these call.

use rustc_hash::FxHashSet;

use crate::{
    changed::Changed,
    device_rules,
    ir::{
        Dependencies, Editor, Function, GlobalId, GlobalVariable, IntrinsicCalls, Linkage, Marks, ModuleView, Value,
        kernels::Kernels,
    },
};

/// Prefixes of the tables, and of those for virtual bases.
const TABLES: [&[u8]; 2] = [b"_ZTV", b"_ZTT"];

/// Content of a module that is for the host.
struct Host<'m> {
    dependencies: Dependencies<'m>,
    /// Tables, what only these lead to, and functions that break rules of device code. No kernel reaches any of them.
    ids: FxHashSet<GlobalId>,
    breaking: FxHashSet<Function<'m>>,
}

impl<'m> Host<'m> {
    /// None without tables.
    fn find(module: ModuleView<'m>) -> Option<Self> {
        let is_table = |variable: &GlobalVariable<'m>| {
            let name = variable.name_bytes();
            !variable.is_declaration() && TABLES.iter().any(|prefix| name.starts_with(prefix))
        };
        let mut tables = module.global_variables().filter(is_table).peekable();
        tables.peek()?;
        let dependencies = Dependencies::find(module, |_| false);
        let closure = |roots: Vec<GlobalId>| -> FxHashSet<GlobalId> { reached(&dependencies, roots) };
        let of_tables = closure(tables.filter_map(|table| dependencies.id(*table)).collect());
        let kernels = Kernels::find(module);
        let defined = module.functions().filter(|function| kernels.defines(*function));
        let of_kernels = closure(defined.filter_map(|kernel| dependencies.id(kernel)).collect());
        // The optimizer may have inlined what led to them.
        let breaking = device_rules::breaking(module);
        let others = breaking.iter().filter_map(|function| dependencies.id(*function));
        let ids = of_tables.into_iter().chain(others).filter(|id| !of_kernels.contains(id)).collect();
        Some(Self { dependencies, ids, breaking })
    }
}

fn reached(dependencies: &Dependencies<'_>, roots: Vec<GlobalId>) -> FxHashSet<GlobalId> {
    let found = dependencies.closure(roots, IntrinsicCalls::Followed, |_| false, &mut Marks::default());
    found.into_iter().collect()
}

/// Functions that are no device code although others could call them.
pub(super) fn of_host(module: ModuleView<'_>) -> FxHashSet<Function<'_>> {
    let Some(host) = Host::find(module) else { return FxHashSet::default() };
    host.ids.iter().filter_map(|id| host.dependencies.global(*id).as_function()).collect()
}

/// Removes the tables, and functions that only they lead to. One that other translation units may call stays if it is
/// fit for devices.
pub(super) fn remove(editor: &mut Editor<'_>) -> Changed {
    let module = editor.view();
    let Some(Host { dependencies, ids, breaking }) = Host::find(module) else { return Changed::No };
    let is_removed = |id: &GlobalId| {
        let global = dependencies.global(*id);
        match global.as_function() {
            Some(function) => {
                !function.is_declaration() && (function.linkage() != Linkage::External || breaking.contains(&function))
            }
            None => TABLES.iter().any(|prefix| global.name_bytes().starts_with(prefix)),
        }
    };
    let candidates: FxHashSet<GlobalId> = ids.into_iter().filter(is_removed).collect();
    let all = dependencies.globals().iter().filter_map(|global| dependencies.id(*global));
    let kept = reached(&dependencies, all.filter(|id| !candidates.contains(id)).collect());
    let mut removed: Vec<GlobalId> = candidates.into_iter().filter(|id| !kept.contains(id)).collect();
    removed.sort_unstable();
    let globals: Vec<Value<'_>> = removed.into_iter().map(|id| dependencies.global(id)).collect();
    editor.erase_globals(&globals);
    Changed::from(!globals.is_empty())
}
