//! The options that users may give, and what the front end is told of them.
//!
//! Options are a list of what is allowed: the compiler runs in another program's process, so an option that writes,
//! loads code or reads elsewhere is refused. `docs/runtime-options.md` is the list for people; a test compares both.

use sycl_propset::words::{SplitMode, Word};

use crate::{
    error::list,
    request::{Language, Request},
};

/// Mistakes in an option.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum OptionError {
    #[error("unknown option `{option}`; {}", expected(*nearest))]
    Unknown { option: String, nearest: Option<&'static str> },
    #[error(
        "option `{option}` is refused, because it writes, loads or reads outside of the request; expected an option of \
         docs/runtime-options.md"
    )]
    Refused { option: String },
    #[error("option `{option}` has no value; expected {expected}")]
    NoValue { option: &'static str, expected: &'static str },
    #[error("option `{option}` has the value `{value}`; expected {expected}")]
    Value { option: &'static str, value: String, expected: String },
    #[error("option `{option}` with the language sycl; expected it with OpenCL")]
    OfOpenCl { option: String },
    #[error("option `{option}` with the language {language}; expected it with sycl")]
    OfSycl { option: String, language: Language },
    #[error("option `{}` has a zero byte; expected text", option.escape_debug())]
    Zero { option: String },
}

fn expected(nearest: Option<&str>) -> String {
    match nearest {
        Some(name) => format!("did you mean `{name}`?"),
        None => "expected an option of docs/runtime-options.md".to_owned(),
    }
}

/// Form of an option, and its meaning.
enum Form {
    /// Passed on as other words.
    Flag(&'static [&'static str]),
    /// Exactness of mathematics, of which the last one holds.
    Math(&'static [&'static str]),
    /// A model of such mathematics behind the name.
    Model,
    /// Nothing is made of it: a request of clang's or of DPC++'s compiler that does not change code.
    NoEffect,
    /// A level of optimization, of which the last one holds.
    Level(&'static str),
    /// A value that follows, or stands in the next word; what it is.
    Value(&'static str),
    /// The same, a directory that is read.
    Directory,
    /// A number behind the name.
    Number(u32),
    /// One of some values behind the name.
    OneOf(&'static [&'static str]),
    /// The version of the language.
    Standard,
    /// A word of warnings behind the name.
    Warning,
    /// Way to spread kernels over images.
    Split,
}

/// An option: its name, its form, and what it does.
struct Known {
    name: &'static str,
    form: Form,
}

