//! Questions about devices and kernels, by the names of `sycl_runtime.h`.

use crate::error::Error;

/// Declares an enumeration of the header, whose numbers C gives.
macro_rules! numbered {
    ($(#[$attribute:meta])* $name:ident, $of:literal: $($variant:ident = $number:literal),* $(,)?) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum $name {
            $($variant = $number,)*
        }

        impl $name {
            const ALL: &[Self] = &[$(Self::$variant),*];

            pub(crate) fn from_number(number: u32) -> Result<Self, Error> {
                let found = Self::ALL.iter().copied().find(|info| *info as u32 == number);
                found.ok_or_else(|| {
                    let last = Self::ALL.len() - 1;
                    Error::invalid(format!("found the fact {number} about a {}; expected 0 to {last}", $of))
                })
            }
        }
    };
}

numbered! {
    /// `enum sycl_rt_device_info`, which says what type each has.
    DeviceInfo, "device":
    Type = 0,
    BackEnd = 1,
    Name = 2,
    Vendor = 3,
    DriverVersion = 4,
    Version = 5,
    PlatformName = 6,
    PlatformVendor = 7,
    PlatformVersion = 8,
    Aspects = 9,
    MaxComputeUnits = 10,
    MaxWorkGroupSize = 11,
    MaxWorkItemSizes = 12,
    SubGroupSizes = 13,
    MaxNumSubGroups = 14,
    LocalMemSize = 15,
    GlobalMemSize = 16,
    MaxMemAllocSize = 17,
    GlobalMemCacheSize = 18,
    CacheLineSize = 19,
    MaxClockFrequency = 20,
    AddressBits = 21,
    HasUnifiedMemory = 22,
    FreeMemory = 23,
    NativeVectorBytes = 24,
    VendorId = 25,
    Target = 26,
    NativeDevice = 27,
    NativeContext = 28,
    NativePlatform = 29,
}

numbered! {
    /// `enum sycl_rt_kernel_info`.
    KernelInfo, "kernel":
    WorkGroupSize = 0,
    CompileWorkGroupSize = 1,
    SubGroupSize = 2,
    LocalSize = 3,
    ArgumentCount = 4,
    CompileSubGroupSize = 5,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_header() {
        assert_eq!(DeviceInfo::from_number(29).unwrap(), DeviceInfo::NativePlatform);
        assert_eq!(KernelInfo::from_number(0).unwrap(), KernelInfo::WorkGroupSize);
        assert!(DeviceInfo::ALL.iter().zip(0..).all(|(info, number)| *info as u32 == number));
        let refused = KernelInfo::from_number(6).unwrap_err().to_string();
        assert_eq!(refused, "found the fact 6 about a kernel; expected 0 to 5");
    }
}
