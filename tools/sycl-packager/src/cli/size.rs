//! Sizes, as users write and read them.

/// The units, each 1024 times the one before.
const UNITS: [char; 4] = ['K', 'M', 'G', 'T'];

/// Reads a number of bytes: `5368709120`, `5G`, `5GB`, `5GiB`, in either case. A unit is 1024 times the next smaller
/// one, whatever its name.
pub(super) fn parse(text: &str) -> Result<u64, String> {
    let expected = || "expected a number of bytes, or one with K, M, G or T behind it, such as 5G or 500MB".to_owned();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let suffix = text[digits.len()..].to_ascii_uppercase();
    let unit =
        suffix.strip_suffix("IB").filter(|unit| !unit.is_empty()).or(suffix.strip_suffix('B')).unwrap_or(&suffix);
    let power = match unit {
        "" => 0,
        unit => UNITS.iter().position(|known| unit == known.to_string()).ok_or_else(expected)? + 1,
    };
    let number = digits.trim_end().parse::<u64>().map_err(|_| expected())?;
    number.checked_mul(1 << (10 * power)).ok_or_else(expected)
}

/// A size for people: `312 bytes`, `4.6 KiB`.
pub(super) fn show(bytes: u64) -> String {
    let mut number = bytes as f64;
    let mut unit = None;
    for next in UNITS {
        if number < 1024.0 {
            break;
        }
        number /= 1024.0;
        unit = Some(next);
    }
    match unit {
        None if bytes == 1 => "1 byte".to_owned(),
        None => format!("{bytes} bytes"),
        Some(unit) => format!("{number:.1} {unit}iB"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for (text, size) in [
            ("0", 0),
            ("123", 123),
            ("123B", 123),
            ("2k", 2 << 10),
            ("2KB", 2 << 10),
            ("2KiB", 2 << 10),
            ("5g", 5 << 30),
            ("5GB", 5 << 30),
            ("5 GiB", 5 << 30),
            ("1T", 1 << 40),
            ("16777215t", 16_777_215 << 40),
        ] {
            assert_eq!(parse(text), Ok(size), "{text}");
        }
        for text in ["", "G", "1.5G", "-1", "5X", "5iB", "5GG", "16777216T", "5Gi5", "é"] {
            assert!(parse(text).is_err_and(|error| error.contains("such as 5G or 500MB")), "{text}");
        }
    }

    #[test]
    fn sizes_are_written_with_one_digit() {
        for (size, text) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (1023, "1023 bytes"),
            (1024, "1.0 KiB"),
            (5 << 30, "5.0 GiB"),
            (1536 << 40, "1536.0 TiB"),
        ] {
            assert_eq!(show(size), text);
        }
    }
}
