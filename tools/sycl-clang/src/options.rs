//! Treatment of the options of other SYCL compilers.

use std::ffi::OsString;

use sycl_propset::names;

/// Options that say what holds anyway, or that change only how fast the other compiler works. Those that end with `=`
/// or a letter before it take a value with them.
const WITHOUT_EFFECT: [&str; 19] = [
    "-fsycl-unnamed-lambda",
    "-fsycl-id-queries-fit-in-int",
    "-fno-sycl-id-queries-fit-in-int",
    "-fsycl-early-optimizations",
    "-fno-sycl-early-optimizations",
    "-fsycl-dead-args-optimization",
    "-fno-sycl-dead-args-optimization",
    "-fsycl-instrument-device-code",
    "-fno-sycl-instrument-device-code",
    "-fsycl-use-bitcode",
    "-fsycl-allow-func-ptr",
    "-fsycl-esimd-force-stateless-mem",
    "-fsycl-remove-unused-external-funcs",
    "-fno-sycl-remove-unused-external-funcs",
    "-fsycl-explicit-simd",
    "-fsycl-decompose-functor",
    "-fno-sycl-decompose-functor",
    "-fno-sycl-use-footer",
    "-lsycl", // DPC++'s runtime; this compiler's own is there in any case
];
const WITHOUT_EFFECT_OF_VALUE: [&str; 9] = [
    "-fsycl-range-rounding=",
    "-fsycl-device-lib=",
    "-fno-sycl-device-lib=",
    "-fsycl-help=",
    "-fsycl-dump-device-code=",
    "-fsycl-device-obj=",
    "-fsycl-footer-path=",
    "-fsycl-fp64-conv-emu=",
    "--acpp-stdpar-unconditional-offload=",
];
/// Options of programs that are not called; the next argument goes with them.
const OF_OTHER_PROGRAMS: [&str; 4] = ["-Xsycl-target-backend", "-Xsycl-target-linker", "-Xsycl-target-frontend", "-Xs"];
/// Options of other compilers that this one does not have.
const REFUSED: [(&str, &str); 5] = [
    ("-fsycl-host-compiler=", "clang compiles the host's part of a program, too"),
    ("-fsycl-link", "device code is linked in the final link; sycl-packager build makes images on their own"),
    ("-fsycl-link-targets=", "sycl-packager build makes images for other programs"),
    ("-fsycl-add-targets=", "sycl-packager build takes images that are made already"),
    ("-fintelfpga", "there is no back end for FPGAs"),
];
/// Options that are for the host, and that clang warns of, since it does not hand them to the device.
const OF_HOST: [&str; 7] = [
    "-fsanitize=",
    "--coverage",
    "-coverage",
    "-fprofile-",
    "-ftest-coverage",
    "-fcoverage-mapping",
    "-fcf-protection",
];
/// Targets that images for the processor serve: they run what generic device code would.
const HOST_TARGETS: [&str; 5] = ["spir64_x86_64", "spir64_x86_64-unknown-unknown", "host", "x86_64", "generic"];

/// SPIR-V, in the words of LLVM and of DPC++.
const SPIRV_TARGETS: [&str; 2] = ["spirv64", "spir64"];

/// The arguments of clang, and what the user is told.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Translated {
    pub(crate) arguments: Vec<OsString>,
    pub(crate) notes: Vec<String>,
    has_link: bool,
    /// Targets of GPUs, such as `nvptx64:sm_90`; without a processor, an option names it or it is any.
    gpus: Vec<String>,
    /// SPIR-V, for devices of OpenCL.
    has_spirv: bool,
}

/// The architecture of code for any GPU of NVIDIA's: the oldest that its current driver has.
const ANY_NVIDIA: &str = "sm_75";

/// The parts of targets before processors of GPUs, with what the names of those begin with.
const GPUS: [(&str, &str); 2] = [("nvptx64", "sm_"), ("amdgcn", "gfx")];

