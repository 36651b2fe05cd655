//! Property-based tests: what is written is read back, both encodings carry the same, and junk gives errors, not
//! panics.

use proptest::collection::vec;
use proptest::prelude::*;
use sycl_propset::json::BIT_SIZES;
use sycl_propset::runtime::{UserValues, emulation_buffer, native_settings};
use sycl_propset::spec_constants::SpecConstants;
use sycl_propset::table::FileTable;
use sycl_propset::{Bytes, PropertySetRegistry, SetName, Value, json, symbols, text};

fn value() -> impl Strategy<Value = Value> {
    let bytes = (vec(any::<u8>(), 0..40), 0..8u64).prop_map(|(payload, short)| {
        let bits = (payload.len() as u64 * 8).saturating_sub(short);
        Value::from(Bytes::from_bits(payload.clone(), bits).unwrap_or_else(|_| Bytes::new(payload)))
    });
    prop_oneof![any::<u32>().prop_map(Value::from), bytes]
}

/// Names for the JSON form: anything, and what is special to it.
fn any_name() -> impl Strategy<Value = String> {
    let special = [BIT_SIZES, "sycl-passes/bit sizes'", "a\nb", "a\\nb", "a\\", "\n", ""];
    prop_oneof![any::<String>(), prop::sample::select(special.to_vec()).prop_map(str::to_owned)]
}

fn known_set() -> impl Strategy<Value = String> {
    prop::sample::select(SetName::KNOWN).prop_map(|name| name.to_string())
}

fn registry(
    set: impl Strategy<Value = String>,
    property: impl Strategy<Value = String>,
) -> impl Strategy<Value = PropertySetRegistry> {
    vec((set, vec((property, value()), 0..6)), 0..6).prop_map(|sets| {
        let mut registry = PropertySetRegistry::new();
        for (name, properties) in sets {
            let set = registry.set_mut(name.as_str());
            for (property, value) in properties {
                set.insert(property, value);
            }
        }
        registry
    })
}

/// Text with the shape of a property file, so that a run gets behind the first check.
fn almost_text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        "\\[[a-z\\]]{0,4}\\]?",
        "[a-z]{0,3}=?[0-3]?\\|?[A-Za-z0-9+/=]{0,20}",
        "[a-z]=2\\|gAAAAAAAAA[A-Z]{1,8}",
        "\\PC{0,12}"
    ];
    vec(line, 0..8).prop_map(|lines| lines.join("\n"))
}

fn almost_json() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        prop::sample::select(&["{", "}", "[", "]", ":", ",", "\"", "1", "-1", "1e999", "true", "{\"a\":{\"b\":"][..])
            .prop_map(str::to_owned),
        Just(format!("\"{BIT_SIZES}\":{{\"a\\nb\":")),
        "\"[a-zA-Z=]{0,6}\"",
        "\\PC{0,3}"
    ];
    vec(token, 0..16).prop_map(|tokens| tokens.concat())
}

proptest! {
    #[test]
    fn json_comes_back(registry in registry(any_name(), any_name())) {
        let written = json::write(&registry);
        prop_assert_eq!(json::read(&written, "f"), Ok(registry));
    }

    #[test]
    fn text_to_json_to_text_is_the_same_bytes(
        registry in registry(prop_oneof![known_set(), "[^\n]{0,8}"], "([^\\[=\n][^=\n]{0,12})?"),
    ) {
        let written = text::write(&registry).unwrap();
        let read = text::read(&written, "f").unwrap();
        prop_assert_eq!(&read, &registry);
        let through_json = json::read(json::write(&read), "f").unwrap();
        prop_assert_eq!(text::write(&through_json).unwrap(), written);
    }

    #[test]
    fn what_text_refuses_to_write_it_could_not_read_back(registry in registry(any_name(), any_name())) {
        if let Ok(written) = text::write(&registry) {
            prop_assert_eq!(text::read(written, "f"), Ok(registry));
        }
    }

    #[test]
    fn junk_never_panics(bytes in vec(any::<u8>(), 0..200)) {
        let _ = text::read(&bytes, "f");
        let _ = json::read(&bytes, "f");
        let _ = symbols::read(&bytes, "f");
        let _ = FileTable::read(&String::from_utf8_lossy(&bytes), "f");
    }

    #[test]
    fn almost_right_text_never_panics(text in almost_text()) {
        if let Ok(registry) = text::read(&text, "f") {
            let written = text::write(&registry).unwrap();
            prop_assert_eq!(text::read(written, "f"), Ok(registry));
        }
    }

    #[test]
    fn almost_right_json_never_panics(text in almost_json()) {
        if let Ok(registry) = json::read(&text, "f") {
            prop_assert_eq!(json::read(json::write(&registry), "f"), Ok(registry));
        }
    }

    #[test]
    fn tables_come_back(
        columns in prop::collection::hash_set("[^|\n]{0,5}[^|\n\\]]", 1..4),
        cells in vec("[^|\r\n]{0,6}", 0..12),
    ) {
        let mut table = FileTable::new(columns);
        for row in cells.chunks_exact(table.columns().len()) {
            table.push_row(row.to_vec()).unwrap();
        }
        prop_assert_eq!(FileTable::read(&table.write(), "f"), Ok(table));
    }

    #[test]
    fn arbitrary_descriptors_never_panic(
        words in vec(vec(prop_oneof![0..64u32, any::<u32>()], 0..9), 0..4),
        defaults in vec(any::<u8>(), 0..200),
        value in vec(any::<u8>(), 0..64),
    ) {
        let mut registry = PropertySetRegistry::new();
        let mut values = UserValues::new();
        for (index, list) in words.iter().enumerate() {
            registry.set_mut(SetName::SpecializationConstants).insert(format!("c{index}"), Value::u32_list(list));
            values.insert(format!("c{index}"), value.clone());
        }
        registry.set_mut(SetName::SpecializationConstantsDefaultValues).insert("all", defaults.clone());
        if let Ok(constants) = SpecConstants::from_registry(&registry) {
            let _ = native_settings(&constants, &values);
            if let Ok(buffer) = emulation_buffer(&constants, &values) {
                prop_assert_eq!(buffer.len(), defaults.len());
            }
        }
    }
}
