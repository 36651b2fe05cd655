//! Precompiled headers of `sycl++`: when they are made and used, and that nothing shows but the time. The header is a
//! small one, which stands for `<sycl/sycl.hpp>`.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, SystemTime};

const SOURCE: &str = "// A program.\n#include <cstddef>\n#include <sycl/sycl.hpp>\nint value() { return twice(VALUE); }\nconst char *name() { return main_file(); }\n";

/// A directory with a header, a configuration and a source.
struct Place {
    directory: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self { directory: tempfile::tempdir().unwrap() };
        let header = "#pragma once\n#include <part.hpp>\n#include <sycl/more.hpp>\n";
        let unit = "#if __INCLUDE_LEVEL__ > 0\n#include <sycl/detail/unit.hpp>\n#endif\n";
        place.write("include/sycl/sycl.hpp", &format!("{header}{unit}"));
        // Of the main file, which is not the header that is precompiled.
        let unit = "#pragma once\ninline const char *main_file() { return __BASE_FILE__; }\n";
        place.write("include/sycl/detail/unit.hpp", unit);
        place.write("include/sycl/more.hpp", "#pragma once\ntemplate <class T> T twice(T x) { return x + x; }\n");
        place.write("include/part.hpp", "#pragma once\n#define VALUE 1\n");
        place.write("sycl.cfg", "# Options\n-fsycl\n-isystem <CFGDIR>/include\n");
        place.write("a.cpp", SOURCE);
        fs::create_dir(place.path("mine")).unwrap();
        place.settle();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), text).unwrap();
    }

    /// Waits until files do not look as if they were being written.
    fn settle(&self) {
        let second = |time: SystemTime| time.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
        let start = second(SystemTime::now());
        while second(SystemTime::now()) <= start {
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn command(&self, options: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sycl-clang"));
        command.args(options.split_ascii_whitespace()).current_dir(self.directory.path());
        command.env("SYCL_CFG", self.path("sycl.cfg")).env("SYCL_PCH_DIR", self.path("cache"));
        command
    }

    fn run(&self, options: &str) -> Output {
        self.command(&format!("-v -c a.cpp {options}")).output().unwrap()
    }

    /// Compiles `a.cpp`; says whether that was with precompiled headers.
    fn uses(&self, options: &str) -> bool {
        let output = self.run(options);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
        said.contains("-include-pch")
    }

    /// Headers that were made.
    fn made(&self) -> Vec<PathBuf> {
        let inside =
            |directory: &Path| fs::read_dir(directory).into_iter().flatten().map(|entry| entry.unwrap().path());
        let mut list: Vec<_> = inside(&self.path("cache")).flat_map(|place| inside(&place)).collect();
        list.retain(|path| path.is_dir());
        list
    }
}

#[test]
fn the_second_command_makes_headers_and_objects_are_the_same() {
    let place = Place::new();
    assert!(!place.uses("-O2 -o 1.o -MD -MF 1.d -MT a.o"));
    assert!(place.made().is_empty());
    assert!(place.uses("-O2 -o 2.o -MD -MF 2.d -MT a.o"));
    assert!(place.uses("-O2 -o 3.o"));
    assert_eq!(place.made().len(), 1);
    for file in ["2.o", "3.o"] {
        assert!(fs::read(place.path("1.o")).unwrap() == fs::read(place.path(file)).unwrap(), "{file} differs");
    }
    let prerequisites = |name: &str| {
        let text = fs::read_to_string(place.path(name)).unwrap().replace('\\', " ");
        let mut list: Vec<String> = text.split_ascii_whitespace().map(str::to_owned).collect();
        list.sort();
        list
    };
    assert_eq!(prerequisites("1.d"), prerequisites("2.d"));
}

#[test]
fn other_options_have_headers_of_their_own() {
    let place = Place::new();
    for options in ["-O2", "-O2 -DVALUES", "-O2 -std=c++20", "-O2 -Imine", "-O0"] {
        assert!(!place.uses(options), "{options}");
        assert!(place.uses(options), "{options}");
    }
    assert_eq!(place.made().len(), 5);
    for options in ["-O2 -g", "-O2 --coverage", "-O2 -include include/part.hpp"] {
        assert!(!place.uses(options) && !place.uses(options), "{options}");
    }
    assert!(!place.command("-v -c a.cpp -O2").env("SYCL_PCH_DIR", "off").output().unwrap().stderr.is_empty());
    let off = place.command("-v -c a.cpp -O2").env("SYCL_PCH_DIR", "off").output().unwrap();
    assert!(!String::from_utf8(off.stderr).unwrap().contains("-include-pch"));
    place.write("a.cpp", &format!("#define FIRST\n{SOURCE}"));
    assert!(!place.uses("-O2"));
}

/// The text counts, whatever happens to the files that the headers were made of.
#[test]
fn headers_are_never_stale() {
    let place = Place::new();
    let expects = |value: &str| place.write("a.cpp", &format!("{SOURCE}static_assert(VALUE == {value});\n"));
    expects("1");
    assert!(!place.uses("-Imine"));
    assert!(place.uses("-Imine"));

    // A header changes, to as many bytes and with the time that it had.
    let part = fs::File::options().write(true).open(place.path("include/part.hpp")).unwrap();
    let time = part.metadata().unwrap().modified().unwrap();
    place.write("include/part.hpp", "#pragma once\n#define VALUE 2\n");
    part.set_modified(time).unwrap();
    expects("2");
    place.uses("-Imine");
    place.settle();
    assert!(place.uses("-Imine"));

    // A file that is found first.
    place.write("mine/part.hpp", "#pragma once\n#define VALUE 3\n");
    expects("3");
    place.uses("-Imine");
    place.settle();
    assert!(place.uses("-Imine"));
    fs::create_dir(place.path("mine/sycl")).unwrap();
    place.write("mine/sycl/more.hpp", "#pragma once\n#undef VALUE\n#define VALUE 4\n#define twice(x) x\n");
    expects("4");
    place.uses("-Imine");

    // It is gone.
    fs::remove_dir_all(place.path("mine")).unwrap();
    expects("2");
    place.uses("-Imine");
    place.settle();
    assert!(place.uses("-Imine"));
    fs::create_dir(place.path("mine")).unwrap();
    place.write("mine/part.hpp", "#pragma once\n#define VALUE 5\n");
    expects("5");
    place.uses("-Imine");

    // The configuration changes.
    place.settle();
    assert!(place.uses("-Imine"));
    place.write("sycl.cfg", "-fsycl\n-isystem <CFGDIR>/include\n-UVALUE\n-DOTHER\n");
    place.write("mine/part.hpp", "#pragma once\n#ifdef OTHER\n#define VALUE 6\n#endif\n");
    expects("6");
    place.uses("-Imine");
}

#[test]
fn damage_is_made_good() {
    let place = Place::new();
    place.uses("");
    assert!(place.uses(""));
    for damage in ["host", "device"] {
        let file = place.made()[0].join(damage);
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
        assert!(place.uses(""));
        fs::remove_dir_all(file.parent().unwrap()).unwrap();
        assert!(place.uses(""));
    }
    let current = place.made()[0].parent().unwrap().join("current");
    for text in ["", "nothing", "x\ny\n"] {
        fs::write(&current, text).unwrap();
        assert!(place.uses(""), "{text}");
    }
}

/// A header that cannot be parsed is the program's fault, which clang reports as it does without us.
#[test]
fn faults_are_clangs() {
    let place = Place::new();
    place.write("include/part.hpp", "#pragma once\n#error wrong\n");
    place.settle();
    for _ in 0..3 {
        let output = place.run("");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains("part.hpp:2:2: error: wrong"), "{said}");
        assert!(!said.contains("-include-pch"), "{said}");
    }
}

#[test]
fn processes_at_the_same_time_do_not_disturb_each_other() {
    let place = Place::new();
    let outputs: Vec<Output> = thread::scope(|scope| {
        let start = |n: usize| {
            let place = &place;
            scope.spawn(move || place.run(&format!("-o {n}.o")))
        };
        let threads: Vec<_> = (0..8).map(start).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for output in outputs {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(place.uses(""));
    for n in 1..8 {
        assert!(fs::read(place.path("0.o")).unwrap() == fs::read(place.path(&format!("{n}.o"))).unwrap(), "{n}.o");
    }
}

/// Others could put code into a program.
#[test]
fn directories_that_others_write_to_are_not_used() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    fs::create_dir(place.path("cache")).unwrap();
    fs::set_permissions(place.path("cache"), fs::Permissions::from_mode(0o777)).unwrap();
    assert!(!place.uses("") && !place.uses("") && !place.uses(""));
    assert!(place.made().is_empty());
}
