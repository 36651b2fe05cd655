//! The files of an image, and its row in each table.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sycl_output::{Files, Inputs};
use sycl_propset::devices::DeviceConfig;

use super::{
    names::{FileNames, ImageName},
    report::{self, FileName},
};
use crate::{
    options::{Options, PropertyForms},
    post_link::{Error, image::Image, left_out::LeftOut},
};

/// One image as written: the cells of its row in each table.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Row {
    /// Number of the image.
    pub(super) number: usize,
    /// None for a table that has no row for it.
    pub(super) cells: Vec<Vec<FileName>>,
}

/// Files of one plan, or of a device library.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Written {
    /// The image, and after it the one with default values.
    pub(super) rows: Vec<Row>,
    #[serde(with = "report::files")]
    pub(super) files: Files,
    /// Tables that do without the image.
    pub(super) left_out: Vec<LeftOut>,
}

/// Writes files and rows.
pub(super) struct Writer<'a> {
    pub(super) options: &'a Options,
    pub(super) names: &'a FileNames,
    pub(super) devices: &'a DeviceConfig,
    /// Files that the run reads, and so does not overwrite.
    pub(super) inputs: Inputs,
}

impl Writer<'_> {
    /// Nothing yet.
    pub(super) fn nothing(&self) -> Written {
        Written { files: Files::new(self.inputs.clone()), ..Written::default() }
    }

    /// All files that may come of the images of a number, and of their copies with default values.
    pub(super) fn files_of(&self, number: usize) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let copies = usize::from(self.options.images.default_spec_constant_images);
        for number in number..=number + copies {
            for is_esimd in [false, true] {
                let image = ImageName { number, is_esimd, has_other_half: true };
                files.push(self.names.code(image, self.options.images.extension()));
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
        match self.options.files.outputs.as_slice() {
            [] => vec![None],
            outputs => outputs.iter().map(|output| output.target.as_deref()).collect(),
        }
    }

    /// Writes the files of an image and notes its row for each table. A target that lacks something of what the image
    /// needs does not get it.
    pub(super) fn write(&self, image: &Image, written: &mut Written) -> Result<(), Error> {
        let (name, extension) = (ImageName::from(image), self.options.images.extension());
        let code = self.names.code(name, extension);
        written.files.write(&code, &image.code)?;
        let mut symbol_file = None;
        if self.options.files.symbols {
            let path = self.names.file(name, "sym");
            written.files.write(&path, sycl_propset::symbols::write(&image.entry_points)?.as_bytes())?;
            symbol_file = Some(path);
        }
        let mut row = Row { number: image.number, cells: Vec::new() };
        let targets = self.targets();
        for (index, target) in targets.iter().enumerate() {
            // Without a target nothing is known to be lacking, nor of one that the configuration does not know.
            let known = target.and_then(|target| self.devices.target(target));
            let lacking = known.map(|known| image.lacking(known)).unwrap_or_default();
            let mut cells = vec![if lacking.is_empty() { code.clone() } else { self.names.empty(extension) }];
            if let Some(target) = target.filter(|_| !lacking.is_empty()) {
                let symbols = image.entry_points.clone();
                written.left_out.push(LeftOut { target: target.to_owned(), lacking, symbols });
                if self.options.files.omit_left_out {
                    row.cells.push(Vec::new());
                    continue;
                }
            }
            if self.options.files.properties {
                cells.push(self.names.properties(name, *target, self.properties_extension()));
                // Tables of one target share the file.
                if !targets[..index].contains(target) {
                    self.write_properties(image, *target, &mut written.files)?;
                }
            }
            cells.extend(symbol_file.clone());
            row.cells.push(cells.into_iter().map(FileName).collect());
        }
        written.rows.push(row);
        Ok(())
    }

    /// Extension of the property files that a table names.
    fn properties_extension(&self) -> &'static str {
        match self.options.files.property_forms {
            PropertyForms::Text | PropertyForms::TextAndJson => "prop",
            PropertyForms::Json => "prop.json",
        }
    }

    fn write_properties(&self, image: &Image, target: Option<&str>, files: &mut Files) -> Result<(), Error> {
        let of_target = target.map(|target| image.properties_for(target));
        let registry = of_target.as_ref().unwrap_or(&image.properties);
        let path = |form| self.names.properties(image.into(), target, form);
        let forms = self.options.files.property_forms;
        if forms != PropertyForms::Json {
            files.write(&path("prop"), sycl_propset::text::write(registry)?.as_bytes())?;
        }
        if forms != PropertyForms::Text {
            files.write(&path("prop.json"), sycl_propset::json::write(registry).as_bytes())?;
        }
        Ok(())
    }
}
