//! Whether an image is well formed and has the kernels that its properties promise.
//!
//! | image | checked |
//! |---|---|
//! | SPIR-V | header, lengths of instructions, entry points; then `spirv-val`, if it is given |
//! | ELF (AMD, NVIDIA, Intel) | that it can be parsed, and for each kernel a symbol or section |
//! | PTX | version and target, and an `.entry` for each kernel |
//! | anything else | that it is longer than what a format starts with |
//!
//! LLVM 22 writes every integer zero as `OpConstantNull`, which the SPIR-V specification allows wherever a constant is.
//! `spirv-val` of 2023 refuses that as the structure index of `OpAccessChain`, where the specification says "an
//! OpConstant" and later versions take both. The two mean the same, so what the validator gets is [`with_plain_zeros`].

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use object::{Object as _, ObjectSection as _, ObjectSymbol as _};

use crate::error::Error;
use crate::offload_binary::ImageKind;

/// Bytes by which a format is recognized.
const MAGIC_BYTES: usize = 4;
const HEADER_WORDS: usize = 5;
const MAGIC: u32 = 0x0723_0203;
const OP_EXTENSION: u32 = 10;
const OP_ENTRY_POINT: u32 = 15;
const OP_TYPE_INT: u32 = 21;
const OP_CONSTANT: u32 = 43;
const OP_CONSTANT_NULL: u32 = 46;
/// The execution model of OpenCL's kernels.
const MODEL_KERNEL: u32 = 6;
/// Extensions for which `spirv-val` has no rules, so that it refuses what they allow.
const WITHOUT_RULES: [&str; 1] = ["SPV_INTEL_function_pointers"];

/// What a check found, if the image is not refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
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
pub fn validate(file: &Path, content: &[u8], kernels: &[String], validator: Option<&Path>) -> Result<Verdict, Error> {
    let refuse = |message: String| Error::Content { file: file.to_owned(), message };
    let kind = ImageKind::detect(content);
    let missing = |what: &str, has: &dyn Fn(&str) -> bool| match kernels.iter().find(|kernel| !has(kernel)) {
        Some(kernel) => Err(refuse(format!("{what} has no kernel `{kernel}`; expected all that its properties name"))),
        None => Ok(()),
    };
    match kind {
        ImageKind::SPIRV => {
            let module = Module::parse(content).map_err(refuse)?;
            let names = module.entry_points();
            missing("the SPIR-V module", &|kernel| names.iter().any(|name| name == kernel))?;
            match validator {
                Some(validator) => run_validator(file, &module, validator),
                None => Ok(Verdict::Valid),
            }
        }
        _ if kind == ImageKind::PTX || is_ptx(content) => {
            let text = std::str::from_utf8(content).map_err(|_| refuse("the PTX is not UTF-8".to_owned()))?;
            let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
            let text = code.join("\n");
            for directive in [".version", ".target"] {
                if !text.lines().any(|line| line.trim_start().starts_with(directive)) {
                    return Err(refuse(format!("the PTX has no `{directive}`; expected one")));
                }
            }
            missing("the PTX", &|kernel| has_entry(&text, kernel)).map(|()| Verdict::Valid)
        }
        _ if content.starts_with(b"\x7FELF") => {
            let elf = object::File::parse(content).map_err(|e| refuse(format!("the ELF file is malformed: {e}")))?;
            let symbols: Vec<&str> =
                elf.symbols().chain(elf.dynamic_symbols()).filter_map(|symbol| symbol.name().ok()).collect();
            let sections: Vec<&str> = elf.sections().filter_map(|section| section.name().ok()).collect();
            // AMD has a descriptor beside the code, NVIDIA and Intel a section for each kernel. Intel's older files are
            // containers of a format of its own, which has the names.
            missing("the ELF file", &|kernel| {
                let has = |names: &[&str], name: &str| names.contains(&name);
                let is_container = elf.architecture() == object::Architecture::Unknown;
                has(&symbols, &format!("{kernel}.kd"))
                    || has(&sections, &format!(".text.{kernel}"))
                    || has(&symbols, kernel)
                    || is_container && content.windows(kernel.len().max(1)).any(|bytes| bytes == kernel.as_bytes())
            })
            .map(|()| Verdict::Valid)
        }
        _ if content.len() < MAGIC_BYTES => Err(refuse(format!("found {} bytes; expected device code", content.len()))),
        _ => Ok(Verdict::Valid),
    }
}

