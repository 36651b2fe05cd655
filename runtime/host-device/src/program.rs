//! Images together: their constants and device globals, and launches of their kernels.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::c_void;
use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;
use std::ptr;
use std::sync::Arc;

use sycl_propset::devices::DeviceConfig;
use sycl_propset::nearest::nearest;
use sycl_propset::requirements::DeviceRequirements;
use sycl_propset::runtime::{self, Choice, SpecConstantError, UserValues};

use crate::arguments::{self, Argument};
use crate::device::Device;
use crate::error::{LaunchError, OpenError};
use crate::files::{Found, Refusal, Refused};
use crate::image::{Image, Kernel};
use crate::launch::Launch;
use crate::native::{Block, Global};
use crate::pool::Work;
use crate::range::{Range, Sizes};

/// Alignment of values of constants in their buffer.
const CONSTANTS_ALIGNMENT: usize = 128;

/// Images that can run here, with the values of their constants and device globals.
///
/// Device globals belong to the file of an image, which a process loads once: two programs of one file share them.
#[derive(Debug)]
pub struct Program {
    device: Device,
    /// Best first.
    images: Vec<Loaded>,
    /// Shared with programs of the same images.
    index: Arc<Index>,
    refused: Arc<Vec<Refused>>,
    values: UserValues,
}

/// Places of kernels, by the hash of their names, in the order of images: a program of many translation units has an
/// image of each.
type Index = HashMap<u64, Vec<Chosen>>;

fn index_of(images: &[Arc<Image>]) -> Index {
    let count = images.iter().map(|image| image.kernels().len()).sum();
    let mut index = HashMap::with_capacity(count);
    for (image, loaded) in images.iter().enumerate() {
        for (kernel, named) in loaded.kernels().enumerate() {
            let holders: &mut Vec<Chosen> = index.entry(hash_of(named.name())).or_default();
            holders.push(Chosen { image, kernel });
        }
    }
    index
}

fn hash_of(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

struct Loaded {
    image: Arc<Image>,
    /// The values of its constants, if it has a kernel that reads them.
    constants: Option<Arc<Block>>,
}

/// A kernel of an image of a program.
#[derive(Debug, Clone, Copy)]
pub struct Chosen {
    image: usize,
    kernel: usize,
}

/// A launch that was checked.
pub struct Prepared {
    device: Device,
    launch: Arc<Launch>,
}

impl Prepared {
    /// Whether it takes so little time, going by the kernel's last launch, that [`Self::run`] uses no other thread.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.launch.is_short()
    }

    /// Runs the kernel and waits for it.
    ///
    /// # Errors
    /// [`LaunchError::Failed`] if a group could not go on, and others may have run before; [`LaunchError::Memory`] if
    /// there is no memory for stacks, and nothing has run.
    pub fn run(self) -> Result<(), LaunchError> {
        let Self { device, launch } = self;
        launch.reserve()?;
        launch.install_handler();
        let work: Arc<dyn Work> = Arc::clone(&launch) as Arc<dyn Work>;
        device.pool().run(&work, launch.shares().saturating_sub(1));
        launch.result()
    }
}

impl fmt::Debug for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.image.fmt(f)
    }
}

/// Program of the images that `Program::open` finds; the best ones first.
pub(crate) fn of_found(device: &Device, mut found: Found) -> Result<Program, OpenError> {
    found.images.sort_by_key(|image| Reverse(image.rank)); // stable
    share_globals(&found.images);
    let images: Vec<Arc<Image>> = found.images.into_iter().map(Arc::new).collect();
    let (index, refused) = (Arc::new(index_of(&images)), Arc::new(found.refused));
    load(device, images.into_iter(), index, refused, UserValues::new())
        .map_err(|(file, cause)| OpenError::Constants { file, cause })
}

/// Gives the images of a program one value of each device global.
fn share_globals(images: &[Image]) {
    let mut by_name: BTreeMap<&str, Vec<&Global>> = BTreeMap::new();
    for (name, global) in images.iter().flat_map(Image::globals) {
        by_name.entry(name).or_default().push(global);
    }
    by_name.values().for_each(|globals| Global::share(globals));
}

/// A program of images with values of constants.
fn load(
    device: &Device,
    images: impl Iterator<Item = Arc<Image>>,
    index: Arc<Index>,
    refused: Arc<Vec<Refused>>,
    values: UserValues,
) -> Result<Program, (PathBuf, SpecConstantError)> {
    let of_image = |image: Arc<Image>| match buffer(&image, &values) {
        Ok(constants) => Ok(Loaded { image, constants }),
        Err(cause) => Err((image.file.clone(), cause)),
    };
    let images = images.map(of_image).collect::<Result<_, _>>()?;
    Ok(Program { device: device.clone(), images, index, refused, values })
}

