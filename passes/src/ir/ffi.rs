//! Raw C ABI of `cpp`; each function is described there.
#![expect(unsafe_code, reason = "declarations of the C++ shim")]

use std::ffi::{c_char, c_int, c_uint, c_void};

use inkwell::llvm_sys::prelude::{LLVMBuilderRef, LLVMMetadataRef, LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

/// Frees the data that was handed to LLVM with a callback.
pub type DropFn = unsafe extern "C" fn(*mut c_void);
/// Runs a pass over a module; true if it changed something.
pub type RunFn = unsafe extern "C" fn(*mut c_void, LLVMModuleRef) -> bool;
/// Is handed one value after another.
pub(super) type FoundFn = unsafe extern "C" fn(*mut c_void, LLVMValueRef);
/// Is handed the operands of named metadata: name with its length, node.
pub(super) type FoundNamedFn = unsafe extern "C" fn(*mut c_void, *const c_char, usize, LLVMMetadataRef);
/// Is handed a text with its length.
pub(super) type TakeTextFn = unsafe extern "C" fn(*mut c_void, *const c_char, usize);
/// A text with its length.
#[cfg(feature = "llvm22")]
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct TextRef {
    pub(super) data: *const c_char,
    pub(super) length: usize,
}

/// A part of a library, and the place of a name of it in the library.
#[cfg(feature = "llvm22")]
#[repr(C)]
pub(super) struct Piece {
    pub(super) data: *const c_char,
    pub(super) length: usize,
    pub(super) place: u32,
}

/// Address spaces of generic code: those below this number.
#[cfg(feature = "llvm22")]
pub const GENERIC_SPACES: usize = 5;

/// `Finding` of `retype_check.cpp`.
#[cfg(feature = "llvm22")]
#[repr(C)]
pub(super) struct Finding {
    pub(super) what: c_int,
    pub(super) place: LLVMValueRef,
    pub(super) space: c_uint,
}

/// `GenericUses` of `retype_check.cpp`.
#[cfg(feature = "llvm22")]
#[repr(C)]
pub(super) struct RawGenericUses {
    pub(super) four: LLVMValueRef,
    pub(super) zero: LLVMValueRef,
}

/// `ConventionChange` of `retype.h`.
#[cfg(feature = "llvm22")]
#[repr(C)]
pub(super) struct RawConvention {
    pub(super) from: c_uint,
    pub(super) to: c_uint,
}

/// `RetypePolicy` of `retype.h`.
#[cfg(feature = "llvm22")]
#[repr(C)]
pub(super) struct RawPolicy {
    pub(super) pointers: [c_uint; GENERIC_SPACES],
    pub(super) variables: [c_uint; GENERIC_SPACES],
    pub(super) generic: c_uint,
    pub(super) stack: c_uint,
    pub(super) kernel_pointers: c_uint,
    pub(super) kernel_by_val: c_uint,
    pub(super) function_by_val: c_uint,
    pub(super) uninitialized: c_uint,
    pub(super) thread_local: c_uint,
    pub(super) is_by_ref: bool,
    pub(super) kernel_convention: c_uint,
    pub(super) conventions: *const RawConvention,
    pub(super) convention_count: usize,
    pub(super) kernels: *const LLVMValueRef,
    pub(super) kernel_count: usize,
    pub(super) triple: *const c_char,
    pub(super) layout: *const c_char,
}

/// Finds the piece that defines a name.
#[cfg(feature = "llvm22")]
pub(super) type FindPieceFn = unsafe extern "C" fn(*mut c_void, *const c_char, usize, *mut Piece) -> bool;
/// Parses one element of a module pipeline; true if it was ours.
pub type ParseFn = unsafe extern "C" fn(*mut c_void, *const c_char, usize, *mut c_void) -> bool;

/// Gets the name of a pass that LLVM does not know.
pub type TellFn = unsafe extern "C" fn(*const c_char, usize);

/// Adds passes to a pipeline of an optimization level at an extension point.
pub type AddFn = unsafe extern "C" fn(*mut c_void, c_int, c_uint, *mut c_void);

/// Number of passes that the shim has room for.
pub const PASS_SLOTS: usize = 32;

/// Names of a pass: its class in LLVM's output, its name in pipelines.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct PassName {
    class: *const c_char,
    class_length: usize,
    pass: *const c_char,
    pass_length: usize,
}

// SAFETY: points to constants.
unsafe impl Sync for PassName {}

