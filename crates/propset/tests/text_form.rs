//! The `.prop` text form against exact text: known vectors, whole files, and the message for each kind of fault.

use sycl_propset::requirements::DeviceRequirements;
use sycl_propset::{PropertySetRegistry, SetName, Value, json, text};

/// Encodings that other tools produce, with what they hold.
const VECTORS: [(&str, &[u32]); 6] = [
    ("AAAAAAAAAAA", &[]),
    ("gAAAAAAAAAABAAAA", &[4]),
    ("ABAAAAAAAAgAAAAAEAAAAA", &[2, 4]),
    ("gBAAAAAAAAQAAAAACAAAAQAAAAA", &[1, 2, 4]),
    ("gCAAAAAAAAAAAAAABAAAAYAAAAQCAAAAMAAAAA", &[0, 1, 6, 9, 12]),
    ("gBAAAAAAAAAAAAAAAAAAAQAAAAA", &[0, 0, 4]),
];

#[test]
fn known_vectors_are_read_and_written() {
    for (base64, list) in VECTORS {
        let file = format!("[s]\np=2|{base64}\n");
        let registry = text::read(&file, "f").unwrap();
        let value = registry.get(&SetName::from("s")).unwrap().get("p").unwrap();
        assert_eq!(value.as_u32_list().as_deref(), Some(list), "{base64}");
        assert_eq!(value.as_bytes().unwrap().bit_len(), 32 * list.len() as u64);
        assert_eq!(text::write(&registry).unwrap(), file);
    }
}

/// One image of a program with a required sub-group size, as a production compiler describes it.
fn sub_group_image() -> PropertySetRegistry {
    let mut registry = PropertySetRegistry::new();
    let requirements = DeviceRequirements {
        reqd_sub_group_size: Some(16),
        reqd_work_group_size: Some(vec![16, 1, 1]),
        work_group_num_dim: Some(1),
        ..DeviceRequirements::default()
    };
    registry.insert(SetName::DeviceRequirements, requirements.to_set());
    let mask = sycl_propset::kernel_params::ParamMask { omitted: vec![false] };
    registry.set_mut(SetName::KernelParamOpt).insert("_ZTS4G16w", mask);
    registry.set_mut(SetName::KernelNames).insert("_ZTS4G16w", true);
    let metadata = registry.set_mut(SetName::ProgramMetadata);
    metadata.insert("_ZTS4G16w@reqd_work_group_size", Value::u32_list(&[16, 1, 1]));
    metadata.insert("_ZTS4G16w@reqd_sub_group_size", 16);
    metadata.insert("_ZTS4G16w@work_group_num_dim", 1);
    registry.set_mut(SetName::MiscProperties).insert("optLevel", 2);
    registry.set_mut(SetName::VirtualFunctions);
    registry
}

const SUB_GROUP_TEXT: &str = "\
[SYCL/device requirements]
aspects=2|AAAAAAAAAAA
reqd_sub_group_size=1|16
reqd_work_group_size_uint64_t=2|ADAAAAAAAAAEAAAAAAAAAEAAAAAAAAAABAAAAAAAAAA
work_group_num_dim=1|1
[SYCL/kernel param opt]
_ZTS4G16w=2|BAAAAAAAAAAA
[SYCL/kernel names]
_ZTS4G16w=1|1
[SYCL/program metadata]
_ZTS4G16w@reqd_work_group_size=2|gBAAAAAAAAAEAAAABAAAAEAAAAA
_ZTS4G16w@reqd_sub_group_size=1|16
_ZTS4G16w@work_group_num_dim=1|1
[SYCL/misc properties]
optLevel=1|2
[SYCL/virtual functions]
";

const SUB_GROUP_JSON: &str = concat!(
    r#"{"SYCL/device requirements":{"aspects":"","reqd_sub_group_size":16,"#,
    r#""reqd_work_group_size_uint64_t":"EAAAAAAAAAABAAAAAAAAAAEAAAAAAAAA","work_group_num_dim":1},"#,
    r#""SYCL/kernel param opt":{"_ZTS4G16w":"AA=="},"SYCL/kernel names":{"_ZTS4G16w":1},"#,
    r#""SYCL/program metadata":{"_ZTS4G16w@reqd_work_group_size":"EAAAAAEAAAABAAAA","#,
    r#""_ZTS4G16w@reqd_sub_group_size":16,"_ZTS4G16w@work_group_num_dim":1},"#,
    r#""SYCL/misc properties":{"optLevel":2},"SYCL/virtual functions":{},"#,
    r#""sycl-passes/bit sizes":{"SYCL/kernel param opt\n_ZTS4G16w":1}}"#
);

#[test]
fn a_whole_image_in_both_forms() {
    let registry = sub_group_image();
    assert_eq!(text::write(&registry).unwrap(), SUB_GROUP_TEXT);
    assert_eq!(json::write(&registry), SUB_GROUP_JSON);
    assert_eq!(text::read(SUB_GROUP_TEXT, "f").unwrap(), registry);
    assert_eq!(json::read(SUB_GROUP_JSON, "f").unwrap(), registry);
}

#[test]
fn a_set_without_its_header() {
    let registry = sub_group_image();
    let name = SetName::MiscProperties;
    let lines = text::write_set(&name, registry.get(&name).unwrap()).unwrap();
    assert_eq!(lines, "optLevel=1|2\n");
    assert_eq!(&text::read_set(&lines, "f").unwrap(), registry.get(&name).unwrap());
    assert!(text::read_set("[x]\n", "f").is_err());
}

