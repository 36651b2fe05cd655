//! Reads the tables of images into values.

use std::ffi::{CStr, c_char, c_void};
use std::slice;
use std::sync::atomic::{AtomicPtr, Ordering};

use super::{abi, call, library::Library};
use crate::error::TableError;

/// Facts of an image about itself. Numbers are as they stand there; `image.rs` checks them.
#[derive(Debug)]
pub(crate) struct ImageTable {
    pub(crate) target: String,
    pub(crate) triple: String,
    pub(crate) features: String,
    pub(crate) kernels: Vec<KernelTable>,
    pub(crate) globals: Vec<(String, Global)>,
    pub(crate) properties: Vec<u8>,
    pub(crate) on_failure: FailureSlot,
}

/// A kernel of an image.
#[derive(Debug)]
pub(crate) struct KernelTable {
    pub(crate) name: String,
    pub(crate) function: abi::Function,
    /// Kind, size and alignment of each.
    pub(crate) arguments: Vec<(u32, u64, u32)>,
    pub(crate) sub_group_size: u32,
    pub(crate) required_size: [u64; 3],
    pub(crate) local_size: u64,
    pub(crate) scratch_per_item: u64,
    pub(crate) stack_size: u64,
    pub(crate) stack_per_item: u64,
}

/// A device global.
#[derive(Debug)]
pub(crate) struct Global {
    address: *mut u8,
    /// Bytes of its value.
    size: usize,
    /// Place of the value that it begins with, if the variable begins with a place for the address of its value.
    initial: Option<usize>,
}

// SAFETY: the address is that of a variable of the image; its reader and its writer hold the program alone (`Program`'s
// methods take `&mut self`).
unsafe impl Send for Global {}
// SAFETY: the address is that of a variable of the image; its reader and its writer hold the program alone (`Program`'s
// methods take `&mut self`).
unsafe impl Sync for Global {}

impl Global {
    /// # Safety
    /// A variable of so many bytes, which lives as long as its image.
    unsafe fn new(address: *mut u8, size: usize) -> Self {
        let head = size_of::<abi::SharedGlobal>();
        if size < head || !address.addr().is_multiple_of(align_of::<abi::SharedGlobal>()) {
            return Self { address, size, initial: None };
        }
        // SAFETY: so many bytes of the variable; any bytes are numbers.
        let shared = unsafe { address.cast::<abi::SharedGlobal>().read() };
        let fits = |start: u64, bytes: u64| start.checked_add(bytes).is_some_and(|end| end <= size as u64);
        match (usize::try_from(shared.offset), usize::try_from(shared.size)) {
            (Ok(offset), Ok(bytes))
                if shared.magic == abi::SHARED_GLOBAL
                    && shared.is_of_image == 0
                    && fits(shared.offset, shared.size) =>
            {
                Self { address, size: bytes, initial: Some(offset) }
            }
            _ => Self { address, size, initial: None },
        }
    }

    /// Bytes of its value.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// The place for the address of its value.
    fn place(&self) -> Option<&AtomicPtr<u8>> {
        // SAFETY: the variable begins with it, is aligned, and lives as long as the image.
        self.initial.map(|_| unsafe { AtomicPtr::from_ptr(self.address.cast()) })
    }

    /// Address of its value.
    pub(crate) fn value(&self) -> *mut u8 {
        let shared = self.place().map(|place| place.load(Ordering::Acquire));
        shared.filter(|value| !value.is_null()).unwrap_or(self.address)
    }

    /// Gives variables of several images one value: that which one of them has had already, or else that which the
    /// first begins with. Those whose value is in the variable itself keep theirs.
    pub(crate) fn share(globals: &[&Self]) {
        let of_program = || globals.iter().filter_map(|global| Some((global, global.initial?, global.place()?)));
        let known = of_program().map(|(_, _, place)| place.load(Ordering::Acquire)).find(|value| !value.is_null());
        let first = || of_program().next().map(|(global, initial, _)| global.address.wrapping_add(initial));
        let Some(value) = known.or_else(first) else { return };
        for (_, _, place) in of_program() {
            place.store(value, Ordering::Release);
        }
    }

