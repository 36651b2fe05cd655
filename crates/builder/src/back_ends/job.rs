//! Commands of steps that a worker takes: those whose every word it knows.

use crate::names::MATHEMATICS;
use sycl_propset::triple::Family;

/// Work of a worker.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Job<'a> {
    Emit(Emit<'a>),
    Link(Link<'a>),
    LinkModules(LinkModules<'a>),
    RunPasses(RunPasses<'a>),
    Validate(Validate<'a>),
}

/// `llc`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Emit<'a> {
    /// The back end: what is for no GPU is for the host.
    pub(super) family: Family,
    /// Extensions of SPIR-V, without `+`.
    pub(super) extensions: Vec<&'a str>,
    /// Empty if the command names none, as for SPIR-V.
    pub(super) processor: &'a str,
    /// As `-mattr` takes them; may be empty.
    pub(super) features: &'a str,
    /// From `0` to `3`.
    pub(super) level: u8,
    pub(super) input: &'a str,
    pub(super) output: &'a str,
}

/// `ld.lld -shared`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Link<'a> {
    pub(super) object: &'a str,
    /// Library that images for hosts are linked against.
    pub(super) library: Option<&'a str>,
    pub(super) output: &'a str,
}

/// `llvm-link`, without options.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LinkModules<'a> {
    pub(super) inputs: Vec<&'a str>,
    pub(super) output: &'a str,
}

/// `opt` with the plugin.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RunPasses<'a> {
    /// May be empty.
    pub(super) triple: &'a str,
    pub(super) plugin: &'a str,
    pub(super) pipeline: &'a str,
    pub(super) input: &'a str,
    /// Without it, all that comes of the module is what the passes write.
    pub(super) output: Option<&'a str>,
}

/// `sycl-packager validate`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Validate<'a> {
    pub(super) spirv_val: Option<&'a str>,
    pub(super) properties: Option<&'a str>,
    pub(super) stamp: &'a str,
    pub(super) image: &'a str,
}

impl<'a> Job<'a> {
    /// Job of a command; `None` if it is not known to the last word.
    pub(super) fn of(tool: &str, arguments: &'a [impl AsRef<str>]) -> Option<Self> {
        let words: Vec<&str> = arguments.iter().map(AsRef::as_ref).collect();
        match tool {
            super::LLC => Emit::spirv(&words).or_else(|| Emit::of_processor(&words)).map(Self::Emit),
            super::LLD => Link::of(&words).map(Self::Link),
            super::LLVM_LINK => LinkModules::of(&words).map(Self::LinkModules),
            super::OPT => RunPasses::of(&words).map(Self::RunPasses),
            super::PACKAGER => Validate::of(&words).map(Self::Validate),
            _ => None,
        }
    }
}

