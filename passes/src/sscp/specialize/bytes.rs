//! Step 3 for arguments that stay: those of which only some bytes are known, and the buffer of constants.

use super::{Error, KnownBytes, Options, Places, passed_type};
use crate::{
    changed::Changed,
    ir::{
        ByValOrByRef, Editor, Function, Type, TypeKind, Value,
        attribute::{ARGUMENT, CONSTANTS_ARGUMENT},
    },
};

/// An argument, with what is known of it.
pub(super) struct Partly<'m> {
    kernel: Function<'m>,
    index: u32,
    holder: Holder,
    /// Its bytes, where they are known.
    bytes: Vec<Option<u8>>,
}

/// Holder of known bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    /// The argument.
    Argument,
    /// The memory that it points to, to which nothing writes.
    Memory,
}

/// Finds the arguments. One that is gone is left out.
pub(super) fn find<'m>(editor: &Editor<'m>, places: &Places<'m>, options: &Options) -> Result<Vec<Partly<'m>>, Error> {
    let mut all: Vec<Partly<'m>> = Vec::new();
    for known in &options.bytes {
        let Some((kernel, index)) = places.find(&known.place)? else { continue };
        let size = editor.view().data_layout().store_size(passed_type(kernel, index)).unwrap_or(0);
        let kernel = kernel.function;
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let KnownBytes { place, offset, bytes } = known;
        if offset.checked_add(bytes.len()).is_none_or(|end| end > size) {
            let place = place.to_string();
            return Err(Error::Bytes { place, offset: *offset, count: bytes.len(), size });
        }
        let at = all.iter().position(|partly| partly.kernel == kernel && partly.index == index);
        let at = at.unwrap_or_else(|| {
            all.push(Partly { kernel, index, holder: Holder::Argument, bytes: vec![None; size] });
            all.len() - 1
        });
        for (to, byte) in all[at].bytes[*offset..].iter_mut().zip(bytes) {
            *to = Some(*byte);
        }
    }
    for (name, bytes) in &options.constants {
        let kernel = places.kernel(name)?.function;
        let count = kernel.parameters().count() as u32;
        let is_buffer =
            |index: &u32| kernel.parameter_string_attribute(*index, ARGUMENT).as_deref() == Some(CONSTANTS_ARGUMENT);
        // One that asks for no constant has no buffer.
        let Some(index) = (0..count).find(is_buffer) else { continue };
        all.push(Partly { kernel, index, holder: Holder::Memory, bytes: bytes.iter().copied().map(Some).collect() });
    }
    Ok(all)
}

impl<'m> Partly<'m> {
    /// Puts numbers in the place of what is loaded of the argument, or of the argument.
    pub(super) fn fix(&self, editor: &mut Editor<'m>) -> Changed {
        let Self { kernel, index, holder, bytes } = self;
        let parameter = kernel.parameters().nth(*index as usize).expect("found by its place");
        if *holder == Holder::Argument && kernel.passed_object(*index, ByValOrByRef::ByValue).is_none() {
            let value = self.number(editor, parameter.ty(), 0).filter(|_| parameter.users().next().is_some());
            return value.map(|value| editor.replace_all_uses(parameter, value)).is_some().into();
        }
        // The kernel may write to its copy otherwise.
        if *holder == Holder::Argument && !kernel.only_reads(*index) {
            return Changed::No;
        }
        let is_plain = |load: &Value<'m>| load.is_load() && !load.effects().is_ordered();
        let loads: Vec<Value<'m>> = kernel.instructions().filter(is_plain).collect();
        let mut changed = Changed::No;
        for load in loads {
            let offset = editor.constant_offset(load.operand(0), parameter);
            let Some(offset) = offset.and_then(|offset| usize::try_from(offset).ok()) else { continue };
            if offset < bytes.len()
                && let Some(value) = self.number(editor, load.ty(), offset)
            {
                editor.replace_all_uses(load, value);
                editor.erase_instruction(load);
                changed = Changed::Yes;
            }
        }
        changed
    }

    /// A number, or a vector of them, that is in known bytes.
    fn number(&self, editor: &Editor<'m>, ty: Type<'m>, offset: usize) -> Option<Value<'m>> {
        let size = usize::try_from(editor.view().data_layout().store_size(ty)?).ok()?;
        let bytes: Vec<u8> =
            self.bytes.get(offset..offset.checked_add(size)?)?.iter().copied().collect::<Option<_>>()?;
        if ty.kind() != TypeKind::Vector {
            return editor.scalar(ty, &bytes);
        }
        let element = ty.element(0)?;
        let of_element = usize::try_from(editor.view().data_layout().store_size(element)?).ok()?;
        // Elements that are no whole bytes are packed.
        let is_whole = !matches!(element.kind(), TypeKind::Integer(bits) if bits as usize != 8 * of_element);
        let elements: Option<Vec<_>> = bytes.chunks(of_element).map(|bytes| editor.scalar(element, bytes)).collect();
        editor.composite(ty, &elements.filter(|_| is_whole)?)
    }
}
