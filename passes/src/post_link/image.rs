//! One image: lower what is to be lowered, describe, write.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sycl_output::{Files, Inputs};
use sycl_propset::PropertySetRegistry;

use super::{
    Error,
    left_out::{self, LeftOut},
    names::{ImageName, Names},
    report::{self, Name},
};
use crate::{
    device_code_split::{Analysis, CodeKind, Image},
    diagnostic::Remarks,
    ir::{OwnedModule, Requests, Unfinished, kernels},
    options::{Options, PropertyForms},
    properties::{self, Content},
    spec_constants::{self, Calls, Lowered, Mode},
};

/// What all images of a run share.
pub(super) struct Shared<'a> {
    pub(super) options: &'a Options,
    pub(super) names: &'a Names,
    pub(super) devices: &'a sycl_propset::devices::DeviceConfig,
    /// What the run reads, and so does not overwrite.
    pub(super) inputs: Inputs,
    /// By id: whether anybody wants remarks.
    pub(super) wanted: Vec<bool>,
}

/// One image as written: the cells of its row in each table.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Row {
    /// Number of the image.
    pub(super) number: usize,
    pub(super) cells: Vec<Vec<Name>>,
}

/// Everything that came of one group of entry points.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Produced {
    /// The image, and after it the one with default values.
    pub(super) rows: Vec<Row>,
    #[serde(with = "report::files")]
    pub(super) files: Files,
    /// Whether a function of the device library for bfloat16 is in the image.
    pub(super) uses_bfloat16_library: bool,
    /// Sentences of [`super::checks::mismatches`].
    pub(super) mismatches: Vec<String>,
    /// Tables that do without the image.
    pub(super) left_out: Vec<LeftOut>,
    pub(super) remarks: Remarks,
}

/// An image's IR, ready to be written.
struct Code {
    bytes: Vec<u8>,
    constants: Vec<Lowered>,
}