impl<'a> Emit<'a> {
    fn spirv(words: &[&'a str]) -> Option<Self> {
        let ["-mtriple=spirv64-unknown-unknown", "-O0", list, "-filetype=obj", input, "-o", output] = *words else {
            return None;
        };
        let list = list.strip_prefix("--spirv-ext=")?;
        let extensions = list.split(',').map(|name| name.strip_prefix('+').filter(|name| is_extension(name)));
        Some(Self {
            family: Family::Spirv,
            extensions: extensions.collect::<Option<_>>()?,
            processor: "",
            features: "",
            level: b'0',
            input,
            output,
        })
    }

    /// For what has processors. The triple is in the module, which has to be for the family.
    fn of_processor(words: &[&'a str]) -> Option<Self> {
        let (is_pic, words) = flag("-relocation-model=pic", words);
        let (processor, words) = optional("-mcpu=", words);
        let (features, words) = optional("-mattr=", words);
        let (level, words) = optional("-O", words);
        let (is_object, words) = flag("-filetype=obj", words);
        let [input, "-o", output] = *words else { return None };
        let family = match (is_pic, is_object) {
            (false, false) => Family::Nvptx,
            (false, true) => Family::Amdgpu,
            (true, true) => Family::Host,
            (true, false) => return None,
        };
        let &[level @ b'0'..=b'3'] = level?.as_bytes() else { return None };
        let is_known = match family {
            Family::Host => processor.is_none_or(is_name) && features.is_none(),
            _ => {
                // What `native` is for a GPU, only `llc` knows.
                processor.is_some_and(|processor| is_name(processor) && processor != "native")
                    && features.is_none_or(|features| features.split(',').all(is_feature))
            }
        };
        let (processor, features) = (processor.unwrap_or_default(), features.unwrap_or_default());
        is_known.then(|| Self { family, extensions: Vec::new(), processor, features, level, input, output })
    }
}

/// Names of processors and features. `help` is not one.
fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.ends_with("help") && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
}

/// `+feature` or `-feature`. LLVM's features are in lower case.
fn is_feature(text: &str) -> bool {
    text.strip_prefix(['+', '-']).is_some_and(|name| is_name(name) && *name == name.to_lowercase())
}

fn is_extension(name: &str) -> bool {
    name.starts_with("SPV_") && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

impl<'a> Link<'a> {
    fn of(words: &[&'a str]) -> Option<Self> {
        match *words {
            ["-shared", object, "-o", output] => Some(Self { object, library: None, output }),
            ["-shared", object, MATHEMATICS, "-o", output] => Some(Self { object, library: Some(MATHEMATICS), output }),
            _ => None,
        }
    }
}

impl<'a> LinkModules<'a> {
    fn of(words: &[&'a str]) -> Option<Self> {
        let [inputs @ .., "-o", output] = words else { return None };
        // An option, the standard input, or more options in a file.
        let is_file = |word: &&str| !word.is_empty() && !word.starts_with(['-', '@']);
        let is_known = !inputs.is_empty() && inputs.iter().all(is_file);
        is_known.then(|| Self { inputs: inputs.to_vec(), output })
    }
}

impl<'a> RunPasses<'a> {
    fn of(words: &[&'a str]) -> Option<Self> {
        let (triple, words) = optional("-mtriple=", words);
        let (plugin, words) = optional("-load-pass-plugin=", words);
        let (pipeline, words) = optional("-passes=", words);
        let (input, output) = match *words {
            ["-disable-output", input] => (input, None),
            ["-o", output, input] | [input, "-o", output] => (input, Some(output)),
            _ => return None,
        };
        // An option, or the standard input or output.
        let is_file = |name: &str| !name.starts_with('-') && !name.is_empty();
        let (plugin, pipeline) = (plugin?, pipeline?);
        (is_file(input) && output.is_none_or(is_file)).then(|| Self {
            triple: triple.unwrap_or_default(),
            plugin,
            pipeline,
            input,
            output,
        })
    }
}

impl<'a> Validate<'a> {
    fn of(words: &[&'a str]) -> Option<Self> {
        let (spirv_val, words) = match words {
            ["validate", rest @ ..] => optional("--spirv-val=", rest),
            _ => return None,
        };
        let (properties, words) = optional("--properties=", words);
        let (Some(stamp), &[image]) = optional("--stamp=", words) else { return None };
        Some(Self { spirv_val, properties, stamp, image })
    }
}

/// Whether an option comes first, and the words after it.
fn flag<'a, 'b>(option: &str, words: &'b [&'a str]) -> (bool, &'b [&'a str]) {
    match words.split_first() {
        Some((first, rest)) if *first == option => (true, rest),
        _ => (false, words),
    }
}

/// The value of an option, if it comes first, and the words after it.
pub(crate) fn optional<'a, 'b>(option: &str, words: &'b [&'a str]) -> (Option<&'a str>, &'b [&'a str]) {
    match words.split_first() {
        Some((first, rest)) if first.starts_with(option) => (first.strip_prefix(option), rest),
        _ => (None, words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<&str> {
        line.split(' ').collect()
    }

    #[test]
    fn commands_of_back_ends_are_known_to_the_last_word() {
        let line = "-mtriple=spirv64-unknown-unknown -O0 --spirv-ext=+SPV_A,+SPV_B_1 -filetype=obj a.bc -o a.spv";
        let expected = Emit {
            family: Family::Spirv,
            extensions: vec!["SPV_A", "SPV_B_1"],
            processor: "",
            features: "",
            level: b'0',
            input: "a.bc",
            output: "a.spv",
        };
        assert_eq!(Job::of("llc", &words(line)), Some(Job::Emit(expected)));
        for (from, to) in [
            ("spirv64-", "spirv32-"),
            ("-O0", "-O2"),
            ("+SPV_A,", "all,"),
            ("+SPV_A,", "-SPV_A,"),
            ("+SPV_A,", "+all,"),
            ("+SPV_A,", ","),
            ("+SPV_A,", "+SPV_A:,"),
            (" -filetype=obj", " -verify-machineinstrs -filetype=obj"),
            ("-filetype=obj", "-filetype=asm"),
            (" -o a.spv", ""),
        ] {
            let other = line.replace(from, to);
            assert_ne!(other, line);
            assert_eq!(Job::of("llc", &words(&other)), None, "{other}");
        }
        assert_eq!(Job::of("opt", &words(line)), None);
    }

    #[test]
    fn modules_are_linked_without_options() {
        let linked = |inputs: &[&'static str]| {
            Some(Job::LinkModules(LinkModules { inputs: inputs.to_vec(), output: "linked.bc" }))
        };
        assert_eq!(Job::of("llvm-link", &words("a.bc -o linked.bc")), linked(&["a.bc"]));
        assert_eq!(Job::of("llvm-link", &words("/a.bc b.ll -o linked.bc")), linked(&["/a.bc", "b.ll"]));
        for line in [
            "-o linked.bc",
            "- -o linked.bc",
            "@files -o linked.bc",
            "--only-needed a.bc -o linked.bc",
            "a.bc --internalize -o linked.bc",
            "a.bc -o linked.bc -v",
            "a.bc",
        ] {
            assert_eq!(Job::of("llvm-link", &words(line)), None, "{line}");
        }
    }

    #[test]
    fn passes_run_over_files() {
        let run_to = |triple, output| {
            let (plugin, pipeline) = ("/p.so", "a,b<c;o=d.table>");
            Some(Job::RunPasses(RunPasses { triple, plugin, pipeline, input: "in.bc", output }))
        };
        let run = |triple| run_to(triple, None);
        let line = "-load-pass-plugin=/p.so -passes=a,b<c;o=d.table> -disable-output in.bc";
        assert_eq!(Job::of("opt", &words(line)), run(""));
        assert_eq!(Job::of("opt", &words(&format!("-mtriple=spirv64 {line}"))), run("spirv64"));
        let to = line.replace("-disable-output", "-o out.bc");
        assert_eq!(Job::of("opt", &words(&to)), run_to("", Some("out.bc")));
        let behind = line.replace("-disable-output in.bc", "in.bc -o out.bc");
        assert_eq!(Job::of("opt", &words(&behind)), run_to("", Some("out.bc")));
        for other in [
            to.replace("out.bc", "-"),
            to.replace("in.bc", "-"),
            to.replace("-o out.bc", "-S -o out.ll"),
            line.replace("-disable-output ", ""),
            line.replace("in.bc", "-"),
            line.replace("-load-pass-plugin=/p.so ", ""),
            line.replace("-passes=", "-p="),
            format!("{line} -o out.bc"),
            format!("-verify-each {line}"),
        ] {
            assert_eq!(Job::of("opt", &words(&other)), None, "{other}");
        }
    }

    #[test]
    fn commands_for_processors_are_known_to_the_last_word() {
        let emit = |family, processor, features, level| {
            let extensions = Vec::new();
            Some(Job::Emit(Emit { family, extensions, processor, features, level, input: "a.bc", output: "a" }))
        };
        for (line, expected) in [
            ("-mcpu=sm_90 -O2 a.bc -o a", emit(Family::Nvptx, "sm_90", "", b'2')),
            ("-mcpu=sm_50 -mattr=+ptx63 -O0 a.bc -o a", emit(Family::Nvptx, "sm_50", "+ptx63", b'0')),
            ("-mcpu=sm_50 -mattr=+ptx63,-a -O0 a.bc -o a", emit(Family::Nvptx, "sm_50", "+ptx63,-a", b'0')),
            ("-mcpu=gfx9-4-generic -O3 -filetype=obj a.bc -o a", emit(Family::Amdgpu, "gfx9-4-generic", "", b'3')),
            ("-relocation-model=pic -O1 -filetype=obj a.bc -o a", emit(Family::Host, "", "", b'1')),
            ("-relocation-model=pic -mcpu=native -O1 -filetype=obj a.bc -o a", emit(Family::Host, "native", "", b'1')),
            // Other files, of other back ends.
            ("-relocation-model=pic -O1 a.bc -o a", None),
            ("-relocation-model=static -O1 -filetype=obj a.bc -o a", None),
            ("-relocation-model=pic -mattr=+avx -O1 -filetype=obj a.bc -o a", None),
            ("-O2 a.bc -o a", None),
            ("-O2 -filetype=obj a.bc -o a", None),
            // Processors and features that do not exist, or that only the program finds out.
            ("-mcpu= -O2 a.bc -o a", None),
            ("-mcpu=help -O2 a.bc -o a", None),
            ("-mcpu=native -O2 a.bc -o a", None),
            ("-mcpu=sm_90 -mattr= -O2 a.bc -o a", None),
            ("-mcpu=sm_90 -mattr=ptx63 -O2 a.bc -o a", None),
            ("-mcpu=sm_90 -mattr=+PTX63 -O2 a.bc -o a", None),
            ("-mcpu=sm_90 -mattr=+cpuhelp -O2 a.bc -o a", None),
            // Levels that are missing, or none.
            ("-mcpu=sm_90 a.bc -o a", None),
            ("-mcpu=sm_90 -O a.bc -o a", None),
            ("-mcpu=sm_90 -O4 a.bc -o a", None),
            ("-mcpu=sm_90 -Os a.bc -o a", None),
            // Other words, or another order.
            ("-mtriple=nvptx64 -mcpu=sm_90 -O2 a.bc -o a", None),
            ("-mcpu=sm_90 -O2 -nvptx-short-ptr a.bc -o a", None),
            ("-mattr=+ptx63 -mcpu=sm_90 -O2 a.bc -o a", None),
            ("-mcpu=sm_90 -O2 -filetype=asm a.bc -o a", None),
            ("-mcpu=sm_90 -O2 a.bc", None),
        ] {
            assert_eq!(Job::of("llc", &words(line)), expected, "{line}");
        }
    }

    #[test]
    fn commands_of_links_are_known_to_the_last_word() {
        let link = |library| Some(Job::Link(Link { object: "a.o", library, output: "a.so" }));
        for (line, expected) in [
            ("-shared a.o -o a.so", link(None)),
            ("-shared a.o libm.so -o a.so", link(Some("libm.so"))),
            ("-shared a.o libc.so -o a.so", None),
            ("-shared -g a.o -o a.so", None),
            ("-shared a.o b.o libm.so -o a.so", None),
            ("-pie a.o -o a.so", None),
            ("-shared a.o", None),
        ] {
            assert_eq!(Job::of("ld.lld", &words(line)), expected, "{line}");
        }
    }

    #[test]
    fn commands_of_checks_are_known_to_the_last_word() {
        let check = |spirv_val, properties| {
            Some(Job::Validate(Validate { spirv_val, properties, stamp: "a.valid", image: "a.spv" }))
        };
        for (line, expected) in [
            ("validate --stamp=a.valid a.spv", check(None, None)),
            ("validate --spirv-val=/b/v --stamp=a.valid a.spv", check(Some("/b/v"), None)),
            ("validate --properties=p --stamp=a.valid a.spv", check(None, Some("p"))),
            ("validate --spirv-val=v --properties=p --stamp=a.valid a.spv", check(Some("v"), Some("p"))),
            ("validate --properties=p a.spv", None),
            ("validate --stamp=a.valid a.spv b.spv", None),
            ("validate --stamp=a.valid", None),
            ("validate", None),
            ("collect --stamp=a.valid a.spv", None),
        ] {
            assert_eq!(Job::of("sycl-packager", &words(line)), expected, "{line}");
        }
    }
}
