//! The steps of one image: from its bitcode to what a device, or a compiler at run time, takes.
//!
//! | family | before the programs of the target |
//! |---|---|
//! | SPIR-V | if the code asks what its target is, `opt` with the answers; `llc` to SPIR-V |
//! | generic | nothing: the image is what the post-link step wrote, but `opt` where debug info goes |
//! | host | `opt` with `llvm-to-backend`, which also puts properties into the image |
//! | NVPTX, AMDGPU | `opt` with `sycl-device-pipeline`; if the device code is generic, with `llvm-to-backend` |
//!
//! The programs of the target ([`Target::steps`]) follow, each over what the one before it wrote; then the image is
//! validated.

use std::fmt;
use std::path::PathBuf;

use sycl_propset::devices::AotStep;

use super::super::action::{Action, File, ImageId, ImageNumber, Part, StepKind};
use super::super::command::{Code, Command, Emit, Link, RunPasses, Validate, with_options};
use super::super::request::{HostCode, Libclc, Pack, Recipe};
use super::super::resolve::{CudaCode, Resolved, Validation};
use super::super::target::{Architecture, Target};
use super::super::tools::PACKAGER;
use super::{LIBRARY, MATHEMATICS, PROCESSOR, Row, code as code_file, passes_over};

/// Name of the image that steps are for, for its files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ImageName {
    /// An image of the target.
    Number(ImageNumber),
    /// The image that all rows share which the target cannot take.
    Empty,
    /// Any image, in a plan.
    Any,
}

impl fmt::Display for ImageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Empty => f.write_str("empty"),
            Self::Any => f.write_str("N"),
        }
    }
}

/// Form of an image on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Bitcode,
    Spirv,
    Assembly,
    Object,
    Cubin,
    CodeObject,
    Library,
    Native,
}

impl Form {
    fn extension(self) -> &'static str {
        match self {
            Self::Bitcode => "bc",
            Self::Spirv => "spv",
            Self::Assembly => "ptx",
            Self::Object => "o",
            Self::Cubin => "cubin",
            Self::CodeObject => "co",
            Self::Library => "so",
            Self::Native => "bin",
        }
    }
}

/// A file on the way, and the step that writes it.
struct Made {
    step: Action,
    file: String,
    form: Form,
}

/// The steps of an image, and the finished image.
pub(super) struct ImageSteps {
    pub(super) steps: Vec<Action>,
    pub(super) file: String,
    /// File that the first of the target's programs reads.
    pub(super) before_programs: String,
}

/// The steps from a row to the finished image of a target.
pub(super) fn image_steps(resolved: &Resolved, target: usize, name: ImageName, row: &Row) -> ImageSteps {
    let image = BackEnd { resolved, index: target, target: &resolved.recipe.targets[target], image: name };
    let (_, group) = resolved.target(target);
    let mut steps = Vec::new();
    if image.target.code == Architecture::Generic && !resolved.recipe.strips_debug_info {
        return ImageSteps { steps, file: row.code.clone(), before_programs: row.code.clone() };
    }
    let mut last = if image.target.code.is_spirv() && row.asks {
        let answered = image.answer(&row.code);
        steps.push(answered.step);
        image.spirv(&answered.file)
    } else if image.target.code.is_spirv() {
        image.spirv(&row.code)
    } else if image.target.code == Architecture::Generic {
        image.passes(&row.code, Vec::new())
    } else if group.is_retargeted {
        image.retarget(row)
    } else {
        image.pipeline(&row.code)
    };
    let before_programs = last.file.clone();
    for program in &image.target.steps {
        if let Some(made) = image.program(program, &last.file) {
            steps.push(std::mem::replace(&mut last, made).step);
        }
    }
    let check = image.validate(row, &last);
    steps.push(last.step);
    steps.extend(check);
    if let ImageName::Number(number) = name {
        steps = steps.into_iter().map(|step| step.of_image(ImageId { target, number })).collect();
    }
    ImageSteps { steps, file: last.file, before_programs }
}

/// The back end of a target, for one image.
struct BackEnd<'a> {
    resolved: &'a Resolved,
    /// Index of the target.
    index: usize,
    target: &'a Target,
    image: ImageName,
}

