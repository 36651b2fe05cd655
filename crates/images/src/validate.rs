//! Whether an image is well formed and has the kernels that its properties promise.
//!
//! | image | checked |
//! |---|---|
//! | SPIR-V | header, lengths of instructions, entry points; then `spirv-val`, if it is given |
//! | ELF, for the host | the table of the image, and for each kernel an entry |
//! | ELF (AMD, NVIDIA, Intel) | that it can be parsed, and for each kernel a symbol or section |
//! | PTX | version and target, and an `.entry` for each kernel |
//! | anything else | that it is longer than what a format starts with |
//!
//! LLVM 22 writes every integer zero as `OpConstantNull`, which the SPIR-V specification allows wherever a constant is.
//! `spirv-val` of 2023 refuses that as the structure index of `OpAccessChain`, where the specification says "an
//! OpConstant" and later versions take both. The two mean the same, so what the validator gets is [`with_plain_zeros`].

mod names;
mod spirv;

use std::collections::HashSet;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

use object::{Object as _, ObjectSection as _, ObjectSymbol as _};
use sycl_propset::printable::excerpt;

use crate::error::Error;
use crate::offload_binary::ImageKind;
use crate::process;
use crate::spirv::{Instruction, Malformed, Module};
use crate::wrap;

pub(crate) use names::{ptx_code, ptx_entries};

/// Bytes by which a format is recognized.
const MAGIC_BYTES: usize = 4;
/// Extensions for which `spirv-val` has no rules, so that it refuses what they allow.
const WITHOUT_RULES: [&str; 1] = ["SPV_INTEL_function_pointers"];

/// Reasons why an image is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum Invalid {
    /// It lacks a kernel.
    #[error("{what} has no kernel `{}`; expected all that its properties name", excerpt(kernel))]
    NoKernel { what: &'static str, kernel: String },
    /// It is not SPIR-V.
    #[error(transparent)]
    Spirv(#[from] Malformed),
    /// It is not PTX.
    #[error("the PTX is not UTF-8")]
    PtxNotUtf8,
    /// It lacks what every PTX has.
    #[error("the PTX has no `{directive}`; expected one")]
    NoDirective { directive: &'static str },
    /// It is not a valid ELF file.
    #[error("the ELF file is malformed: {0}")]
    Elf(object::read::Error),
    /// It is shorter than what any format starts with.
    #[error("found {bytes} bytes; expected device code")]
    TooShort { bytes: usize },
    /// The validator refuses it.
    #[error("spirv-val refuses it:\n{words}")]
    Refused { words: String },
}

/// Result of a check, if the image is not refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Validity {
    /// Everything that can be checked is right.
    Valid,
    /// The validator does not know something that the image uses; its words.
    Unknown(String),
}

/// Checks an image. `validator` is `spirv-val`, for SPIR-V.
///
/// # Errors
/// [`Error::Content`] for an image that is malformed, lacks a kernel, or is refused by the validator, with its words;
/// [`Error::Read`] if the validator cannot be run.
pub fn validate(file: &Path, content: &[u8], kernels: &[String], validator: Option<&Path>) -> Result<Validity, Error> {
    let refuse = |error: Invalid| Error::content(file, error);
    let require = |what: &'static str, absent: Option<&str>| match absent {
        Some(kernel) => Err(refuse(Invalid::NoKernel { what, kernel: kernel.to_owned() })),
        None => Ok(Validity::Valid),
    };
    let absent = |has: &dyn Fn(&str) -> bool| kernels.iter().map(String::as_str).find(|kernel| !has(kernel));
    match ImageKind::detect(content) {
        ImageKind::SPIRV => {
            let module = Module::parse(content).map_err(|error| refuse(error.into()))?;
            let entries = module.instructions().filter_map(Instruction::entry_point);
            let names: HashSet<String> = entries.filter(|entry| entry.is_kernel).map(|entry| entry.name).collect();
            require("the SPIR-V module", absent(&|kernel| names.contains(kernel)))?;
            match validator {
                Some(validator) => run_validator(file, &module, validator),
                None => Ok(Validity::Valid),
            }
        }
        ImageKind::PTX => {
            let text = std::str::from_utf8(content).map_err(|_| refuse(Invalid::PtxNotUtf8))?;
            let text = ptx_code(text);
            for directive in [".version", ".target"] {
                if !text.lines().any(|line| line.trim_start().starts_with(directive)) {
                    return Err(refuse(Invalid::NoDirective { directive }));
                }
            }
            let names: HashSet<&str> = ptx_entries(&text).collect();
            require("the PTX", absent(&|kernel| names.contains(kernel)))
        }
        _ if content.starts_with(b"\x7FELF") => {
            let elf = object::File::parse(content).map_err(|e| refuse(Invalid::Elf(e)))?;
            let format = |source| Error::Format { file: file.to_owned(), source };
            let images = wrap::host_images(content).map_err(format)?;
            if !images.is_empty() {
                let kernels = images.iter().flat_map(|image| &image.kernels);
                let names: HashSet<&str> = kernels.map(|kernel| &*kernel.name).collect();
                return require("the host image", absent(&|kernel| names.contains(kernel)));
            }
            require("the ELF file", first_absent_of_elf(&elf, content, kernels))
        }
        _ if content.len() < MAGIC_BYTES => Err(refuse(Invalid::TooShort { bytes: content.len() })),
        _ => Ok(Validity::Valid),
    }
}

