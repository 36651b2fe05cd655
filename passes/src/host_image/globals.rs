//! The device globals of a module.

use super::Error;
use crate::{
    device_code_split::device_global,
    ir::{GlobalVariable, ModuleView, attribute},
};

/// A device global of the table.
pub(super) struct Global<'m> {
    /// Its identity.
    pub(super) name: String,
    pub(super) variable: GlobalVariable<'m>,
    /// Bytes of the variable.
    pub(super) size: u64,
    /// The symbol of its object in code for the host.
    pub(super) host_symbol: Option<String>,
}

/// The device globals that the module defines, ordered by identity.
pub(super) fn read<'m>(module: ModuleView<'m>) -> Result<Vec<Global<'m>>, Error> {
    let defined = module.global_variables().filter(|variable| !variable.is_declaration());
    let mut globals = Vec::new();
    for variable in defined.filter_map(|variable| device_global(variable.into())) {
        let name = variable.string_attribute(attribute::UNIQUE_ID);
        let name = name.ok_or_else(|| Error::NoUniqueId { name: variable.name() })?;
        let size = module.data_layout().alloc_size(variable.value_type());
        let host_symbol = variable.string_attribute(attribute::HOST_SYMBOL);
        globals.push(Global { name, variable, size: size.expect("a variable has a sized type"), host_symbol });
    }
    globals.sort_by(|a, b| a.name.cmp(&b.name));
    match globals.windows(2).find(|pair| pair[0].name == pair[1].name) {
        Some([first, second]) => {
            Err(Error::SameId { first: first.variable.name(), second: second.variable.name(), id: first.name.clone() })
        }
        _ => Ok(globals),
    }
}
