//! The arguments of `clang-linker-wrapper`, LLVM 22: its own, and the host linker's, which keep their order.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

use sycl_command_line::{Known, Table, Takes, Word};

use crate::options;

/// Meaning of an option.
#[derive(Debug, Clone, Copy)]
enum Id {
    Host,
    LinkerPath,
    Jobs,
    DeviceLinker,
    SaveTemporaries,
    DryRun,
    Verbose,
    /// The wrapper's, which means nothing for SYCL device code.
    Ignored,
    /// The build's.
    Sycl,
    Output,
    Relocatable,
    Library,
    LibraryDirectory,
    Script,
    /// Another one of the linker's.
    OfLinker,
}

const fn known(name: &'static str, takes: Takes, id: Id) -> Known<'static, Id> {
    Known::new(name, takes, id)
}

/// Options of LLVM's wrapper, and those of the linker that matter here.
const KNOWN: [Known<'_, Id>; 36] = [
    known(options::PREFIX, Takes::Prefix, Id::Sycl),
    known("--host-triple", Takes::Equals, Id::Host),
    known("--linker-path", Takes::Equals, Id::LinkerPath),
    known("--wrapper-jobs", Takes::Equals, Id::Jobs),
    known("--device-linker", Takes::Equals, Id::DeviceLinker),
    known("--save-temps", Takes::Nothing, Id::SaveTemporaries),
    known("--dry-run", Takes::Nothing, Id::DryRun),
    known("--wrapper-verbose", Takes::Nothing, Id::Verbose),
    known("--compress", Takes::Nothing, Id::Ignored),
    known("--embed-bitcode", Takes::Nothing, Id::Ignored),
    known("--emit-fatbin-only", Takes::Nothing, Id::Ignored),
    known("--print-wrapped-module", Takes::Nothing, Id::Ignored),
    known("--compression-level", Takes::Equals, Id::Ignored),
    known("--cuda-path", Takes::Equals, Id::Ignored),
    known("--device-compiler", Takes::Equals, Id::Ignored),
    known("--offload-opt", Takes::Equals, Id::Ignored),
    known("--override-image", Takes::Equals, Id::Ignored),
    known("--should-extract", Takes::Equals, Id::Ignored),
    known("--wrapper-time-trace", Takes::Equals, Id::Ignored),
    known("--wrapper-time-trace-granularity", Takes::Equals, Id::Ignored),
    known("-mllvm", Takes::Next, Id::Ignored),
    known("-o", Takes::Attached, Id::Output),
    known("--output", Takes::Value, Id::Output),
    known("oformat", Takes::Perhaps, Id::OfLinker), // not the output `format`
    known("-r", Takes::Nothing, Id::Relocatable),
    known("-i", Takes::Nothing, Id::Relocatable),
    known("--relocatable", Takes::Nothing, Id::Relocatable),
    known("-l", Takes::Attached, Id::Library),
    known("--library", Takes::Value, Id::Library),
    known("-L", Takes::Attached, Id::LibraryDirectory),
    known("--library-path", Takes::Value, Id::LibraryDirectory),
    known("-T", Takes::Attached, Id::Script),
    known("-dT", Takes::Attached, Id::Script),
    known("script", Takes::Value, Id::Script),
    known("default-script", Takes::Value, Id::Script),
    known("z", Takes::Next, Id::OfLinker),
];

/// Other options of GNU ld and lld whose value may be the next argument, without dashes.
const WITH_NEXT: [&str; 47] = [
    "A",
    "F",
    "G",
    "I",
    "Map",
    "R",
    "Tbss",
    "Tdata",
    "Text",
    "Ttext",
    "Y",
    "a",
    "assert",
    "audit",
    "auxiliary",
    "b",
    "c",
    "defsym",
    "depaudit",
    "dynamic-linker",
    "dynamic-list",
    "e",
    "entry",
    "exclude-libs",
    "export-dynamic-symbol",
    "f",
    "fini",
    "format",
    "h",
    "image-base",
    "init",
    "just-symbols",
    "m",
    "mri-script",
    "plugin",
    "plugin-opt",
    "retain-symbols-file",
    "rpath",
    "rpath-link",
    "section-start",
    "soname",
    "trace-symbol",
    "u",
    "undefined",
    "version-script",
    "wrap",
    "y",
];

/// Directories in which GNU ld looks for libraries, behind those of the arguments.
const OF_GNU_LD: [&str; 4] = ["/usr/local/lib", "/usr/local/lib64", "/lib", "/usr/lib"];

fn table() -> Table<'static, Id> {
    let others = WITH_NEXT.map(|name| known(name, Takes::Value, Id::OfLinker));
    Table { options: KNOWN.into_iter().chain(others).collect(), dashes: "--" }
}

