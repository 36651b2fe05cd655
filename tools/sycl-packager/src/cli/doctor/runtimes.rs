//! Runtimes that have files on this machine. Nothing of them is loaded, so it is not known whether they work.

use std::fs;
use std::path::{Path, PathBuf};

use super::report::{Check, Group, State};

const SYCL: &str = "SYCL runtime";

/// Reason why most programs do not need that.
const OWN: &str = "programs that sycl++ or sycl.cfg compile have their own";

/// Libraries by which programs find devices; names of files begin so.
const LIBRARIES: [(&str, &str); 5] = [
    (SYCL, "libsycl.so"),
    ("OpenCL loader", "libOpenCL.so"),
    ("Level Zero loader", "libze_loader.so"),
    ("CUDA driver", "libcuda.so"),
    ("HIP runtime", "libamdhip64.so"),
];

/// Directory where the OpenCL loader has the names of drivers.
const VENDORS: &str = "/etc/OpenCL/vendors";

/// Directories in which loaders look, as far as they are known without asking them.
fn directories() -> Vec<PathBuf> {
    let named = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let named = std::env::split_paths(&named).filter(|path| !path.as_os_str().is_empty()).collect::<Vec<_>>();
    let multiarch = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    let usual = ["/usr/local/lib", &multiarch, "/usr/lib64", "/usr/lib", "/usr/lib/wsl/lib", "/opt/rocm/lib"];
    named.into_iter().chain(usual.map(PathBuf::from)).collect()
}

pub(super) fn all() -> Vec<Check> {
    let directories = directories();
    let library = |(name, file): &(&str, &str)| match directories.iter().find_map(|place| starting(place, file)) {
        Some(found) => Check::new(Group::Runtimes, *name, State::Ok).file(&found),
        None if *name == SYCL => Check::new(Group::Runtimes, SYCL, State::Absent).note(OWN),
        None => Check::new(Group::Runtimes, *name, State::Absent),
    };
    let vendors = std::env::var_os("OCL_ICD_VENDORS").map(PathBuf::from).filter(|path| path.is_dir());
    let vendors = vendors.unwrap_or_else(|| PathBuf::from(VENDORS));
    LIBRARIES.iter().map(library).chain(drivers(&vendors)).collect()
}

/// The first file of a directory, in the order of names, whose name begins so.
fn starting(directory: &Path, begin: &str) -> Option<PathBuf> {
    let names = fs::read_dir(directory).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter(|name| name.starts_with(begin)).min().map(|name| directory.join(name))
}

/// OpenCL's drivers: each file names a library.
fn drivers(vendors: &Path) -> Vec<Check> {
    let entries = fs::read_dir(vendors).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "icd")).collect();
    files.sort();
    let check = |file: &PathBuf| {
        let text = sycl_images::source::read_text(file).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let library = text.lines().next().unwrap_or_default().trim().to_owned();
        let check = Check::new(Group::Runtimes, "OpenCL driver", State::Ok).file(file);
        let is_lost = Path::new(&library).is_absolute() && !Path::new(&library).is_file();
        match (library.is_empty(), is_lost) {
            (true, _) => Check { state: State::Unusable, ..check.note("the file names no library") },
            (_, true) => Check { state: State::Unusable, ..check.note(format!("{library} is not there")) },
            _ => check.note(library),
        }
    };
    files.iter().map(check).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drivers_are_read_from_files() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("a.icd"), "libigdrcl.so\n").unwrap();
        fs::write(directory.path().join("b.icd"), "/not/there.so\n").unwrap();
        fs::write(directory.path().join("c.icd"), "").unwrap();
        fs::write(directory.path().join("readme"), "").unwrap();
        let found = drivers(directory.path());
        let states: Vec<State> = found.iter().map(|check| check.state).collect();
        assert_eq!(states, [State::Ok, State::Unusable, State::Unusable]);
        assert_eq!((&*found[0].notes[0], &*found[1].notes[0]), ("libigdrcl.so", "/not/there.so is not there"));
        fs::write(directory.path().join("libx.so.2"), "").unwrap();
        fs::write(directory.path().join("libx.so.1"), "").unwrap();
        assert_eq!(starting(directory.path(), "libx.so"), Some(directory.path().join("libx.so.1")));
        assert_eq!(starting(directory.path(), "liby"), None);
    }
}
