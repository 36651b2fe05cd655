//! One image: lowers its specialization constants, describes it, writes it.

use serde::{Deserialize, Serialize};
use sycl_output::Files;
use sycl_propset::devices::DeviceConfig;

use super::{
    Error,
    checks::{self, Mismatch},
    left_out::{self, LeftOut},
    names::ImageName,
    plan::{ImagePlan, Treatment},
    report,
    row::{Row, RowContent, RowWriter},
};
use crate::{
    device_code_split::{Analysis, CodeKind, Image},
    diagnostic::Remarks,
    ir::{ModuleSlicer, OwnedModule, Part, Unfinished, names::is_bfloat16_library_name},
    properties::{self, Constants, Content},
    spec_constants::{self, Calls, Lowered, Mode},
};

/// Makes the images of a run.
pub(super) struct ImageWriter<'a, 'm> {
    pub(super) rows: &'a RowWriter<'a>,
    pub(super) analysis: &'a Analysis<'m>,
    pub(super) calls: &'a Calls<'m>,
    pub(super) devices: &'a DeviceConfig,
    /// By id: whether anybody wants remarks.
    pub(super) wanted: &'a [bool],
}

/// Everything that came of one plan.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Produced {
    /// The image, and after it the one with default values.
    pub(super) rows: Vec<Row>,
    #[serde(with = "report::files")]
    pub(super) files: Files,
    /// Whether a function of the device library for bfloat16 is in the image.
    pub(super) uses_bfloat16_library: bool,
    pub(super) mismatches: Vec<Mismatch>,
    /// Tables that do without the image.
    pub(super) left_out: Vec<LeftOut>,
    pub(super) remarks: Remarks,
}

/// A part as written, to be read into a context of its own.
struct Copy<'c> {
    bitcode: &'c [u8],
    unfinished: &'c Unfinished,
}

/// What came of a copy.
struct Transformed {
    ir: Vec<u8>,
    constants: Vec<Lowered>,
}

impl<'m> ImageWriter<'_, 'm> {
    /// Makes an image, and its copy with default values.
    pub(super) fn produce(&self, plan: &ImagePlan<'_>, slicer: &mut ModuleSlicer<'_, 'm>) -> Result<Produced, Error> {
        let (analysis, options) = (self.analysis, self.rows.options);
        let (image, treatment) = plan.decide(analysis, self.calls, options);
        let mut part = analysis.part(&image, slicer);
        let uses_bfloat16_library = options.device_library_dir.is_some()
            && analysis.functions_of(&image.members).any(|f| is_bfloat16_library_name(&f.name()));
        let mismatches = checks::mismatches(analysis, &image, &plan.callers);
        let remarks = Remarks::about(self.wanted, format!("image {}", plan.number));
        let mut produced = Produced { uses_bfloat16_library, mismatches, remarks, ..self.rows.nothing() };
        analysis.remark_members(&image, options.split, &mut produced.remarks);
        self.calls.check(image.members.iter().map(|id| analysis.global(*id)))?;

        let name = self.name(plan, &image);
        let unwritable = |problem| Error::Unwritable { number: plan.number, problem };
        match treatment {
            Treatment::AsIs => {
                let ir = self.ir_of(&part, plan.number, &mut produced.remarks)?;
                self.write(&ir, &image, Constants::AsTheyWere, name, &mut produced)?;
            }
            Treatment::LowerInPart(mode) => {
                let functions = analysis.functions_of(&image.members);
                let remarks = &mut produced.remarks;
                let constants = spec_constants::lower_part(&mut part.edit(), self.calls, functions, mode, remarks)?;
                let ir = self.ir_of(&part, plan.number, remarks)?;
                self.write(&ir, &image, Constants::Lowered(&constants), name, &mut produced)?;
            }
            Treatment::OwnContext { lower, with_default_copy } => {
                let bitcode = part.bitcode().map_err(unwritable)?;
                let copy = Copy { bitcode: &bitcode, unfinished: part.unfinished() };
                let done = self.transform(&copy, plan.number, lower, &mut produced.remarks)?;
                let constants = match lower {
                    Some(Mode::DefaultValues) => Constants::Defaults,
                    _ => Constants::Lowered(&done.constants),
                };
                self.write(&done.ir, &image, constants, name, &mut produced)?;
                if with_default_copy {
                    let name = ImageName { number: plan.number + 1, ..name };
                    let mode = Some(Mode::DefaultValues);
                    let done = self.transform(&copy, name.number, mode, &mut produced.remarks)?;
                    self.write(&done.ir, &image, Constants::Defaults, name, &mut produced)?;
                }
            }
        }
        Ok(produced)
    }

    fn name(&self, plan: &ImagePlan<'_>, image: &Image<'_>) -> ImageName {
        let is_esimd = image.code == CodeKind::Esimd;
        ImageName { number: plan.number, is_esimd, has_other_half: plan.has_other_half }
    }

    /// The IR of a part; that of a copy where the part cannot be finished.
    fn ir_of(&self, part: &Part<'_, 'm>, number: usize, remarks: &mut Remarks) -> Result<Vec<u8>, Error> {
        let unwritable = |problem| Error::Unwritable { number, problem };
        if part.unfinished().is_empty() && self.rows.options.text {
            return Ok(part.print().map_err(unwritable)?.into_bytes());
        }
        let bitcode = part.bitcode().map_err(unwritable)?;
        if part.unfinished().is_empty() {
            return Ok(bitcode);
        }
        let copy = Copy { bitcode: &bitcode, unfinished: part.unfinished() };
        Ok(self.transform(&copy, number, None, remarks)?.ir)
    }

    /// Ends in a context of its own what could not be done in the part, and drops what that made dead.
    fn transform(
        &self,
        copy: &Copy<'_>,
        number: usize,
        lower: Option<Mode>,
        remarks: &mut Remarks,
    ) -> Result<Transformed, Error> {
        let failed = |problem| Error::Transform { number, problem };
        let mut module = OwnedModule::read(copy.bitcode, "image").map_err(failed)?;
        module.finish(copy.unfinished);
        let constants = match lower {
            Some(mode) => spec_constants::run(&mut module.editor(), mode, remarks)?.constants,
            None => Vec::new(),
        };
        module.erase_unneeded();
        let ir = if self.rows.options.text { module.view().print().into_bytes() } else { module.bitcode() };
        Ok(Transformed { ir, constants })
    }

    /// Describes an image and writes its row.
    fn write(
        &self,
        ir: &[u8],
        image: &Image<'_>,
        constants: Constants<'_>,
        name: ImageName,
        produced: &mut Produced,
    ) -> Result<(), Error> {
        let content = Content { analysis: self.analysis, image, constants };
        let registry = properties::describe(&content, self.rows.options)?;
        let symbols: Vec<String> = image.entry_points().iter().map(|id| self.analysis.global(*id).name()).collect();
        let lacking = |target: &str| left_out::lacking(self.devices, target, &content);
        self.rows.write(&RowContent { name, ir, registry: &registry, symbols: &symbols }, lacking, produced)
    }
}
