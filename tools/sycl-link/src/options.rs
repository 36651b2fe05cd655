//! `--sycl-NAME=VALUE`: the options of `sycl-packager build`, given to a link, and a few of the link's own.
//!
//! clang passes them on as they are (`-Wl,--sycl-target=nvptx64:sm_90`). Values with commas, which `-Wl,` would divide,
//! go into a JSON file under the same names (`--sycl-config=FILE`); what the command line says comes after that, so of
//! options with one value that of the command line counts.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::{ArgPredicate, Resettable};
use clap::error::ContextKind;
use clap::{Arg, ArgAction, Command, CommandFactory as _, FromArgMatches as _, Parser, ValueEnum};
use serde_json::Value;
use sycl_command_line::{Known, Mistake, Table, Word};
use sycl_images::output;
use sycl_packager::cli::{self, BuildOptions, CommandFailure, Front, KnownCode};
use sycl_propset::{nearest::nearest, printable::excerpt};

/// First characters of all of them.
pub(crate) const PREFIX: &str = "--sycl-";

/// The option that names a file of options.
const CONFIG: &str = "config";

/// Options of `build`, by their ids, that a link has not: it sets them itself, or they are about builds by themselves.
const NOT_OF_LINK: [&str; 12] = [
    "front_end",
    "linker_trace",
    "output",
    "format",
    "host",
    "state",
    "depfile",
    "emit",
    "build_dir",
    "progress",
    "settings",
    "show_settings",
];

/// Values of the options.
#[derive(Debug, Parser)]
#[group(skip)]
#[command(no_binary_name = true, disable_help_flag = true, args_override_self = true, term_width = 120)]
pub(crate) struct Options {
    /// The build of the images.
    #[command(flatten)]
    pub(crate) build: BuildOptions,
    /// LLVM's clang-linker-wrapper.
    #[arg(long, value_name = "FILE", help_heading = LINK)]
    pub(crate) real_wrapper: Option<PathBuf>,
    /// The way in which programs get the runtime of <sycl/sycl.hpp> [default: static, if its directory is given]
    #[arg(long, default_value = "none", hide_default_value = true, value_name = "HOW", help_heading = LINK)]
    #[arg(default_value_if("runtime_directory", ArgPredicate::IsPresent, "static"))]
    pub(crate) runtime: Runtime,
    /// Where libsycl_runtime.a and libsycl_runtime.so are; sycl.cfg gives it.
    #[arg(long, value_name = "DIRECTORY", help_heading = LINK)]
    pub(crate) runtime_directory: Option<PathBuf>,
}

/// The heading of the link's own options in help.
const LINK: &str = "Link";

/// Ways in which programs get the runtime of `<sycl/sycl.hpp>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Runtime {
    /// It is part of them.
    Static,
    /// They load it when they start. Shared libraries that pass queues or memory between them need that.
    Shared,
    /// They use another one, or none.
    None,
}

/// All options, by the names that they have on the command line of a link.
fn command() -> Command {
    let config = Arg::new(CONFIG).long(CONFIG).value_name("FILE").help("A JSON file with more options");
    Options::command().arg(config.help_heading(LINK)).mut_args(|arg| {
        let name = match arg.get_id().as_str() {
            id if NOT_OF_LINK.contains(&id) || arg.is_hide_set() => None,
            "print_plan" => Some("print-plan"),
            _ => arg.get_long(),
        };
        let arg = match name.map(|name| format!("sycl-{name}")) {
            Some(name) => arg.long(name).short(Resettable::Reset),
            None => arg.required(false).hide(true),
        };
        match arg.get_id().as_str() {
            "target" => arg.required(false).help(
                "What to build for; repeatable [default: host and host:x86-64-v3 with SYP_EMBEDDED, also generic with \
                 --sycl-runtime, else spirv64]",
            ),
            "sanitize" => {
                arg.help("For the host, what code looks for while it runs [default: as -fsanitize= of its objects]")
            }
            "rdc" => arg.default_value("auto").help(
                "Whether device code of one object can use that of another; if not, each has images of its own, made \
                 again only if it changes; auto: off for the host where no object needs another, else on",
            ),
            // The link says which.
            "output" => arg.default_value("images.o"),
            _ => arg,
        }
    })
}

/// The options of a link, with their names.
fn known(command: &Command) -> impl Iterator<Item = (&str, &Arg)> {
    command.get_arguments().filter_map(|arg| Some((arg.get_long()?.strip_prefix("sycl-")?, arg)))
}

/// A text about each option.
pub(crate) fn help() -> String {
    let with_equals = |arg: Arg| if Takes::from_arg(&arg) == Takes::Nothing { arg } else { arg.require_equals(true) };
    command().help_template("{all-args}\n").mut_args(with_equals).render_help().to_string()
}

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

