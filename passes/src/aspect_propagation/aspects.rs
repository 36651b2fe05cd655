//! Numbers and names of the aspects of one module.
//!
//! Names come from `!sycl_aspects`; of several names with one number the last is the one written, as in DPC++. Where a
//! module has no such table any more (DPC++ removes it at the end of compilation), they come from the pairs that lists
//! of aspects hold, then from the built-in table. That `double` implies fp64 comes from `!sycl_aspects` alone; on
//! request, in modules without it, the code implies SYCL's own aspects ([`Implied`]).

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use sycl_propset::{aspects as builtin, nearest::nearest};

use crate::ir::{
    ModuleView, metadata,
    sycl_metadata::{self, Aspect},
};

/// The name by which modules call the aspect that `double` needs.
pub(super) const FP64: &str = "fp64";

/// Numbers of the aspects that code implies, without anybody naming them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Implied {
    /// By `double`.
    pub(super) fp64: Option<i32>,
    /// By `half`.
    pub(super) fp16: Option<i32>,
    /// By atomic access to 64 bits.
    pub(super) atomic64: Option<i32>,
}

/// The aspects of a module, numbered densely in the order in which they are met.
pub(super) struct Aspects {
    values: Vec<i32>,
    ids: FxHashMap<i32, u32>,
    /// `!sycl_aspects`, in which little is looked for.
    table: Vec<(String, i32)>,
    /// Names in pairs, for numbers that the table does not have.
    paired: BTreeMap<i32, String>,
}

impl Aspects {
    /// Reads `!sycl_aspects`.
    pub(super) fn read(module: ModuleView<'_>) -> Result<Self, metadata::Error> {
        let table = sycl_metadata::known_aspects(module)?;
        Ok(Self { values: Vec::new(), ids: FxHashMap::default(), table, paired: BTreeMap::new() })
    }

    /// The number that the table has first for a name.
    fn listed(&self, name: &str) -> Option<i32> {
        self.table.iter().find(|(listed, _)| listed == name).map(|(_, value)| *value)
    }

    /// The dense number of an aspect.
    pub(super) fn id(&mut self, value: i32) -> u32 {
        *self.ids.entry(value).or_insert_with(|| {
            self.values.push(value);
            self.values.len() as u32 - 1
        })
    }

    /// The dense number of an aspect that has one.
    pub(super) fn known_id(&self, value: i32) -> u32 {
        self.ids[&value]
    }

    /// Dense numbers of what a list names; remembers the names in it.
    pub(super) fn ids(&mut self, list: &[Aspect]) -> Vec<u32> {
        for aspect in list {
            if let Some(name) = &aspect.name {
                self.paired.entry(aspect.value).or_insert_with(|| name.clone());
            }
        }
        list.iter().map(|aspect| self.id(aspect.value)).collect()
    }

    /// Number of dense numbers.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The aspect of a dense number.
    pub(super) fn value(&self, id: u32) -> i32 {
        self.values[id as usize]
    }

    /// Aspects that code implies. A table of the module's own says that `double` needs fp64, and names types for the
    /// rest; without one, nothing is said unless `uses_builtin`.
    pub(super) fn implied(&self, uses_builtin: bool) -> Implied {
        if !self.table.is_empty() || !uses_builtin {
            return Implied { fp64: self.listed(FP64), ..Implied::default() };
        }
        let value = |name| builtin::by_name(name).and_then(|aspect| i32::try_from(aspect.value).ok());
        Implied { fp64: value(FP64), fp16: value("fp16"), atomic64: value("atomic64") }
    }

    /// Whether lists in the module hold names: then those that are written do, too.
    pub(super) fn writes_names(&self) -> bool {
        !self.paired.is_empty()
    }

    /// The name that belongs into a pair.
    pub(super) fn written_name(&self, value: i32) -> Option<&str> {
        let listed = self.table.iter().rfind(|(_, listed)| *listed == value).map(|(name, _)| name);
        listed.or_else(|| self.paired.get(&value)).map(String::as_str)
    }

    /// The name for messages; the number itself if there is none.
    pub(super) fn name(&self, value: i32) -> String {
        self.written_name(value).map(str::to_owned).unwrap_or_else(|| match u32::try_from(value) {
            Ok(value) => builtin::display_name(value),
            Err(_) => value.to_string(),
        })
    }

    /// The number that the module itself gives an aspect.
    pub(super) fn own(&self, name: &str) -> Option<i32> {
        let paired = || self.paired.iter().find(|(_, n)| *n == name).map(|(value, _)| *value);
        self.listed(name).or_else(paired)
    }

    /// The aspect that a user names.
    pub(super) fn find(&self, name: &str) -> Result<Option<i32>, Unknown> {
        if let Some(value) = self.own(name) {
            return Ok(Some(value));
        }
        match builtin::by_name(name) {
            // The module has a table of its own, and nothing in it can mean this aspect.
            Some(_) if !self.table.is_empty() => Ok(None),
            Some(aspect) => Ok(i32::try_from(aspect.value).ok()),
            None => {
                let mut own: Vec<&str> = self.table.iter().map(|(name, _)| name.as_str()).collect();
                own.sort_unstable();
                let paired = self.paired.values().map(String::as_str);
                let candidates =
                    own.into_iter().chain(paired).chain(builtin::iter().map(|aspect| aspect.name.as_str()));
                Err(Unknown { nearest: nearest(name, candidates).map(str::to_owned) })
            }
        }
    }
}

/// No aspect has that name.
pub(super) struct Unknown {
    /// The known name most like it.
    pub(super) nearest: Option<String>,
}
