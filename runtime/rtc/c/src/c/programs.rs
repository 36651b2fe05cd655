//! Programs until they are compiled.
#![allow(unreachable_pub, reason = "the header has what is public")]

use std::{
    ffi::{c_char, c_void},
    ptr,
    time::Duration,
};

use sycl_rtc::{Header, SpecConstants, Split};

use super::{
    Status, answer, caught, enter,
    input::{PROGRAMS, bytes, give, pointer, program, text},
    types::{sycl_rtc_compiler, sycl_rtc_program, sycl_rtc_spec_constants, sycl_rtc_split, sycl_rtc_status},
};
use crate::{draft::Draft, results::Program};

/// Makes a program of a source: "sycl", "opencl-c", "opencl-c++" or "bitcode". All is copied. The name is that of
/// diagnostics; null is "program".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_create(
    compiler: *const sycl_rtc_compiler,
    language: *const c_char,
    source: *const c_void,
    length: usize,
    name: *const c_char,
    program: *mut *mut sycl_rtc_program,
) -> sycl_rtc_status {
    answer(|| {
        // SAFETY: what the header asks for.
        unsafe {
            give(program, ptr::null_mut())?;
            let compiler = super::input::compiler(compiler)?;
            let name = if name.is_null() { "program".to_owned() } else { text(name)? };
            let draft = Draft { language: text(language)?, name, source: bytes(source, length)?, ..Draft::default() };
            give(program, pointer(PROGRAMS.add(Program::new(compiler, draft))))
        }
    })
}

/// Ends a program, and with it all that its functions gave.
#[unsafe(no_mangle)]
pub extern "C" fn sycl_rtc_program_destroy(program: *mut sycl_rtc_program) -> sycl_rtc_status {
    answer(|| PROGRAMS.remove(program.addr()).map(drop).ok_or(Status::InvalidHandle))
}

/// Adds a header in memory, which #include finds by its name before files on disk.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_add_header(
    program: *mut sycl_rtc_program,
    name: *const c_char,
    source: *const c_char,
    length: usize,
) -> sycl_rtc_status {
    answer(|| {
        let program = self::program(program)?;
        // SAFETY: what the header asks for.
        let (name, source) = unsafe { (text(name)?, bytes(source.cast(), length)?) };
        let text = String::from_utf8(source).map_err(|_| Status::InvalidArgument)?;
        program.change(|draft| draft.headers.push(Header { name, text }))
    })
}

/// Adds an option of the compiler, such as "-O3" (docs/runtime-options.md).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_add_option(
    program: *mut sycl_rtc_program,
    option: *const c_char,
) -> sycl_rtc_status {
    // SAFETY: what the header asks for.
    unsafe { add(program, option, |draft, option| draft.options.push(option)) }
}

/// Adds an expression that names a function of a SYCL source, such as "ns::f<float, 3>". Templates get this instance.
/// Of bitcode, adds a kernel by its symbol: only those that are added are compiled.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_add_name_expression(
    program: *mut sycl_rtc_program,
    expression: *const c_char,
) -> sycl_rtc_status {
    // SAFETY: what the header asks for.
    unsafe { add(program, expression, |draft, expression| draft.names.push(expression)) }
}

/// Adds a target, such as "nvptx64:sm_90" or "spirv64", which is also the target of a program to which none is added.
/// There will be an image for each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_add_target(
    program: *mut sycl_rtc_program,
    target: *const c_char,
) -> sycl_rtc_status {
    // SAFETY: what the header asks for.
    unsafe { add(program, target, |draft, target| draft.targets.push(target)) }
}

/// Adds an extension of SPIR-V that images may use, in place of the default list.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_add_spirv_extension(
    program: *mut sycl_rtc_program,
    extension: *const c_char,
) -> sycl_rtc_status {
    // SAFETY: what the header asks for.
    unsafe { add(program, extension, |draft, extension| draft.extensions.get_or_insert_default().push(extension)) }
}

