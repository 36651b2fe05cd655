//! Numbers of the types that kernels work on, as bytes and as values.

use serde_json::Value as Json;

/// A type of scalar in device memory. All are little-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Bool,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F16,
    F32,
    F64,
}

impl Kind {
    pub(crate) fn size(self) -> usize {
        match self {
            Kind::Bool | Kind::I8 | Kind::U8 => 1,
            Kind::I16 | Kind::U16 | Kind::F16 => 2,
            Kind::I32 | Kind::U32 | Kind::F32 => 4,
            Kind::I64 | Kind::U64 | Kind::F64 => 8,
        }
    }

    fn is_float(self) -> bool {
        matches!(self, Kind::F16 | Kind::F32 | Kind::F64)
    }
}

/// One number, wide enough for every [`Kind`] without loss.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    Integer(i128),
    Float(f64),
}

impl Number {
    pub(crate) fn as_f64(self) -> f64 {
        match self {
            Number::Integer(value) => value as f64,
            Number::Float(value) => value,
        }
    }

    /// Reads a JSON number or boolean as `kind`; `None` if it is something else or out of range.
    pub(crate) fn from_json(json: &Json, kind: Kind) -> Option<Self> {
        if kind.is_float() {
            return json.as_f64().map(|value| Number::Float(round_to(kind, value)));
        }
        if kind == Kind::Bool {
            return json.as_bool().map(|value| Number::Integer(value.into()));
        }
        let value = json.as_i64().map(i128::from).or_else(|| json.as_u64().map(i128::from))?;
        let range = match kind {
            Kind::I8 => i8::MIN.into()..=i8::MAX.into(),
            Kind::U8 => 0..=u8::MAX.into(),
            Kind::I16 => i16::MIN.into()..=i16::MAX.into(),
            Kind::U16 => 0..=u16::MAX.into(),
            Kind::I32 => i32::MIN.into()..=i32::MAX.into(),
            Kind::U32 => 0..=u32::MAX.into(),
            Kind::I64 => i64::MIN.into()..=i64::MAX.into(),
            _ => 0..=u64::MAX.into(),
        };
        range.contains(&value).then_some(Number::Integer(value))
    }

    pub(crate) fn write(self, kind: Kind, bytes: &mut Vec<u8>) {
        match (kind, self) {
            (Kind::F64, number) => bytes.extend(number.as_f64().to_le_bytes()),
            (Kind::F32, number) => bytes.extend((number.as_f64() as f32).to_le_bytes()),
            (Kind::F16, number) => bytes.extend(half_from_f32(number.as_f64() as f32).to_le_bytes()),
            (_, Number::Integer(value)) => bytes.extend(&value.to_le_bytes()[..kind.size()]),
            (_, Number::Float(value)) => bytes.extend(&(value as i128).to_le_bytes()[..kind.size()]),
        }
    }
}

fn round_to(kind: Kind, value: f64) -> f64 {
    match kind {
        Kind::F16 => f64::from(half_to_f32(half_from_f32(value as f32))),
        Kind::F32 => f64::from(value as f32),
        _ => value,
    }
}

/// The content of a buffer: numbers of one kind.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Data {
    pub(crate) kind: Kind,
    pub(crate) values: Vec<Number>,
}

impl Data {
    pub(crate) fn integers<T: Into<i128>>(kind: Kind, values: impl IntoIterator<Item = T>) -> Self {
        Self { kind, values: values.into_iter().map(|value| Number::Integer(value.into())).collect() }
    }