/// The first kernel that an ELF file lacks. AMD has a descriptor beside the code, NVIDIA and Intel a section for each
/// kernel. Intel's older files are containers of a format of its own, which has the names somewhere.
fn first_absent_of_elf<'a>(elf: &object::File<'_>, content: &[u8], kernels: &'a [String]) -> Option<&'a str> {
    let symbols: HashSet<&str> =
        elf.symbols().chain(elf.dynamic_symbols()).filter_map(|symbol| symbol.name().ok()).collect();
    let sections: HashSet<&str> = elf.sections().filter_map(|section| section.name().ok()).collect();
    let is_there = |kernel: &str| {
        symbols.contains(kernel)
            || symbols.contains(&*format!("{kernel}.kd"))
            || sections.contains(&*format!(".text.{kernel}"))
    };
    let absent: Vec<&str> = kernels.iter().map(String::as_str).filter(|kernel| !is_there(kernel)).collect();
    if elf.architecture() == object::Architecture::Unknown {
        names::first_without_bytes(&absent, content)
    } else {
        absent.first().copied()
    }
}

/// A SPIR-V module with integer zeros as every validator takes them; see the module's documentation.
///
/// # Errors
/// [`Invalid`] for what is malformed.
pub fn with_plain_zeros(content: &[u8]) -> Result<Vec<u8>, Invalid> {
    Ok(spirv::with_plain_zeros(&Module::parse(content)?))
}

fn run_validator(file: &Path, module: &Module, validator: &Path) -> Result<Validity, Error> {
    let failed = |source| Error::Read { file: validator.to_owned(), source };
    let mut command = Command::new(validator);
    command.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = process::start(|| command.spawn()).map_err(failed)?;
    let input = spirv::with_plain_zeros(module);
    let stdin = Mutex::new(process.stdin.take());
    let write = || {
        let stdin = stdin.lock().unwrap_or_else(PoisonError::into_inner).take();
        // A validator that stops reading says why.
        let _ = stdin.map(|mut stdin| stdin.write_all(&input));
    };
    // A thread writes: the validator may answer before it has read everything. Where there can be none, it gets
    // everything first; what it says by then has to fit into a pipe.
    let answer = thread::scope(|scope| {
        if thread::Builder::new().spawn_scoped(scope, write).is_err() {
            write();
        }
        process.wait_with_output()
    });
    let answer = answer.map_err(failed)?;
    if answer.status.success() {
        return Ok(Validity::Valid);
    }
    let words = format!("{}{}", String::from_utf8_lossy(&answer.stdout), String::from_utf8_lossy(&answer.stderr));
    let words = words.trim().to_owned();
    let mut extensions = module.instructions().filter_map(Instruction::extension);
    let beyond = extensions.find(|extension| WITHOUT_RULES.contains(&extension.as_str()));
    if let Some(extension) = beyond {
        return Ok(Validity::Unknown(format!("{extension}: {words}")));
    }
    if is_unknown(&words) {
        return Ok(Validity::Unknown(words));
    }
    Err(Error::content(file, Invalid::Refused { words }))
}