/// Whether the first line that is no comment is that of PTX; LLVM writes comments in front, others do not.
fn is_ptx(content: &[u8]) -> bool {
    let lines = content.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    lines
        .into_iter()
        .find(|line| !line.is_empty() && !line.starts_with(b"//"))
        .is_some_and(|l| l.starts_with(b".version"))
}

/// Whether PTX defines an entry of that name.
fn has_entry(text: &str, kernel: &str) -> bool {
    text.match_indices(".entry").any(|(at, word)| {
        let rest = text[at + word.len()..].trim_start();
        rest.strip_prefix(kernel).is_some_and(|after| after.starts_with(|c: char| c == '(' || c.is_whitespace()))
    })
}

/// A SPIR-V module as words.
struct Module {
    words: Vec<u32>,
}

impl Module {
    fn parse(content: &[u8]) -> Result<Self, String> {
        let words: Vec<u32> =
            content.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
        if !content.len().is_multiple_of(4) || words.len() < HEADER_WORDS || words[0] != MAGIC {
            return Err(format!("found {} bytes; expected a little-endian SPIR-V module", content.len()));
        }
        let module = Self { words };
        let mut at = HEADER_WORDS;
        while at < module.words.len() {
            let length = (module.words[at] >> 16) as usize;
            if length == 0 || at + length > module.words.len() {
                let left = module.words.len() - at;
                return Err(format!(
                    "offset {:#x}: found an instruction of {length} words; expected 1 to {left}",
                    at * 4
                ));
            }
            at += length;
        }
        Ok(module)
    }

    /// Instructions: opcode, and all words.
    fn instructions(&self) -> impl Iterator<Item = (u32, &[u32])> {
        let mut rest = &self.words[HEADER_WORDS..];
        std::iter::from_fn(move || {
            let first = *rest.first()?;
            let (instruction, after) = rest.split_at((first >> 16) as usize);
            rest = after;
            Some((first & 0xFFFF, instruction))
        })
    }

    fn entry_points(&self) -> Vec<String> {
        let entries = self
            .instructions()
            .filter(|(opcode, words)| *opcode == OP_ENTRY_POINT && words.get(1) == Some(&MODEL_KERNEL));
        entries.map(|(_, words)| text(words.get(3..).unwrap_or_default())).collect()
    }

    fn extensions(&self) -> Vec<String> {
        let extensions = self.instructions().filter(|(opcode, _)| *opcode == OP_EXTENSION);
        extensions.map(|(_, words)| text(&words[1..])).collect()
    }

    /// The module with `OpConstant` 0 in place of `OpConstantNull` of integer types.
    fn with_plain_zeros(&self) -> Vec<u8> {
        let mut widths = std::collections::BTreeMap::new();
        let mut out: Vec<u32> = self.words[..HEADER_WORDS].to_vec();
        for (opcode, words) in self.instructions() {
            match (opcode, words) {
                (OP_TYPE_INT, [_, id, width, ..]) => {
                    // There are no others, and a hostile width would make a zero of any size.
                    if *width <= 64 {
                        widths.insert(*id, *width);
                    }
                    out.extend(words);
                }
                (OP_CONSTANT_NULL, [_, type_id, id]) if widths.contains_key(type_id) => {
                    let literal = widths[type_id].div_ceil(32).max(1);
                    out.extend([(3 + literal) << 16 | OP_CONSTANT, *type_id, *id]);
                    out.extend(std::iter::repeat_n(0, literal as usize));
                }
                _ => out.extend(words),
            }
        }
        out.into_iter().flat_map(u32::to_le_bytes).collect()
    }
}

/// A SPIR-V module with integer zeros as every validator takes them; see the module's documentation.
///
/// # Errors
/// What is malformed.
pub fn with_plain_zeros(content: &[u8]) -> Result<Vec<u8>, String> {
    Module::parse(content).map(|module| module.with_plain_zeros())
}

