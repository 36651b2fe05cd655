//! Types and data layout. inkwell's type enums panic on target extension types (`target("spirv.Event")`), so walks over
//! the types of arbitrary input use these.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::{ffi::CStr, marker::PhantomData};

use inkwell::llvm_sys::{
    LLVMTypeKind,
    core::{
        LLVMCountParamTypes, LLVMCountStructElementTypes, LLVMGetElementType, LLVMGetIntTypeWidth,
        LLVMGetNumContainedTypes, LLVMGetParamTypes, LLVMGetPointerAddressSpace, LLVMGetReturnType, LLVMGetStructName,
        LLVMGetSubtypes, LLVMGetTypeKind, LLVMGetVectorSize, LLVMIsFunctionVarArg, LLVMIsOpaqueStruct,
        LLVMIsPackedStruct, LLVMPrintTypeToString, LLVMStructGetTypeAtIndex,
    },
    prelude::LLVMTypeRef,
    target::{LLVMABIAlignmentOfType, LLVMABISizeOfType, LLVMOffsetOfElement, LLVMStoreSizeOfType, LLVMTargetDataRef},
};

use super::{compat::array_length, value::take_message};

/// A type of the module's context.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type<'m> {
    pub(super) raw: LLVMTypeRef,
    pub(super) marker: PhantomData<&'m ()>,
}

/// What a [`Type`] is, as far as the passes ask.
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
    pub(super) fn new(raw: LLVMTypeRef) -> Self {
        Self { raw, marker: PhantomData }
    }

    /// What the type is.
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
        // SAFETY: as in `kind`.
        unsafe {
            match self.kind() {
                TypeKind::Struct => u64::from(LLVMCountStructElementTypes(self.raw)),
                TypeKind::Array => array_length(self.raw),
                TypeKind::Vector => u64::from(LLVMGetVectorSize(self.raw)),
                _ => 0,
            }
        }
    }

    /// Type of the element at `index` of a composite type.
    ///
    /// # Panics
    /// If the type is not composite or has no such element.
    pub fn element(self, index: u64) -> Type<'m> {
        assert!(index < self.element_count(), "element {index} of {self}");
        // SAFETY: as in `kind`; the index is in range.
        unsafe {
            match self.kind() {
                TypeKind::Struct => Type::new(LLVMStructGetTypeAtIndex(self.raw, index as u32)),
                _ => Type::new(LLVMGetElementType(self.raw)),
            }
        }
    }

    /// Result type of a function type.
    pub fn result(self) -> Type<'m> {
        // SAFETY: the assertion says that it is a function type.
        unsafe {
            assert!(LLVMGetTypeKind(self.raw) == LLVMTypeKind::LLVMFunctionTypeKind, "result of {self}");
            Type::new(LLVMGetReturnType(self.raw))
        }
    }

    /// Parameter types of a function type.
    pub fn parameters(self) -> Vec<Type<'m>> {
        // SAFETY: the assertion says that it is a function type; the array has as many places as LLVM fills.
        unsafe {
            assert!(LLVMGetTypeKind(self.raw) == LLVMTypeKind::LLVMFunctionTypeKind, "parameters of {self}");
            let mut raw: Vec<LLVMTypeRef> = vec![std::ptr::null_mut(); LLVMCountParamTypes(self.raw) as usize];
            LLVMGetParamTypes(self.raw, raw.as_mut_ptr());
            raw.into_iter().map(Type::new).collect()
        }
    }

    /// The types that this one is made of: members, elements, a function's result and parameters, the parameters of a
    /// target extension type. Pointers and scalars are made of nothing.
    pub fn contained(self) -> Vec<Type<'m>> {
        // SAFETY: a live type; the array has as many places as LLVM fills.
        unsafe {
            if LLVMGetTypeKind(self.raw) == LLVMTypeKind::LLVMPointerTypeKind {
                return Vec::new();
            }
            let mut raw: Vec<LLVMTypeRef> = vec![std::ptr::null_mut(); LLVMGetNumContainedTypes(self.raw) as usize];
            LLVMGetSubtypes(self.raw, raw.as_mut_ptr());
            raw.into_iter().map(Type::new).collect()
        }
    }

    /// Whether functions of a function type take more arguments than it names.
    pub fn is_variadic(self) -> bool {
        // SAFETY: asked of a function type.
        unsafe {
            LLVMGetTypeKind(self.raw) == LLVMTypeKind::LLVMFunctionTypeKind && LLVMIsFunctionVarArg(self.raw) != 0
        }
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

    /// Whether values of the type have a size (an opaque struct, `void` and a function have none).
    pub fn is_sized(self) -> bool {
        match self.kind() {
            TypeKind::Void | TypeKind::Other => false,
            // SAFETY: asked of a struct.
            TypeKind::Struct => unsafe {
                LLVMIsOpaqueStruct(self.raw) == 0 && (0..self.element_count()).all(|i| self.element(i).is_sized())
            },
            TypeKind::Array | TypeKind::Vector => self.element_count() == 0 || self.element(0).is_sized(),
            _ => true,
        }
    }
}

impl std::fmt::Display for Type<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(name) = self.struct_name() {
            return write!(f, "%{name}"); // LLVM would print the body as well
        }
        // SAFETY: prints a live type; the message is freed by `take_message`.
        f.write_str(&unsafe { take_message(LLVMPrintTypeToString(self.raw)) })
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
    /// Size with the padding at the end that an array of the type has.
    pub fn alloc_size(&self, ty: Type<'_>) -> u64 {
        assert!(ty.is_sized(), "size of {ty}");
        // SAFETY: the type is sized.
        unsafe { LLVMABISizeOfType(self.raw, ty.raw) }
    }

    /// Bytes that a store of the type writes.
    pub fn store_size(&self, ty: Type<'_>) -> u64 {
        assert!(ty.is_sized(), "store size of {ty}");
        // SAFETY: the type is sized.
        unsafe { LLVMStoreSizeOfType(self.raw, ty.raw) }
    }

    /// ABI alignment.
    pub fn alignment(&self, ty: Type<'_>) -> u64 {
        assert!(ty.is_sized(), "alignment of {ty}");
        // SAFETY: the type is sized.
        u64::from(unsafe { LLVMABIAlignmentOfType(self.raw, ty.raw) })
    }

    /// Offset of a member of a struct, or of an element of an array or vector.
    pub fn offset_of(&self, ty: Type<'_>, index: u64) -> u64 {
        match ty.kind() {
            // SAFETY: a sized struct, and `element` checked the index.
            TypeKind::Struct if index < ty.element_count() => unsafe {
                LLVMOffsetOfElement(self.raw, ty.raw, index as u32)
            },
            TypeKind::Array => index * self.alloc_size(ty.element(0)),
            TypeKind::Vector => index * self.store_size(ty.element(0)),
            _ => panic!("offset of element {index} of {ty}"),
        }
    }
}
