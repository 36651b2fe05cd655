use std::path::Path;

use proptest::prelude::*;

use super::tree::{Node, Value, parse};
use super::*;
use crate::source::Memory;

const EXAMPLE: &str = "\
object-id = 17
generator=hipSYCL SSCP
{.images
  {.llvm-ir.global
    variant = global-module
    format = llvm-ir
    {.__binary
      start = 1
      size = 3
    }.__binary
    {.exported-symbols
      {._Z1fi
      }._Z1fi
    }.exported-symbols
    {.imported-symbols
      {._Z1gi
      }._Z1gi
    }.imported-symbols
  }.llvm-ir.global
}.images
{.kernels
  {._ZTS1K
    {.image-providers
      {.llvm-ir.global
      }.llvm-ir.global
    }.image-providers
    {.compile-flags
      fast-math=1
    }.compile-flags
    {.parameters
      {.0
        byte-offset = 8
        byte-size = 4
        original-index = 1
        type = floating-point
        {.annotations
          specialized = 1
        }.annotations
      }.0
    }.parameters
  }._ZTS1K
}.kernels
__acpp_hcf_binary_appendixABCDE";

/// The parameter of the example.
fn parameter() -> Parameter {
    Parameter {
        kind: ParameterKind::FloatingPoint,
        byte_offset: 8,
        byte_size: 4,
        original_index: 1,
        annotations: vec!["specialized".to_owned()],
    }
}

/// The example with blobs that are not text.
fn example() -> Vec<u8> {
    let text = EXAMPLE.strip_suffix("ABCDE").expect("the example has blobs");
    [text.as_bytes(), b"\0\xffBC!"].concat()
}

fn read_bytes(content: &[u8]) -> Result<Hcf, String> {
    read(Path::new("a.hcf"), &Memory(content)).map_err(|error| error.to_string())
}

/// Message about the example after a replacement.
fn refused(from: &str, to: &str) -> String {
    let text = EXAMPLE.replacen(from, to, 1);
    assert_ne!(text, EXAMPLE, "`{from}` is in the example");
    read_bytes(text.as_bytes()).expect_err("refused")
}

#[test]
fn images_and_kernels_are_read() {
    let hcf = read_bytes(&example()).unwrap();
    assert_eq!((hcf.object_id.as_str(), hcf.generator.as_str()), ("17", "hipSYCL SSCP"));
    let [image] = &*hcf.images else { panic!("{:?}", hcf.images) };
    assert_eq!(
        (image.name.as_str(), image.format.as_str(), image.variant.as_str()),
        (GENERIC, "llvm-ir", "global-module")
    );
    assert_eq!((&*image.exported, &*image.imported), (&["_Z1fi".to_owned()][..], &["_Z1gi".to_owned()][..]));
    let content = example();
    assert_eq!(&content[image.content.start as usize..image.content.end() as usize], b"\xffBC");
    let [kernel] = &*hcf.kernels else { panic!("{:?}", hcf.kernels) };
    assert_eq!((kernel.name.as_str(), &*kernel.images), ("_ZTS1K", &[GENERIC.to_owned()][..]));
    assert_eq!(kernel.compile_options, ["fast-math=1"]);
    assert_eq!(kernel.parameters, [parameter()]);
}

#[test]
fn both_markers_end_the_text() {
    let earlier = String::from_utf8_lossy(&example()).replace("__acpp_hcf", "__hipsycl_hcf");
    assert_eq!(read_bytes(earlier.as_bytes()).unwrap().kernels.len(), 1);
    // The first one counts: the other is part of a blob. And one may lie where blocks of the file meet.
    for padding in (0..60).chain(65_480..65_540) {
        let text = format!("a={}\n{}{}x", "b".repeat(padding), MARKERS[1], MARKERS[0]);
        let (header, blobs) = divide(&Memory(text.as_bytes())).unwrap().unwrap();
        assert_eq!((header.len(), blobs.size as usize), (padding + 3, MARKERS[0].len() + 1), "{padding}");
    }
}

#[test]
fn files_are_recognized_by_their_first_line() {
    for start in ["object-id = 1\n", "\n  generator=x", "{.images\n", "object-id=1"] {
        assert!(is_hcf(start.as_bytes()), "{start}");
    }
    for start in ["", "object-id", "[SYCL/kernel names]\n", "source_filename = \"a\"\n", "{\"a\": 1}", "[Code]\n"] {
        assert!(!is_hcf(start.as_bytes()), "{start}");
    }
}

