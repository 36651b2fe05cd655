//! Commands of steps that need not be run as programs: workers and this process know how to do them.
//!
//! A plan says what such a step does, and its words follow from that: for the program, for keys of results, for plans
//! that are printed, for Ninja. A worker gets the command itself.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sycl_propset::triple::Family;

use super::action::{Action, File, Part, StepKind};

/// Work of a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// `llc`.
    Emit(Emit),
    /// `ld.lld`, of one object.
    Link(Link),
    /// `llvm-link`, without options.
    LinkModules(LinkModules),
    /// `opt` with the plugin.
    RunPasses(RunPasses),
    /// `sycl-packager validate`.
    Validate(Validate),
    /// `sycl-packager wrap`, of tables.
    Wrap(Wrap),
}

impl Command {
    /// The words of the program of an image, after its name.
    #[must_use]
    pub fn words(self) -> Vec<String> {
        Action::new("", StepKind::BackEnd, "").does(self).command_arguments()
    }
}

/// `llc`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Emit {
    /// Kind of the code that it makes.
    pub code: Code,
    /// Options of the target.
    pub options: Vec<String>,
    /// More options of the user's.
    pub user_options: Vec<String>,
    /// The module.
    pub input: File,
    /// The code.
    pub output: String,
}

/// Kinds of code that `llc` makes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Code {
    /// SPIR-V.
    Spirv {
        /// Its triple.
        triple: String,
        /// Extensions that it may use, as `llc` takes them.
        extensions: String,
    },
    /// PTX.
    Nvptx {
        /// The level of optimization.
        level: String,
    },
    /// An object for an AMD GPU.
    Amdgpu {
        /// The level of optimization.
        level: String,
    },
    /// An object for the processor of a program.
    Host {
        /// The processor, unless it is any.
        processor: Option<String>,
        /// The level of optimization.
        level: String,
    },
}

/// Choices for LLVM's library, in the place of `llc`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BackEnd<'a> {
    pub(crate) family: Family,
    /// Extensions of SPIR-V, without `+`.
    pub(crate) extensions: Vec<&'a str>,
    /// Empty if none is named.
    pub(crate) processor: &'a str,
    /// As `-mattr` takes them; may be empty.
    pub(crate) features: &'a str,
    /// From `0` to `3`.
    pub(crate) level: u8,
}

impl Emit {
    /// Choices for LLVM's library; `None` if only the program knows all options.
    pub(crate) fn back_end(&self) -> Option<BackEnd<'_>> {
        if !self.user_options.is_empty() {
            return None;
        }
        let level_of = |level: &str| match level.as_bytes() {
            &[level @ b'0'..=b'3'] => Some(level),
            _ => None,
        };
        let of_gpu = |family, level: &str| {
            let (processor, features) = match &self.options[..] {
                [processor] => (processor, None),
                [processor, features] => (processor, Some(features.strip_prefix("-mattr=")?)),
                _ => return None,
            };
            // What `native` is for a GPU, only `llc` knows.
            let processor = processor.strip_prefix("-mcpu=").filter(|name| is_name(name) && *name != "native")?;
            let is_known = features.is_none_or(|features: &str| features.split(',').all(is_feature));
            let features = features.unwrap_or_default();
            is_known.then_some(BackEnd { family, extensions: Vec::new(), processor, features, level: level_of(level)? })
        };
        match &self.code {
            Code::Spirv { triple, extensions } => {
                let names = extensions.split(',').map(|name| name.strip_prefix('+').filter(|name| is_extension(name)));
                let extensions = names.collect::<Option<Vec<_>>>()?;
                let is_known = triple == "spirv64-unknown-unknown" && self.options.is_empty();
                let (family, level) = (Family::Spirv, b'0');
                is_known.then_some(BackEnd { family, extensions, processor: "", features: "", level })
            }
            Code::Nvptx { level } => of_gpu(Family::Nvptx, level),
            Code::Amdgpu { level } => of_gpu(Family::Amdgpu, level),
            Code::Host { processor, level } => {
                let processor = processor.as_deref();
                let is_known = self.options.is_empty() && processor.is_none_or(is_name);
                let (family, processor) = (Family::Host, processor.unwrap_or_default());
                let level = level_of(level)?;
                is_known.then_some(BackEnd { family, extensions: Vec::new(), processor, features: "", level })
            }
        }
    }

    fn words(&self, step: Action) -> Action {
        let (step, level, is_object) = match &self.code {
            Code::Spirv { triple, extensions } => {
                let step = step.arguments([format!("-mtriple={triple}"), "-O0".to_owned()]);
                (step.arguments([format!("--spirv-ext={extensions}")]), None, true)
            }
            Code::Nvptx { level } => (with_options(step, &self.options), Some(level), false),
            Code::Amdgpu { level } => (with_options(step, &self.options), Some(level), true),
            Code::Host { processor, level } => {
                let step = with_options(step, &self.options).arguments(["-relocation-model=pic"]);
                (step.arguments(processor.iter().map(|name| format!("-mcpu={name}"))), Some(level), true)
            }
        };
        let step = step.arguments(level.map(|level| format!("-O{level}")));
        let step = with_options(step, &self.user_options).arguments(is_object.then_some("-filetype=obj"));
        step.input("", self.input.clone()).arguments(["-o"]).output("", self.output.clone())
    }
}

