//! The command line. Arguments with one dash go to the compiler, as in clang's, but for the program's own short
//! options.

use std::{
    ffi::OsString,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum, error::ErrorKind};
use sycl_packager::cli::{Shell, words};
use sycl_rtc::{
    CachePlace, CacheSettings, ImageFormat, Isolation, Language, Settings, SpecConstants, Split, Target, options,
};

use crate::{
    Error,
    messages::{self, Color},
};

/// Action of the program.
pub(crate) enum Action {
    /// Print help, or what is wrong with the command line.
    Stop(Box<clap::Error>),
    /// Print the versions.
    Version(Settings),
    /// Print the completions of a shell.
    Completion(Shell),
    /// Write the manual pages into a directory.
    Manual(PathBuf),
    /// Compile.
    Compile(Box<Task>),
    /// Print what a cache holds.
    ShowCache(PathBuf),
    /// Remove everything from a cache.
    ClearCache(PathBuf),
    /// Write what a cache holds to a directory that is shipped with a program.
    ExportCache(PathBuf, PathBuf),
}

/// A compilation.
pub(crate) struct Task {
    /// The source; `-` is standard input.
    pub(crate) source: PathBuf,
    pub(crate) language: Language,
    pub(crate) targets: Vec<Target>,
    pub(crate) headers: Vec<(String, PathBuf)>,
    /// Directories of DPC++'s headers, and of those that they need.
    pub(crate) sycl_headers: Vec<String>,
    pub(crate) options: Vec<String>,
    /// Name expressions.
    pub(crate) names: Vec<String>,
    pub(crate) split: Option<Split>,
    pub(crate) spec_constants: Option<SpecConstants>,
    pub(crate) extensions: Option<Vec<String>>,
    pub(crate) output: PathBuf,
    pub(crate) formats: Vec<Format>,
    pub(crate) prints: Vec<Print>,
    pub(crate) is_json: bool,
    /// Outputs are not listed.
    pub(crate) is_quiet: bool,
    /// It is said of each image where it is from, and how long it took.
    pub(crate) is_verbose: bool,
    pub(crate) deadline: Option<Duration>,
    pub(crate) settings: Settings,
}

/// Form that is written, for each image unless it says something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The image, in the form that the target has
    Image,
    /// The image, if it is SPIR-V
    Spirv,
    /// The image, if it is PTX
    Ptx,
    /// The image, if it is a shared object
    Elf,
    /// The module that the back end gets
    Bitcode,
    /// One file with all images, as SYCL runtimes load it
    Syclbin,
    /// One file with all images, as LLVM's tools read it
    OffloadBinary,
}

/// A file for all images.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Container {
    Syclbin,
    OffloadBinary,
}

impl Container {
    /// The ending of its files, which is that of `sycl-packager build`.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Syclbin => "syclbin",
            Self::OffloadBinary => "bundle",
        }
    }
}

impl Format {
    /// The ending of files of images for a target.
    pub(crate) const fn extension(self, target: &Target) -> &'static str {
        match (self, target) {
            (Self::Bitcode, _) => "bc",
            (_, Target::Nvptx64(_)) => "ptx",
            (_, Target::Amdgcn(_)) => "co",
            (_, Target::Host(_)) => "so",
            _ => "spv",
        }
    }

    /// The form that images must have, if it is one.
    const fn of_image(self) -> Option<ImageFormat> {
        match self {
            Self::Spirv => Some(ImageFormat::Spirv),
            Self::Ptx => Some(ImageFormat::Ptx),
            Self::Elf => Some(ImageFormat::Elf),
            Self::Image | Self::Bitcode | Self::Syclbin | Self::OffloadBinary => None,
        }
    }

    /// The file for all images, if it is one.
    pub(crate) const fn container(self) -> Option<Container> {
        match self {
            Self::Syclbin => Some(Container::Syclbin),
            Self::OffloadBinary => Some(Container::OffloadBinary),
            _ => None,
        }
    }
}

/// Process that the compiler runs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Isolated {
    /// In this process
    None,
    /// In a forked child
    Fork,
}