/// Whether the validator complains of a number that it has no name for, such as `Invalid decoration operand: 6147`.
fn is_unknown(words: &str) -> bool {
    let Some((before, number)) = words.lines().next().and_then(|line| line.rsplit_once(" operand: ")) else {
        return false;
    };
    before.contains("Invalid ") && !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spirv::{
        Op,
        write::{instruction, module, named},
    };

    /// Types i32 and i64, an entry point `K`, and other instructions.
    fn types_and(others: &[Vec<u32>]) -> Vec<u8> {
        let (i32, i64) = (instruction(Op::TypeInt, &[2, 32, 0]), instruction(Op::TypeInt, &[3, 64, 0]));
        module(9, &[&[named(Op::EntryPoint, &[6, 1], "K", &[]), i32, i64], others].concat())
    }

    /// With a null of each type and of another one.
    fn nulls() -> Vec<u8> {
        types_and(&[[2, 4], [3, 5], [6, 7]].map(|operands| instruction(Op::ConstantNull, &operands)))
    }

    fn check(content: &[u8], kernel: &str) -> Result<Validity, String> {
        validate(Path::new("a"), content, &[kernel.to_owned()], None).map_err(|e| e.to_string())
    }

    #[test]
    fn integer_zeros_become_constants() {
        let constants = [&[2, 4, 0][..], &[3, 5, 0, 0]].map(|operands| instruction(Op::Constant, operands));
        let expected = types_and(&[&constants[..], &[instruction(Op::ConstantNull, &[6, 7])]].concat());
        assert_eq!(with_plain_zeros(&nulls()).unwrap(), expected);
    }

    #[test]
    fn a_zero_of_an_impossible_width_stays_as_it_is() {
        let zero = instruction(Op::ConstantNull, &[2, 4]);
        let module = module(9, &[instruction(Op::TypeInt, &[2, u32::MAX, 0]), zero]);
        assert_eq!(with_plain_zeros(&module).unwrap(), module);
    }

    #[test]
    fn kernels_have_to_be_there() {
        assert_eq!(check(&nulls(), "K"), Ok(Validity::Valid));
        assert_eq!(
            check(&nulls(), "L").unwrap_err(),
            "the SPIR-V module has no kernel `L`; expected all that its properties name"
        );
        let ptx = b".version 7.8\n.target sm_90\n.visible .entry KK(\n)\n.weak .entry K (\n)\n";
        assert_eq!(check(ptx, "K"), Ok(Validity::Valid));
        assert!(check(ptx, "L").is_err());
        let only_longer = b".version 7.8\n.target sm_90\n.visible .entry KK(\n)\n";
        assert!(check(only_longer, "K").is_err());
        let not_text = [ptx, &b"// \xFF\n"[..]].concat();
        assert_eq!(check(&not_text, "K").unwrap_err(), "the PTX is not UTF-8");
    }

    #[test]
    fn truncated_images_are_refused() {
        let whole = nulls();
        for length in [0, 3, 4, 19, whole.len() - 4, whole.len() - 1] {
            assert!(check(&whole[..length], "K").is_err(), "{length}");
        }
        assert!(check(b"\x7FELF\x02\x01\x01", "K").unwrap_err().contains("malformed"));
    }

    #[test]
    fn numbers_without_a_name_are_no_fault_of_the_image() {
        assert!(is_unknown("error: line 23: Invalid decoration operand: 6147"));
        assert!(!is_unknown("error: line 54: ID '24[%f]' has not been defined"));
        assert!(!is_unknown("error: line 1: Invalid SPIR-V magic number."));
    }
}