    pub(crate) fn floats<T: Into<f64>>(kind: Kind, values: impl IntoIterator<Item = T>) -> Self {
        Self { kind, values: values.into_iter().map(|value| Number::Float(value.into())).collect() }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.values.len() * self.kind.size());
        for value in &self.values {
            value.write(self.kind, &mut bytes);
        }
        bytes
    }

    /// The numbers in `bytes`; a rest that is shorter than a number is left out.
    pub(crate) fn from_bytes(kind: Kind, bytes: &[u8]) -> Self {
        let values = bytes.chunks_exact(kind.size()).map(|chunk| {
            let mut wide = [0; 8];
            wide[..chunk.len()].copy_from_slice(chunk);
            let bits = u64::from_le_bytes(wide);
            match kind {
                Kind::Bool | Kind::U8 | Kind::U16 | Kind::U32 | Kind::U64 => Number::Integer(bits.into()),
                Kind::I8 => Number::Integer((bits as i8).into()),
                Kind::I16 => Number::Integer((bits as i16).into()),
                Kind::I32 => Number::Integer((bits as i32).into()),
                Kind::I64 => Number::Integer((bits as i64).into()),
                Kind::F16 => Number::Float(half_to_f32(bits as u16).into()),
                Kind::F32 => Number::Float(f32::from_bits(bits as u32).into()),
                Kind::F64 => Number::Float(f64::from_bits(bits)),
            }
        });
        Self { kind, values: values.collect() }
    }

    /// The largest difference to `other`, and where it is. A difference of a NaN is infinite.
    pub(crate) fn max_error(&self, other: &Data) -> (f64, usize) {
        let mut worst = (0.0, 0);
        for (index, (a, b)) in self.values.iter().zip(&other.values).enumerate() {
            let error = match (a, b) {
                (Number::Integer(a), Number::Integer(b)) => a.abs_diff(*b) as f64,
                (a, b) => (a.as_f64() - b.as_f64()).abs(),
            };
            let error = if error.is_nan() { f64::INFINITY } else { error };
            if error > worst.0 {
                worst = (error, index);
            }
        }
        worst
    }
}

/// IEEE binary16 from binary32, rounded to nearest, ties to even.
pub(crate) fn half_from_f32(value: f32) -> u16 {
    let sign = ((value.to_bits() >> 16) & 0x8000) as u16;
    let magnitude = value.abs();
    if magnitude.is_nan() {
        return sign | 0x7e00;
    }
    if magnitude >= 65520.0 {
        return sign | 0x7c00;
    }
    // Below 2^-14 a unit in the last place is 2^-24; above, it is 2^-10 of the value's power of two. Dividing by it is
    // exact, and so is what round_ties_even leaves.
    let exponent = (magnitude.to_bits() >> 23) as i32 - 127;
    if exponent < -14 {
        return sign | (f64::from(magnitude) * f64::from(1 << 24)).round_ties_even() as u16;
    }
    let mantissa = (f64::from(magnitude) * 2f64.powi(10 - exponent)).round_ties_even() as u16; // 1024..=2048
    sign | ((((exponent + 15) as u16) << 10) + (mantissa - 1024))
}

/// IEEE binary32 from binary16; exact.
pub(crate) fn half_to_f32(half: u16) -> f32 {
    let sign = if half & 0x8000 == 0 { 1.0 } else { -1.0 };
    let exponent = i32::from(half >> 10 & 0x1f);
    let mantissa = f32::from(half & 0x3ff);
    sign * match exponent {
        0 => mantissa * 2f32.powi(-24),
        31 if mantissa == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1024.0 + mantissa) * 2f32.powi(exponent - 25),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_survives_the_way_through_f32() {
        for half in 0..=u16::MAX {
            let wide = half_to_f32(half);
            if !wide.is_nan() {
                assert_eq!(half_from_f32(wide), half, "{wide}");
            }
        }
    }

    #[test]
    fn halves_round_to_even() {
        assert_eq!(half_from_f32(1.0 + 1.0 / 2048.0), half_from_f32(1.0));
        assert_eq!(half_from_f32(1.0 + 3.0 / 2048.0), half_from_f32(1.0 + 2.0 / 1024.0));
        assert_eq!(half_from_f32(65519.0), 0x7bff);
        assert_eq!(half_from_f32(65520.0), 0x7c00);
        assert_eq!(half_from_f32(2047.75), 0x6800);
    }

    #[test]
    fn data_survives_the_way_through_bytes() {
        let data = Data::integers(Kind::U64, [u64::MAX, 0]);
        assert_eq!(Data::from_bytes(Kind::U64, &data.to_bytes()), data);
        let data = Data::integers(Kind::I16, [-300i16, 300]);
        assert_eq!(Data::from_bytes(Kind::I16, &data.to_bytes()), data);
    }

    #[test]
    fn json_numbers_are_checked_against_their_kind() {
        assert_eq!(Number::from_json(&Json::from(200), Kind::I8), None);
        assert_eq!(Number::from_json(&Json::from(200), Kind::U8), Some(Number::Integer(200)));
        assert_eq!(Number::from_json(&Json::from(1), Kind::Bool), None);
        assert_eq!(Number::from_json(&Json::from(true), Kind::Bool), Some(Number::Integer(1)));
    }
}