fn splits() -> impl TypedValueParser<Value = Split> {
    let values = [
        (Split::None, Some("One image (default)")),
        (Split::Features, Some("Kernels that need the same of a device share an image")),
        (Split::Kernel, Some("An image for each kernel")),
    ];
    words::parser(&values, Split::of_one_unit)
}

fn constants() -> impl TypedValueParser<Value = SpecConstants> {
    let values = SpecConstants::AT_RUN_TIME.map(|(name, mode)| {
        PossibleValue::new(name).help(match mode {
            SpecConstants::Native => "Those of SPIR-V, which are set before a program is built",
            SpecConstants::Emulation | SpecConstants::HostEmulation => {
                "Values in a buffer, the last argument of kernels"
            }
            SpecConstants::DefaultValues => "Their defaults",
        })
    });
    PossibleValuesParser::new(values).map(|given| {
        let known = SpecConstants::AT_RUN_TIME.into_iter().find(|(name, _)| *name == given);
        known.expect("clap takes these names only").1
    })
}

/// Additional output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Print {
    /// A line for each kernel
    Kernels,
    /// A line for each name expression: the function, and its kernel
    Names,
    /// The property sets of each image, as in a file `.prop`
    Properties,
    /// Milliseconds of each step
    Timings,
}

/// Compiles device code in the process, without files in between and without other programs.
#[derive(Parser)]
#[command(name = "sycl-rtc", version = None, disable_version_flag = true, arg_required_else_help = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    messages: Messages,
}

/// Amount and form of messages.
#[derive(Args)]
struct Messages {
    /// List no outputs; warnings and errors are printed
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "Messages")]
    quiet: bool,
    /// Print where each image is from and how long each step took
    #[arg(short, long, global = true, help_heading = "Messages")]
    verbose: bool,
    /// Print the versions of this program and of LLVM
    #[arg(short = 'V', long, help_heading = "Messages")]
    version: bool,
    /// Whether messages and help have colours
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value = "auto", help_heading = "Messages")]
    color: Color,
}

#[derive(Subcommand)]
enum Command {
    /// Compile a source to an image for each target
    Compile(Box<CompileArguments>),
    /// Print what is in the cache, remove it, or write it to a directory that is shipped with a program
    Cache {
        /// What to do
        #[arg(value_enum)]
        action: CacheAction,
        /// For export, the directory to write to; it is created
        #[arg(required_if_eq("action", "export"))]
        to: Option<PathBuf>,
        /// The cache (default: that of the environment)
        #[arg(long = "cache", value_name = "DIRECTORY")]
        directory: Option<PathBuf>,
    },
    /// Write shell completions and manual pages
    Generate {
        /// What to write
        #[command(subcommand)]
        what: Generated,
    },
    /// Print the versions of this program and of LLVM
    Version {
        /// The compiler library (default: beside this program, or in ../lib)
        #[arg(long, value_name = "FILE")]
        compiler: Option<PathBuf>,
    },
}