const fn same(name: &'static str, words: &'static [&'static str]) -> Known {
    Known { name, form: Form::Flag(words) }
}

const FAST_MATH: &[&str] = &[
    "-menable-no-infs",
    "-menable-no-nans",
    "-fapprox-func",
    "-funsafe-math-optimizations",
    "-fno-signed-zeros",
    "-mreassociate",
    "-freciprocal-math",
    "-ffp-contract=fast",
    "-ffast-math",
    "-ffinite-math-only",
    "-complex-range=basic",
];

/// The same with infinities and NaN, and with complex numbers that are as exact as floating point allows.
const FAST_MODEL: &[&str] = &[
    "-fapprox-func",
    "-funsafe-math-optimizations",
    "-fno-signed-zeros",
    "-mreassociate",
    "-freciprocal-math",
    "-ffp-contract=fast",
    "-complex-range=promoted",
];

/// Models of mathematics, and what clang's driver makes of them for devices. The strict one is not there: for SPIR-V,
/// clang has no exceptions and rounding modes.
const MODELS: [(&str, &[&str]); 3] = [("precise", &[]), ("fast", FAST_MODEL), ("aggressive", FAST_MATH)];

/// All options. `docs/runtime-options.md` has them in this order.
const KNOWN: &[Known] = &[
    Known { name: "-D", form: Form::Value("a macro, as in `-DN=4`") },
    Known { name: "-U", form: Form::Value("a macro") },
    Known { name: "-I", form: Form::Directory },
    Known { name: "-include", form: Form::Value("a header") },
    Known { name: "-std=", form: Form::Standard },
    Known { name: "-cl-std=", form: Form::Standard },
    Known { name: "-O0", form: Form::Level("-O0") },
    Known { name: "-O1", form: Form::Level("-O1") },
    Known { name: "-O2", form: Form::Level("-O2") },
    Known { name: "-O3", form: Form::Level("-O3") },
    Known { name: "-Os", form: Form::Level("-Os") },
    Known { name: "-cl-opt-disable", form: Form::Level("-O0") },
    same("-g", &["-debug-info-kind=constructor", "-dwarf-version=5"]),
    same("-gline-tables-only", &["-debug-info-kind=line-tables-only", "-dwarf-version=5"]),
    Known { name: "-fsycl-device-code-split=", form: Form::Split },
    Known { name: "-ffast-math", form: Form::Math(FAST_MATH) },
    Known { name: "-fno-fast-math", form: Form::Math(&[]) },
    Known { name: "-ffp-model=", form: Form::Model },
    Known { name: "-ffp-accuracy=", form: Form::NoEffect },
    Known { name: "-ffp-contract=", form: Form::OneOf(&["off", "on", "fast", "fast-honor-pragmas"]) },
    // Clang's driver passes nothing on for SPIR-V: the device decides.
    same("-cl-denorms-are-zero", &[]),
    same("-cl-fast-relaxed-math", &["-cl-fast-relaxed-math"]),
    same("-cl-finite-math-only", &["-cl-finite-math-only"]),
    same("-cl-fp32-correctly-rounded-divide-sqrt", &["-cl-fp32-correctly-rounded-divide-sqrt"]),
    same("-cl-kernel-arg-info", &["-cl-kernel-arg-info"]),
    same("-cl-mad-enable", &["-cl-mad-enable"]),
    same("-cl-no-signed-zeros", &["-cl-no-signed-zeros"]),
    same("-cl-single-precision-constant", &["-cl-single-precision-constant"]),
    same("-cl-uniform-work-group-size", &["-cl-uniform-work-group-size"]),
    same("-cl-unsafe-math-optimizations", &["-cl-unsafe-math-optimizations"]),
    Known { name: "-W", form: Form::Warning },
    same("-w", &["-w"]),
    same("-pedantic", &["-pedantic"]),
    Known { name: "-ferror-limit=", form: Form::Number(1_000_000) },
    Known { name: "-ftemplate-depth=", form: Form::Number(1_000_000) },
    Known { name: "-fconstexpr-steps=", form: Form::Number(1_000_000_000) },
    Known { name: "--auto-pch", form: Form::NoEffect },
    Known { name: "-ftime-report", form: Form::NoEffect },
    Known { name: "-Rpass=", form: Form::NoEffect },
    Known { name: "-Rpass-missed=", form: Form::NoEffect },
    Known { name: "-Rpass-analysis=", form: Form::NoEffect },
];

/// Options of clang that are refused by name, since users may take them for forgotten.
const REFUSED: [&str; 23] = [
    "-o",
    "-M",
    "-save-temps",
    "-ftime-",
    "-fmodules",
    "-fmodule-",
    "-load",
    "-fplugin",
    "-fpass-plugin",
    "@",
    "-Xclang",
    "-mllvm",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "--sysroot",
    "-resource-dir",
    "-include-pch",
    "-imacros",
    "-ivfsoverlay",
    "-working-directory",
    "-serialize-diagnostics",
];

/// DPC++'s names for the values of [`SplitMode`].
const SPLITS: [&str; 4] = ["off", "auto", "per_source", "per_kernel"];

/// Versions of C++ for SYCL, of OpenCL C, and of C++ for OpenCL.
const CXX: [&str; 7] = ["c++17", "c++20", "c++23", "c++26", "gnu++17", "gnu++20", "gnu++23"];
const OPENCL_C: [&str; 5] = ["CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"];
const CXX_FOR_OPENCL: [&str; 3] = ["CLC++", "CLC++1.0", "CLC++2021"];

/// Options as the front end takes them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Arguments {
    /// Words for `clang -cc1`.
    pub(crate) words: Vec<String>,
    /// Directories that may be read.
    pub(crate) directories: Vec<String>,
    /// Way to spread kernels over images.
    pub(crate) split: Option<SplitMode>,
}

impl Arguments {
    /// Way to spread kernels of a request over images.
    pub(crate) fn split_of(&self, request: &Request) -> SplitMode {
        request.split.or(self.split).unwrap_or(SplitMode::None).of_one_unit()
    }
}

/// Whether an option is one whose value stands in the next word.
#[must_use]
pub fn takes_next_word(option: &str) -> bool {
    KNOWN.iter().any(|known| known.name == option && matches!(known.form, Form::Value(_) | Form::Directory))
}

