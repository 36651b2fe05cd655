//! Features of the processor, by LLVM's names.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The architecture, as the first part of a triple has it.
pub(crate) const ARCHITECTURE: &str = std::env::consts::ARCH;

/// Beginnings of features that say how to choose among instructions, not which there are.
const TUNING: [&str; 18] = [
    "allow-",
    "branch",
    "ermsb",
    "false-deps-",
    "fast",
    "fsrm",
    "idiv",
    "inline-asm-",
    "lea-",
    "macrofusion",
    "no-bypass-",
    "nopl",
    "prefer-",
    "sbb-dep-",
    "slow-",
    "tuning-",
    "use-",
    "vzeroupper",
];

/// Features that an image needs, of a list of LLVM (`+avx2,+fma`), in its order. What it does without (`-sse4a`) and
/// what only tunes is left out.
pub(crate) fn needed(features: &str) -> Vec<String> {
    let names = features.split(',').filter_map(|feature| feature.trim().strip_prefix('+'));
    names.filter(|name| !TUNING.iter().any(|prefix| name.starts_with(prefix))).map(str::to_owned).collect()
}

/// The features among these that the processor lacks, and those that are unknown here.
pub(crate) fn missing(needed: &[String]) -> Vec<String> {
    needed.iter().filter(|name| !here::has(name)).cloned().collect()
}

/// Needs of an image on the processor.
#[derive(Debug)]
pub(crate) struct Needs {
    /// As [`needed`] has it.
    pub(crate) needed: Vec<String>,
    /// As [`missing`] has it.
    pub(crate) missing: Vec<String>,
}

/// Needs of images with a list of features. The processor is asked once for each list: a virtual machine takes long to
/// answer, and a program may have thousands of images.
pub(crate) fn needs(features: &str) -> Arc<Needs> {
    static KNOWN: Mutex<BTreeMap<String, Arc<Needs>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known.get(features) {
        return Arc::clone(known);
    }
    let needed = needed(features);
    let needs = Arc::new(Needs { missing: missing(&needed), needed });
    known.insert(features.to_owned(), Arc::clone(&needs));
    needs
}

/// The processor's name.
pub(crate) fn name() -> String {
    here::name()
}

#[cfg(target_arch = "x86_64")]
mod here {
    use std::arch::x86_64::{__cpuid, __cpuid_count, CpuidResult};
    use std::is_x86_feature_detected;

    #[derive(Clone, Copy)]
    enum Register {
        Eax,
        Ebx,
        Ecx,
        Edx,
    }
    use Register::{Eax, Ebx, Ecx, Edx};

    /// State that the system has to save besides.
    #[derive(Clone, Copy)]
    enum State {
        No,
        Avx,
        Avx512,
    }
    use State::{Avx, Avx512, No};

