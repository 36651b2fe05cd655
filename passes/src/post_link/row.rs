//! The files of an image, and its row in each table.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sycl_output::{Files, Inputs};
use sycl_propset::PropertySetRegistry;

use super::{
    Error,
    image::Produced,
    left_out::LeftOut,
    names::{FileNames, ImageName},
    report::FileName,
};
use crate::{
    options::{Options, PropertyForms},
    properties,
};

/// One image as written: the cells of its row in each table.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Row {
    /// Number of the image.
    pub(super) number: usize,
    pub(super) cells: Vec<Vec<FileName>>,
}

/// What is written of an image.
pub(super) struct RowContent<'a> {
    pub(super) name: ImageName,
    /// Bitcode or text.
    pub(super) ir: &'a [u8],
    pub(super) registry: &'a PropertySetRegistry,
    /// Names of the entry points.
    pub(super) symbols: &'a [String],
}

/// Writes files and rows.
pub(super) struct RowWriter<'a> {
    pub(super) options: &'a Options,
    pub(super) names: &'a FileNames,
    /// What the run reads, and so does not overwrite.
    pub(super) inputs: Inputs,
}

impl RowWriter<'_> {
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

    /// The targets of the tables, in order. If no output file is named, there is one table, without a target.
    fn targets(&self) -> Vec<Option<&str>> {
        match self.options.outputs.as_slice() {
            [] => vec![None],
            outputs => outputs.iter().map(|output| output.target.as_deref()).collect(),
        }
    }

    /// Writes the files of one row and notes its cells for each table. `lacking` says what a target lacks of what the
    /// image needs; a target that lacks something does not get the image.
    pub(super) fn write(
        &self,
        image: &RowContent<'_>,
        lacking: impl Fn(&str) -> Vec<String>,
        produced: &mut Produced,
    ) -> Result<(), Error> {
        let extension = self.options.extension();
        let code = self.names.code(image.name, extension);
        produced.files.write(&code, image.ir)?;
        let mut symbol_file = None;
        if self.options.symbols {
            let path = self.names.file(image.name, "sym");
            produced.files.write(&path, sycl_propset::symbols::write(image.symbols)?.as_bytes())?;
            symbol_file = Some(path);
        }
        let mut row = Row { number: image.name.number, cells: Vec::new() };
        let targets = self.targets();
        for (index, target) in targets.iter().enumerate() {
            // Without a target nothing is known to be lacking.
            let lacking = target.map(&lacking).unwrap_or_default();
            let mut cells = vec![if lacking.is_empty() { code.clone() } else { self.names.empty(extension) }];
            if let Some(target) = target.filter(|_| !lacking.is_empty()) {
                let symbols = image.symbols.to_vec();
                produced.left_out.push(LeftOut { target: target.to_owned(), lacking, symbols });
            }
            if self.options.properties {
                cells.push(self.names.properties(image.name, *target, self.properties_extension()));
                // Tables of one target share the file.
                if !targets[..index].contains(target) {
                    self.write_properties(image, *target, &mut produced.files)?;
                }
            }
            cells.extend(symbol_file.clone());
            row.cells.push(cells.into_iter().map(FileName).collect());
        }
        produced.rows.push(row);
        Ok(())
    }

    /// Extension of the property files that a table names.
    fn properties_extension(&self) -> &'static str {
        match self.options.property_forms {
            PropertyForms::Text | PropertyForms::TextAndJson => "prop",
            PropertyForms::Json => "prop.json",
        }
    }

    fn write_properties(&self, image: &RowContent<'_>, target: Option<&str>, files: &mut Files) -> Result<(), Error> {
        let mut registry = image.registry.clone();
        if let Some(name) = target {
            properties::set_compile_target(&mut registry, name);
        }
        let path = |form| self.names.properties(image.name, target, form);
        let forms = self.options.property_forms;
        if forms != PropertyForms::Json {
            files.write(&path("prop"), sycl_propset::text::write(&registry)?.as_bytes())?;
        }
        if forms != PropertyForms::Text {
            files.write(&path("prop.json"), sycl_propset::json::write(&registry).as_bytes())?;
        }
        Ok(())
    }
}
