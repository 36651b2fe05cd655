//! Ordered sets of ordered properties.

use std::sync::Arc;

use indexmap::IndexMap;

use super::{SetName, Value};

/// Named values in order of first insertion.
#[derive(Debug, Clone, Default)]
pub struct PropertySet {
    values: IndexMap<String, Value>,
}

impl PropertySet {
    /// An empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a property; a name that is there already keeps its place and gets the new value.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        self.values.insert(name.into(), value.into());
    }

    /// The value of a property.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// Removes a property; the others keep their order.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        self.values.shift_remove(name)
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Number of properties.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no properties.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

/// Equal when names, values and order are.
impl PartialEq for PropertySet {
    fn eq(&self, other: &Self) -> bool {
        self.values.iter().eq(other.values.iter())
    }
}

impl Eq for PropertySet {}

impl<N: Into<String>, V: Into<Value>> FromIterator<(N, V)> for PropertySet {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(properties: I) -> Self {
        Self { values: properties.into_iter().map(|(name, value)| (name.into(), value.into())).collect() }
    }
}

/// All property sets of one device image, in order of first touch. Copies share their sets until one is changed.
#[derive(Debug, Clone, Default)]
pub struct PropertySetRegistry {
    sets: IndexMap<SetName, Arc<PropertySet>>,
}

impl PropertySetRegistry {
    /// A registry without sets.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The set of that name, created empty at the end if it does not exist.
    ///
    /// Touching a set is visible: its header is written even if it stays empty.
    pub fn set_mut(&mut self, name: impl Into<SetName>) -> &mut PropertySet {
        Arc::make_mut(self.sets.entry(name.into()).or_default())
    }

    /// Puts a whole set in place; one of that name keeps its position and is replaced.
    pub fn insert(&mut self, name: impl Into<SetName>, set: impl Into<Arc<PropertySet>>) {
        self.sets.insert(name.into(), set.into());
    }

    /// The set of that name.
    #[must_use]
    pub fn get(&self, name: &SetName) -> Option<&PropertySet> {
        self.sets.get(name).map(|set| &**set)
    }

    /// Removes a set; the others keep their order.
    pub fn remove(&mut self, name: &SetName) -> Option<PropertySet> {
        self.sets.shift_remove(name).map(Arc::unwrap_or_clone)
    }

    /// Names and sets in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&SetName, &PropertySet)> {
        self.sets.iter().map(|(name, set)| (name, &**set))
    }

    /// Number of sets.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether there are no sets.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }
}

/// Equal when sets and their order are.
impl PartialEq for PropertySetRegistry {
    fn eq(&self, other: &Self) -> bool {
        self.sets.iter().eq(other.sets.iter())
    }
}

impl Eq for PropertySetRegistry {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insertion_keeps_the_first_place_and_the_last_value() {
        let mut set = PropertySet::new();
        set.insert("b", 1);
        set.insert("a", true);
        set.insert("b", 3);
        assert_eq!(set.iter().collect::<Vec<_>>(), [("b", &Value::U32(3)), ("a", &Value::U32(1))]);
    }

    #[test]
    fn copies_share_sets_until_one_is_changed() {
        let mut first = PropertySetRegistry::new();
        first.set_mut("a").insert("k", 1);
        let mut second = first.clone();
        second.set_mut("a").insert("k", 2);
        assert_eq!(first.get(&"a".into()).unwrap().get("k"), Some(&Value::U32(1)));
        assert_eq!(second.remove(&"a".into()).unwrap().get("k"), Some(&Value::U32(2)));
    }

    #[test]
    fn touching_a_set_creates_it_once() {
        let mut registry = PropertySetRegistry::new();
        registry.set_mut(SetName::KernelNames);
        registry.set_mut("vendor/x").insert("k", 1);
        registry.set_mut("SYCL/kernel names").insert("k", 1);
        let order: Vec<_> = registry.iter().map(|(name, set)| (name.as_str(), set.len())).collect();
        assert_eq!(order, [("SYCL/kernel names", 1), ("vendor/x", 1)]);
    }
}
