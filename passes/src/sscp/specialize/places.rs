//! Step 1: which kernels and arguments there are. Changes nothing.

use indexmap::IndexMap;
use sycl_propset::{
    demangle::{demangle, display_name},
    printable::printable,
};

use super::{Error, Place};
use crate::ir::{Function, ModuleView, Value, attribute, kernels::Kernels, sycl_metadata::MetadataKindIds};

/// A kernel.
pub(super) struct Kernel<'m> {
    pub(super) function: Function<'m>,
    /// Arguments of the source that are no parameters any more.
    pub(super) omitted: Vec<bool>,
    /// Position among the arguments of the source, for each parameter.
    pub(super) positions: Vec<usize>,
    /// The size that it requires.
    pub(super) required_size: Option<Vec<u64>>,
    most_items: Option<u64>,
}

/// The kernels of a module.
pub(super) struct Places<'m> {
    kernels: Vec<Kernel<'m>>,
    by_name: IndexMap<String, Vec<usize>>,
}

impl<'m> Places<'m> {
    pub(super) fn read(module: ModuleView<'m>) -> Result<Self, Error> {
        let (kinds, kernels) = (MetadataKindIds::new(module), Kernels::find(module));
        let mut places = Self { kernels: Vec::new(), by_name: IndexMap::new() };
        for function in module.functions().filter(|function| kernels.defines(*function)) {
            let (facts, count) = (kinds.facts(function)?, function.parameters().count());
            let omitted = match facts.omitted_arguments.as_slice() {
                [] => vec![false; count],
                mask => mask.to_vec(),
            };
            let positions: Vec<usize> = (0..omitted.len()).filter(|position| !omitted[*position]).collect();
            if positions.len() != count {
                let (kernel, left, found) = (shown(*function), positions.len(), count);
                return Err(Error::Mask { kernel, left, found });
            }
            let by_attribute = || {
                let text = function.string_attribute(attribute::WORK_GROUP_SIZE)?;
                // The slowest dimension stands first there.
                text.rsplit(',').map(|size| size.trim().parse().ok()).collect::<Option<Vec<u64>>>()
            };
            let required = Some(facts.required_work_group_size).filter(|size| !size.is_empty());
            places.kernels.push(Kernel {
                function,
                omitted,
                positions,
                required_size: required.or_else(by_attribute),
                most_items: facts.max_linear_work_group_size,
            });
        }
        for (place, kernel) in places.kernels.iter().enumerate() {
            let symbol = kernel.function.name();
            for name in [demangle(&symbol), display_name(&symbol), symbol] {
                let named = places.by_name.entry(name).or_default();
                if named.last() != Some(&place) {
                    named.push(place);
                }
            }
        }
        Ok(places)
    }

    pub(super) fn kernels(&self) -> impl Iterator<Item = &Kernel<'m>> {
        self.kernels.iter()
    }

    /// The kernel of a name.
    pub(super) fn kernel(&self, name: &str) -> Result<&Kernel<'m>, Error> {
        let named = self.by_name.get(name).map(Vec::as_slice).unwrap_or_default();
        let exact = named.iter().find(|kernel| self.kernels[**kernel].function.name() == name);
        match (exact, named) {
            (Some(kernel), _) | (None, [kernel]) => Ok(&self.kernels[*kernel]),
            (None, []) => {
                let known = self.kernels.iter().map(|kernel| shown(*kernel.function)).collect();
                Err(Error::Kernel { name: printable(name).into_owned(), known })
            }
            (None, several) => {
                let kernels = several.iter().map(|kernel| shown(*self.kernels[*kernel].function)).collect();
                Err(Error::Ambiguous { name: printable(name).into_owned(), kernels })
            }
        }
    }

    /// Kernel and index of the parameter; none if the argument is no parameter any more.
    pub(super) fn find(&self, place: &Place) -> Result<Option<(&Kernel<'m>, u32)>, Error> {
        let kernel = self.kernel(&place.kernel)?;
        let by_name = kernel.function.parameters().position(|parameter| parameter.name() == place.argument);
        if let Some(index) = by_name {
            return Ok(Some((kernel, index as u32)));
        }
        match place.argument.parse::<usize>().ok().filter(|position| *position < kernel.omitted.len()) {
            Some(position) => {
                let index = kernel.positions.iter().position(|known| *known == position);
                Ok(index.map(|index| (kernel, index as u32)))
            }
            None => Err(Error::Argument {
                kernel: shown(*kernel.function),
                argument: printable(&place.argument).into_owned(),
                known: kernel.arguments(),
            }),
        }
    }

    /// Checks that no kernel requires another size.
    pub(super) fn check_group_size(&self, given: [u32; 3]) -> Result<(), Error> {
        let items: u64 = given.iter().fold(1, |items, size| u64::from(*size).saturating_mul(items));
        for kernel in &self.kernels {
            let words = |sizes: &[u64]| sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
            let sizes = given.map(u64::from);
            let is_same = |required: &Vec<u64>| (0..3).all(|d| required.get(d).copied().unwrap_or(1) == sizes[d]);
            let found = match (&kernel.required_size, kernel.most_items) {
                (Some(required), _) if !is_same(required) => format!("requires the size {}", words(required)),
                (_, Some(most)) if items > most => format!("has at most {most} work-items in a group"),
                _ => continue,
            };
            return Err(Error::GroupSize { kernel: shown(*kernel.function), found, given: words(&sizes) });
        }
        Ok(())
    }
}

impl Kernel<'_> {
    /// The arguments that are left, for messages.
    fn arguments(&self) -> Vec<String> {
        let named = self.function.parameters().zip(&self.positions);
        let word = |(parameter, position): (Value<'_>, &usize)| match parameter.name() {
            name if name.is_empty() => position.to_string(),
            name => format!("{position} ({})", printable(&name)),
        };
        named.map(word).collect()
    }
}

fn shown(function: Value<'_>) -> String {
    printable(&function.name()).into_owned()
}
