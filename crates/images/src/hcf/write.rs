//! Containers as bytes.

use super::content::{BINARY, Kernel};
use super::{GENERIC, MARKERS};

/// A container with one image of generic code, as AdaptiveCpp's first stage makes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generic<'a> {
    /// The number by which a runtime knows it.
    pub object_id: u64,
    /// The program that makes it.
    pub generator: &'a str,
    /// Bitcode.
    pub content: &'a [u8],
    /// Functions that other containers may use.
    pub exported: Vec<String>,
    /// Functions that have to come from elsewhere.
    pub imported: Vec<String>,
    /// Its kernels. The images that have them are this one.
    pub kernels: Vec<Kernel>,
}

/// A name that the text cannot have: nothing is escaped there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}` cannot be named in an HCF file; expected a name without line breaks, and without blanks at its ends", .0.escape_debug())]
pub struct Unwritable(pub String);

/// A number for a container, which is the same for the same content.
#[must_use]
pub fn object_id(content: &[u8]) -> u64 {
    let hash = blake3::hash(content);
    u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes"))
}

/// A container as bytes.
///
/// # Errors
/// [`Unwritable`].
pub fn write(generic: &Generic<'_>) -> Result<Vec<u8>, Unwritable> {
    let Generic { object_id, generator, content, exported, imported, kernels } = generic;
    let mut text = Text::default();
    text.value("object-id", &object_id.to_string())?;
    text.value("generator", generator)?;
    text.node("images", |text| {
        text.node(GENERIC, |text| {
            text.value("variant", "global-module")?;
            text.value("format", "llvm-ir")?;
            text.node(BINARY, |text| {
                text.value("start", "0")?;
                text.value("size", &content.len().to_string())
            })?;
            text.list("exported-symbols", exported)?;
            text.list("imported-symbols", imported)
        })
    })?;
    text.node("kernels", |text| {
        kernels.iter().try_for_each(|kernel| text.node(&kernel.name, |text| of_kernel(kernel, text)))
    })?;
    let mut bytes = text.0.into_bytes();
    bytes.extend_from_slice(MARKERS[0].as_bytes());
    bytes.extend_from_slice(content);
    Ok(bytes)
}

fn of_kernel(kernel: &Kernel, text: &mut Text) -> Result<(), Unwritable> {
    text.list("image-providers", &[GENERIC.to_owned()])?;
    text.node("compile-options", |text| {
        kernel.compile_options.iter().try_for_each(|option| {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            text.value(key, value)
        })
    })?;
    text.node("parameters", |text| {
        kernel.parameters.iter().enumerate().try_for_each(|(number, parameter)| {
            text.node(&number.to_string(), |text| {
                text.value("byte-offset", &parameter.byte_offset.to_string())?;
                text.value("byte-size", &parameter.byte_size.to_string())?;
                text.value("original-index", &parameter.original_index.to_string())?;
                text.value("type", parameter.kind.name())?;
                text.node("annotations", |text| {
                    parameter.annotations.iter().try_for_each(|annotation| text.value(annotation, "1"))
                })
            })
        })
    })
}

#[derive(Default)]
struct Text(String);

impl Text {
    fn value(&mut self, key: &str, value: &str) -> Result<(), Unwritable> {
        check(key)?;
        if key.contains('=') || !(value.is_empty() || is_plain(value)) {
            return Err(Unwritable(format!("{key}={value}")));
        }
        self.0.push_str(&format!("{key} = {value}\n"));
        Ok(())
    }

    fn node(&mut self, name: &str, inside: impl FnOnce(&mut Self) -> Result<(), Unwritable>) -> Result<(), Unwritable> {
        check(name)?;
        self.0.push_str(&format!("{{.{name}\n"));
        inside(self)?;
        self.0.push_str(&format!("}}.{name}\n"));
        Ok(())
    }

    fn list(&mut self, name: &str, items: &[String]) -> Result<(), Unwritable> {
        self.node(name, |text| items.iter().try_for_each(|item| text.node(item, |_| Ok(()))))
    }
}

/// Refuses a name that would be read as another one, or as the end of the text.
fn check(name: &str) -> Result<(), Unwritable> {
    if is_plain(name) { Ok(()) } else { Err(Unwritable(name.to_owned())) }
}

fn is_plain(text: &str) -> bool {
    let has_marker = MARKERS.iter().any(|marker| text.contains(marker));
    !text.is_empty() && text.trim() == text && !text.contains(['\n', '\r']) && !has_marker
}
