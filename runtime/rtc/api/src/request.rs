//! Requests: source and targets.

use std::{fmt, time::Duration};

use sycl_propset::words::{SpecConstantMode, SplitMode};

use crate::{error::BadRequest, target::Target};

/// Languages of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Language {
    /// SYCL with free function kernels, C++17 unless `-std=` says otherwise, and the embedded header `<sycl/sycl.hpp>`.
    Sycl,
    /// OpenCL C, 3.0 unless `-cl-std=` says otherwise.
    OpenClC,
    /// C++ for OpenCL, 2021 unless `-cl-std=` says otherwise.
    CxxForOpenCl,
    /// Bitcode of LLVM 22 or an older one, or LLVM's text, of linked device code for `spir64` or `spirv64`.
    Bitcode,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 4] = [Self::Sycl, Self::OpenClC, Self::CxxForOpenCl, Self::Bitcode];

    /// The name on command lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sycl => "sycl",
            Self::OpenClC => "opencl-c",
            Self::CxxForOpenCl => "opencl-c++",
            Self::Bitcode => "bitcode",
        }
    }

    /// The language of a name.
    ///
    /// # Errors
    /// [`BadRequest::Language`] if there is none.
    pub fn parse(name: &str) -> Result<Self, BadRequest> {
        let found = Self::ALL.into_iter().find(|language| language.name() == name);
        found.ok_or_else(|| BadRequest::Language { name: name.to_owned() })
    }

    /// Text that makes a function a kernel.
    pub(crate) const fn kernel(self) -> &'static str {
        match self {
            Self::Sycl => "a function with `SYCL_EXT_ONEAPI_FUNCTION_PROPERTY`",
            Self::OpenClC | Self::CxxForOpenCl => "a function with `__kernel`",
            Self::Bitcode => "a defined function with the calling convention `spir_kernel`",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A header in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The name by which it is included, as in `#include "name"` or `#include <name>`.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A compilation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// The language of the source.
    pub language: Language,
    /// The name of the source in diagnostics.
    pub name: String,
    /// The source. Text is UTF-8 to the front end, which reports what is not.
    pub source: Vec<u8>,
    /// Headers in memory. They are found before files on disk.
    pub headers: Vec<Header>,
    /// For SYCL: the directories of DPC++'s headers, with those of the C++ library and the C library behind it. The
    /// source sees these instead of the embedded `<sycl/sycl.hpp>`. None is the embedded one.
    pub sycl_headers: Vec<String>,
    /// Options, each as in a command line of clang ([`crate::options`]).
    pub options: Vec<String>,
    /// Expressions that name functions of a SYCL source, such as `ns::f<float, 3>`. Templates get these instances, and
    /// the program says what they are called ([`crate::Program::names`]). Of bitcode, the kernels that are compiled, by
    /// their symbols; all if there are none.
    pub names: Vec<String>,
    /// Targets of images. None is the same as [`Target::Spirv64`].
    pub targets: Vec<Target>,
    /// Way to spread kernels of SYCL and of bitcode over images; without it as the option `-fsycl-device-code-split=`
    /// says, or [`SplitMode::None`]. A source is one translation unit.
    pub split: Option<SplitMode>,
    /// Form of specialization constants of SYCL and of bitcode; without it [`SpecConstantMode::Native`] for SPIR-V.
    pub spec_constants: Option<SpecConstantMode>,
    /// Extensions of SPIR-V that images may use; none is [`sycl_propset::spirv::EXTENSIONS`].
    pub spirv_extensions: Option<Vec<String>>,
    /// Whether images keep the module that they were made of ([`crate::Image::bitcode`]).
    pub keeps_bitcode: bool,
    /// Whether kernels for NVIDIA's GPUs get variants for launches whose pointers lead to different allocations, at
    /// `-O2` and above: for launchers that read `K_distinct_pointers` (`docs/gpu.md`).
    pub distinct_memory: bool,
    /// Facts about launches, as parameters of the pass `sscp-specialize` (`docs/retarget.md`), such as
    /// `group-size=16:16`: for images that no other launches use. Not for SPIR-V. For the host also `barriers` of the
    /// pass `work-group-functions`.
    pub specialize: Vec<String>,
    /// Time after which no further step of the compilation begins.
    pub deadline: Option<Duration>,
}

