//! The command line: DPC++'s, in the manner of LLVM's tools. Names take one or two dashes, values follow `=` or stand
//! in the next argument, flags may be given `=true` or `=false`.
//!
//! Every parameter of the pass `sycl-post-link` is an option of the same name, and its value is set in the same way.
//! Options listed here have no counterpart in the pass.

use std::{
    ffi::{OsStr, OsString},
    fmt::Write,
    os::unix::ffi::OsStrExt,
};

use sycl_passes::{
    device_code_split::SplitMode,
    options::{self, Entry, Given, Layer, OptionError, Options, Output, Parameter, ParameterValue},
};
use sycl_program::command_line::{Action, is_set, name_and_value};
use sycl_propset::nearest;

/// A run.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) input: OsString,
    pub(crate) options: Options,
    /// Whether ESIMD code is to be lowered.
    pub(crate) lower_esimd: bool,
}

/// Mistakes in a command line. The texts of the last two are those of DPC++'s tool.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("unknown option `{argument}`; {}", match nearest {
        Some(name) => format!("did you mean `-{name}`?"),
        None => "try --help for usage info".to_owned(),
    })]
    Unknown { argument: String, nearest: Option<&'static str> },
    #[error("option `-{name}` has no value; expected {expected}")]
    NoValue { name: &'static str, expected: String },
    #[error("option `-o` has the value `{value}`; expected <file> or <target>,<file>")]
    NoOutput { value: String },
    #[error("option `-{name}` has the value `{value}`; expected true or false")]
    NotAFlag { name: &'static str, value: String },
    #[error("second input `{second}` after `{first}`; expected one")]
    TwoInputs { first: String, second: String },
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error("no actions specified; try --help for usage info")]
    NoActions,
    #[error("{option} can't be used with -ir-output-only")]
    IrOutputOnly { option: String },
}

/// Options of DPC++'s tool that change nothing here, with what they are there.
const WITHOUT_EFFECT: &[(&str, &str)] = &[
    ("f", "binary output may go to a terminal: this tool writes files only"),
    ("O0", "optimization of ESIMD code"),
    ("O1", "optimization of ESIMD code"),
    ("O2", "optimization of ESIMD code"),
    ("O3", "optimization of ESIMD code"),
    ("Os", "optimization of ESIMD code"),
    ("Oz", "optimization of ESIMD code"),
    ("force-disable-esimd-opt", "optimization of ESIMD code"),
];

/// Other names of options, from DPC++'s design documents and its former versions.
const ALIASES: &[(&str, &str)] = &[("support-dynamic-linking", "allow-device-image-dependencies")];

/// Options that the pass does not have.
const ONLY_HERE: &[(&str, &str)] = &[
    ("ir-output-only", "write one IR file to -o, and no table"),
    ("lower-esimd", "for modules without ESIMD code; others are refused"),
    ("help", "this text"),
    ("version", "the version, and that of LLVM; also -V"),
];

/// Parses a command line without the program's name. Arguments are bytes, as file names are.
pub(crate) fn parse(mut arguments: impl Iterator<Item = OsString>) -> Result<Action<Arguments>, Error> {
    let mut given: Vec<Entry> = Vec::new();
    let mut ir_output_only = false;
    let mut input: Option<OsString> = None;
    let mut only_inputs = false;
    let mut lower_esimd = false;
    let mut names_esimd = false;
    while let Some(argument) = arguments.next() {
        if only_inputs || !argument.as_bytes().starts_with(b"-") || argument == "-" {
            if let Some(first) = input.replace(argument.clone()) {
                let shown = |name: &OsStr| name.display().to_string();
                return Err(Error::TwoInputs { first: shown(&first), second: shown(&argument) });
            }
            continue;
        }
        if argument == "--" {
            only_inputs = true;
            continue;
        }
        let (name, value) = name_and_value(&argument);
        let unknown = || {
            let argument = argument.display().to_string();
            Error::Unknown { argument, nearest: name.to_str().and_then(nearest_option) }
        };
        let name = name.to_str().ok_or_else(unknown)?;
        let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, option)| *option);
        match name {
            "help" | "h" => return Ok(Action::Help),
            "version" | "V" => return Ok(Action::Version),
            "ir-output-only" => ir_output_only = flag("ir-output-only", value)?,
            "lower-esimd" => {
                lower_esimd = flag("lower-esimd", value)?;
                names_esimd = true;
            }
            _ if WITHOUT_EFFECT.iter().any(|(known, _)| *known == name) => {}
            _ => {
                let parameter = options::POST_LINK.iter().find(|p| p.name == name).ok_or_else(unknown)?;
                let value = if parameter.is_flag() {
                    names_esimd |= name == "split-esimd";
                    // A flag that is given as false is not set by a configuration file either.
                    ParameterValue::Flag(flag(parameter.name, value)?)
                } else {
                    let value = value.map(OsStr::to_owned).or_else(|| arguments.next());
                    let missing = || Error::NoValue { name: parameter.name, expected: parameter.usage() };
                    value_of(parameter, value.ok_or_else(missing)?)?
                };
                given.push(Entry { name: parameter.name.to_owned(), values: vec![value] });
            }
        }
    }
    let given = Given { settings: None, explicit: Layer::of_entries(given) };
    let mut options = Options::of("sycl-post-link", options::POST_LINK, &given)?;
    options.files.ir_output_only = ir_output_only;
    // Drivers compile what the rows of a table name.
    options.files.omit_left_out = true;
    let input = input.unwrap_or_else(|| "-".into());
    options.files.input = Some(input.clone().into());
    check(&options, names_esimd)?;
    if ir_output_only {
        options.images.split = SplitMode::None;
    }
    Ok(Action::Run(Box::new(Arguments { input, options, lower_esimd })))
}

