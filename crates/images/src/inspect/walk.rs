//! Containers, host files and archives, and what is inside of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sycl_propset::printable::shortened;
use sycl_propset::{PropertySetRegistry, SetName};

use super::lists::OtherStrings;
use super::{FoundImage, Summary, Symbols, Visitor, contents, resources, start};
use crate::archive::{self, Archive, Member, MemberContent, is_archive};
use crate::error::{Error, FormatError};
use crate::hcf::{self, Hcf};
use crate::image::{self, COMPILE_OPTIONS, LINK_OPTIONS, SYMBOLS, SharedSets};
use crate::offload_binary::{self, Entry, ImageKind};
use crate::source::{Budget, FileSource, Range, Source, Tables, View};
use crate::syclbin;
use crate::wrap::{self, HostImage};

/// Characters of what an image is for, and of its options, that are kept.
const LONGEST_NAME: usize = 1000;
const LONGEST_OPTIONS: usize = 1 << 16;

/// A walk through a file.
pub(super) struct Walk<'a, 'v> {
    source: &'a dyn Source,
    /// Name of the file in errors.
    name: PathBuf,
    /// Bytes that may still be copied out of the file.
    budget: Budget,
    /// Images that were found.
    images: usize,
    /// The member of an archive that is being read, and its file if that is another one.
    member: Option<String>,
    file: Option<PathBuf>,
    /// Whether members of a thin archive, which are files of their own, are opened.
    opens_members: bool,
    visit: &'a mut Visitor<'v>,
}

impl<'a, 'v> Walk<'a, 'v> {
    pub(super) fn new(source: &'a dyn Source, name: &Path, visit: &'a mut Visitor<'v>) -> Self {
        let (budget, name) = (Budget::for_file(source.size()), name.to_owned());
        Self { source, name, budget, images: 0, member: None, file: None, opens_members: false, visit }
    }

    /// Members of a thin archive are opened, too.
    pub(super) fn opening_members(self) -> Self {
        Self { opens_members: true, ..self }
    }

    /// Goes through the file; none if it is of no kind that this knows.
    pub(super) fn whole(mut self) -> Result<Option<Summary>, Error> {
        let size = self.source.size();
        let whole = Range { start: 0, size };
        let start = start(self.source, &self.name)?;
        let kind = if is_archive(&start) {
            Some(self.archive(whole)?)
        } else if hcf::is_hcf(&start) {
            Some(self.hcf()?)
        } else {
            self.contents(whole, &start)?
        };
        Ok(kind.map(|kind| Summary { kind, size, images: self.images }))
    }

    fn failed(&self, source: FormatError) -> Error {
        Error::Format { file: self.name.clone(), source }
    }

    fn found(&mut self, image: FoundImage) -> Result<(), Error> {
        self.images += 1;
        let resources = image.range.map(|range| resources::read(self.source, range)).unwrap_or_default();
        (self.visit)(FoundImage { member: self.member.clone(), file: self.file.clone(), resources, ..image })
    }

