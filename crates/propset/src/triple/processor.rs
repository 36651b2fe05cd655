//! Processors of NVIDIA and AMD by their names.

use super::Family;

/// A GPU as LLVM's `-mcpu` names it. New ones need no change here: what is known of a processor follows from its
/// number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Processor {
    name: String,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    /// The number after `sm_`.
    Nvidia { number: u32 },
    /// Major and minor version of the instruction set; none for a name whose version is unknown.
    Amd { version: Option<(u32, u32)> },
}

/// AMD's processors that LLVM knows by another name than their version, with the major version.
const AMD_NAMES: [(&str, u32); 18] = [
    ("tahiti", 6),
    ("pitcairn", 6),
    ("verde", 6),
    ("oland", 6),
    ("hainan", 6),
    ("kaveri", 7),
    ("hawaii", 7),
    ("kabini", 7),
    ("mullins", 7),
    ("bonaire", 7),
    ("carrizo", 8),
    ("iceland", 8),
    ("tonga", 8),
    ("fiji", 8),
    ("polaris10", 8),
    ("polaris11", 8),
    ("tongapro", 8),
    ("stoney", 8),
];

/// AMD's families that code can be made for, and the processors of each (LLVM's "User Guide for AMDGPU Backend",
/// Generic processors).
const AMD_FAMILIES: [(&str, &[&str]); 6] = [
    ("gfx9-generic", &["gfx900", "gfx902", "gfx904", "gfx906", "gfx909", "gfx90c"]),
    ("gfx9-4-generic", &["gfx940", "gfx941", "gfx942", "gfx950"]),
    ("gfx10-1-generic", &["gfx1010", "gfx1011", "gfx1012", "gfx1013"]),
    ("gfx10-3-generic", &["gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035", "gfx1036"]),
    ("gfx11-generic", &["gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151", "gfx1152", "gfx1153"]),
    ("gfx12-generic", &["gfx1200", "gfx1201"]),
];

/// Whether code for a family of AMD's processors, such as `gfx11-generic`, runs on one of them.
///
/// ```
/// use sycl_propset::triple::is_of_amd_family;
/// assert!(is_of_amd_family("gfx1100", "gfx11-generic"));
/// assert!(!is_of_amd_family("gfx908", "gfx9-generic"));
/// ```
#[must_use]
pub fn is_of_amd_family(processor: &str, family: &str) -> bool {
    AMD_FAMILIES.iter().any(|(name, processors)| *name == family && processors.contains(&processor))
}

impl Processor {
    /// Reads a processor's name. None for one that is neither NVIDIA's nor AMD's, such as `generic`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let kind = if let Some(number) = name.strip_prefix("sm_") {
            let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
            Kind::Nvidia { number: digits.parse().ok().filter(|_| number.len() - digits.len() <= 1)? }
        } else if let Some(rest) = name.strip_prefix("gfx") {
            let is_name = rest.starts_with(|c: char| c.is_ascii_digit())
                && rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
            is_name.then(|| Kind::Amd { version: amd_version(rest) })?
        } else {
            let (_, major) = AMD_NAMES.iter().find(|(known, _)| *known == name)?;
            Kind::Amd { version: Some((*major, 0)) }
        };
        Some(Self { name: name.to_owned(), kind })
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whose it is.
    #[must_use]
    pub fn family(&self) -> Family {
        match self.kind {
            Kind::Nvidia { .. } => Family::Nvptx,
            Kind::Amd { .. } => Family::Amdgpu,
        }
    }

    /// The number of an NVIDIA processor: 90 for `sm_90a`.
    #[must_use]
    pub fn sm(&self) -> Option<u32> {
        match self.kind {
            Kind::Nvidia { number } => Some(number),
            Kind::Amd { .. } => None,
        }
    }

    /// The major version of an AMD processor's instruction set, where its name says it: 9 for `gfx90a`.
    #[must_use]
    pub fn gfx(&self) -> Option<u32> {
        match self.kind {
            Kind::Amd { version } => version.map(|(major, _)| major),
            Kind::Nvidia { .. } => None,
        }
    }

    /// Sizes of sub-groups that the processor's code can be compiled for, smallest first; empty if they are unknown.
    #[must_use]
    pub fn sub_group_sizes(&self) -> &'static [u32] {
        match self.kind {
            Kind::Nvidia { .. } => &[32],
            Kind::Amd { version } => match version {
                Some((6..=9, _)) => &[64],
                Some((10 | 11, _) | (12, 0..=4)) => &[32, 64],
                Some((12, _)) => &[32],
                _ => &[],
            },
        }
    }
}

/// Major and minor version in an AMD name behind `gfx`: `90a`, `1250`, `9-generic`, `9-4-generic`.
fn amd_version(rest: &str) -> Option<(u32, u32)> {
    if let Some(generic) = rest.strip_suffix("-generic") {
        let (major, minor) = generic.split_once('-').unwrap_or((generic, "0"));
        return Some((major.parse().ok()?, minor.parse().ok()?));
    }
    // The last two characters are minor version and stepping, both hexadecimal.
    let (major, last) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let minor = u32::from_str_radix(last.get(..1)?, 16).ok()?;
    u32::from_str_radix(last.get(1..)?, 16).ok()?;
    Some((major.parse().ok()?, minor))
}