/// The option that was probably meant.
fn nearest_option(name: &str) -> Option<&'static str> {
    let known = options::POST_LINK.iter().map(|parameter| parameter.name);
    let more = [ONLY_HERE, WITHOUT_EFFECT, ALIASES].into_iter().flatten().map(|(name, _)| *name);
    // All options of one or two letters are near each other.
    nearest::nearest(name, known.chain(more).filter(|known| known.len() > 2))
}

/// The value of an option. Tables are written in DPC++'s way: `<target>,<file>`.
fn value_of(parameter: &Parameter<Options>, value: OsString) -> Result<ParameterValue, Error> {
    if parameter.name != "o" {
        return Ok(ParameterValue::Text(value));
    }
    match Output::parse(&value, b',') {
        Some(output) => Ok(ParameterValue::Output(output)),
        None => Err(Error::NoOutput { value: value.display().to_string() }),
    }
}

fn flag(name: &'static str, value: Option<&OsStr>) -> Result<bool, Error> {
    is_set(value).map_err(|value| Error::NotAFlag { name, value })
}

/// Options that make no sense alone or together, in the words of DPC++'s tool. An option about ESIMD code is something
/// to do even if it is given as false, as there.
fn check(options: &Options, names_esimd: bool) -> Result<(), Error> {
    let asked = [
        (options.images.split_esimd, "split-esimd"),
        (options.files.symbols, "symbols"),
        (options.files.properties, "properties"),
        (options.images.emit_param_info, "emit-param-info"),
        (options.images.emit_program_metadata, "emit-program-metadata"),
        (options.images.emit_kernel_names, "emit-kernel-names"),
        (options.images.emit_exported_symbols, "emit-exported-symbols"),
        (options.images.emit_imported_symbols, "emit-imported-symbols"),
        (options.images.default_spec_constant_images, "generate-device-image-default-spec-consts"),
    ];
    let does_something = options.images.split != SplitMode::None
        || options.images.spec_constants.is_some()
        || options.images.device_globals
        || names_esimd
        || asked.iter().any(|(given, _)| *given);
    if !does_something {
        return Err(Error::NoActions);
    }
    if options.files.ir_output_only {
        if let SplitMode::Kernel | SplitMode::Source = options.images.split {
            let name = options.images.split;
            return Err(Error::IrOutputOnly { option: format!("-split={name}") });
        }
        if let Some((_, name)) = asked.iter().find(|(given, _)| *given) {
            return Err(Error::IrOutputOnly { option: format!("-{name}") });
        }
    }
    Ok(())
}

