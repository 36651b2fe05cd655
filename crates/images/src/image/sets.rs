//! Property sets among the strings of images. Strings can share their bytes, and then share the set that is read of
//! them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use sycl_propset::printable::excerpt;
use sycl_propset::{PropertySet, PropertySetRegistry, ReadError, text};

use crate::offload_binary::{Binary, Strings};

/// Whether a key is the name of a property set.
pub(crate) fn is_set_key(key: &str) -> bool {
    key.contains('/')
}

/// The sets that several strings of one binary share: each is read once.
#[derive(Debug, Default)]
pub struct SharedSets {
    /// By place in the buffer of the binary; `None` until it is read.
    sets: HashMap<Range<usize>, Option<Arc<PropertySet>>>,
}

impl SharedSets {
    /// For the images of a binary.
    #[must_use]
    pub fn from_binary(binary: &Binary) -> Self {
        Self::new(binary.entries.iter().map(|entry| &entry.strings))
    }

    /// For strings that have one buffer.
    fn new<'a>(strings: impl Iterator<Item = &'a Strings>) -> Self {
        let sets = strings.flat_map(Strings::iter_ranges).filter(|(key, _)| is_set_key(key));
        let mut places: Vec<(usize, usize)> = sets.map(|(_, place)| (place.start, place.end)).collect();
        places.sort_unstable();
        let shared = places.windows(2).filter(|pair| pair[0] == pair[1]);
        Self { sets: shared.map(|pair| (pair[0].0..pair[0].1, None)).collect() }
    }

    /// The properties among the strings of an image; `name` is what errors call the image.
    ///
    /// # Errors
    /// [`ReadError`] with set and place of a malformed property.
    pub fn properties_of(&mut self, strings: &Strings, name: &str) -> Result<PropertySetRegistry, ReadError> {
        let mut registry = PropertySetRegistry::new();
        for (key, place) in strings.iter_ranges().filter(|(key, _)| is_set_key(key)) {
            let read = || {
                let set = text::read_set(strings.bytes(place.clone()), &format!("{name}, set `{}`", excerpt(key)))?;
                Ok(Arc::new(set))
            };
            let set = match self.sets.get_mut(&place) {
                Some(Some(set)) => Arc::clone(set),
                Some(shared) => Arc::clone(shared.insert(read()?)),
                None => read()?,
            };
            registry.insert(key, set);
        }
        Ok(registry)
    }
}

/// The properties among the strings of an image; `name` is what errors call the image.
///
/// # Errors
/// [`ReadError`] with set and place of a malformed property.
pub fn properties_of(strings: &Strings, name: &str) -> Result<PropertySetRegistry, ReadError> {
    SharedSets::new(std::iter::once(strings)).properties_of(strings, name)
}
