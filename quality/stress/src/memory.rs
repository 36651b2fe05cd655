//! The checks on images in memory: they are what a run wrote, and as modules for back ends they verify.

use std::{num::NonZeroUsize, path::Path};

use sycl_passes::{
    Severity,
    ir::OwnedModule,
    options::{Given, ImageOptions, Layer, Options, POST_LINK},
    post_link::{self, Error},
};
use sycl_propset::{symbols, text};

use crate::{
    checks::{Files, rows},
    worker::Reporter,
};

/// Compares images in memory with the files of a run with the same parameters, which said `words`.
pub(crate) fn check(
    parameters: &str,
    module: &mut OwnedModule,
    (words, files): (&[String], &Files),
    reporter: &mut Reporter,
) {
    reporter.phase("images in memory");
    let given = Given { settings: None, explicit: Layer::of_text(parameters) };
    let options = match Options::from_given("sycl-post-link", POST_LINK, &given) {
        Ok(options) => options.images,
        Err(error) => return reporter.fault(&format!("parameters `{parameters}`: {error}")),
    };
    let mut said: Vec<(Severity, String)> = Vec::new();
    let images = match post_link::images(&mut module.editor(), &options, &mut said) {
        Ok(images) => images,
        Err(error) => return reporter.fault(&format!("refused in memory: {error}")),
    };
    if !said.iter().map(|(_, text)| text).eq(words) {
        reporter.fault("other messages in memory than with files");
    }
    let Ok(rows) = rows(files) else { return };
    let file = |cell: &String| files.get(Path::new(Path::new(cell).file_name().unwrap_or_default()));
    let same = rows.iter().zip(&images).all(|(row, image)| {
        let properties = text::write(&image.properties).unwrap_or_default();
        let names = symbols::write(&image.entry_points).unwrap_or_default();
        [(&row[0], image.code.as_slice()), (&row[1], properties.as_bytes()), (&row[2], names.as_bytes())]
            .into_iter()
            .all(|(cell, content)| file(cell).is_some_and(|file| file == content))
    });
    if rows.len() != images.len() || !same {
        reporter.fault("images in memory are not those of the files");
    }
    modules(module, &options, images.len(), reporter);
}

/// Gives the images as modules to a back end that verifies them.
fn modules(module: &OwnedModule, options: &ImageOptions, expected: usize, reporter: &mut Reporter) {
    reporter.phase("images for back ends");
    let copy = match OwnedModule::read(&module.bitcode(), "stress") {
        Ok(copy) => copy,
        Err(error) => return reporter.fault(&format!("the module does not read back: {error}")),
    };
    let threads = NonZeroUsize::MIN.saturating_add(1);
    let verified = post_link::generate::<_, Error>(copy, options, threads, &mut Vec::new(), |_, image| {
        Ok(image.code.verify().map_err(|error| error.to_string()))
    });
    wait_for_threads();
    match verified {
        Ok(verified) if verified.len() != expected => reporter.fault("another number of images for back ends"),
        Ok(verified) => {
            if let Some(Err(error)) = verified.into_iter().find(Result::is_err) {
                reporter.fault(&format!("an image for back ends does not verify: {error}"));
            }
        }
        Err(error) => reporter.fault(&format!("refused for back ends: {error}")),
    }
}

/// Threads that have been joined may be there for a moment, and runs with `jobs=` need a process with one.
fn wait_for_threads() {
    for _ in 0..1000 {
        if std::fs::read_dir("/proc/self/task").is_ok_and(|threads| threads.count() == 1) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}
