//! Makes images: moves one into a part, lowers its specialization constants, describes it. Nothing is written here.

use serde::{Deserialize, Serialize};

use super::{
    Error,
    checks::{self, Mismatch},
    image::Image,
    plan::{ImagePlan, Treatment},
};
use crate::{
    device_code_split::{self, Analysis, CodeKind},
    diagnostic::Remarks,
    ir::{ModuleSlicer, OwnedModule, Part, Unfinished, names::is_bfloat16_library_name},
    options::ImageOptions,
    properties::{self, Constants, Content},
    spec_constants::{self, Calls, Lowered, Mode},
};

/// Makes the images of a run.
pub(super) struct ImageMaker<'a, 'm> {
    pub(super) options: &'a ImageOptions,
    pub(super) analysis: &'a Analysis<'m>,
    pub(super) calls: &'a Calls<'m>,
    /// By id: whether anybody wants remarks.
    pub(super) wanted: Vec<bool>,
}

/// Takes one image after another.
pub(super) type Receive<'r> = dyn FnMut(Image) -> Result<(), Error> + 'r;

/// Findings while an image was made.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Findings {
    /// Whether the image needs the device libraries for bfloat16, and they are known.
    pub(super) needs_device_libraries: bool,
    pub(super) mismatches: Vec<Mismatch>,
    pub(super) remarks: Remarks,
}

/// A part as written, to be read into a context of its own.
struct Copy<'c> {
    bitcode: &'c [u8],
    unfinished: &'c Unfinished,
}

/// Result of a copy.
struct Transformed {
    code: Vec<u8>,
    constants: Vec<Lowered>,
}

