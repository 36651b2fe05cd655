//! A module in other address spaces ([`Editor::retype`]), and what stands in its way.
//!
//! Instructions, arguments and blocks stay what they are, with other types. Functions, variables, aliases and ifuncs of
//! another type are replaced. The handles to the old ones stay good, as after every erasing: they are no longer in the
//! module, and nothing refers to them.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::ffi::{CString, c_uint, c_void};

use inkwell::llvm_sys::prelude::LLVMValueRef;

use super::Editor;
use crate::ir::{
    erased::Erased,
    ffi::{self, Finding, GENERIC_SPACES, RawConvention, RawGenericUses, RawPolicy},
    module::ModuleView,
    value::{Function, GlobalVariable, Value},
};

/// LLVM's number of a calling convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Convention {
    /// C's.
    C = 0,
    /// `ptx_kernel`
    PtxKernel = 71,
    /// `spir_func`
    SpirFunction = 75,
    /// `spir_kernel`
    SpirKernel = 76,
    /// `amdgpu_kernel`
    AmdgpuKernel = 91,
}

/// Changes of a module. Spaces are those of the old module where a table is indexed, else of the new one.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The space of pointers, by the old one.
    pub pointers: [u32; GENERIC_SPACES],
    /// The space in which variables are, by the old one. A pointer to a variable is a cast where the two differ.
    pub variables: [u32; GENERIC_SPACES],
    /// The old space whose pointers point to every other one.
    pub generic: u32,
    /// The space of stack memory.
    pub stack: u32,
    /// The space of what kernels take as generic pointers, if it is another than elsewhere.
    pub kernel_pointers: Option<u32>,
    /// The space of `byval` parameters of kernels, if it is another than elsewhere.
    pub kernel_by_val: Option<u32>,
    /// The space of `byval` parameters of other functions, if it is another than elsewhere. It is that of stack memory.
    pub function_by_val: Option<u32>,
    /// Whether those of kernels become `byref`.
    pub is_by_ref: bool,
    /// The old space whose variables have no value before something is stored to them.
    pub uninitialized: Option<u32>,
    /// The old space whose variables belong to a thread.
    pub thread_local: Option<u32>,
    /// The convention of kernels.
    pub kernel_convention: Convention,
    /// Conventions of other functions, and of calls, with what replaces them. Intrinsics keep theirs.
    pub conventions: Vec<(Convention, Convention)>,
    /// The triple.
    pub triple: String,
    /// The data layout.
    pub layout: String,
}

/// Something that has no counterpart in other address spaces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// An address space that generic code does not have.
    AddressSpace(u32),
    /// A target extension type.
    TargetType,
    /// Inline assembly.
    InlineAssembly,
}

/// The first place that only one convention about the generic space has.
pub struct GenericUses<'m> {
    /// Casts between 4 and another space.
    pub four: Option<Value<'m>>,
    /// Casts between 0 and another space, or kernels that take pointers into 0.
    pub zero: Option<Value<'m>>,
}

/// Memory that a [`RawPolicy`] points into.
struct Backing {
    conventions: Vec<RawConvention>,
    kernels: Vec<LLVMValueRef>,
    triple: CString,
    layout: CString,
}

impl Backing {
    fn new(policy: &Policy, kernels: &[Function<'_>]) -> Self {
        let raw = |&(from, to): &(Convention, Convention)| RawConvention { from: from as c_uint, to: to as c_uint };
        Self {
            conventions: policy.conventions.iter().map(raw).collect(),
            kernels: kernels.iter().map(|kernel| kernel.raw).collect(),
            triple: CString::new(policy.triple.as_str()).expect("triples of back ends have no zero byte"),
            layout: CString::new(policy.layout.as_str()).expect("LLVM's layouts have no zero byte"),
        }
    }

    fn raw(&self, policy: &Policy) -> RawPolicy {
        RawPolicy {
            pointers: policy.pointers,
            variables: policy.variables,
            generic: policy.generic,
            stack: policy.stack,
            kernel_pointers: policy.kernel_pointers.unwrap_or(c_uint::MAX),
            kernel_by_val: policy.kernel_by_val.unwrap_or(c_uint::MAX),
            function_by_val: policy.function_by_val.unwrap_or(c_uint::MAX),
            uninitialized: policy.uninitialized.unwrap_or(c_uint::MAX),
            thread_local: policy.thread_local.unwrap_or(c_uint::MAX),
            is_by_ref: policy.is_by_ref,
            kernel_convention: policy.kernel_convention as c_uint,
            conventions: self.conventions.as_ptr(),
            convention_count: self.conventions.len(),
            kernels: self.kernels.as_ptr(),
            kernel_count: self.kernels.len(),
            triple: self.triple.as_ptr(),
            layout: self.layout.as_ptr(),
        }
    }
}

impl<'m> ModuleView<'m> {
    /// The first thing that [`Editor::retype`] cannot change, and where it is: an instruction or a global.
    /// Address spaces are those below `spaces`.
    pub fn retype_obstacle(self, spaces: u32) -> Option<(Obstacle, Value<'m>)> {
        let mut found = Finding { what: 0, place: std::ptr::null_mut(), space: 0 };
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`; the finding is written
        // during the call.
        unsafe {
            ffi::sp_find_obstacle(self.raw, spaces, &mut found);
            let place = Value::from_nullable(found.place)?;
            let what = match found.what {
                1 => Obstacle::AddressSpace(found.space),
                2 => Obstacle::TargetType,
                _ => Obstacle::InlineAssembly,
            };
            Some((what, place))
        }
    }

    /// Convention about the generic space in the module.
    pub fn generic_uses(self, kernels: &[Function<'m>]) -> GenericUses<'m> {
        let kernels: Vec<LLVMValueRef> = kernels.iter().map(|kernel| kernel.raw).collect();
        let mut uses = RawGenericUses { four: std::ptr::null_mut(), zero: std::ptr::null_mut() };
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`; functions of it with
        // their number; the uses are values of the module, or null.
        unsafe {
            ffi::sp_generic_uses(self.raw, kernels.as_ptr(), kernels.len(), &mut uses);
            GenericUses { four: Value::from_nullable(uses.four), zero: Value::from_nullable(uses.zero) }
        }
    }

