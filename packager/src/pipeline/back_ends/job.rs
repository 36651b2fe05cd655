//! Which commands of steps a worker takes: those whose every word it knows.

/// What a worker can do.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Job<'a> {
    Emit(Emit<'a>),
    Validate(Validate<'a>),
}

/// `llc` for SPIR-V.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Emit<'a> {
    /// Without `+`.
    pub(super) extensions: Vec<&'a str>,
    pub(super) input: &'a str,
    pub(super) output: &'a str,
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
    /// What a command does; `None` if it is not known to the last word.
    pub(super) fn of(tool: &str, arguments: &'a [impl AsRef<str>]) -> Option<Self> {
        let words: Vec<&str> = arguments.iter().map(AsRef::as_ref).collect();
        match tool {
            super::LLC => Emit::of(&words).map(Self::Emit),
            super::PACKAGER => Validate::of(&words).map(Self::Validate),
            _ => None,
        }
    }
}

impl<'a> Emit<'a> {
    fn of(words: &[&'a str]) -> Option<Self> {
        let ["-mtriple=spirv64-unknown-unknown", "-O0", list, "-filetype=obj", input, "-o", output] = *words else {
            return None;
        };
        let list = list.strip_prefix("--spirv-ext=")?;
        let extensions = list.split(',').map(|name| name.strip_prefix('+').filter(|name| is_extension(name)));
        Some(Self { extensions: extensions.collect::<Option<_>>()?, input, output })
    }
}

fn is_extension(name: &str) -> bool {
    name.starts_with("SPV_") && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
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

/// The value of an option, if it comes first, and the words after it.
fn optional<'a, 'b>(option: &str, words: &'b [&'a str]) -> (Option<&'a str>, &'b [&'a str]) {
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
        let expected = Emit { extensions: vec!["SPV_A", "SPV_B_1"], input: "a.bc", output: "a.spv" };
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
