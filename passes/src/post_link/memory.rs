//! Images in memory: as bytes, or as modules for a back end in this process. No file is opened or written, except
//! device libraries that are given by their directory; no process is started, and nothing is printed.

use std::{num::NonZeroUsize, thread};

use sycl_images::parallel::map_in_order;

use super::{Error, checks::Described, device_libraries, image::Image, outline::Outline, plan::ImagePlan};
use crate::{
    diagnostic::Sink,
    ir::{Editor, OwnedModule},
    options::ImageOptions,
};

/// Bytes of stack of a further thread: LLVM recurses over code that is deeply nested.
const STACK: usize = 64 << 20;

/// All images of a module, in the order of the rows of a table.
pub(super) fn collect(
    editor: &mut Editor<'_>,
    options: &ImageOptions,
    sink: &mut dyn Sink,
) -> Result<Vec<Image>, Error> {
    let outline = Outline::for_module(editor.view(), options, Described::Properties)?;
    let plans = outline.plans(options)?;
    parts(editor, options, &outline, &plans, sink)
}

/// Gives each image of a module to a back end, as a module.
pub(super) fn generate<T: Send, E: From<Error> + Send>(
    mut module: OwnedModule,
    options: &ImageOptions,
    threads: NonZeroUsize,
    sink: &mut dyn Sink,
    back_end: impl Fn(usize, Image<OwnedModule>) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let made = reduced(&mut module.editor(), options, sink)?;
    let images = match made {
        Modules::Whole { image, has_unneeded } => {
            if has_unneeded {
                module.erase_unneeded();
            }
            return Ok(vec![back_end(0, image.with_code(module))?]);
        }
        Modules::Parts(images) => images,
    };
    let name = module.view().identifier();
    drop(module);
    let helpers = (1..threads.get().min(images.len())).map(|_| (thread::Builder::new().stack_size(STACK), ()));
    let work = |index, mut image: Image| {
        let code = OwnedModule::read(&std::mem::take(&mut image.code), &name);
        let code = code.map_err(|problem| Error::Transform { number: image.number, problem })?;
        back_end(index, image.with_code(code))
    };
    map_in_order(images, helpers, work, Result::is_err).into_iter().collect()
}

/// The images of a module that is not needed any more.
enum Modules {
    /// The only one, which the module has become, but for globals that it does without.
    Whole { image: Box<Image<()>>, has_unneeded: bool },
    /// Several, or one that is made in a context of its own.
    Parts(Vec<Image>),
}

fn reduced(editor: &mut Editor<'_>, options: &ImageOptions, sink: &mut dyn Sink) -> Result<Modules, Error> {
    let outline = Outline::for_module(editor.view(), options, Described::Properties)?;
    let plans = outline.plans(options)?;
    let maker = outline.maker(options, sink);
    if let [plan] = plans.as_slice()
        && let (content, treatment) = plan.decide(&outline.analysis, maker.calls, options)
        && maker.can_be_whole(&content, treatment)
    {
        let mut findings = maker.look(plan, &content)?;
        // While everything that reports name is there.
        outline.report(editor.view(), options, [&findings], sink);
        let slicer = outline.analysis.slicer(editor);
        let (image, has_unneeded) = maker.make_whole(plan, &content, treatment, slicer, &mut findings.remarks)?;
        findings.remarks.make(editor.view(), sink);
        return Ok(Modules::Whole { image: Box::new(image), has_unneeded });
    }
    Ok(Modules::Parts(parts(editor, options, &outline, &plans, sink)?))
}

/// The images as bytes.
fn parts<'m>(
    editor: &mut Editor<'m>,
    options: &ImageOptions,
    outline: &Outline<'m>,
    plans: &[ImagePlan<'_>],
    sink: &mut dyn Sink,
) -> Result<Vec<Image>, Error> {
    let maker = outline.maker(options, sink);
    let (mut images, mut findings) = (Vec::with_capacity(plans.len()), Vec::with_capacity(plans.len()));
    let mut slicer = outline.analysis.slicer(editor);
    for plan in plans {
        findings.push(maker.make(plan, &mut slicer, &mut |image| {
            images.push(image);
            Ok(())
        })?);
    }
    drop(slicer);
    // Both halves of an image come before both copies with defaults.
    images.sort_by_key(|image| image.number);
    if let Some(libraries) = &options.device_libraries
        && findings.iter().any(|found| found.needs_device_libraries)
    {
        let first = images.last().map_or(0, |image| image.number + 1);
        images.extend(device_libraries::images(libraries, first, options.text)?);
    }
    let module = editor.view();
    findings.iter().for_each(|found| found.remarks.make(module, sink));
    outline.report(module, options, &findings, sink);
    Ok(images)
}
