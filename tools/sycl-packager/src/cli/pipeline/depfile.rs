//! `--depfile`: what the result depends on, for build systems.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::super::failure::Failure;
use super::Options;
use super::places::absolute;
use sycl_builder::request::Libclc;
use sycl_builder::resolve::Resolved;
use sycl_images::output;

/// Writes the file, if the user wants one.
pub(super) fn write(options: &Options, resolved: &Resolved) -> Result<(), Failure> {
    let Some(depfile) = &options.depfile else { return Ok(()) };
    let named = [&options.inputs, &options.device_lib].into_iter().flatten();
    let named = named.chain(&options.devices).chain(&options.aspects).chain(&options.set_file);
    let mut files: BTreeSet<PathBuf> = named.map(|file| absolute(file)).collect::<Result<_, _>>()?;
    files.insert(resolved.recipe.plugin.clone());
    files.extend(resolved.recipe.post_link_inputs.iter().cloned());
    if let Libclc::File(file) = &resolved.recipe.libclc {
        files.insert(file.clone());
    }
    files.extend(resolved.tools.iter().map(|tool| tool.path.clone()));
    let mut text = format!("{}:", escape(&options.output));
    for file in files.iter().filter(|file| file.is_file()) {
        text.push_str(" \\\n  ");
        text.push_str(&escape(file));
    }
    text.push('\n');
    Ok(output::write_bytes(depfile, text.as_bytes())?)
}

/// A name as make reads it, and Ninja, which follows it.
fn escape(path: &Path) -> String {
    let mut escaped = String::new();
    for character in path.display().to_string().chars() {
        match character {
            ' ' | '#' => escaped.push('\\'),
            '$' => escaped.push('$'),
            _ => {}
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_as_make_reads_them() {
        assert_eq!(escape(Path::new("/a b/#c/$d")), "/a\\ b/\\#c/$$d");
    }
}
