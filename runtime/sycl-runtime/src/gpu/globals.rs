//! Device globals on a GPU: where their values are, and how images find them.
//!
//! A device global of a program has one value, in memory of its own: images and the host may ask for it in any order.
//! Each image has a variable for it, which begins with a place for the address of that memory. Behind it stand a
//! number, the size, and where the variable has the value that it begins with (docs/front-end.md).

use std::collections::BTreeMap;

use sycl_host_device::Lock;
use sycl_propset::device_globals::DeviceGlobal;

use crate::error::{Error, Status};
use crate::images::{DeviceImage, DeviceImages};
use crate::module::{Id, Place};
use crate::native::Address;
use crate::native::gpu::{Gpu, Module};

use super::facts::Facts;
use super::images::Image;

const MAGIC: u64 = 0x6c61_626f_6c67_3231;

/// The values of a module's device globals on a GPU, by identity.
pub(super) struct Values {
    gpu: &'static Gpu,
    memory: Lock<BTreeMap<String, Address>>,
}

impl Values {
    pub(super) fn new(gpu: &'static Gpu) -> Self {
        Self { gpu, memory: Lock::default() }
    }

    /// The memory of a value; `initial` says what it begins with if there is none yet.
    fn get(&self, id: &str, size: u64, initial: impl FnOnce() -> Result<Vec<u8>, Error>) -> Result<Place, Error> {
        let mut memory = self.memory.lock();
        let address = if let Some(known) = memory.get(id) {
            known.copied()
        } else {
            let initial = initial()?;
            let made = self.gpu.allocate_device(initial.len().max(1))?;
            memory.insert(id.to_owned(), made.copied());
            if !initial.is_empty() {
                self.gpu.write(&made, &initial)?;
            }
            made
        };
        Ok(Place { address, size })
    }
}

impl Drop for Values {
    fn drop(&mut self) {
        for memory in self.memory.lock().values() {
            if let Err(refusal) = self.gpu.free(memory) {
                log::error!("{refusal}");
            }
        }
    }
}

/// The variable of a device global in an image. That of one which other units do not see is called by its identity,
/// which has a dot behind the place (docs/front-end.md).
fn symbol(id: &str) -> String {
    if id.contains('.') { format!("_{}", id.replace('.', "$")) } else { id.to_owned() }
}

/// Gives an image that was loaded the addresses of values. Those that are the image's own are returned.
pub(super) fn settle(image: &DeviceImage, module: &Module, values: &Values) -> Result<BTreeMap<String, Place>, Error> {
    let mut own = BTreeMap::new();
    for (id, global) in image.device_globals()?.globals {
        // No kernel of the image reads a variable that the device link dropped.
        let Some((variable, bytes)) = module.variable(&symbol(&id))? else { continue };
        let size = u64::from(global.size);
        if global.device_image_scope {
            own.insert(id, Place { address: variable, size });
        } else {
            let place = values.get(&id, size, || initial(&id, global, values.gpu, &variable, bytes))?;
            values.gpu.write(&variable, &place.address.number().to_ne_bytes())?;
        }
    }
    Ok(own)
}

/// First value of a variable.
fn initial(id: &str, global: DeviceGlobal, gpu: &Gpu, variable: &Address, bytes: usize) -> Result<Vec<u8>, Error> {
    let mut head = [0; 4 * size_of::<u64>()];
    if bytes >= head.len() {
        gpu.read(variable, &mut head)?;
    }
    let number = |index: usize| {
        head.chunks_exact(8).nth(index).map_or(0, |bytes| u64::from_le_bytes(bytes.try_into().unwrap_or_default()))
    };
    let (offset, size) = (number(3), u64::from(global.size));
    if number(1) != MAGIC || offset.saturating_add(size) > bytes as u64 {
        let text = format!(
            "device global `{id}`: found a variable of {bytes} bytes that is not laid out as <sycl/sycl.hpp> of \
             sycl-passes does; expected the program to be compiled with that header"
        );
        return Err(Error::new(Status::KernelNotSupported, text));
    }
    let mut value = vec![0; global.size as usize];
    if !value.is_empty() {
        gpu.read(&variable.moved(offset as usize), &mut value)?;
    }
    Ok(value)
}

/// Address of a device global on a GPU. A value of the program may be asked for before any image is loaded; `given` is
/// what it begins with then. One of an image is that of the best image.
pub(super) fn find(
    images: &DeviceImages,
    id: Id<'_>,
    given: Option<&[u8]>,
    gpu: &'static Gpu,
    facts: &Facts,
) -> Result<Option<Place>, Error> {
    let mut holders = Vec::new();
    for image in images.read()? {
        let rank = facts.architecture.rank(image);
        if rank.is_some() || image.is_generic() {
            holders.push((rank, image, image.device_globals()?.globals));
        }
    }
    let names = holders.iter().flat_map(|(.., globals)| globals.keys()).map(String::as_str).collect();
    let Some(id) = id.among(&names)? else { return Ok(None) };
    holders.retain(|(.., globals)| globals.contains_key(&id));
    holders.sort_by_key(|(rank, ..)| std::cmp::Reverse(*rank));
    let (Some((_, _, globals)), values) = (holders.first(), Image::values(images, gpu)?) else { return Ok(None) };
    let global = globals[&id];
    // Properties may name variables that no kernel of the image reads, and that the device link dropped.
    let ranked = holders.iter().filter(|(rank, ..)| rank.is_some());
    let mut load = ranked.map(|(_, image, _)| Image::loaded(images, image, gpu, &format!("device global `{id}`")));
    if global.device_image_scope {
        return load.find_map(|image| image.map(|image| image.own_global(&id)).transpose()).transpose();
    }
    if given.is_none() {
        load.try_for_each(|image| image.map(drop))?;
    }
    let size = u64::from(global.size);
    let value = values.get(&id, size, || {
        let mut value = given.unwrap_or_default().to_vec();
        value.resize(global.size as usize, 0);
        Ok(value)
    })?;
    Ok(Some(value))
}
