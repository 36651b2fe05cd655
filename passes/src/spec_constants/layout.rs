//! Step 2: what a constant is made of. Pure: reads types and constants, changes nothing.
//!
//! The default's type and the type asked for need not be the same: clang adds explicit padding arrays to structs in
//! memory, flattens bases and splits bit-fields. So a default is read into bytes by its own layout, and the value asked
//! for is put together from those bytes by its layout.
//!
//! Recursion goes as deep as types nest, which [`Shapes::measure`] limits.

use sycl_propset::spec_constants::{Descriptor, PADDING_ID};

use super::shapes::Shapes;
use crate::ir::{Type, TypeKind, Value};

/// A default value as bytes, little endian; `defined` marks the bytes that the constant defines; the others,
/// padding, undef and poison, are zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DefaultBytes {
    bytes: Vec<u8>,
    defined: Vec<bool>,
}

impl DefaultBytes {
    /// Reads a constant of a type that was measured.
    ///
    /// # Errors
    /// The constant in it that has no bytes, such as the address of a global.
    pub(super) fn from_constant<'m>(constant: Value<'m>, shapes: &Shapes<'m>) -> Result<Self, Value<'m>> {
        let size = shapes.get(constant.ty()).size as usize;
        let mut this = Self { bytes: vec![0; size], defined: vec![false; size] };
        this.read(constant, 0, shapes)?;
        // A constant that is undef as a whole stands for zero: every leaf of it can be set.
        if !this.defined.contains(&true) {
            this.defined.fill(true);
        }
        Ok(this)
    }

    /// A value of so many bytes that is made of these numbers, by their offsets; the rest is padding.
    pub(super) fn given(size: u64, numbers: &[(u64, Vec<u8>)]) -> Self {
        let mut this = Self { bytes: vec![0; size as usize], defined: vec![true; size as usize] };
        for (offset, bytes) in numbers {
            this.bytes[*offset as usize..][..bytes.len()].copy_from_slice(bytes);
        }
        this
    }

    fn read<'m>(&mut self, constant: Value<'m>, offset: u64, shapes: &Shapes<'m>) -> Result<(), Value<'m>> {
        if constant.is_undef() {
            return Ok(());
        }
        let ty = constant.ty();
        if ty.is_composite() {
            for (index, element) in shapes.members(ty).enumerate() {
                let member = constant.aggregate_element(index as u64).ok_or(constant)?;
                self.read(member, offset + element.offset, shapes)?;
            }
            return Ok(());
        }
        let size = shapes.get(ty).value_size as usize;
        let bytes = constant.scalar_bytes().filter(|bytes| bytes.len() == size).ok_or(constant)?;
        let range = offset as usize..offset as usize + size;
        self.bytes[range.clone()].copy_from_slice(&bytes);
        self.defined[range].fill(true);
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// `size` bytes at `offset`.
    pub(super) fn range(&self, offset: u64, size: u64) -> &[u8] {
        &self.bytes[offset as usize..(offset + size) as usize]
    }

    /// Whether the default says something about any of these bytes.
    pub(super) fn is_defined(&self, offset: u64, size: u64) -> bool {
        self.defined[offset as usize..(offset + size) as usize].contains(&true)
    }

    /// Adds what another default of the same constant says, such as zeros in what is padding here. False if the two
    /// have different bytes; what neither defines is zero.
    pub(super) fn merge(&mut self, other: Self) -> bool {
        let length = self.len().max(other.len());
        let bytes = |bytes: &Vec<u8>| {
            let mut bytes = bytes.clone();
            bytes.resize(length, 0);
            bytes
        };
        if bytes(&self.bytes) != bytes(&other.bytes) {
            return false;
        }
        self.bytes = bytes(&self.bytes);
        self.defined.resize(length, false);
        for (mine, theirs) in self.defined.iter_mut().zip(other.defined) {
            *mine |= theirs;
        }
        true
    }
}

/// The first number of the default of which a value of type `asked` uses some bytes and not the others: its offset and
/// size.
pub(super) fn cut_number<'m>(asked: Type<'m>, default: Type<'m>, shapes: &Shapes<'m>) -> Option<(u64, u64)> {
    if asked == default {
        return None;
    }
    let mut is_used = vec![false; shapes.get(default).size as usize];
    for (ty, offset) in shapes.leaves(asked) {
        // An integer of 17 bits is kept in the bytes of one of 32.
        let end = (offset + shapes.get(ty).size).min(is_used.len() as u64);
        is_used[offset.min(end) as usize..end as usize].fill(true);
    }
    shapes.leaves(default).into_iter().map(|(ty, offset)| (offset, shapes.get(ty).value_size)).find(|(offset, size)| {
        let bytes = &is_used[*offset as usize..(offset + size) as usize];
        bytes.contains(&true) && bytes.contains(&false)
    })
}

/// A value taken apart into what has a numeric id of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'m> {
    /// A scalar that the runtime can set. `index` counts ids from the first of the constant.
    Leaf { ty: Type<'m>, index: u32, offset: u64, size: u64 },
    /// A member whose default is undef. It takes an id so that later ids stay where the runtime expects them, but is
    /// not reported.
    Undef { ty: Type<'m> },
    /// Struct, array or vector. Without elements if it takes no bytes.
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

/// Numbers and descriptions of a constant.
#[derive(Clone, Debug)]
pub(super) struct Pieces<'m> {
    pub(super) root: Piece<'m>,
    /// Ids that the constant takes.
    pub(super) ids: u32,
    /// One for each leaf, with ids from 0, and padding entries.
    pub(super) descriptors: Vec<Descriptor>,
}

/// Takes a type apart.
pub(super) fn take_apart<'m>(ty: Type<'m>, default: &DefaultBytes, shapes: &Shapes<'m>) -> Pieces<'m> {
    let mut state = TakeApart { default, shapes, ids: 0, descriptors: Vec::new(), end: 0 };
    let root = state.piece(ty, 0);
    // Arrays of padded elements end before their size without a struct that says so.
    let size = shapes.get(ty).value_size;
    if ty.is_composite() && !state.descriptors.is_empty() {
        state.pad_to(size);
    }
    Pieces { root, ids: state.ids, descriptors: state.descriptors }
}

struct TakeApart<'a, 'm> {
    default: &'a DefaultBytes,
    shapes: &'a Shapes<'m>,
    ids: u32,
    descriptors: Vec<Descriptor>,
    /// End of what the descriptors cover.
    end: u64,
}

impl<'m> TakeApart<'_, 'm> {
    fn piece(&mut self, ty: Type<'m>, offset: u64) -> Piece<'m> {
        let size = self.shapes.get(ty).value_size;
        if size == 0 {
            return Piece::Composite { ty, elements: Vec::new() };
        }
        if !self.default.is_defined(offset, size) {
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
        let shapes = self.shapes;
        let elements = shapes.members(ty).map(|member| self.piece(member.ty, offset + member.offset)).collect();
        if ty.kind() == TypeKind::Struct {
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
