//! The module after a stage, as a file for people.

use super::{Error, Options};
use crate::ir::Editor;

/// Writes the module as text, if the user wants that: `03-prune.ll` after the third stage. Files of stages stay when
/// a later one fails: that is what they are for.
pub(super) fn stage(editor: &Editor<'_>, options: &Options, number: usize, name: &str) -> Result<(), Error> {
    let Some(directory) = &options.dump_stages else { return Ok(()) };
    let failed = |cause| Error::Dump { cause };
    std::fs::create_dir_all(directory).map_err(|cause| failed(sycl_output::WriteError::new(directory, cause)))?;
    let path = directory.join(format!("{number:02}-{name}.ll"));
    sycl_output::write(&path, editor.view().print().as_bytes()).map_err(failed)
}
