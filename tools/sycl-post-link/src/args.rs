//! The command line: DPC++'s, in the manner of LLVM's tools.
//!
//! Every parameter of the pass `sycl-post-link` is an option of the same name, and its value is set in the same way.
//! Options listed here have no counterpart in the pass.

use std::{
    ffi::{OsStr, OsString},
    fmt::Write,
};

use sycl_command_line::{Known, Mistake, Table, Takes, Word};
use sycl_passes::{
    device_code_split::SplitMode,
    options::{self, Entry, Given, Layer, OptionError, Options, Output, Parameter, ParameterValue},
};
use sycl_program::{Action, option_of};

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
    #[error(transparent)]
    Word(#[from] Mistake),
    #[error("option `-o` has the value `{value}`; expected <file> or <target>,<file>")]
    NoOutput { value: String },
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

/// Meaning of an option.
#[derive(Clone, Copy)]
enum Id {
    Help,
    Version,
    IrOutputOnly,
    LowerEsimd,
    WithoutEffect,
    Parameter(&'static Parameter<Options>),
}

/// All options.
fn table() -> Table<'static, Id> {
    let mut options = vec![
        Known::new("help", Takes::Perhaps, Id::Help),
        Known::new("h", Takes::Perhaps, Id::Help),
        Known::new("version", Takes::Perhaps, Id::Version),
        Known::new("V", Takes::Perhaps, Id::Version),
        Known::new("ir-output-only", Takes::Switch, Id::IrOutputOnly),
        Known::new("lower-esimd", Takes::Switch, Id::LowerEsimd),
    ];
    options.extend(WITHOUT_EFFECT.iter().map(|(name, _)| Known::new(name, Takes::Perhaps, Id::WithoutEffect)));
    let named = |name, parameter: &'static Parameter<Options>| option_of(name, parameter, Id::Parameter(parameter));
    for parameter in options::POST_LINK {
        options.push(named(parameter.name, parameter));
        let aliases = ALIASES.iter().filter(|(_, option)| *option == parameter.name);
        options.extend(aliases.map(|(alias, _)| named(alias, parameter)));
    }
    Table { options, dashes: "-" }
}

/// Parses a command line without the program's name.
pub(crate) fn parse(arguments: &[OsString]) -> Result<Action<Arguments>, Error> {
    let mut given: Vec<Entry> = Vec::new();
    let mut ir_output_only = false;
    let mut input: Option<&OsStr> = None;
    let mut lower_esimd = false;
    let mut names_esimd = false;
    for word in table().parse(arguments) {
        let (parameter, value) = match word? {
            Word::Input(second) => {
                if let Some(first) = input.replace(second) {
                    let shown = |name: &OsStr| name.display().to_string();
                    return Err(Error::TwoInputs { first: shown(first), second: shown(second) });
                }
                continue;
            }
            Word::Flag(Id::Help, _) | Word::Value(Id::Help, _) => return Ok(Action::Help),
            Word::Flag(Id::Version, _) | Word::Value(Id::Version, _) => return Ok(Action::Version),
            Word::Flag(Id::IrOutputOnly, is_set) => {
                ir_output_only = is_set;
                continue;
            }
            Word::Flag(Id::LowerEsimd, is_set) => {
                (lower_esimd, names_esimd) = (is_set, true);
                continue;
            }
            Word::Flag(Id::Parameter(parameter), is_set) => {
                names_esimd |= parameter.name == "split-esimd";
                // A flag that is given as false is not set by a configuration file either.
                (parameter, ParameterValue::Flag(is_set))
            }
            Word::Value(Id::Parameter(parameter), value) => (parameter, value_of(parameter, value)?),
            Word::OnlyInputs | Word::Flag(..) | Word::Value(..) => continue,
        };
        given.push(Entry { name: parameter.name.to_owned(), values: vec![value] });
    }
    let given = Given { settings: None, explicit: Layer::of_entries(given) };
    let mut options = Options::from_given("sycl-post-link", options::POST_LINK, &given)?;
    options.files.ir_output_only = ir_output_only;
    // Drivers compile what the rows of a table name.
    options.files.omit_left_out = true;
    let input = input.unwrap_or(OsStr::new("-")).to_owned();
    options.files.input = Some(input.clone().into());
    check(&options, names_esimd)?;
    if ir_output_only {
        options.images.split = SplitMode::None;
    }
    Ok(Action::Run(Box::new(Arguments { input, options, lower_esimd })))
}

/// The value of an option. Tables are written in DPC++'s way: `<target>,<file>`.
fn value_of(parameter: &Parameter<Options>, value: &OsStr) -> Result<ParameterValue, Error> {
    if parameter.name != "o" {
        return Ok(ParameterValue::Text(value.to_owned()));
    }
    match Output::parse(value, b',') {
        Some(output) => Ok(ParameterValue::Output(output)),
        None => Err(Error::NoOutput { value: value.display().to_string() }),
    }
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
        match parse(&arguments.iter().map(OsString::from).collect::<Vec<_>>()) {
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
