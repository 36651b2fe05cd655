//! The steps of one image: from its bitcode to what a device, or a compiler at run time, takes.
//!
//! | family | before the programs of the target |
//! |---|---|
//! | SPIR-V | `llc` to SPIR-V |
//! | NVPTX, AMDGPU | `opt` with `sycl-device-pipeline` |
//!
//! The programs of the target ([`Target::steps`]) follow, each over what the one before it wrote; then the image is
//! validated.

use std::fmt;
use std::path::PathBuf;

use sycl_propset::devices::AotStep;

use super::action::{Action, File};
use super::plan::Row;
use super::request::{CudaImage, Request, Validate};
use super::target::{Family, Target};
use super::tools::PACKAGER;

/// Which image steps are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageNumber {
    /// The image of a row of the target's table.
    Row(usize),
    /// The image that all rows share which the target cannot take.
    Empty,
    /// Any image, in a plan.
    Any,
}

impl fmt::Display for ImageNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(number) => number.fmt(f),
            Self::Empty => f.write_str("empty"),
            Self::Any => f.write_str("N"),
        }
    }
}

/// A step of an image, and the one file that it writes.
struct Made {
    step: Action,
    file: String,
}

/// The steps from a row to the finished image, whose name is given too.
#[must_use]
pub fn image_steps(request: &Request, target: usize, number: ImageNumber, row: &Row) -> (Vec<Action>, String) {
    let image = BackEnd { request, index: target, target: &request.targets[target], number };
    let first = if image.target.family.is_spirv() { image.spirv(&row.code) } else { image.pipeline(&row.code) };
    let (mut steps, mut file) = (vec![first.step], first.file);
    for program in &image.target.steps {
        if let Some(made) = image.program(program, &file) {
            steps.push(made.step);
            file = made.file;
        }
    }
    steps.extend(image.validate(row, &file));
    if let ImageNumber::Row(number) = number {
        steps = steps.into_iter().map(|step| step.of_image(target, number)).collect();
    }
    (steps, file)
}

/// The back end of a target, for one image.
struct BackEnd<'a> {
    request: &'a Request,
    /// Number of the target.
    index: usize,
    target: &'a Target,
    number: ImageNumber,
}

