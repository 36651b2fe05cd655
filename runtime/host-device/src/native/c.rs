//! The C interface, as `runtime/front-door/sycl_host_device.h` describes it.

use std::cell::RefCell;
use std::error::Error;
use std::ffi::{CStr, CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::slice;
use std::sync::{OnceLock, PoisonError, RwLock};

use crate::arguments::{Address, Argument};
use crate::device::Device;
use crate::error::LaunchError;
use crate::image::Kind;
use crate::lock::Once;
use crate::program::Program;
use crate::range::Range;

/// `SYCL_HOST_OPEN_ERROR`.
const OPEN_ERROR: i32 = 1;

/// Numbers of OpenCL for what is refused before a program sees it.
const INVALID_VALUE: i32 = -30;
const INVALID_WORK_DIMENSION: i32 = -53;

/// `struct sycl_host_description`.
#[repr(C)]
pub(super) struct Description {
    name: *const c_char,
    threads: u64,
    max_work_group_size: u64,
    local_memory_size: u64,
    sub_group_sizes: *const u32,
    sub_group_size_count: u64,
    aspects: *const u32,
    aspect_count: u64,
}

/// `struct sycl_host_range`.
#[repr(C)]
pub(super) struct CRange {
    dimensions: u32,
    global: *const u64,
    local: *const u64,
    offset: *const u64,
    dynamic_local_size: u64,
}

/// `struct sycl_host_value`.
#[repr(C)]
pub(super) struct CValue {
    value: *const c_void,
    size: u64,
}

/// `sycl_host_program`.
pub(super) struct CProgram(RwLock<Program>);

/// Reason why a function fails: its number and text.
struct Problem(i32, String);

impl From<LaunchError> for Problem {
    fn from(error: LaunchError) -> Self {
        Self(error.opencl().1, error.to_string())
    }
}

/// A problem of something that cannot be opened.
fn unopened(error: &dyn Error) -> Problem {
    Problem(OPEN_ERROR, error.to_string())
}

fn null(what: &str) -> Problem {
    Problem(INVALID_VALUE, format!("{what} is null; expected an address"))
}

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// Turns a result into what C gets. A panic, which would be a fault of ours, does not reach C either.
fn answer(act: impl FnOnce() -> Result<(), Problem>) -> i32 {
    let caught = catch_unwind(AssertUnwindSafe(act));
    let result = caught.unwrap_or_else(|_| Err(Problem(INVALID_VALUE, "internal error".to_owned())));
    let Err(Problem(number, text)) = result else { return 0 };
    let text = CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default();
    LAST_ERROR.with_borrow_mut(|last| *last = text);
    number
}

/// The device, opened once. After an error the next call tries again.
fn device() -> Result<&'static Device, Problem> {
    static DEVICE: Once<Device> = Once::new();
    DEVICE.get_or_try_init(Device::open).map_err(|error| unopened(&error))
}

/// # Safety
/// Null, or a string that lives as long as the result.
unsafe fn text<'a>(pointer: *const c_char, what: &str) -> Result<&'a str, Problem> {
    if pointer.is_null() {
        return Err(null(what));
    }
    // SAFETY: as the caller says.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| Problem(INVALID_VALUE, format!("{what} is not UTF-8; expected UTF-8")))
}

/// # Safety
/// Null, or so many elements that live as long as the result.
unsafe fn elements<'a, T>(pointer: *const T, count: u64, what: &str) -> Result<&'a [T], Problem> {
    if count == 0 {
        return Ok(&[]);
    }
    let too_many =
        || Problem(INVALID_VALUE, format!("{what} has {count} elements; expected as many as fit into memory"));
    let count = usize::try_from(count).ok().filter(|count| count.checked_mul(size_of::<T>()).is_some_and(is_possible));
    let count = count.ok_or_else(too_many)?;
    if pointer.is_null() {
        return Err(null(what));
    }
    // SAFETY: as the caller says, and as many as can be.
    Ok(unsafe { slice::from_raw_parts(pointer, count) })
}

fn is_possible(bytes: usize) -> bool {
    isize::try_from(bytes).is_ok()
}

