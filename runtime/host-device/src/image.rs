//! An image that was checked: nothing of its table is taken without a look.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sycl_propset::devices::DeviceConfig;
use sycl_propset::requirements::DeviceRequirements;
use sycl_propset::runtime::Incompatible;
use sycl_propset::spec_constants::SpecConstants;
use sycl_propset::{PropertySetRegistry, SetName, runtime, text};

use crate::error::{OpenError, Processor, TableError};
use crate::native::{FailureSlot, Function, Global, ImageTable, KernelTable, Library};
use crate::pace::Pace;
use crate::processor;

/// The greatest alignment of an argument, and the greatest sub-group.
const MAX_ALIGNMENT: u32 = 4096;
const MAX_SUB_GROUP_SIZE: u32 = 32;

/// Kinds of arguments of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number, or a structure by value.
    Value,
    /// The address of memory that the host and kernels share.
    Pointer,
    /// Local memory, whose size the launch chooses.
    Local,
    /// The values of specialization constants, which the device passes.
    Constants,
}

impl Kind {
    fn from_number(number: u32) -> Option<Self> {
        [Self::Value, Self::Pointer, Self::Local, Self::Constants].get(number as usize).copied()
    }
}

/// An argument that a kernel takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Kind of the argument.
    pub kind: Kind,
    /// Bytes of the value.
    pub size: u64,
    /// The value's alignment in bytes.
    pub alignment: u32,
}

/// A kernel of an image.
#[derive(Debug)]
pub struct Kernel {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) sub_group_size: u32,
    pub(crate) required_size: Option<[u64; 3]>,
    pub(crate) local_size: u64,
    pub(crate) scratch_per_item: u64,
    pub(crate) stack_size: u64,
    pub(crate) stack_per_item: u64,
    pub(crate) function: Function,
    pub(crate) pace: Pace,
}

impl Kernel {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Parameters; arguments of [`Kind::Constants`] are not given at a launch.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The size of all sub-groups of a group but the last, which may be smaller.
    #[must_use]
    pub fn sub_group_size(&self) -> u32 {
        self.sub_group_size
    }

    /// The required work-group size, dimension 0 fastest.
    #[must_use]
    pub fn required_size(&self) -> Option<[u64; 3]> {
        self.required_size
    }

    /// Bytes of its variables in local memory.
    #[must_use]
    pub fn local_size(&self) -> u64 {
        self.local_size
    }

    fn check(table: KernelTable) -> Result<Self, TableError> {
        let KernelTable { name, sub_group_size, required_size, .. } = table;
        let wrong = |what: String, found: u64, expected| TableError::Number { what, found, expected };
        if !sub_group_size.is_power_of_two() || sub_group_size > MAX_SUB_GROUP_SIZE {
            let what = format!("the sub-group size of kernel `{name}`");
            return Err(wrong(what, sub_group_size.into(), "a power of two up to 32"));
        }
        let required_size = (required_size != [0; 3]).then_some(required_size);
        if required_size.is_some_and(|size| size.contains(&0)) {
            let what = format!("an extent of the required work-group size of kernel `{name}`");
            return Err(wrong(what, 0, "1 or more, or 0 in all dimensions"));
        }
        let parameter = |(index, (kind, size, alignment)): (usize, (u32, u64, u32))| {
            let of = |what: &str| format!("{what} of argument {index} of kernel `{name}`");
            let kind = Kind::from_number(kind).ok_or_else(|| wrong(of("the kind"), kind.into(), "0, 1, 2 or 3"))?;
            if kind != Kind::Value && size != size_of::<usize>() as u64 {
                return Err(wrong(of("the size"), size, "the size of a pointer"));
            }
            if size > u32::MAX.into() {
                return Err(wrong(of("the size"), size, "less than 4 GiB"));
            }
            if !alignment.is_power_of_two() || alignment > MAX_ALIGNMENT {
                return Err(wrong(of("the alignment"), alignment.into(), "a power of two up to 4096"));
            }
            Ok(Parameter { kind, size, alignment })
        };
        let parameters = table.arguments.into_iter().enumerate().map(parameter).collect::<Result<_, _>>()?;
        Ok(Self {
            parameters,
            sub_group_size,
            required_size,
            local_size: table.local_size,
            scratch_per_item: table.scratch_per_item,
            stack_size: table.stack_size,
            stack_per_item: table.stack_per_item,
            function: table.function,
            pace: Pace::default(),
            name,
        })
    }
}

/// An image.
#[derive(Debug)]
pub(crate) struct Image {
    pub(crate) file: PathBuf,
    /// Requirements of all kernels that the image is for.
    pub(crate) requirements: DeviceRequirements,
    /// The same without sizes, which are those of single kernels.
    requirements_of_all: DeviceRequirements,
    pub(crate) constants: SpecConstants,
    /// Whether a kernel reads values of constants from a buffer.
    pub(crate) reads_constants: bool,
    /// Specialization constants are replaced with their defaults in it.
    pub(crate) has_defaults_only: bool,
    pub(crate) on_failure: FailureSlot,
    /// Number of features of the processor it is made for: more are better.
    pub(crate) rank: usize,
    /// Kernels that the image is for and does not have: the device link left them out.
    pub(crate) left_out: Vec<String>,
    /// In order.
    kernels: Vec<Kernel>,
    globals: Vec<(String, Global)>,
    /// Keeps the code loaded.
    _library: Option<Arc<Library>>,
}