impl Shared<'_> {
    /// Nothing yet.
    pub(super) fn nothing(&self) -> Produced {
        Produced { files: Files::new(self.inputs.clone()), ..Produced::default() }
    }

    /// All files that may come of the images of a number, and of their copies with default values.
    pub(super) fn files_of(&self, number: usize) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let copies = usize::from(self.options.default_spec_constant_images);
        for number in number..=number + copies {
            for is_esimd in [false, true] {
                let image = ImageName { number, is_esimd, has_other_half: true };
                files.push(self.names.code(image, self.options.extension()));
                files.push(self.names.file(image, "sym"));
                for target in self.targets() {
                    files.extend(["prop", "prop.json"].map(|form| self.names.properties(image, target, form)));
                }
            }
        }
        files
    }

    /// The targets of the tables, in order. An untargeted one stands for itself where no output is named.
    fn targets(&self) -> Vec<Option<&str>> {
        match self.options.outputs.as_slice() {
            [] => vec![None],
            outputs => outputs.iter().map(|output| output.target.as_deref()).collect(),
        }
    }

    /// Produces the image of one group.
    pub(super) fn produce<'m>(
        &self,
        analysis: &Analysis<'m>,
        image: &mut Image<'_, '_, 'm>,
        calls: &Calls<'m>,
        (number, has_other_half): (usize, bool),
    ) -> Result<Produced, Error> {
        let uses_bfloat16_library = self.options.device_library_dir.is_some()
            && analysis.functions_of(image.members).any(|f| kernels::is_bfloat16_library_name(&f.name()));
        let mut produced = Produced { uses_bfloat16_library, ..self.nothing() };
        produced.remarks = Remarks::about(&self.wanted, format!("image {number}"));
        analysis.remark_members(image, self.options.split, &mut produced.remarks);
        let name = ImageName { number, is_esimd: image.code == CodeKind::Esimd, has_other_half };
        let mut content = Content {
            analysis,
            members: image.members,
            entry_points: image.entry_points,
            dropped: image.dropped,
            code: image.code,
            constants: &[],
            defaults_only: false,
        };
        calls.check(image.members.iter().map(|id| analysis.global(*id)))?;
        let unwritable = |problem| Error::Unwritable { number, problem };
        if image.requests != Some(Requests::Followed) {
            let mut constants = Vec::new();
            if let (Some(Requests::Lowered), Some(mode)) = (image.requests, self.options.spec_constants) {
                let functions = analysis.functions_of(image.members);
                let remarks = &mut produced.remarks;
                constants =
                    image.part.edit(|editor| spec_constants::lower_part(editor, calls, functions, mode, remarks))?;
            }
            content.constants = &constants;
            let bytes = if !image.part.unfinished().is_empty() {
                let bitcode = image.part.bitcode().map_err(unwritable)?;
                self.finish(&bitcode, number, image.part.unfinished(), None, &mut produced.remarks)?.bytes
            } else if self.options.text {
                image.part.print().map_err(unwritable)?.into_bytes()
            } else {
                image.part.bitcode().map_err(unwritable)?
            };
            self.write(&bytes, &content, name, &mut produced)?;
            return Ok(produced);
        }
        let bitcode = image.part.bitcode().map_err(unwritable)?;
        let unfinished = image.part.unfinished();
        let code = self.finish(&bitcode, number, unfinished, self.options.spec_constants, &mut produced.remarks)?;
        content.constants = &code.constants;
        content.defaults_only = self.options.spec_constants == Some(Mode::DefaultValues);
        self.write(&code.bytes, &content, name, &mut produced)?;
        if self.options.default_spec_constant_images {
            let mode = Some(Mode::DefaultValues);
            let code = self.finish(&bitcode, number + 1, unfinished, mode, &mut produced.remarks)?;
            content.constants = &[];
            content.defaults_only = true;
            self.write(&code.bytes, &content, ImageName { number: number + 1, ..name }, &mut produced)?;
        }
        Ok(produced)
    }

    /// Ends in a context of its own what could not be done in the part, and drops what that made dead.
    fn finish(
        &self,
        bitcode: &[u8],
        number: usize,
        unfinished: &Unfinished,
        lowering: Option<Mode>,
        remarks: &mut Remarks,
    ) -> Result<Code, Error> {
        let failed = |problem| Error::Transform { number, problem };
        let mut module = OwnedModule::read(bitcode, "image").map_err(failed)?;
        let mut editor = module.editor();
        editor.finish(unfinished);
        let mut constants = Vec::new();
        if let Some(mode) = lowering {
            constants = spec_constants::run(&mut editor, mode, remarks)?.constants;
        }
        editor.erase_unneeded();
        drop(editor);
        let bytes = if self.options.text { module.view().print().into_bytes() } else { module.bitcode() };
        Ok(Code { bytes, constants })
    }

    /// Describes an image and writes its row.
    fn write(
        &self,
        ir: &[u8],
        content: &Content<'_, '_>,
        name: ImageName,
        produced: &mut Produced,
    ) -> Result<(), Error> {
        let registry = properties::describe(content, self.options)?;
        let symbols: Vec<String> = content.entry_points.iter().map(|id| content.analysis.global(*id).name()).collect();
        let lacking = |target: &str| left_out::lacking(self.devices, target, content);
        self.write_row(ir, &registry, &symbols, name, lacking, produced)
    }

    /// Writes the files of one row and notes its cells for each table. `lacking` tells what a target lacks of what the image
    /// needs; a target that lacks something does not get the image.
    pub(super) fn write_row(
        &self,
        ir: &[u8],
        registry: &PropertySetRegistry,
        symbols: &[String],
        image: ImageName,
        lacking: impl Fn(&str) -> Vec<String>,
        produced: &mut Produced,
    ) -> Result<(), Error> {
        let extension = self.options.extension();
        let code = self.names.code(image, extension);
        produced.files.write(&code, ir)?;
        let mut symbol_file = None;
        if self.options.symbols {
            let path = self.names.file(image, "sym");
            produced.files.write(&path, sycl_propset::symbols::write(symbols)?.as_bytes())?;
            symbol_file = Some(path);
        }
        let mut row = Row { number: image.number, cells: Vec::new() };
        let targets = self.targets();
        for (index, target) in targets.iter().enumerate() {
            let lacking = target.map(&lacking).unwrap_or_default();
            let mut cells = vec![if lacking.is_empty() { code.clone() } else { self.names.empty(extension) }];
            if let Some(target) = target.filter(|_| !lacking.is_empty()) {
                produced.left_out.push(LeftOut { target: target.to_owned(), lacking, symbols: symbols.to_vec() });
            }
            if self.options.properties {
                let mut registry = registry.clone();
                if let Some(name) = target {
                    properties::set_compile_target(&mut registry, name);
                }
                // Tables of one target share the file.
                let is_first = !targets[..index].contains(target);
                cells.push(self.write_properties(image, *target, &registry, is_first, &mut produced.files)?);
            }
            cells.extend(symbol_file.clone());
            row.cells.push(cells.into_iter().map(Name).collect());
        }
        produced.rows.push(row);
        Ok(())
    }

    fn write_properties(
        &self,
        image: ImageName,
        target: Option<&str>,
        registry: &PropertySetRegistry,
        is_first: bool,
        files: &mut Files,
    ) -> Result<PathBuf, Error> {
        let name = |form| self.names.properties(image, target, form);
        let (text, json) = (name("prop"), name("prop.json"));
        let forms = self.options.property_forms;
        if forms != PropertyForms::Json && is_first {
            files.write(&text, sycl_propset::text::write(registry)?.as_bytes())?;
        }
        if forms != PropertyForms::Text && is_first {
            files.write(&json, sycl_propset::json::write(registry).as_bytes())?;
        }
        Ok(if forms == PropertyForms::Json { json } else { text })
    }
}