#[test]
fn leniency_ends_at_the_final_line_break() {
    assert!(text::read("", "f").unwrap().is_empty());
    assert_eq!(text::read("[a]\nx=1|1", "f"), text::read("[a]\nx=1|1\n", "f"));
    let registry = text::read("[a]\nx=1|1\ny=1|2\n[b]\n[a]\nx=1|3\nz=2|AAAAAAAAAAA\n", "f").unwrap();
    assert_eq!(text::write(&registry).unwrap(), "[a]\nx=1|3\ny=1|2\nz=2|AAAAAAAAAAA\n[b]\n");
    let odd = "[a]b]]\n=1|4\nk|2=1|4294967295\n";
    assert_eq!(text::write(&text::read(odd, "f").unwrap()).unwrap(), odd);
}

#[test]
fn each_fault_has_its_place_and_words() {
    let integer = "expected a decimal number from 0 to 4294967295";
    let types = "expected 1 (32-bit integer) or 2 (bytes)";
    let line = "expected `<name>=<type>|<value>`";
    for (input, message) in [
        ("x=1|1\n", "1:1: property category missing: found `x=1|1`; expected a `[<set name>]` line first".to_owned()),
        ("[a\n", "1:1: invalid line: `[a`; expected `[<set name>]`".to_owned()),
        ("[a]\r\n", "1:1: invalid line: `[a]\\r`; expected `[<set name>]`".to_owned()),
        ("[a]\nx\n", format!("2:1: invalid property line: `x`; {line}")),
        ("[a]\n\n", format!("2:1: invalid property line: ``; {line}")),
        ("\n", format!("1:1: invalid property line: ``; {line}")),
        ("[a]\nxy=1\n", format!("2:4: invalid property line: `xy=1`; {line}")),
        ("[a]\nx=q|1\n", format!("2:3: invalid property type: `q`; {types}")),
        ("[a]\nx=|1\n", format!("2:3: invalid property type: ``; {types}")),
        ("[a]\nx=0|1\n", format!("2:3: unsupported property type: 0; {types}")),
        ("[a]\nx=3|1\n", format!("2:3: unsupported property type: 3; {types}")),
        ("[a]\nx=1|4294967296\n", format!("2:5: invalid property value: `4294967296`; {integer}")),
        ("[a]\nx=1|+1\n", format!("2:5: invalid property value: `+1`; {integer}")),
        ("[a]\nx=1|1\r\n", format!("2:5: invalid property value: `1\\r`; {integer}")),
        ("[a]\nx=1|\n", format!("2:5: invalid property value: ``; {integer}")),
        (
            "[a]\nx=2|AA=A\n",
            "2:7: invalid property value: character '=' is not Base64; expected one of A-Z a-z 0-9 + /".to_owned(),
        ),
        (
            "[a]\nx=2|AAAAAAAAAAAAé\n",
            "2:17: invalid property value: character 'é' is not Base64; expected one of A-Z a-z 0-9 + /".to_owned(),
        ),
        ("[a]\nx=2|A\n", "2:5: invalid property value: 1 Base64 characters encode no whole number of bytes".to_owned()),
        (
            "[a]\nx=2|AAAAAAAAAA/\n",
            "2:15: invalid property value: unused bits after the last Base64 byte are set; expected zero".to_owned(),
        ),
        ("[a]\nx=2|\n", "2:5: invalid property value: 0 bytes; expected at least 8 for the size prefix".to_owned()),
        (
            "[a]\nx=2|gAAAAAAAAAA\n",
            "2:5: invalid property value: 32 bits announced but 0 payload bytes found; expected 4 bytes".to_owned(),
        ),
    ] {
        assert_eq!(text::read(input, "f.prop").unwrap_err().to_string(), format!("f.prop:{message}"));
    }
    let error = text::read(b"[a]\nab\xff=1|1\n", "f.prop").unwrap_err();
    assert_eq!(error.to_string(), "f.prop:2:3: byte 0xff is not UTF-8; expected UTF-8 text");
    assert_eq!((error.line, error.column), (2, 3));
}

#[test]
fn an_announced_size_beyond_all_memory_is_only_a_wrong_number() {
    // Eight bytes of ones: 2^64 - 1 bits.
    let error = text::read("[a]\nx=2|//////////P\n", "f").unwrap_err().to_string();
    assert!(error.contains("18446744073709551615 bits announced but 0 payload bytes found"), "{error}");
}

#[test]
fn names_that_could_not_be_read_back_are_refused() {
    let refused = |set: &str, property: &str| {
        let mut registry = PropertySetRegistry::new();
        registry.set_mut(set).insert(property, 1);
        text::write(&registry).unwrap_err().to_string()
    };
    assert_eq!(refused("a\nb", "p"), r"set name `a\nb` cannot be written: it contains a line break");
    assert_eq!(
        refused("s", "p=q"),
        "property name `p=q` of set `s` cannot be written: it contains `=`, which ends a name"
    );
    assert_eq!(refused("s", "p\n"), r"property name `p\n` of set `s` cannot be written: it contains a line break");
    assert_eq!(
        refused("s", "[p"),
        "property name `[p` of set `s` cannot be written: it starts with `[`, which starts a set"
    );
}
