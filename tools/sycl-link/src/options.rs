//! `--sycl-NAME=VALUE`: the options of `sycl-packager build`, given to a link, and a few of the link's own.
//!
//! clang passes them on as they are (`-Wl,--sycl-target=nvptx64:sm_90`). Values with commas, which `-Wl,` would divide,
//! go into a JSON file under the same names (`--sycl-config=FILE`); what the command line says comes after that, so of
//! options with one value that of the command line counts.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::Value;
use sycl_images::output;
use sycl_packager::cli::{self, CommandFailure};
use sycl_propset::printable::excerpt;

/// First characters of all of them.
pub(crate) const PREFIX: &str = "--sycl-";

/// Values that an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// A value.
    One,
    /// A value, any number of times.
    Many,
    /// Nothing.
    Nothing,
    /// A value or nothing.
    Perhaps,
}

/// The options of `build` that a link has, and what they take. What they mean is said there.
const OF_BUILD: [(&str, Takes, &str); 35] = [
    (
        "target",
        Takes::Many,
        "what to build for [default: host and host:x86-64-v3 with SYP_EMBEDDED, also generic with --sycl-runtime, else spirv64]",
    ),
    ("split", Takes::One, "how entry points are grouped into images"),
    (
        "rdc",
        Takes::One,
        "on: device code of one object can use that of another; off: it cannot, and each object has images of its own, \
         which are made again only if it changes [default: off for the host where no object needs another, else on]",
    ),
    ("fixed-targets", Takes::Many, "the only devices that the code is for"),
    ("spec-const", Takes::One, "how specialization constants are lowered"),
    ("set", Takes::Many, "NAME=VALUE: give a constant its value, which is then part of the code"),
    ("set-file", Takes::One, "a file of lines NAME=VALUE"),
    ("reflect", Takes::Many, "KEY=VALUE: answer a query of the device code"),
    ("specialize", Takes::Many, "KERNEL:ARG=VALUE: give an argument of a kernel its value"),
    ("group-size", Takes::One, "X,Y,Z: the size of all work-groups"),
    ("no-retarget", Takes::Nothing, "refuse targets without device code of their own"),
    ("libclc", Takes::One, "where retargeted code finds mathematical functions: auto, off or a file"),
    ("aspects", Takes::One, "names and numbers of aspects"),
    ("device-lib", Takes::Many, "a device library"),
    ("devices", Takes::One, "a device configuration"),
    ("post-link-option", Takes::Many, "a further parameter of the pass sycl-post-link"),
    ("back-end-option", Takes::Many, "TARGET=OPTION for the back end of a target"),
    ("cuda-image", Takes::One, "what images for NVIDIA's GPUs are"),
    ("spirv-ext", Takes::One, "extensions of SPIR-V"),
    ("strip-debug", Takes::Nothing, "images for GPUs and the host without debug info"),
    (
        "barriers",
        Takes::One,
        "for the host, how items wait at barriers: auto, fission, coroutine, lenient, check or refuse",
    ),
    ("sub-group-size", Takes::One, "for the host, the size of sub-groups of kernels that require none"),
    ("sanitize", Takes::Many, "for the host, what code looks for [default: as -fsanitize= of its objects]"),
    ("embed-ir", Takes::Nothing, "also pack the bitcode of images for GPUs"),
    ("compile-opts", Takes::One, "options for a compiler at run time"),
    ("link-opts", Takes::One, "options for a linker at run time"),
    ("validate", Takes::One, "whether images are validated"),
    ("jobs", Takes::One, "steps at a time"),
    ("cache-dir", Takes::One, "where results are kept"),
    ("cache-size", Takes::One, "the size limit of the cache"),
    ("no-cache", Takes::Nothing, "keep nothing, and use nothing that was kept"),
    ("keep", Takes::Perhaps, "keep all files on the way, in a directory"),
    ("plugin", Takes::One, "the plugin"),
    ("llvm-bin", Takes::One, "the only directory to look for LLVM's programs in"),
    ("tool", Takes::Many, "NAME=FILE: a program to use"),
];
const PRINT_PLAN: &str = "print-plan";
const REAL_WRAPPER: &str = "real-wrapper";
const CONFIG: &str = "config";
const RUNTIME: &str = "runtime";
const RUNTIME_DIRECTORY: &str = "runtime-directory";

