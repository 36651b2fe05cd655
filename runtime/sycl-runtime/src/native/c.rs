//! The functions of `runtime/include/sycl_runtime.h`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use smallvec::SmallVec;
use sycl_host_device::Once;

use super::abi;
use super::memory::{Address, HostImages, device_section, elements};
use super::work::{End, HostTaskWork, copy_of, fill_of, prefetch_of};
use crate::buffer::{Buffer, Mode};
use crate::command::{Command, Phase, Work};
use crate::device::{Device, Fact};
use crate::devices;
use crate::error::{Error, Failure, Status};
use crate::globals::{self, Wanted};
use crate::info::{DeviceInfo, KernelInfo};
use crate::launch::{Argument, Launch};
use crate::memory;
use crate::module::{Kernel, Module};
use crate::queue::{Queue, Traits};
use crate::submit::{self, Act, Order};
use crate::usm;

const VERSION: u32 = 1;

const IN_ORDER: u32 = 1;
const PROFILING: u32 = 2;
const SAY_FAILURES: u32 = 4;
const MAY_ROUND_UP: u32 = 1;

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}

/// Turns a result into what C gets. A panic, which would be a fault of ours, does not reach C either.
fn answer(act: impl FnOnce() -> Result<(), Error>) -> i32 {
    let caught = catch_unwind(AssertUnwindSafe(act));
    let result = caught.unwrap_or_else(|_| Err(Error::new(Status::Runtime, "internal error of the SYCL runtime")));
    let Err(error) = result else { return 0 };
    LAST_ERROR.with_borrow_mut(|last| *last = c_string(&error.text));
    error.status as i32
}

fn null(what: &str) -> Error {
    Error::invalid(format!("{what}: found a null pointer; expected an address"))
}

/// # Safety
/// Null, or an object that lives as long as the result.
unsafe fn object<'a, T>(pointer: *const T, what: &str) -> Result<&'a T, Error> {
    // SAFETY: as the caller says.
    unsafe { pointer.as_ref() }.ok_or_else(|| null(what))
}

/// # Safety
/// Null, or where a result goes.
unsafe fn place<'a, T>(pointer: *mut T, what: &str) -> Result<&'a mut T, Error> {
    // SAFETY: as the caller says.
    unsafe { pointer.as_mut() }.ok_or_else(|| null(what))
}

/// Another reference to a counted object of C's.
///
/// # Safety
/// Null, or an object of which C has a reference.
unsafe fn counted<T>(pointer: *const T, what: &str) -> Result<Arc<T>, Error> {
    if pointer.is_null() {
        return Err(null(what));
    }
    // SAFETY: made by `Arc::into_raw`, and C has a reference.
    unsafe {
        Arc::increment_strong_count(pointer);
        Ok(Arc::from_raw(pointer))
    }
}

/// # Safety
/// Null, or an object of which C gives a reference back.
unsafe fn release<T>(pointer: *const T) {
    if !pointer.is_null() {
        // SAFETY: made by `Arc::into_raw`; dropping it waits for nothing.
        drop(unsafe { Arc::from_raw(pointer) });
    }
}

/// # Safety
/// Null, or a device.
unsafe fn device(pointer: *const Device) -> Result<&'static Device, Error> {
    // SAFETY: as the caller says; devices live as long as the process.
    unsafe { object(pointer, "the device") }
}

/// # Safety
/// Null, or a string that lives as long as the result.
unsafe fn text<'a>(pointer: *const c_char, what: &str) -> Result<&'a str, Error> {
    if pointer.is_null() {
        return Err(null(what));
    }
    // SAFETY: as the caller says.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| Error::invalid(format!("{what}: found text that is not UTF-8; expected UTF-8")))
}

/// Hands a fact to C.
///
/// # Safety
/// The pointers are null or to so much room.
unsafe fn give(fact: &Fact, value: *mut c_void, capacity: u64, size: *mut u64) -> Result<(), Error> {
    let bytes = fact.bytes();
    // SAFETY: as the caller says.
    *unsafe { place(size, "the size of a fact") }? = bytes.len() as u64;
    let count = bytes.len().min(usize::try_from(capacity).unwrap_or(usize::MAX));
    if count > 0 {
        if value.is_null() {
            return Err(null("the value of a fact"));
        }
        // SAFETY: room for `capacity` bytes.
        unsafe { value.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), count) };
    }
    Ok(())
}