impl Request {
    /// A compilation with the default options, for SPIR-V.
    #[must_use]
    pub fn new(language: Language, name: &str, source: impl Into<Vec<u8>>) -> Self {
        Self {
            language,
            name: name.to_owned(),
            source: source.into(),
            headers: Vec::new(),
            sycl_headers: Vec::new(),
            options: Vec::new(),
            names: Vec::new(),
            targets: Vec::new(),
            split: None,
            spec_constants: None,
            spirv_extensions: None,
            keeps_bitcode: false,
            distinct_memory: false,
            specialize: Vec::new(),
            deadline: None,
        }
    }

    /// The targets, or the default one.
    pub(crate) fn targets(&self) -> &[Target] {
        if self.targets.is_empty() { &[Target::Spirv64] } else { &self.targets }
    }

    /// Checks what the front end would take for something else, or not report well.
    pub(crate) fn check(&self) -> Result<(), BadRequest> {
        let wrong = |name: &str| BadRequest::SourceName { name: name.to_owned() };
        if self.name.is_empty() || self.name.starts_with('-') || self.name.contains(char::is_control) {
            return Err(wrong(&self.name));
        }
        let mut names = vec![self.name.as_str()];
        for Header { name, .. } in &self.headers {
            let is_plain = !name.is_empty()
                && !name.contains(char::is_control)
                && name.strip_prefix('/').unwrap_or(name).split('/').all(|part| !matches!(part, "" | "." | ".."));
            if !is_plain {
                return Err(BadRequest::HeaderName { name: name.clone() });
            }
            if names.contains(&name.as_str()) {
                return Err(BadRequest::TwoFiles { name: name.clone() });
            }
            names.push(name);
        }
        for (index, target) in self.targets.iter().enumerate() {
            if self.targets[..index].contains(target) {
                return Err(BadRequest::TwoTargets { name: target.name().to_owned() });
            }
        }
        for (index, name) in self.names.iter().enumerate() {
            if !matches!(self.language, Language::Sycl | Language::Bitcode) {
                return Err(BadRequest::NameOfOther { name: name.clone(), language: self.language });
            }
            if name.trim().is_empty() || name.contains(char::is_control) {
                return Err(BadRequest::Name { name: name.clone() });
            }
            if self.names[..index].contains(name) {
                return Err(BadRequest::TwoNames { name: name.clone() });
            }
        }
        if matches!(self.language, Language::OpenClC | Language::CxxForOpenCl) {
            let split = self.split.map(|_| "a split");
            if let Some(what) = split.or(self.spec_constants.map(|_| "specialization constants")) {
                return Err(BadRequest::OnlySycl { what, language: self.language });
            }
        }
        if !self.specialize.is_empty()
            && let Some(target) = self.targets().iter().find(|target| matches!(target, Target::Spirv64))
        {
            return Err(BadRequest::SpecializedSpirv { target: target.name().to_owned() });
        }
        for extension in self.spirv_extensions.iter().flatten() {
            let is_name = extension
                .strip_prefix("SPV_")
                .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'));
            if !is_name {
                return Err(BadRequest::Extension { name: extension.clone() });
            }
        }
        if self.language == Language::Bitcode {
            if let Some(option) = self.options.first() {
                return Err(BadRequest::OptionOfBitcode { option: option.clone() });
            }
            if let Some(header) = self.headers.first() {
                return Err(BadRequest::HeaderOfBitcode { name: header.name.clone() });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(change: impl FnOnce(&mut Request)) -> String {
        let mut request = Request::new(Language::OpenClC, "k.cl", "");
        change(&mut request);
        request.check().map_or_else(|e| e.to_string(), |()| "right".to_owned())
    }

    fn header(name: &str) -> Header {
        Header { name: name.to_owned(), text: String::new() }
    }

    #[test]
    fn names_of_languages_are_read_back() {
        for language in Language::ALL {
            assert_eq!(Language::parse(language.name()), Ok(language));
        }
        assert_eq!(
            Language::parse("cuda").unwrap_err().to_string(),
            "unknown language `cuda`; expected sycl, opencl-c, opencl-c++ or bitcode"
        );
    }

    #[test]
    fn wrong_requests_are_refused() {
        assert_eq!(message(|_| ()), "right");
        assert_eq!(message(|r| r.name = "dir/k.cl".to_owned()), "right");
        for name in ["", "-o", "a\nb"] {
            let text = message(|r| r.name = name.to_owned());
            assert!(text.ends_with("`; expected text on one line that does not begin with `-`"), "{text}");
        }
        assert_eq!(
            message(|r| r.name = "-o".to_owned()),
            "source name `-o`; expected text on one line that does not begin with `-`"
        );
        assert_eq!(message(|r| r.headers = vec![header("a/b.h"), header("b.h")]), "right");
        assert_eq!(message(|r| r.headers = vec![header("/a/b.h"), header("a/b.h")]), "right");
        for name in ["", "/", "//a.h", "/../a.h", "../a.h", "a/./b.h", "a//b.h", "a\0.h"] {
            let text = message(|r| r.headers = vec![header(name)]);
            assert!(
                text.starts_with("header name `") && text.contains("expected a path without `.` and `..`"),
                "{text}"
            );
        }
        assert_eq!(
            message(|r| r.headers = vec![header("a.h"), header("a.h")]),
            "two files in memory have the name `a.h`; expected one"
        );
        assert_eq!(
            message(|r| r.headers = vec![header("k.cl")]),
            "two files in memory have the name `k.cl`; expected one"
        );
        assert_eq!(
            message(|r| r.targets = vec![Target::Spirv64, Target::Spirv64]),
            "target `spirv64` is given twice; expected each target once"
        );
        assert_eq!(
            message(|r| r.specialize = vec!["group-size=8".to_owned()]),
            "what is known of launches with the target `spirv64`; expected a target that has machine code or PTX"
        );
        assert_eq!(
            message(|r| r.spirv_extensions = Some(vec!["+SPV_KHR_bit_instructions".to_owned()])),
            "SPIR-V extension `+SPV_KHR_bit_instructions`; expected a name such as SPV_KHR_expect_assume"
        );
    }

    #[test]
    fn name_expressions_are_of_sycl_and_lines() {
        let names = |names: &[&str]| {
            message(|r| {
                r.language = Language::Sycl;
                r.names = names.iter().map(|&name| name.to_owned()).collect();
            })
        };
        assert_eq!(names(&["ns::f<float, 3>", "g"]), "right");
        assert_eq!(names(&["f", "f"]), "name expression `f` is given twice; expected each once");
        for name in ["", " ", "f\n"] {
            let text = names(&[name]);
            assert!(text.ends_with("expected a function, on one line, such as `ns::f<float, 3>`"), "{text}");
        }
        assert_eq!(
            message(|r| r.names = vec!["f".to_owned()]),
            "name expression `f` with the language opencl-c; expected it with sycl or bitcode"
        );
        let of_bitcode = message(|r| {
            r.language = Language::Bitcode;
            r.names = vec!["_ZTS1K".to_owned()];
        });
        assert_eq!(of_bitcode, "right");
    }

    #[test]
    fn bitcode_has_neither_options_nor_headers() {
        let bitcode = |r: &mut Request| r.language = Language::Bitcode;
        assert_eq!(message(bitcode), "right");
        let text = message(|r| {
            bitcode(r);
            r.options = vec!["-O3".to_owned()];
        });
        assert_eq!(text, "option `-O3` with bitcode; expected options with source text only");
        let text = message(|r| {
            bitcode(r);
            r.headers = vec![header("a.h")];
        });
        assert_eq!(text, "header `a.h` with bitcode; expected headers with source text only");
    }
}
