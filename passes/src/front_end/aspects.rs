//! The aspects that facts may name: those of one table.

use sycl_propset::aspects::AspectTable;

use super::Error;
use crate::{
    changed::Changed,
    ir::{
        Editor, NewOperand,
        sycl_metadata::{Aspect, kind},
    },
};

/// A table of aspects with where it is from.
pub(super) struct KnownAspects<'a> {
    table: &'a AspectTable,
    /// Its file; none for the built-in one.
    file: Option<String>,
}

impl<'a> KnownAspects<'a> {
    /// Checks that metadata can hold the numbers.
    pub(super) fn new(table: &'a AspectTable, file: Option<String>) -> Result<Self, Error> {
        let this = Self { table, file };
        match table.iter().find(|aspect| i32::try_from(aspect.value).is_err()) {
            Some(aspect) => {
                Err(Error::AspectNumber { name: aspect.name.clone(), value: aspect.value, table: this.place() })
            }
            None => Ok(this),
        }
    }

    /// The name of a number; none if no aspect has it.
    pub(super) fn name(&self, value: u32) -> Option<&'a str> {
        self.table.by_value(value).map(|aspect| aspect.name.as_str())
    }

    /// The table, for messages.
    pub(super) fn place(&self) -> String {
        self.file.as_ref().map_or_else(|| "the built-in table".to_owned(), |file| format!("`{file}`"))
    }

    /// A list with these aspects added, ascending; none if it has them all.
    pub(super) fn joined(&self, carried: Option<Vec<Aspect>>, added: &[u32]) -> Option<Vec<(u32, Option<String>)>> {
        let is_new = carried.is_none();
        let mut list: Vec<(i32, Option<String>)> =
            carried.unwrap_or_default().into_iter().map(|aspect| (aspect.value, aspect.name)).collect();
        let count = list.len();
        for value in added {
            let number = value.cast_signed();
            if list.iter().all(|(carried, _)| *carried != number) {
                list.push((number, self.name(*value).map(str::to_owned)));
            }
        }
        if !is_new && list.len() == count {
            return None;
        }
        list.sort_by_key(|(value, _)| *value);
        Some(list.into_iter().map(|(value, name)| (value.cast_unsigned(), name)).collect())
    }

    /// Writes the table into a module that has none, so that `double` and `half` in types use aspects.
    pub(super) fn write(&self, editor: &mut Editor<'_>) -> Changed {
        if !editor.view().named_metadata(kind::ASPECTS).is_empty() {
            return Changed::No;
        }
        // Of several names with one number the last counts.
        let is_canonical = |name: &str, value: u32| self.name(value) == Some(name);
        for wants_canonical in [false, true] {
            for aspect in self.table.iter().filter(|a| is_canonical(&a.name, a.value) == wants_canonical) {
                let pair = [NewOperand::Text(&aspect.name), NewOperand::U32(aspect.value)];
                editor.add_named_metadata(kind::ASPECTS, &pair);
            }
        }
        if let Some(fp16) = self.table.by_name("fp16") {
            let rule = [NewOperand::Text(kind::HALF), NewOperand::U32(fp16.value)];
            editor.add_named_metadata(kind::TYPES_THAT_USE_ASPECTS, &rule);
        }
        Changed::from(self.table.iter().len() != 0)
    }
}