/// Options after which clang does not link.
const WITHOUT_LINK: [&str; 6] = ["-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"];

impl Translated {
    fn note(&mut self, option: &str, why: &str) {
        let note = format!("`{option}` {why}");
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// An option of the device link, if there is a link.
    fn link(&mut self, option: &str) {
        if self.has_link {
            self.arguments.push(format!("-Wl,--sycl-{option}").into());
        }
    }
}

/// Translates a command line.
///
/// # Errors
/// It asks for what there is not; the message names the option and says what to do.
pub(crate) fn translate(arguments: Vec<OsString>) -> Result<Translated, String> {
    let has_link = !arguments.iter().any(|argument| WITHOUT_LINK.iter().any(|option| argument == option));
    let mut result = Translated { has_link, ..Translated::default() };
    let is_of_host =
        |argument: &OsString| OF_HOST.iter().any(|option| argument.as_encoded_bytes().starts_with(option.as_bytes()));
    if arguments.iter().any(is_of_host) {
        result.arguments.push("-Wno-option-ignored".into());
    }
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let Some(text) = argument.to_str() else {
            result.arguments.push(argument);
            continue;
        };
        let name = text.split_inclusive('=').next().unwrap_or(text);
        let value = &text[name.len()..];
        if let Some((refused, why)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
            return Err(format!("found `{}`; {why}", refused.trim_end_matches('=')));
        }
        match name {
            "-fsycl" => {} // sycl.cfg has it
            // Clang's own.
            "-fno-sycl" | "-fsycl-device-only" | "-fsycl-host-only" => result.arguments.push(argument),
            "-fsycl-targets=" | "--acpp-targets=" | "--hipsycl-targets=" => targets(&mut result, name, value)?,
            "-fsycl-device-code-split=" => {
                // DPC++'s names are the link's.
                result.link(&format!("split={}", value.replace("per_", "").replace("off", "none")));
            }
            "-fsycl-device-code-split" => result.link("split=auto"),
            "-fsycl-rdc" | "-fgpu-rdc" => result.link("rdc=on"),
            "-fno-sycl-rdc" | "-fno-gpu-rdc" => result.link("rdc=off"),
            "-fsycl-max-parallel-link-jobs=" => result.link(&format!("jobs={value}")),
            "-std=" if ["c++11", "c++14", "gnu++11", "gnu++14", "c++1y", "c++0x"].contains(&value) => {
                result.note(text, "is C++17 here, which SYCL 2020 needs");
                result.arguments.push("-std=c++17".into());
            }
            "-fp-model=" => result.arguments.push(format!("-ffp-model={value}").into()),
            "-qopenmp" | "-fiopenmp" => result.arguments.push("-fopenmp".into()),
            "--gcc-toolchain=" if value.is_empty() => {} // of build files that leave a variable empty
            _ if name.starts_with("--acpp-") || name.starts_with("--hipsycl-") => {
                result.note(text, "is for AdaptiveCpp; it has no effect");
            }
            _ if is_of_other_program(name) => {
                let of_program = arguments.next().unwrap_or_default();
                if let Some(gpu) = of_program.to_str().and_then(processor)
                    && result.gpus.iter().any(|known| family(known) == family(&gpu))
                {
                    result.gpus.push(gpu);
                    continue;
                }
                result.note(
                    &format!("{text} {}", of_program.display()),
                    "is for another compiler's programs; it has no effect",
                );
            }
            _ if WITHOUT_EFFECT.contains(&name) || WITHOUT_EFFECT_OF_VALUE.contains(&name) => {
                result.note(text, "has no effect");
            }
            _ if name.starts_with("-fsycl-") || name.starts_with("-fno-sycl-") => {
                return Err(format!(
                    "unknown option `{text}`; expected an option of clang, or of DPC++ that --sycl-help has"
                ));
            }
            _ => result.arguments.push(argument),
        }
    }
    let gpus = if has_link { gpus_of(&result.gpus)? } else { Vec::new() };
    if !gpus.is_empty() || result.has_spirv {
        // The processor stays a device, with the images that it has by default.
        result.link("target=host");
        if cfg!(target_arch = "x86_64") {
            result.link("target=host:x86-64-v3");
        }
    }
    if result.has_spirv {
        result.link("target=spirv64");
    }
    for gpu in gpus {
        result.link(&format!("target={gpu}"));
    }
    Ok(result)
}