/// Names of processors and features. `help` is not one.
fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.ends_with("help") && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
}

/// `+feature` or `-feature`. LLVM's features are in lower case.
fn is_feature(text: &str) -> bool {
    text.strip_prefix(['+', '-']).is_some_and(|name| is_name(name) && *name == name.to_lowercase())
}

fn is_extension(name: &str) -> bool {
    name.starts_with("SPV_") && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// `ld.lld`, of one object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// Options of the target.
    pub options: Vec<String>,
    /// The object.
    pub object: File,
    /// Library that images for hosts are linked against.
    pub library: Option<File>,
    /// The shared library.
    pub output: String,
}

impl Link {
    /// Whether LLVM's library makes the same.
    pub(crate) fn is_known(&self) -> bool {
        self.options == ["-shared"]
    }

    fn words(&self, step: Action) -> Action {
        let step = with_options(step, &self.options).input("", self.object.clone());
        let step = self.library.iter().fold(step, |step, library| step.input("", library.clone()));
        step.arguments(["-o"]).output("", self.output.clone())
    }
}

/// `llvm-link`, without options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkModules {
    /// The modules.
    pub inputs: Vec<File>,
    /// The linked module.
    pub output: String,
}

impl LinkModules {
    fn words(&self, step: Action) -> Action {
        let step = self.inputs.iter().fold(step, |step, input| step.input("", input.clone()));
        step.arguments(["-o"]).output("", self.output.clone())
    }
}

/// `opt` with the plugin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunPasses {
    /// `-mtriple`.
    pub triple: Option<String>,
    /// The plugin.
    pub plugin: PathBuf,
    /// The pipeline, with files that its parameters name.
    pub passes: Vec<Part>,
    /// More files that passes read.
    pub reads: Vec<File>,
    /// `--strip-debug`.
    pub strips_debug_info: bool,
    /// The module.
    pub input: File,
    /// The module afterwards; without it, all that comes of the module is what the passes write.
    pub output: Option<String>,
}

impl RunPasses {
    /// Whether LLVM's library makes the same.
    pub(crate) fn is_known(&self) -> bool {
        !self.passes.is_empty() && !self.strips_debug_info
    }

    /// The pipeline.
    pub(crate) fn pipeline(&self) -> String {
        let text = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Input(file) => file.path().display().to_string(),
        };
        self.passes.iter().map(text).collect()
    }

    /// Steps of images have the module before what comes of it.
    fn words(&self, step: Action) -> Action {
        let is_of_image = step.title.kind.is_of_image();
        let triple = self.triple.iter().map(|triple| format!("-mtriple={triple}"));
        let plugin = |step: Action| step.input("-load-pass-plugin=", File::Outside(self.plugin.clone()));
        let step = if is_of_image { plugin(step).arguments(triple) } else { plugin(step.arguments(triple)) };
        let step = match &self.passes[..] {
            [] => step,
            passes => step.composed([Part::Text("-passes=".to_owned())].into_iter().chain(passes.iter().cloned())),
        };
        let step = self.reads.iter().fold(step, |step, file| step.reads(file.clone()));
        let step = step.arguments(self.strips_debug_info.then_some("--strip-debug"));
        let input = |step: Action| step.input("", self.input.clone());
        let output = |step: Action| match &self.output {
            Some(output) => step.arguments(["-o"]).output("", output.clone()),
            None => step.arguments(["-disable-output"]),
        };
        if is_of_image { output(input(step)) } else { input(output(step)) }
    }
}