    /// Copies bytes out of the variable. In bounds, or it panics.
    pub(crate) fn read(&self, offset: usize, bytes: &mut [u8]) {
        assert!(offset <= self.size && bytes.len() <= self.size - offset, "the caller checks bounds");
        // SAFETY: in bounds of the variable, which the image's table describes; no kernel runs, since the caller holds
        // its program alone.
        unsafe { self.value().add(offset).copy_to_nonoverlapping(bytes.as_mut_ptr(), bytes.len()) };
    }

    /// Copies bytes into the variable. In bounds, or it panics.
    pub(crate) fn write(&self, offset: usize, bytes: &[u8]) {
        assert!(offset <= self.size && bytes.len() <= self.size - offset, "the caller checks bounds");
        // SAFETY: in bounds of the variable, which the image's table describes; no kernel runs, since the caller holds
        // its program alone.
        unsafe { self.value().add(offset).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    }
}

/// The image's variable that names the function to call when a group cannot go on; null if the image has none.
#[derive(Debug)]
pub(crate) struct FailureSlot(*mut Option<abi::Handler>);

// SAFETY: the variable is only accessed atomically.
unsafe impl Send for FailureSlot {}
// SAFETY: the variable is only accessed atomically.
unsafe impl Sync for FailureSlot {}

impl FailureSlot {
    /// Makes this launcher's handler the one that is called. Before each launch: a process may have two launchers.
    pub(crate) fn install(&self) {
        if !self.0.is_null() {
            // SAFETY: the variable lives as long as the image and has the size and alignment of a pointer.
            let slot = unsafe { AtomicPtr::from_ptr(self.0.cast::<*mut c_void>()) };
            slot.store(call::on_failure as *mut c_void, Ordering::Release);
        }
    }
}

/// The image of a shared library.
pub(crate) fn of_library(library: &Library) -> Result<ImageTable, TableError> {
    let entry = library.symbol(c"sycl_host_image_v1").ok_or(TableError::NoEntry)?;
    // SAFETY: the header says that this symbol is a function of this type.
    let entry: abi::Entry = unsafe { std::mem::transmute(entry) };
    // SAFETY: the header says that this symbol is a function of this type.
    let image = unsafe { entry() };
    if image.is_null() {
        return Err(TableError::Null { what: "what `sycl_host_image_v1` returns".to_owned() });
    }
    // SAFETY: the header says that the function returns an image that lives as long as its library.
    unsafe { read(image) }
}

/// All images of a section, which is in memory that is loaded and aligned to 8. The numbers of images and errors are in
/// the order of the section.
pub(crate) fn of_section(address: usize, size: usize) -> Result<Vec<ImageTable>, TableError> {
    let start: *const u8 = std::ptr::with_exposed_provenance(address);
    let mut images = Vec::new();
    let mut offset = 0;
    while size - offset >= 8 {
        // SAFETY: eight bytes of the section, aligned to 8, which `library.rs` found to be loaded.
        let [version, struct_size] = unsafe { start.add(offset).cast::<[u32; 2]>().read() };
        if version == 0 && struct_size == 0 {
            offset += 8; // a linker's padding: compilers may align large objects to more than 8
            continue;
        }
        check_version(version, struct_size)?;
        if size - offset < struct_size as usize {
            return Err(TableError::Section { left: size - offset, expected: struct_size as usize });
        }
        // SAFETY: the section holds a structure of this size here.
        images.push(unsafe { read(start.add(offset).cast()) }?);
        offset += (struct_size as usize).next_multiple_of(8);
        offset = offset.min(size);
    }
    Ok(images)
}

fn check_version(version: u32, struct_size: u32) -> Result<(), TableError> {
    if version != abi::VERSION {
        return Err(TableError::Version { found: version });
    }
    let expected = size_of::<abi::Image>();
    if (struct_size as usize) < expected {
        return Err(TableError::StructSize { found: struct_size, expected });
    }
    Ok(())
}

/// Reads an image; nothing but the first two words of one of another version.
///
/// # Safety
/// The pointer is to an image as the header describes it.
unsafe fn read(image: *const abi::Image) -> Result<ImageTable, TableError> {
    // SAFETY: these words are in images of any version.
    let [version, struct_size] = unsafe { image.cast::<[u32; 2]>().read() };
    check_version(version, struct_size)?;
    // SAFETY: the version says that this is the structure.
    let image = unsafe { &*image };
    // SAFETY: an image of this version has such texts and tables; null ones become errors.
    unsafe {
        Ok(ImageTable {
            target: text(image.target, "its target")?,
            triple: text(image.triple, "its triple")?,
            features: text(image.features, "its features")?,
            kernels: elements(image.kernels, image.kernel_count, || "its kernels".to_owned())?
                .iter()
                .map(|kernel| read_kernel(kernel))
                .collect::<Result<_, _>>()?,
            globals: elements(image.globals, image.global_count, || "its globals".to_owned())?
                .iter()
                .map(|global| read_global(global))
                .collect::<Result<_, _>>()?,
            properties: elements(image.properties.cast::<u8>(), image.properties_size, || "its properties".to_owned())?
                .to_vec(),
            on_failure: FailureSlot(image.on_failure),
        })
    }
}

/// # Safety
/// The kernel is one of an image as the header describes it.
unsafe fn read_kernel(kernel: &abi::Kernel) -> Result<KernelTable, TableError> {
    // SAFETY: the table has such a name.
    let name = unsafe { name(kernel.name, kernel.name_size, "a kernel") }?;
    let function =
        kernel.function.ok_or_else(|| TableError::Null { what: format!("the function of kernel `{name}`") })?;
    let what = || format!("the arguments of kernel `{name}`");
    // SAFETY: the table has so many arguments.
    let arguments = unsafe { elements(kernel.arguments, kernel.argument_count.into(), what) }?;
    let arguments = arguments.iter().map(|argument| (argument.kind, argument.size, argument.alignment)).collect();
    Ok(KernelTable {
        function,
        arguments,
        sub_group_size: kernel.sub_group_size,
        required_size: kernel.required_size,
        local_size: kernel.local_size,
        scratch_per_item: kernel.scratch_per_item,
        stack_size: kernel.stack_size,
        stack_per_item: kernel.stack_per_item,
        name,
    })
}

/// # Safety
/// The global is one of an image as the header describes it.
unsafe fn read_global(global: &abi::Global) -> Result<(String, Global), TableError> {
    // SAFETY: the table has such a name.
    let name = unsafe { name(global.name, global.name_size, "a global") }?;
    if global.address.is_null() {
        return Err(TableError::Null { what: format!("the address of global `{name}`") });
    }
    let size = usize::try_from(global.size).unwrap_or(usize::MAX);
    // SAFETY: the table describes a variable.
    Ok((name, unsafe { Global::new(global.address.cast(), size) }))
}

/// # Safety
/// The pointer is null or to a string that ends with 0.
unsafe fn text(pointer: *const c_char, what: &str) -> Result<String, TableError> {
    if pointer.is_null() {
        return Err(TableError::Null { what: what.to_owned() });
    }
    // SAFETY: the caller says that it is a string.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map(str::to_owned).map_err(|_| TableError::Text { what: what.to_owned() })
}

/// # Safety
/// The pointer is null or to that many bytes.
unsafe fn name(pointer: *const c_char, size: u64, of: &str) -> Result<String, TableError> {
    let what = || format!("the name of {of}");
    // SAFETY: the caller says that there are so many bytes.
    let bytes = unsafe { elements(pointer.cast::<u8>(), size, what) }?;
    String::from_utf8(bytes.to_vec()).map_err(|_| TableError::Text { what: what() })
}

/// # Safety
/// The pointer is null or to that many elements that do not change.
unsafe fn elements<'a, T>(pointer: *const T, count: u64, what: impl FnOnce() -> String) -> Result<&'a [T], TableError> {
    if count == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(TableError::Null { what: what() });
    }
    // SAFETY: the caller says that there are so many.
    Ok(unsafe { slice::from_raw_parts(pointer, usize::try_from(count).unwrap_or(0)) })
}