/// Buffer that kernels of an image read constants from.
fn buffer(image: &Image, values: &UserValues) -> Result<Option<Arc<Block>>, SpecConstantError> {
    if !image.reads_constants {
        if image.constants.constants.is_empty() {
            return Ok(None);
        }
        // Values are checked all the same.
        return runtime::native_settings(&image.constants, values).map(|_| None);
    }
    let bytes = runtime::emulation_buffer(&image.constants, values)?;
    let mut block = Block::new(bytes.len(), CONSTANTS_ALIGNMENT).expect("as much memory as the image has it");
    block.write(0, &bytes);
    Ok(Some(Arc::new(block)))
}

impl Program {
    /// The kernels that can be launched, in order of their names within each image.
    pub fn kernels(&self) -> impl Iterator<Item = &Kernel> {
        self.images.iter().flat_map(|loaded| loaded.image.kernels())
    }

    /// The kernel that a launch would take.
    ///
    /// # Errors
    /// [`LaunchError`] if there is none that this device can run, in the words of DPC++'s runtime.
    pub fn kernel(&self, name: &str) -> Result<&Kernel, LaunchError> {
        self.choose(name).map(|chosen| self.chosen(chosen))
    }

    /// A kernel that [`Self::choose`] gave.
    #[must_use]
    pub fn chosen(&self, chosen: Chosen) -> &Kernel {
        self.images[chosen.image].image.kernel_at(chosen.kernel)
    }

    /// The symbolic ids of the specialization constants in the image of such a kernel, in order.
    pub fn constants(&self, chosen: Chosen) -> impl Iterator<Item = &str> {
        self.images[chosen.image].image.constants.ids()
    }

    /// The sub-group size that such a kernel requires, going by its image: kernels without one have images of their own
    /// unless the device code was not split.
    #[must_use]
    pub fn required_sub_group_size(&self, chosen: Chosen) -> Option<u32> {
        let mut required = self.images[chosen.image].image.requirements.required_sub_group_sizes();
        required.find(|size| *size == self.chosen(chosen).sub_group_size())
    }

    /// Gives a specialization constant a value, the object representation of its type. Images that do not have the
    /// constant ignore it, as in SYCL.
    ///
    /// # Errors
    /// [`LaunchError::Constant`] for a value of another size; the constant keeps the value that it had.
    pub fn set_constant(&mut self, symbolic_id: &str, value: &[u8]) -> Result<(), LaunchError> {
        *self = self.with_constants([(symbolic_id.to_owned(), value.to_owned())])?;
        Ok(())
    }

    /// The same images with other values of constants: those that are given, and for the others those of this program.
    /// Device globals are shared.
    ///
    /// # Errors
    /// As for [`Self::set_constant`].
    pub fn with_constants(&self, given: impl IntoIterator<Item = (String, Vec<u8>)>) -> Result<Self, LaunchError> {
        let mut values = self.values.clone();
        values.extend(given);
        let images = self.images.iter().map(|loaded| Arc::clone(&loaded.image));
        load(&self.device, images, Arc::clone(&self.index), Arc::clone(&self.refused), values)
            .map_err(|(file, cause)| LaunchError::Constant { file, cause })
    }

    /// Copies bytes of a device global, from an offset.
    ///
    /// # Errors
    /// [`LaunchError`] if no image has it, or if it ends before.
    pub fn read_global(&mut self, name: &str, offset: usize, bytes: &mut [u8]) -> Result<(), LaunchError> {
        let globals = self.globals(name, "from", offset, bytes.len())?;
        globals[0].read(offset, bytes);
        Ok(())
    }

    /// Copies bytes into a device global, from an offset; into that of each image that has it.
    ///
    /// # Errors
    /// As for [`Self::read_global`].
    pub fn write_global(&mut self, name: &str, offset: usize, bytes: &[u8]) -> Result<(), LaunchError> {
        for global in self.globals(name, "to", offset, bytes.len())? {
            global.write(offset, bytes);
        }
        Ok(())
    }

    /// Address of the value of a device global, and its size in bytes. Of one with the property `device_image_scope` it
    /// is that of the best image.
    #[must_use]
    pub fn global(&self, name: &str) -> Option<(*mut c_void, usize)> {
        let global = self.images.iter().find_map(|loaded| loaded.image.global(name))?;
        Some((global.value().cast(), global.size()))
    }

    /// The names of device globals that begin with a text, in order.
    #[must_use]
    pub fn global_names(&self, start: &str) -> BTreeSet<&str> {
        let names = self.images.iter().flat_map(|loaded| loaded.image.globals()).map(|(name, _)| name);
        names.filter(|name| name.starts_with(start)).collect()
    }

