//! Images in C, and programs of them.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;

use sycl_host_device::{Device, OpenError, Program};
use tempfile::TempDir;

/// A directory with images.
pub(crate) struct Place(pub(crate) TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        std::fs::write(self.file(name), text).expect("a file");
        self.file(name)
    }

    /// Compiles `tests/images/kernels.c` with these options to a shared library.
    pub(crate) fn image(&self, name: &str, options: &[&str]) -> PathBuf {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        self.compile(name, &root.join("tests/images/kernels.c"), &[&["-shared", "-fPIC"], options].concat())
    }

    /// Compiles a source, to something beside others.
    pub(crate) fn compile(&self, name: &str, source: &Path, options: &[&str]) -> PathBuf {
        let (root, file) = (Path::new(env!("CARGO_MANIFEST_DIR")), self.file(name));
        let mut command = Command::new("clang-22");
        command.args(["-O1", "-g", "-Wall", "-Wextra", "-Werror", "-Wno-gnu-folding-constant"]);
        command.arg("-I").arg(root.join("../front-door")).arg(source).arg("-o").arg(&file).args(options);
        let output = command.output().expect("clang-22 starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        file
    }
}

pub(crate) fn device(threads: usize) -> Device {
    Device::with_threads(NonZeroUsize::new(threads).expect("a number from 1")).expect("threads")
}

/// Opens images on a device with so many threads.
pub(crate) fn try_open(threads: usize, path: &Path) -> Result<Program, OpenError> {
    // SAFETY: the images of these tests access what they are given, and their tables are right where they are opened.
    unsafe { Program::open(&device(threads), path) }
}

pub(crate) fn open(threads: usize, path: &Path) -> Program {
    try_open(threads, path).expect("images")
}

/// Opens an image as if it had no file.
pub(crate) fn load(path: &Path) -> Result<Program, OpenError> {
    let content = std::fs::read(path).expect("the image");
    // SAFETY: as for `try_open`.
    unsafe { Program::of_bytes(&device(1), [&content[..]]) }
}

/// The images of this process.
pub(crate) fn of_process(device: &Device) -> Result<Program, OpenError> {
    // SAFETY: there are none.
    unsafe { Program::of_process(device) }
}

/// Reason why images cannot be opened.
pub(crate) fn refusal(path: &Path) -> String {
    try_open(1, path).expect_err("no images").to_string()
}

/// Buffers as bytes and back.
pub(crate) fn bytes<T: Copy, const N: usize>(values: &[T], to_bytes: fn(T) -> [u8; N]) -> Vec<u8> {
    values.iter().flat_map(|value| to_bytes(*value)).collect()
}

pub(crate) fn u64s(bytes: &[u8]) -> Vec<u64> {
    bytes.as_chunks().0.iter().map(|chunk| u64::from_ne_bytes(*chunk)).collect()
}

pub(crate) fn i32s(bytes: &[u8]) -> Vec<i32> {
    bytes.as_chunks().0.iter().map(|chunk| i32::from_ne_bytes(*chunk)).collect()
}

/// The properties of an image with the constants `first`, 8 bytes, and `second`, 4 bytes.
pub(crate) fn properties() -> String {
    use sycl_propset::spec_constants::{Descriptor, SpecConstants};
    let leaf = |id, size| vec![Descriptor { id, offset: 0, size }];
    let constants = [("first".to_owned(), leaf(0, 8)), ("second".to_owned(), leaf(1, 4))];
    let defaults = [11u64.to_ne_bytes().as_slice(), &22u32.to_ne_bytes()].concat();
    let constants = SpecConstants { constants: constants.into_iter().collect(), defaults: Some(defaults) };
    let mut registry = sycl_propset::PropertySetRegistry::new();
    constants.write_to(&mut registry);
    let text = sycl_propset::text::write(&registry).expect("good names");
    format!("-DPROPERTIES=\"{}\"", text.replace('\n', "\\n"))
}