/// # Safety
/// Null, or a program that lives as long as the result.
unsafe fn program<'a>(program: *const CProgram) -> Result<&'a RwLock<Program>, Problem> {
    // SAFETY: as the caller says.
    unsafe { program.as_ref() }.map(|program| &program.0).ok_or_else(|| null("the program"))
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_host_describe(description: *mut Description) -> i32 {
    static NAME: OnceLock<CString> = OnceLock::new();
    answer(|| {
        let device = device()?;
        // SAFETY: null, or the caller's structure.
        let description = unsafe { description.as_mut() }.ok_or_else(|| null("the description"))?;
        let facts = device.facts();
        *description = Description {
            name: NAME.get_or_init(|| CString::new(device.name()).unwrap_or_default()).as_ptr(),
            threads: device.threads() as u64,
            max_work_group_size: facts.max_work_group_size,
            local_memory_size: device.local_memory_size(),
            sub_group_sizes: facts.sub_group_sizes.as_ptr(),
            sub_group_size_count: facts.sub_group_sizes.len() as u64,
            aspects: facts.aspects.as_ptr(),
            aspect_count: facts.aspects.len() as u64,
        };
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says, and as [`Program::open`] does.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_host_open(path: *const c_char, result: *mut *mut CProgram) -> i32 {
    answer(|| {
        // SAFETY: null, or the caller's pointer.
        let result = unsafe { result.as_mut() }.ok_or_else(|| null("where the program goes"))?;
        let device = device()?;
        let program = if path.is_null() {
            // SAFETY: the caller promises what `of_process` asks for.
            unsafe { Program::of_process(device) }
        } else {
            // SAFETY: a string; the caller promises what `open` asks for.
            unsafe { Program::open(device, Path::new(text(path, "the path")?)) }
        };
        let program = program.map_err(|error| unopened(&error))?;
        *result = Box::into_raw(Box::new(CProgram(RwLock::new(program))));
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says, and as [`Program::of_bytes`] does.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_host_load(image: *const c_void, size: u64, result: *mut *mut CProgram) -> i32 {
    answer(|| {
        // SAFETY: null, or the caller's pointer.
        let result = unsafe { result.as_mut() }.ok_or_else(|| null("where the program goes"))?;
        // SAFETY: so many bytes, or null.
        let image = unsafe { elements(image.cast::<u8>(), size, "the image") }?;
        // SAFETY: the caller promises what `of_bytes` asks for.
        let program = unsafe { Program::of_bytes(device()?, [image]) }.map_err(|error| unopened(&error))?;
        *result = Box::into_raw(Box::new(CProgram(RwLock::new(program))));
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says: the program is not used any more.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_host_close(program: *mut CProgram) {
    if !program.is_null() {
        // SAFETY: made by `sycl_host_open` or `sycl_host_load`, closed once.
        drop(unsafe { Box::from_raw(program) });
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_host_set_constant(
    handle: *mut CProgram,
    id: *const c_char,
    value: *const c_void,
    size: u64,
) -> i32 {
    answer(|| {
        // SAFETY: a program, a string and so many bytes, or null.
        let (program, id, value) =
            unsafe { (program(handle)?, text(id, "the id")?, elements(value.cast::<u8>(), size, "the value")?) };
        let mut program = program.write().unwrap_or_else(PoisonError::into_inner);
        Ok(program.set_constant(id, value)?)
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_host_read_global(
    handle: *mut CProgram,
    id: *const c_char,
    offset: u64,
    bytes: *mut c_void,
    size: u64,
) -> i32 {
    answer(|| {
        // SAFETY: a program and a string, or null.
        let (program, id) = unsafe { (program(handle)?, text(id, "the id")?) };
        // SAFETY: so many bytes of the caller's, or null.
        let place = unsafe { elements(bytes.cast::<u8>(), size, "the bytes") }?;
        let mut content = Vec::new();
        let too_large = |_| Problem(INVALID_VALUE, format!("{size} bytes do not fit into memory; expected fewer"));
        content.try_reserve_exact(place.len()).map_err(too_large)?;
        content.resize(place.len(), 0);
        let mut program = program.write().unwrap_or_else(PoisonError::into_inner);
        program.read_global(id, usize::try_from(offset).unwrap_or(usize::MAX), &mut content)?;
        // SAFETY: as many bytes as `place` has.
        unsafe { bytes.cast::<u8>().copy_from_nonoverlapping(content.as_ptr(), content.len()) };
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_host_write_global(
    handle: *mut CProgram,
    id: *const c_char,
    offset: u64,
    bytes: *const c_void,
    size: u64,
) -> i32 {
    answer(|| {
        // SAFETY: a program, a string and so many bytes, or null.
        let (program, id, bytes) =
            unsafe { (program(handle)?, text(id, "the id")?, elements(bytes.cast::<u8>(), size, "the bytes")?) };
        let mut program = program.write().unwrap_or_else(PoisonError::into_inner);
        Ok(program.write_global(id, usize::try_from(offset).unwrap_or(usize::MAX), bytes)?)
    })
}

/// See the header.
///
/// # Safety
/// As the header says: addresses among the values are of memory that the kernel may access.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_host_launch(
    handle: *const CProgram,
    kernel: *const c_char,
    range: *const CRange,
    arguments: *const CValue,
    argument_count: u64,
) -> i32 {
    answer(|| {
        // SAFETY: a program, a string, a range and so many values, or null.
        let (program, kernel, range, values) = unsafe {
            let range = range.as_ref().ok_or_else(|| null("the range"))?;
            let values = elements(arguments, argument_count, "the list of arguments")?;
            (program(handle)?, text(kernel, "the name of the kernel")?, range, values)
        };
        let program = program.read().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the pointers of the range are to as many numbers as it has dimensions.
        let range = unsafe { range_of(range) }?;
        let kinds: Vec<Kind> = program.kernel(kernel)?.parameters().iter().map(|parameter| parameter.kind).collect();
        let mut given = kinds.into_iter().filter(|kind| *kind != Kind::Constants);
        // SAFETY: each value has so many bytes.
        let argument = |value| unsafe { argument_of(value, given.next()) };
        let mut arguments: Vec<Argument<'_>> = values.iter().map(argument).collect::<Result<_, _>>()?;
        Ok(program.launch(kernel, &range, &mut arguments)?)
    })
}

/// # Safety
/// The pointers are null or to as many numbers as there are dimensions.
unsafe fn range_of(range: &CRange) -> Result<Range, Problem> {
    let found = range.dimensions;
    if !(1..=3).contains(&found) {
        return Err(Problem(INVALID_WORK_DIMENSION, format!("a launch has {found} dimensions; expected 1, 2 or 3")));
    }
    // SAFETY: as the caller says.
    let numbers = |pointer, what| unsafe { elements(pointer, found.into(), what) };
    let mut result = Range::new(numbers(range.global, "the global size")?).dynamic_local_size(range.dynamic_local_size);
    if !range.local.is_null() {
        result = result.local(numbers(range.local, "the local size")?);
    }
    if !range.offset.is_null() {
        result = result.offset(numbers(range.offset, "the offset")?);
    }
    Ok(result)
}

/// # Safety
/// The value has so many bytes, or is null. For a parameter that takes an address, it is one that kernels may access.
unsafe fn argument_of<'a>(value: &CValue, kind: Option<Kind>) -> Result<Argument<'a>, Problem> {
    if value.value.is_null() {
        return Ok(Argument::Local(usize::try_from(value.size).unwrap_or(usize::MAX)));
    }
    // SAFETY: as the caller says.
    let bytes = unsafe { elements(value.value.cast::<u8>(), value.size, "an argument") }?;
    Ok(match (kind, <[u8; size_of::<usize>()]>::try_from(bytes)) {
        (Some(Kind::Pointer), Ok(address)) => Argument::Address(Address(usize::from_ne_bytes(address))),
        _ => Argument::Value(bytes),
    })
}

/// See the header.
#[unsafe(no_mangle)]
pub(super) extern "C" fn sycl_host_error() -> *const c_char {
    LAST_ERROR.with_borrow(|last| last.as_ptr())
}
