//! The in-memory form of property sets: ordered sets of ordered, named values.
//!
//! A value is a 32-bit unsigned integer or a run of bits in bytes; there is nothing else (DPC++ property types 1 and
//! 2). Order is that of first insertion, both of sets and inside a set, because it is visible in the files. Unknown set
//! names are kept as they are. No encoding leaks in here: the 8-byte size prefix of the text form is added and removed
//! by [`crate::text`].

use std::fmt;

use indexmap::IndexMap;

use crate::Error;

/// Declares [`SetName`] together with its two conversions, so that each spelling occurs once.
macro_rules! set_names {
    ($($(#[$doc:meta])* $variant:ident = $text:literal,)*) => {
        /// The name of a property set; names that are not in the list are kept as [`SetName::Other`].
        ///
        /// `SetName::from` turns a known spelling into its variant, so build `Other` through it.
        #[derive(Debug, Clone)]
        pub enum SetName {
            $($(#[$doc])* $variant,)*
            /// Any other spelling, byte for byte.
            Other(String),
        }

        impl SetName {
            /// All names that have a variant, in declaration order.
            pub const KNOWN: &'static [SetName] = &[$(SetName::$variant),*];

            /// The spelling in files, e.g. `SYCL/device requirements`.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(SetName::$variant => $text,)*
                    SetName::Other(name) => name,
                }
            }
        }

        impl From<&str> for SetName {
            fn from(name: &str) -> Self {
                match name {
                    $($text => SetName::$variant,)*
                    other => SetName::Other(other.to_owned()),
                }
            }
        }
    };
}

set_names! {
    /// What a device must offer to run the image; see [`crate::requirements`].
    DeviceRequirements = "SYCL/device requirements",
    /// Descriptors of specialization constants; see [`crate::spec_constants`].
    SpecializationConstants = "SYCL/specialization constants",
    /// Default values of all specialization constants, one blob under the key `all`.
    SpecializationConstantsDefaultValues = "SYCL/specialization constants default values",
    /// Which kernel parameters were removed; see [`crate::kernel_params`].
    KernelParamOpt = "SYCL/kernel param opt",
    /// Symbols that other images may use.
    ExportedSymbols = "SYCL/exported symbols",
    /// Symbols that must come from other images.
    ImportedSymbols = "SYCL/imported symbols",
    /// The kernels of the image.
    KernelNames = "SYCL/kernel names",
    /// Work-group sizes of kernels and names of device globals; see [`crate::program_metadata`].
    ProgramMetadata = "SYCL/program metadata",
    /// Optimisation level, register mode and other single facts.
    MiscProperties = "SYCL/misc properties",
    /// Index of the implicit local-memory argument of a kernel.
    ImplicitLocalArg = "SYCL/implicit local arg",
    /// Kernels that use dynamic work-group memory.
    WorkGroupDynamicLocalMem = "SYCL/work group dynamic local mem",
    /// Size and scope of device globals; see [`crate::device_globals`].
    DeviceGlobals = "SYCL/device globals",
    /// Sizes of host pipes (older generations).
    HostPipes = "SYCL/host pipes",
    /// Sets of virtual functions that the image defines or calls.
    VirtualFunctions = "SYCL/virtual functions",
    /// Registered name to mangled name of kernels.
    RegisteredKernels = "SYCL/registered kernels",
    /// Bit mask of needed fallback libraries (older generations).
    DevicelibReqMask = "SYCL/devicelib req mask",
    /// What a device library image replaces.
    DevicelibMetadata = "SYCL/devicelib metadata",
    /// Kernels that may fail an assertion (older generations).
    AssertUsed = "SYCL/assert used",
    /// State of a SYCLBIN file.
    SyclbinGlobalMetadata = "SYCLBIN/global metadata",
    /// Type and target of an IR module in a SYCLBIN file.
    SyclbinIrModuleMetadata = "SYCLBIN/ir module metadata",
    /// Architecture of a native image in a SYCLBIN file.
    SyclbinNativeDeviceCodeImageMetadata = "SYCLBIN/native device code image metadata",
}

// Identity is the spelling, so that an `Other` built by hand around a known name is still the same set.
impl PartialEq for SetName {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for SetName {}

impl PartialOrd for SetName {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SetName {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl std::hash::Hash for SetName {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Display for SetName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Bytes with a size in bits.
///
/// The size is in bits because the kernel-parameter mask has one bit a parameter; for every other property it is eight
/// times the number of bytes. Always `as_slice().len() == bit_len().div_ceil(8)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Bytes {
    payload: Vec<u8>,
    bits: u64,
}

impl Bytes {
    /// Whole bytes: the size in bits is eight times the length.
    #[must_use]
    pub fn new(payload: Vec<u8>) -> Self {
        let bits = payload.len() as u64 * 8;
        Self { payload, bits }
    }

    /// Bytes of which only the first `bits` bits count, least significant bit of byte 0 first.
    ///
    /// Bits of the last byte beyond `bits` are kept as given.
    ///
    /// # Errors
    /// [`Error::BitLength`] unless `payload` has exactly `bits / 8` bytes, rounded up.
    pub fn from_bits(payload: Vec<u8>, bits: u64) -> Result<Self, Error> {
        if payload.len() as u64 != bits.div_ceil(8) {
            return Err(Error::BitLength { bytes: payload.len(), bits });
        }
        Ok(Self { payload, bits })
    }

    /// The payload, without any size prefix.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.payload
    }

    /// Size in bits.
    #[must_use]
    pub fn bit_len(&self) -> u64 {
        self.bits
    }

    /// Whether the size in bits is eight times the number of bytes.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.bits == self.payload.len() as u64 * 8
    }

    /// The payload, by value; the size in bits is dropped.
    #[must_use]
    pub fn into_vec(self) -> Vec<u8> {
        self.payload
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(payload: Vec<u8>) -> Self {
        Self::new(payload)
    }
}

/// The value of a property.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// Type 1 of the text form: an unsigned 32-bit integer.
    U32(u32),
    /// Type 2 of the text form: bytes.
    Bytes(Bytes),
}

impl Value {
    /// The UTF-8 bytes of `text`, not terminated.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Bytes(Bytes::new(text.as_bytes().to_vec()))
    }

    /// Little-endian 32-bit integers one after another.
    #[must_use]
    pub fn u32_list(list: &[u32]) -> Self {
        Self::Bytes(Bytes::new(list.iter().flat_map(|n| n.to_le_bytes()).collect()))
    }

    /// Little-endian 64-bit integers one after another.
    #[must_use]
    pub fn u64_list(list: &[u64]) -> Self {
        Self::Bytes(Bytes::new(list.iter().flat_map(|n| n.to_le_bytes()).collect()))
    }

    /// The integer, or `None` for bytes.
    #[must_use]
    pub fn as_u32(&self) -> Option<u32> {
        match self {
            Self::U32(n) => Some(*n),
            Self::Bytes(_) => None,
        }
    }

    /// The bytes, or `None` for an integer.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&Bytes> {
        match self {
            Self::U32(_) => None,
            Self::Bytes(bytes) => Some(bytes),
        }
    }

    /// Whole bytes as little-endian 32-bit integers; `None` for an integer or another length.
    #[must_use]
    pub fn as_u32_list(&self) -> Option<Vec<u32>> {
        self.elements::<4>().map(|elements| elements.map(u32::from_le_bytes).collect())
    }

    /// Whole bytes as little-endian 64-bit integers; `None` for an integer or another length.
    #[must_use]
    pub fn as_u64_list(&self) -> Option<Vec<u64>> {
        self.elements::<8>().map(|elements| elements.map(u64::from_le_bytes).collect())
    }

    /// Whole bytes as UTF-8 text; `None` for an integer or other bytes.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        self.whole_bytes().and_then(|bytes| std::str::from_utf8(bytes).ok())
    }

    fn whole_bytes(&self) -> Option<&[u8]> {
        self.as_bytes().filter(|bytes| bytes.is_whole()).map(Bytes::as_slice)
    }

    fn elements<const N: usize>(&self) -> Option<impl Iterator<Item = [u8; N]>> {
        let (elements, rest) = self.whole_bytes()?.as_chunks::<N>();
        rest.is_empty().then(|| elements.iter().copied())
    }
}

