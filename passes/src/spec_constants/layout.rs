//! Step 2: what a constant is made of. Pure: reads types and constants, changes nothing.
//!
//! The default's type and the type asked for need not be the same: clang adds explicit padding arrays to structs in
//! memory, flattens bases and splits bit-fields. So a default is read into bytes by its own layout, and the value asked
//! for is put together from those bytes by its layout.

use sycl_propset::spec_constants::{Descriptor, PADDING_ID};

use crate::ir::{DataLayout, Type, TypeKind, Value};

/// A default value as bytes, little endian; `defined` tells the bytes that the constant says something about from
/// padding, undef and poison, which are zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DefaultBytes {
    bytes: Vec<u8>,
    defined: Vec<bool>,
}

impl DefaultBytes {
    /// Reads a constant.
    ///
    /// # Errors
    /// The constant in it that has no bytes, such as the address of a global.
    pub(super) fn of<'m>(constant: Value<'m>, layout: &DataLayout<'m>) -> Result<Self, Value<'m>> {
        let size = layout.alloc_size(constant.ty()) as usize;
        let mut this = Self { bytes: vec![0; size], defined: vec![false; size] };
        this.read(constant, 0, layout)?;
        // A constant that is undef as a whole stands for zero: every leaf of it can be set.
        if !this.defined.contains(&true) {
            this.defined.fill(true);
        }
        Ok(this)
    }

    fn read<'m>(&mut self, constant: Value<'m>, offset: usize, layout: &DataLayout<'m>) -> Result<(), Value<'m>> {
        if constant.is_undef() {
            return Ok(());
        }
        let ty = constant.ty();
        if ty.is_composite() {
            for index in 0..ty.element_count() {
                let element = constant.aggregate_element(index).ok_or(constant)?;
                self.read(element, offset + layout.offset_of(ty, index) as usize, layout)?;
            }
            return Ok(());
        }
        let size = layout.store_size(ty) as usize;
        let bytes = match constant.scalar_bytes() {
            Some(bytes) => bytes,
            None if constant.is_null() => vec![0; size],
            None => return Err(constant),
        };
        self.bytes[offset..offset + bytes.len()].copy_from_slice(&bytes);
        self.defined[offset..offset + size].fill(true);
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// `size` bytes at `offset`.
    pub(super) fn range(&self, offset: u64, size: u64) -> &[u8] {
        &self.bytes[offset as usize..(offset + size) as usize]
    }

    fn is_defined(&self, offset: u64, size: u64) -> bool {
        self.defined[offset as usize..(offset + size) as usize].contains(&true)
    }
}

/// Bytes that a value of the type takes in the default-values blob: a vector has no padding at its end there.
pub(super) fn value_size<'m>(ty: Type<'m>, layout: &DataLayout<'m>) -> u64 {
    match ty.kind() {
        TypeKind::Struct | TypeKind::Array => layout.alloc_size(ty),
        TypeKind::Vector => ty.element_count() * layout.store_size(ty.element(0)),
        _ => layout.store_size(ty),
    }
}

/// A value taken apart into what has a numeric id of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'m> {
    /// A scalar that the runtime can set. `index` counts ids from the first of the constant.
    Leaf { ty: Type<'m>, index: u32, offset: u64, size: u64 },
    /// A member whose default is undef. It takes an id so that later ids stay where the runtime expects them, but is not
    /// reported.
    Undef { ty: Type<'m> },
    /// Struct, array or vector.
    Composite { ty: Type<'m>, elements: Vec<Piece<'m>> },
}

impl<'m> Piece<'m> {
    /// Types and offsets of the leaves, in order.
    pub(super) fn leaves(&self) -> Vec<(Type<'m>, u64)> {
        match self {
            Piece::Leaf { ty, offset, .. } => vec![(*ty, *offset)],
            Piece::Undef { .. } => Vec::new(),
            Piece::Composite { elements, .. } => elements.iter().flat_map(Piece::leaves).collect(),
        }
    }
}

/// How a constant is numbered and described.
#[derive(Clone, Debug)]
pub(super) struct Pieces<'m> {
    pub(super) root: Piece<'m>,
    /// Ids that the constant takes.
    pub(super) ids: u32,
    /// One for each leaf, with ids from 0, and padding entries.
    pub(super) descriptors: Vec<Descriptor>,
}

/// Takes a type apart.
pub(super) fn take_apart<'m>(ty: Type<'m>, default: &DefaultBytes, layout: &DataLayout<'m>) -> Pieces<'m> {
    let mut state = TakeApart { default, layout, ids: 0, descriptors: Vec::new(), end: 0 };
    let root = state.piece(ty, 0);
    // Arrays of padded elements end before their size without a struct that says so.
    let size = value_size(ty, layout);
    if ty.is_composite() && !state.descriptors.is_empty() {
        state.pad_to(size);
    }
    Pieces { root, ids: state.ids, descriptors: state.descriptors }
}

struct TakeApart<'a, 'm> {
    default: &'a DefaultBytes,
    layout: &'a DataLayout<'m>,
    ids: u32,
    descriptors: Vec<Descriptor>,
    /// End of what the descriptors cover.
    end: u64,
}

impl<'m> TakeApart<'_, 'm> {
    fn piece(&mut self, ty: Type<'m>, offset: u64) -> Piece<'m> {
        let size = value_size(ty, self.layout);
        if size > 0 && !self.default.is_defined(offset, size) {
            self.ids += 1;
            return Piece::Undef { ty };
        }
        if !ty.is_composite() {
            let index = self.ids;
            self.ids += 1;
            self.descriptors.push(Descriptor { id: index, offset: offset as u32, size: size as u32 });
            self.end = offset + size;
            return Piece::Leaf { ty, index, offset, size };
        }
        let elements =
            (0..ty.element_count()).map(|i| self.piece(ty.element(i), offset + self.layout.offset_of(ty, i))).collect();
        if ty.kind() == TypeKind::Struct && size > 0 {
            self.pad_to(offset + size);
        }
        Piece::Composite { ty, elements }
    }

    fn pad_to(&mut self, end: u64) {
        if self.end < end {
            self.descriptors.push(Descriptor {
                id: PADDING_ID,
                offset: self.end as u32,
                size: (end - self.end) as u32,
            });
            self.end = end;
        }
    }
}