/// A text of SPIR-V: up to the first zero byte.
fn text(words: &[u32]) -> String {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn run_validator(file: &Path, module: &Module, validator: &Path) -> Result<Verdict, Error> {
    let failed = |source| Error::Read { file: validator.to_owned(), source };
    let mut process = Command::new(validator)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let input = module.with_plain_zeros();
    let mut stdin = process.stdin.take();
    // A thread writes: the validator may answer before it has read everything.
    let answer = std::thread::scope(|scope| {
        scope.spawn(move || {
            // A validator that stops reading says why.
            let _ = stdin.as_mut().map(|stdin| stdin.write_all(&input));
            drop(stdin);
        });
        process.wait_with_output()
    });
    let answer = answer.map_err(failed)?;
    if answer.status.success() {
        return Ok(Verdict::Valid);
    }
    let words = format!("{}{}", String::from_utf8_lossy(&answer.stdout), String::from_utf8_lossy(&answer.stderr));
    let words = words.trim().to_owned();
    let beyond = module.extensions().into_iter().find(|extension| WITHOUT_RULES.contains(&extension.as_str()));
    if let Some(extension) = beyond {
        return Ok(Verdict::Unknown(format!("{extension}: {words}")));
    }
    if is_unknown(&words) {
        return Ok(Verdict::Unknown(words));
    }
    Err(Error::Content { file: file.to_owned(), message: format!("spirv-val refuses it:\n{words}") })
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

    fn words(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    /// Types i32 and i64, a null of each and of another type, and an entry point `K`.
    fn module() -> Vec<u8> {
        let name = u32::from_le_bytes(*b"K\0\0\0");
        words(&[
            MAGIC,
            0x10400,
            0,
            9,
            0,
            4 << 16 | OP_ENTRY_POINT,
            MODEL_KERNEL,
            1,
            name,
            4 << 16 | OP_TYPE_INT,
            2,
            32,
            0,
            4 << 16 | OP_TYPE_INT,
            3,
            64,
            0,
            3 << 16 | OP_CONSTANT_NULL,
            2,
            4,
            3 << 16 | OP_CONSTANT_NULL,
            3,
            5,
            3 << 16 | OP_CONSTANT_NULL,
            6,
            7,
        ])
    }

    fn check(content: &[u8], kernel: &str) -> Result<Verdict, String> {
        validate(Path::new("a"), content, &[kernel.to_owned()], None).map_err(|e| e.to_string())
    }

    #[test]
    fn integer_zeros_become_constants() {
        let expected = words(&[
            MAGIC,
            0x10400,
            0,
            9,
            0,
            4 << 16 | OP_ENTRY_POINT,
            MODEL_KERNEL,
            1,
            u32::from_le_bytes(*b"K\0\0\0"),
            4 << 16 | OP_TYPE_INT,
            2,
            32,
            0,
            4 << 16 | OP_TYPE_INT,
            3,
            64,
            0,
            4 << 16 | OP_CONSTANT,
            2,
            4,
            0,
            5 << 16 | OP_CONSTANT,
            3,
            5,
            0,
            0,
            3 << 16 | OP_CONSTANT_NULL,
            6,
            7,
        ]);
        assert_eq!(with_plain_zeros(&module()).unwrap(), expected);
    }

    #[test]
    fn a_zero_of_an_impossible_width_stays_as_it_is() {
        let module =
            words(&[MAGIC, 0x10400, 0, 9, 0, 4 << 16 | OP_TYPE_INT, 2, u32::MAX, 0, 3 << 16 | OP_CONSTANT_NULL, 2, 4]);
        assert_eq!(with_plain_zeros(&module).unwrap(), module);
    }

    #[test]
    fn kernels_have_to_be_there() {
        assert_eq!(check(&module(), "K"), Ok(Verdict::Valid));
        assert_eq!(
            check(&module(), "L").unwrap_err(),
            "the SPIR-V module has no kernel `L`; expected all that its properties name"
        );
        let ptx = b".version 7.8\n.target sm_90\n.visible .entry KK(\n)\n.weak .entry K (\n)\n";
        assert_eq!(check(ptx, "K"), Ok(Verdict::Valid));
        assert!(check(ptx, "L").is_err());
        let only_longer = b".version 7.8\n.target sm_90\n.visible .entry KK(\n)\n";
        assert!(check(only_longer, "K").is_err());
    }

    #[test]
    fn truncated_images_are_refused() {
        let whole = module();
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