impl From<u32> for Value {
    fn from(n: u32) -> Self {
        Self::U32(n)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::U32(u32::from(flag))
    }
}

impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(Bytes::new(bytes))
    }
}

impl From<Bytes> for Value {
    fn from(bytes: Bytes) -> Self {
        Self::Bytes(bytes)
    }
}

/// Named values in order of first insertion.
#[derive(Debug, Clone, Default)]
pub struct PropertySet {
    values: IndexMap<String, Value>,
}

impl PropertySet {
    /// An empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a property; a name that is there already keeps its place and gets the new value.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        self.values.insert(name.into(), value.into());
    }

    /// The value of a property.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// Removes a property; the others keep their order.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        self.values.shift_remove(name)
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Number of properties.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no properties.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

/// Equal when names, values and order are.
impl PartialEq for PropertySet {
    fn eq(&self, other: &Self) -> bool {
        self.values.iter().eq(other.values.iter())
    }
}

impl Eq for PropertySet {}

impl<N: Into<String>, V: Into<Value>> FromIterator<(N, V)> for PropertySet {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(properties: I) -> Self {
        Self { values: properties.into_iter().map(|(name, value)| (name.into(), value.into())).collect() }
    }
}

/// All property sets of one device image, in order of first touch.
#[derive(Debug, Clone, Default)]
pub struct PropertySetRegistry {
    sets: IndexMap<SetName, PropertySet>,
}