    /// All globals of a name, one or more, each with room for these bytes.
    fn globals(
        &self,
        name: &str,
        direction: &'static str,
        offset: usize,
        bytes: usize,
    ) -> Result<Vec<&Global>, LaunchError> {
        let globals: Vec<&Global> = self.images.iter().filter_map(|loaded| loaded.image.global(name)).collect();
        if globals.is_empty() {
            return Err(LaunchError::NoGlobal { name: name.to_owned() });
        }
        let end = offset as u128 + bytes as u128;
        if let Some(small) = globals.iter().find(|global| end > global.size() as u128) {
            let (name, size) = (name.to_owned(), small.size());
            return Err(LaunchError::GlobalBounds { direction, name, size, end });
        }
        Ok(globals)
    }

    /// Runs a kernel and waits for it. Arguments are those that its table lists, without the buffer of specialization
    /// constants.
    ///
    /// # Errors
    /// [`LaunchError`], and nothing has run, but for [`LaunchError::Failed`]: a group could not go on, and others may
    /// have run before.
    pub fn launch(&self, kernel: &str, range: &Range, arguments: &mut [Argument<'_>]) -> Result<(), LaunchError> {
        self.prepare(self.choose(kernel)?, range, arguments)?.run()
    }

    /// Checks a launch and copies its arguments, so that it can run later and on another thread. Addresses among the
    /// arguments are of memory that has to be there until then.
    ///
    /// # Errors
    /// As for [`Self::launch`], but for [`LaunchError::Failed`].
    pub fn prepare(
        &self,
        chosen: Chosen,
        range: &Range,
        arguments: &mut [Argument<'_>],
    ) -> Result<Prepared, LaunchError> {
        let (loaded, kernel) = (&self.images[chosen.image], self.chosen(chosen));
        let facts = self.device.facts();
        let sizes = Sizes::resolve(range, kernel, facts.max_work_group_size)?;
        let constants = loaded.constants.clone();
        let address = constants.as_ref().map_or(ptr::null(), |block| block.address(0).cast_const());
        let packed = arguments::pack(kernel, &sizes, arguments, address, self.device.local_memory_size())?;
        let (threads, memories) = (self.device.threads(), self.device.memories());
        let launch = Launch::new(&loaded.image, chosen.kernel, sizes, packed, constants, memories, threads)?;
        Ok(Prepared { device: self.device.clone(), launch: Arc::new(launch) })
    }

    /// Chooses an image that holds a kernel. The choice stands until a constant is set.
    ///
    /// # Errors
    /// As for [`Self::kernel`].
    pub fn choose(&self, name: &str) -> Result<Chosen, LaunchError> {
        let is_it = |chosen: &&Chosen| self.chosen(**chosen).name() == name;
        let holders: Vec<Chosen> =
            self.index.get(&hash_of(name)).into_iter().flatten().filter(is_it).copied().collect();
        let is_set = |chosen: &Chosen| {
            let image = &self.images[chosen.image].image;
            image.constants.ids().any(|constant| self.values.contains_key(constant))
        };
        let refused_by =
            |chosen: &Chosen| self.images[chosen.image].image.reason_against(self.chosen(*chosen), self.device.facts());
        let has_defaults_only = |chosen: &Chosen| self.images[chosen.image].image.has_defaults_only;
        match runtime::choose(&holders, holders.iter().any(is_set), has_defaults_only, refused_by) {
            Choice::Image(index) => Ok(holders[index]),
            Choice::Refused(reason) => Err(reason.into()),
            Choice::DefaultsOnly => Err(LaunchError::DefaultsOnly { kernel: name.to_owned() }),
            Choice::NoImage => Err(self.absence(name)),
        }
    }

    /// Reason why there is no image with a kernel.
    fn absence(&self, name: &str) -> LaunchError {
        let is_it = |kernel: &String| kernel == name;
        let lacking = |requirements: &DeviceRequirements| {
            runtime::check(DeviceConfig::builtin(), self.device.facts(), requirements).err().map(LaunchError::from)
        };
        let mut refused = self.refused.iter().filter(|refused| refused.kernels.iter().any(is_it));
        let of_refused = refused.find_map(|refused| match &refused.why {
            Refusal::Processor(why) => Some(LaunchError::Processor(why.clone())),
            Refusal::Requirements(requirements) => lacking(requirements),
        });
        let mut empty = self.images.iter().filter(|loaded| loaded.image.left_out.iter().any(is_it));
        of_refused.or_else(|| empty.find_map(|loaded| lacking(&loaded.image.requirements))).unwrap_or_else(|| {
            let hint = nearest(name, self.kernels().map(Kernel::name)).map(str::to_owned);
            LaunchError::NoKernel { kernel: name.to_owned(), hint }
        })
    }
}
