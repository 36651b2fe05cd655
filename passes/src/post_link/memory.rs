//! Images in memory: as bytes, or as modules for a back end in this process. No file is opened or written, except
//! device libraries that are given by their directory; no process is started, and nothing is printed.

use std::{
    num::NonZeroUsize,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

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
    let outline = Outline::of(editor.view(), options, Described::Properties)?;
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
    in_threads(images, threads, |index, mut image| {
        let code = OwnedModule::read(&std::mem::take(&mut image.code), &name);
        let code = code.map_err(|problem| Error::Transform { number: image.number, problem })?;
        back_end(index, image.with_code(code))
    })
}

/// The images of a module that is not needed any more.
enum Modules {
    /// The only one, which the module has become, but for globals that it does without.
    Whole { image: Box<Image<()>>, has_unneeded: bool },
    /// Several, or one that is made in a context of its own.
    Parts(Vec<Image>),
}

fn reduced(editor: &mut Editor<'_>, options: &ImageOptions, sink: &mut dyn Sink) -> Result<Modules, Error> {
    let outline = Outline::of(editor.view(), options, Described::Properties)?;
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

/// Works on items in order, in this thread and as many more as are allowed and can be started. The error is that of the
/// first item that fails.
fn in_threads<I: Send, T: Send, E: Send>(
    items: Vec<I>,
    threads: NonZeroUsize,
    work: impl Fn(usize, I) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let count = threads.get().min(items.len());
    let (queue, done) = (Mutex::new(items.into_iter().enumerate()), Mutex::new(Vec::new()));
    let has_failed = AtomicBool::new(false);
    let worker = || {
        while !has_failed.load(Ordering::Relaxed) {
            // A statement of its own: the lock is not held during the work.
            let next = lock(&queue).next();
            let Some((index, item)) = next else { return };
            let result = work(index, item);
            has_failed.fetch_or(result.is_err(), Ordering::Relaxed);
            lock(&done).push((index, result));
        }
    };
    thread::scope(|scope| {
        for _ in 1..count {
            if thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker).is_err() {
                break;
            }
        }
        worker();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    // What was taken before an item that failed is done, too, so the first error does not depend on the threads.
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Locks; nothing panics while these locks are held.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_the_first_error_counts() {
        for threads in [1, 2, 7, 100].map(|count| NonZeroUsize::new(count).expect("not 0")) {
            assert_eq!(
                in_threads((0..50).collect(), threads, |index, i| Ok::<_, ()>((index, 2 * i))),
                Ok((0..50).map(|i| (i, 2 * i)).collect())
            );
            assert_eq!(
                in_threads((0..50).collect(), threads, |_, i| if i % 20 == 13 { Err(i) } else { Ok(i) }),
                Err(13)
            );
            assert_eq!(in_threads(Vec::<i32>::new(), threads, |_, i| Ok::<_, ()>(i)), Ok(Vec::new()));
        }
    }
}
