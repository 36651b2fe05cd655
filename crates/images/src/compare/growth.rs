//! The most that device code may grow, for continuous integration.

use std::fmt;
use std::str::FromStr;

use super::{Comparison, TargetCounts};

/// The most that the device code of a target may grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// So many hundredths of a per cent.
    Hundredths(u64),
    /// So many bytes.
    Bytes(u64),
}

/// A text is no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected per cent or a number of bytes, such as 5%, 0.25% or 2000")]
pub struct NoLimit;

impl FromStr for Limit {
    type Err = NoLimit;

    fn from_str(text: &str) -> Result<Self, NoLimit> {
        let Some(number) = text.strip_suffix('%') else {
            return digits(text).map(Self::Bytes);
        };
        let (whole, fraction) = number.trim_end().split_once('.').unwrap_or((number.trim_end(), "0"));
        let scale = match fraction.len() {
            1 => 10,
            2 => 1,
            _ => return Err(NoLimit),
        };
        let hundredths =
            digits(whole)?.checked_mul(100).and_then(|all| all.checked_add(digits(fraction).ok()? * scale));
        hundredths.map(Self::Hundredths).ok_or(NoLimit)
    }
}

/// A number without a sign, which Rust's own parser takes.
fn digits(text: &str) -> Result<u64, NoLimit> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().map_err(|_| NoLimit) } else { Err(NoLimit) }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(bytes) => write!(f, "{bytes} bytes"),
            Self::Hundredths(hundredths) => match (hundredths / 100, hundredths % 100) {
                (whole, 0) => write!(f, "{whole} %"),
                (whole, part) => write!(f, "{whole}.{part:02} %"),
            },
        }
    }
}

impl Limit {
    const fn allows(self, first: u64, second: u64) -> bool {
        let growth = second.saturating_sub(first);
        match self {
            Self::Bytes(most) => growth <= most,
            Self::Hundredths(most) => growth as u128 * 10_000 <= first as u128 * most as u128,
        }
    }
}

impl Comparison {
    /// Targets of both files whose device code has grown by more than that.
    pub fn grown_above(&self, limit: Limit) -> impl Iterator<Item = &TargetCounts> {
        let has_both = |counts: &&TargetCounts| counts.first.images > 0 && counts.second.images > 0;
        let is_above = move |counts: &&TargetCounts| !limit.allows(counts.first.bytes, counts.second.bytes);
        self.targets.iter().filter(has_both).filter(is_above)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_per_cent_or_bytes() {
        for (text, limit) in [
            ("5%", Limit::Hundredths(500)),
            ("5 %", Limit::Hundredths(500)),
            ("0.5%", Limit::Hundredths(50)),
            ("12.25%", Limit::Hundredths(1225)),
            ("0%", Limit::Hundredths(0)),
            ("2000", Limit::Bytes(2000)),
        ] {
            assert_eq!(text.parse(), Ok(limit), "{text}");
        }
        for text in ["", "%", "-5%", "+5", "5.125%", "5.%", ".5%", "five", "5k", "99999999999999999999"] {
            assert_eq!(text.parse::<Limit>(), Err(NoLimit), "{text}");
        }
    }

    #[test]
    fn a_limit_is_the_most_that_is_allowed() {
        assert!(Limit::Hundredths(500).allows(1000, 1050));
        assert!(!Limit::Hundredths(500).allows(1000, 1051));
        assert!(Limit::Hundredths(0).allows(1000, 1));
        assert!(!Limit::Hundredths(u64::MAX).allows(0, 1));
        assert!(Limit::Bytes(10).allows(0, 10));
        assert!(!Limit::Bytes(10).allows(0, 11));
    }
}
