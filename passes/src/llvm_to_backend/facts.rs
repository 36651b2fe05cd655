//! Answers of a target to code that asks: AdaptiveCpp's IR constant `current_backend`, and its queries.
//!
//! What holds for some devices of a target only, such as whether SPIR-V runs on a GPU, is not said: code that asks
//! whether it is known learns that it is not, and the user can say more.

use sycl_propset::triple::{BackEndTarget, Family, Processor};

use super::{Error, Target};
use crate::{
    ir::{host_triple, is_processor, processors},
    sscp::ir_constants::Assignment,
};

/// Refuses a processor that LLVM does not have: its back ends would go on without one. A host may have a triple.
pub(super) fn check(target: &Target, host: Option<&str>) -> Result<(), Error> {
    let triple = match &target.target {
        BackEndTarget::Device(device) => device.triple.architecture.name().to_owned(),
        BackEndTarget::Host { .. } => host.map_or_else(host_triple, str::to_owned),
    };
    let Some(processor) = target.target.processor() else { return Ok(()) };
    // Before these, NVIDIA's have no instructions that exchange values within a sub-group.
    let is_old = |name: &str| Processor::parse(name).and_then(|processor| processor.sm()).is_some_and(|sm| sm < 30);
    if is_processor(&triple, processor) && !is_old(processor) {
        return Ok(());
    }
    let mut known = processors(&triple);
    known.retain(|name| !is_old(name));
    Err(Error::Processor { target: target.name.clone(), processor: processor.to_owned(), known })
}

/// AdaptiveCpp's numbers of back ends.
fn back_end(target: &BackEndTarget) -> u64 {
    match target.family() {
        Family::Spirv => 0,
        Family::Nvptx => 1,
        Family::Amdgpu => 2,
        Family::Host => 3,
    }
}

/// Values of IR constants.
pub(super) fn constants(target: &BackEndTarget) -> Vec<Assignment> {
    vec![Assignment { name: "current_backend".to_owned(), value: back_end(target).to_string() }]
}

/// Answers to queries, by key. Numbers of vendors are the digits of their PCI ids in hexadecimal, but for NVIDIA's,
/// as AdaptiveCpp's run time gives them.
pub(super) fn answers(target: &BackEndTarget) -> Vec<Assignment> {
    let mut answers = vec![("compiler_backend", back_end(target))];
    match target {
        BackEndTarget::Host { .. } => answers.extend([
            ("target_is_cpu", 1),
            ("target_is_gpu", 0),
            ("target_vendor_id", 0),
            ("target_has_independent_forward_progress", 0),
        ]),
        BackEndTarget::Device(device) => {
            let number = device.processor.as_ref().and_then(|processor| architecture(processor.name()));
            match device.family {
                Family::Spirv | Family::Host => {}
                Family::Nvptx => {
                    answers.extend([("target_is_cpu", 0), ("target_is_gpu", 1), ("target_vendor_id", 4318)]);
                    answers.extend(
                        number.map(|number| ("target_has_independent_forward_progress", u64::from(number >= 70))),
                    );
                }
                Family::Amdgpu => answers.extend([
                    ("target_is_cpu", 0),
                    ("target_is_gpu", 1),
                    ("target_vendor_id", 1022),
                    ("target_has_independent_forward_progress", 0),
                ]),
            }
            answers.extend(number.map(|number| ("target_arch", number)));
        }
    }
    let assign = |(key, value): (&str, u64)| Assignment { name: key.to_owned(), value: value.to_string() };
    answers.into_iter().map(assign).collect()
}

/// The number of a processor: 90 of `sm_90a`, 0x90a of `gfx90a`. None where the name has no number.
fn architecture(processor: &str) -> Option<u64> {
    match processor.strip_prefix("sm_") {
        Some(number) => number.trim_end_matches(|c: char| c.is_ascii_lowercase()).parse().ok(),
        None => u64::from_str_radix(processor.strip_prefix("gfx")?, 16).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(target: &str, key: &str) -> Option<u64> {
        let target = BackEndTarget::parse(target).unwrap();
        let answer = answers(&target).into_iter().find(|answer| answer.name == key)?;
        Some(answer.value.parse().unwrap())
    }

    #[test]
    fn targets_say_what_holds_for_all_their_devices() {
        assert_eq!(answer("nvptx64:sm_90a", "target_arch"), Some(90));
        assert_eq!(answer("amdgcn:gfx90a", "target_arch"), Some(0x90a));
        assert_eq!(answer("amdgcn:gfx9-4-generic", "target_arch"), None);
        assert_eq!(answer("nvptx64", "target_arch"), None);
        assert_eq!(answer("spirv64", "target_is_gpu"), None);
        assert_eq!(answer("host", "target_is_cpu"), Some(1));
        let numbers =
            ["spirv64", "nvptx64:sm_90", "amdgcn:gfx90a", "host"].map(|name| answer(name, "compiler_backend"));
        assert_eq!(numbers, [Some(0), Some(1), Some(2), Some(3)]);
    }

    #[test]
    fn processors_are_those_of_llvm() {
        let target = |name: &str| Target { name: name.to_owned(), target: BackEndTarget::parse(name).unwrap() };
        assert!(check(&target("nvptx64:sm_90"), None).is_ok() && check(&target("host"), None).is_ok());
        let error = check(&target("nvptx64:sm_95"), None).unwrap_err().to_string();
        assert!(
            error.starts_with("target `nvptx64:sm_95`: unknown processor `sm_95`; expected one of LLVM's such as sm_"),
            "{error}"
        );
        assert!(check(&target("host:gfx90a"), None).is_err());
        let arm = Some("aarch64-unknown-linux-gnu");
        assert!(check(&target("host:neoverse-v1"), arm).is_ok() && check(&target("host:znver3"), arm).is_err());
    }
}
