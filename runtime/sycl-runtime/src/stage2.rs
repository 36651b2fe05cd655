//! Stage 2: generic device code, compiled in the process for the device that a kernel is first launched on.
//!
//! The program has its generic code once, as bitcode; the library of run-time compilation makes an image of one kernel
//! of it, with that kernel's properties, or finds it in its cache on disk. Back ends for any target call [`compile`].

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;

use sycl_host_device::Once;
use sycl_propset::{PropertySetRegistry, text};

use crate::error::{Error, Status};
use crate::native::rtc::{Library, own_file};

/// A file that is loaded in place of the one that is found.
const LIBRARY: &str = "SYCL_RTC_LIBRARY";
/// The file, and its name for the system's search.
const FILE: &str = "libsycl_rtc.so";
/// Suffix of the name of the program, or of the library with the runtime in it.
const SHIPPED: &str = ".sycl-cache";
/// `0`: nothing is kept on disk.
const CACHE: &str = "SYCL_RTC_CACHE";

/// Target that code is compiled for.
pub(crate) struct Goal {
    /// As `sycl-rtc --target` names it.
    pub(crate) target: String,
    /// The option that makes the link compile for it.
    pub(crate) ahead: String,
}

/// Whether generic code can be compiled here. Loads the library.
pub(crate) fn is_available() -> bool {
    library().is_ok()
}

/// Compiled code.
pub(crate) struct Compiled {
    pub(crate) code: Vec<u8>,
    pub(crate) properties: PropertySetRegistry,
}

/// Compiles a kernel of generic code. `known` are parameters of the pass `sscp-specialize`.
pub(crate) fn compile(bitcode: &[u8], kernel: &str, goal: &Goal, known: &[String]) -> Result<Compiled, Error> {
    let Goal { target, ahead } = goal;
    let library = library().map_err(|why| {
        Error::new(
            Status::KernelNotSupported,
            format!(
                "kernel `{kernel}`: found generic device code, and no library to compile it for {target}: {why}; \
                 expected {FILE}, which `{LIBRARY}` may name, or code that is compiled ahead: link with {ahead}"
            ),
        )
    })?;
    let start = Instant::now();
    let failed = |text: String| Error::new(Status::Build, format!("kernel `{kernel}`, compiled for {target}: {text}"));
    let made = library.compile(bitcode, kernel, target, known).map_err(failed)?;
    log::debug!(
        "kernel `{kernel}`: {} for {target}{} in {:.1} ms",
        if made.is_stored { "found in the cache" } else { "compiled" },
        known.iter().map(|known| format!(" {known}")).collect::<String>(),
        start.elapsed().as_secs_f64() * 1000.0
    );
    let properties = text::read(&made.properties, "properties").map_err(|error| failed(error.to_string()))?;
    Ok(Compiled { code: made.code, properties })
}

/// The library, or why there is none.
fn library() -> Result<&'static Library, &'static str> {
    static LOADED: Once<Result<Library, String>> = Once::new();
    let load = || {
        let own = own_file();
        let loaded = find(env::var_os(LIBRARY), own.as_deref());
        let shipped = own.as_deref().map(shipped);
        let loaded = loaded.and_then(|file| Library::load(&file, cache().as_deref(), shipped.as_deref()));
        if let Err(why) = &loaded {
            log::debug!("no run-time compilation: {why}");
        }
        Ok::<_, std::convert::Infallible>(loaded)
    };
    let loaded = match LOADED.get_or_try_init(load) {
        Ok(loaded) => loaded,
        Err(never) => match never {},
    };
    loaded.as_ref().map_err(String::as_str)
}

/// The file of the library: the one that the environment names, or one beside the file that holds this runtime or in
/// `../lib` of it, or else whatever the system finds, which looks in the run path of that file, too.
fn find(named: Option<OsString>, own: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(named) = named.filter(|named| !named.is_empty()) {
        let named = PathBuf::from(named);
        return if named.is_file() {
            Ok(named)
        } else {
            Err(format!("there is no file {}, which `{LIBRARY}` names", named.display()))
        };
    }
    let directory = own.and_then(Path::parent);
    let beside =
        directory.into_iter().flat_map(|directory| [directory.join(FILE), directory.join("../lib").join(FILE)]);
    Ok(beside.into_iter().find(|file| file.is_file()).unwrap_or_else(|| FILE.into()))
}

/// The directory of what was compiled before, unless the environment forbids one or says nothing of it.
fn cache() -> Option<PathBuf> {
    let is_off = env::var_os(CACHE).is_some_and(|value| value == "0");
    if is_off { None } else { sycl_store::environment::directory("SYCL_RTC_CACHE_DIR", "sycl-rtc") }
}

/// The directory of kernels that were shipped with the program.
fn shipped(own: &Path) -> PathBuf {
    let mut name = own.as_os_str().to_owned();
    name.push(SHIPPED);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_where_it_is_named_or_beside_the_runtime() {
        let directory = tempfile::tempdir().unwrap();
        let place = |name: &str| directory.path().join(name);
        for name in ["bin", "lib", "app"] {
            std::fs::create_dir(place(name)).unwrap();
        }
        let program = place("bin/program");
        assert_eq!(find(None, Some(&program)).unwrap(), Path::new(FILE));
        assert_eq!(find(None, None).unwrap(), Path::new(FILE));
        std::fs::write(place("lib").join(FILE), "").unwrap();
        assert_eq!(find(None, Some(&program)).unwrap(), place("bin/../lib").join(FILE));
        std::fs::write(place("bin").join(FILE), "").unwrap();
        assert_eq!(find(None, Some(&program)).unwrap(), place("bin").join(FILE));
        let named = place("app/other.so");
        let error = find(Some(named.clone().into()), Some(&program)).unwrap_err();
        assert_eq!(error, format!("there is no file {}, which `SYCL_RTC_LIBRARY` names", named.display()));
        std::fs::write(&named, "").unwrap();
        assert_eq!(find(Some(named.clone().into()), Some(&program)).unwrap(), named);
        assert_eq!(find(Some("".into()), Some(&program)).unwrap(), place("bin").join(FILE));
    }
}
