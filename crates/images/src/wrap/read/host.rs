//! Images for the target `host` in host files: the tables of `runtime/front-door/sycl_host_image.h`.

use sycl_propset::{PropertySetRegistry, text};

use super::{FormatError, Images, Place};
use crate::source::{Budget, Fields, Memory, Range, Tables, View};

/// The section that the tables are in, one after another.
const SECTION: &[u8] = b"sycl_host_images";
/// `SYCL_HOST_IMAGE_VERSION`
const VERSION: u32 = 1;

/// Bytes of the structures, which all are aligned to 8.
const IMAGE_SIZE: u64 = 88;
const KERNEL_SIZE: u64 = 96;
const ARGUMENT_SIZE: u64 = 16;
const GLOBAL_SIZE: u64 = 32;

/// Content of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HostImage {
    /// As `--target` names it.
    pub(crate) target: String,
    pub(crate) triple: String,
    /// Features that the processor must have; empty for the baseline.
    pub(crate) features: String,
    pub(crate) kernels: Vec<HostKernel>,
    /// Device globals with their sizes.
    pub(crate) globals: Vec<(String, u64)>,
    pub(crate) properties: PropertySetRegistry,
    /// Place of the table in the file.
    pub(crate) table: Range,
    /// Bytes of its functions, if the file has symbols that tell.
    pub(crate) code_size: Option<u64>,
}

/// A kernel of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HostKernel {
    pub(crate) name: String,
    pub(crate) arguments: Vec<HostArgument>,
    pub(crate) sub_group_size: u32,
    /// All 0 if any size will do.
    pub(crate) required_size: [u64; 3],
    pub(crate) local_size: u64,
}

/// An argument of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HostArgument {
    /// Its kind, in a word.
    pub(crate) kind: &'static str,
    /// Bytes.
    pub(crate) size: u64,
}

/// The images for hosts of a file in memory; none if it is not a host file.
pub(crate) fn host_images(content: &[u8]) -> Result<Vec<HostImage>, FormatError> {
    let source = Memory(content);
    let view = View::whole(&source);
    let tables = Tables::new(view);
    let mut budget = Budget::for_file(content.len() as u64);
    Images::open(view, &tables, &mut budget)?.host_images()
}

