//! `inspect --html` and `--dot`: what browsers and Graphviz get, whatever files have in them.

use sycl_images::spirv::Op;
use sycl_images::spirv::write::{instruction, module, named};
use sycl_propset::{PropertySetRegistry, SetName};

use crate::common::{Place, same};

/// The largest page of any file, in bytes.
const LARGEST: usize = 12 << 20;

/// Checks that a page is well formed, has no scripts and needs nothing from elsewhere; gives its text without tags.
#[track_caller]
pub(crate) fn check_page(page: &[u8]) -> String {
    let page = std::str::from_utf8(page).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">\n") && page.ends_with("</html>\n"));
    assert!(page.len() < LARGEST, "{} bytes", page.len());
    let (mut open, mut text, mut ids, mut links) = (Vec::new(), String::new(), Vec::new(), Vec::new());
    for piece in page["<!DOCTYPE html>".len()..].split('<').skip(1) {
        let (tag, after) = piece.split_once('>').unwrap();
        text.push_str(after);
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(name.trim_start_matches('/').chars().all(|letter| letter.is_ascii_alphanumeric()), "<{tag}>");
        assert!(!["script", "link", "iframe", "object", "img", "base", "form"].contains(&name), "<{tag}>");
        // Attributes are names, and values in quotes.
        let mut rest = attributes;
        while !rest.is_empty() {
            let (attribute, value) = rest.split_once("=\"").unwrap_or_else(|| panic!("<{tag}>"));
            let (value, after) = value.split_once('"').unwrap_or_else(|| panic!("<{tag}>"));
            assert!(attribute.chars().all(|letter| letter.is_ascii_alphabetic() || letter == '-'), "<{tag}>");
            assert!(!attribute.starts_with("on") && !["src", "style"].contains(&attribute), "<{tag}>");
            match attribute {
                "href" => links.push(value.strip_prefix('#').unwrap_or_else(|| panic!("<{tag}>"))),
                "id" => ids.push(value),
                _ => {}
            }
            rest = after.trim_start();
        }
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "</{name}> after {after}"),
            None if ["meta", "br"].contains(&name) => {}
            None => open.push(name),
        }
        assert!(!after.contains(['>', '\u{1b}', '\u{202e}', '\0']) || name == "style", "{after}");
    }
    assert!(open.is_empty(), "{open:?}");
    for link in &links {
        assert_eq!(ids.iter().filter(|id| *id == link).count(), 1, "one element has the id {link}");
    }
    text
}

