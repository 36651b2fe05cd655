//! The aspects that facts may name: those of one table.

use sycl_propset::aspects::AspectTable;

use super::Error;
use crate::{
    changed::Changed,
    ir::{
        Editor, ModuleView, NewOperand,
        sycl_metadata::{Aspect, kind, known_aspects, types_that_use_aspects},
    },
};

/// A table of aspects with where it is from.
pub(super) struct KnownAspects<'a> {
    table: &'a AspectTable,
    /// Its file; none for the built-in one.
    file: Option<String>,
    /// The module's own table, if numbers that it has count less than those of this one: it is that of a runtime, which
    /// the user has named.
    carried: Option<Vec<(String, i32)>>,
}

impl<'a> KnownAspects<'a> {
    /// The aspects of a module. Checks that metadata can hold the numbers.
    pub(super) fn new(module: ModuleView<'_>, table: &'a AspectTable, file: Option<String>) -> Result<Self, Error> {
        let carried = file.is_some().then(|| known_aspects(module)).transpose()?;
        let this = Self { table, file, carried };
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

    /// The number of a name, canonical or not.
    pub(super) fn number(&self, name: &str) -> Option<u32> {
        self.table.by_name(name).map(|aspect| aspect.value)
    }

    /// The table, for messages.
    pub(super) fn place(&self) -> String {
        self.file.as_ref().map_or_else(|| "the built-in table".to_owned(), |file| format!("`{file}`"))
    }

    /// Whether aspects that the module names get other numbers.
    pub(super) fn renumbers(&self) -> bool {
        self.carried.is_some()
    }

    /// The number in the table of an aspect of the module, whose name stands beside it or in the module's table.
    fn renumbered(&self, value: i32, name: Option<&str>) -> i32 {
        let Some(carried) = &self.carried else { return value };
        // Of several names with one number the last counts.
        let listed = || carried.iter().rev().find(|(_, number)| *number == value).map(|(name, _)| name.as_str());
        let number = name.or_else(listed).and_then(|name| self.number(name));
        number.map_or(value, u32::cast_signed)
    }

    /// A list with these aspects added, ascending; none if it has them all by the numbers of the table.
    pub(super) fn joined(&self, carried: Option<Vec<Aspect>>, added: &[u32]) -> Option<Vec<(u32, Option<String>)>> {
        let is_new = carried.is_none();
        let mut list: Vec<(i32, Option<String>)> = Vec::new();
        let mut is_same = true;
        for aspect in carried.unwrap_or_default() {
            let number = self.renumbered(aspect.value, aspect.name.as_deref());
            is_same &= number == aspect.value;
            list.push((number, aspect.name));
        }
        let count = list.len();
        for value in added {
            let number = value.cast_signed();
            if list.iter().all(|(carried, _)| *carried != number) {
                list.push((number, self.name(*value).map(str::to_owned)));
            }
        }
        if !is_new && is_same && list.len() == count {
            return None;
        }
        list.sort_by_key(|(value, _)| *value);
        Some(list.into_iter().map(|(value, name)| (value.cast_unsigned(), name)).collect())
    }

    /// The table that a module gets, so that `double` and `half` in types use aspects: if it has none, or one with
    /// other numbers than the runtime that the user named.
    pub(super) fn table_for(&self, module: ModuleView<'_>) -> Result<Option<NewTable>, Error> {
        if module.named_metadata(kind::ASPECTS).is_empty() {
            // Of several names with one number the last counts.
            let is_canonical = |aspect: &sycl_propset::aspects::Aspect| self.name(aspect.value) == Some(&aspect.name);
            let (last, first): (Vec<_>, Vec<_>) = self.table.iter().partition(|aspect| is_canonical(aspect));
            let aspects = first.into_iter().chain(last).map(|a| (a.name.clone(), a.value.cast_signed())).collect();
            let fp16 = self.table.by_name("fp16").map(|fp16| (kind::HALF.to_owned(), vec![fp16.value.cast_signed()]));
            return Ok(Some(NewTable { aspects, types: fp16.into_iter().collect(), replaces: false }));
        }
        let Some(carried) = &self.carried else { return Ok(None) };
        let renumbered = |(name, value): &(String, i32)| (name.clone(), self.renumbered(*value, Some(name)));
        let aspects: Vec<(String, i32)> = carried.iter().map(renumbered).collect();
        if aspects == *carried {
            return Ok(None);
        }
        let renumbered = |aspect: Aspect| self.renumbered(aspect.value, aspect.name.as_deref());
        let types = types_that_use_aspects(module)?.into_iter();
        let types = types.map(|(name, aspects)| (name, aspects.into_iter().map(renumbered).collect())).collect();
        Ok(Some(NewTable { aspects, types, replaces: true }))
    }
}

/// Entries of `!sycl_aspects` and `!sycl_types_that_use_aspects`.
pub(super) struct NewTable {
    aspects: Vec<(String, i32)>,
    types: Vec<(String, Vec<i32>)>,
    /// Whether they take the place of those that the module has.
    replaces: bool,
}

impl NewTable {
    /// Changes the module.
    pub(super) fn write(&self, editor: &mut Editor<'_>) -> Changed {
        if self.replaces {
            editor.erase_named_metadata(kind::ASPECTS);
            editor.erase_named_metadata(kind::TYPES_THAT_USE_ASPECTS);
        }
        for (name, value) in &self.aspects {
            let pair = [NewOperand::Text(name), NewOperand::U32(value.cast_unsigned())];
            editor.add_named_metadata(kind::ASPECTS, &pair);
        }
        for (name, aspects) in &self.types {
            let aspects = aspects.iter().map(|aspect| NewOperand::U32(aspect.cast_unsigned()));
            let rule: Vec<NewOperand<'_, '_>> = std::iter::once(NewOperand::Text(name)).chain(aspects).collect();
            editor.add_named_metadata(kind::TYPES_THAT_USE_ASPECTS, &rule);
        }
        Changed::from(!self.aspects.is_empty())
    }
}