impl Takes {
    fn from_arg(arg: &Arg) -> Self {
        match arg.get_action() {
            ArgAction::SetTrue => Self::Nothing,
            ArgAction::Append => Self::Many,
            _ if arg.get_num_args().is_some_and(|count| count.min_values() == 0) => Self::Perhaps,
            _ => Self::One,
        }
    }
}

/// The options as a command line has them, by their names.
fn table(command: &Command) -> Table<'_, &str> {
    let option = |(name, arg)| {
        let takes = match Takes::from_arg(arg) {
            Takes::One | Takes::Many => sycl_command_line::Takes::Equals,
            Takes::Nothing => sycl_command_line::Takes::Nothing,
            Takes::Perhaps => sycl_command_line::Takes::Perhaps,
        };
        let value = format!("`{PREFIX}{name}=VALUE`").into();
        Known { name: arg.get_long().unwrap_or(name), takes, value, id: name }
    };
    Table { options: known(command).map(option).collect(), dashes: "--" }
}

impl Options {
    /// Reads the options of a command line.
    pub(crate) fn parse(arguments: &[OsString]) -> Result<Self, CommandFailure> {
        let command = command();
        let (mut words, mut given) = (Vec::new(), Vec::new());
        // Each option is one argument.
        for (argument, word) in arguments.iter().zip(table(&command).parse(arguments)) {
            let refused = |mistake| match mistake {
                Mistake::Unknown { argument, .. } => {
                    let name = argument.split('=').next().unwrap_or_default();
                    unknown(&command, name.strip_prefix(PREFIX).unwrap_or(name), PREFIX)
                }
                _ => CommandFailure::usage(mistake.to_string()),
            };
            match word.map_err(refused)? {
                Word::Value(CONFIG, file) => read(&command, Path::new(file), &mut words)?,
                _ => given.push(argument.clone()),
            }
        }
        words.extend(given);
        let parsed = command.try_get_matches_from(words).and_then(|matches| Self::from_arg_matches(&matches));
        let mut options = parsed.map_err(|mut error| {
            // It would be that of a whole command line.
            error.remove(ContextKind::Usage);
            CommandFailure::misused(&error)
        })?;
        options.build.front = Front::Link;
        Ok(options)
    }

    /// The steps are printed, and nothing is linked.
    pub(crate) fn prints_plan(&self) -> bool {
        self.build.print_plan.is_some()
    }

    /// Whether an image is code of the host, which the program uses without registering it.
    pub(crate) fn builds_for_host(&self) -> bool {
        self.build.target.iter().any(|target| is_host(target))
    }

    /// Builds `output` of `inputs` as the options say; `known` is the device code of some. Messages call it `name`.
    pub(crate) fn build(&mut self, inputs: Vec<PathBuf>, known: &KnownCode, output: &Path, name: &Path) -> ExitCode {
        self.build.inputs = inputs;
        self.build.output = output.to_owned();
        self.build.output_name = Some(name.to_owned());
        cli::build(&self.build, known, !self.prints_plan())
    }
}

/// Whether a target is the host.
pub(crate) fn is_host(target: &str) -> bool {
    target == "host" || target.starts_with("host:")
}

/// Reads a file of options into words of a command line.
fn read(command: &Command, file: &Path, words: &mut Vec<OsString>) -> Result<(), CommandFailure> {
    let refuse = |message: String| CommandFailure::refused(file, message);
    let text = output::read(file)?;
    let object = match serde_json::from_slice(&text) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return Err(refuse("found no object; expected one of options by name".to_owned())),
        Err(e) => return Err(refuse(e.to_string())),
    };
    for (name, value) in &object {
        let option = known(command).find(|(known, _)| known == name);
        let takes =
            option.map(|(_, arg)| Takes::from_arg(arg)).ok_or_else(|| unknown(command, name, "").in_file(file))?;
        let wrong =
            |expected: &str| refuse(format!("`{name}`: found {}; expected {expected}", excerpt(&value.to_string())));
        let word = |value: &Value, expected: &str| match value {
            Value::String(text) => Ok(format!("{PREFIX}{name}={text}").into()),
            Value::Number(number) => Ok(format!("{PREFIX}{name}={number}").into()),
            _ => Err(wrong(expected)),
        };
        match (takes, value) {
            _ if name == CONFIG => {
                return Err(refuse("found `config`; expected options that name no other file of them".to_owned()));
            }
            (Takes::Nothing | Takes::Perhaps, Value::Bool(false)) => {}
            (Takes::Nothing | Takes::Perhaps, Value::Bool(true)) => words.push(format!("{PREFIX}{name}").into()),
            (Takes::Nothing, _) => return Err(wrong("true or false")),
            (Takes::Many, Value::Array(values)) => {
                for value in values {
                    words.push(word(value, "a list of texts")?);
                }
            }
            (Takes::Many, value) => words.push(word(value, "a text, or a list of texts")?),
            (Takes::One | Takes::Perhaps, value) => words.push(word(value, "a text")?),
        }
    }
    Ok(())
}

