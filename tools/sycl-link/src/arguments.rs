//! The arguments of `clang-linker-wrapper`, LLVM 22: its own, and the host linker's, which keep their order.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use crate::options;

/// Options of LLVM's wrapper that mean nothing for SYCL device code: flags, and options with a value behind `=`.
const FLAGS: [&str; 4] = ["--compress", "--embed-bitcode", "--emit-fatbin-only", "--print-wrapped-module"];
const WITH_VALUE: [&str; 8] = [
    "--compression-level",
    "--cuda-path",
    "--device-compiler",
    "--offload-opt",
    "--override-image",
    "--should-extract",
    "--wrapper-time-trace",
    "--wrapper-time-trace-granularity",
];

/// Options of GNU ld and lld whose value may be the next argument: without dashes, sorted. Libraries and directories of
/// libraries are not among them, nor are options that always have `=`.
const WITH_NEXT: [&str; 53] = [
    "A",
    "F",
    "G",
    "I",
    "Map",
    "R",
    "T",
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
    "dT",
    "default-script",
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
    "o",
    "output",
    "plugin",
    "plugin-opt",
    "retain-symbols-file",
    "rpath",
    "rpath-link",
    "script",
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

/// Whether the value of an option of the host linker is the next argument.
fn takes_next(argument: &OsStr) -> bool {
    let Some(text) = argument.to_str() else { return false };
    let name = text.strip_prefix("--").or_else(|| text.strip_prefix('-'));
    // `-z` has a list of its own.
    name.is_some_and(|name| name == "z" || WITH_NEXT.binary_search(&name).is_ok())
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
    pub(crate) sycl: Vec<String>,
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
    pub(crate) fn parse(arguments: Vec<OsString>) -> Self {
        let mut parsed = Self::default();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let Some(text) = argument.to_str() else {
                parsed.linker_arguments.push(argument);
                continue;
            };
            if text.starts_with(options::PREFIX) {
                parsed.sycl.push(text.to_owned());
                continue;
            }
            let (name, value) = match text.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (text, None),
            };
            match (name, value) {
                ("--host-triple", Some(value)) => parsed.host = Some(value.to_owned()),
                ("--linker-path", Some(value)) => parsed.linker = Some(value.into()),
                ("--wrapper-jobs", Some(value)) => parsed.jobs = Some(value.to_owned()),
                ("--device-linker", Some(_)) => parsed.without_effect.push(text.to_owned()),
                ("--save-temps", None) => parsed.saves_temporaries = true,
                ("--dry-run", None) => parsed.is_dry_run = true,
                ("--wrapper-verbose", None) => parsed.is_verbose = true,
                (name, None) if FLAGS.contains(&name) => {}
                (name, Some(_)) if WITH_VALUE.contains(&name) => {}
                ("-mllvm", None) => {
                    parsed.of_wrapper.push(argument);
                    parsed.of_wrapper.extend(arguments.next());
                    continue;
                }
                _ => {
                    parsed.pass_on(argument, &mut arguments);
                    continue;
                }
            }
            parsed.of_wrapper.push(argument);
        }
        parsed
    }

    /// Takes an argument of the host linker.
    fn pass_on(&mut self, argument: OsString, rest: &mut impl Iterator<Item = OsString>) {
        match argument.to_str() {
            Some("-r" | "--relocatable" | "-i") => self.is_relocatable = true,
            Some("-o" | "--output") => {
                self.linker_arguments.push(argument);
                if let Some(value) = rest.next() {
                    self.output = Some((&value).into());
                    self.linker_arguments.push(value);
                }
                return;
            }
            Some(text) => {
                let joined = text.strip_prefix("--output=").or_else(|| text.strip_prefix("-o"));
                // `-oformat` and its like are other options.
                if let Some(value) = joined.filter(|value| !value.is_empty() && !text.starts_with("-oformat")) {
                    self.output = Some(value.into());
                }
            }
            None => {}
        }
        self.linker_arguments.push(argument);
    }

    /// The inputs, with the number of the argument of each.
    pub(crate) fn inputs(&self) -> Vec<(usize, Input)> {
        let mut inputs = Vec::new();
        let mut arguments = self.linker_arguments.iter().enumerate();
        while let Some((number, argument)) = arguments.next() {
            let bytes = argument.as_encoded_bytes();
            if takes_next(argument) {
                arguments.next();
            } else if is_separate_library(argument) {
                if let Some((_, name)) = arguments.next() {
                    inputs.push((number, Input::Library(name.clone())));
                }
            } else if argument == "-L" || argument == "--library-path" {
                arguments.next();
            } else if let Some(name) = library(argument) {
                inputs.push((number, Input::Library(name)));
            } else if !bytes.starts_with(b"-") {
                inputs.push((number, Input::File(argument.into())));
            }
        }
        inputs
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
        let mut scripts = Vec::new();
        let mut arguments = self.linker_arguments.iter().enumerate();
        while let Some((number, argument)) = arguments.next() {
            let Some(text) = argument.to_str() else { continue };
            let next = matches!(text, "-T" | "-dT" | "--script" | "-script" | "--default-script" | "-default-script");
            let joined = ["--script=", "-script=", "--default-script=", "-default-script=", "-dT", "-T"].iter();
            let named = if next {
                arguments.next().map(|(_, file)| file.clone())
            } else if takes_next(argument) {
                arguments.next();
                None
            } else {
                joined.filter_map(|prefix| strip_prefix(argument, prefix)).next()
            };
            scripts.extend(named.map(|file| (number, file.into())));
        }
        scripts
    }

    /// The system root, if there is one.
    pub(crate) fn sysroot(&self) -> Option<&str> {
        self.linker_arguments.iter().rev().find_map(|argument| argument.to_str()?.strip_prefix("--sysroot="))
    }

    /// The directories in which libraries are looked for, in order.
    pub(crate) fn library_directories(&self) -> Vec<PathBuf> {
        let sysroot = self.sysroot();
        let mut directories = Vec::new();
        let mut arguments = self.linker_arguments.iter();
        while let Some(argument) = arguments.next() {
            let named = if argument == "-L" || argument == "--library-path" {
                arguments.next().cloned()
            } else {
                strip_prefix(argument, "-L").or_else(|| strip_prefix(argument, "--library-path="))
            };
            directories.extend(named.map(|directory| in_sysroot(&directory, sysroot)));
        }
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

/// Whether the next argument is the name of a library.
fn is_separate_library(argument: &OsStr) -> bool {
    argument == "-l" || argument == "--library"
}

/// The name of a library in an argument that has it.
fn library(argument: &OsStr) -> Option<OsString> {
    strip_prefix(argument, "--library=").or_else(|| strip_prefix(argument, "-l"))
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
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        let rest = text.as_bytes().strip_prefix(prefix.as_bytes()).filter(|rest| !rest.is_empty())?;
        Some(OsStr::from_bytes(rest).to_owned())
    }
    #[cfg(not(unix))]
    text.to_str()?.strip_prefix(prefix).filter(|rest| !rest.is_empty()).map(OsString::from)
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
    let is_separate = is_separate_library(&arguments[number]);
    arguments.splice(number..number + 1 + usize::from(is_separate), [file]);
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
        Arguments::parse(words.split_whitespace().map(OsString::from).collect())
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
        assert!(WITH_NEXT.is_sorted());
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
            parse("-T a.ld -Tb.ld -T text x --script=c.ld a.o --start-lib b.o --end-lib c.o -Ttext 0 -dT d.ld");
        let scripts: Vec<_> = parsed.scripts().into_iter().map(|(_, file)| file.display().to_string()).collect();
        assert_eq!(scripts, ["a.ld", "b.ld", "text", "c.ld", "d.ld"]);
        let lazy = |number: &usize| parsed.is_lazy(*number);
        let inputs: Vec<usize> = parsed.inputs().iter().map(|(number, _)| *number).collect();
        assert_eq!(inputs.iter().map(lazy).collect::<Vec<_>>(), [false, false, true, false]);
    }
}
