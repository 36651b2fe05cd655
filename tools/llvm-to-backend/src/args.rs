//! The command line, in the manner of LLVM's tools.
//!
//! Every parameter of the pass `llvm-to-backend` is an option of the same name, and its value is set in the same way.
//! Options listed here have no counterpart in the pass.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fmt::Write,
    path::PathBuf,
};

use sycl_builder::{environment::Environment, tools};
use sycl_command_line::{Known, Mistake, Table, Takes, Word};
use sycl_passes::{
    llvm_to_backend::Options,
    options::{self, Entry, Given, Layer, OptionError, Parameter, ParameterValue},
};
use sycl_program::{Action, option_of};
use sycl_propset::triple::KNOWN_BACK_ENDS as KNOWN;

use crate::{
    back_end::{Programs, absolute},
    form::Form,
};

/// A run.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) inputs: Vec<PathBuf>,
    pub(crate) options: Options,
    pub(crate) task: Task,
    pub(crate) prints_dead_arguments: bool,
    pub(crate) programs: Programs,
}

/// Task for the inputs.
#[derive(Debug)]
pub(crate) enum Task {
    /// Their constants are listed.
    ListConstants,
    /// They are compiled to a file.
    Write { output: PathBuf, form: Form },
}

/// Mistakes in a command line.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error(transparent)]
    Word(#[from] Mistake),
    #[error("option `--{name}` has the value `{value}`; expected {expected}")]
    Value { name: &'static str, value: String, expected: String },
    #[error("option `{name}` is given twice; expected one")]
    Twice { name: &'static str },
    #[error("no input; expected LLVM IR, an object, an OffloadBinary or an HCF file")]
    NoInput,
    #[error("no output; expected `-o <file>`")]
    NoOutput,
    #[error("no target; expected `--target {KNOWN}`")]
    NoTarget,
    #[error("output `{output}` has an unknown ending; expected {}, or --emit", Form::all())]
    Ending { output: String },
    #[error("found the form .{form} for target `{target}`; expected {expected}")]
    Form { form: &'static str, target: String, expected: String },
    #[error("found the form .cubin for target `{target}`; expected a processor, as in `{target}:sm_90`")]
    NoProcessor { target: String },
    #[error("two things go to standard output; expected a file after `-o`")]
    StandardOutput,
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// Options that take a value and that the pass does not have: name, what the value is, summary.
const WITH_VALUE: &[(&str, &str, &str)] = &[
    ("o", "file", "the output, whose ending says what is written; - is standard output"),
    ("emit", "ending", "what is written, whatever the output is called (for -: ll)"),
    ("device-lib", "file", "the same as -lib"),
    ("llvm-bin", "directory", "the only directory to look for llc and ld.lld in"),
    ("tool", "name=file", "a program to use, e.g. ptxas=/opt/cuda/bin/ptxas; may be repeated"),
    ("llc-option", "option", "a further option for llc; may be repeated"),
];

/// Flags that the pass does not have.
const FLAGS: &[(&str, &str)] = &[
    ("list-constants", "print the constants that can be set, with their types, and compile nothing"),
    ("print-dead-arguments", "print the arguments of kernels that the host does not pass any more"),
];

/// Options with several names, as help shows them.
const OTHERS: &[(&str, &str)] = &[
    (
        "O0, -O1, -O2, -O3",
        "level of llc for GPUs and the host, and of the stage optimize unless -passes says otherwise",
    ),
    ("help", "this text"),
    ("version", "the version, and that of LLVM; also -V"),
];

const LEVELS: [(&str, char); 4] = [("O0", '0'), ("O1", '1'), ("O2", '2'), ("O3", '3')];

/// Meaning of an option.
#[derive(Clone, Copy)]
enum Id {
    Help,
    Version,
    Level(char),
    Flag(&'static str),
    Value(&'static str),
    Parameter(&'static Parameter<Options>),
}

/// All options.
fn table() -> Table<'static, Id> {
    let mut options = vec![
        Known::new("help", Takes::Perhaps, Id::Help),
        Known::new("h", Takes::Perhaps, Id::Help),
        Known::new("version", Takes::Perhaps, Id::Version),
        Known::new("V", Takes::Perhaps, Id::Version),
    ];
    options.extend(LEVELS.map(|(name, level)| Known::new(name, Takes::Nothing, Id::Level(level))));
    options.extend(FLAGS.iter().map(|(name, _)| Known::new(name, Takes::Switch, Id::Flag(name))));
    let with_value =
        |(name, what, _): &(&'static str, &str, &str)| Known::with_value(name, format!("<{what}>"), Id::Value(name));
    options.extend(WITH_VALUE.iter().map(with_value));
    let of_pass = |parameter: &'static Parameter<_>| option_of(parameter.name, parameter, Id::Parameter(parameter));
    options.extend(options::LLVM_TO_BACKEND.iter().map(of_pass));
    Table { options, dashes: "--" }
}

/// Options that were read so far.
#[derive(Default)]
struct Read {
    given: Vec<Entry>,
    inputs: Vec<PathBuf>,
    values: BTreeMap<&'static str, Vec<OsString>>,
    flags: BTreeMap<&'static str, bool>,
    level: Option<char>,
}

/// Parses a command line without the program's name.
pub(crate) fn parse(arguments: &[OsString]) -> Result<Action<Arguments>, Error> {
    let mut read = Read::default();
    for word in table().parse(arguments) {
        match word? {
            Word::Input(input) => read.inputs.push(input.into()),
            Word::Flag(Id::Help, _) | Word::Value(Id::Help, _) => return Ok(Action::Help),
            Word::Flag(Id::Version, _) | Word::Value(Id::Version, _) => return Ok(Action::Version),
            Word::Flag(id, is_set) => read.flag(id, is_set),
            Word::Value(id, value) => read.value(id, value),
            Word::OnlyInputs => {}
        }
    }
    Ok(Action::Run(Box::new(read.finish()?)))
}

impl Read {
    fn flag(&mut self, id: Id, is_set: bool) {
        match id {
            Id::Level(level) => self.level = Some(level),
            Id::Flag(name) => _ = self.flags.insert(name, is_set),
            Id::Parameter(parameter) => self.give(parameter.name, ParameterValue::Flag(is_set)),
            Id::Help | Id::Version | Id::Value(_) => {}
        }
    }

    fn value(&mut self, id: Id, value: &OsStr) {
        match id {
            Id::Value("device-lib") => self.give("lib", ParameterValue::Text(value.to_owned())),
            Id::Value(name) => self.values.entry(name).or_default().push(value.to_owned()),
            Id::Parameter(parameter) => self.give(parameter.name, ParameterValue::Text(value.to_owned())),
            Id::Help | Id::Version | Id::Level(_) | Id::Flag(_) => {}
        }
    }

    fn give(&mut self, name: &str, value: ParameterValue) {
        self.given.push(Entry { name: name.to_owned(), values: vec![value] });
    }

    fn finish(mut self) -> Result<Arguments, Error> {
        let given = Given { settings: None, explicit: Layer::of_entries(std::mem::take(&mut self.given)) };
        let mut options: Options = given.parse("llvm-to-backend", options::LLVM_TO_BACKEND)?;
        if let (Some(level), None) = (self.level, &options.passes) {
            options.passes = Some(format!("default<O{level}>"));
        }
        if self.inputs.is_empty() {
            return Err(Error::NoInput);
        }
        let is_set = |name: &str| self.flags.get(name).copied().unwrap_or(false);
        let prints_dead_arguments = is_set("print-dead-arguments");
        let task = if is_set("list-constants") { Task::ListConstants } else { self.task(&options)? };
        if let Task::Write { output, .. } = &task
            && prints_dead_arguments
            && sycl_output::Target::is_standard_output(output)
        {
            return Err(Error::StandardOutput);
        }
        // It is of no use in another form, where the user can still ask for it.
        options.image.has_entry |= matches!(task, Task::Write { form: Form::Library, .. });
        let programs = self.programs()?;
        Ok(Arguments { inputs: self.inputs, options, task, prints_dead_arguments, programs })
    }

    /// The output, and what it is to be.
    fn task(&self, options: &Options) -> Result<Task, Error> {
        let target = options.target.as_ref().ok_or(Error::NoTarget)?;
        let output = PathBuf::from(self.one("o")?.ok_or(Error::NoOutput)?);
        let form = match self.one("emit")? {
            Some(name) => {
                let named = name.to_str().and_then(|name| Form::named(name.trim_start_matches('.')));
                let value = name.display().to_string();
                named.ok_or_else(|| Error::Value { name: "emit", value, expected: Form::all() })?
            }
            None => Form::of_path(&output).ok_or_else(|| Error::Ending { output: output.display().to_string() })?,
        };
        let forms = Form::of_target(&target.target);
        if !forms.contains(&form) {
            let expected = Form::list(forms);
            return Err(Error::Form { form: form.ending(), target: target.name.clone(), expected });
        }
        if form == Form::Cubin && target.target.processor().is_none() {
            return Err(Error::NoProcessor { target: target.name.clone() });
        }
        Ok(Task::Write { output, form })
    }

    /// The value of an option that is given once at most.
    fn one(&self, name: &'static str) -> Result<Option<&OsString>, Error> {
        match self.values.get(name).map(Vec::as_slice) {
            None => Ok(None),
            Some([value]) => Ok(Some(value)),
            Some(_) => Err(Error::Twice { name }),
        }
    }

    fn programs(&self) -> Result<Programs, Error> {
        let mut search = tools::Search {
            path: std::env::var_os("PATH").unwrap_or_default(),
            llvm_directory: self.one("llvm-bin")?.map(|directory| absolute(directory.as_ref())),
            environment: Environment::new(std::env::vars_os()),
            ..tools::Search::default()
        };
        for text in self.values.get("tool").into_iter().flatten() {
            let value = text.display().to_string();
            let known = ["llc", "ptxas", "ld.lld"];
            let wrong = || Error::Value {
                name: "tool",
                value: value.clone(),
                expected: format!("<name>=<file> with a name of: {}", known.join(", ")),
            };
            let (name, file) = value.split_once('=').filter(|(_, file)| !file.is_empty()).ok_or_else(wrong)?;
            if !known.contains(&name) {
                return Err(wrong());
            }
            search.given.insert(name.to_owned(), absolute(file.as_ref()));
        }
        let llc_options = self.values.get("llc-option").into_iter().flatten();
        let llc_options = llc_options.map(|option| option.to_string_lossy().into_owned()).collect();
        Ok(Programs { search, level: self.level, llc_options })
    }
}

/// The text of `--help`.
pub(crate) fn help() -> String {
    let mut text = String::from(
        "Compiles generic SYCL device code for a target: constants, answers and sizes that are known become literals, the\n\
         module is retargeted, libraries are linked, and a back end makes code of it.\n\n\
         USAGE: llvm-to-backend [options] --target <target> <input>... -o <output>\n\n\
         Inputs are LLVM bitcode and assembly, objects and archives that `clang -fsycl -c` made, OffloadBinary files and\n\
         HCF files of AdaptiveCpp; - is standard input. Several are linked. The ending of the output says what is written:\n\
         .bc, .ll; .spv; .ptx, .cubin; .o, .co; .so. llc, ld.lld and ptxas are looked for in /usr/lib/llvm-22/bin and PATH.\n\n\
         OPTIONS:\n",
    );
    let values = WITH_VALUE.iter().map(|(name, what, summary)| (format!("{name}=<{what}>"), *summary));
    let known = options::LLVM_TO_BACKEND.iter().map(|p| (p.usage(), p.summary));
    let flags = FLAGS.iter().chain(OTHERS).map(|(name, summary)| ((*name).to_owned(), *summary));
    for (usage, summary) in known.chain(values).chain(flags) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  -{usage:<44} {summary}");
    }
    text.push_str(
        "\nEXAMPLES:\n  llvm-to-backend app.bc --target nvptx64:sm_90 -o app.ptx\n  \
         llvm-to-backend app.hcf --target spirv64 --generic 0 --specialize K:2=512 --group-size 16,16 -o app.spv\n  \
         llvm-to-backend a.o b.o --target amdgcn:gfx90a --stop-after retarget --dump-stages stages -o -\n  \
         llvm-to-backend app.bc --target host:x86-64-v3 -o app.so\n\n\
         Exit code: 0 done, 1 an input is refused or a back end failed, 2 wrong usage, a missing program, or a file \
         cannot be read\nor written.\n",
    );
    text
}