/// See the header.
#[unsafe(no_mangle)]
pub(super) extern "C" fn sycl_rt_error() -> *const c_char {
    LAST_ERROR.with_borrow(|last| last.as_ptr())
}

/// See the header.
#[unsafe(no_mangle)]
pub(super) extern "C" fn sycl_rt_version() -> u32 {
    VERSION
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_add_module(images: *const abi::Images) -> *const Module {
    let mut known = abi::Images {
        struct_size: 0,
        host_start: std::ptr::null(),
        host_end: std::ptr::null(),
        device_start: std::ptr::null(),
        device_end: std::ptr::null(),
        globals_start: std::ptr::null(),
        globals_end: std::ptr::null(),
    };
    if !images.is_null() {
        // SAFETY: a structure that begins with its size, and has so many bytes; programs may be older than the library.
        unsafe {
            let size = images.cast::<u64>().read().min(size_of::<abi::Images>() as u64);
            (&raw mut known).cast::<u8>().copy_from_nonoverlapping(images.cast(), size as usize);
        }
    }
    // SAFETY: null, or the bounds of an array of constants of the module.
    let globals = unsafe { global_objects(known.globals_start, known.globals_end) };
    let host_images = HostImages::new(known.host_start, known.host_end);
    // SAFETY: null, or the bounds of a section of the module, which uses it until it is removed.
    let device_images = unsafe { device_section(known.device_start, known.device_end) };
    Arc::into_raw(Module::new(host_images, device_images, globals))
}

/// The identities of device globals by the addresses of their objects.
///
/// # Safety
/// Null, or the bounds of an array.
unsafe fn global_objects(start: *const abi::GlobalObject, end: *const abi::GlobalObject) -> BTreeMap<usize, String> {
    let bytes = end.addr().saturating_sub(start.addr());
    // SAFETY: as the caller says. Linkers may align what they put together: such places are zeros, and skipped below.
    let objects = unsafe { elements(start, (bytes / size_of::<abi::GlobalObject>()) as u64, "device globals") };
    let is_there = |object: &&abi::GlobalObject| !object.object.is_null() && !object.id.is_null();
    let known = objects.unwrap_or_default().iter().filter(is_there).map(|object| {
        // SAFETY: a string of the module.
        let id = unsafe { CStr::from_ptr(object.id) };
        (object.object.addr(), id.to_string_lossy().into_owned())
    });
    known.collect()
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_global_address(
    module: *const Module,
    on: *const Device,
    global: *const abi::Global,
    address: *mut *mut c_void,
    size: *mut u64,
) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        let (module, on, global) =
            unsafe { (object(module, "the module")?, device(on)?, object(global, "the device global")?) };
        // SAFETY: null, or places of the caller's.
        let (address, size) = unsafe { (place(address, "the address")?, place(size, "the size")?) };
        let id = match global.id.is_null() {
            true => None,
            // SAFETY: as the header says.
            false => Some(unsafe { text(global.id, "the identity of a device global") }?),
        };
        let initial = match global.initial.is_null() {
            true => None,
            false => {
                // SAFETY: as the header says.
                let bytes = unsafe { elements(global.initial.cast::<u8>(), global.initial_size, "the first value") }?;
                Some(bytes)
            }
        };
        let wanted = Wanted { id, object: global.object.addr(), place: global.place, initial };
        let found = globals::find(module, on, &wanted)?;
        (*address, *size) = (found.address.pointer(), found.size);
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_load_module(
    images: *const c_void,
    size: u64,
    module: *mut *const Module,
) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        let (bytes, module) =
            unsafe { (elements(images.cast::<u8>(), size, "the images")?, place(module, "the module")?) };
        *module = Arc::into_raw(Module::load(bytes)?);
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_remove_module(module: *const Module) {
    if !module.is_null() {
        // SAFETY: a module that was added and is removed once.
        unsafe { Arc::from_raw(module) }.close();
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_devices(devices: *mut *const *const Device, count: *mut u64) -> i32 {
    struct Pointers(Vec<*const Device>);
    // SAFETY: pointers to objects that live as long as the process and may be used by all threads.
    unsafe impl Send for Pointers {}
    // SAFETY: pointers to objects that live as long as the process and may be used by all threads.
    unsafe impl Sync for Pointers {}
    static ALL: Once<Pointers> = Once::new();
    answer(|| {
        // SAFETY: null, or places of the caller's.
        let (devices, count) = unsafe { (place(devices, "the list of devices")?, place(count, "their number")?) };
        super::process::start_log();
        let find = || Ok::<_, Error>(Pointers(devices::all()?.iter().map(|device| &raw const **device).collect()));
        let all = &ALL.get_or_try_init(find)?.0;
        (*devices, *count) = (all.as_ptr(), all.len() as u64);
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_device_info(
    of: *const Device,
    info: u32,
    value: *mut c_void,
    capacity: u64,
    size: *mut u64,
) -> i32 {
    // SAFETY: as the header says.
    answer(|| unsafe { give(&device(of)?.back_end().fact(DeviceInfo::from_number(info)?)?, value, capacity, size) })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_get_kernel(
    module: *const Module,
    name: *const c_char,
    kernel: *mut *const Kernel,
) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        let (module, name, kernel) = unsafe {
            (counted(module, "the module")?, text(name, "the name of a kernel")?, place(kernel, "the kernel")?)
        };
        // The module keeps it.
        *kernel = Arc::as_ptr(&module.kernel(name)?);
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_module_kernels(
    module: *const Module,
    each: Option<unsafe extern "C" fn(*mut c_void, *const c_char)>,
    data: *mut c_void,
) -> i32 {
    // SAFETY: as the header says.
    answer(|| unsafe { tell(each, data, || object(module, "the module")?.names()) })
}

/// Calls the function of a caller with each of some texts.
///
/// # Safety
/// The function takes the data and a text.
unsafe fn tell(
    each: Option<unsafe extern "C" fn(*mut c_void, *const c_char)>,
    data: *mut c_void,
    texts: impl FnOnce() -> Result<Vec<String>, Error>,
) -> Result<(), Error> {
    let each = each.ok_or_else(|| null("the function"))?;
    for text in texts()? {
        let text = c_string(&text);
        // SAFETY: as the caller says.
        unsafe { each(data, text.as_ptr()) };
    }
    Ok(())
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_check_kernel(kernel: *const Kernel, of: *const Device) -> i32 {
    // SAFETY: as the header says.
    answer(|| unsafe { device(of)?.back_end().check(object(kernel, "the kernel")?) })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_kernel_constants(
    kernel: *const Kernel,
    of: *const Device,
    each: Option<unsafe extern "C" fn(*mut c_void, *const c_char)>,
    data: *mut c_void,
) -> i32 {
    // SAFETY: as the header says.
    answer(|| unsafe { tell(each, data, || device(of)?.back_end().constants(object(kernel, "the kernel")?)) })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_has_images(module: *const Module, of: *const Device) -> i32 {
    // SAFETY: as the header says.
    let (module, of) = unsafe { (module.as_ref(), of.as_ref()) };
    module.zip(of).is_some_and(|(module, of)| of.back_end().has_images(module)).into()
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_kernel_info(
    kernel: *const Kernel,
    of: *const Device,
    info: u32,
    value: *mut c_void,
    capacity: u64,
    size: *mut u64,
) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        let (of, kernel) = unsafe { (device(of)?, object(kernel, "the kernel")?) };
        let fact = of.back_end().kernel_fact(kernel, KernelInfo::from_number(info)?)?;
        // SAFETY: as the header says.
        unsafe { give(&fact, value, capacity, size) }
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_allocate(
    of: *const Device,
    kind: u32,
    size: u64,
    alignment: u64,
    result: *mut *mut c_void,
) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        let (of, result) = unsafe { (device(of)?, place(result, "the memory")?) };
        *result = usm::allocate(of, kind, size, alignment)?.map_or(std::ptr::null_mut(), |memory| memory.pointer());
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_free(address: *mut c_void) -> i32 {
    answer(|| Address::new(address).map_or(Ok(()), |address| usm::free(&address)))
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_pointer_info(
    address: *const c_void,
    kind: *mut u32,
    of: *mut *const Device,
) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        let (kind, of) = unsafe { (place(kind, "the kind of memory")?, place(of, "the device")?) };
        let found = usm::find(address.addr());
        *kind = found.map_or(memory::Kind::Unknown, |(kind, _)| kind) as u32;
        *of = found.map_or(std::ptr::null(), |(_, device)| &raw const *device);
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_event_retain(event: *const Command) {
    // SAFETY: an event of which C has a reference.
    if let Ok(event) = unsafe { counted(event, "the event") } {
        event.hold();
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_event_release(event: *const Command) {
    if !event.is_null() {
        // SAFETY: an event of which C has a reference, and gives it back.
        unsafe { Arc::from_raw(event) }.let_go();
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_event_wait(event: *const Command) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        unsafe { counted(event, "the event") }?.wait_until(Phase::Complete);
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_event_status(event: *const Command) -> u32 {
    // SAFETY: as the header says.
    let event = unsafe { counted(event, "the event") }.ok();
    event.iter().for_each(Command::poll);
    match event.map(|event| event.phase()) {
        Some(Phase::Waiting | Phase::Ready) => 0,
        Some(Phase::Running) => 1,
        Some(Phase::Complete) | None => 2,
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_event_time(event: *const Command, which: u32, nanoseconds: *mut u64) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        let (event, place) = unsafe { (counted(event, "the event")?, place(nanoseconds, "the time")?) };
        if !event.queue.has_times() {
            let text = "found an event of a queue without property::queue::enable_profiling; expected one with it";
            return Err(Error::invalid(text));
        }
        if which > 0 {
            event.wait_until(Phase::Complete);
        }
        let times = event.times();
        let time = times.get(which as usize);
        *place = *time.ok_or_else(|| Error::invalid(format!("found the time {which}; expected 0, 1 or 2")))?;
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_event_wait_list(
    event: *const Command,
    each: Option<unsafe extern "C" fn(*mut c_void, *const Command)>,
    data: *mut c_void,
) -> i32 {
    answer(|| {
        let each = each.ok_or_else(|| null("the function"))?;
        // SAFETY: as the header says.
        for command in unsafe { object(event, "the event") }?.waits_for() {
            // SAFETY: as the header says.
            unsafe { each(data, Arc::as_ptr(&command)) };
        }
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_queue_create(of: *const Device, flags: u32, queue: *mut *const Queue) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        let (of, queue) = unsafe { (device(of)?, place(queue, "the queue")?) };
        *queue = Arc::into_raw(Queue::new(of, traits(flags)?)?);
        Ok(())
    })
}

fn traits(flags: u32) -> Result<Traits, Error> {
    if flags & !(IN_ORDER | PROFILING | SAY_FAILURES) != 0 {
        return Err(Error::invalid(format!("found the flags {flags} of a queue; expected 0 to 7")));
    }
    let has = |flag| flags & flag != 0;
    Ok(Traits { is_in_order: has(IN_ORDER), has_times: has(PROFILING), says_failures: has(SAY_FAILURES) })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_queue_of_native(
    of: *const Device,
    flags: u32,
    stream: usize,
    queue: *mut *const Queue,
) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        let (of, queue) = unsafe { (device(of)?, place(queue, "the queue")?) };
        *queue = Arc::into_raw(Queue::adopt(of, traits(flags)?, stream)?);
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_queue_native(queue: *const Queue, stream: *mut usize) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        let (queue, stream) = unsafe { (counted(queue, "the queue")?, place(stream, "the stream")?) };
        *stream = queue.native()?;
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_queue_retain(queue: *const Queue) {
    if !queue.is_null() {
        // SAFETY: a queue of which C has a reference.
        unsafe { Arc::increment_strong_count(queue) };
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_queue_release(queue: *const Queue) {
    // SAFETY: as the header says.
    unsafe { release(queue) };
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_queue_wait(queue: *const Queue) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        unsafe { counted(queue, "the queue") }?.wait();
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_queue_is_empty(queue: *const Queue) -> i32 {
    // SAFETY: as the header says.
    unsafe { queue.as_ref() }.is_none_or(Queue::is_empty).into()
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_queue_take_failures(
    queue: *const Queue,
    each: Option<unsafe extern "C" fn(*mut c_void, *const abi::Failure)>,
    data: *mut c_void,
) -> i32 {
    answer(|| {
        let each = each.ok_or_else(|| null("the function"))?;
        // SAFETY: as the header says.
        for Failure { error, exception } in unsafe { counted(queue, "the queue") }?.take_failures() {
            let text = c_string(&error.text);
            let exception = exception.map_or(std::ptr::null_mut(), |e| std::ptr::with_exposed_provenance_mut(e.0));
            let failure = abi::Failure { status: error.status as i32, text: text.as_ptr(), exception };
            // SAFETY: as the header says.
            unsafe { each(data, &raw const failure) };
        }
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_buffer_create(
    size: u64,
    alignment: u64,
    memory: *mut c_void,
    buffer: *mut *const Buffer,
) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        let buffer = unsafe { place(buffer, "the buffer") }?;
        let too_large = |_| Error::new(Status::MemoryAllocation, format!("there is no memory for {size} bytes"));
        let size = usize::try_from(size).map_err(too_large)?;
        *buffer = Arc::into_raw(Buffer::new(size, memory::alignment_of(alignment)?, Address::new(memory))?);
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_buffer_retain(buffer: *const Buffer) {
    if !buffer.is_null() {
        // SAFETY: a buffer of which C has a reference.
        unsafe { Arc::increment_strong_count(buffer) };
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_buffer_release(buffer: *const Buffer) {
    // SAFETY: as the header says.
    unsafe { release(buffer) };
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_buffer_wait(buffer: *const Buffer) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        bring_home(&unsafe { counted(buffer, "the buffer") }?)
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_buffer_move(buffer: *const Buffer) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        let buffer = unsafe { counted(buffer, "the buffer") }?;
        bring_home(&buffer)?;
        buffer.move_content()
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_buffer_address(
    buffer: *const Buffer,
    device: *const Device,
    address: *mut *mut c_void,
) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        let (buffer, address) = unsafe { (object(buffer, "the buffer")?, place(address, "the address")?) };
        // SAFETY: null, or a device, which lives as long as the process.
        *address = buffer.address(unsafe { device.as_ref() })?;
        Ok(())
    })
}

/// Waits for all commands that access a buffer, and for its content in the host's memory.
fn bring_home(buffer: &Arc<Buffer>) -> Result<(), Error> {
    if !buffer.is_home() {
        let access = submit::begin_host_access(&host_queue()?, buffer, Mode::READS)?;
        crate::scheduler::end_host_access(&access);
    }
    buffer.wait();
    Ok(())
}

/// The queue of accesses by the host, which are commands of no queue of the program's.
fn host_queue() -> Result<Arc<Queue>, Error> {
    static QUEUE: Once<Arc<Queue>> = Once::new();
    let make = || {
        let none =
            || Error::new(Status::Runtime, "there is no device; ONEAPI_DEVICE_SELECTOR allows none that there is");
        let first = devices::all()?.first().ok_or_else(none)?;
        Queue::new(first, Traits::default())
    };
    QUEUE.get_or_try_init(make).map(Arc::clone)
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_host_access_begin(
    buffer: *const Buffer,
    mode: u32,
    access: *mut *const Command,
) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        let (buffer, access) = unsafe { (counted(buffer, "the buffer")?, place(access, "the access")?) };
        let command = submit::begin_host_access(&host_queue()?, &buffer, Mode::from_number(mode)?)?;
        *access = Arc::into_raw(command);
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_host_access_end(access: *const Command) {
    if !access.is_null() {
        // SAFETY: an access that was begun and is ended once.
        let command = unsafe { Arc::from_raw(access) };
        answer(|| {
            crate::scheduler::end_host_access(&command);
            Ok(())
        });
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn sycl_rt_submit(
    queue: *const Queue,
    command: *const abi::Command,
    event: *mut *const Command,
) -> i32 {
    answer(|| {
        // SAFETY: as the header says.
        let (queue, command) = unsafe { (counted(queue, "the queue")?, object(command, "the command")?) };
        if command.struct_size < size_of::<abi::Command>() as u64 {
            return Err(Error::invalid(format!("found a command of {} bytes; expected more", command.struct_size)));
        }
        // SAFETY: as the header says.
        let (after, accesses) = unsafe {
            let after = elements(command.after, command.after_count, "the list of events")?;
            let after = after.iter().map(|event| counted(*event, "an event")).collect::<Result<Vec<_>, _>>()?;
            let accesses = elements(command.accesses, command.access_count, "the list of accesses")?;
            let access = |access: &abi::Access| {
                Ok::<_, Error>((counted(access.buffer, "a buffer")?, Mode::from_number(access.mode)?))
            };
            (after, accesses.iter().map(access).collect::<Result<Vec<_>, _>>()?)
        };
        // SAFETY: the operation is of the kind.
        let (work, is_barrier) = unsafe { work_of(command, queue.device()) }?;
        let order = Order { after: &after, accesses: &accesses, is_barrier };
        let end = command.ended.map(|ended| Box::new(End::new(ended, command.data)) as Box<dyn Send>);
        let submitted = submit::submit(&queue, Act { work: Some(work), end }, &order)?;
        // SAFETY: null, or a place of the caller's.
        if let Some(event) = unsafe { event.as_mut() } {
            *event = submitted.hold();
        }
        Ok(())
    })
}

/// Work of a command, and whether it is a barrier.
///
/// # Safety
/// The operation is null or of the command's kind.
unsafe fn work_of(command: &abi::Command, device: &Device) -> Result<(Box<dyn Work>, bool), Error> {
    let (operation, what) = (command.operation, "the operation of a command");
    Ok(match command.kind {
        0 => (device.back_end().barrier(), true),
        1 => {
            // SAFETY: as the caller says.
            let launch = unsafe { launch_of(object(operation.cast::<abi::Launch>(), what)?) }?;
            (device.back_end().prepare(&launch)?, false)
        }
        // SAFETY: as the caller says.
        2 => (device.back_end().copy(copy_of(unsafe { object(operation.cast(), what) }?)?), false),
        3 => {
            // SAFETY: as the caller says.
            let fill: &abi::Fill = unsafe { object(operation.cast(), what) }?;
            // SAFETY: as the header says.
            let pattern = unsafe { elements(fill.pattern.cast::<u8>(), fill.pattern_size, "the pattern") }?;
            (device.back_end().fill(fill_of(fill, pattern)?), false)
        }
        // SAFETY: as the caller says.
        4 => (device.back_end().prefetch(prefetch_of(unsafe { object(operation.cast(), what) }?)), false),
        5 => {
            // SAFETY: as the caller says.
            (Box::new(HostTaskWork::new(unsafe { object(operation.cast(), what) }?)?), false)
        }
        kind => return Err(Error::invalid(format!("found the kind of command {kind}; expected 0 to 5"))),
    })
}

/// # Safety
/// The launch is as the header says.
unsafe fn launch_of(launch: &abi::Launch) -> Result<Launch<'_>, Error> {
    let dimensions = launch.dimensions as usize;
    if !(1..=3).contains(&dimensions) {
        return Err(Error::new(
            Status::NdRange,
            format!("found {dimensions} dimensions of a launch; expected 1, 2 or 3"),
        ));
    }
    // SAFETY: as the caller says.
    let constants = unsafe {
        let constants = elements(launch.constants, launch.constant_count, "the list of constants")?;
        let constant = |constant: &abi::Constant| {
            let value = elements(constant.value.cast::<u8>(), constant.size, "the value of a constant")?;
            Ok::<_, Error>((text(constant.id, "the id of a constant")?, value))
        };
        constants.iter().map(constant).collect::<Result<Vec<_>, _>>()?
    };
    // SAFETY: as the caller says.
    let (kernel, arguments) = unsafe {
        let arguments = elements(launch.arguments, launch.argument_count, "the list of arguments")?;
        let argument = |value: &abi::Value| match value.value.is_null() {
            true if value.size > 0 => Ok(Argument::Local(value.size)),
            _ => elements(value.value.cast::<u8>(), value.size, "an argument").map(Argument::Value),
        };
        (object(launch.kernel, "the kernel")?, arguments.iter().map(argument).collect::<Result<SmallVec<_>, Error>>()?)
    };
    let local = &launch.local[..dimensions];
    Ok(Launch {
        kernel,
        global: &launch.global[..dimensions],
        local: local.iter().any(|extent| *extent != 0).then_some(local),
        offset: &launch.offset[..dimensions],
        may_round_up: launch.flags & MAY_ROUND_UP != 0,
        dynamic_local_size: launch.dynamic_local_size,
        arguments,
        constants,
    })
}