#[derive(Subcommand)]
enum Generated {
    /// Print the completions of a shell
    Completion {
        /// The shell
        shell: Shell,
    },
    /// Write the manual pages, one for each command
    Man {
        /// The directory to write to; it is created
        directory: PathBuf,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CacheAction {
    /// Print the directory, and how much is in it
    Show,
    /// Remove everything
    Clear,
    /// Write everything to a directory, which other users may read
    Export,
}

/// Options of the compiler stand between the others, as in `-DN=4 -O3 -I include -Wall`; docs/runtime-options.md lists
/// them.
#[derive(Args)]
struct CompileArguments {
    /// The source: SYCL (.cpp), OpenCL C (.cl), C++ for OpenCL (.clcpp), LLVM's bitcode (.bc) or text (.ll); - is
    /// standard input
    source: PathBuf,
    /// What an image is made for: spirv64 (default), nvptx64:sm_90, amdgcn:gfx90a, host, host:x86-64-v3, host:native;
    /// may be repeated
    #[arg(long = "target", value_name = "TARGET")]
    targets: Vec<String>,
    /// sycl, opencl-c, opencl-c++ or bitcode (default: by the ending of the source)
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,
    /// Of SYCL, an expression that names a function, such as `ns::f<float, 3>`: it is compiled, and its name printed;
    /// of bitcode, a kernel by its symbol: only those that are named are compiled; may be repeated
    #[arg(long = "name", value_name = "EXPRESSION")]
    names: Vec<String>,
    /// How kernels are spread over images: in one image, by the features that they need, or an image for each
    #[arg(long, value_name = "HOW", value_parser = splits())]
    split: Option<Split>,
    /// What specialization constants become (default: native in SPIR-V, emulation for other targets)
    #[arg(long = "spec-const", value_name = "HOW", value_parser = constants())]
    spec_constants: Option<SpecConstants>,
    /// A header in memory, and the file that it is read from; may be repeated
    #[arg(long = "header", value_name = "NAME=FILE")]
    headers: Vec<String>,
    /// Of SYCL, a directory of DPC++'s headers, which the source sees instead of the embedded <sycl/sycl.hpp>;
    /// repeated, those of the C++ library and the C library
    #[arg(long = "sycl-headers", value_name = "DIRECTORY")]
    sycl_headers: Vec<String>,
    /// SPIR-V extensions that the image may use, with commas between them, instead of the usual ones
    #[arg(long, value_name = "LIST")]
    spirv_ext: Option<String>,
    /// A directory, for <source>.<target>.<ending>, or <source>.<ending> for all images; or a file, for one output
    #[arg(short, long, value_name = "PATH", default_value = ".", allow_hyphen_values = true)]
    output: PathBuf,
    /// What is written; may be repeated
    #[arg(long = "format", value_name = "FORMAT", value_enum, value_delimiter = ',', default_value = "image")]
    formats: Vec<Format>,
    /// What is printed, besides a line for each output
    #[arg(long = "print", value_name = "WHAT", value_enum, value_delimiter = ',')]
    prints: Vec<Print>,
    /// Print one JSON document on standard output, diagnostics included, and nothing on standard error
    #[arg(long, conflicts_with_all = ["quiet", "verbose"])]
    json: bool,
    /// Milliseconds after which no further step of the compilation begins
    #[arg(long, value_name = "MS")]
    deadline: Option<u64>,
    /// A directory in which programs are kept and found again (default: none, or with SYCL_RTC_CACHE=1 that of
    /// SYCL_RTC_CACHE_DIR, else sycl-rtc in XDG_CACHE_HOME or ~/.cache)
    #[arg(long, value_name = "DIRECTORY")]
    cache: Option<PathBuf>,
    /// Keep parsed headers there, too: that of SYCL, 0.8 MB for each set of options, and DPC++'s, 35 MB
    #[arg(long)]
    cache_headers: bool,
    /// Threads for several targets, and for the images of a target (--split); images do not depend on it
    #[arg(short, long, value_name = "NUMBER", value_parser = number, default_value = "1")]
    jobs: NonZeroUsize,
    /// Where the compiler runs; a crash of it in a process of its own is an error, and the deadline ends it anywhere
    #[arg(long, value_name = "WHERE", value_enum, default_value = "none")]
    isolation: Isolated,
    /// The compiler library (default: beside this program, or in ../lib)
    #[arg(long, value_name = "FILE")]
    compiler: Option<PathBuf>,
}

fn number(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "expected a number from 1")
}

/// The command line, for what describes it.
pub(crate) fn command() -> clap::Command {
    let mut command = CommandLine::command();
    command.build();
    command
}

/// Parses a command line.
pub(crate) fn parse(words: impl Iterator<Item = OsString>) -> Result<Action, Error> {
    let (words, options) = split(words)?;
    let color = wanted_color(&words);
    messages::set_color(color);
    let parser = CommandLine::command().color(color.choice());
    let parsed = parser.try_get_matches_from(words).and_then(|found| CommandLine::from_arg_matches(&found));
    let mut settings = Settings::from_env();
    let (command, messages) = match parsed {
        Ok(CommandLine { messages, .. }) if messages.version => return Ok(Action::Version(settings)),
        Ok(CommandLine { command: Some(command), messages }) => (command, messages),
        Ok(CommandLine { command: None, .. }) => {
            let mut parser = CommandLine::command();
            return Ok(Action::Stop(Box::new(parser.error(ErrorKind::MissingSubcommand, "expected a command"))));
        }
        Err(error) => return Ok(Action::Stop(Box::new(error))),
    };
    match command {
        Command::Cache { action, to, directory } => {
            let directory = directory.or_else(CacheSettings::directory_of_env).ok_or(Error::NoCache)?;
            Ok(match action {
                CacheAction::Export => Action::ExportCache(directory, to.ok_or(Error::NoCache)?),
                _ if to.is_some() => return Err(Error::NotExported { to: to.unwrap_or_default() }),
                CacheAction::Show => Action::ShowCache(directory),
                CacheAction::Clear => Action::ClearCache(directory),
            })
        }
        Command::Generate { what: Generated::Completion { shell } } => Ok(Action::Completion(shell)),
        Command::Generate { what: Generated::Man { directory } } => Ok(Action::Manual(directory)),
        Command::Version { compiler } => {
            settings.compiler = compiler;
            Ok(Action::Version(settings))
        }
        Command::Compile(given) => {
            settings.compiler.clone_from(&given.compiler);
            if let Some(directory) = &given.cache {
                let mut cache = settings.cache.take().unwrap_or_default();
                cache.place = Some(CachePlace::Directory(directory.clone()));
                settings.cache = Some(cache);
            }
            if given.cache_headers {
                let cache = settings.cache.as_mut().filter(|cache| cache.place.is_some());
                cache.ok_or(Error::NoCacheOfHeaders)?.headers = true;
            }
            settings.threads = given.jobs;
            settings.isolation = match given.isolation {
                Isolated::None => Isolation::None,
                Isolated::Fork => Isolation::Fork,
            };
            task(*given, &messages, options, settings).map(|task| Action::Compile(Box::new(task)))
        }
    }
}

/// Colour that the command line asks for, as far as can be seen before it was understood.
fn wanted_color(words: &[OsString]) -> Color {
    let mut words = words.iter().map_while(|word| word.to_str().filter(|word| *word != "--"));
    let said = words.find_map(|word| word.strip_prefix("--color").map(str::to_owned));
    let value = match said.as_deref() {
        Some("") => words.next().map(str::to_owned),
        Some(value) => value.strip_prefix('=').map(str::to_owned),
        None => None,
    };
    value.and_then(|value| Color::from_str(&value, false).ok()).unwrap_or(Color::Auto)
}

/// Directories of headers; absolute ones if what is made of them is kept.
fn directories(given: Vec<String>, are_kept: bool) -> Vec<String> {
    let absolute = |directory: String| {
        let path = std::path::absolute(&directory).ok().filter(|_| are_kept && !directory.is_empty());
        path.and_then(|path| path.into_os_string().into_string().ok()).unwrap_or(directory)
    };
    given.into_iter().map(absolute).collect()
}

/// Takes the compiler's options out of a command line.
fn split(mut words: impl Iterator<Item = OsString>) -> Result<(Vec<OsString>, Vec<String>), Error> {
    let (mut own, mut options) = (Vec::new(), Vec::new());
    own.extend(words.next());
    while let Some(word) = words.next() {
        let bytes = word.as_encoded_bytes();
        if bytes == b"--" {
            own.push(word);
            own.extend(words);
            break;
        }
        // The only option of a compiler with two dashes, DPC++'s.
        let is_option = bytes == b"--auto-pch"
            || bytes.len() > 1
                && bytes[0] == b'-'
                && bytes[1] != b'-'
                && !matches!(bytes, b"-o" | b"-h" | b"-q" | b"-v" | b"-V")
                && !bytes.starts_with(b"-o=")
                && !bytes.starts_with(b"-j");
        if !is_option {
            let takes_value = matches!(bytes, b"-o" | b"-j") || bytes.starts_with(b"--") && takes_value(bytes);
            own.push(word);
            // A value may begin with a dash.
            if takes_value {
                own.extend(words.next());
            }
            continue;
        }
        let text = |option: OsString| option.into_string().map_err(|option| Error::NotText { option });
        let option = text(word)?;
        let has_value = options::takes_next_word(&option);
        options.push(option);
        if has_value && let Some(value) = words.next() {
            options.push(text(value)?);
        }
    }
    Ok((own, options))
}

/// Whether a long option takes the next word.
fn takes_value(option: &[u8]) -> bool {
    !option.contains(&b'=')
        && !matches!(option, b"--json" | b"--cache-headers" | b"--help" | b"--quiet" | b"--verbose" | b"--version")
}

fn task(given: CompileArguments, messages: &Messages, options: Vec<String>, settings: Settings) -> Result<Task, Error> {
    let language = match &given.language {
        Some(name) => Language::parse(name)?,
        None => by_ending(&given.source)?,
    };
    let wrong = |text: String| Error::CommandLine { text };
    let targets = given.targets.iter().map(|name| Target::parse(name)).collect::<Result<Vec<_>, _>>()?;
    let mut headers = Vec::new();
    for header in &given.headers {
        let pair = header.split_once('=').filter(|(name, file)| !name.is_empty() && !file.is_empty());
        let (name, file) =
            pair.ok_or_else(|| wrong(format!("option `--header` has the value `{header}`; expected NAME=FILE")))?;
        headers.push((name.to_owned(), PathBuf::from(file)));
    }
    let extensions = given.spirv_ext.map(|list| {
        let names = list.split(',').filter(|name| !name.is_empty());
        // As `llc` has them.
        names.map(|name| name.strip_prefix('+').unwrap_or(name).to_owned()).collect()
    });
    let targets = if targets.is_empty() { vec![Target::Spirv64] } else { targets };
    let mut formats = given.formats;
    formats.dedup();
    for (target, wanted) in targets.iter().flat_map(|target| formats.iter().map(move |format| (target, *format))) {
        if let Some(wanted) = wanted.of_image().filter(|wanted| *wanted != target.format()) {
            return Err(Error::Format { wanted, target: *target });
        }
    }
    Ok(Task {
        source: given.source,
        language,
        targets,
        headers,
        sycl_headers: directories(given.sycl_headers, given.cache_headers),
        options,
        names: given.names,
        split: given.split,
        spec_constants: given.spec_constants,
        extensions,
        output: given.output,
        formats,
        prints: given.prints,
        is_json: given.json,
        is_quiet: messages.quiet,
        is_verbose: messages.verbose,
        deadline: given.deadline.map(Duration::from_millis),
        settings,
    })
}

fn by_ending(source: &Path) -> Result<Language, Error> {
    match source.extension().and_then(|ending| ending.to_str()) {
        Some("cpp") => Ok(Language::Sycl),
        Some("cl") => Ok(Language::OpenClC),
        Some("clcpp") => Ok(Language::CxxForOpenCl),
        Some("bc" | "ll") => Ok(Language::Bitcode),
        _ => Err(Error::Ending { name: source.display().to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compile(words: &[&str]) -> Result<Box<Task>, String> {
        let all = ["sycl-rtc", "compile"].iter().chain(words).map(OsString::from);
        match parse(all) {
            Ok(Action::Compile(task)) => Ok(task),
            Ok(Action::Stop(error)) => Err(error.render().to_string()),
            Ok(_) => Err("another command".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn options_of_the_compiler_stand_anywhere() {
        let task =
            compile(&["-DN=4", "k.cl", "-o", "-out", "-I", "inc", "--target", "spirv64", "-O3", "-Wall"]).unwrap();
        assert_eq!(task.options, ["-DN=4", "-I", "inc", "-O3", "-Wall"]);
        assert_eq!((task.source, task.output), (PathBuf::from("k.cl"), PathBuf::from("-out")));
        let task = compile(&["k.cpp", "--auto-pch", "--target", "nvidia_gpu_sm_90"]).unwrap();
        assert_eq!((&task.options[..], task.targets[0].name()), (&["--auto-pch".to_owned()][..], "nvptx64:sm_90"));
        let task = compile(&["-", "--language", "opencl-c++", "--spirv-ext", "+SPV_A,SPV_B"]).unwrap();
        assert_eq!(task.language, Language::CxxForOpenCl);
        assert_eq!(task.extensions.unwrap(), ["SPV_A", "SPV_B"]);
        let task = compile(&["--format=spirv,bitcode", "--deadline=5", "a.ll", "--header", "a.h=b.h"]).unwrap();
        assert_eq!(task.formats, [Format::Spirv, Format::Bitcode]);
        assert_eq!(task.deadline, Some(Duration::from_millis(5)));
        assert_eq!(task.headers, [("a.h".to_owned(), PathBuf::from("b.h"))]);
        assert_eq!(task.settings.threads.get(), 1);
        assert_eq!(task.targets, [Target::Spirv64]);
    }

    #[test]
    fn the_number_of_threads_stands_behind_jobs() {
        for words in [&["-j", "3"][..], &["-j3"], &["-j=3"], &["--jobs", "3"], &["--jobs=3"]] {
            let task = compile(&[&["k.cl", "-O3"], words, &["-DN"]].concat()).unwrap();
            assert_eq!((task.settings.threads.get(), &task.options[..]), (3, &["-O3", "-DN"].map(str::to_owned)[..]));
        }
        for wrong in ["0", "two", "1.5"] {
            let error = compile(&["k.cl", "--jobs", wrong]).err().unwrap();
            let expected = format!("invalid value '{wrong}' for '--jobs <NUMBER>': expected a number from 1");
            assert!(error.contains(&expected), "{error}");
        }
    }

    #[test]
    fn wrong_command_lines_say_what_is_expected() {
        assert_eq!(
            compile(&["k.txt"]).err().unwrap(),
            "source `k.txt` has an unknown ending; expected .cpp, .cl, .clcpp, .bc or .ll, or --language"
        );
        assert_eq!(
            compile(&["k.cl", "--header", "a.h"]).err().unwrap(),
            "option `--header` has the value `a.h`; expected NAME=FILE"
        );
        assert!(compile(&[]).err().unwrap().contains("<SOURCE>"));
        assert!(
            compile(&["k.cl", "--format", "so"])
                .err()
                .unwrap()
                .contains("[possible values: image, spirv, ptx, elf, bitcode, syclbin, offload-binary]")
        );
        assert_eq!(
            compile(&["k.cl", "--target", "gpu"]).err().unwrap(),
            "unknown target `gpu`; expected spirv64, nvptx64:sm_<number>, amdgcn:gfx<number>, host or host:<processor>"
        );
        assert_eq!(
            compile(&["k.cl", "--target", "nvptx64:sm_90", "--format", "spirv"]).err().unwrap(),
            "format spirv for target `nvptx64:sm_90`; expected ptx, image, bitcode, syclbin or offload-binary"
        );
    }

    #[test]
    fn versions_are_asked_for_in_three_ways() {
        for words in [&["version"][..], &["--version"], &["-V"]] {
            let all = ["sycl-rtc"].iter().chain(words).map(OsString::from);
            assert!(matches!(parse(all), Ok(Action::Version(_))), "{words:?}");
        }
        assert!(matches!(parse(["sycl-rtc"].iter().map(OsString::from)), Ok(Action::Stop(_))));
    }

    #[test]
    #[cfg(unix)]
    fn options_are_text() {
        use std::os::unix::ffi::OsStringExt;
        let words = ["sycl-rtc", "compile", "k.cl"].map(OsString::from).into_iter();
        let error = parse(words.chain([OsString::from_vec(b"-D\xff".to_vec())])).err().unwrap();
        assert!(error.to_string().ends_with("is not UTF-8; expected text"), "{error}");
    }
}
