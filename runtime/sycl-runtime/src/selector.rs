//! `ONEAPI_DEVICE_SELECTOR`, in DPC++'s syntax (its document "Environment variables"): which devices a program sees.
//!
//! ```text
//! selector  = term { ";" term }
//! term      = [ "!" ] back-end ":" device { "," device }
//! back-end  = "*" | "host" | "native_cpu" | "cuda" | "hip" | "opencl" | "level_zero"
//! device    = "*" | "cpu" | "gpu" | "fpga" | number
//! ```
//! Terms with `!` take away from what the others allow; if there are only such, the others are all.

use std::env;

use crate::error::{Error, Status};

const VARIABLE: &str = "ONEAPI_DEVICE_SELECTOR";
const BACK_ENDS: [&str; 7] = ["*", "host", "native_cpu", "cuda", "hip", "opencl", "level_zero"];
const KINDS: [&str; 4] = ["*", "cpu", "gpu", "fpga"];

#[derive(Debug, PartialEq)]
struct Term {
    is_negative: bool,
    back_end: String,
    devices: Vec<String>,
}

impl Term {
    fn covers(&self, back_end: &str, kind: &str, number: usize) -> bool {
        let is_back_end = match self.back_end.as_str() {
            "*" => true,
            "native_cpu" => back_end == "host",
            name => name == back_end,
        };
        is_back_end && self.devices.iter().any(|d| d == "*" || d == kind || d.parse() == Ok(number))
    }
}

/// Devices that a program sees.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Selector(Vec<Term>);

impl Selector {
    /// Selector of the environment; all devices without the variable.
    pub(crate) fn of_environment() -> Result<Self, Error> {
        env::var_os(VARIABLE).map_or_else(|| Ok(Self::default()), |text| Self::parse(&text.to_string_lossy()))
    }

    fn parse(text: &str) -> Result<Self, Error> {
        let wrong = |found: &str, expected: &str| {
            let message = format!("{VARIABLE} is `{text}`: found `{found}`; expected {expected}");
            Error::new(Status::Invalid, message)
        };
        let term = |term: &str| {
            let positive = term.strip_prefix('!');
            let (back_end, devices) = positive
                .unwrap_or(term)
                .split_once(':')
                .ok_or_else(|| wrong(term, "a back end, a colon and devices, as in `host:cpu` or `*:gpu`"))?;
            let back_end = back_end.to_lowercase();
            if !BACK_ENDS.contains(&back_end.as_str()) {
                return Err(wrong(&back_end, "one of the back ends *, host, cuda, hip, opencl and level_zero"));
            }
            let devices: Vec<String> = devices.split(',').map(str::to_lowercase).collect();
            let is_known = |device: &&String| KINDS.contains(&device.as_str()) || device.parse::<usize>().is_ok();
            if let Some(device) = devices.iter().find(|device| !is_known(device)) {
                return Err(wrong(device, "*, cpu, gpu, fpga or the number of a device"));
            }
            Ok(Term { is_negative: positive.is_some(), back_end, devices })
        };
        text.split(';').filter(|part| !part.is_empty()).map(term).collect::<Result<_, _>>().map(Self)
    }

    /// Whether a program may see a device of a back end.
    pub(crate) fn may_allow(&self, back_end: &str) -> bool {
        let positive = |term: &&Term| !term.is_negative;
        let names = |term: &Term| term.back_end == "*" || term.back_end == back_end;
        let takes_all = |term: &Term| names(term) && term.is_negative && term.devices.iter().any(|d| d == "*");
        (!self.0.iter().any(|term| positive(&term)) || self.0.iter().filter(positive).any(names))
            && !self.0.iter().any(takes_all)
    }

    /// Whether it asks for devices of a back end by its name.
    pub(crate) fn names(&self, back_end: &str) -> bool {
        self.0.iter().any(|term| !term.is_negative && term.back_end == back_end)
    }

    /// Whether a program sees a device: its back end, its kind, and its number within the back end.
    pub(crate) fn allows(&self, back_end: &str, kind: &str, number: usize) -> bool {
        let covers = |term: &&Term| term.covers(back_end, kind, number);
        let (negative, positive): (Vec<_>, Vec<_>) = self.0.iter().partition(|term| term.is_negative);
        (positive.is_empty() || positive.iter().any(covers)) && !negative.iter().any(covers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows_host(text: &str) -> bool {
        Selector::parse(text).unwrap().allows("host", "cpu", 0)
    }

    #[test]
    fn terms_name_back_ends_kinds_and_numbers() {
        for text in ["", "*:*", "host:*", "HOST:CPU", "native_cpu:cpu", "*:gpu,cpu", "cuda:0;host:0", "!cuda:*"] {
            assert!(allows_host(text), "{text}");
        }
        for text in ["cuda:*", "*:gpu", "host:1", "!*:cpu", "host:*;!host:0", "opencl:cpu"] {
            assert!(!allows_host(text), "{text}");
        }
    }

    #[test]
    fn drivers_are_loaded_where_a_device_of_theirs_may_be_seen() {
        let may = |text: &str| Selector::parse(text).unwrap().may_allow("cuda");
        for text in ["", "*:*", "cuda:*", "*:gpu", "cuda:1", "!host:*", "!cuda:1", "host:*;cuda:0"] {
            assert!(may(text), "{text}");
        }
        for text in ["host:*", "!cuda:*", "opencl:gpu", "cuda:*;!*:*"] {
            assert!(!may(text), "{text}");
        }
        let names = |text: &str| Selector::parse(text).unwrap().names("opencl");
        assert!(names("host:*;opencl:cpu"));
        assert!(!names("*:*") && !names("!opencl:*") && !names("cuda:*"));
    }

    #[test]
    fn what_is_no_selector_is_named() {
        for (text, found) in [("gpu", "gpu"), ("metal:*", "metal"), ("host:big", "big"), ("*:cpu;x", "x")] {
            let message = Selector::parse(text).unwrap_err().to_string();
            assert!(message.contains(&format!("found `{found}`")), "{message}");
        }
    }
}
