//! Commands that can use precompiled headers, and what of them these depend on.

use std::ffi::OsString;
use std::path::PathBuf;

/// Options without an effect on what clang reads, with a value in the next argument.
const OUTPUTS_AND_VALUE: [&str; 9] =
    ["-o", "-MF", "-MT", "-MQ", "-MJ", "-Xlinker", "-L", "-l", "--serialize-diagnostics"];
const OUTPUTS: [&str; 8] = ["-c", "-fsyntax-only", "-S", "-MD", "-MMD", "-MP", "-v", "-pipe"];
const OUTPUTS_BEGIN: [&str; 8] = ["-Wl,", "-L", "-l", "-MF", "-MT", "-MQ", "-o", "-fuse-ld="];

/// Options of a command with which objects may differ, or that are no compilation, or whose order against the header
/// matters. With debug information objects lack the `using` declarations of a precompiled header; visibility, unless it
/// is the default, is that of the place where a template is instantiated.
const WITHOUT_HEADERS: [&str; 15] = [
    "-",
    "-###",
    "-C",
    "-CC",
    "-E",
    "-H",
    "-M",
    "-MG",
    "-MM",
    "-P",
    "-Xclang",
    "-Xpreprocessor",
    "-fno-sycl",
    "-imacros",
    "-x",
];
const WITHOUT_HEADERS_BEGIN: [&str; 26] = [
    "@",
    "--analyze",
    "--config",
    "--coverage",
    "--no-default-config",
    "--offload-",
    "--precompile",
    "--save-temps",
    "-Wp,",
    "-Xarch_",
    "-coverage",
    "-d",
    "-emit-ast",
    "-fcoverage",
    "-ffile-prefix-map",
    "-fdirectives-only",
    "-fmacro-prefix-map",
    "-fminimize",
    "-fmodule",
    "-fprofile",
    "-frewrite",
    "-ftest-coverage",
    "-fvisibility",
    "-g",
    "-include",
    "-save-temps",
];
const SOURCES: [&str; 6] = ["cpp", "cc", "cxx", "C", "c++", "CPP"];
const OBJECTS: [&str; 4] = ["o", "a", "so", "obj"];

/// A command that compiles C++.
#[derive(Debug, PartialEq)]
pub(crate) struct Command {
    /// The files that it compiles.
    pub(crate) sources: Vec<PathBuf>,
    /// The options with which the header is read.
    pub(crate) options: Vec<OsString>,
}

impl Command {
    /// `None` if the command cannot use precompiled headers, or is not known well enough to say so.
    pub(crate) fn parse(arguments: &[OsString]) -> Option<Self> {
        let mut command = Self { sources: Vec::new(), options: Vec::new() };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let text = argument.to_str()?;
            let without = WITHOUT_HEADERS.contains(&text)
                || WITHOUT_HEADERS_BEGIN.iter().any(|begin| text.starts_with(begin)) && text != "-g0";
            if without {
                return None;
            }
            if OUTPUTS_AND_VALUE.contains(&text) {
                arguments.next()?;
            } else if OUTPUTS.contains(&text) || OUTPUTS_BEGIN.iter().any(|begin| text.starts_with(begin)) {
            } else if text.starts_with('-') {
                command.options.push(argument.clone());
            } else {
                match super::extension(argument) {
                    Some(name) if SOURCES.contains(&name) => command.sources.push(text.into()),
                    Some(name) if OBJECTS.contains(&name) => {}
                    Some("c" | "i" | "ii" | "s" | "asm" | "m" | "mm" | "cu" | "h" | "hpp" | "hh" | "cppm") => {
                        return None;
                    }
                    // A value of the option before it.
                    _ => command.options.push(argument.clone()),
                }
            }
        }
        (!command.sources.is_empty()).then_some(command)
    }

    /// Whether an option may have the name of a file that is relative to the current directory.
    pub(crate) fn has_relative_paths(&self) -> bool {
        self.options.iter().filter_map(|option| option.to_str()).any(|option| match option.strip_prefix("-I") {
            Some(directory) => !directory.is_empty() && !directory.starts_with('/'),
            None if option.starts_with('-') => {
                option.contains('/')
                    || ["-B", "-F", "-i"].iter().any(|begin| option.starts_with(begin)) && option != "-isystem"
            }
            None => !option.starts_with('/'),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Option<String> {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let Command { sources, options } = Command::parse(&words)?;
        let options: Vec<&str> = options.iter().map(|option| option.to_str().unwrap()).collect();
        Some(format!("{sources:?}: {}", options.join(" ")))
    }

    #[test]
    fn what_is_written_and_linked_makes_no_difference() {
        for line in [
            "-O2 -DX=1 -isystem dir -c a.cpp",
            "-O2 -DX=1 -isystem dir -c -MD -MT a.o -MF a.d -o a.o a.cpp",
            "-O2 -DX=1 -isystem dir a.cpp b.o libc.a -lx -L. -L dir -Wl,--sycl-jobs=1 -oa",
        ] {
            assert_eq!(parsed(line).unwrap(), "[\"a.cpp\"]: -O2 -DX=1 -isystem dir", "{line}");
        }
    }

    #[test]
    fn headers_of_options_without_relative_paths_are_for_all_directories() {
        for (line, expected) in [
            ("-O2 -I/a -isystem /b -DX=1 a.cpp", false),
            ("-I. a.cpp", true),
            ("-I a a.cpp", true),
            ("-isystem a a.cpp", true),
            ("-DX=a/b a.cpp", true),
            ("-iquotea a.cpp", true),
            ("--sysroot=a/b a.cpp", true),
        ] {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert_eq!(Command::parse(&words).unwrap().has_relative_paths(), expected, "{line}");
        }
    }

    #[test]
    fn commands_that_are_not_known_well_enough_are_left_alone() {
        for line in [
            "a.o -o a",
            "a.cpp -g",
            "a.cpp -ggdb3",
            "a.cpp -fvisibility=hidden",
            "a.cpp --coverage",
            "a.cpp -include x.hpp",
            "-x c++ a.cpp",
            "-E a.cpp",
            "a.cpp b.c",
            "@a.rsp",
            "a.cpp -o",
        ] {
            assert_eq!(parsed(line), None, "{line}");
        }
    }
}