impl BackEnd<'_> {
    fn recipe(&self) -> &Recipe {
        &self.resolved.recipe
    }

    fn name(&self, extension: &str) -> String {
        format!("{}/{}.{extension}", self.target.directory(), self.image)
    }

    /// Name of the image in messages.
    fn subject(&self) -> String {
        format!("{} image {}", self.target.name, self.image)
    }

    fn step(&self, tool: &'static str) -> Action {
        Action::new(tool, StepKind::BackEnd, self.subject())
    }

    /// A step that makes the image in a form by a command, which gets the name of the file.
    fn done(&self, step: Action, form: Form, command: impl FnOnce(String) -> Command) -> Made {
        let file = self.name(form.extension());
        Made { step: step.does(command(file.clone())), file, form }
    }

    /// Says that a step writes the image in a form; the name of the file ends an argument.
    fn writes(&self, step: Action, argument: &str, form: Form) -> Made {
        let file = self.name(form.extension());
        Made { step: step.output(argument, file.clone()), file, form }
    }

    /// The user's options for this target.
    fn user_options(&self) -> impl Iterator<Item = &String> {
        self.recipe().back_end_options.iter().filter(|o| o.target == self.index).map(|o| &o.option)
    }

    fn spirv(&self, code: &str) -> Made {
        let (triple, extensions) = (self.target.code.triple().to_owned(), self.recipe().spirv_extensions.clone());
        let emit = |output| Emit {
            code: Code::Spirv { triple, extensions },
            options: Vec::new(),
            user_options: self.user_options().filter(|_| self.target.steps.is_empty()).cloned().collect(),
            input: File::Work(code.to_owned()),
            output,
        };
        self.done(self.step("llc"), Form::Spirv, |output| Command::Emit(emit(output)))
    }

    /// Constants and queries of SPIR-V: branches for other targets go, and an image that asks for what is unknown is an
    /// error. What the program can set at run time stays.
    fn answer(&self, code: &str) -> Made {
        // It stops before anything depends on the size of pointers.
        let passes = "llvm-to-backend<target=spirv64;stop-after=prune>,sscp-reflect".to_owned();
        let run = passes_over(self.recipe(), passes, Vec::new(), File::Work(code.to_owned()));
        let run = RunPasses { triple: Some(self.target.code.triple().to_owned()), ..run };
        self.done(self.step("opt"), Form::Bitcode, |output| {
            Command::RunPasses(RunPasses { output: Some(output), ..run })
        })
    }

    /// The target as the passes name it.
    fn pass_target(&self) -> String {
        let processor = self.target.processor.as_ref().map(|processor| format!(":{processor}")).unwrap_or_default();
        format!("target={}{processor}", self.target.code.name())
    }

    fn pipeline(&self, code: &str) -> Made {
        self.passes(code, vec![Part::Text(format!("sycl-device-pipeline<{}>", self.pass_target()))])
    }

    /// From generic code to the target's: retargeted, with built-ins, optimized.
    fn retarget(&self, row: &Row) -> Made {
        let mut passes = vec![Part::Text(format!("llvm-to-backend<{}", self.pass_target()))];
        if self.target.code == Architecture::Host {
            passes.extend(self.host_parameters(row));
        }
        // Each variant is compiled, too, so only where code is to be fast. Other runtimes do not look for them.
        let is_optimized = ["2", "3"].contains(&self.recipe().optimization.as_str());
        if self.target.code == Architecture::Nvptx64 && self.recipe().is_for_our_runtime() && is_optimized {
            passes.push(Part::Text(";distinct-memory".to_owned()));
        }
        let mut parameter = |name: &str, file: File| {
            passes.extend([Part::Text(format!(";{name}=")), Part::Input(file)]);
        };
        for (number, library) in self.recipe().libraries.iter().enumerate() {
            if library.architecture() == Some(self.target.code) {
                parameter("lib", code_file(LIBRARY, number, &self.recipe().libraries));
            }
        }
        match &self.recipe().libclc {
            // The C library has them.
            _ if self.target.code == Architecture::Host => {}
            Libclc::File(file) => parameter("libclc", File::Outside(file.clone())),
            Libclc::Auto => match self.target.code.libclc().map(PathBuf::from).filter(|file| file.is_file()) {
                // By name, so that its content counts.
                Some(file) => parameter("libclc", File::Outside(file)),
                None => passes.push(Part::Text(";libclc=auto".to_owned())),
            },
            Libclc::Off => passes.push(Part::Text(";libclc=off".to_owned())),
        }
        passes.push(Part::Text(">".to_owned()));
        self.passes(&row.code, passes)
    }

    /// Facts about an image for a host that the passes need.
    fn host_parameters(&self, row: &Row) -> Vec<Part> {
        let HostCode { barriers, sub_group_size, sanitizers } = &self.recipe().host;
        let mut text = format!(";host={}", self.target.triple);
        if !self.is_in_object() {
            text.push_str(";entry");
        }
        text.extend(barriers.map(|barriers| format!(";barriers={barriers}")));
        text.extend(sub_group_size.map(|size| format!(";sub-group-size={size}")));
        text.extend(sanitizers.iter().map(|sanitizer| format!(";sanitize={sanitizer}")));
        vec![Part::Text(text + ";properties="), Part::Input(File::Work(row.properties.clone()))]
    }

    /// Whether the image is linked into the result rather than loaded.
    fn is_in_object(&self) -> bool {
        matches!(self.recipe().pack, Pack::Object { .. })
    }

    /// The description of this machine's processor, if the result depends on it.
    fn processor(&self) -> Option<File> {
        self.target.is_native().then(|| File::Work(PROCESSOR.to_owned()))
    }

    fn passes(&self, code: &str, passes: Vec<Part>) -> Made {
        let run = |output| RunPasses {
            triple: None,
            plugin: self.recipe().plugin.clone(),
            passes,
            reads: Vec::from_iter(self.processor()),
            strips_debug_info: self.recipe().strips_debug_info,
            input: File::Work(code.to_owned()),
            output: Some(output),
        };
        self.done(self.step("opt"), Form::Bitcode, |output| Command::RunPasses(run(output)))
    }

    /// A program of the target over a file; `None` if it is left out.
    fn program(&self, program: &AotStep, file: &str) -> Option<Made> {
        let file = File::Work(file.to_owned());
        let options = &program.options;
        Some(match program.tool.as_str() {
            "llc" => {
                let level = self.recipe().optimization.clone();
                let (code, form) = match self.target.code {
                    Architecture::Host => {
                        (Code::Host { processor: self.target.processor.clone(), level }, Form::Object)
                    }
                    Architecture::Amdgcn => (Code::Amdgpu { level }, Form::Object),
                    _ => (Code::Nvptx { level }, Form::Assembly),
                };
                let (options, user_options) = (options.clone(), self.user_options().cloned().collect());
                let step = self.processor().into_iter().fold(self.step("llc"), Action::reads);
                let emit = |output| Emit { code, options, user_options, input: file, output };
                self.done(step, form, |output| Command::Emit(emit(output)))
            }
            "ptxas" if self.resolved.cuda_code == CudaCode::Ptx => return None,
            "ptxas" => {
                let step = with_options(self.step("ptxas"), options).input("", file).arguments(["-o"]);
                self.writes(step, "", Form::Cubin)
            }
            "ld.lld" if self.target.code == Architecture::Host && self.is_in_object() => return None,
            "ld.lld" => {
                let is_host = self.target.code == Architecture::Host;
                let library = sycl_propset::needed::mathematics(&self.target.triple).filter(|_| is_host);
                let library = library.map(|_| File::Work(MATHEMATICS.to_owned()));
                let link = |output| Link { options: options.clone(), object: file, library, output };
                let form = if is_host { Form::Library } else { Form::CodeObject };
                self.done(self.step("ld.lld"), form, |output| Command::Link(link(output)))
            }
            "ocloc" => {
                let step = self.step("ocloc").arguments(["compile", "-spirv_input", "-file"]).input("", file);
                // The runtime has SPIR-V beside it.
                let step = with_options(with_options(step, options), self.user_options()).arguments(["-exclude_ir"]);
                self.writes(step.arguments(["-output_no_suffix", "-output"]), "", Form::Native)
            }
            _ => {
                let step = with_options(with_options(self.step("opencl-aot"), options), self.user_options());
                self.writes(step.input("", file), "-o=", Form::Native)
            }
        })
    }

    fn validate(&self, row: &Row, image: &Made) -> Option<Action> {
        let spirv_val = match &self.resolved.validation {
            Validation::Skipped => return None,
            Validation::Full(spirv_val) if image.form == Form::Spirv => Some(spirv_val.clone()),
            Validation::Full(_) | Validation::Structure => None,
        };
        let validate = Validate {
            spirv_val,
            // An empty image has no kernels, whatever its properties promise.
            properties: (!row.is_empty).then(|| File::Work(row.properties.clone())),
            stamp: self.name("valid"),
            image: File::Work(image.file.clone()),
        };
        Some(Action::new(PACKAGER, StepKind::Validate, self.subject()).does(Command::Validate(validate)))
    }
}
