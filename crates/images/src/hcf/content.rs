//! Images and kernels of a container.

use std::collections::BTreeSet;

use super::error::{HcfError, Problem};
use super::tree::{Node, Value};
use crate::source::Range;

/// The node that says where the blob of its parent is.
pub(super) const BINARY: &str = "__binary";

/// A container.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hcf {
    /// The number by which the runtime knows it; empty if there is none.
    pub object_id: String,
    /// The program that made it; empty if unknown.
    pub generator: String,
    /// All blobs, in the order of the text.
    pub images: Vec<Image>,
    /// The kernels of the generic flow.
    pub kernels: Vec<Kernel>,
}

/// An image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Its name.
    pub name: String,
    /// Its format, e.g. `llvm-ir`; empty if unknown.
    pub format: String,
    /// Its variant, among several of one format, e.g. `global-module`; empty if unknown.
    pub variant: String,
    /// Its place in the file.
    pub content: Range,
    /// Functions that other images may use.
    pub exported: Vec<String>,
    /// Functions that have to come from elsewhere.
    pub imported: Vec<String>,
}

/// A kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernel {
    /// Its mangled name.
    pub name: String,
    /// The images that have it.
    pub images: Vec<String>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Options that the source gives, as `key=value`.
    pub compile_options: Vec<String>,
}

/// Kinds of parameters of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterKind {
    /// A number without a fraction.
    Integer,
    /// A number with one.
    FloatingPoint,
    /// A pointer.
    Pointer,
    /// A structure.
    OtherByValue,
}

impl ParameterKind {
    /// As the text has them.
    const NAMES: [(&'static str, Self); 4] = [
        ("integer", Self::Integer),
        ("floating-point", Self::FloatingPoint),
        ("pointer", Self::Pointer),
        ("other-by-value", Self::OtherByValue),
    ];

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let entry = Self::NAMES.iter().find(|(_, kind)| *kind == self);
        entry.map(|(name, _)| *name).expect("the table has every kind")
    }
}

/// A parameter of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its kind.
    pub kind: ParameterKind,
    /// Bytes from the start of the object that the program passes.
    pub byte_offset: u64,
    /// Its size in bytes.
    pub byte_size: u64,
    /// The number of the parameter, before structures were taken apart.
    pub original_index: u64,
    /// Its annotations, from its type, e.g. `specialized`.
    pub annotations: Vec<String>,
}

impl Hcf {
    /// Reads the tree; `appendix` is where blobs are.
    pub(super) fn from_tree(root: &Node, appendix: Range) -> Result<Self, HcfError> {
        let mut images = Vec::new();
        collect_images(root, appendix, &mut images)?;
        let names: BTreeSet<&str> = images.iter().map(|image| image.name.as_str()).collect();
        let kernels = root.child("kernels").map(|kernels| &*kernels.children).unwrap_or_default();
        let kernels = kernels.iter().map(|node| kernel(node, &names)).collect::<Result<_, _>>()?;
        Ok(Self { object_id: root.text("object-id"), generator: root.text("generator"), images, kernels })
    }

    /// The kernels of an image.
    pub fn kernels_of(&self, image: &str) -> impl Iterator<Item = &Kernel> {
        self.kernels.iter().filter(move |kernel| kernel.images.iter().any(|name| name == image))
    }
}

/// Finds the blobs of a node and those below it. The depth of trees is limited.
fn collect_images(node: &Node, appendix: Range, images: &mut Vec<Image>) -> Result<(), HcfError> {
    if let Some(binary) = node.child(BINARY) {
        images.push(Image {
            name: node.name.clone(),
            format: node.text("format"),
            variant: node.text("variant"),
            content: range(binary, appendix)?,
            exported: node.list("exported-symbols"),
            imported: node.list("imported-symbols"),
        });
    }
    node.children.iter().try_for_each(|child| collect_images(child, appendix, images))
}

/// Place of a blob in the file.
fn range(binary: &Node, appendix: Range) -> Result<Range, HcfError> {
    let (start, size) = (number(binary, "start")?, number(binary, "size")?);
    let outside =
        || HcfError::At { line: binary.line, problem: Problem::Range { start, size, available: appendix.size } };
    appendix.part(start, size).ok_or_else(outside)
}

fn required<'n>(node: &'n Node, key: &'static str) -> Result<&'n Value, HcfError> {
    let missing = || HcfError::At { line: node.line, problem: Problem::NoValue { node: node.name.clone(), key } };
    node.value(key).ok_or_else(missing)
}

fn wrong(key: &'static str, value: &Value, expected: &'static str) -> HcfError {
    HcfError::At { line: value.line, problem: Problem::Value { key, found: value.text.clone(), expected } }
}

fn number(node: &Node, key: &'static str) -> Result<u64, HcfError> {
    let value = required(node, key)?;
    value.text.parse().map_err(|_| wrong(key, value, "a number below 2^64"))
}

fn kernel(node: &Node, known: &BTreeSet<&str>) -> Result<Kernel, HcfError> {
    let images = node.list("image-providers");
    if let Some(image) = images.iter().find(|image| !known.contains(image.as_str())) {
        let problem = Problem::NoImage { kernel: node.name.clone(), image: image.clone() };
        return Err(HcfError::At { line: node.line, problem });
    }
    let parameters = node.child("parameters").map(|parameters| &*parameters.children).unwrap_or_default();
    let options = ["compile-flags", "compile-options"].into_iter().filter_map(|name| node.child(name));
    let options = options.flat_map(|options| &options.values).map(|value| format!("{}={}", value.key, value.text));
    Ok(Kernel {
        name: node.name.clone(),
        images,
        parameters: parameters.iter().map(parameter).collect::<Result<_, _>>()?,
        compile_options: options.collect(),
    })
}

fn parameter(node: &Node) -> Result<Parameter, HcfError> {
    let kind = required(node, "type")?;
    let known = ParameterKind::NAMES.iter().find(|(name, _)| *name == kind.text);
    let expected = "integer, floating-point, pointer or other-by-value";
    let (_, kind) = known.ok_or_else(|| wrong("type", kind, expected))?;
    let annotations = node.child("annotations").map(|annotations| &*annotations.values).unwrap_or_default();
    Ok(Parameter {
        kind: *kind,
        byte_offset: number(node, "byte-offset")?,
        byte_size: number(node, "byte-size")?,
        original_index: number(node, "original-index")?,
        annotations: annotations.iter().map(|value| value.key.clone()).collect(),
    })
}
