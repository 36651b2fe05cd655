//! The steps of one image: from its bitcode to what a device, or a compiler at run time, takes.
//!
//! | family | before the programs of the target |
//! |---|---|
//! | SPIR-V | `llc` to SPIR-V |
//! | NVPTX, AMDGPU | `opt` with `sycl-device-pipeline` |
//!
//! The programs of the target ([`Target::steps`]) follow, each over what the one before it wrote; then the image is
//! validated.

use sycl_propset::devices::AotStep;

use super::action::{Action, File};
use super::plan::Row;
use super::request::{CudaImage, Request, Validate};
use super::target::{Family, Target};
use super::tools::PACKAGER;

/// The steps from a row to the finished image, whose name is given too. `number` is part of file names.
#[must_use]
pub fn image_steps(request: &Request, target: usize, number: &str, row: &Row) -> (Vec<Action>, String) {
    let image = BackEnd { request, index: target, target: &request.targets[target], number };
    let first = if image.target.family.is_spirv() { image.spirv(&row.code) } else { image.pipeline(&row.code) };
    let mut steps = vec![first];
    for program in &image.target.steps {
        // Each of these steps writes one file.
        let current = steps[steps.len() - 1].output_files()[0].clone();
        steps.extend(image.program(program, current));
    }
    let file = steps[steps.len() - 1].output_files()[0].clone();
    steps.extend(image.validate(row, &file));
    if !row.is_empty {
        let number = number.parse().unwrap_or_default();
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
    /// Of the image.
    number: &'a str,
}

impl BackEnd<'_> {
    fn name(&self, extension: &str) -> String {
        format!("{}/{}.{extension}", self.target.directory(), self.number)
    }

    fn step(&self, tool: &'static str) -> Action {
        Action::new(tool, format!("{} image {}", self.target.name, self.number))
    }

    /// Options of the user's for this target.
    fn user_options(&self) -> impl Iterator<Item = String> {
        self.request.back_end_options.iter().filter(|(of, _)| *of == self.index).map(|(_, option)| option.clone())
    }

    fn spirv(&self, code: &str) -> Action {
        let step = self.step("llc").arguments([format!("-mtriple={}", self.target.family.triple())]);
        let mut step = step.arguments(["-O0".to_owned(), format!("--spirv-ext={}", self.request.spirv_extensions)]);
        if self.target.steps.is_empty() {
            step = step.arguments(self.user_options());
        }
        let step = step.arguments(["-filetype=obj"]).input("", File::Work(code.to_owned()));
        step.arguments(["-o"]).output("", self.name("spv"))
    }

    fn pipeline(&self, code: &str) -> Action {
        let processor = self.target.processor.as_ref().map(|processor| format!(":{processor}")).unwrap_or_default();
        let passes = format!("-passes=sycl-device-pipeline<target={}{processor}>", self.target.family.name());
        let step = self.step("opt").input("-load-pass-plugin=", File::Outside(self.request.plugin.clone()));
        let step = step.arguments([passes]).arguments(self.request.strips_debug_info.then_some("--strip-debug"));
        step.input("", File::Work(code.to_owned())).arguments(["-o"]).output("", self.name("bc"))
    }

    /// A program of the target over a file; `None` if it is left out.
    fn program(&self, program: &AotStep, file: String) -> Option<Action> {
        let file = File::Work(file);
        let options = program.options.iter().cloned();
        Some(match program.tool.as_str() {
            "llc" => {
                let is_object = self.target.family == Family::Amdgcn;
                let step = self.step("llc").arguments(options);
                let step = step.arguments([format!("-O{}", self.request.optimization)]).arguments(self.user_options());
                let step = step.arguments(is_object.then_some("-filetype=obj")).input("", file).arguments(["-o"]);
                step.output("", self.name(if is_object { "o" } else { "ptx" }))
            }
            "ptxas" if self.request.cuda_image == CudaImage::Ptx => return None,
            "ptxas" => {
                let step = self.step("ptxas").arguments(options).input("", file).arguments(["-o"]);
                step.output("", self.name("cubin"))
            }
            "ld.lld" => {
                let step = self.step("ld.lld").arguments(options).input("", file).arguments(["-o"]);
                step.output("", self.name("co"))
            }
            "ocloc" => {
                let step = self.step("ocloc").arguments(["compile", "-spirv_input", "-file"]).input("", file);
                // The runtime has SPIR-V beside it.
                let step = step.arguments(options).arguments(self.user_options()).arguments(["-exclude_ir"]);
                step.arguments(["-output_no_suffix", "-output"]).output("", self.name("bin"))
            }
            _ => {
                let step = self.step("opencl-aot").arguments(options).arguments(self.user_options());
                step.input("", file).output("-o=", self.name("bin"))
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