/// The mistake of an option of another name. Messages show names behind `prefix`.
fn unknown(command: &Command, name: &str, prefix: &str) -> CommandFailure {
    let names: Vec<&str> = known(command).map(|(known, _)| known).collect();
    let all = names.iter().map(|known| format!("{prefix}{known}")).collect::<Vec<_>>().join(", ");
    let failure = CommandFailure::usage(format!("unknown option '{prefix}{}'; expected one of: {all}", excerpt(name)));
    match nearest(name, names) {
        Some(nearest) => failure.hint(format!("did you mean '{prefix}{nearest}'?")),
        None => failure,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn parse(arguments: &[&str]) -> Result<Options, String> {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        Options::parse(&arguments).map_err(|failure| failure.to_string())
    }

    #[test]
    fn options_become_those_of_build() {
        let options = parse(&["--sycl-target=nvptx64:sm_90", "--sycl-target=spirv64,host", "--sycl-keep"]).unwrap();
        assert_eq!(options.build.target, ["nvptx64:sm_90", "spirv64", "host"]);
        assert_eq!((options.build.keep, options.build.jobs), (Some(None), None));
        assert_eq!(parse(&["--sycl-jobs=2", "--sycl-jobs=3"]).unwrap().build.jobs, Some(3));
    }

    #[test]
    fn values_are_refused_under_the_names_of_a_link() {
        let error = parse(&["--sycl-jobs=0"]).unwrap_err();
        assert_eq!(error, "invalid value '0' for '--sycl-jobs <NUMBER>': expected a number from 1");
        let error = parse(&["--sycl-no-cache", "--sycl-cache-dir=x"]).unwrap_err();
        assert_eq!(error, "the argument '--sycl-no-cache' cannot be used with '--sycl-cache-dir <DIRECTORY>'");
    }

    #[test]
    fn help_has_the_options_as_they_are_given() {
        let help = help();
        for line in
            ["      --sycl-jobs=<NUMBER>", "      --sycl-no-cache ", "      --sycl-keep[=<DIRECTORY>]", "Link:\n"]
        {
            assert!(help.contains(line), "{line}");
        }
        assert!(!help.contains("--output") && !help.contains("--sycl-front-end"), "{help}");
    }

    #[test]
    fn a_link_sets_some_options_itself() {
        for id in NOT_OF_LINK {
            assert!(command().get_arguments().any(|arg| arg.get_id() == id), "{id}");
            let name = id.replace('_', "-");
            assert!(parse(&[&format!("--sycl-{name}=x")]).unwrap_err().starts_with("unknown option"), "{name}");
        }
        assert!(parse(&["--sycl-rdc-objects=x"]).unwrap_err().starts_with("unknown option"));
    }

    #[test]
    fn unknown_options_are_refused_with_those_that_there_are() {
        let error = parse(&["--sycl-foo"]).unwrap_err();
        assert!(
            error.starts_with("unknown option '--sycl-foo'; expected one of: --sycl-target, --sycl-fixed-targets, "),
            "{error}"
        );
        let error = parse(&["--sycl-tragets=spirv64"]).unwrap_err();
        assert!(error.starts_with("unknown option '--sycl-tragets'; "), "{error}");
        let error = parse(&["--sycl-split"]).unwrap_err();
        assert_eq!(error, "option `--sycl-split` has no value; expected `--sycl-split=VALUE`");
        let error = parse(&["--sycl-no-cache=1"]).unwrap_err();
        assert_eq!(error, "option `--sycl-no-cache` has the value `1`; expected none");
    }

    #[test]
    fn a_file_has_the_same_options_and_the_command_line_wins() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("options.json");
        let config = format!("--sycl-config={}", file.display());
        fs::write(
            &file,
            r#"{"target": ["spirv64"], "runtime": "shared", "jobs": 2, "print-plan": true, "keep": false}"#,
        )
        .unwrap();
        let options = parse(&["--sycl-jobs=3", "--sycl-target=host", &config]).unwrap();
        assert_eq!(options.build.target, ["spirv64", "host"]);
        assert_eq!((options.build.jobs, &options.build.keep, options.runtime), (Some(3), &None, Runtime::Shared));
        assert!(options.prints_plan());
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