fn text(value: &OsStr) -> String {
    value.to_string_lossy().into_owned()
}

/// Arguments of a link.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    /// The triple of the host.
    pub(crate) host: Option<String>,
    /// The host linker.
    pub(crate) linker: Option<PathBuf>,
    /// The program or library to make.
    pub(crate) output: Option<PathBuf>,
    /// Whether objects are linked into one object.
    pub(crate) is_relocatable: bool,
    /// Whether commands are printed and not run.
    pub(crate) is_dry_run: bool,
    /// Whether commands are printed.
    pub(crate) is_verbose: bool,
    /// Whether files on the way are kept.
    pub(crate) saves_temporaries: bool,
    /// Number of device links at a time.
    pub(crate) jobs: Option<String>,
    /// Options for programs that are not called.
    pub(crate) without_effect: Vec<String>,
    /// `--sycl-...`
    pub(crate) sycl: Vec<OsString>,
    /// Arguments that LLVM's wrapper takes and the host linker does not get.
    pub(crate) of_wrapper: Vec<OsString>,
    /// Arguments that the host linker gets.
    pub(crate) linker_arguments: Vec<OsString>,
}

/// An input of the host linker, as an argument says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// A file.
    File(PathBuf),
    /// A library that is looked for; the name without `-l`.
    Library(OsString),
}

impl Arguments {
    /// Divides the arguments.
    pub(crate) fn parse(arguments: &[OsString]) -> Self {
        let mut parsed = Self::default();
        for (place, word) in table().divide(arguments) {
            let part = match word {
                Some(Word::Value(Id::Sycl, _)) => &mut parsed.sycl,
                Some(Word::Flag(id, _)) if parsed.set(id) => &mut parsed.of_wrapper,
                Some(Word::Value(id, value)) if parsed.give(id, value) => &mut parsed.of_wrapper,
                _ => &mut parsed.linker_arguments,
            };
            part.extend_from_slice(&arguments[place]);
        }
        parsed
    }

    /// Sets a flag; false if it is the linker's.
    fn set(&mut self, id: Id) -> bool {
        match id {
            Id::SaveTemporaries => self.saves_temporaries = true,
            Id::DryRun => self.is_dry_run = true,
            Id::Verbose => self.is_verbose = true,
            Id::Ignored => {}
            Id::Relocatable => {
                self.is_relocatable = true;
                return false;
            }
            _ => return false,
        }
        true
    }

    /// Takes the value of an option; false if it is the linker's.
    fn give(&mut self, id: Id, value: &OsStr) -> bool {
        match id {
            Id::Host => self.host = Some(text(value)),
            Id::LinkerPath => self.linker = Some(value.into()),
            Id::Jobs => self.jobs = Some(text(value)),
            Id::DeviceLinker => self.without_effect.push(format!("--device-linker={}", text(value))),
            Id::Ignored => {}
            Id::Output if !value.is_empty() => {
                self.output = Some(value.into());
                return false;
            }
            _ => return false,
        }
        true
    }

    /// The parts of the linker's arguments, with the number of the first argument of each.
    fn words(&self) -> Vec<(usize, Word<'_, Id>)> {
        let table = table();
        let words = table.divide(&self.linker_arguments);
        words.filter_map(|(place, word)| Some((place.start, word?))).collect()
    }

    /// The inputs, with the number of the argument of each.
    pub(crate) fn inputs(&self) -> Vec<(usize, Input)> {
        let input = |word| match word {
            Word::Input(path) if path != "-" => Some(Input::File(path.into())),
            Word::Value(Id::Library, name) => Some(Input::Library(name.to_owned())),
            _ => None,
        };
        self.words().into_iter().filter_map(|(number, word)| Some((number, input(word)?))).collect()
    }

    /// The objects that are linked in any case, if they are there.
    pub(crate) fn objects(&self) -> Vec<PathBuf> {
        let file = |(number, input)| match input {
            Input::File(path) if !self.is_lazy(number) => Some(path),
            _ => None,
        };
        let is_object = |path: &PathBuf| path.is_file() && path.extension().is_some_and(|extension| extension == "o");
        self.inputs().into_iter().filter_map(file).filter(is_object).collect()
    }