impl Images<'_> {
    /// The images for hosts, in the order of the file.
    pub(crate) fn host_images(&mut self) -> Result<Vec<HostImage>, FormatError> {
        let Some(addresses) = &mut self.file.addresses else { return Ok(Vec::new()) };
        let (mut images, mut tables) = (Vec::new(), Vec::new());
        for (start, size) in addresses.sections_called(SECTION)? {
            self.spend(start, size)?;
            let mut at = start;
            let mut left = size;
            while left > 0 {
                let bytes = self.host_image(at, left, &mut images)?;
                tables.push(at);
                at = at
                    .plus(bytes)
                    .ok_or_else(|| self.wrong(at, "host image", "too high an address".into(), "a place"))?;
                left -= bytes;
            }
        }
        if let Some(addresses) = self.file.addresses.as_mut().filter(|_| !tables.is_empty()) {
            for (image, size) in images.iter_mut().zip(addresses.code_beside(&tables)?) {
                image.code_size = size;
            }
        }
        Ok(images)
    }

    /// Reads the image at a place; gives the bytes of its table.
    fn host_image(&mut self, at: Place, left: u64, images: &mut Vec<HostImage>) -> Result<u64, FormatError> {
        const FIELD: &str = "host image";
        if left < IMAGE_SIZE {
            return Err(self.wrong(at, FIELD, format!("{left} bytes"), "88"));
        }
        let bytes = self.structure(at, IMAGE_SIZE, FIELD)?;
        let mut fields = Fields::new(&bytes, self.offset_of(at), FIELD);
        let (version, struct_size) = (fields.u32()?, u64::from(fields.u32()?));
        if version != VERSION {
            return Err(self.wrong(at, "version of a host image", version.to_string(), "1"));
        }
        if struct_size < IMAGE_SIZE || struct_size > left || struct_size % 8 != 0 {
            return Err(self.wrong(at, "size of a host image", struct_size.to_string(), "88, or more in its section"));
        }
        let count = |offset: usize| u64::from_le_bytes(bytes[offset..offset + 8].try_into().expect("eight bytes"));
        let kernels = self.array(at, 32, count(40), KERNEL_SIZE, "kernels")?;
        let kernels = kernels.into_iter().map(|kernel| self.host_kernel(kernel)).collect::<Result<_, _>>()?;
        let globals = self.array(at, 48, count(56), GLOBAL_SIZE, "device globals")?;
        let globals = globals.into_iter().map(|global| {
            let bytes = self.structure(global, GLOBAL_SIZE, "device global")?;
            let mut fields = Fields::new(&bytes, self.offset_of(global), "device global");
            fields.skip::<24>()?;
            Ok((self.text(global, 0)?, fields.u64()?))
        });
        let globals = globals.collect::<Result<_, FormatError>>()?;
        images.push(HostImage {
            target: self.text(at, 8)?,
            triple: self.text(at, 16)?,
            features: self.text(at, 24)?,
            kernels,
            globals,
            properties: self.host_properties(at, count(72))?,
            table: self.checked_range(at, IMAGE_SIZE, FIELD)?,
            code_size: None,
        });
        Ok(struct_size)
    }

    fn host_kernel(&mut self, at: Place) -> Result<HostKernel, FormatError> {
        const FIELD: &str = "kernel";
        let bytes = self.structure(at, KERNEL_SIZE, FIELD)?;
        let mut fields = Fields::new(&bytes, self.offset_of(at), FIELD);
        fields.skip::<32>()?;
        let (argument_count, sub_group_size) = (fields.u32()?, fields.u32()?);
        let required_size = [fields.u64()?, fields.u64()?, fields.u64()?];
        let local_size = fields.u64()?;
        let arguments = self.array(at, 24, argument_count.into(), ARGUMENT_SIZE, "arguments")?;
        let arguments = arguments.into_iter().map(|argument| self.host_argument(argument)).collect::<Result<_, _>>()?;
        Ok(HostKernel { name: self.text(at, 0)?, arguments, sub_group_size, required_size, local_size })
    }

    fn host_argument(&self, at: Place) -> Result<HostArgument, FormatError> {
        let bytes = self.structure(at, ARGUMENT_SIZE, "argument")?;
        let mut fields = Fields::new(&bytes, self.offset_of(at), "argument");
        let (kind, _, size) = (fields.u32()?, fields.u32()?, fields.u64()?);
        let kind = match kind {
            0 => "value",
            1 => "pointer",
            2 => "local",
            3 => "constants",
            other => return Err(self.wrong(at, "kind of an argument", other.to_string(), "0 to 3")),
        };
        Ok(HostArgument { kind, size })
    }

    /// The elements of an array that the pointer at `offset` of a structure names.
    fn array(
        &mut self,
        at: Place,
        offset: u64,
        count: u64,
        element: u64,
        field: &'static str,
    ) -> Result<Vec<Place>, FormatError> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let first = self.pointer_at(at, offset)?;
        let first = first.ok_or_else(|| self.wrong(at, field, "null".into(), "a pointer"))?;
        let size = count.checked_mul(element);
        let size = size.ok_or_else(|| self.wrong(at, field, format!("{count} elements"), "a number that fits"))?;
        self.checked_range(first, size, field)?;
        self.spend(at, size)?;
        // The whole array is in the file, so that this does not overflow.
        Ok((0..count).map(|index| Place { offset: first.offset + index * element, ..first }).collect())
    }

    fn host_properties(&mut self, at: Place, size: u64) -> Result<PropertySetRegistry, FormatError> {
        const FIELD: &str = "properties";
        if size == 0 {
            return Ok(PropertySetRegistry::new());
        }
        let place = self.pointer_at(at, 64)?;
        let place = place.ok_or_else(|| self.wrong(at, FIELD, "null".into(), "a pointer"))?;
        let range = self.checked_range(place, size, FIELD)?;
        self.spend(at, size)?;
        let bytes = View::at(self.view.source(), range).bytes(0, size, FIELD)?;
        let read = text::read(&*bytes, FIELD);
        read.map_err(|problem| self.wrong(place, FIELD, problem.to_string(), "property sets as text"))
    }
}
