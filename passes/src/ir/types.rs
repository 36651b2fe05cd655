//! Types and data layout. inkwell's type enums panic on target extension types (`target("spirv.Event")`), so walks over
//! the types of arbitrary input use these.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::{ffi::CStr, marker::PhantomData};

use rustc_hash::{FxHashMap, FxHashSet};

use inkwell::llvm_sys::{
    LLVMTypeKind,
    core::{
        LLVMCountParamTypes, LLVMCountStructElementTypes, LLVMGetElementType, LLVMGetIntTypeWidth,
        LLVMGetNumContainedTypes, LLVMGetParamTypes, LLVMGetPointerAddressSpace, LLVMGetReturnType, LLVMGetStructName,
        LLVMGetSubtypes, LLVMGetTypeKind, LLVMGetVectorSize, LLVMIsFunctionVarArg, LLVMIsLiteralStruct,
        LLVMIsOpaqueStruct, LLVMIsPackedStruct, LLVMPrintTypeToString, LLVMStructGetTypeAtIndex,
    },
    prelude::LLVMTypeRef,
    target::{LLVMABIAlignmentOfType, LLVMABISizeOfType, LLVMOffsetOfElement, LLVMStoreSizeOfType, LLVMTargetDataRef},
};

use super::{compat::array_length, text::take_message};

/// A type of the module's context.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type<'m> {
    pub(super) raw: LLVMTypeRef,
    pub(super) marker: PhantomData<&'m ()>,
}

/// Kinds of a [`Type`], as far as the passes ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// `void`
    Void,
    /// An integer of this many bits.
    Integer(u32),
    /// `half`
    Half,
    /// `bfloat`
    BFloat,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `fp128`
    Float128,
    /// A pointer into this address space.
    Pointer(u32),
    /// A struct, literal or identified.
    Struct,
    /// An array.
    Array,
    /// A vector of fixed length.
    Vector,
    /// Everything else: labels, metadata, scalable vectors, target extension types, x86 types.
    Other,
}

impl<'m> Type<'m> {
    /// # Safety
    /// `raw` is a type of a context that lives as long as `'m`.
    pub(super) unsafe fn from_raw(raw: LLVMTypeRef) -> Self {
        debug_assert!(!raw.is_null());
        Self { raw, marker: PhantomData }
    }

    /// Kind of the type.
    pub fn kind(self) -> TypeKind {
        // SAFETY: `raw` is a type of a context that outlives `'m`; each query is made on the kind it is for.
        unsafe {
            match LLVMGetTypeKind(self.raw) {
                LLVMTypeKind::LLVMVoidTypeKind => TypeKind::Void,
                LLVMTypeKind::LLVMIntegerTypeKind => TypeKind::Integer(LLVMGetIntTypeWidth(self.raw)),
                LLVMTypeKind::LLVMHalfTypeKind => TypeKind::Half,
                LLVMTypeKind::LLVMBFloatTypeKind => TypeKind::BFloat,
                LLVMTypeKind::LLVMFloatTypeKind => TypeKind::Float,
                LLVMTypeKind::LLVMDoubleTypeKind => TypeKind::Double,
                LLVMTypeKind::LLVMFP128TypeKind => TypeKind::Float128,
                LLVMTypeKind::LLVMPointerTypeKind => TypeKind::Pointer(LLVMGetPointerAddressSpace(self.raw)),
                LLVMTypeKind::LLVMStructTypeKind => TypeKind::Struct,
                LLVMTypeKind::LLVMArrayTypeKind => TypeKind::Array,
                LLVMTypeKind::LLVMVectorTypeKind => TypeKind::Vector,
                _ => TypeKind::Other,
            }
        }
    }

    /// Whether the type has elements that a specialization constant is made of: struct, array or fixed vector.
    pub fn is_composite(self) -> bool {
        matches!(self.kind(), TypeKind::Struct | TypeKind::Array | TypeKind::Vector)
    }

    /// Number of elements of a composite type; 0 for others.
    pub fn element_count(self) -> u64 {
        // SAFETY: `raw` is a type of a context that outlives `'m`; each query is made on the kind it is for.
        unsafe {
            match self.kind() {
                TypeKind::Struct => u64::from(LLVMCountStructElementTypes(self.raw)),
                TypeKind::Array => array_length(self.raw),
                TypeKind::Vector => u64::from(LLVMGetVectorSize(self.raw)),
                _ => 0,
            }
        }
    }