impl Image {
    /// Checks an image's table.
    pub(crate) fn new(file: &Path, table: ImageTable, library: Option<Arc<Library>>) -> Result<Self, OpenError> {
        let of_table = |cause| OpenError::Image { file: file.to_owned(), cause };
        let architecture = table.triple.split('-').next().unwrap_or_default();
        if architecture != processor::ARCHITECTURE {
            let (file, found) = (file.to_owned(), format!("`{}`", table.triple));
            return Err(OpenError::Machine { file, found, expected: processor::ARCHITECTURE });
        }
        let rank = fits(file, &table.target, &table.features).map_err(|why| OpenError::Processor(Box::new(why)))?;
        let kernels: Vec<Kernel> =
            table.kernels.into_iter().map(Kernel::check).collect::<Result<_, _>>().map_err(of_table)?;
        in_order(kernels.iter().map(Kernel::name)).map_err(of_table)?;
        in_order(table.globals.iter().map(|(name, _)| name.as_str())).map_err(of_table)?;
        let properties = text::read(&table.properties, &file.display().to_string())?;
        let is_absent = |name: &&str| kernels.binary_search_by(|kernel| kernel.name.as_str().cmp(name)).is_err();
        let named = properties.get(&SetName::KernelNames).into_iter().flat_map(|set| set.iter().map(|(name, _)| name));
        let left_out = named.filter(is_absent).map(str::to_owned).collect();
        let of_properties = |cause| OpenError::Properties { file: file.to_owned(), cause };
        let requirements = runtime::requirements(&properties).map_err(of_properties)?;
        let requirements_of_all = DeviceRequirements {
            reqd_sub_group_size: None,
            reqd_work_group_size: None,
            sub_group_sizes: Vec::new(),
            work_group_sizes: Vec::new(),
            ..requirements.clone()
        };
        Ok(Self {
            file: file.to_owned(),
            requirements,
            requirements_of_all,
            constants: SpecConstants::from_registry(&properties).map_err(of_properties)?,
            has_defaults_only: has_defaults_only(&properties),
            reads_constants: kernels
                .iter()
                .any(|kernel| kernel.parameters.iter().any(|parameter| parameter.kind == Kind::Constants)),
            on_failure: table.on_failure,
            rank,
            left_out,
            kernels,
            globals: table.globals,
            _library: library,
        })
    }

    /// The kernel of a number.
    pub(crate) fn kernel_at(&self, number: usize) -> &Kernel {
        &self.kernels[number]
    }

    /// Reason why a device cannot run a kernel of the image.
    pub(crate) fn reason_against(&self, kernel: &Kernel, device: &runtime::Device) -> Option<Incompatible> {
        let of_all = runtime::check(DeviceConfig::builtin(), device, &self.requirements_of_all).err();
        of_all.or_else(|| {
            let size = kernel.required_size?;
            let items = size.iter().fold(1, |items: u64, extent| items.saturating_mul(*extent));
            let text = || size.map(|extent| extent.to_string()).join(", ");
            (items > device.max_work_group_size).then(|| Incompatible::WorkGroupSize { size: text() })
        })
    }

    /// Names of all kernels, in order.
    pub(crate) fn kernels(&self) -> impl ExactSizeIterator<Item = &Kernel> {
        self.kernels.iter()
    }

    /// All device globals, in order of their names.
    pub(crate) fn globals(&self) -> impl Iterator<Item = (&str, &Global)> {
        self.globals.iter().map(|(name, global)| (name.as_str(), global))
    }

    /// The device global of that name.
    pub(crate) fn global(&self, name: &str) -> Option<&Global> {
        let index = self.globals.binary_search_by(|(global, _)| global.as_str().cmp(name)).ok()?;
        Some(&self.globals[index].1)
    }
}

/// Whether the processor has what an image for a target needs, and how much that is.
pub(crate) fn fits(file: &Path, target: &str, features: &str) -> Result<usize, Processor> {
    let needs = processor::needs(features);
    if needs.missing.is_empty() {
        return Ok(needs.needed.len());
    }
    let (needed, missing) = (needs.needed.clone(), needs.missing.clone());
    let (file, target) = (file.to_owned(), target.to_owned());
    Err(Processor { file, target, needed, missing, processor: processor::name() })
}

fn has_defaults_only(properties: &PropertySetRegistry) -> bool {
    let misc = properties.get(&SetName::MiscProperties);
    misc.is_some_and(|set| set.get("specConstsReplacedWithDefault").is_some())
}

fn in_order<'a>(names: impl Iterator<Item = &'a str>) -> Result<(), TableError> {
    let mut before: Option<&str> = None;
    for name in names {
        if let Some(before) = before.filter(|before| *before >= name) {
            return Err(TableError::Order { name: name.to_owned(), before: before.to_owned() });
        }
        before = Some(name);
    }
    Ok(())
}
