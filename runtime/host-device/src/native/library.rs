//! Shared libraries, and what the process has loaded already.

use std::ffi::{CStr, CString, OsStr, OsString, c_int, c_void};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A shared library that stays loaded as long as this lives.
#[derive(Debug)]
pub(crate) struct Library {
    handle: *mut c_void,
    /// Its file, if that is in memory. The loader knows libraries by their names, and while this is open, no other file
    /// gets its name.
    file_in_memory: Option<File>,
}

// SAFETY: the dynamic loader's handles may be used on any thread.
unsafe impl Send for Library {}
// SAFETY: the dynamic loader's handles may be used on any thread.
unsafe impl Sync for Library {}

impl Library {
    /// Loads a library, with all its symbols resolved. An error has the dynamic loader's words.
    pub(crate) fn open(file: &Path) -> Result<Self, String> {
        let name = CString::new(file.as_os_str().as_bytes()).map_err(|_| "its name has a zero byte".to_owned())?;
        // SAFETY: the name is a string. Initializers run here: the caller of `Program::open` answers for them.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if handle.is_null() { Err(loader_error()) } else { Ok(Self { handle, file_in_memory: None }) }
    }

    /// Loads a library that is in memory, as [`Self::open`].
    pub(crate) fn in_memory(content: &[u8]) -> Result<Self, String> {
        // SAFETY: the name is a string.
        let descriptor = unsafe { libc::memfd_create(c"sycl-host-image".as_ptr(), libc::MFD_CLOEXEC) };
        if descriptor < 0 {
            return Err(io::Error::last_os_error().to_string());
        }
        // SAFETY: it has just been made, so nothing else closes it.
        let mut file = unsafe { File::from_raw_fd(descriptor) };
        file.write_all(content).map_err(|cause| cause.to_string())?;
        let mut library = Self::open(Path::new(&format!("/proc/self/fd/{}", file.as_raw_fd())))?;
        library.file_in_memory = Some(file);
        Ok(library)
    }

    /// A library that the process has loaded already; `None` for the program itself.
    pub(crate) fn loaded(file: &Path) -> Option<Self> {
        let name = CString::new(file.as_os_str().as_bytes()).ok()?;
        // SAFETY: the name is a string, and nothing is loaded.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD) };
        if handle.is_null() { None } else { Some(Self { handle, file_in_memory: None }) }
    }

    /// The address of a symbol of the library.
    pub(super) fn symbol(&self, name: &CStr) -> Option<*mut c_void> {
        // SAFETY: the handle is open.
        let address = unsafe { libc::dlsym(self.handle, name.as_ptr()) };
        (!address.is_null()).then_some(address)
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        // SAFETY: opened once and closed once; images hold their library, and launches hold their images.
        unsafe { libc::dlclose(self.handle) };
    }
}

/// Text of the dynamic loader about its last error.
fn loader_error() -> String {
    // SAFETY: the loader's text is this thread's, and valid until its next call of the loader.
    let text = unsafe { libc::dlerror() };
    if text.is_null() {
        return "the dynamic loader gives no reason".to_owned();
    }
    // SAFETY: the loader's text is this thread's, and valid until its next call of the loader.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// A symbol that any part of the process defines.
pub(super) fn symbol_of_process(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: looks a name up, and nothing else.
    let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!address.is_null()).then_some(address)
}

/// The program or a library of the process.
#[derive(Debug)]
pub(crate) struct LoadedObject {
    /// Its file.
    pub(crate) file: PathBuf,
    /// Number that is added to the addresses in its file.
    base: usize,
    /// The memory of its segments, as addresses in its file.
    segments: Vec<(u64, u64)>,
}

impl LoadedObject {
    /// Place of a range of addresses of the file in memory, if it is loaded and aligned to 8.
    pub(crate) fn in_memory(&self, address: u64, size: u64) -> Option<usize> {
        let end = address.checked_add(size)?;
        let is_loaded = self.segments.iter().any(|(start, length)| {
            *start <= address && start.checked_add(*length).is_some_and(|segment_end| end <= segment_end)
        });
        let address = self.base.checked_add(usize::try_from(address).ok()?)?;
        (is_loaded && address.is_multiple_of(8)).then_some(address)
    }
}

/// The program and all libraries of the process, the program first.
pub(crate) fn loaded_objects() -> Vec<LoadedObject> {
    let mut objects: Vec<LoadedObject> = Vec::new();
    // SAFETY: the callback gets this vector, which lives longer than the call.
    unsafe { libc::dl_iterate_phdr(Some(add_object), (&raw mut objects).cast()) };
    objects
}

/// The callback of [`loaded_objects`].
///
/// # Safety
/// `info` is what the dynamic loader passes; `objects` is a vector of [`LoadedObject`].
unsafe extern "C" fn add_object(info: *mut libc::dl_phdr_info, _: usize, objects: *mut c_void) -> c_int {
    // SAFETY: as the caller says.
    let (info, objects) = unsafe { (&*info, &mut *objects.cast::<Vec<LoadedObject>>()) };
    // SAFETY: the loader's name is a string or null.
    let name = unsafe { info.dlpi_name.as_ref().map(|name| CStr::from_ptr(name)) };
    let name = name.map_or_else(OsString::new, |name| OsStr::from_bytes(name.to_bytes()).to_owned());
    let file = match name.is_empty() {
        true if objects.is_empty() => PathBuf::from("/proc/self/exe"),
        true => return 0, // the kernel's page of system calls
        false => PathBuf::from(name),
    };
    let mut segments = Vec::new();
    for index in 0..info.dlpi_phnum {
        // SAFETY: the loader says that there are so many.
        let header = unsafe { &*info.dlpi_phdr.add(index.into()) };
        if header.p_type == libc::PT_LOAD {
            segments.push((header.p_vaddr, header.p_memsz));
        }
    }
    let base = usize::try_from(info.dlpi_addr).unwrap_or(0);
    objects.push(LoadedObject { file, base, segments });
    0
}