/// The link's own options.
const OF_LINK: [(&str, Takes, &str); 5] = [
    (PRINT_PLAN, Takes::Perhaps, "print the steps, as text or json, and link nothing"),
    (REAL_WRAPPER, Takes::One, "LLVM's clang-linker-wrapper"),
    (CONFIG, Takes::One, "a JSON file with more options"),
    (RUNTIME, Takes::One, "how programs get the runtime of <sycl/sycl.hpp>: static, shared or none [default: none]"),
    (RUNTIME_DIRECTORY, Takes::One, "where libsycl_runtime.a and libsycl_runtime.so are; sycl.cfg gives it"),
];

/// Values of the options.
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// Arguments of `build`, those of the file first.
    build: Vec<(&'static str, String)>,
    /// Whether steps are printed and nothing is linked.
    pub(crate) prints_plan: bool,
    /// LLVM's wrapper.
    pub(crate) real_wrapper: Option<PathBuf>,
    /// The runtime that is linked, if any.
    pub(crate) runtime: Runtime,
    /// Its directory.
    pub(crate) runtime_directory: Option<PathBuf>,
}

/// Ways in which programs get the runtime of `<sycl/sycl.hpp>`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Runtime {
    /// They use another one, or none.
    #[default]
    None,
    /// It is part of them.
    Static,
    /// They load it when they start. Shared libraries that pass queues or memory between them need that.
    Shared,
}

/// A line for each option.
pub(crate) fn help() -> String {
    let lines = OF_BUILD.iter().chain(&OF_LINK).map(|(name, takes, what)| {
        let name = match takes {
            Takes::One | Takes::Many => format!("{PREFIX}{name}=..."),
            Takes::Nothing => format!("{PREFIX}{name}"),
            Takes::Perhaps => format!("{PREFIX}{name}[=...]"),
        };
        format!("  {name:<28} {what}{}\n", if *takes == Takes::Many { "; repeatable" } else { "" })
    });
    lines.collect()
}