impl PassName {
    pub const fn new(class: &'static str, pass: &'static str) -> Self {
        Self {
            class: class.as_ptr().cast(),
            class_length: class.len(),
            pass: pass.as_ptr().cast(),
            pass_length: pass.len(),
        }
    }
}

unsafe extern "C" {
    pub fn sp_pass_slots() -> c_uint;
    pub fn sp_plugin_api_version() -> u32;
    pub fn sp_initialize(names: *const PassName, count: usize);
    pub fn sp_register_pass_names(pass_builder: *mut c_void, names: *const PassName, count: usize);
    pub fn sp_takes_pipeline(pass_builder: *mut c_void, text: *const c_char, length: usize) -> bool;
    pub fn sp_on_module_pipeline_parsing(pass_builder: *mut c_void, data: *mut c_void, drop: DropFn, parse: ParseFn);
    pub fn sp_on_inner_unknown_pass(pass_builder: *mut c_void, tell: TellFn);
    pub fn sp_add_module_pass(
        manager: *mut c_void,
        slot: c_uint,
        data: *mut c_void,
        drop: DropFn,
        run: RunFn,
        pipeline: *const c_char,
        length: usize,
    );

    pub fn sp_on_extension_point(pass_builder: *mut c_void, point: c_int, data: *mut c_void, drop: DropFn, add: AddFn);

    pub(super) fn sp_diagnose_at(value: LLVMValueRef, severity: c_int, text: *const c_char, length: usize);
    pub(super) fn sp_wants_remarks(module: LLVMModuleRef, kind: c_int, pass: *const c_char) -> bool;
    pub(super) fn sp_remark(
        value: LLVMValueRef,
        kind: c_int,
        pass: *const c_char,
        id: *const c_char,
        id_length: usize,
        text: *const c_char,
        length: usize,
    );
    pub(super) fn sp_diagnose(module: LLVMModuleRef, severity: c_int, text: *const c_char, length: usize);
    pub(super) fn sp_next_atomic(function: LLVMValueRef, after: LLVMValueRef) -> LLVMValueRef;
    pub(super) fn sp_atomic_order(instruction: LLVMValueRef) -> c_uint;
    pub(super) fn sp_atomic_scope(instruction: LLVMValueRef, data: *mut c_void, take: TakeTextFn);
    pub(super) fn sp_set_atomic_scope(instruction: LLVMValueRef, name: *const c_char, length: usize);
    pub(super) fn sp_relax_atomic(instruction: LLVMValueRef);
    pub(super) fn sp_insert_fence(instruction: LLVMValueRef, behind: bool, order: c_uint);
    pub(super) fn sp_atomic_operation(instruction: LLVMValueRef, data: *mut c_void, take: TakeTextFn);
    pub(super) fn sp_expand_to_compare_exchange(instruction: LLVMValueRef);

    pub(super) fn sp_location(value: LLVMValueRef, in_program: bool, out: *mut c_char, capacity: usize) -> usize;

    pub(super) fn sp_module_like(module: LLVMModuleRef, name: *const c_char, length: usize) -> LLVMModuleRef;
    pub(super) fn sp_move_global(global: LLVMValueRef, to: LLVMModuleRef);
    pub(super) fn sp_move_to_end(global: LLVMValueRef);
    pub(super) fn sp_is_dso_local(global: LLVMValueRef) -> bool;
    pub(super) fn sp_set_dso_local(global: LLVMValueRef, local: bool);
    pub(super) fn sp_take_name(to: LLVMValueRef, from: LLVMValueRef);
    pub(super) fn sp_insert_before(instruction: LLVMValueRef, next: LLVMValueRef);
    pub(super) fn sp_move_body(function: LLVMValueRef, holder: LLVMValueRef);
    pub(super) fn sp_has_block_addresses(function: LLVMValueRef) -> bool;
    pub(super) fn sp_block_addresses_used_elsewhere(module: LLVMModuleRef) -> bool;
    pub(super) fn sp_hollow_body(function: LLVMValueRef, holder: LLVMValueRef);
    pub(super) fn sp_fill_body(function: LLVMValueRef, holder: LLVMValueRef);
    pub(super) fn sp_settle_names(function: LLVMValueRef);
    pub(super) fn sp_discard_names(module: LLVMModuleRef);
    pub(super) fn sp_delete_body(function: LLVMValueRef);
    pub(super) fn sp_erase_globals(globals: *mut LLVMValueRef, count: usize);
    pub(super) fn sp_replace_contents(to: LLVMModuleRef, from: LLVMModuleRef);
    pub(super) fn sp_comdat_name(
        comdat: inkwell::llvm_sys::prelude::LLVMComdatRef,
        length: *mut usize,
    ) -> *const c_char;
    pub(super) fn sp_clear_comdat(global: LLVMValueRef);
    pub(super) fn sp_set_comdat(global: LLVMValueRef, name: *const c_char, length: usize, kind: c_int);

    pub(super) fn sp_resolve_constants(module: LLVMModuleRef) -> bool;
    pub(super) fn sp_run_required_passes(
        module: LLVMModuleRef,
        text: *const c_char,
        length: usize,
        data: *mut c_void,
        failed: unsafe extern "C" fn(*mut c_void, *const c_char, usize),
        changed: *mut bool,
    ) -> bool;

    pub(super) fn sp_invoke_to_call(invoke: LLVMValueRef, data: *mut c_void, erased: FoundFn) -> LLVMValueRef;
    pub(super) fn sp_erase_instruction(instruction: LLVMValueRef);
    pub(super) fn sp_erase_function(function: LLVMValueRef);
    pub(super) fn sp_variable_like(variable: LLVMValueRef, initializer: LLVMValueRef) -> LLVMValueRef;
    pub(super) fn sp_erase_global(global: LLVMValueRef);
    pub(super) fn sp_free_erased(values: *mut LLVMValueRef, count: usize);
    #[cfg(feature = "llvm16")]
    pub(super) fn sp_array_length(array: LLVMTypeRef) -> u64;

    pub(super) fn sp_plain_types_new() -> *mut c_void;
    pub(super) fn sp_plain_types_free(plain: *mut c_void);
    pub(super) fn sp_plain_types_add(plain: *mut c_void, ty: LLVMTypeRef);
    pub(super) fn sp_next_special_instruction(
        plain: *mut c_void,
        function: LLVMValueRef,
        after: LLVMValueRef,
    ) -> LLVMValueRef;

    pub(super) fn sp_node_size(node: LLVMMetadataRef) -> c_uint;
    pub(super) fn sp_node_operand(
        node: LLVMMetadataRef,
        index: c_uint,
        out: *mut *mut c_void,
        length: *mut usize,
    ) -> c_int;
    pub(super) fn sp_instruction_node(instruction: LLVMValueRef, kind: c_uint) -> LLVMMetadataRef;
    pub(super) fn sp_named_metadata_of(
        module: LLVMModuleRef,
        name: *const c_char,
        length: usize,
        data: *mut c_void,
        found: unsafe extern "C" fn(*mut c_void, LLVMMetadataRef),
    );
    pub(super) fn sp_add_named_metadata(
        module: LLVMModuleRef,
        name: *const c_char,
        length: usize,
        node: LLVMMetadataRef,
    );

    pub(super) fn sp_attribute_types(
        function_or_call: LLVMValueRef,
        data: *mut c_void,
        found: unsafe extern "C" fn(*mut c_void, LLVMTypeRef),
    );

    pub(super) fn sp_debug_index_new(module: LLVMModuleRef) -> *mut c_void;
    pub(super) fn sp_debug_index_free(index: *mut c_void);
    pub(super) fn sp_copy_compile_units(index: *mut c_void, to: LLVMModuleRef);
    pub(super) fn sp_debug_restore(index: *mut c_void);
    pub(super) fn sp_debug_settle(index: *mut c_void);
    pub(super) fn sp_constants_in_metadata(globals: *mut LLVMValueRef, count: usize, data: *mut c_void, found: FoundFn);
    pub(super) fn sp_constants_in_node(node: LLVMMetadataRef, data: *mut c_void, found: FoundFn);
    pub(super) fn sp_constants_in_required_metadata(global: LLVMValueRef, data: *mut c_void, found: FoundFn);
    pub(super) fn sp_metadata_names_globals(module: LLVMModuleRef) -> bool;
    pub(super) fn sp_hide_constant(module: LLVMModuleRef, constant: LLVMValueRef) -> LLVMValueRef;
    pub(super) fn sp_show_constant(stand_in: LLVMValueRef, constant: LLVMValueRef);
    pub(super) fn sp_stand_in_variable(stand_in: LLVMValueRef) -> LLVMValueRef;
    pub(super) fn sp_foreign_global(index: *mut c_void, module: LLVMModuleRef) -> LLVMValueRef;
    pub(super) fn sp_write_bitcode(module: LLVMModuleRef, data: *mut c_void, take: TakeTextFn);
    pub(super) fn sp_named_metadata(module: LLVMModuleRef, data: *mut c_void, found: FoundNamedFn);
    pub(super) fn sp_used_by_metadata(value: LLVMValueRef) -> bool;
    pub(super) fn sp_erase_named_metadata(module: LLVMModuleRef, name: *const c_char, length: usize);
    pub(super) fn sp_frame_store(load: LLVMValueRef) -> LLVMValueRef;
    pub(super) fn sp_frame_is_read(store: LLVMValueRef) -> bool;
    pub(super) fn sp_remove_dead_constant_users(global: LLVMValueRef);
    pub(super) fn sp_variable_attribute(
        variable: LLVMValueRef,
        name: *const c_char,
        length: usize,
        value_length: *mut usize,
    ) -> *const c_char;
    pub(super) fn sp_add_variable_attribute(
        variable: LLVMValueRef,
        name: *const c_char,
        length: usize,
        text: *const c_char,
        text_length: usize,
    );
    pub(super) fn sp_integer_bits(constant: LLVMValueRef, words: *mut u64, capacity: usize) -> c_uint;

    pub(super) fn sp_is_name_taken(module: LLVMModuleRef, name: *const c_char, length: usize) -> bool;
    pub(super) fn sp_does_not_capture(call: LLVMValueRef, argument: c_uint) -> bool;
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_split_before(
        instruction: LLVMValueRef,
        name: *const c_char,
        length: usize,
    ) -> inkwell::llvm_sys::prelude::LLVMBasicBlockRef;
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_move_before(instruction: LLVMValueRef, next: LLVMValueRef);
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_distinct_node(module: LLVMModuleRef) -> LLVMMetadataRef;
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_add_to_access_group(access: LLVMValueRef, group: LLVMMetadataRef);
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_make_loop_parallel(latch: LLVMValueRef, group: LLVMMetadataRef, stays_rolled: bool);
    pub(super) fn sp_effects(instruction: LLVMValueRef) -> c_uint;
    pub(super) fn sp_remove_unreached_blocks(function: LLVMValueRef);
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_forget_predecessor(
        block: inkwell::llvm_sys::prelude::LLVMBasicBlockRef,
        from: inkwell::llvm_sys::prelude::LLVMBasicBlockRef,
    );
    pub(super) fn sp_split_critical_edges(function: LLVMValueRef);
    pub(super) fn sp_inline_call(call: LLVMValueRef) -> bool;
    pub(super) fn sp_simplified_copy(function: LLVMValueRef, room: usize, ends: *mut LLVMValueRef) -> LLVMValueRef;
    pub(super) fn sp_declare_behind_slot(memory: LLVMValueRef, slot: LLVMValueRef) -> bool;
    pub(super) fn sp_is_identical(instruction: LLVMValueRef, other: LLVMValueRef) -> bool;
    pub(super) fn sp_speculate(instruction: LLVMValueRef, next: LLVMValueRef);
    pub(super) fn sp_copy_blocks(
        blocks: *const inkwell::llvm_sys::prelude::LLVMBasicBlockRef,
        count: usize,
        from: *const inkwell::llvm_sys::prelude::LLVMBasicBlockRef,
        from_count: usize,
    );
    pub(super) fn sp_outline(
        function: LLVMValueRef,
        starts: *const inkwell::llvm_sys::prelude::LLVMBasicBlockRef,
        exits: *const inkwell::llvm_sys::prelude::LLVMBasicBlockRef,
        count: usize,
    );
    pub(super) fn sp_move_into(instruction: LLVMValueRef, block: inkwell::llvm_sys::prelude::LLVMBasicBlockRef);
    pub(super) fn sp_move_incoming(
        phi: LLVMValueRef,
        from: inkwell::llvm_sys::prelude::LLVMBasicBlockRef,
        value: LLVMValueRef,
        to: inkwell::llvm_sys::prelude::LLVMBasicBlockRef,
    );
    pub(super) fn sp_remove_incoming(phi: LLVMValueRef, from: inkwell::llvm_sys::prelude::LLVMBasicBlockRef);
    pub(super) fn sp_replace_in_debug_records(
        block: inkwell::llvm_sys::prelude::LLVMBasicBlockRef,
        old: LLVMValueRef,
        new: LLVMValueRef,
    );
    pub(super) fn sp_structural_hash(function: LLVMValueRef) -> u64;
    pub(super) fn sp_function_like(
        function: LLVMValueRef,
        ty: LLVMTypeRef,
        name: *const c_char,
        length: usize,
    ) -> LLVMValueRef;
    pub(super) fn sp_clone_body(from: LLVMValueRef, to: LLVMValueRef);
    pub(super) fn sp_finish_clone(function: LLVMValueRef);
    pub(super) fn sp_call_with_argument(
        call: LLVMValueRef,
        callee: LLVMValueRef,
        extra: LLVMValueRef,
        of_this_frame: bool,
    );
    pub(super) fn sp_replace_function(old: LLVMValueRef, new: LLVMValueRef);
    pub(super) fn sp_without_parameters(function: LLVMValueRef, kept: *const bool) -> LLVMValueRef;
    pub(super) fn sp_take_parameter_attributes(function: LLVMValueRef, from: LLVMValueRef, sources: *const c_int);
    pub(super) fn sp_position_at_entry(builder: LLVMBuilderRef, function: LLVMValueRef);
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_expand_constants(variable: LLVMValueRef);
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_forget_debug_address_spaces(module: LLVMModuleRef);
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_address_users(variable: LLVMValueRef, data: *mut c_void, found: FoundFn);
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_erase_addresses(variable: LLVMValueRef);
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_constant_offset(module: LLVMModuleRef, pointer: LLVMValueRef, base: LLVMValueRef) -> i64;
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_underlying_objects(pointer: LLVMValueRef, data: *mut c_void, found: FoundFn);
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_rebased(pointer: LLVMValueRef, variable: LLVMValueRef, to: LLVMValueRef) -> LLVMValueRef;
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_point_into(from: LLVMValueRef, space: c_uint);
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_only_reads_argument(call: LLVMValueRef, argument: c_uint) -> bool;
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_find_obstacle(module: LLVMModuleRef, spaces: c_uint, found: *mut Finding);
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_generic_uses(
        module: LLVMModuleRef,
        kernels: *const LLVMValueRef,
        count: usize,
        uses: *mut RawGenericUses,
    );
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_impossible(module: LLVMModuleRef, policy: *const RawPolicy) -> LLVMValueRef;
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_retype_module(
        module: LLVMModuleRef,
        policy: *const RawPolicy,
        kernels: *mut LLVMValueRef,
        data: *mut c_void,
        erased: FoundFn,
    );
    pub(super) fn sp_initialize_targets();
    pub(super) fn sp_initialize_target(triple: *const c_char);
    pub(super) fn sp_data_layout(triple: *const c_char, data: *mut c_void, take: TakeTextFn) -> bool;
    pub(super) fn sp_processors(
        triple: *const c_char,
        data: *mut c_void,
        found: unsafe extern "C" fn(*mut c_void, *const c_char),
    ) -> bool;
    pub(super) fn sp_features(
        triple: *const c_char,
        least: *const c_char,
        processor: *const c_char,
        features: *const c_char,
        data: *mut c_void,
        found: unsafe extern "C" fn(*mut c_void, *const c_char),
    ) -> bool;
    pub(super) fn sp_open_library(
        into: LLVMModuleRef,
        data: *const c_char,
        length: usize,
        name: *const c_char,
        name_length: usize,
        say_data: *mut c_void,
        say: TakeTextFn,
    ) -> LLVMModuleRef;
    #[cfg(feature = "llvm22")]
    pub(super) fn sp_gather_library(
        into: LLVMModuleRef,
        names: *const TextRef,
        count: usize,
        find_data: *mut c_void,
        find: FindPieceFn,
        say_data: *mut c_void,
        say: TakeTextFn,
    ) -> LLVMModuleRef;
    pub(super) fn sp_free_library(library: LLVMModuleRef);
    pub(super) fn sp_link_library(
        into: LLVMModuleRef,
        library: LLVMModuleRef,
        like: LLVMValueRef,
        say_data: *mut c_void,
        say: TakeTextFn,
    ) -> bool;
    pub(super) fn sp_append_to_used(module: LLVMModuleRef, by_compiler: bool, globals: *mut LLVMValueRef, count: usize);
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_shim_has_the_slots() {
        // SAFETY: returns a constant.
        assert_eq!(unsafe { super::sp_pass_slots() } as usize, super::PASS_SLOTS);
    }
}