    /// A declared intrinsic that does not exist in the new address spaces, or an instruction that depends on the size
    /// that pointers have in memory, where the new layout has smaller ones.
    pub fn impossible(self, policy: &Policy) -> Option<Value<'m>> {
        let backing = Backing::new(policy, &[]);
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`; the policy lives
        // during the call.
        unsafe { Value::from_nullable(ffi::sp_impossible(self.raw, &backing.raw(policy))) }
    }
}

unsafe extern "C" fn found(data: *mut c_void, value: LLVMValueRef) {
    // SAFETY: `data` is the list of `collected`, alive for the call; a live value.
    unsafe { (*data.cast::<Vec<Value<'_>>>()).push(Value::from_raw(value)) }
}

/// The values that a walk gives to `found` with these data.
fn collected<'m>(walk: impl FnOnce(*mut c_void)) -> Vec<Value<'m>> {
    let mut values: Vec<Value<'m>> = Vec::new();
    walk((&raw mut values).cast());
    values
}

impl<'m> Editor<'m> {
    /// Puts the module into other address spaces, and makes it one of the new triple and layout. It has no
    /// [`ModuleView::retype_obstacle`] and no [`ModuleView::impossible`], and nothing in it calls a kernel.
    /// Returns what the kernels have become.
    pub fn retype(&mut self, policy: &Policy, kernels: &[Function<'m>]) -> Vec<Function<'m>> {
        unsafe extern "C" fn erased(data: *mut c_void, value: LLVMValueRef) {
            // SAFETY: `data` is the list below, alive for the call.
            unsafe { (*data.cast::<Erased>()).push(value) }
        }
        assert!(!self.is_recording(), "changes of types cannot be undone; the editor must not be recording");
        let backing = Backing::new(policy, kernels);
        let mut new = backing.kernels.clone();
        // SAFETY: the module lives for all of `'m` and nothing else changes it, by the contract of `Editor::from_raw`;
        // the policy lives as long as the call, and the callback runs only during it.
        unsafe {
            let erased_list = (&raw mut self.erased).cast();
            ffi::sp_retype_module(self.module, &backing.raw(policy), new.as_mut_ptr(), erased_list, erased);
            new.into_iter().map(|kernel| Function::from_raw(kernel)).collect()
        }
    }

    /// Lets debug info find local variables on a target that has one address space.
    pub fn forget_debug_address_spaces(&mut self) {
        assert!(!self.is_recording(), "changes of debug info cannot be undone; the editor must not be recording");
        // SAFETY: the module lives for all of `'m`, by the contract of `Editor::from_raw`.
        unsafe { ffi::sp_forget_debug_address_spaces(self.module) }
    }

    /// Makes instructions of the constants over a variable that instructions use.
    pub fn expand_constants(&mut self, variable: GlobalVariable<'m>) {
        assert!(!self.is_recording(), "changes of constants cannot be undone; the editor must not be recording");
        // SAFETY: a variable of this module.
        unsafe { ffi::sp_expand_constants(variable.raw) }
    }

    /// Instructions that use addresses in a variable, other than to compute such addresses.
    pub fn address_users(&self, variable: GlobalVariable<'m>) -> Vec<Value<'m>> {
        // SAFETY: a variable of this module.
        collected(|data| unsafe { ffi::sp_address_users(variable.raw, data, found) })
    }

    /// Distance of a pointer behind another one, if that is known.
    pub fn constant_offset(&self, pointer: Value<'m>, base: Value<'m>) -> Option<u64> {
        // SAFETY: pointers of this module.
        u64::try_from(unsafe { ffi::sp_constant_offset(self.module, pointer.raw, base.raw) }).ok()
    }

    /// Objects that a pointer is computed from by casts, offsets and choices: parameters, variables, allocas, loads,
    /// results of calls, constants.
    pub fn underlying_objects(&self, pointer: Value<'m>) -> Vec<Value<'m>> {
        // SAFETY: a pointer of this module.
        collected(|data| unsafe { ffi::sp_underlying_objects(pointer.raw, data, found) })
    }

    /// The address in `to` that `pointer`, computed from the variable by instructions, is in the variable.
    pub fn rebased(&mut self, pointer: Value<'m>, variable: GlobalVariable<'m>, to: Value<'m>) -> Value<'m> {
        // SAFETY: the variable itself, or `getelementptr`s and casts of it, as `address_users` finds them.
        unsafe { Value::from_raw(ffi::sp_rebased(pointer.raw, variable.raw, to.raw)) }
    }

    /// Erases a variable without an initializer that only computations of addresses use. No handle to those is left.
    pub fn erase_with_addresses(&mut self, variable: GlobalVariable<'m>) {
        // SAFETY: a variable of this module.
        unsafe { ffi::sp_erase_addresses(variable.raw) }
        self.erase_if_unused(*variable);
    }

    /// Lets a load or `inttoptr` make a pointer into an address space, and what uses it a cast of that.
    pub fn point_into(&mut self, from: Value<'m>, space: u32) {
        assert!(from.is_load() || from.is_integer_to_pointer(), "asked of a load or a cast");
        // SAFETY: an instruction that makes a pointer, and is followed by another one.
        unsafe { ffi::sp_point_into(from.raw, space) }
    }
}