    /// Type of the element at `index` of a struct, or of every element of an array or vector; none for other types and
    /// where a struct ends.
    pub fn element(self, index: u64) -> Option<Type<'m>> {
        // SAFETY: `raw` is a type of a context that outlives `'m`; each query is made on the kind it is for; the index
        // of a struct's member is in range.
        unsafe {
            match self.kind() {
                TypeKind::Struct if index < self.element_count() => {
                    Some(Type::from_raw(LLVMStructGetTypeAtIndex(self.raw, index as u32)))
                }
                TypeKind::Array | TypeKind::Vector => Some(Type::from_raw(LLVMGetElementType(self.raw))),
                _ => None,
            }
        }
    }

    /// Type of a vector's elements, or the type itself.
    pub fn scalar(self) -> Type<'m> {
        match self.kind() {
            TypeKind::Vector => self.element(0).unwrap_or(self),
            _ => self,
        }
    }

    /// The types of the elements of a composite type: the members of a struct, the one of an array or vector.
    pub fn elements(self) -> impl Iterator<Item = Type<'m>> {
        let count = if self.kind() == TypeKind::Struct { self.element_count() } else { 1 };
        (0..count).filter_map(move |index| self.element(index))
    }

    /// The type and all that it holds by value, each type once, elements before what they make up. (A struct can hold
    /// itself in IR that LLVM has not verified.) No recursion: types nest as deep as the input says.
    pub fn nested(self) -> Vec<Type<'m>> {
        let mut order = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work = vec![(self, false)];
        while let Some((ty, is_done)) = work.pop() {
            if is_done {
                order.push(ty);
            } else if seen.insert(ty) {
                work.push((ty, true));
                work.extend(ty.elements().map(|element| (element, false)));
            }
        }
        order
    }

    /// Depth of the type's nesting, and number of types that its text would spell: 0 and 1 for a scalar.
    fn extent(self) -> (u32, u64) {
        let mut extents: FxHashMap<Type<'m>, (u32, u64)> = FxHashMap::default();
        for ty in self.nested() {
            let extent = ty.elements().fold((0, 1u64), |(depth, size), element| {
                let (element_depth, element_size) = extents.get(&element).copied().unwrap_or((u32::MAX, u64::MAX));
                (depth.max(element_depth.saturating_add(1)), size.saturating_add(element_size))
            });
            extents.insert(ty, extent);
        }
        *extents.get(&self).expect("a type is the last of those nested in it")
    }

    /// Result type of a function type; other types are their own.
    pub fn result(self) -> Type<'m> {
        // SAFETY: asked of a function type.
        if self.is_function() { unsafe { Type::from_raw(LLVMGetReturnType(self.raw)) } } else { self }
    }

    fn is_function(self) -> bool {
        // SAFETY: the type lives for all of `'m`, by the contract of `Type::from_raw`.
        unsafe { LLVMGetTypeKind(self.raw) == LLVMTypeKind::LLVMFunctionTypeKind }
    }

    /// Parameter types of a function type; none for other types.
    pub fn parameters(self) -> Vec<Type<'m>> {
        if !self.is_function() {
            return Vec::new();
        }
        // SAFETY: a function type; the array has as many places as LLVM fills.
        unsafe {
            let mut raw: Vec<LLVMTypeRef> = vec![std::ptr::null_mut(); LLVMCountParamTypes(self.raw) as usize];
            LLVMGetParamTypes(self.raw, raw.as_mut_ptr());
            raw.into_iter().map(|raw| Type::from_raw(raw)).collect()
        }
    }

    /// The types that this one is made of: members, elements, a function's result and parameters, the parameters of a
    /// target extension type. Pointers and scalars are made of nothing.
    pub fn contained(self) -> Vec<Type<'m>> {
        // SAFETY: the type lives for all of `'m`, by the contract of `Type::from_raw`; the array has as many places as
        // LLVM fills.
        unsafe {
            if LLVMGetTypeKind(self.raw) == LLVMTypeKind::LLVMPointerTypeKind {
                return Vec::new();
            }
            let mut raw: Vec<LLVMTypeRef> = vec![std::ptr::null_mut(); LLVMGetNumContainedTypes(self.raw) as usize];
            LLVMGetSubtypes(self.raw, raw.as_mut_ptr());
            raw.into_iter().map(|raw| Type::from_raw(raw)).collect()
        }
    }

    /// Whether functions of a function type take more arguments than it names.
    pub fn is_variadic(self) -> bool {
        // SAFETY: asked of a function type.
        self.is_function() && unsafe { LLVMIsFunctionVarArg(self.raw) != 0 }
    }

    /// Name of an identified struct without the `%`.
    pub fn struct_name(self) -> Option<String> {
        if self.kind() != TypeKind::Struct {
            return None;
        }
        // SAFETY: asked of a struct; LLVM returns null or a NUL-terminated string that lives as long as the context.
        unsafe {
            let name = LLVMGetStructName(self.raw);
            (!name.is_null()).then(|| CStr::from_ptr(name).to_string_lossy().into_owned())
        }
    }

    /// Whether the type is a struct without padding between its members (`<{ ... }>`).
    pub fn is_packed_struct(self) -> bool {
        // SAFETY: asked of a struct.
        self.kind() == TypeKind::Struct && unsafe { LLVMIsPackedStruct(self.raw) != 0 }
    }

    /// Whether the type is a struct that is its members, without an identity of its own.
    pub fn is_literal_struct(self) -> bool {
        // SAFETY: asked of a struct.
        self.kind() == TypeKind::Struct && unsafe { LLVMIsLiteralStruct(self.raw) != 0 }
    }

    /// Whether the type has a size that the passes can work with: it is made of integers, pointers and the usual
    /// floating-point numbers, and nested at most [`MAX_NESTING`] deep, so that LLVM's own walks are safe.
    pub fn is_sized(self) -> bool {
        let has_size = |ty: &Type<'m>| match ty.kind() {
            TypeKind::Void | TypeKind::Float128 | TypeKind::Other => false,
            // SAFETY: asked of a struct.
            TypeKind::Struct => unsafe { LLVMIsOpaqueStruct(ty.raw) == 0 },
            _ => true,
        };
        if !self.is_composite() {
            return has_size(&self);
        }
        self.nested().iter().all(has_size) && self.extent().0 <= MAX_NESTING
    }
}