/// The target that an option for `ptxas` or clang's device code names.
fn processor(option: &str) -> Option<String> {
    let (name, value) = option.split_once('=')?;
    let target = names::target(value);
    (["--cuda-gpu-arch", "--offload-arch"].contains(&name) && is_gpu(&target)).then(|| target.into_owned())
}

/// The part of a target before the processor.
fn family(target: &str) -> &str {
    target.split(':').next().unwrap_or(target)
}

/// Whether a target is a GPU of NVIDIA's or AMD's, with or without the processor.
fn is_gpu(target: &str) -> bool {
    let processor = target.split_once(':').map(|(_, processor)| processor);
    let is_it = |(name, prefix): &(&str, &str)| {
        *name == family(target) && processor.is_none_or(|processor| processor.starts_with(prefix))
    };
    GPUS.iter().any(is_it)
}

/// Targets of GPUs with a processor each. One without stands for those of its family that are named.
fn gpus_of(all: &[String]) -> Result<Vec<String>, String> {
    let is_whole = |target: &str| target.contains(':');
    let mut whole: Vec<String> = Vec::new();
    for target in all {
        let is_named = |other: &String| is_whole(other) && family(other) == target;
        let target = match target.as_str() {
            named if is_whole(named) => named.to_owned(),
            _ if all.iter().any(is_named) => continue,
            "nvptx64" => format!("nvptx64:{ANY_NVIDIA}"),
            // There is no code for any GPU of AMD's.
            _ => {
                return Err("found a target of AMD's GPUs without a processor; expected one, as in \
                            `-fsycl-targets=amd_gpu_gfx90a`, or `-Xsycl-target-backend --offload-arch=gfx90a` behind it"
                    .to_owned());
            }
        };
        if !whole.contains(&target) {
            whole.push(target);
        }
    }
    Ok(whole)
}

fn is_of_other_program(name: &str) -> bool {
    OF_OTHER_PROGRAMS.iter().any(|known| name == *known || name.strip_prefix(known) == Some("="))
}

/// A target of AdaptiveCpp without the way that it compiles for it: `cuda:sm_80` of `cuda.explicit-multipass:sm_80`.
fn without_way(target: &str) -> String {
    let (back_end, processor) = target.split_at(target.find(':').unwrap_or(target.len()));
    format!("{}{processor}", back_end.split('.').next().unwrap_or(back_end))
}

