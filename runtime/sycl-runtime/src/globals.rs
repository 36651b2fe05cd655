//! Device globals: where a device has the one that a program asks for.

use crate::device::Device;
use crate::error::Error;
use crate::module::{Id, Module, Place};

/// A device global that the program asks for.
pub(crate) struct Wanted<'a> {
    /// Its identity in images.
    pub(crate) id: Option<&'a str>,
    /// The address of its object in the program.
    pub(crate) object: usize,
    /// A hash of where that is defined; 0 if it is not known.
    pub(crate) place: u64,
    /// First value, if no image has it.
    pub(crate) initial: Option<&'a [u8]>,
}

/// Address of a device global of a module on a device.
pub(crate) fn find(module: &Module, on: &Device, wanted: &Wanted<'_>) -> Result<Place, Error> {
    let place = format!("{:016x}", wanted.place);
    let of_object = || module.id_of_object(wanted.object);
    let of_place = || (wanted.place != 0).then_some(Id::Start(&place));
    let id = wanted.id.map(Id::Whole).or_else(of_object).or_else(of_place);
    if let Some(id) = id
        && let Some(found) = on.back_end().global(module, id, wanted.initial)?
    {
        return Ok(found);
    }
    let (Some(initial), true) = (wanted.initial, wanted.object != 0) else { return Err(missing(id)) };
    module.unused_global(std::ptr::from_ref(on).addr(), wanted.object, initial)
}

fn missing(id: Option<Id<'_>>) -> Error {
    let name = match id {
        Some(Id::Whole(id)) => format!("`{id}`"),
        Some(Id::Start(_)) | None => "of this object".to_owned(),
    };
    Error::invalid(format!("no image has a device global {name}; expected one that a kernel uses"))
}