#[test]
fn faults_name_the_line() {
    let cases = [
        (
            "object-id = 17",
            "object-id 17",
            "line 1: found `object-id 17`; expected `<key> = <value>`, `{.<node>` or `}.<node>`",
        ),
        ("generator=", "object-id=", "line 2: value `object-id` occurs twice; the first is in line 1"),
        ("generator", "", "line 2: found a value without a name; expected one"),
        ("{.exported-symbols", "{.", "line 11: found a node without a name; expected one"),
        (
            "{.imported-symbols",
            "{.exported-symbols",
            "line 15: node `exported-symbols` occurs twice; the first is in line 11",
        ),
        ("}.__binary", "}.binary", "line 10: found the end of `binary`; expected that of `__binary`"),
        ("}.kernels\n", "", "line 21: node `kernels` has no end; expected `}.kernels`"),
        (
            "}.kernels\n",
            "}.kernels\n}.kernels\n",
            "line 43: found the end of `kernels`; expected none, since no node is open",
        ),
        ("      size = 3\n", "", "line 7: node `__binary` has no value `size`; expected one"),
        ("size = 3", "size = -3", "line 9: `size` is `-3`; expected a number below 2^64"),
        ("size = 3", "size = 9", "line 7: image of 9 bytes at 1 of the appendix; expected it within its 5 bytes"),
        (
            "start = 1",
            "start = 18446744073709551615",
            "line 7: image of 3 bytes at 18446744073709551615 of the appendix",
        ),
        (
            "{.image-providers\n      {.llvm-ir.global\n      }.llvm-ir.global",
            "{.image-providers\n      {.ptx\n      }.ptx",
            "line 22: kernel `_ZTS1K` is in image `ptx`; expected an image of this file",
        ),
        (
            "type = floating-point",
            "type = float",
            "line 35: `type` is `float`; expected integer, floating-point, pointer or other-by-value",
        ),
        ("byte-offset = 8", "byte-offset = eight", "line 32: `byte-offset` is `eight`; expected a number below 2^64"),
        (
            MARKERS[0],
            "",
            "found no `__acpp_hcf_binary_appendix`; expected it between the text of an HCF file and its images",
        ),
    ];
    for (from, to, expected) in cases {
        let message = refused(from, to);
        assert!(message.starts_with(expected), "{message}");
    }
    let mut content = example();
    content[14] = 0xff; // in the second line
    content[13] = b'\n';
    assert_eq!(read_bytes(&content).unwrap_err(), "line 2: not UTF-8");
}

#[test]
fn depth_is_limited() {
    let nested = |levels: usize| {
        let open: String = (0..levels).map(|level| format!("{{.n{level}\n")).collect();
        let close: String = (0..levels).rev().map(|level| format!("}}.n{level}\n")).collect();
        parse(&format!("{open}{close}"))
    };
    assert!(nested(tree::MAX_DEPTH).is_ok());
    let error = nested(tree::MAX_DEPTH + 1).unwrap_err().to_string();
    assert_eq!(error, "line 65: node `n64` is nested too deep; expected at most 64 levels");
    assert!(nested(100_000).is_err());
}

/// A file with one generic image.
fn file(has_kernel: bool, exported: &[&str], imported: &[&str]) -> Hcf {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let image = Image {
        name: GENERIC.to_owned(),
        format: String::new(),
        variant: String::new(),
        content: Range::default(),
        exported: names(exported),
        imported: names(imported),
    };
    let kernel =
        Kernel { name: "k".to_owned(), images: names(&[GENERIC]), parameters: vec![], compile_options: vec![] };
    let kernels = if has_kernel { vec![kernel] } else { Vec::new() };
    Hcf { images: vec![image], kernels, ..Hcf::default() }
}