impl BackEnd<'_> {
    fn name(&self, extension: &str) -> String {
        format!("{}/{}.{extension}", self.target.directory(), self.number)
    }

    fn step(&self, tool: &'static str) -> Action {
        Action::new(tool, format!("{} image {}", self.target.name, self.number))
    }

    /// Says that a step writes the file of the image with this extension, which ends in an argument.
    fn writes(&self, step: Action, argument: &str, extension: &str) -> Made {
        let file = self.name(extension);
        Made { step: step.output(argument, file.clone()), file }
    }

    /// Options of the user's for this target.
    fn user_options(&self) -> impl Iterator<Item = &String> {
        self.request.back_end_options.iter().filter(|(of, _)| *of == self.index).map(|(_, option)| option)
    }

    fn spirv(&self, code: &str) -> Made {
        let step = self.step("llc").arguments([format!("-mtriple={}", self.target.family.triple())]);
        let mut step = step.arguments(["-O0".to_owned(), format!("--spirv-ext={}", self.request.spirv_extensions)]);
        if self.target.steps.is_empty() {
            step = with_options(step, self.user_options());
        }
        let step = step.arguments(["-filetype=obj"]).input("", File::Work(code.to_owned()));
        self.writes(step.arguments(["-o"]), "", "spv")
    }

    fn pipeline(&self, code: &str) -> Made {
        let processor = self.target.processor.as_ref().map(|processor| format!(":{processor}")).unwrap_or_default();
        let passes = format!("-passes=sycl-device-pipeline<target={}{processor}>", self.target.family.name());
        let step = self.step("opt").input("-load-pass-plugin=", File::Outside(self.request.plugin.clone()));
        let step = step.arguments([passes]).arguments(self.request.strips_debug_info.then_some("--strip-debug"));
        self.writes(step.input("", File::Work(code.to_owned())).arguments(["-o"]), "", "bc")
    }

    /// A program of the target over a file; `None` if it is left out.
    fn program(&self, program: &AotStep, file: &str) -> Option<Made> {
        let file = File::Work(file.to_owned());
        let options = &program.options;
        Some(match program.tool.as_str() {
            "llc" => {
                let is_object = self.target.family == Family::Amdgcn;
                let step = with_options(self.step("llc"), options);
                let step = step.arguments([format!("-O{}", self.request.optimization)]);
                let step = with_options(step, self.user_options());
                let step = step.arguments(is_object.then_some("-filetype=obj")).input("", file).arguments(["-o"]);
                self.writes(step, "", if is_object { "o" } else { "ptx" })
            }
            "ptxas" if self.request.cuda_image == CudaImage::Ptx => return None,
            "ptxas" => {
                let step = with_options(self.step("ptxas"), options).input("", file).arguments(["-o"]);
                self.writes(step, "", "cubin")
            }
            "ld.lld" => {
                let step = with_options(self.step("ld.lld"), options).input("", file).arguments(["-o"]);
                self.writes(step, "", "co")
            }
            "ocloc" => {
                let step = self.step("ocloc").arguments(["compile", "-spirv_input", "-file"]).input("", file);
                // The runtime has SPIR-V beside it.
                let step = with_options(with_options(step, options), self.user_options()).arguments(["-exclude_ir"]);
                self.writes(step.arguments(["-output_no_suffix", "-output"]), "", "bin")
            }
            _ => {
                let step = with_options(with_options(self.step("opencl-aot"), options), self.user_options());
                self.writes(step.input("", file), "-o=", "bin")
            }
        })
    }

    fn validate(&self, row: &Row, file: &str) -> Option<Action> {
        if self.request.validate == Validate::Never {
            return None;
        }
        let title = format!("{} image {}: validate", self.target.name, self.number);
        let mut step = Action::new(PACKAGER, title).arguments(["validate"]);
        if let Some(validator) = self.request.spirv_validator.as_ref().filter(|_| file.ends_with(".spv")) {
            step = step.input("--spirv-val=", File::Outside(validator.clone()));
        }
        // An empty image has no kernels, whatever its properties promise.
        if !row.is_empty {
            step = step.input("--properties=", File::Work(row.properties.clone()));
        }
        Some(step.output("--stamp=", self.name("valid")).input("", File::Work(file.to_owned())))
    }
}

/// Adds options. A file that one names is read by the step, so that its content counts.
fn with_options<'a>(step: Action, options: impl IntoIterator<Item = &'a String>) -> Action {
    options.into_iter().fold(step, |step, option| {
        let files = files_named_in(option);
        files.into_iter().fold(step.arguments([option]), |step, file| step.reads(File::Outside(file)))
    })
}

/// Files that an option names, such as `-x=/a/b` or `-options "-include /a/b"`. Steps run in a directory of their own, so only
/// absolute paths are names of the user's files.
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
mod tests {
    use super::*;

    #[test]
    fn files_are_found_in_options() {
        let directory = tempfile::tempdir().unwrap();
        let (one, two) = (directory.path().join("a one, b"), directory.path().join("two"));
        std::fs::write(&one, "").unwrap();
        std::fs::write(&two, "").unwrap();
        let check = |option: String, expected: &[&PathBuf]| {
            assert!(files_named_in(&option).iter().eq(expected.iter().copied()), "{option}");
        };
        check(two.display().to_string(), &[&two]);
        check(format!("-profile={}", one.display()), &[&one]);
        check(format!("@{}", two.display()), &[&two]);
        check(format!("-I/tmp -include '{0}',{0}", two.display()), &[&two]);
        check(format!("{}/none", directory.path().display()), &[]);
        check(directory.path().display().to_string(), &[]);
        check("-O3".to_owned(), &[]);
    }
}
