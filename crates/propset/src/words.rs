//! Values of options that several programs and passes have, each with its names: command lines, parameters of passes,
//! property files and interfaces in C take them from here.
//!
//! | type | options |
//! |---|---|
//! | [`SplitMode`] | `--split`, `-fsycl-device-code-split=` |
//! | [`SpecConstantMode`] | `--spec-const` |
//! | [`Barriers`] | `--barriers` |
//! | [`Sanitizer`] | `--sanitize` |
//!
//! The numbers of values with a `repr` are those of `sycl_rtc.h`.

use std::fmt;

/// Enums whose values have names.
pub trait Word: Copy + Eq + Send + Sync + 'static {
    /// Names and what they stand for, in the order of help texts. The first name of a value is its own.
    const WORDS: &'static [(&'static str, Self)];

    /// Its own name.
    #[must_use]
    fn name(self) -> &'static str {
        Self::WORDS.iter().find(|(_, value)| *value == self).expect("a test finds a name for each value").0
    }

    /// The value of a name.
    #[must_use]
    fn parse(name: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

macro_rules! words {
    ($($type:ident)*) => {
        $(
            impl Word for $type {
                const WORDS: &'static [(&'static str, Self)] = &Self::NAMES;
            }

            impl fmt::Display for $type {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str(self.name())
                }
            }
        )*
    };
}
words!(SplitMode SpecConstantMode Barriers Sanitizer);

/// Ways to group entry points into images.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum SplitMode {
    /// One image, also of entry points that no device has all features for.
    None = 0,
    /// By features alone: as few images as are right on every device.
    Features = 1,
    /// One image an entry point.
    Kernel = 2,
    /// By translation unit and features.
    Source = 3,
    /// By translation unit and features; suits most programs.
    #[default]
    Auto = 4,
}

impl SplitMode {
    /// The five names, then those of `-fsycl-device-code-split=`. There, `off` still splits where a program would be
    /// wrong otherwise.
    pub const NAMES: [(&'static str, Self); 8] = [
        ("auto", Self::Auto),
        ("source", Self::Source),
        ("kernel", Self::Kernel),
        ("features", Self::Features),
        ("none", Self::None),
        ("off", Self::Features),
        ("per_source", Self::Source),
        ("per_kernel", Self::Kernel),
    ];

    /// The values that differ for a single translation unit.
    pub const OF_ONE_UNIT: [Self; 3] = [Self::None, Self::Features, Self::Kernel];

    /// The value of [`SplitMode::OF_ONE_UNIT`] that does the same to a single translation unit.
    #[must_use]
    pub fn of_one_unit(self) -> Self {
        match self {
            Self::Auto | Self::Source => Self::Features,
            Self::None | Self::Features | Self::Kernel => self,
        }
    }
}

/// Ways to lower specialization constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum SpecConstantMode {
    /// SPIR-V specialization constants.
    #[default]
    Native = 0,
    /// Values in a buffer that the runtime passes to kernels with a parameter for it.
    Emulation = 1,
    /// The default values.
    DefaultValues = 2,
    /// Values in a buffer, for which kernels get a parameter where they have none.
    HostEmulation = 3,
}

impl SpecConstantMode {
    /// The names in builds and of parameters of passes.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("native", Self::Native),
        ("emulation", Self::Emulation),
        ("default-values", Self::DefaultValues),
        ("host-emulation", Self::HostEmulation),
    ];

    /// The names in requests at run time.
    pub const AT_RUN_TIME: [(&'static str, Self); 3] =
        [("native", Self::Native), ("emulation", Self::Emulation), ("defaults", Self::DefaultValues)];

    /// The name in requests at run time, or else the one in builds.
    #[must_use]
    pub fn name_at_run_time(self) -> &'static str {
        Self::AT_RUN_TIME.iter().find(|(_, mode)| *mode == self).map_or_else(|| self.name(), |(name, _)| name)
    }

    /// Whether values are in a buffer.
    #[must_use]
    pub fn is_emulated(self) -> bool {
        matches!(self, Self::Emulation | Self::HostEmulation)
    }
}

/// Ways in which items of a work-group wait at barriers on hosts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Barriers {
    /// Between loops over items where control flow is uniform, as coroutines elsewhere.
    #[default]
    Auto,
    /// Between loops over items; an error where control flow is not uniform.
    Fission,
    /// As coroutines.
    Coroutine,
    /// As on GPUs: items need not get to barriers together. Between loops over items where control flow is certainly
    /// uniform, as coroutines elsewhere; those that wait go on when the others have ended or wait at another barrier.
    Lenient,
    /// As coroutines, which also report on stderr where items of a group access the same memory without a barrier
    /// between.
    Check,
    /// Not at all: an error.
    Refuse,
}

impl Barriers {
    /// The names.
    pub const NAMES: [(&'static str, Self); 6] = [
        ("auto", Self::Auto),
        ("fission", Self::Fission),
        ("coroutine", Self::Coroutine),
        ("lenient", Self::Lenient),
        ("check", Self::Check),
        ("refuse", Self::Refuse),
    ];
}

/// Checks in code for hosts while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sanitizer {
    /// Accesses outside of what is allocated.
    Address,
    /// Undefined behaviour that LLVM's passes find: indices outside of objects whose size is known.
    Undefined,
    /// Data races.
    Thread,
}

impl Sanitizer {
    /// The names.
    pub const NAMES: [(&'static str, Self); 3] =
        [("address", Self::Address), ("undefined", Self::Undefined), ("thread", Self::Thread)];
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the values with all of the type, which have the numbers from 0.
    fn have_names<T: Word + fmt::Display + fmt::Debug>(all: &[T]) {
        for value in all {
            assert_eq!((T::parse(value.name()), value.to_string().as_str()), (Some(*value), value.name()));
        }
        assert!(T::WORDS.iter().all(|(_, value)| all.contains(value)));
        assert_eq!(T::parse("kernl"), None);
    }

    #[test]
    fn each_value_has_a_name_by_which_it_is_found() {
        use Barriers::{Check, Coroutine, Fission, Lenient, Refuse};
        use SpecConstantMode::{DefaultValues, Emulation, HostEmulation, Native};
        use SplitMode::{Auto, Features, Kernel, None, Source};
        have_names(&[None, Features, Kernel, Source, Auto]);
        have_names(&[Native, Emulation, DefaultValues, HostEmulation]);
        have_names(&[Barriers::Auto, Fission, Coroutine, Lenient, Check, Refuse]);
        have_names(&[Sanitizer::Address, Sanitizer::Undefined, Sanitizer::Thread]);
    }

    #[test]
    fn split_modes_have_the_names_of_dpcpp() {
        assert_eq!(SplitMode::Features.name(), "features");
        assert_eq!(SplitMode::parse("off"), Some(SplitMode::Features));
        assert_eq!(SplitMode::parse("per_source"), Some(SplitMode::Source));
        assert_eq!(SplitMode::parse("per_kernel"), Some(SplitMode::Kernel));
    }

    #[test]
    fn requests_at_run_time_have_fewer_values() {
        for (name, mode) in SplitMode::NAMES {
            assert!(SplitMode::OF_ONE_UNIT.contains(&mode.of_one_unit()), "{name}");
        }
        assert_eq!(SplitMode::Kernel.of_one_unit(), SplitMode::Kernel);
        assert_eq!(SpecConstantMode::DefaultValues.name_at_run_time(), "defaults");
        assert_eq!(SpecConstantMode::HostEmulation.name_at_run_time(), "host-emulation");
    }
}