impl Options {
    /// Reads the options of a command line.
    pub(crate) fn parse(arguments: &[String]) -> Result<Self, CommandFailure> {
        let mut options = Self::default();
        let mut given = Vec::new();
        for argument in arguments {
            let text = argument.strip_prefix(PREFIX).unwrap_or(argument);
            let (name, value) = match text.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (text, None),
            };
            let (name, takes) = known(name, |name| format!("{PREFIX}{name}"))?;
            let value = match (takes, value) {
                (Takes::One | Takes::Many, None) => {
                    return Err(CommandFailure::usage(format!(
                        "found `{PREFIX}{name}`; expected `{PREFIX}{name}=VALUE`"
                    )));
                }
                (Takes::Nothing, Some(_)) => {
                    let message = format!("found `{}`; expected `{PREFIX}{name}` without a value", excerpt(argument));
                    return Err(CommandFailure::usage(message));
                }
                (_, value) => value,
            };
            if name == CONFIG {
                options.read(Path::new(value.unwrap_or_default()))?;
            } else {
                given.push((name, takes, value));
            }
        }
        for (name, takes, value) in given {
            options.add(name, takes, value)?;
        }
        Ok(options)
    }

    /// Reads a file of options.
    fn read(&mut self, file: &Path) -> Result<(), CommandFailure> {
        let refuse = |message: String| CommandFailure::refused(file, message);
        let text = output::read(file)?;
        let object = match serde_json::from_slice(&text) {
            Ok(Value::Object(object)) => object,
            Ok(_) => return Err(refuse("found no object; expected one of options by name".to_owned())),
            Err(e) => return Err(refuse(e.to_string())),
        };
        for (name, value) in &object {
            let (name, takes) = known(name, |name| name.to_owned()).map_err(|failure| failure.of(file))?;
            let wrong = |expected: &str| {
                refuse(format!("`{name}`: found {}; expected {expected}", excerpt(&value.to_string())))
            };
            let text = |value: &Value| match value {
                Value::String(text) => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            };
            match (takes, value) {
                _ if name == CONFIG => {
                    return Err(refuse("found `config`; expected options that name no other file of them".to_owned()));
                }
                (Takes::Nothing | Takes::Perhaps, Value::Bool(false)) => {}
                (Takes::Nothing | Takes::Perhaps, Value::Bool(true)) => self.add(name, takes, None)?,
                (Takes::Nothing, _) => return Err(wrong("true or false")),
                (Takes::Many, Value::Array(values)) => {
                    for value in values {
                        let value = text(value).ok_or_else(|| wrong("a list of texts"))?;
                        self.add(name, takes, Some(&value))?;
                    }
                }
                (Takes::One | Takes::Many | Takes::Perhaps, value) => {
                    let expected = if takes == Takes::Many { "a text, or a list of texts" } else { "a text" };
                    let value = text(value).ok_or_else(|| wrong(expected))?;
                    self.add(name, takes, Some(&value))?;
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, name: &'static str, takes: Takes, value: Option<&str>) -> Result<(), CommandFailure> {
        match name {
            REAL_WRAPPER => self.real_wrapper = value.map(PathBuf::from),
            RUNTIME_DIRECTORY => self.runtime_directory = value.map(PathBuf::from),
            RUNTIME => {
                self.runtime = match value.unwrap_or_default() {
                    "none" => Runtime::None,
                    "static" => Runtime::Static,
                    "shared" => Runtime::Shared,
                    other => {
                        let found = format!("found `{PREFIX}{RUNTIME}={}`", excerpt(other));
                        return Err(CommandFailure::usage(format!("{found}; expected static, shared or none")));
                    }
                }
            }
            _ => {
                self.prints_plan |= name == PRINT_PLAN;
                if takes != Takes::Many {
                    self.build.retain(|(other, _)| *other != name);
                }
                let value = value.map_or_else(String::new, |value| format!("={value}"));
                self.build.push((name, format!("--{name}{value}")));
            }
        }
        Ok(())
    }

    fn has(&self, name: &str) -> bool {
        self.build.iter().any(|(other, _)| *other == name)
    }

    /// Says what `build` is to do, unless the user does.
    pub(crate) fn or(&mut self, name: &'static str, value: &str) {
        if !self.has(name) {
            self.build.push((name, format!("--{name}={value}")));
        }
    }

    /// The targets, those that were given together too.
    pub(crate) fn targets(&self) -> impl Iterator<Item = &str> {
        let targets = self.build.iter().filter(|(name, _)| *name == "target");
        targets.filter_map(|(_, argument)| argument.strip_prefix("--target=")).flat_map(|targets| targets.split(','))
    }

    /// The same for an option that may be given several times.
    pub(crate) fn or_all(&mut self, name: &'static str, values: &[&str]) {
        if !self.has(name) {
            self.build.extend(values.iter().map(|value| (name, format!("--{name}={value}"))));
        }
    }

    /// Whether an image is code of the host, which the program uses without registering it.
    pub(crate) fn builds_for_host(&self) -> bool {
        self.targets().any(is_host)
    }

    /// The arguments of `build`, as far as the user gives them.
    fn for_build(&self) -> impl Iterator<Item = String> {
        self.build.iter().map(|(_, argument)| argument.clone())
    }

    /// Builds `output` of `inputs` as the options say, with `more` arguments of `build`. Messages call it `name`.
    pub(crate) fn build<'a>(
        &self,
        more: &[&str],
        output: &Path,
        name: &Path,
        inputs: impl IntoIterator<Item = &'a Path>,
    ) -> ExitCode {
        let mut words: Vec<OsString> = self.for_build().map(OsString::from).collect();
        words.extend(more.iter().map(OsString::from));
        if !self.prints_plan {
            words.push("--quiet".into());
        }
        words.extend(["--output".into(), output.into(), "--output-name".into(), name.into(), "--".into()]);
        words.extend(inputs.into_iter().map(OsString::from));
        cli::build(words)
    }
}

/// Whether a target is the host.
pub(crate) fn is_host(target: &str) -> bool {
    target == "host" || target.starts_with("host:")
}

/// The option of a name.
fn known(name: &str, shown: impl Fn(&str) -> String) -> Result<(&'static str, Takes), CommandFailure> {
    let all = || OF_BUILD.iter().chain(&OF_LINK);
    match all().find(|(known, ..)| *known == name) {
        Some((known, takes, _)) => Ok((known, *takes)),
        None => {
            let names: Vec<String> = all().map(|(known, ..)| shown(known)).collect();
            let found = shown(&excerpt(name));
            let message = format!("unknown option '{found}'; expected one of: {}", names.join(", "));
            let failure = CommandFailure::usage(message);
            let nearest = all().map(|(known, ..)| (strsim::damerau_levenshtein(name, known), known)).min();
            Err(match nearest {
                Some((1..=2, nearest)) => failure.hint(format!("did you mean '{}'?", shown(nearest))),
                _ => failure,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn parse(arguments: &[&str]) -> Result<Vec<String>, String> {
        let arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        Options::parse(&arguments).map(|options| options.for_build().collect()).map_err(|failure| failure.to_string())
    }

    #[test]
    fn options_become_those_of_build() {
        let arguments =
            ["--sycl-target=nvptx64:sm_90", "--sycl-target=spirv64", "--sycl-split=kernel", "--sycl-split=none"];
        let expected = ["--target=nvptx64:sm_90", "--target=spirv64", "--split=none"];
        assert_eq!(parse(&arguments).unwrap(), expected);
        assert_eq!(
            parse(&["--sycl-no-cache", "--sycl-keep", "--sycl-jobs=3"]).unwrap(),
            ["--no-cache", "--keep", "--jobs=3"]
        );
    }

    #[test]
    fn unknown_options_are_refused_with_those_that_there_are() {
        let error = parse(&["--sycl-foo"]).unwrap_err();
        assert!(
            error.starts_with("unknown option '--sycl-foo'; expected one of: --sycl-target, --sycl-split, "),
            "{error}"
        );
        let error = parse(&["--sycl-tragets=spirv64"]).unwrap_err();
        assert!(error.starts_with("unknown option '--sycl-tragets'; "), "{error}");
        assert_eq!(parse(&["--sycl-split"]).unwrap_err(), "found `--sycl-split`; expected `--sycl-split=VALUE`");
        let error = parse(&["--sycl-no-cache=1"]).unwrap_err();
        assert_eq!(error, "found `--sycl-no-cache=1`; expected `--sycl-no-cache` without a value");
    }

    #[test]
    fn a_file_has_the_same_options_and_the_command_line_wins() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("options.json");
        let config = format!("--sycl-config={}", file.display());
        fs::write(&file, r#"{"target": ["spirv64"], "split": "kernel", "jobs": 2, "no-cache": true, "keep": false}"#)
            .unwrap();
        let options = parse(&["--sycl-split=none", &config]).unwrap();
        assert_eq!(options, ["--target=spirv64", "--jobs=2", "--no-cache", "--split=none"]);
        for (text, expected) in [
            ("[]", "found no object; expected one of options by name"),
            ("{", "EOF while parsing an object at line 1 column 1"),
            (r#"{"no-cache": 1}"#, "`no-cache`: found 1; expected true or false"),
            (r#"{"split": ["a"]}"#, r#"`split`: found ["a"]; expected a text"#),
            (r#"{"target": [{}]}"#, "`target`: found [{}]; expected a list of texts"),
            (r#"{"config": "x"}"#, "found `config`; expected options that name no other file of them"),
        ] {
            fs::write(&file, text).unwrap();
            let error = parse(&[&config]).unwrap_err();
            assert_eq!(error, format!("{}: {expected}", file.display()), "{text}");
        }
        fs::write(&file, r#"{"targte": "x"}"#).unwrap();
        let error = parse(&[&config]).unwrap_err();
        assert!(error.starts_with(&format!("{}: unknown option 'targte'", file.display())), "{error}");
    }
}