    /// Leaf and sub-leaf of `cpuid`, a register of its answer, which state its features need, and the bit of each.
    type Row = (u32, u32, Register, State, &'static [(&'static str, u32)]);

    /// Sources: Intel's and AMD's manuals of instructions.
    const BITS: &[Row] = &[
        (1, 0, Ecx, No, &[("sse3", 0), ("pclmul", 1), ("ssse3", 9), ("cx16", 13), ("sse4.1", 19), ("sse4.2", 20)]),
        (1, 0, Ecx, No, &[("crc32", 20), ("movbe", 22), ("popcnt", 23), ("aes", 25), ("xsave", 27), ("rdrnd", 30)]),
        (1, 0, Ecx, Avx, &[("fma", 12), ("avx", 28), ("f16c", 29)]),
        (1, 0, Edx, No, &[("x87", 0), ("cx8", 8), ("cmov", 15), ("mmx", 23), ("fxsr", 24), ("sse", 25), ("sse2", 26)]),
        (7, 0, Ebx, No, &[("fsgsbase", 0), ("sgx", 2), ("bmi", 3), ("bmi2", 8), ("invpcid", 10), ("rtm", 11)]),
        (7, 0, Ebx, No, &[("rdseed", 18), ("adx", 19), ("clflushopt", 23), ("clwb", 24), ("sha", 29)]),
        (7, 0, Ebx, Avx, &[("avx2", 5)]),
        (7, 0, Ebx, Avx512, &[("avx512f", 16), ("avx512dq", 17), ("avx512ifma", 21), ("avx512cd", 28)]),
        (7, 0, Ebx, Avx512, &[("avx512bw", 30), ("avx512vl", 31)]),
        (7, 0, Ecx, No, &[("pku", 4), ("waitpkg", 5), ("shstk", 7), ("gfni", 8), ("rdpid", 22), ("kl", 23)]),
        (7, 0, Ecx, No, &[("cldemote", 25), ("movdiri", 27), ("movdir64b", 28), ("enqcmd", 29)]),
        (7, 0, Ecx, Avx, &[("vaes", 9), ("vpclmulqdq", 10)]),
        (7, 0, Ecx, Avx512, &[("avx512vbmi", 1), ("avx512vbmi2", 6), ("avx512vnni", 11), ("avx512bitalg", 12)]),
        (7, 0, Ecx, Avx512, &[("avx512vpopcntdq", 14)]),
        (7, 0, Edx, No, &[("uintr", 5), ("serialize", 14), ("tsxldtrk", 16), ("pconfig", 18), ("amx-bf16", 22)]),
        (7, 0, Edx, No, &[("amx-tile", 24), ("amx-int8", 25)]),
        (7, 0, Edx, Avx512, &[("avx512vp2intersect", 8), ("avx512fp16", 23)]),
        (7, 1, Eax, No, &[("raoint", 3), ("cmpccxadd", 7), ("amx-fp16", 21), ("hreset", 22), ("movrs", 31)]),
        (7, 1, Eax, Avx, &[("sha512", 0), ("sm3", 1), ("sm4", 2), ("avxvnni", 4), ("avxifma", 23)]),
        (7, 1, Eax, Avx512, &[("avx512bf16", 5)]),
        (7, 1, Edx, No, &[("amx-complex", 8), ("prefetchi", 14), ("usermsr", 15)]),
        (7, 1, Edx, Avx, &[("avxvnniint8", 4), ("avxneconvert", 5), ("avxvnniint16", 10)]),
        (0xd, 1, Eax, No, &[("xsaveopt", 0), ("xsavec", 1), ("xsaves", 3)]),
        (0x14, 0, Ebx, No, &[("ptwrite", 4)]),
        (0x19, 0, Ebx, No, &[("widekl", 2)]),
        (0x1e, 1, Eax, No, &[("amx-fp8", 4), ("amx-tf32", 6), ("amx-avx512", 7), ("amx-movrs", 8)]),
        (0x8000_0001, 0, Ecx, No, &[("sahf", 0), ("lzcnt", 5), ("sse4a", 6), ("prfchw", 8), ("lwp", 15), ("tbm", 21)]),
        (0x8000_0001, 0, Ecx, No, &[("mwaitx", 29)]),
        (0x8000_0001, 0, Ecx, Avx, &[("xop", 11), ("fma4", 16)]),
        (0x8000_0001, 0, Edx, No, &[("64bit", 29)]),
        (0x8000_0008, 0, Ebx, No, &[("clzero", 0), ("rdpru", 4), ("wbnoinvd", 9)]),
    ];

    /// The answer of `cpuid`; zeros for a leaf that the processor does not have.
    fn leaf(number: u32, sub: u32) -> CpuidResult {
        let most = __cpuid(number & 0x8000_0000).eax;
        if number > most { CpuidResult { eax: 0, ebx: 0, ecx: 0, edx: 0 } } else { __cpuid_count(number, sub) }
    }

    /// Versions of AVX10, of which a processor that has one has all before it: in a number, not in bits.
    const AVX10: [(&str, u32); 2] = [("avx10.1", 1), ("avx10.2", 2)];

    fn has_avx10(version: u32) -> bool {
        const HAS_LEAF: u32 = 1 << 19;
        let has_leaf = leaf(7, 1).edx & HAS_LEAF != 0 && is_x86_feature_detected!("avx512f");
        has_leaf && leaf(0x24, 0).ebx & 0xff >= version
    }

    pub(super) fn has(feature: &str) -> bool {
        if let Some((_, version)) = AVX10.iter().find(|(name, _)| *name == feature) {
            return has_avx10(*version);
        }
        BITS.iter().any(|(number, sub, register, state, features)| {
            let Some((_, bit)) = features.iter().find(|(name, _)| *name == feature) else { return false };
            let answer = leaf(*number, *sub);
            let word = match register {
                Eax => answer.eax,
                Ebx => answer.ebx,
                Ecx => answer.ecx,
                Edx => answer.edx,
            };
            let is_saved = match state {
                No => true,
                // These of the standard library ask the system, too.
                Avx => is_x86_feature_detected!("avx"),
                Avx512 => is_x86_feature_detected!("avx512f"),
            };
            word >> bit & 1 == 1 && is_saved
        })
    }

    pub(super) fn name() -> String {
        let words = (0x8000_0002..=0x8000_0004).map(|number| leaf(number, 0));
        let bytes: Vec<u8> = words.flat_map(|a| [a.eax, a.ebx, a.ecx, a.edx]).flat_map(u32::to_le_bytes).collect();
        let name = String::from_utf8_lossy(&bytes).trim_matches(['\0', ' ']).to_owned();
        if name.is_empty() { crate::processor::ARCHITECTURE.to_owned() } else { name }
    }
}

#[cfg(target_arch = "aarch64")]
mod here {
    use std::arch::is_aarch64_feature_detected;