impl PropertySetRegistry {
    /// A registry without sets.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The set of that name, created empty at the end if it is not there.
    ///
    /// Touching a set is visible: its header is written even if it stays empty.
    pub fn set_mut(&mut self, name: impl Into<SetName>) -> &mut PropertySet {
        self.sets.entry(name.into()).or_default()
    }

    /// Puts a whole set in place; one of that name keeps its position and is replaced.
    pub fn insert(&mut self, name: impl Into<SetName>, set: PropertySet) {
        self.sets.insert(name.into(), set);
    }

    /// The set of that name.
    #[must_use]
    pub fn get(&self, name: &SetName) -> Option<&PropertySet> {
        self.sets.get(name)
    }

    /// Removes a set; the others keep their order.
    pub fn remove(&mut self, name: &SetName) -> Option<PropertySet> {
        self.sets.shift_remove(name)
    }

    /// Names and sets in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&SetName, &PropertySet)> {
        self.sets.iter()
    }

    /// Number of sets.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether there are no sets.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }
}

/// Equal when sets and their order are.
impl PartialEq for PropertySetRegistry {
    fn eq(&self, other: &Self) -> bool {
        self.sets.iter().eq(other.sets.iter())
    }
}

impl Eq for PropertySetRegistry {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_names_round_trip_and_unknown_ones_are_kept() {
        for name in SetName::KNOWN {
            assert!(!matches!(SetName::from(name.as_str()), SetName::Other(_)), "{name}");
            assert_eq!(&SetName::from(name.as_str()), name);
        }
        assert_eq!(SetName::from("vendor/x").as_str(), "vendor/x");
        assert_eq!(SetName::Other("SYCL/kernel names".into()), SetName::KernelNames);
    }

    #[test]
    fn bits_and_bytes_must_agree() {
        assert_eq!(Bytes::from_bits(vec![3], 2).unwrap().bit_len(), 2);
        assert!(Bytes::from_bits(vec![], 0).is_ok());
        for (payload, bits) in [(vec![0], 9), (vec![0], 0), (vec![0, 0], 8), (vec![], u64::MAX)] {
            assert!(Bytes::from_bits(payload, bits).is_err(), "{bits}");
        }
    }

    #[test]
    fn lists_need_whole_elements() {
        assert_eq!(Value::u32_list(&[2, 4]).as_u32_list(), Some(vec![2, 4]));
        assert_eq!(Value::u64_list(&[1 << 40]).as_u64_list(), Some(vec![1 << 40]));
        assert_eq!(Value::from(vec![1, 2, 3]).as_u32_list(), None);
        assert_eq!(Value::from(Bytes::from_bits(vec![0; 4], 31).unwrap()).as_u32_list(), None);
        assert_eq!(Value::U32(7).as_u32_list(), None);
        assert_eq!(Value::text("a,b").as_text(), Some("a,b"));
        assert_eq!(Value::from(vec![0xff]).as_text(), None);
    }

    #[test]
    fn insertion_keeps_the_first_place_and_the_last_value() {
        let mut set = PropertySet::new();
        set.insert("b", 1);
        set.insert("a", true);
        set.insert("b", 3);
        assert_eq!(set.iter().collect::<Vec<_>>(), [("b", &Value::U32(3)), ("a", &Value::U32(1))]);
    }

    #[test]
    fn touching_a_set_creates_it_once() {
        let mut registry = PropertySetRegistry::new();
        registry.set_mut(SetName::KernelNames);
        registry.set_mut("vendor/x").insert("k", 1);
        registry.set_mut("SYCL/kernel names").insert("k", 1);
        let order: Vec<_> = registry.iter().map(|(name, set)| (name.as_str(), set.len())).collect();
        assert_eq!(order, [("SYCL/kernel names", 1), ("vendor/x", 1)]);
    }
}