/// Whether programs get images for all these targets. Build files name Intel's GPUs without being asked, and mean a
/// program that runs where the user is; those of other makers they name only for users who have one.
fn targets(result: &mut Translated, option: &str, value: &str) -> Result<(), String> {
    for target in value.split([',', ';']).filter(|target| !target.is_empty()) {
        let plain = without_way(target);
        let known = &*names::target(&plain);
        if known.starts_with("spir64_gen") || known.starts_with("intel_gpu_") {
            result.note(&format!("{option}{target}"), "is for Intel's GPUs; the program runs on the processor");
        } else if is_gpu(known) {
            result.gpus.push(known.to_owned());
        } else if SPIRV_TARGETS.contains(&known) {
            result.has_spirv = true;
        } else if !HOST_TARGETS.contains(&known) {
            return Err(format!(
                "found the target `{target}` in `{option}{value}`; expected spirv64, native_cpu, nvptx64-nvidia-cuda or \
                 amd_gpu_gfx90a: programs run on the processor, on devices of OpenCL and on GPUs of NVIDIA and AMD"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(line: &str) -> Result<(String, Vec<String>), String> {
        let words = line.split(' ').filter(|word| !word.is_empty()).map(OsString::from).collect();
        let Translated { arguments, notes, .. } = translate(words)?;
        let arguments: Vec<&str> = arguments.iter().map(|argument| argument.to_str().unwrap()).collect();
        Ok((arguments.join(" "), notes))
    }

    #[test]
    fn options_of_clang_go_on_as_they_are() {
        let line = "-O3 -c a.cpp -o a.o -I. -DX=1 -Wl,--sycl-jobs=2 -g -ffast-math";
        assert_eq!(translated(line).unwrap(), (line.to_owned(), Vec::new()));
    }

    #[test]
    fn clang_does_not_warn_of_options_that_are_for_the_host() {
        for line in ["a.cpp -fsanitize=address", "-c a.cpp --coverage", "a.cpp -fprofile-instr-generate"] {
            assert_eq!(translated(line).unwrap(), (format!("-Wno-option-ignored {line}"), Vec::new()));
        }
    }

    #[test]
    fn options_of_others_are_translated_or_dropped_with_a_note() {
        let line = "-fsycl -std=c++14 -fsycl-targets=generic -fsycl-device-code-split=per_kernel --gcc-toolchain= a.cpp \
                    -fsycl-unnamed-lambda -fno-sycl-id-queries-fit-in-int -Xsycl-target-backend --offload-arch=x \
                    -fsycl-max-parallel-link-jobs=4 -fsycl-unnamed-lambda -lsycl";
        let (arguments, notes) = translated(line).unwrap();
        assert_eq!(arguments, "-std=c++17 -Wl,--sycl-split=kernel a.cpp -Wl,--sycl-jobs=4");
        for (option, rdc) in
            [("-fsycl-rdc", "on"), ("-fgpu-rdc", "on"), ("-fno-sycl-rdc", "off"), ("-fno-gpu-rdc", "off")]
        {
            assert_eq!(translated(&format!("a.o {option}")).unwrap().0, format!("a.o -Wl,--sycl-rdc={rdc}"));
            assert_eq!(translated(&format!("-c a.cpp {option}")).unwrap().0, "-c a.cpp");
        }
        assert_eq!(
            notes,
            [
                "`-std=c++14` is C++17 here, which SYCL 2020 needs",
                "`-fsycl-unnamed-lambda` has no effect",
                "`-fno-sycl-id-queries-fit-in-int` has no effect",
                "`-Xsycl-target-backend --offload-arch=x` is for another compiler's programs; it has no effect",
                "`-lsycl` has no effect",
            ]
        );
        let (arguments, notes) = translated("-fsycl-targets=spir64_gen,native_cpu,intel_gpu_pvc a.cpp").unwrap();
        assert_eq!(arguments, "a.cpp");
        assert_eq!(
            notes,
            [
                "`-fsycl-targets=spir64_gen` is for Intel's GPUs; the program runs on the processor",
                "`-fsycl-targets=intel_gpu_pvc` is for Intel's GPUs; the program runs on the processor",
            ]
        );
        assert_eq!(translated("-fsycl-device-code-split=off").unwrap().0, "-Wl,--sycl-split=none");
        assert_eq!(translated("-c a.cpp -fsycl-device-code-split=off").unwrap().0, "-c a.cpp");
        assert_eq!(translated("-Xsycl-target-backend=spir64 x a.cpp").unwrap().0, "a.cpp");
        assert_eq!(translated("--acpp-targets=generic --acpp-gpu x").unwrap().0, "x");
    }

    #[test]
    fn gpus_get_images_beside_the_processor() {
        let host = if cfg!(target_arch = "x86_64") {
            "-Wl,--sycl-target=host -Wl,--sycl-target=host:x86-64-v3"
        } else {
            "-Wl,--sycl-target=host"
        };
        for (line, gpu) in [
            ("-fsycl-targets=nvptx64-nvidia-cuda", "nvptx64:sm_75"),
            (
                "-fsycl-targets=native_cpu,nvptx64-nvidia-cuda -Xsycl-target-backend --cuda-gpu-arch=sm_90",
                "nvptx64:sm_90",
            ),
            ("-fsycl-targets=nvidia_gpu_sm_80", "nvptx64:sm_80"),
            ("--acpp-targets=omp;cuda:sm_86", "nvptx64:sm_86"),
            ("--acpp-targets=cuda.explicit-multipass:sm_80", "nvptx64:sm_80"),
            ("-fsycl-targets=nvptx64-nvidia-cuda--sm_90", "nvptx64:sm_90"),
            ("-fsycl-targets=amd_gpu_gfx90a", "amdgcn:gfx90a"),
            ("--acpp-targets=hip:gfx906", "amdgcn:gfx906"),
            (
                "-fsycl-targets=amdgcn-amd-amdhsa -Xsycl-target-backend=amdgcn-amd-amdhsa --offload-arch=gfx1100",
                "amdgcn:gfx1100",
            ),
            (
                "-fsycl-targets=nvptx64-nvidia-cuda,amdgcn-amd-amdhsa -Xsycl-target-backend --offload-arch=gfx90a",
                "nvptx64:sm_75 -Wl,--sycl-target=amdgcn:gfx90a",
            ),
        ] {
            let (arguments, notes) = translated(line).unwrap();
            assert_eq!(arguments, format!("{host} -Wl,--sycl-target={gpu}"), "{line}");
            assert!(notes.is_empty(), "{notes:?}");
        }
        assert_eq!(translated("-c a.cpp -fsycl-targets=nvptx64-nvidia-cuda").unwrap().0, "-c a.cpp");
        assert_eq!(translated("-c a.cpp -fsycl-targets=amdgcn-amd-amdhsa").unwrap().0, "-c a.cpp");
        assert_eq!(translated("-S a.cpp -fsycl-device-only").unwrap().0, "-S a.cpp -fsycl-device-only");
    }

    #[test]
    fn devices_of_opencl_get_spirv_beside_the_processor() {
        for target in ["spirv64", "spir64", "spir64-unknown-unknown-sycldevice", "native_cpu,spirv64"] {
            let (arguments, notes) = translated(&format!("-fsycl-targets={target}")).unwrap();
            assert!(arguments.starts_with("-Wl,--sycl-target=host "), "{arguments}");
            assert!(arguments.ends_with(" -Wl,--sycl-target=spirv64"), "{arguments}");
            assert!(notes.is_empty(), "{notes:?}");
        }
        let both = translated("-fsycl-targets=spir64,nvidia_gpu_sm_90").unwrap().0;
        assert!(both.ends_with("-Wl,--sycl-target=spirv64 -Wl,--sycl-target=nvptx64:sm_90"), "{both}");
        assert_eq!(translated("-c a.cpp -fsycl-targets=spirv64").unwrap().0, "-c a.cpp");
    }

    #[test]
    fn what_there_is_not_is_refused() {
        for (line, expected) in [
            ("--acpp-targets=hip:sm_90", "found the target `hip:sm_90`"),
            ("-fsycl-targets=nvptx64:gfx906", "found the target `nvptx64:gfx906`"),
            ("-fsycl-targets=nvptx64-amd-amdhsa", "found the target `nvptx64-amd-amdhsa`"),
            ("-fsycl-targets=spir64,amdgcn-amd-amdhsa", "found a target of AMD's GPUs without a processor; expected"),
            ("-fsycl-host-compiler=g++", "found `-fsycl-host-compiler`; clang compiles"),
            ("-fsycl-foo", "unknown option `-fsycl-foo`"),
        ] {
            let error = translated(line).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