    pub(super) fn has(feature: &str) -> bool {
        match feature {
            "aes" => is_aarch64_feature_detected!("aes"),
            "bf16" => is_aarch64_feature_detected!("bf16"),
            "bti" => is_aarch64_feature_detected!("bti"),
            "ccdp" => is_aarch64_feature_detected!("dpb2"),
            "ccpp" => is_aarch64_feature_detected!("dpb"),
            "complxnum" => is_aarch64_feature_detected!("fcma"),
            "crc" => is_aarch64_feature_detected!("crc"),
            "dit" => is_aarch64_feature_detected!("dit"),
            "dotprod" => is_aarch64_feature_detected!("dotprod"),
            "flagm" => is_aarch64_feature_detected!("flagm"),
            "fp-armv8" | "neon" => is_aarch64_feature_detected!("neon"),
            "fp16fml" => is_aarch64_feature_detected!("fhm"),
            "fptoint" => is_aarch64_feature_detected!("frintts"),
            "fullfp16" => is_aarch64_feature_detected!("fp16"),
            "i8mm" => is_aarch64_feature_detected!("i8mm"),
            "jsconv" => is_aarch64_feature_detected!("jsconv"),
            "lse" => is_aarch64_feature_detected!("lse"),
            "lse2" => is_aarch64_feature_detected!("lse2"),
            "mte" => is_aarch64_feature_detected!("mte"),
            "pauth" => is_aarch64_feature_detected!("paca"),
            "rand" => is_aarch64_feature_detected!("rand"),
            "rcpc" => is_aarch64_feature_detected!("rcpc"),
            "rcpc-immo" => is_aarch64_feature_detected!("rcpc2"),
            "rdm" => is_aarch64_feature_detected!("rdm"),
            "sb" => is_aarch64_feature_detected!("sb"),
            "sha2" => is_aarch64_feature_detected!("sha2"),
            "sha3" => is_aarch64_feature_detected!("sha3"),
            "sm4" => is_aarch64_feature_detected!("sm4"),
            "ssbs" => is_aarch64_feature_detected!("ssbs"),
            "sve" => is_aarch64_feature_detected!("sve"),
            "sve2" => is_aarch64_feature_detected!("sve2"),
            "sve2-aes" => is_aarch64_feature_detected!("sve2-aes"),
            "sve2-bitperm" => is_aarch64_feature_detected!("sve2-bitperm"),
            "sve2-sha3" => is_aarch64_feature_detected!("sve2-sha3"),
            "sve2-sm4" => is_aarch64_feature_detected!("sve2-sm4"),
            _ => false,
        }
    }

    pub(super) fn name() -> String {
        crate::processor::ARCHITECTURE.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tunes_is_not_needed() {
        assert_eq!(needed(""), [""; 0]);
        assert_eq!(needed("+avx2,-sse4a, +fma,+fast-gather,+prefer-256-bit"), ["avx2", "fma"]);
    }

    #[test]
    fn the_baseline_is_there_and_nonsense_is_not() {
        let baseline: &[&str] = match ARCHITECTURE {
            "x86_64" => &["64bit", "cmov", "cx8", "fxsr", "mmx", "sse", "sse2", "x87"],
            _ => &["neon", "fp-armv8"],
        };
        let baseline: Vec<String> = baseline.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(missing(&baseline), [""; 0]);
        assert_eq!(missing(&["warp-drive".to_owned()]), ["warp-drive"]);
        assert!(!name().is_empty());
    }

    /// The table against the system's list, where there is one.
    #[test]
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    fn features_are_those_that_the_system_lists() {
        let text = std::fs::read_to_string("/proc/cpuinfo").unwrap();
        let line = text.lines().find(|line| line.starts_with("flags")).expect("x86 has flags");
        let flags: Vec<&str> = line.split_whitespace().collect();
        // LLVM's name, the kernel's. Those that the kernel hides or names in several ways are not here.
        let names = [
            ("ssse3", "ssse3"),
            ("sse4.1", "sse4_1"),
            ("sse4.2", "sse4_2"),
            ("popcnt", "popcnt"),
            ("movbe", "movbe"),
            ("f16c", "f16c"),
            ("fma", "fma"),
            ("avx", "avx"),
            ("avx2", "avx2"),
            ("bmi", "bmi1"),
            ("bmi2", "bmi2"),
            ("lzcnt", "abm"),
            ("sahf", "lahf_lm"),
            ("cx16", "cx16"),
            ("rdseed", "rdseed"),
            ("adx", "adx"),
            ("sha", "sha_ni"),
            ("gfni", "gfni"),
            ("vaes", "vaes"),
            ("avxvnni", "avx_vnni"),
            ("avx512f", "avx512f"),
            ("avx512dq", "avx512dq"),
            ("avx512vl", "avx512vl"),
            ("avx512vbmi2", "avx512_vbmi2"),
            ("avx512bf16", "avx512_bf16"),
            ("avx512fp16", "avx512_fp16"),
            ("prfchw", "3dnowprefetch"),
            ("xsavec", "xsavec"),
            ("clwb", "clwb"),
            ("sse4a", "sse4a"),
            ("fma4", "fma4"),
        ];
        for (llvm, kernel) in names {
            assert_eq!(here::has(llvm), flags.contains(&kernel), "{llvm}");
        }
    }

    /// LLVM takes it for part of this machine, and the system does not list it.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn versions_of_avx10_have_what_is_before_them() {
        for (version, before) in [("avx10.2", "avx10.1"), ("avx10.1", "avx512fp16"), ("avx10.1", "avx512f")] {
            assert!(!here::has(version) || here::has(before), "{version}");
        }
    }
}