/// The numbers of the header are those of the values.
const _: () = {
    use sycl_rtc_spec_constants as Constants;
    assert!(sycl_rtc_split::None as u32 == Split::None as u32);
    assert!(sycl_rtc_split::Features as u32 == Split::Features as u32);
    assert!(sycl_rtc_split::Kernel as u32 == Split::Kernel as u32);
    assert!(Constants::Native as u32 == SpecConstants::Native as u32);
    assert!(Constants::Emulation as u32 == SpecConstants::Emulation as u32);
    assert!(Constants::Defaults as u32 == SpecConstants::DefaultValues as u32);
};

/// Spreads the kernels of SYCL and of bitcode over images; a number of sycl_rtc_split. Otherwise the option
/// "-fsycl-device-code-split=" does, or there is one image for a target.
#[unsafe(no_mangle)]
pub extern "C" fn sycl_rtc_program_set_split(program: *mut sycl_rtc_program, split: u32) -> sycl_rtc_status {
    answer(|| {
        let split = Split::OF_ONE_UNIT.into_iter().find(|mode| *mode as u32 == split).ok_or(Status::InvalidArgument)?;
        self::program(program)?.change(|draft| draft.split = Some(split))
    })
}

/// Says what specialization constants of SYCL and of bitcode become; a number of sycl_rtc_spec_constants. Otherwise
/// they are native ones for SPIR-V, and a buffer elsewhere.
#[unsafe(no_mangle)]
pub extern "C" fn sycl_rtc_program_set_spec_constants(
    program: *mut sycl_rtc_program,
    constants: u32,
) -> sycl_rtc_status {
    answer(|| {
        let known = SpecConstants::AT_RUN_TIME.into_iter().find(|(_, mode)| *mode as u32 == constants);
        let (_, constants) = known.ok_or(Status::InvalidArgument)?;
        self::program(program)?.change(|draft| draft.spec_constants = Some(constants))
    })
}

/// Images keep the LLVM bitcode that they are made of.
#[unsafe(no_mangle)]
pub extern "C" fn sycl_rtc_program_keep_bitcode(program: *mut sycl_rtc_program) -> sycl_rtc_status {
    answer(|| self::program(program)?.change(|draft| draft.keeps_bitcode = true))
}

/// Kernels for NVIDIA's GPUs get variants for launches whose pointers lead to different allocations: for launchers that
/// read the lists of pointers that are with them (docs/gpu.md).
#[unsafe(no_mangle)]
pub extern "C" fn sycl_rtc_program_distinct_memory(program: *mut sycl_rtc_program) -> sycl_rtc_status {
    answer(|| self::program(program)?.change(|draft| draft.distinct_memory = true))
}

/// Adds what is known of launches, as a parameter of the pass sscp-specialize (docs/retarget.md), such as
/// "group-size=16:16": for images that no other launches use. Not for SPIR-V.
/// For the host also "barriers=lenient" and its kin, of the pass work-group-functions (docs/host-passes.md).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_specialize(
    program: *mut sycl_rtc_program,
    parameter: *const c_char,
) -> sycl_rtc_status {
    // SAFETY: what the header asks for.
    unsafe { add(program, parameter, |draft, parameter| draft.specialize.push(parameter)) }
}

/// No further step of the compilation begins after so many milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn sycl_rtc_program_set_deadline(program: *mut sycl_rtc_program, milliseconds: u64) -> sycl_rtc_status {
    answer(|| self::program(program)?.change(|draft| draft.deadline = Some(Duration::from_millis(milliseconds))))
}

/// Compiles, once. Nothing can be added afterwards. Any number of threads may compile programs at a time; their stacks
/// do not matter.
#[unsafe(no_mangle)]
pub extern "C" fn sycl_rtc_program_compile(program: *mut sycl_rtc_program) -> sycl_rtc_status {
    caught(|| {
        // While it compiles, which may take long, children of the process can use other programs.
        let (program, draft) = {
            let _call = enter()?;
            let program = self::program(program)?;
            let draft = program.take()?;
            (program, draft)
        };
        program.compile(draft)
    })
}

/// # Safety
/// The word is null or a terminated text.
unsafe fn add(program: *const sycl_rtc_program, word: *const c_char, add: impl FnOnce(&mut Draft, String)) -> Status {
    answer(|| {
        let program = self::program(program)?;
        // SAFETY: as the caller says.
        let word = unsafe { text(word)? };
        program.change(|draft| add(draft, word))
    })
}