impl<'m> ImageMaker<'_, 'm> {
    /// Makes the image of a plan, and after it its copy with default values.
    pub(super) fn make(
        &self,
        plan: &ImagePlan<'_>,
        slicer: &mut ModuleSlicer<'_, 'm>,
        receive: &mut Receive<'_>,
    ) -> Result<Findings, Error> {
        let (content, treatment) = plan.decide(self.analysis, self.calls, self.options);
        let mut part = self.analysis.part(&content, slicer);
        let mut findings = self.look(plan, &content)?;
        let remarks = &mut findings.remarks;
        match treatment {
            Treatment::AsIs => {
                let code = self.code_of(&part, plan.number, remarks)?;
                receive(self.describe(plan, &content, Constants::AsTheyWere)?.with_code(code))?;
            }
            Treatment::LowerInPart(mode) => {
                let constants = self.lower(&mut part, &content, mode, remarks)?;
                let code = self.code_of(&part, plan.number, remarks)?;
                receive(self.describe(plan, &content, Constants::Lowered(&constants))?.with_code(code))?;
            }
            Treatment::OwnContext { lower, with_default_copy } => {
                let bitcode = part.bitcode().map_err(|problem| Error::Unwritable { number: plan.number, problem })?;
                let copy = Copy { bitcode: &bitcode, unfinished: part.unfinished() };
                let done = self.transform(&copy, plan.number, lower, remarks)?;
                let constants = match lower {
                    Some(Mode::DefaultValues) => Constants::Defaults,
                    _ => Constants::Lowered(&done.constants),
                };
                receive(self.describe(plan, &content, constants)?.with_code(done.code))?;
                if with_default_copy {
                    let number = plan.number + 1;
                    let done = self.transform(&copy, number, Some(Mode::DefaultValues), remarks)?;
                    let image = self.describe(plan, &content, Constants::Defaults)?;
                    receive(Image { number, ..image.with_code(done.code) })?;
                }
            }
        }
        Ok(findings)
    }

    /// Makes the only image of a run out of the module itself: everything else in it is erased, and no handle to that
    /// may be used afterwards. Says whether globals are left that the image does without
    /// ([`OwnedModule::erase_unneeded`]).
    pub(super) fn make_whole(
        &self,
        plan: &ImagePlan<'_>,
        content: &device_code_split::Image<'_>,
        treatment: Treatment,
        mut slicer: ModuleSlicer<'_, 'm>,
        remarks: &mut Remarks,
    ) -> Result<(Image<()>, bool), Error> {
        let mut part = self.analysis.part(content, &mut slicer);
        let has_unneeded = !part.unfinished().is_empty();
        let constants = match treatment {
            Treatment::AsIs => None,
            Treatment::LowerInPart(mode) => Some(self.lower(&mut part, content, mode, remarks)?),
            Treatment::OwnContext { .. } => unreachable!("an image with this treatment cannot be whole"),
        };
        let constants = constants.as_deref().map_or(Constants::AsTheyWere, Constants::Lowered);
        let image = self.describe(plan, content, constants)?;
        part.settle().map_err(|problem| Error::Unwritable { number: plan.number, problem })?;
        Ok((image, has_unneeded))
    }

    /// Whether [`Self::make_whole`] makes all that comes of a plan.
    pub(super) fn can_be_whole(&self, content: &device_code_split::Image<'_>, treatment: Treatment) -> bool {
        !matches!(treatment, Treatment::OwnContext { .. }) && !self.needs_device_libraries(content)
    }

    /// Looks for messages about an image before it is made.
    pub(super) fn look(&self, plan: &ImagePlan<'_>, content: &device_code_split::Image<'_>) -> Result<Findings, Error> {
        let (analysis, number) = (self.analysis, plan.number);
        let mut remarks = Remarks::about(&self.wanted, format!("image {number}"));
        analysis.remark_members(content, self.options.split, &mut remarks);
        self.calls.check(content.members.iter().map(|id| analysis.global(*id)))?;
        Ok(Findings {
            needs_device_libraries: self.needs_device_libraries(content),
            mismatches: checks::mismatches(analysis, content, &plan.callers),
            remarks,
        })
    }

    fn needs_device_libraries(&self, content: &device_code_split::Image<'_>) -> bool {
        let mut functions = self.analysis.functions_of(&content.members);
        self.options.device_libraries.is_some() && functions.any(|f| is_bfloat16_library_name(&f.name()))
    }

    fn lower(
        &self,
        part: &mut Part<'_, 'm>,
        content: &device_code_split::Image<'_>,
        mode: Mode,
        remarks: &mut Remarks,
    ) -> Result<Vec<Lowered>, Error> {
        let functions = self.analysis.functions_of(&content.members);
        Ok(spec_constants::lower_part(&mut part.edit(), self.calls, functions, mode, remarks)?)
    }

    /// Everything about an image but its code.
    fn describe(
        &self,
        plan: &ImagePlan<'_>,
        image: &device_code_split::Image<'_>,
        constants: Constants<'_>,
    ) -> Result<Image<()>, Error> {
        let content = Content { analysis: self.analysis, image, constants };
        Ok(Image {
            code: (),
            entry_points: image.entry_points().iter().map(|id| self.analysis.global(*id).name()).collect(),
            properties: properties::describe(&content, self.options)?,
            is_esimd: image.code == CodeKind::Esimd,
            number: plan.number,
            has_other_half: plan.has_other_half,
            needs: properties::needs(&content),
        })
    }

    /// The code of a part; that of a copy where the part cannot be finished.
    fn code_of(&self, part: &Part<'_, 'm>, number: usize, remarks: &mut Remarks) -> Result<Vec<u8>, Error> {
        let unwritable = |problem| Error::Unwritable { number, problem };
        if part.unfinished().is_empty() && self.options.text {
            return Ok(part.print().map_err(unwritable)?.into_bytes());
        }
        let bitcode = part.bitcode().map_err(unwritable)?;
        if part.unfinished().is_empty() {
            return Ok(bitcode);
        }
        let copy = Copy { bitcode: &bitcode, unfinished: part.unfinished() };
        Ok(self.transform(&copy, number, None, remarks)?.code)
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
        let code = if self.options.text { module.view().print().into_bytes() } else { module.bitcode() };
        Ok(Transformed { code, constants })
    }
}