    /// Whether an argument is between `--start-lib` and `--end-lib`, so that it is linked as members of archives are.
    pub(crate) fn is_lazy(&self, number: usize) -> bool {
        let last = self.linker_arguments[..number].iter().rev().find_map(|argument| match argument.to_str()? {
            "--start-lib" | "-start-lib" => Some(true),
            "--end-lib" | "-end-lib" => Some(false),
            _ => None,
        });
        last.unwrap_or(false)
    }

    /// The linker scripts of `-T`.
    pub(crate) fn scripts(&self) -> Vec<(usize, PathBuf)> {
        let script = |(number, word)| match word {
            Word::Value(Id::Script, file) => Some((number, file.into())),
            _ => None,
        };
        self.words().into_iter().filter_map(script).collect()
    }

    /// The system root, if there is one.
    pub(crate) fn sysroot(&self) -> Option<&str> {
        self.linker_arguments.iter().rev().find_map(|argument| argument.to_str()?.strip_prefix("--sysroot="))
    }

    /// The directories in which libraries are looked for, in order.
    pub(crate) fn library_directories(&self) -> Vec<PathBuf> {
        let sysroot = self.sysroot();
        let named = |(_, word)| match word {
            Word::Value(Id::LibraryDirectory, directory) => Some(in_sysroot(directory, sysroot)),
            _ => None,
        };
        let mut directories: Vec<PathBuf> = self.words().into_iter().filter_map(named).collect();
        // GNU ld has these in its own script. Where a linker does not look, it finds nothing, and says so.
        if !self.linker_arguments.iter().any(|argument| argument == "-nostdlib") {
            let arch = self.host.as_deref().and_then(|triple| triple.split('-').next()).unwrap_or("x86_64");
            let root = sysroot.unwrap_or_default();
            directories.push(format!("{root}/usr/local/lib/{arch}-linux-gnu").into());
            directories.extend(OF_GNU_LD.map(|directory| format!("{root}{directory}").into()));
        }
        directories
    }
}

/// A directory of libraries: one that starts with `=` or `$SYSROOT` is below the system root.
pub(crate) fn in_sysroot(directory: &OsStr, sysroot: Option<&str>) -> PathBuf {
    let below = strip_prefix(directory, "=").or_else(|| strip_prefix(directory, "$SYSROOT"));
    match below {
        Some(below) => {
            let mut path = OsString::from(sysroot.unwrap_or_default());
            path.push(below);
            path.into()
        }
        None => directory.into(),
    }
}

/// Text behind a prefix, if there is some.
fn strip_prefix(text: &OsStr, prefix: &str) -> Option<OsString> {
    let rest = text.as_bytes().strip_prefix(prefix.as_bytes()).filter(|rest| !rest.is_empty())?;
    Some(OsStr::from_bytes(rest).to_owned())
}

/// Path of a library: as the linker looks for it, a shared one before an archive in each directory unless only archives
/// count. `None` if it is nowhere, which the linker says better.
pub(crate) fn find_library(name: &OsStr, directories: &[PathBuf], is_static: bool) -> Option<PathBuf> {
    let exact = strip_prefix(name, ":");
    let with = |extension: &str| {
        let mut file = OsString::from("lib");
        file.push(name);
        file.push(extension);
        file
    };
    let names = match exact {
        Some(exact) => vec![exact],
        None if is_static => vec![with(".a")],
        None => vec![with(".so"), with(".a")],
    };
    let file = |directory: &PathBuf| names.iter().map(|name| directory.join(name)).find(|path| path.is_file());
    directories.iter().find_map(file)
}

/// Whether libraries behind this argument are archives only, or no longer; `None` if it does not say.
pub(crate) fn is_static(argument: &OsStr) -> Option<bool> {
    match argument.to_str()? {
        "-static" | "-Bstatic" | "-dn" | "-non_shared" | "--static" => Some(true),
        "-Bdynamic" | "-dy" | "-call_shared" => Some(false),
        _ => None,
    }
}

/// Puts a file in the place of an input, which is one argument or two.
pub(crate) fn replace_input(arguments: &mut Vec<OsString>, number: usize, file: OsString) {
    let count = table().divide(&arguments[number..]).next().map_or(1, |(place, _)| place.len());
    arguments.splice(number..number + count, [file]);
}

