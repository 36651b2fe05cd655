//! Typed view of the set `SYCL/kernel param opt`: which parameters of a kernel were removed.
//!
//! The value under a kernel's name has one bit a parameter of the source, bit `i` in byte `i / 8` at position `i % 8`,
//! set if the parameter was omitted. The size in bits is the number of parameters, rarely a multiple of eight. A kernel
//! that is absent kept all parameters. Source: DPC++ `PropertySetIO` and the dead-argument elimination of its compiler.

use indexmap::IndexMap;

use crate::error::Error;
use crate::model::{Bytes, PropertySetRegistry, SetName, Value};
use crate::property::Property;

/// The parameters of one kernel.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ParamMask {
    /// Whether each parameter was omitted, in the order of the source.
    pub omitted: Vec<bool>,
}

impl ParamMask {
    /// Reads the value of a kernel; unused bits of the last byte are ignored.
    ///
    /// # Errors
    /// [`Error::Property`] for an integer.
    pub fn from_value(kernel: &str, value: &Value) -> Result<Self, Error> {
        Ok(Self { omitted: Self::bits(kernel, value)?.collect() })
    }

    /// Whether each parameter was omitted, as [`Self::from_value`], without a list of them all.
    ///
    /// # Errors
    /// As for [`Self::from_value`].
    pub fn bits<'a>(kernel: &str, value: &'a Value) -> Result<impl Iterator<Item = bool> + use<'a>, Error> {
        let property = Property { set: &SetName::KernelParamOpt, name: kernel, value };
        let bytes = value.as_bytes().ok_or_else(|| property.mismatch("bytes with one bit a parameter"))?;
        let bits = bytes.as_slice().iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 == 1));
        Ok(bits.take(usize::try_from(bytes.bit_len()).unwrap_or(usize::MAX)))
    }

    /// The masks of all kernels of an image, in the order of the file.
    ///
    /// # Errors
    /// As for [`Self::from_value`].
    pub fn from_registry(registry: &PropertySetRegistry) -> Result<IndexMap<String, Self>, Error> {
        let properties = registry.get(&SetName::KernelParamOpt).into_iter().flat_map(|set| set.iter());
        properties.map(|(kernel, value)| Ok((kernel.to_owned(), Self::from_value(kernel, value)?))).collect()
    }
}

impl From<&ParamMask> for Value {
    fn from(mask: &ParamMask) -> Self {
        let byte = |chunk: &[bool]| chunk.iter().rev().fold(0u8, |byte, &bit| byte << 1 | u8::from(bit));
        let payload: Vec<u8> = mask.omitted.chunks(8).map(byte).collect();
        // The two lengths agree by construction; if they did not, whole bytes would still be a valid mask.
        Bytes::from_bits(payload.clone(), mask.omitted.len() as u64).unwrap_or_else(|_| Bytes::new(payload)).into()
    }
}

impl From<ParamMask> for Value {
    fn from(mask: ParamMask) -> Self {
        Self::from(&mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(bits: &str) -> ParamMask {
        ParamMask { omitted: bits.bytes().map(|bit| bit == b'1').collect() }
    }

    #[test]
    fn bits_are_packed_low_first() {
        // The first two as a production compiler wrote them, for a matrix and a one-argument kernel.
        for (bits, payload) in
            [("000110001100", vec![0x18, 0x03]), ("01", vec![2]), ("", vec![]), ("000000001", vec![0, 1])]
        {
            let value = Value::from(mask(bits));
            assert_eq!(value.as_bytes(), Bytes::from_bits(payload, bits.len() as u64).ok().as_ref(), "{bits}");
            assert_eq!(ParamMask::from_value("k", &value), Ok(mask(bits)));
        }
    }

    #[test]
    fn all_masks_of_an_image() {
        let mut registry = PropertySetRegistry::new();
        registry.set_mut(SetName::KernelParamOpt).insert("b", mask("01"));
        registry.set_mut(SetName::KernelParamOpt).insert("a", mask("1"));
        let masks = ParamMask::from_registry(&registry).unwrap();
        assert_eq!(masks.into_iter().collect::<Vec<_>>(), [("b".into(), mask("01")), ("a".into(), mask("1"))]);
        registry.set_mut(SetName::KernelParamOpt).insert("c", 1);
        assert_eq!(
            ParamMask::from_registry(&registry).unwrap_err().to_string(),
            "property `c` of set `SYCL/kernel param opt` is the 32-bit integer 1; expected bytes with one bit a parameter"
        );
    }
}
