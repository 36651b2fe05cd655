//! Sizes of the types that constants are made of, measured once each, before anything walks them.

use rustc_hash::FxHashMap;

use crate::ir::{DataLayout, MAX_NESTING, Type, TypeKind};

/// Sizes from which on LLVM is not asked, which counts bits in 64 bits.
const VAST: u64 = 1 << 48;

/// Reasons why a value of a type cannot be a specialization constant.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unfit<'m> {
    /// The type has no bytes that a runtime can set: pointers, exotic floating point, vectors of elements that share a
    /// byte, types without a size.
    NoBytes(Type<'m>),
    /// Types nest too deep.
    TooDeep(Type<'m>),
}

/// Facts about a type.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// Bytes with the padding at the end that an array of the type has.
    pub(super) size: u64,
    /// Bytes that a value takes in the default-values blob: a vector has no padding at its end there.
    pub(super) value_size: u64,
    pub(super) alignment: u64,
    /// Number of types that a walk over the type meets. What takes no bytes is not walked.
    pub(super) parts: u64,
    depth: u32,
    /// Offsets of the members of a struct.
    offsets: Box<[u64]>,
}

/// A member of a struct, or an element of an array or vector, that takes up bytes or may.
pub(super) struct Member<'m> {
    pub(super) ty: Type<'m>,
    pub(super) offset: u64,
}

/// The types that were measured.
pub(super) struct Shapes<'m> {
    layout: DataLayout<'m>,
    known: FxHashMap<Type<'m>, Result<Shape, Unfit<'m>>>,
}

impl<'m> Shapes<'m> {
    pub(super) fn new(layout: DataLayout<'m>) -> Self {
        Self { layout, known: FxHashMap::default() }
    }

    /// Measures a type and all that it is made of.
    ///
    /// # Errors
    /// The innermost type that constants cannot be made of.
    pub(super) fn measure(&mut self, ty: Type<'m>) -> Result<&Shape, Unfit<'m>> {
        if !self.known.contains_key(&ty) {
            for part in ty.nested() {
                if !self.known.contains_key(&part) {
                    let shape = self.shape(part);
                    self.known.insert(part, shape);
                }
            }
        }
        self.known[&ty].as_ref().map_err(|unfit| *unfit)
    }

    /// The shape of a type that was measured, or is part of one that was.
    pub(super) fn get(&self, ty: Type<'m>) -> &Shape {
        let known = self.known.get(&ty).and_then(|shape| shape.as_ref().ok());
        known.expect("only types that were measured are laid out")
    }

    /// The elements of a composite type that was measured, in order; none if it takes no bytes.
    pub(super) fn members(&self, ty: Type<'m>) -> impl Iterator<Item = Member<'m>> {
        let shape = self.get(ty);
        let count = if shape.size == 0 { 0 } else { ty.element_count() };
        let stride = match (ty.kind(), ty.element(0)) {
            (TypeKind::Array, Some(element)) if count > 0 => self.get(element).size,
            (TypeKind::Vector, Some(element)) if count > 0 => self.get(element).value_size,
            _ => 0,
        };
        (0..count).filter_map(move |index| {
            let offset = shape.offsets.get(index as usize).copied().unwrap_or(index * stride);
            Some(Member { ty: ty.element(index)?, offset })
        })
    }

    /// Types and offsets of the numbers in a value of a type, in order.
    pub(super) fn leaves(&self, ty: Type<'m>) -> Vec<(Type<'m>, u64)> {
        let mut leaves = Vec::new();
        let mut work = vec![(ty, 0)];
        while let Some((ty, offset)) = work.pop() {
            if ty.is_composite() {
                let from = work.len();
                work.extend(self.members(ty).map(|member| (member.ty, offset + member.offset)));
                work[from..].reverse();
            } else {
                leaves.push((ty, offset));
            }
        }
        leaves
    }

    /// The shape of a type whose elements are known.
    fn shape(&self, ty: Type<'m>) -> Result<Shape, Unfit<'m>> {
        match ty.kind() {
            TypeKind::Integer(_) | TypeKind::Half | TypeKind::BFloat | TypeKind::Float | TypeKind::Double => {
                self.laid_out(ty, 0, 1, Box::default())
            }
            TypeKind::Vector | TypeKind::Array => self.sequence(ty),
            TypeKind::Struct => self.structure(ty),
            TypeKind::Void | TypeKind::Pointer(_) | TypeKind::Float128 | TypeKind::Other => Err(Unfit::NoBytes(ty)),
        }
    }

    fn sequence(&self, ty: Type<'m>) -> Result<Shape, Unfit<'m>> {
        let element = ty.element(0).ok_or(Unfit::NoBytes(ty))?;
        let is_vector = ty.kind() == TypeKind::Vector;
        if ty.element_count() == 0 {
            // Nothing of the element is there.
            return self.laid_out(ty, 0, 1, Box::default());
        }
        let shape = self.element(element, ty)?;
        if is_vector && matches!(element.kind(), TypeKind::Integer(bits) if bits % 8 != 0) {
            return Err(Unfit::NoBytes(ty));
        }
        let stride = if is_vector { shape.value_size } else { shape.size };
        let bytes = stride.saturating_mul(ty.element_count());
        let parts = if shape.size == 0 { 1 } else { shape.parts.saturating_mul(ty.element_count()).saturating_add(1) };
        let depth = self.deeper(shape.depth, ty)?;
        if bytes >= VAST {
            return Ok(Shape { size: bytes, value_size: bytes, alignment: 1, parts, depth, offsets: Box::default() });
        }
        let mut measured = self.laid_out(ty, depth, parts, Box::default())?;
        measured.value_size = bytes;
        Ok(measured)
    }

    fn structure(&self, ty: Type<'m>) -> Result<Shape, Unfit<'m>> {
        let (mut depth, mut bytes, mut parts) = (0, 0u64, 1u64);
        for element in ty.elements() {
            let shape = self.element(element, ty)?;
            depth = self.deeper(shape.depth, ty)?.max(depth);
            bytes = bytes.saturating_add(shape.size);
            parts = parts.saturating_add(shape.parts);
        }
        if bytes >= VAST {
            return Ok(Shape { size: bytes, value_size: bytes, alignment: 1, parts, depth, offsets: Box::default() });
        }
        let offsets = self.layout.member_offsets(ty).ok_or(Unfit::NoBytes(ty))?;
        let mut measured = self.laid_out(ty, depth, parts, offsets.into())?;
        measured.value_size = measured.size;
        if measured.size == 0 {
            measured.parts = 1;
        }
        Ok(measured)
    }

    /// An element of `of`. A struct that contains itself has not been measured when its element is asked for.
    fn element(&self, element: Type<'m>, of: Type<'m>) -> Result<&Shape, Unfit<'m>> {
        self.known.get(&element).ok_or(Unfit::NoBytes(of))?.as_ref().map_err(|unfit| *unfit)
    }

    fn deeper(&self, depth: u32, ty: Type<'m>) -> Result<u32, Unfit<'m>> {
        if depth < MAX_NESTING { Ok(depth + 1) } else { Err(Unfit::TooDeep(ty)) }
    }

    fn laid_out(&self, ty: Type<'m>, depth: u32, parts: u64, offsets: Box<[u64]>) -> Result<Shape, Unfit<'m>> {
        let measured = |layout: DataLayout<'m>| {
            Some(Shape {
                size: layout.alloc_size(ty)?,
                value_size: layout.store_size(ty)?,
                alignment: layout.alignment(ty)?.max(1),
                parts,
                depth,
                offsets,
            })
        };
        measured(self.layout).ok_or(Unfit::NoBytes(ty))
    }
}