/// Reads options.
pub(crate) fn parse(language: Language, options: &[String]) -> Result<Arguments, OptionError> {
    let mut arguments = Arguments::default();
    let (mut level, mut standard) = ("-O2", None);
    let mut rest = options.iter();
    while let Some(option) = rest.next() {
        if option.contains('\0') {
            return Err(OptionError::Zero { option: option.clone() });
        }
        let known = find(option).ok_or_else(|| unknown(option))?;
        if language == Language::Sycl && known.name.starts_with("-cl-") {
            return Err(OptionError::OfOpenCl { option: option.clone() });
        }
        if language != Language::Sycl && known.name.starts_with("-fsycl-") {
            return Err(OptionError::OfSycl { option: option.clone(), language });
        }
        let value = &option[known.name.len()..];
        let words = &mut arguments.words;
        match &known.form {
            Form::Flag(flags) => words.extend(flags.iter().map(|word| (*word).to_owned())),
            Form::Level(word) => level = word,
            Form::Math(math) => set_math(words, math),
            Form::Model => {
                let found = MODELS.iter().find(|(name, _)| *name == value);
                let names = MODELS.map(|(name, _)| name);
                set_math(words, found.ok_or_else(|| wrong(known.name, value, list(&names)))?.1);
            }
            Form::NoEffect => {}
            Form::Value(expected) => {
                let value = value_or_next(known.name, value, &mut rest, expected)?;
                words.extend([known.name.to_owned(), value]);
            }
            Form::Directory => {
                let value = value_or_next(known.name, value, &mut rest, "a directory")?;
                words.extend([known.name.to_owned(), value.clone()]);
                arguments.directories.push(value);
            }
            Form::Number(limit) => {
                let number: Option<u32> = value.parse().ok().filter(|number| number <= limit);
                let number = number.ok_or_else(|| wrong(known.name, value, format!("a number up to {limit}")))?;
                // The one that clang's driver splits.
                match known.name.strip_suffix('=').filter(|name| *name == "-ferror-limit") {
                    Some(name) => words.extend([name.to_owned(), number.to_string()]),
                    None => words.push(format!("{}{number}", known.name)),
                }
            }
            Form::OneOf(values) => {
                if !values.contains(&value) {
                    return Err(wrong(known.name, value, list(values)));
                }
                words.push(option.clone());
            }
            Form::Split => {
                let mode = SplitMode::parse(value).filter(|_| SPLITS.contains(&value));
                let mode = mode.ok_or_else(|| wrong(known.name, value, list(&SPLITS)))?;
                arguments.split = Some(mode.of_one_unit());
            }
            Form::Standard => standard = Some(version(language, known.name, value)?),
            Form::Warning => {
                if value.is_empty() || !value.chars().all(|c| c.is_ascii_alphanumeric() || "+=_-".contains(c)) {
                    return Err(wrong("-W", value, "the name of a warning".to_owned()));
                }
                words.push(option.clone());
            }
        }
    }
    let standard = standard.unwrap_or(match language {
        Language::Sycl => "c++17",
        Language::CxxForOpenCl => "CLC++2021",
        Language::OpenClC | Language::Bitcode => "CL3.0",
    });
    let standard = if language == Language::Sycl { format!("-std={standard}") } else { format!("-cl-std={standard}") };
    // The limit of clang's driver; its front end has none by itself.
    let defaults = [standard, level.to_owned(), "-ferror-limit".to_owned(), "19".to_owned()];
    arguments.words.splice(0..0, defaults);
    Ok(arguments)
}

/// Sets how exact mathematics has to be, whatever was set before.
fn set_math(words: &mut Vec<String>, math: &[&str]) {
    words.retain(|word| !FAST_MATH.contains(&word.as_str()) && !FAST_MODEL.contains(&word.as_str()));
    words.extend(math.iter().map(|word| (*word).to_owned()));
}

/// The option that a word is; the longest name, as `-gline-tables-only` begins with `-g`.
fn find(option: &str) -> Option<&'static Known> {
    let fits = |known: &&Known| match known.form {
        Form::Flag(_) | Form::Level(_) | Form::Math(_) => option == known.name,
        Form::NoEffect if !known.name.ends_with('=') => option == known.name,
        // A name of its own that begins in the same way, such as `-include-pch`.
        Form::Value(_) if known.name == "-include" => option == known.name,
        _ => option.starts_with(known.name),
    };
    KNOWN.iter().filter(fits).max_by_key(|known| known.name.len())
}

fn unknown(option: &str) -> OptionError {
    if REFUSED.iter().any(|refused| if *refused == "-o" { is_output(option) } else { option.starts_with(refused) }) {
        return OptionError::Refused { option: option.to_owned() };
    }
    if option.strip_prefix("-O").is_some_and(|level| level.parse::<u64>().is_ok() || level == "fast") {
        return OptionError::Unknown { option: option.to_owned(), nearest: Some("-O3") };
    }
    let nearest = KNOWN.iter().map(|known| (strsim::damerau_levenshtein(option, known.name), known.name)).min();
    let nearest = nearest.filter(|(distance, _)| *distance <= 2).map(|(_, name)| name);
    OptionError::Unknown { option: option.to_owned(), nearest }
}

/// `-o`, `-ofile`; all other options that begin so are words.
fn is_output(option: &str) -> bool {
    option == "-o" || option.starts_with("-o") && option.contains(['.', '/'])
}

fn wrong(option: &'static str, value: &str, expected: String) -> OptionError {
    OptionError::Value { option, value: value.to_owned(), expected }
}

fn value_or_next<'a>(
    option: &'static str,
    value: &str,
    rest: &mut impl Iterator<Item = &'a String>,
    expected: &'static str,
) -> Result<String, OptionError> {
    let value = if value.is_empty() { rest.next().map(String::as_str).unwrap_or_default() } else { value };
    if value.is_empty() {
        return Err(OptionError::NoValue { option, expected });
    }
    if value.contains('\0') {
        return Err(OptionError::Zero { option: value.to_owned() });
    }
    Ok(value.to_owned())
}

fn version(language: Language, option: &'static str, value: &str) -> Result<&'static str, OptionError> {
    let known: &[&str] = match language {
        Language::Sycl => &CXX,
        Language::CxxForOpenCl => &CXX_FOR_OPENCL,
        Language::OpenClC | Language::Bitcode => &OPENCL_C,
    };
    let found = known.iter().find(|known| known.eq_ignore_ascii_case(value));
    found.copied().ok_or_else(|| wrong(option, value, list(known)))
}

#[cfg(test)]
mod tests;