/// The text of `--help`.
pub(crate) fn help() -> String {
    let mut text = String::from(
        "Splits a linked SYCL device module into images, lowers specialization constants and describes every image.\n\n\
         USAGE: sycl-post-link [options] <input bitcode or IR, or - for stdin>\n\n\
         Without -o the table is <input>.files. -o may be repeated: -o=<file> or -o=<target>,<file>; - is standard \
         output, and images\nthen go to -out-dir. Options here count more than those of a -config file.\n\n\
         As with DPC++'s tool, whose place this one takes, the exit code is 1 for whatever goes wrong, wrong options too, \
         and the\ntable of a target has no row for an image that the target cannot run.\n\nOPTIONS:\n",
    );
    let known = options::POST_LINK.iter().map(|p| (p.usage(), p.summary));
    let more = ONLY_HERE.iter().map(|(name, summary)| ((*name).to_owned(), *summary));
    for (usage, summary) in known.chain(more) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  -{usage:<44} {summary}");
    }
    text.push_str("\nAccepted without effect:\n");
    for (name, what) in WITHOUT_EFFECT {
        let _ = writeln!(text, "  -{name:<44} {what}");
    }
    text.push_str(
        "\nEXAMPLE:\n  sycl-post-link -split=kernel -spec-const=native -symbols -properties -o=out.table in.bc\n",
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(arguments: &[&str]) -> Result<Box<Arguments>, String> {
        match parse(arguments.iter().map(OsString::from)) {
            Ok(Action::Run(arguments)) => Ok(arguments),
            Ok(_) => Err("help".into()),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn dashes_and_values() {
        let parsed = run(&["--split=kernel", "-o", "pvc,a.table", "-symbols=true", "-properties=false", "x.bc"]);
        let arguments = parsed.expect("accepted");
        assert_eq!(arguments.options.images.split, SplitMode::Kernel);
        assert_eq!(arguments.options.files.outputs, [Output { target: Some("pvc".into()), path: "a.table".into() }]);
        assert!(arguments.options.files.symbols && !arguments.options.files.properties);
        assert_eq!(arguments.input, "x.bc");
    }

    #[test]
    fn an_option_about_esimd_code_is_an_action() {
        assert!(run(&["-split=none", "-split-esimd=false"]).is_ok_and(|a| !a.options.images.split_esimd));
        assert!(run(&["-split=none", "-lower-esimd"]).is_ok_and(|a| a.lower_esimd));
    }

    #[test]
    fn refusals() {
        let refused = |arguments: &[&str]| run(arguments).expect_err("refused");
        assert_eq!(refused(&["-split=none"]), "no actions specified; try --help for usage info");
        assert_eq!(refused(&["-ir-output-only", "-split=kernel"]), "-split=kernel can't be used with -ir-output-only");
        assert_eq!(refused(&["-ir-output-only", "-symbols"]), "-symbols can't be used with -ir-output-only");
        assert_eq!(refused(&["-ir-output-only", "-split-esimd"]), "-split-esimd can't be used with -ir-output-only");
        assert_eq!(refused(&["-bogus"]), "unknown option `-bogus`; try --help for usage info");
        assert_eq!(refused(&["a.bc", "b.bc"]), "second input `b.bc` after `a.bc`; expected one");
    }
}
