//! Step 1: annotations `sycl-free-function` with the name of a property and its numbers. Changes nothing.

use indexmap::IndexMap;

use super::{
    error::Error,
    property::{About, Property},
};
use crate::{
    annotations::{annotated, elements, location, text},
    ir::{Editor, Function, GlobalVariable, Linkage, ModuleView, TypeKind, Value},
    site::Site,
};

/// The text of annotations that are ours.
const TEXT: &str = "sycl-free-function";

/// More numbers than any property takes.
const MANY: usize = 256;

/// The annotations of a module, of which some are ours.
pub(super) struct Annotations<'m> {
    list: GlobalVariable<'m>,
    /// The elements that are not ours.
    kept: Vec<Value<'m>>,
    /// Variables that ours refer to: arguments, then texts and files.
    parts: [Vec<Value<'m>>; 2],
    /// Annotated functions, in the order of the list.
    pub(super) functions: IndexMap<Function<'m>, Vec<Property>>,
}

impl<'m> Annotations<'m> {
    /// Finds and decodes them; none if none is ours.
    pub(super) fn find(module: ModuleView<'m>) -> Result<Option<Self>, Error> {
        let Some((list, elements)) = elements(module) else { return Ok(None) };
        let mut this = Self { list, kept: Vec::new(), parts: Default::default(), functions: IndexMap::new() };
        let mut sites = Vec::new();
        for element in &elements {
            if element.aggregate_element(1).and_then(text).as_deref() == Some(TEXT) {
                sites.push(this.read(*element)?);
            } else {
                this.kept.push(*element);
            }
        }
        for (function, site) in sites {
            let properties = &this.functions[&function];
            let is_of_kernels = |property: &&Property| property.about != About::Aspects;
            if let Some(property) = properties.iter().find(is_of_kernels)
                && !properties.iter().any(Property::is_kernel)
            {
                return Err(Error::NotAKernel { site, property: property.clone() });
            }
        }
        Ok((this.kept.len() != elements.len()).then_some(this))
    }

    fn read(&mut self, element: Value<'m>) -> Result<(Function<'m>, Site), Error> {
        let part = |index| element.aggregate_element(index).map(Value::strip_pointer_casts);
        self.parts[0].extend(part(4).filter(|part| part.is_global_variable()));
        self.parts[1].extend([1, 2].into_iter().filter_map(part).filter(|part| part.is_global_variable()));
        let function = annotated(element).map_err(|item| Error::NotAFunction { item })?;
        let site = Site::new(function, location(element));
        let given = part(4).filter(|given| !given.is_null());
        let content = given.and_then(Value::as_global_variable).and_then(GlobalVariable::constant_initializer);
        let Some((name, numbers)) = content.and_then(|content| self.name_and_numbers(content)) else {
            let found = content.or(given).map_or_else(|| "nothing".to_owned(), Value::describe);
            return Err(Error::Arguments { site, found });
        };
        let property = Property::new(&name, numbers, &site)?;
        property.add_to(self.functions.entry(function).or_default(), &site)?;
        Ok((function, site))
    }

    /// The scalars of the arguments, in order, of which the first is a string.
    fn name_and_numbers(&mut self, content: Value<'m>) -> Option<(String, Vec<u32>)> {
        let mut scalars = Vec::new();
        add_scalars(content, &mut scalars)?;
        let (name, numbers) = scalars.split_first()?;
        let numbers = numbers.iter().map(|number| u32::try_from(number.as_unsigned()?).ok()).collect::<Option<_>>()?;
        self.parts[1].push(name.strip_pointer_casts());
        Some((text(*name)?, numbers))
    }

    /// Removes them, with what only they use.
    pub(super) fn remove(&self, editor: &mut Editor<'m>) {
        editor.replace_elements(self.list, &self.kept);
        for part in self.parts.iter().flatten().filter(|part| part.linkage() == Linkage::Local) {
            editor.erase_if_unused(*part);
        }
    }
}

/// Adds the scalars of a constant; none if there are more than any property has.
fn add_scalars<'m>(constant: Value<'m>, scalars: &mut Vec<Value<'m>>) -> Option<()> {
    let ty = constant.ty();
    if !matches!(ty.kind(), TypeKind::Struct | TypeKind::Array) {
        scalars.push(constant);
        return (scalars.len() <= MANY).then_some(());
    }
    if ty.element_count() > MANY as u64 {
        return None;
    }
    (0..ty.element_count()).try_for_each(|index| add_scalars(constant.aggregate_element(index)?, scalars))
}