#[test]
fn a_page_has_what_there_is_to_know() {
    let place = Place::new();
    place
        .write("b.prop", "[SYCL/kernel names]\n_ZTS5Other=1|1\n[SYCL/device requirements]\nreqd_sub_group_size=1|16\n");
    place.write(
        "c.prop",
        "[SYCL/exported symbols]\n_Z5giveni=1|1\n[SYCL/imported symbols]\nnowhere=1|1\n\
         [SYCL/device globals]\nglobal=2|ABAAAAAAAAABAAAABAAAAA\n",
    );
    place.write("t.table", "[Code|Properties]\na.spv|a.prop\na.spv|b.prop\na.spv|c.prop\n");
    same(&place.run("inspect t.table --html t.html --device intel_gpu_dg1 --device spir64"), crate::DONE);
    let page = place.read("t.html");
    let text = check_page(&page);
    for part in [
        "Device images of t.table",
        "file table, 57 bytes",
        "fp64",
        "sub-groups of 16",
        "nothing special",
        "Runs on intel_gpu_dg1",
        "if it has aspect fp64",
        "no Kernel uses optional feature corresponding to &#39;aspect::fp64&#39;",
        "yes",
        "0000803f",
        "1065353216",
        "given(int)",
        "optLevel",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    for chapter in
        ["Sizes", "Specialization constants", "Removed parameters", "Symbols between images", "Device globals"]
    {
        assert!(text.matches(chapter).count() >= 2, "{chapter} is a chapter that the contents name\n{text}");
    }
    // The mangled name is the title of the one in the source.
    assert!(String::from_utf8(page.clone()).unwrap().contains("<code title=\"_ZTS5Other\">Other</code>"));
    same(&place.run("inspect t.table --html u.html --device intel_gpu_dg1 --device spir64"), crate::DONE);
    assert!(page == place.read("u.html"), "the same again");
    same(&place.run("inspect t.table --html n.html --no-demangle"), crate::DONE);
    assert!(check_page(&place.read("n.html")).contains("_ZTS5Other"));
    same(&place.run("inspect t.table a.prop --html two.html --kernel K"), crate::DONE);
    let text = check_page(&place.read("two.html"));
    assert!(text.contains("Device images of 2 files") && text.contains("of 3"), "{text}");
    assert!(!String::from_utf8(place.read("two.html")).unwrap().contains("_ZTS5Other"));
    let found = place.run("inspect t.table --html -");
    assert!(found.starts_with("exit code 0\n--- stdout\n<!DOCTYPE html>\n"), "{found}");
}

/// Text that is dangerous in a page, in an attribute, in a terminal and for Graphviz.
const HOSTILE: &str = "</code></title><script>alert(1)</script>\" onload 'x' &amp; \u{1b}\u{202e}\\N\\";

#[test]
fn no_text_of_a_file_becomes_part_of_the_page() {
    let place = Place::new();
    let long = format!("_ZTS100000{}", "k".repeat(100_000));
    place.write(
        "h.prop",
        format!(
            "[SYCL/kernel names]\n{HOSTILE}=1|1\n{long}=1|1\n[SYCL/exported symbols]\n{HOSTILE}=1|1\n\
             [SYCL/imported symbols]\n{HOSTILE}2=1|1\n[{HOSTILE}]\n{HOSTILE}=1|1\n\
             [SYCL/kernel param opt]\n{HOSTILE}=2|DAAAAAAAAAAB\n"
        ),
    );
    place.write("<b>&\".table", "[Code|Properties]\na.spv|h.prop\n");
    let mut command = place.command("inspect --html h.html --device spir64");
    let answer = command.arg("<b>&\".table").output().unwrap();
    assert_eq!(String::from_utf8(answer.stderr).unwrap(), "");
    let page = place.read("h.html");
    let text = check_page(&page);
    assert!(text.contains("&lt;b&gt;&amp;&quot;.table") && text.contains("&lt;script&gt;"), "{text}");
    assert!(page.len() < 40_000, "{} bytes", page.len());
    // Bytes that are not UTF-8, and a file without images.
    place.write("x.sym", b"a\xffb\n");
    assert!(place.run("inspect x.sym --html x.html").starts_with("exit code 1\n"));
    assert!(!place.path().join("x.html").exists());
    place.write("empty.table", "[Code|Properties]\n");
    same(&place.run("inspect empty.table --html e.html"), crate::DONE);
    assert!(check_page(&place.read("e.html")).contains("There are no images."));
    let graph = place.command("inspect --dot").arg("<b>&\".table").output().unwrap().stdout;
    check_graph(&String::from_utf8(graph).unwrap());
}

/// Checks that a graph has only statements that are made here, with every text between quotes.
#[track_caller]
fn check_graph(graph: &str) {
    assert!(graph.starts_with("digraph \"") && graph.ends_with("}\n"), "{graph}");
    for line in graph.lines() {
        // Within quotes, a backslash takes the next character with it.
        let (mut outside, mut letters) = (String::new(), line.chars());
        let mut is_inside = false;
        while let Some(letter) = letters.next() {
            match letter {
                '"' => is_inside = !is_inside,
                '\\' if is_inside => drop(letters.next()),
                _ if is_inside => {}
                _ => outside.push(letter),
            }
        }
        assert!(!is_inside, "{line}");
        assert!(
            outside.chars().all(|letter| " ={}[];,->/_".contains(letter) || letter.is_ascii_alphanumeric()),
            "{line}"
        );
    }
}

#[test]
fn graphs_show_what_images_need_of_others() {
    let place = Place::new();
    place.write("b.prop", "[SYCL/exported symbols]\n_Z1gi=1|1\n_Z1hv=1|1\n[SYCL/kernel names]\n_ZTS1B=1|1\n");
    place.write("c.prop", "[SYCL/imported symbols]\n_Z1gi=1|1\n_Z1hv=1|1\nmissing=1|1\n");
    place.write("t.table", "[Code|Properties]\na.spv|b.prop\na.spv|c.prop\n");
    same(
        &place.run("inspect t.table --dot --demangle"),
        "exit code 0\n--- stdout\ndigraph \"t.table\" {\n  rankdir=LR;\n  node [shape=box];\n  \
         subgraph cluster_0 {\n    label=\"spirv\";\n    i0 [label=\"image 0, 16 bytes\\nB\"];\n    \
         i1 [label=\"image 1, 16 bytes\"];\n  }\n  i1 -> i0 [label=\"g(int)\\nh()\"];\n  \
         m0 [label=\"missing\\nin no image\", style=dashed];\n  i1 -> m0 [style=dashed];\n}\n",
    );
    // Images for other targets do not help.
    for (image, triple) in [("b", "spirv64-unknown-unknown"), ("c", "spir64-unknown-unknown")] {
        place.write(&format!("{image}.table"), format!("[Code|Properties]\na.spv|{image}.prop\n"));
        same(&place.run(&format!("bundle --table {image}.table --triple {triple} -o {image}.bundle")), crate::DONE);
    }
    let both = [place.read("b.bundle"), place.read("c.bundle")].concat();
    place.write("both.bundle", both);
    let found = place.run("inspect both.bundle --dot");
    assert!(!found.contains("i1 -> i0") && found.matches("i1 -> m").count() == 3, "{found}");
    check_graph(found.strip_prefix("exit code 0\n--- stdout\n").unwrap());
}

#[test]
fn pages_of_many_images_stay_small() {
    let place = Place::new();
    let mut table = "[Code|Properties]\n".to_owned();
    for number in 0..512 {
        let kernels: String = (0..8).map(|kernel| format!("_ZTS9Kernel_{number:03}_{kernel}=1|1\n")).collect();
        let size = [8, 16, 32][number % 3];
        let requirements = format!("[SYCL/device requirements]\nreqd_sub_group_size=1|{size}\n");
        place.write(&format!("p{number}.prop"), format!("[SYCL/kernel names]\n{kernels}shared=1|1\n{requirements}"));
        table += &format!("a.spv|p{number}.prop\n");
    }
    place.write("many.table", &table);
    same(&place.run("inspect many.table --html m.html --device intel_gpu_pvc"), crate::DONE);
    let page = place.read("m.html");
    let text = check_page(&page);
    assert!(page.len() < 2 << 20, "{} bytes", page.len());
    assert!(text.contains("2,097 more kernels are not shown.") && text.contains("and 492 more"), "{}", text.len());
    // Beyond a thousand images there are only the totals.
    place.write("more.table", "[Code]\n".to_owned() + &"a.spv\n".repeat(1500));
    same(&place.run("inspect more.table --html m.html"), crate::DONE);
    let text = check_page(&place.read("m.html"));
    assert!(text.contains("500 more images are not shown.") && text.contains("1,500"), "{}", text.len());
    assert!(place.run("inspect more.table --dot").ends_with("  // 500 more images are not shown\n}\n"));
}

#[test]
fn wrong_usage_of_pages_is_refused() {
    let place = Place::new();
    for (options, message) in [
        ("--html a.table", "a.table: cannot write: "),
        ("--html x.html --device unheard-of", "unknown device `unheard-of`"),
        ("--device spir64", "the following required arguments were not provided"),
        ("--dot --html x.html", "the argument '--dot' cannot be used with '--html <PAGE>'"),
        ("--dot --json", "the argument"),
    ] {
        let found = place.run(&format!("inspect a.table {options}"));
        assert!(found.starts_with("exit code 2\n") && found.contains(message), "{options}: {found}");
        assert!(!place.path().join("x.html").exists());
    }
    // Half a page is never left: a sidecar is damaged.
    place.write("a.prop", "[SYCL/kernel param opt]\nk=1|1\n");
    assert!(place.run("inspect a.table --html x.html").starts_with("exit code 1\n"));
    assert!(!place.path().join("x.html").exists());
    place.write("x.html", "old");
    place.write("a.prop", "damaged\n");
    assert!(place.run("inspect a.table --html x.html").starts_with("exit code 1\n"));
    assert_eq!(place.read("x.html"), b"old");
}

#[test]
fn a_page_has_the_times_of_its_build() {
    let place = Place::new();
    let size = place.read("a.spv").len();
    let summary = |size: usize| {
        let image = format!("{{\"kernels\":[\"k\"],\"size\":{size}}}");
        let targets = format!("[{{\"name\":\"spirv64\",\"images\":[{image}]}},{{\"name\":\"host\",\"images\":[]}}]");
        let times = "\"steps\":7,\"stored_steps\":3,\"tool_milliseconds\":{\"llc\":1234,\"opt\":12}";
        let step = |name: &str, start: u64, time: u64| {
            format!("{{\"step\":\"{name}\",\"tool\":\"llc\",\"start_microseconds\":{start},\"microseconds\":{time}}}")
        };
        let steps = [step("quick", 0, 1500), step("spirv64 image 0", 1000, 1_234_567)].join(",");
        let times = format!("{times},\"step_times\":[{steps}]");
        format!("{{\"format\":1,\"output\":\"x\",\"seconds\":1.5,\"jobs\":2,\"targets\":{targets},{times}}}\n")
    };
    place.write("build.json", summary(size));
    same(&place.run("inspect a.table --html t.html --build build.json"), crate::DONE);
    let page = place.read("t.html");
    let text = check_page(&page);
    let found: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(found.contains("Times of the build Build1.50 seconds Jobs2 Steps7 From the cache3"), "{found}");
    assert!(found.contains("llc1,234 opt12"), "{found}");
    assert!(found.contains("spirv64 image 0kllc11,234.5 quickllc01.5"), "the slowest first: {found}");
    let page = String::from_utf8(page).unwrap();
    assert!(
        page.contains("<title>spirv64 image 0 (llc): 1,234.5 ms</title>")
            && page.matches("<svg class=\"bar narrow").count() == 2
    );
    // Without one, the page says nothing of times.
    same(&place.run("inspect a.table --html t.html"), crate::DONE);
    assert!(!check_page(&place.read("t.html")).contains("Times of the build"));
    place.write("build.json", summary(size + 1));
    let found = place.run("inspect a.table --html u.html --build build.json");
    let expected = "exit code 1\n--- stderr\nsycl-packager: build.json: it is of another build; expected the one that made the images\n";
    same(&found, expected);
    place.write("build.json", "{}\n");
    let found = place.run("inspect a.table --html u.html --build build.json");
    let expected = "exit code 1\n--- stderr\nsycl-packager: build.json: found no summary of a build; expected what `build --json` prints\n";
    same(&found, expected);
    assert!(!place.files().contains(&"u.html".to_owned()));
}

/// SPIR-V with a kernel that calls a function, which another image has, too.
#[test]
fn a_page_says_why_functions_are_in_images() {
    let place = Place::new();
    let function = |id: u32, calls: &[u32]| {
        let calls = calls.iter().flat_map(|called| instruction(Op::FunctionCall, &[9, 10, *called])).collect();
        let (start, label) = (instruction(Op::Function, &[9, id, 0, 11]), instruction(Op::Label, &[12]));
        [start, label, calls, instruction(Op::FunctionEnd, &[])].concat()
    };
    let image = |kernel: &str| {
        let instructions = [
            named(Op::EntryPoint, &[6, 1], kernel, &[]),
            named(Op::Name, &[2], "near", &[]),
            named(Op::Name, &[3], "<far", &[]),
            function(1, &[2]),
            function(2, &[3]),
            function(3, &[]),
        ];
        module(20, &instructions)
    };
    place.write("k.spv", image("kone"));
    place.write("l.spv", image("ktwo"));
    place.write("t.table", "[Code]\nk.spv\nl.spv\n");
    same(&place.run("inspect t.table --html t.html --no-demangle"), crate::DONE);
    let page = place.read("t.html");
    check_page(&page);
    let page = String::from_utf8(page).unwrap();
    let row = "<code>&lt;far</code></th><td class=\"number\">2</td><td class=\"number\">64</td><td class=\"wide\">\
        <code>near</code>, by <code>kone</code></td>";
    assert!(page.contains(row), "{page}");
    // No other form of output looks into them.
    assert!(!place.run("inspect t.table").contains("near"));
}

/// Properties of an image with a kernel that is made for a target.
fn made_for(target: &str, kernel: &str) -> String {
    let mut properties = PropertySetRegistry::new();
    properties.set_mut(SetName::KernelNames).insert(kernel, 1u32);
    properties.set_mut(SetName::DeviceRequirements).insert("compile_target", target.as_bytes().to_vec());
    sycl_propset::text::write(&properties).unwrap()
}

#[test]
fn sizes_are_by_processor_largest_first_and_say_what_is_empty() {
    let place = Place::new();
    for (name, target, kernel, size) in [
        ("small", "nvidia_gpu_sm_80", "_ZTS5Small", 5),
        ("large", "nvidia_gpu_sm_80", "_ZTS5Large", 3000),
        ("other", "nvidia_gpu_sm_90", "_ZTS5Small", 5),
    ] {
        place.write(&format!("{name}.spv"), vec![b'x'; size]);
        place.write(&format!("{name}.prop"), made_for(target, kernel));
    }
    place.write("t.table", "[Code|Properties]\nsmall.spv|small.prop\nlarge.spv|large.prop\nother.spv|other.prop\n");
    same(&place.run("wrap --runtime-target nvptx64 --table t.table -o t.o"), crate::DONE);
    place.write(
        "build.json",
        r#"{"format":1,"output":"t.o","seconds":0.5,"jobs":2,"steps":3,"stored_steps":0,"tool_milliseconds":{},"targets":[
            {"name":"nvptx64:sm_80","images":[{"kernels":["_ZTS5Small"],"size":5},{"kernels":["_ZTS5Large"],"size":3000}]},
            {"name":"nvptx64:sm_90","images":[{"kernels":["_ZTS5Small"],"size":5,"empty":"It has no fp65."}]}]}"#
            .replace('\n', ""),
    );
    same(&place.run("inspect t.o --html t.html --build build.json"), crate::DONE);
    let page = String::from_utf8(place.read("t.html")).unwrap();
    let text = check_page(page.as_bytes());
    for part in ["nvptx64:sm_802 images, 3,005 bytes", "nvptx64:sm_901 image, 5 bytes", "empty It has no fp65."] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert_eq!(text.matches("It has no fp65.").count(), 1, "the same kernel has code for another processor");
    assert!(page.contains("<title>image 1: 3,000 bytes: Large</title>"), "kernels are named\n{page}");
    let row = |id: &str| page.find(&format!("<tr id=\"i0-{id}\"")).unwrap();
    assert!(row("1") < row("0") && row("0") < row("2"), "the largest first");
    assert!(page.contains("<a href=\"#build\">Times of the build</a>"));
    assert!(page.contains(" colspan=\"2\">nvptx64:sm_80</th>"), "columns by processor\n{page}");
    // The same names in text.
    let found = place.run("inspect --summary t.o");
    assert!(found.contains("\n  nvptx64:sm_80       2        2   3005\n"), "{found}");
}
