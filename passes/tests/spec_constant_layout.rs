//! Sizes, offsets, padding and default bytes of random types, against a layout computed here by the rules of the C ABI
//! and the data layout string, not by LLVM.

use proptest::prelude::*;
use sycl_passes::{
    ir::OwnedModule,
    spec_constants::{self, Mode},
};
use sycl_propset::spec_constants::Descriptor;

const DATA_LAYOUT: &str =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1";

#[derive(Clone, Debug)]
enum Shape {
    /// Bytes of an integer.
    Integer(u64),
    Half,
    Float,
    Double,
    Array(Box<Shape>, u64),
    Vector(Box<Shape>, u64),
    Struct(Vec<Shape>, Packed),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Packed {
    Yes,
    No,
}

impl Shape {
    fn text(&self) -> String {
        match self {
            Shape::Integer(bytes) => format!("i{}", bytes * 8),
            Shape::Half => "half".into(),
            Shape::Float => "float".into(),
            Shape::Double => "double".into(),
            Shape::Array(element, n) => format!("[{n} x {}]", element.text()),
            Shape::Vector(element, n) => format!("<{n} x {}>", element.text()),
            Shape::Struct(members, packed) => {
                let list = members.iter().map(Shape::text).collect::<Vec<_>>().join(", ");
                if *packed == Packed::Yes { format!("<{{ {list} }}>") } else { format!("{{ {list} }}") }
            }
        }
    }

    fn align(&self) -> u64 {
        match self {
            Shape::Integer(bytes) => *bytes,
            Shape::Half => 2,
            Shape::Float => 4,
            Shape::Double => 8,
            Shape::Array(element, _) => element.align(),
            Shape::Vector(element, n) => (element.size() * n).next_power_of_two(),
            Shape::Struct(_, Packed::Yes) => 1,
            Shape::Struct(members, Packed::No) => members.iter().map(Shape::align).max().unwrap_or(1),
        }
    }

    /// Bytes from one element of an array to the next.
    fn size(&self) -> u64 {
        match self {
            Shape::Integer(bytes) => *bytes,
            Shape::Half => 2,
            Shape::Float => 4,
            Shape::Double => 8,
            Shape::Array(element, n) => element.size() * n,
            Shape::Vector(element, n) => (element.size() * n).next_multiple_of(self.align()),
            Shape::Struct(..) => self.members().1,
        }
    }

    /// Offsets of a struct's members, and its size.
    fn members(&self) -> (Vec<u64>, u64) {
        let Shape::Struct(members, packed) = self else { return (Vec::new(), self.size()) };
        let mut end = 0u64;
        let mut offsets = Vec::new();
        for member in members {
            if *packed == Packed::No {
                end = end.next_multiple_of(member.align());
            }
            offsets.push(end);
            end += member.size();
        }
        (offsets, end.next_multiple_of(self.align()))
    }

    /// The value as IR text, and its bytes at `offset` of `image`. Values count up, so that no two leaves look the
    /// same.
    fn value(&self, offset: u64, next: &mut u8, image: &mut [u8]) -> String {
        match self {
            Shape::Integer(_) => {
                *next = next.wrapping_add(1) & 0x3f;
                image[offset as usize] = *next;
                next.to_string()
            }
            // Small integers are exact in all three.
            Shape::Float | Shape::Double | Shape::Half => {
                *next = next.wrapping_add(1) & 0x3f;
                let value = f64::from(*next) + 1.0;
                let bytes = match self {
                    Shape::Float => (value as f32).to_le_bytes().to_vec(),
                    Shape::Double => value.to_le_bytes().to_vec(),
                    _ => half_bits(value).to_le_bytes().to_vec(),
                };
                image[offset as usize..][..bytes.len()].copy_from_slice(&bytes);
                format!("{value:.1}")
            }
            Shape::Array(element, n) | Shape::Vector(element, n) => {
                let stride = element.size();
                let values: Vec<String> = (0..*n)
                    .map(|i| format!("{} {}", element.text(), element.value(offset + i * stride, next, image)))
                    .collect();
                let list = values.join(", ");
                if matches!(self, Shape::Array(..)) { format!("[{list}]") } else { format!("<{list}>") }
            }
            Shape::Struct(members, packed) => {
                let (offsets, _) = self.members();
                let values: Vec<String> = members
                    .iter()
                    .zip(offsets)
                    .map(|(member, at)| format!("{} {}", member.text(), member.value(offset + at, next, image)))
                    .collect();
                let list = values.join(", ");
                if *packed == Packed::Yes { format!("<{{ {list} }}>") } else { format!("{{ {list} }}") }
            }
        }
    }

