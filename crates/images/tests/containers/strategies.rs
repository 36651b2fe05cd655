//! Random images, SYCLBIN files and what they consist of.

use std::borrow::Cow;

use proptest::prelude::*;
use sycl_images::offload_binary::{Content, Image, ImageKind, OffloadKind, Version};
use sycl_images::syclbin::{AbstractModule, IrModule, IrType, NativeImage, State, Syclbin};
use sycl_images::wrap::{self, Format};
use sycl_propset::{Bytes, PropertySet, PropertySetRegistry, Value};

pub(super) fn image() -> impl Strategy<Value = Image<'static>> {
    let strings = prop::collection::btree_map("[a-z/ ]{0,12}", prop::collection::vec(1u8..=255, 0..20), 0..5);
    (any::<u16>(), any::<u16>(), any::<u32>(), strings, prop::collection::vec(any::<u8>(), 0..50)).prop_map(
        |(image_kind, offload_kind, flags, strings, content)| Image {
            image_kind: Some(ImageKind(image_kind)),
            offload_kind: OffloadKind(offload_kind),
            flags,
            strings: strings.into_iter().map(|(key, value)| (key.into(), value.into())).collect(),
            content: Content::Bytes(content.into()),
        },
    )
}

fn value() -> impl Strategy<Value = Value> {
    let bits = (prop::collection::vec(any::<u8>(), 0..12), 0u64..8).prop_map(|(payload, short)| {
        let bits = (payload.len() as u64 * 8).saturating_sub(if payload.is_empty() { 0 } else { short });
        Value::from(Bytes::from_bits(payload, bits).unwrap())
    });
    prop_oneof![any::<u32>().prop_map(Value::U32), bits]
}

fn registry() -> impl Strategy<Value = PropertySetRegistry> {
    let set = prop::collection::vec(("[a-zA-Z_@.]{1,10}", value()), 0..4);
    prop::collection::vec(("[A-Z]{1,4}/[a-z ]{1,10}", set), 0..4).prop_map(|sets| {
        let mut registry = PropertySetRegistry::new();
        for (name, set) in sets {
            registry.insert(name.as_str(), set.into_iter().collect::<PropertySet>());
        }
        registry
    })
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..40)
}

pub(super) fn syclbin_file() -> impl Strategy<Value = Syclbin<Vec<u8>>> {
    let kind = prop_oneof![Just(IrType::Spirv), Just(IrType::Ptx), Just(IrType::Amdgcn)];
    let ir = (kind, "[a-z0-9-]{0,20}", bytes()).prop_map(|(kind, target, content)| IrModule { kind, target, content });
    let native = ("[a-z0-9]{0,8}", "[a-z-]{0,20}", bytes()).prop_map(|(arch, target, content)| NativeImage {
        arch,
        target,
        content,
    });
    let module = (registry(), prop::collection::vec(ir, 0..3), prop::collection::vec(native, 0..3))
        .prop_map(|(properties, ir, native)| AbstractModule { properties, ir, native });
    let state = prop_oneof![Just(State::Input), Just(State::Object), Just(State::Executable)];
    (state, prop::collection::vec(module, 0..4)).prop_map(|(state, modules)| Syclbin { state, modules })
}

pub(super) fn versions() -> impl Strategy<Value = Version> {
    prop_oneof![Just(Version::V1), Just(Version::V2)]
}

pub(super) fn wrapped_image() -> impl Strategy<Value = wrap::Image<Cow<'static, [u8]>>> {
    let format = prop_oneof![Just(Format::None), Just(Format::Native), Just(Format::Spirv), Just(Format::Bitcode)];
    let names = prop::collection::vec("[a-zA-Z_]{0,10}", 0..4);
    ("[a-z0-9_]{0,8}", format, "[ -z]{0,8}", "[ -z]{0,8}", names, registry(), bytes()).prop_map(
        |(target, format, compile_options, link_options, entries, properties, content)| wrap::Image {
            target,
            format,
            compile_options,
            link_options,
            entries,
            properties,
            content: content.into(),
        },
    )
}