/// Deepest nesting of types whose size can be computed. SPIR-V's universal limits allow as much for structs.
pub const MAX_NESTING: u32 = 255;

/// Longest text of a type in messages, in types.
const MAX_SPELLED: u64 = 1000;

impl std::fmt::Display for Type<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(name) = self.struct_name() {
            return write!(f, "%{name}"); // LLVM would print the body as well
        }
        if self.is_composite() {
            let (depth, size) = self.extent();
            if depth > MAX_NESTING || size > MAX_SPELLED {
                return write!(f, "{{...}} nested {depth} deep");
            }
            return self.spell(f);
        }
        // SAFETY: prints a live type; the message is freed by `take_message`.
        f.write_str(&unsafe { take_message(LLVMPrintTypeToString(self.raw)) })
    }
}

impl Type<'_> {
    /// Writes a composite type without a name. LLVM spells structs without a name, which it numbers module by module,
    /// by their addresses.
    fn spell(self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (open, close) = match self.kind() {
            TypeKind::Array => ("[", "]"),
            TypeKind::Vector => ("<", ">"),
            _ if self.is_packed_struct() => ("<{", "}>"),
            _ => ("{", "}"),
        };
        f.write_str(open)?;
        if self.kind() != TypeKind::Struct {
            write!(f, "{} x ", self.element_count())?;
        }
        for (index, element) in self.elements().enumerate() {
            let before = if self.kind() != TypeKind::Struct {
                ""
            } else if index > 0 {
                ", "
            } else {
                " "
            };
            write!(f, "{before}{element}")?;
        }
        let ends_with_space = self.kind() == TypeKind::Struct && self.element_count() > 0;
        write!(f, "{}{close}", if ends_with_space { " " } else { "" })
    }
}

impl std::fmt::Debug for Type<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// Sizes and offsets of a module's types, in bytes.
#[derive(Clone, Copy)]
pub struct DataLayout<'m> {
    pub(super) raw: LLVMTargetDataRef,
    pub(super) marker: PhantomData<&'m ()>,
}

impl DataLayout<'_> {
    /// Size with the padding at the end that an array of the type has. None for types without a size, here and below.
    pub fn alloc_size(&self, ty: Type<'_>) -> Option<u64> {
        // SAFETY: the type is sized, here and in the next two.
        ty.is_sized().then(|| unsafe { LLVMABISizeOfType(self.raw, ty.raw) })
    }

    /// Bytes that a store of the type writes.
    pub fn store_size(&self, ty: Type<'_>) -> Option<u64> {
        ty.is_sized().then(|| unsafe { LLVMStoreSizeOfType(self.raw, ty.raw) })
    }

    /// ABI alignment.
    pub fn alignment(&self, ty: Type<'_>) -> Option<u64> {
        ty.is_sized().then(|| u64::from(unsafe { LLVMABIAlignmentOfType(self.raw, ty.raw) }))
    }

    /// Offsets of the members of a struct with a size, in order.
    pub fn member_offsets(&self, ty: Type<'_>) -> Option<Vec<u64>> {
        if ty.kind() != TypeKind::Struct || !ty.is_sized() {
            return None;
        }
        // SAFETY: a sized struct, and indices of its members.
        Some(
            (0..ty.element_count())
                .map(|index| unsafe { LLVMOffsetOfElement(self.raw, ty.raw, index as u32) })
                .collect(),
        )
    }
}