/// `sycl-packager validate`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Validate {
    /// `spirv-val`, unless only the structure is checked.
    pub spirv_val: Option<PathBuf>,
    /// Properties, which name kernels.
    pub properties: Option<File>,
    /// The file that says that the image is valid.
    pub stamp: String,
    /// The image.
    pub image: File,
}

impl Validate {
    fn words(&self, step: Action) -> Action {
        let mut step = step.arguments(["validate"]);
        if let Some(spirv_val) = &self.spirv_val {
            step = step.input("--spirv-val=", File::Outside(spirv_val.clone()));
        }
        if let Some(properties) = &self.properties {
            step = step.input("--properties=", properties.clone());
        }
        step.output("--stamp=", self.stamp.clone()).input("", self.image.clone())
    }
}

/// `sycl-packager wrap`, of tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wrap {
    /// Tables, each with what the runtime takes its images for.
    pub tables: Vec<(File, String)>,
    /// The triple of the host.
    pub host: String,
    /// Options for a compiler at run time; may be empty.
    pub compile_options: String,
    /// Options for a linker at run time; may be empty.
    pub link_options: String,
    /// The object.
    pub output: String,
}

impl Wrap {
    fn words(&self, step: Action) -> Action {
        let mut step = step.arguments(["wrap"]);
        for (table, target) in &self.tables {
            step = step.input("--table=", table.clone()).arguments([format!("--runtime-target={target}")]);
        }
        let step = step.arguments([format!("--host={}", self.host)]);
        let step = with_run_time_options(step, &self.compile_options, &self.link_options);
        step.output("--output=", self.output.clone())
    }
}

/// Adds options of what packs images for compilers and linkers at run time.
pub(crate) fn with_run_time_options(step: Action, compile: &str, link: &str) -> Action {
    let given = [("--compile-opts", compile), ("--link-opts", link)].into_iter().filter(|(_, value)| !value.is_empty());
    step.arguments(given.map(|(option, value)| format!("{option}={value}")))
}

impl Action {
    /// Says what the step does: its words, and the files that these name.
    #[must_use]
    pub fn does(self, command: Command) -> Self {
        let mut step = match &command {
            Command::Emit(emit) => emit.words(self),
            Command::Link(link) => link.words(self),
            Command::LinkModules(link) => link.words(self),
            Command::RunPasses(run) => run.words(self),
            Command::Validate(validate) => validate.words(self),
            Command::Wrap(wrap) => wrap.words(self),
        };
        step.command = Some(command);
        step
    }
}

/// Adds options. A file that one names is read by the step, so that its content counts.
pub(crate) fn with_options<'a>(step: Action, options: impl IntoIterator<Item = &'a String>) -> Action {
    options.into_iter().fold(step, |step, option| {
        let files = files_named_in(option);
        files.into_iter().fold(step.arguments([option]), |step, file| step.reads(File::Outside(file)))
    })
}

/// Files that an option names, such as `-x=/a/b` or `-options "-include /a/b"`. Steps run in a directory of their own,
/// so only absolute paths are names of the user's files.
fn files_named_in(option: &str) -> Vec<PathBuf> {
    let whole = option.find('/').map(|start| &option[start..]);
    let words =
        option.split(|c: char| c.is_whitespace() || "=,;:@'\"".contains(c)).filter(|word| word.starts_with('/'));
    let mut files: Vec<PathBuf> =
        whole.into_iter().chain(words).map(PathBuf::from).filter(|path| path.is_file()).collect();
    files.sort();
    files.dedup();
    files
}

#[cfg(test)]
mod tests;