    /// Description for the runtime: leaves in order, a padding entry behind every struct that ends in padding.
    fn describe(&self, offset: u64, id: &mut u32, end: &mut u64, out: &mut Vec<Descriptor>) {
        match self {
            Shape::Array(element, n) | Shape::Vector(element, n) => {
                for i in 0..*n {
                    element.describe(offset + i * element.size(), id, end, out);
                }
            }
            Shape::Struct(members, _) => {
                let (offsets, size) = self.members();
                for (member, at) in members.iter().zip(offsets) {
                    member.describe(offset + at, id, end, out);
                }
                pad(offset + size, end, out);
            }
            _ => {
                out.push(Descriptor { id: *id, offset: offset as u32, size: self.size() as u32 });
                *id += 1;
                *end = offset + self.size();
            }
        }
    }
}

fn pad(to: u64, end: &mut u64, out: &mut Vec<Descriptor>) {
    if *end < to {
        out.push(Descriptor::padding(*end as u32, (to - *end) as u32));
        *end = to;
    }
}

/// Half-precision bits of a small positive integer.
fn half_bits(value: f64) -> u16 {
    let exponent = value.log2().floor() as i32;
    let fraction = value / f64::from(exponent).exp2() - 1.0;
    (((exponent + 15) as u16) << 10) | (fraction * 1024.0) as u16
}

fn scalar() -> impl Strategy<Value = Shape> {
    prop_oneof![
        prop_oneof![Just(1u64), Just(2), Just(4), Just(8)].prop_map(Shape::Integer),
        Just(Shape::Half),
        Just(Shape::Float),
        Just(Shape::Double),
    ]
}

fn shape() -> impl Strategy<Value = Shape> {
    let packed = prop_oneof![Just(Packed::No), Just(Packed::No), Just(Packed::Yes)];
    scalar().prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            (inner.clone(), 1u64..4).prop_map(|(element, n)| Shape::Array(Box::new(element), n)),
            (scalar(), 2u64..5).prop_map(|(element, n)| Shape::Vector(Box::new(element), n)),
            (prop::collection::vec(inner, 1..5), packed.clone()).prop_map(|(members, p)| Shape::Struct(members, p)),
        ]
    })
}

/// A module that asks for constants of these shapes, in order.
fn module(shapes: &[Shape]) -> (String, Vec<Vec<u8>>) {
    let mut text = format!("target datalayout = \"{DATA_LAYOUT}\"\ntarget triple = \"spir64-unknown-unknown\"\n");
    let mut body = String::new();
    let mut images = Vec::new();
    for (index, shape) in shapes.iter().enumerate() {
        let ty = shape.text();
        let mut image = vec![0; shape.size() as usize];
        let mut next = index as u8;
        let value = shape.value(0, &mut next, &mut image);
        images.push(image);
        text += &format!("@name{index} = private constant [3 x i8] c\"c{index}\\00\"\n");
        text += &format!("@default{index} = internal constant {{ {ty} }} {{ {ty} {value} }}\n");
        text += &format!("declare {ty} @_Z40__sycl_getComposite2020SpecConstantValueI{index}(ptr, ptr, ptr)\n");
        body += &format!(
            "  %v{index} = call {ty} @_Z40__sycl_getComposite2020SpecConstantValueI{index}(ptr @name{index}, \
             ptr @default{index}, ptr %buffer)\n  store {ty} %v{index}, ptr %out\n"
        );
    }
    text += &format!("define spir_kernel void @kernel(ptr %out, ptr %buffer) {{\n{body}  ret void\n}}\n");
    (text, images)
}

fn lower(text: &str, mode: Mode) -> Vec<spec_constants::Lowered> {
    let mut module = OwnedModule::read(text.as_bytes(), "test").expect("valid IR");
    module.verify().expect("valid input");
    let outcome = spec_constants::run(&mut module.editor(), mode, &mut Vec::new()).expect("lowered");
    module.verify().expect("valid output");
    outcome.constants
}

/// Bytes that a value takes in the blob: a vector by itself has no padding at its end.
fn blob_size(shape: &Shape) -> u64 {
    match shape {
        Shape::Vector(element, n) => element.size() * n,
        _ => shape.size(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn native(shapes in prop::collection::vec(shape(), 1..4)) {
        let (text, images) = module(&shapes);
        let mut id = 0;
        for ((shape, image), lowered) in shapes.iter().zip(&images).zip(lower(&text, Mode::Native)) {
            let (mut end, mut expected) = (0, Vec::new());
            shape.describe(0, &mut id, &mut end, &mut expected);
            pad(blob_size(shape), &mut end, &mut expected);
            prop_assert_eq!(&lowered.descriptors, &expected, "{}", shape.text());
            prop_assert_eq!(&lowered.default, &image[..blob_size(shape) as usize], "{}", shape.text());
        }
    }

    #[test]
    fn emulation(shapes in prop::collection::vec(shape(), 1..5)) {
        let (text, images) = module(&shapes);
        let lowered = lower(&text, Mode::Emulation);
        let mut offset = 0u64;
        for (index, (shape, image)) in shapes.iter().zip(&images).enumerate() {
            prop_assert_eq!(offset % shape.align(), 0, "{} at {}", shape.text(), offset);
            let size = blob_size(shape);
            let mut expected = vec![Descriptor { id: index as u32, offset: 0, size: size as u32 }];
            let mut end = offset + size;
            if let Some(following) = shapes.get(index + 1) {
                let padding = end.next_multiple_of(following.align()) - end;
                if padding > 0 {
                    expected.push(Descriptor::padding(size as u32, padding as u32));
                }
                end += padding;
            }
            prop_assert_eq!(&lowered[index].descriptors, &expected);
            prop_assert_eq!(&lowered[index].default[..size as usize], &image[..size as usize]);
            prop_assert_eq!(offset + lowered[index].default.len() as u64, end);
            offset = end;
        }
    }

    #[test]
    fn default_values_leave_nothing(shapes in prop::collection::vec(shape(), 1..4)) {
        let (text, _) = module(&shapes);
        prop_assert!(lower(&text, Mode::DefaultValues).is_empty());
    }
}
