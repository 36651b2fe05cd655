//! Description of this machine's processor, as far as code that is compiled for it depends on that.

use std::collections::BTreeSet;

/// File where Linux describes processors.
const DESCRIPTION: &str = "/proc/cpuinfo";

/// Fields that do not change between two processors of one kind, or with time.
const FIELDS: [&str; 9] = [
    "vendor_id",
    "cpu family",
    "model",
    "model name",
    "flags",
    "CPU implementer",
    "CPU architecture",
    "CPU part",
    "Features",
];

/// A text that differs where code for this machine's processor differs.
#[must_use]
pub fn description() -> String {
    of_text(&std::fs::read_to_string(DESCRIPTION).unwrap_or_default())
}

/// All kinds of processors of a machine, each line once.
fn of_text(text: &str) -> String {
    let fields = text.lines().filter_map(|line| line.split_once(':'));
    let fields = fields.map(|(name, value)| (name.trim(), value.trim()));
    let lines: BTreeSet<String> =
        fields.filter(|(name, _)| FIELDS.contains(name)).map(|(name, value)| format!("{name}: {value}\n")).collect();
    let architecture = format!("{}\n", std::env::consts::ARCH);
    std::iter::once(architecture).chain(lines).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_with_time_does_not_count() {
        let text = |speed, flags| {
            let one = format!("processor\t: 0\nmodel\t\t: 143\ncpu MHz\t\t: {speed}\nflags\t\t: {flags}\n\n");
            of_text(&one.repeat(2))
        };
        assert_eq!(text("2000", "fpu avx"), text("3100", "fpu avx"));
        assert_ne!(text("2000", "fpu avx"), text("2000", "fpu"));
        assert!(text("1", "fpu avx").ends_with("\nflags: fpu avx\nmodel: 143\n"));
        assert!(!description().is_empty());
    }
}