/// The number of the argument that the registration of images goes in front of: the first input.
pub(crate) fn first_input(arguments: &Arguments, inputs: &[(usize, Input)]) -> usize {
    inputs.first().map_or(arguments.linker_arguments.len(), |(number, _)| *number)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn parse(words: &str) -> Arguments {
        Arguments::parse(&words.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    fn words(arguments: &[OsString]) -> String {
        arguments.join(OsStr::new(" ")).into_string().unwrap()
    }

    #[test]
    fn the_linker_gets_what_the_wrapper_does_not_take() {
        let parsed = parse(
            "--host-triple=x86_64-pc-linux-gnu --linker-path=/usr/bin/ld --device-compiler=a=b --wrapper-jobs=3 \
             --save-temps -mllvm -x --dry-run -m elf_x86_64 -o out a.o --sycl-target=spirv64 -lfoo --rpath x -v",
        );
        assert_eq!(words(&parsed.linker_arguments), "-m elf_x86_64 -o out a.o -lfoo --rpath x -v");
        assert_eq!(parsed.host.as_deref(), Some("x86_64-pc-linux-gnu"));
        assert_eq!(parsed.linker.as_deref(), Some(Path::new("/usr/bin/ld")));
        assert_eq!(parsed.output.as_deref(), Some(Path::new("out")));
        assert_eq!(parsed.sycl, ["--sycl-target=spirv64"]);
        assert!(parsed.is_dry_run && parsed.saves_temporaries && !parsed.is_relocatable);
        assert_eq!(parsed.jobs.as_deref(), Some("3"));
    }

    #[test]
    fn the_output_is_found_in_each_of_its_forms() {
        for form in ["-o out", "-oout", "--output out", "--output=out"] {
            assert_eq!(parse(form).output.as_deref(), Some(Path::new("out")), "{form}");
        }
        assert_eq!(parse("-oformat elf").output, None);
    }

    #[test]
    fn inputs_are_files_and_libraries() {
        let parsed = parse("-m elf -o a.out -Map m a.o -lone -l two --library=three --library four -L /x -L/y b.a");
        let inputs: Vec<String> = parsed
            .inputs()
            .into_iter()
            .map(|(_, input)| match input {
                Input::File(path) => path.display().to_string(),
                Input::Library(name) => format!("-l{}", name.display()),
            })
            .collect();
        assert_eq!(inputs.join(" "), "a.o -lone -ltwo -lthree -lfour b.a");
        let directories = parsed.library_directories();
        assert_eq!(directories[..3], ["/x", "/y", "/usr/local/lib/x86_64-linux-gnu"].map(PathBuf::from));
        assert_eq!(directories.last().unwrap(), Path::new("/usr/lib"));
        assert_eq!(parse("-L/x -nostdlib").library_directories(), [PathBuf::from("/x")]);
    }

    #[test]
    fn values_of_options_are_no_inputs() {
        let parsed =
            parse("-pie -dynamic-linker /lib64/ld.so -z now -o out -T script --soname lib.so crt1.o -plugin p.so a.o");
        let numbers: Vec<usize> = parsed.inputs().iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, [11, 14]);
        assert_eq!(first_input(&parsed, &parsed.inputs()), 11);
        assert_eq!(first_input(&parse("-l a b.o"), &parse("-l a b.o").inputs()), 0);
    }

    #[test]
    fn inputs_are_replaced_in_either_form() {
        for (line, expected) in
            [("a -l b c", "a X c"), ("a -lb c", "a X c"), ("a b c", "a X c"), ("a --library b", "a X")]
        {
            let mut arguments = parse(line).linker_arguments;
            replace_input(&mut arguments, 1, "X".into());
            assert_eq!(words(&arguments), expected, "{line}");
        }
    }

    #[test]
    fn directories_below_the_system_root() {
        let directories = parse("--sysroot=/root -L=/lib -L$SYSROOT/usr/lib -L/lib").library_directories();
        assert_eq!(directories[..3], ["/root/lib", "/root/usr/lib", "/lib"].map(PathBuf::from));
        assert_eq!(directories[4], Path::new("/root/usr/local/lib"));
    }

    #[test]
    fn scripts_and_lazy_objects_are_known() {
        let parsed =
            parse("-T a.ld -Tb.ld -T text x --script=c.ld a.o --start-lib b.o --end-lib c.o -Ttext=0 -dT d.ld");
        let scripts: Vec<_> = parsed.scripts().into_iter().map(|(_, file)| file.display().to_string()).collect();
        assert_eq!(scripts, ["a.ld", "b.ld", "text", "c.ld", "d.ld"]);
        let lazy = |number: &usize| parsed.is_lazy(*number);
        let inputs: Vec<usize> = parsed.inputs().iter().map(|(number, _)| *number).collect();
        assert_eq!(inputs.iter().map(lazy).collect::<Vec<_>>(), [false, false, true, false]);
    }
}