    /// Goes through what is not an archive, and says what it is.
    fn contents(&mut self, range: Range, start: &[u8]) -> Result<Option<String>, Error> {
        if offload_binary::is_offload_binary(start) {
            self.binaries(range).map(Some)
        } else if syclbin::is_syclbin(start) {
            self.syclbin(range).map(|state| Some(format!("SYCLBIN version 1, state {state}")))
        } else if let Some((kind, image)) = self.device_code(range, start)? {
            self.found(image)?;
            Ok(Some(kind))
        } else if wrap::is_host_file(start) {
            self.host_file(range).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Reads device code that is a file by itself.
    fn device_code(&self, range: Range, start: &[u8]) -> Result<Option<(String, FoundImage)>, Error> {
        let is_of_host = self.member.is_some()
            && ImageKind::detect(start) == ImageKind::BITCODE
            && !contents::is_device_bitcode(self.source, range, &self.name);
        if is_of_host { Ok(None) } else { contents::read(self.source, range, start, &self.name) }
    }

    fn binaries(&mut self, range: Range) -> Result<String, Error> {
        let binaries = offload_binary::read_within(self.source, range, &mut self.budget);
        let binaries = binaries.map_err(|e| self.failed(e))?;
        let version = binaries.first().map_or(0, |binary| binary.version.number());
        let mut kind = format!("OffloadBinary version {version}");
        for binary in &binaries {
            let mut sets = SharedSets::from_binary(binary);
            for entry in &binary.entries {
                if entry.image_kind == ImageKind::SYCLBIN {
                    let state = self.syclbin(entry.image)?;
                    kind = format!("SYCLBIN version 1, state {state}, in OffloadBinary version {version}");
                } else {
                    self.entry(entry, &mut sets)?;
                }
            }
        }
        Ok(kind)
    }

    fn entry(&mut self, entry: &Entry, sets: &mut SharedSets) -> Result<(), Error> {
        let strings = &entry.strings;
        let name = format!("image {}", self.images);
        let properties = sets.properties_of(strings, &name);
        let properties = properties.map_err(|e| self.failed(FormatError::new(entry.offset, name, e.into())))?;
        let text = |key, limit| shortened(&String::from_utf8_lossy(strings.get(key).unwrap_or_default()), limit);
        let image = FoundImage {
            kind: entry.image_kind.to_string(),
            target: text(image::TRIPLE, LONGEST_NAME),
            arch: text(image::ARCH, LONGEST_NAME),
            range: Some(entry.image),
            compile_options: text(COMPILE_OPTIONS, LONGEST_OPTIONS),
            link_options: text(LINK_OPTIONS, LONGEST_OPTIONS),
            symbols: strings.get(SYMBOLS).map(|_| Symbols::of_strings(strings)),
            properties: properties.into(),
            strings: OtherStrings::new(vec![("offload kind", entry.offload_kind.to_string())], strings.clone()),
            ..FoundImage::default()
        };
        self.found(contents::describe(image, self.source, entry.image, &self.name))
    }

    /// Goes through a SYCLBIN file and says its state.
    fn syclbin(&mut self, range: Range) -> Result<syclbin::State, Error> {
        let reader = syclbin::Reader::new(self.source, range).map_err(|e| self.failed(e))?;
        let state = reader.state().map_err(|e| self.failed(e))?;
        for (index, module) in reader.modules().enumerate() {
            let module = module.map_err(|e| self.failed(e))?;
            let properties = Arc::new(module.properties);
            let first = self.images;
            let ir = module.ir.iter().map(|ir| (ir.kind.to_string(), &ir.target, "", ir.content));
            let native = module.native.iter();
            let native = native.map(|native| ("native".to_owned(), &native.target, &*native.arch, native.content));
            for (kind, target, arch, range) in ir.chain(native) {
                self.found(FoundImage {
                    kind,
                    target: shortened(target, LONGEST_NAME),
                    arch: shortened(arch, LONGEST_NAME),
                    range: Some(range),
                    properties: Arc::clone(&properties),
                    properties_of: (self.images > first).then_some(first),
                    strings: OtherStrings::starting_with(vec![("abstract module", index.to_string())]),
                    ..FoundImage::default()
                })?;
            }
        }
        Ok(state)
    }

    fn hcf(&mut self) -> Result<String, Error> {
        let hcf = hcf::read(&self.name, self.source)?;
        for image in &hcf.images {
            self.found(hcf_image(&hcf, image))?;
        }
        let Hcf { generator, .. } = hcf;
        let by = if generator.is_empty() { generator } else { format!(" by {}", shortened(&generator, LONGEST_NAME)) };
        Ok(format!("HCF{by}"))
    }

    fn host_file(&mut self, range: Range) -> Result<String, Error> {
        let view = View::at(self.source, range);
        let tables = Tables::new(view);
        let (mut budget, first) = (self.budget, self.images);
        let mut images = wrap::Images::open(view, &tables, &mut budget).map_err(|e| self.failed(e))?;
        for place in images.find().map_err(|e| self.failed(e))? {
            let image = images.read(&place).map_err(|e| self.failed(e))?;
            self.found(FoundImage {
                kind: image.format.to_string(),
                target: shortened(&image.target, LONGEST_NAME),
                range: Some(image.content),
                compile_options: shortened(&image.compile_options, LONGEST_OPTIONS),
                link_options: shortened(&image.link_options, LONGEST_OPTIONS),
                symbols: Some(Symbols::new(image.entries)),
                properties: image.properties.into(),
                ..FoundImage::default()
            })?;
        }
        for image in images.host_images().map_err(|e| self.failed(e))? {
            self.found(host_image(image))?;
        }
        let (kind, sections, registered) =
            (images.kind().to_owned(), images.offloading().to_vec(), images.registered().to_vec());
        let is_object = images.is_object();
        drop(images);
        self.budget = budget;
        for section in sections {
            // What LLVM's linker wrapper registers it also puts into sections of this name, as they are.
            let start = View::at(self.source, section).bytes(0, section.size.min(4), "section");
            let start = start.map_err(|e| self.failed(e))?;
            if offload_binary::is_offload_binary(&start) || (self.images == first && is_object) {
                self.binaries(section)?;
            }
        }
        for section in registered {
            self.binaries(section)?;
        }
        Ok(kind)
    }

    fn archive(&mut self, range: Range) -> Result<String, Error> {
        let archive = Archive::read(&self.name, View::at(self.source, range))?;
        let archive_name = self.name.clone();
        for Member { name, place, content } in archive.members {
            self.member = Some(shortened(&name, LONGEST_NAME));
            self.name = place;
            match content {
                MemberContent::File(path) if self.opens_members => self.thin_member(&path)?,
                MemberContent::File(_) => {}
                MemberContent::Range(part) => {
                    let start =
                        View::at(self.source, part).bytes(0, part.size.min(ImageKind::DETECTED as u64), "member");
                    let start = start.map_err(|e| self.failed(e))?;
                    self.contents(part, &start)?;
                }
            }
        }
        self.name = archive_name;
        Ok(archive.kind.to_owned())
    }

    /// A member that is a file of its own.
    fn thin_member(&mut self, path: &Path) -> Result<(), Error> {
        archive::check_member(path)?;
        let source = FileSource::open(path)?;
        let (count, member) = (self.images, self.member.clone());
        let visit = &mut *self.visit;
        let mut outer = |image: FoundImage| {
            visit(FoundImage {
                member: member.clone(),
                file: Some(path.to_owned()),
                properties_of: image.properties_of.map(|number| number + count),
                ..image
            })
        };
        let mut walk = Walk::new(&source, path, &mut outer);
        let start = start(walk.source, path)?;
        // A linker would not look into an archive inside of an archive.
        walk.contents(Range { start: 0, size: source.size() }, &start)?;
        self.images += walk.images;
        Ok(())
    }
}

/// An image of an HCF container, with what it says of kernels and symbols as properties.
fn hcf_image(hcf: &Hcf, image: &hcf::Image) -> FoundImage {
    let mut properties = PropertySetRegistry::new();
    let mut list = |set: SetName, names: &mut dyn Iterator<Item = &String>| {
        names.for_each(|name| properties.set_mut(set.clone()).insert(name.as_str(), 1u32));
    };
    list(SetName::KernelNames, &mut hcf.kernels_of(&image.name).map(|kernel| &kernel.name));
    list(SetName::ExportedSymbols, &mut image.exported.iter());
    list(SetName::ImportedSymbols, &mut image.imported.iter());
    let mut strings = vec![("name", shortened(&image.name, LONGEST_NAME))];
    for (key, value) in [("variant", &image.variant), ("object id", &hcf.object_id)] {
        if !value.is_empty() {
            strings.push((key, shortened(value, LONGEST_NAME)));
        }
    }
    for kernel in hcf.kernels_of(&image.name).filter(|kernel| !kernel.parameters.is_empty()) {
        let parameters: Vec<String> = kernel.parameters.iter().map(hcf_parameter).collect();
        let text = format!("{}: {}", kernel.name, parameters.join(", "));
        strings.push(("parameters", shortened(&text, LONGEST_OPTIONS)));
    }
    let options = hcf.kernels_of(&image.name).flat_map(|kernel| &kernel.compile_options);
    let options: BTreeSet<&str> = options.map(String::as_str).collect();
    FoundImage {
        kind: shortened(&image.format, LONGEST_NAME),
        range: Some(image.content),
        compile_options: shortened(&options.into_iter().collect::<Vec<_>>().join(" "), LONGEST_OPTIONS),
        properties: properties.into(),
        strings: OtherStrings::starting_with(strings),
        ..FoundImage::default()
    }
}

/// A parameter of a kernel, e.g. `pointer of 8 bytes at 16`.
fn hcf_parameter(parameter: &hcf::Parameter) -> String {
    let hcf::Parameter { kind, byte_size, byte_offset, annotations, .. } = parameter;
    let annotations = annotations.iter().map(|annotation| format!(", {annotation}")).collect::<String>();
    format!("{} of {byte_size} bytes at {byte_offset}{annotations}", kind.name())
}

/// An image for a host, with what a launch of each kernel has to know.
fn host_image(image: HostImage) -> FoundImage {
    let mut others = Vec::new();
    if !image.features.is_empty() {
        others.push(("processor has", shortened(&image.features, LONGEST_NAME)));
    }
    for kernel in &image.kernels {
        let arguments = kernel.arguments.iter().map(|argument| match argument.kind {
            "value" => format!("value of {} bytes", argument.size),
            other => other.to_owned(),
        });
        let mut facts = vec![format!("({})", arguments.collect::<Vec<_>>().join(", "))];
        facts.push(format!("sub-groups of {}", kernel.sub_group_size));
        if kernel.required_size != [0; 3] {
            let [x, y, z] = kernel.required_size;
            facts.push(format!("work-groups of {x} x {y} x {z}"));
        }
        if kernel.local_size > 0 {
            facts.push(format!("{} bytes of local memory", kernel.local_size));
        }
        others.push(("kernel", shortened(&format!("{} {}", kernel.name, facts.join(", ")), LONGEST_NAME)));
    }
    for (name, size) in &image.globals {
        others.push(("device global", shortened(&format!("{name}, {size} bytes"), LONGEST_NAME)));
    }
    FoundImage {
        kind: "host".to_owned(),
        target: shortened(&image.triple, LONGEST_NAME),
        arch: shortened(&image.target, LONGEST_NAME),
        range: Some(image.table),
        code_size: image.code_size,
        symbols: Some(Symbols::new(image.kernels.into_iter().map(|kernel| kernel.name).collect())),
        properties: Arc::new(image.properties),
        strings: OtherStrings::starting_with(others),
        ..FoundImage::default()
    }
}