#[test]
fn only_needed_images_are_taken_and_open_names_are_reported() {
    let files = [
        file(false, &["unused"], &["missing in unused"]),
        file(true, &["f"], &["g", "open"]),
        file(false, &["h"], &["open", "f"]),
        file(false, &["g"], &["h"]),
        file(false, &["g", "h"], &[]),
        file(true, &[], &[]),
    ];
    let found = needed(&files);
    let images: Vec<usize> = found.images.iter().map(|id| id.file).collect();
    assert_eq!(images, [1, 2, 3, 5], "files with kernels, and the first ones that export what they import");
    let open = Unresolved { symbol: "open".to_owned(), by: ImageId { file: 1, image: 0 } };
    assert_eq!(found.unresolved, [open]);
}

/// The text of a tree, with blanks where they may be.
fn write(node: &Node, blank: &str, out: &mut String) {
    for Value { key, text, .. } in &node.values {
        out.push_str(&format!("{blank}{key}{blank}={blank}{text}{blank}\n"));
    }
    for child in &node.children {
        out.push_str(&format!("{blank}{{.{}{blank}\n", child.name));
        write(child, blank, out);
        out.push_str(&format!("\n{blank}}}.{}\n", child.name));
    }
}

fn without_lines(mut node: Node) -> Node {
    node.line = 0;
    node.values.iter_mut().for_each(|value| value.line = 0);
    node.children = node.children.into_iter().map(without_lines).collect();
    node
}

fn trees() -> impl Strategy<Value = Node> {
    let named = |name: &'static str| proptest::collection::btree_set(name, 0..4);
    let value = |key: String| Value { text: format!("of = {key}"), key, line: 0 };
    let leaf = named("[a-z_.{}][a-z{}. ]{0,3}[a-z]").prop_map(move |keys| Node {
        values: keys.into_iter().filter(|key| !key.starts_with(['{', '}'])).map(value).collect(),
        ..Node::default()
    });
    leaf.prop_recursive(5, 40, 4, move |inner| {
        let children = proptest::collection::btree_map("[!-~]([ -~]{0,8}[!-~])?", inner.clone(), 0..4);
        (inner, children).prop_map(|(node, children)| {
            let children = children.into_iter().map(|(name, child)| Node { name, ..child }).collect();
            Node { children, ..node }
        })
    })
}

#[test]
fn a_container_of_generic_code_is_read_back() {
    let kernel = Kernel {
        name: "_ZTS1K".to_owned(),
        images: vec![GENERIC.to_owned()],
        parameters: vec![parameter()],
        compile_options: vec!["fast-math=1".to_owned()],
    };
    let generic = |kernels: Vec<Kernel>| Generic {
        object_id: u64::MAX,
        generator: "a test",
        content: b"\0\xffBC!",
        exported: vec!["_Z1fi".to_owned()],
        imported: vec!["_Z1gi".to_owned()],
        kernels,
    };
    let bytes = super::write(&generic(vec![kernel.clone()])).unwrap();
    let found = read_bytes(&bytes).unwrap();
    assert_eq!((&*found.object_id, &*found.generator), ("18446744073709551615", "a test"));
    assert_eq!(found.kernels, std::slice::from_ref(&kernel));
    let [image] = &found.images[..] else { panic!("{found:?}") };
    assert_eq!(&bytes[image.content.start as usize..image.content.end() as usize], b"\0\xffBC!");
    assert_eq!((&*image.exported[0], &*image.imported[0]), ("_Z1fi", "_Z1gi"));
    for name in ["", "a\nb", " a", "x__acpp_hcf_binary_appendix"] {
        let refused = super::write(&generic(vec![Kernel { name: name.to_owned(), ..kernel.clone() }])).unwrap_err();
        assert_eq!(refused, Unwritable(name.to_owned()));
        let text =
            "cannot be named in an HCF file; expected a name without line breaks, and without blanks at its ends";
        assert!(refused.to_string().ends_with(text), "{refused}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read(tree in trees(), blank in "[ \t]{0,2}") {
        let mut text = String::new();
        write(&tree, &blank, &mut text);
        prop_assert_eq!(without_lines(parse(&text).unwrap()), tree);
    }

    #[test]
    fn damage_is_an_error_or_gives_ranges_in_the_file(at in 0..1200_usize, byte: u8, cut in 0..1200_usize) {
        let mut content = example();
        let length = content.len();
        content[at % length] = byte;
        content.truncate(length.saturating_sub(cut % length / 4));
        for image in read_bytes(&content).map(|hcf| hcf.images).unwrap_or_default() {
            prop_assert!(image.content.end() <= content.len() as u64);
        }
    }
}
