//! `compare`: what is said of the images of two files, and exit codes for scripts.

use crate::common::{Place, same};
use crate::pages::check_page;

/// Tables `old` and `new`, which differ in every way: one image lost a kernel and needs more, one grew, one moved, one
/// is gone, and one is new.
fn place() -> Place {
    let place = Place::new();
    let image = |name: &str, code: &str, properties: &str| {
        place.write(&format!("{name}.spv"), format!("\x03\x02\x23\x07{code}"));
        place.write(&format!("{name}.prop"), properties);
    };
    image("lost_old", "12", "[SYCL/kernel names]\n_ZTS4Kept=1|1\n_ZTS4Lost=1|1\n[SYCL/exported symbols]\n_Z1fv=1|1\n");
    image(
        "lost_new",
        "1234",
        "[SYCL/kernel names]\n_ZTS4Kept=1|1\n[SYCL/device requirements]\naspects=2|gAAAAAAAAAgBAAAA\n",
    );
    image("grown_old", "1", "[SYCL/kernel names]\n_ZTS4Grow=1|1\n");
    image("grown_new", "123456", "[SYCL/kernel names]\n_ZTS4Grow=1|1\n");
    image("moved", "m", "[SYCL/kernel names]\n_ZTS4Move=1|1\n");
    image("gone", "g", "[SYCL/kernel names]\n_ZTS4Gone=1|1\n");
    image("fresh", "f", "[SYCL/kernel names]\n_ZTS5Fresh=1|1\n");
    let table = |name: &str, images: &[&str]| {
        let rows: String = images.iter().map(|image| format!("{image}.spv|{image}.prop\n")).collect();
        place.write(name, format!("[Code|Properties]\n{rows}"));
    };
    table("old.table", &["moved", "lost_old", "grown_old", "gone"]);
    table("new.table", &["lost_new", "grown_new", "fresh", "moved"]);
    table("order.table", &["gone", "grown_old", "lost_old", "moved"]);
    place
}

#[test]
fn differences_are_shown_kernel_by_kernel_and_image_by_image() {
    let place = place();
    let sizes = [place.read("old.table").len(), place.read("new.table").len()];
    same(
        &place.run("compare old.table new.table --demangle"),
        &format!(
            "exit code 1\n--- stdout\n\
             - old.table: file table, {} bytes, 4 images\n\
             + new.table: file table, {} bytes, 4 images\n  \
             target  images  kernels  bytes\n  \
             spirv   4       5 -> 4   21 -> 28 (+7, +33.3 %)\n\n\
             kernels\n  - Gone for spirv\n  - Lost for spirv\n  + Fresh for spirv\n\n\
             images\n  - image 3: spirv for spirv, 5 bytes: Gone\n  + image 2: spirv for spirv, 5 bytes: Fresh\n  \
             ~ image 1 -> 0: spirv for spirv, 6 -> 8 bytes (+2, +33.3 %): Kept\n      \
             aspects          + fp64\n      \
             exported         - f()\n      \
             kernels          - Lost\n  \
             ~ image 2 -> 1: spirv for spirv, 5 -> 10 bytes (+5, +100.0 %): Grow\n",
            sizes[0], sizes[1]
        ),
    );
    // Backwards, what was added is removed.
    let found = place.run("compare new.table old.table");
    for line in
        ["  + _ZTS4Gone for spirv\n", "  - _ZTS5Fresh for spirv\n", "aspects          - fp64\n", "(-2, -25.0 %)"]
    {
        assert!(found.contains(line), "{line}{found}");
    }
}

#[test]
fn the_exit_code_says_whether_files_differ() {
    let place = place();
    for (files, code) in [
        ("old.table old.table", 0),
        ("old.table order.table", 0),
        ("old.table new.table", 1),
        ("old.table missing.table", 2),
        ("missing.table old.table", 2),
        ("old.table moved.spv", 2),
        ("old.table", 2),
        ("old.table new.table order.table", 2),
        ("old.table new.table --html old.table", 2),
    ] {
        for option in ["", "-q", "--json"] {
            let found = place.run(&format!("compare {option} {files}"));
            assert!(found.starts_with(&format!("exit code {code}\n")), "{option} {files}: {found}");
            assert_eq!(found.contains("--- stderr"), code == 2, "{option} {files}: {found}");
            assert!(option != "-q" || !found.contains("--- stdout"), "{files}: {found}");
        }
    }
    same(
        &place.run("compare old.table order.table"),
        "exit code 0\n--- stdout\n- old.table: file table, 114 bytes, 4 images\n\
         + order.table: file table, 114 bytes, 4 images\nno differences\n",
    );
}

#[test]
fn growth_up_to_a_limit_is_no_failure() {
    let place = place();
    // 21 bytes become 28.
    for (limit, code) in [("34%", 0), ("33%", 1), ("33.33%", 1), ("7", 0), ("6", 1), ("0%", 1)] {
        for option in ["", "-q", "--json", "--format markdown"] {
            let found = place.run(&format!("compare {option} old.table new.table --fail-above {limit}"));
            assert!(found.starts_with(&format!("exit code {code}\n")), "{limit} {option}: {found}");
            assert_eq!(found.contains("--- stderr"), code == 1, "{limit} {option}: {found}");
        }
    }
    same(
        &place.run("compare -q old.table new.table --fail-above 12.5%"),
        "exit code 1\n--- stderr\n\
         sycl-packager: spirv: 21 -> 28 bytes (+7, +33.3 %); expected at most 12.50 % more\n",
    );
    // What shrinks is within any limit, and so is a target that only one file has.
    assert!(place.run("compare new.table old.table --fail-above 0%").starts_with("exit code 0\n"));
    same(&place.run("bundle --triple spirv64-unknown-unknown --table new.table -o new.bundle"), crate::DONE);
    assert!(place.run("compare old.table new.bundle --fail-above 0").starts_with("exit code 0\n"));
    let found = place.run("compare old.table new.table --fail-above much");
    assert!(
        found.starts_with("exit code 2\n")
            && found.contains("expected per cent or a number of bytes, such as 5%, 0.25% or 2000"),
        "{found}"
    );
}

#[test]
fn markdown_is_a_comment_for_a_pull_request() {
    let place = place();
    same(
        &place.run("compare old.table new.table --format markdown"),
        "exit code 1\n--- stdout\n\
         **Device images** of `old.table` and `new.table`: 21 -> 28 (+7, +33.3 %) bytes\n\n\
         | target | images | kernels | bytes |\n|---|---|---|---|\n\
         | `spirv` | 4 | 5 -> 4 | 21 -> 28 (+7, +33.3 %) |\n\n\
         <details><summary>Kernels added: 1</summary>\n\n* `Fresh` for `spirv`\n\n</details>\n\n\
         <details><summary>Kernels removed: 2</summary>\n\n* `Gone` for `spirv`\n* `Lost` for `spirv`\n\n</details>\n\n\
         <details><summary>Images added: 1</summary>\n\n* `spirv`: `Fresh`\n\n</details>\n\n\
         <details><summary>Images removed: 1</summary>\n\n* `spirv`: `Gone`\n\n</details>\n\n\
         <details><summary>Images changed: 2</summary>\n\n* `spirv`: `Kept`: +2, +33.3 %\n\
         * `spirv`: `Grow`: +5, +100.0 %\n\n</details>\n",
    );
    same(
        &place.run("compare old.table order.table --format markdown"),
        "exit code 0\n--- stdout\n**Device images** of `old.table` and `order.table`: no differences\n",
    );
    // Names of files end neither the text that is as it stands nor the line.
    place.write("a`<b>\n# c.table", place.read("new.table"));
    let mut command = place.command("compare old.table --format markdown");
    let found = command.arg("a`<b>\n# c.table").output().unwrap().stdout;
    let found = String::from_utf8(found).unwrap();
    assert!(found.starts_with("**Device images** of `old.table` and `a'<b>\\n# c.table`: 21"), "{found}");
    assert!(place.run("compare old.table new.table --format markdown --json").starts_with("exit code 2\n"));
}

#[test]
fn a_changed_byte_is_a_difference() {
    let place = place();
    place.write("twin.spv", "\x03\x02\x23\x07n");
    place.write("a.table", "[Code|Properties]\nmoved.spv|moved.prop\n");
    place.write("b.table", "[Code|Properties]\ntwin.spv|moved.prop\n");
    let found = place.run("compare a.table b.table");
    let expected = "\nimages\n  ~ image 0: spirv for spirv, 5 bytes: _ZTS4Move\n      content          differs\n";
    assert!(found.starts_with("exit code 1\n") && found.ends_with(expected), "{found}");
    // In containers and directories, too: the bytes count, not where they are.
    for (command, one, other) in [
        ("bundle --triple spirv64-unknown-unknown --table", "a.bundle", "b.bundle"),
        ("wrap --target spir64 --table", "a.o", "b.o"),
        ("collect --name x --table", "a.dir", "b.dir"),
    ] {
        same(&place.run(&format!("{command} a.table -o {one}")), crate::DONE);
        same(&place.run(&format!("{command} b.table -o {other}")), crate::DONE);
        let found = place.run(&format!("compare {one} {other}"));
        assert!(found.starts_with("exit code 1\n") && found.contains("content          differs"), "{found}");
        assert!(place.run(&format!("compare {one} {one}")).ends_with("\nno differences\n"));
    }
    // Between kinds of files, what is said of the images is compared, too.
    let found = place.run("compare a.bundle a.o");
    assert!(found.contains("target           - spirv64-unknown-unknown") && found.contains("+ spir64\n"), "{found}");
    assert!(!found.contains("content"), "{found}");
}

#[test]
fn of_alike_images_one_is_removed() {
    let place = place();
    let table = |name: &str, images: &[&str]| {
        let rows: String = images.iter().map(|image| format!("{image}.spv|moved.prop\n")).collect();
        place.write(name, format!("[Code|Properties]\n{rows}"));
    };
    table("three.table", &["moved", "gone", "fresh"]);
    table("two.table", &["fresh", "moved"]);
    let found = place.run("compare three.table two.table");
    assert!(found.ends_with("\nimages\n  - image 1: spirv for spirv, 5 bytes: _ZTS4Move\n"), "{found}");
}

#[test]
fn comparisons_are_json_and_pages_on_request() {
    let place = place();
    let found = place.run("compare --json old.table new.table");
    let json: serde_json::Value = serde_json::from_str(found.lines().nth(2).unwrap()).unwrap();
    assert_eq!((&json["format"], &json["same"]), (&1.into(), &false.into()));
    assert_eq!(json["kernels"]["added"], serde_json::json!([{ "target": "spirv", "name": "_ZTS5Fresh" }]));
    assert_eq!(json["images"]["removed"][0]["index"], 3);
    let change = &json["images"]["changed"][0];
    assert_eq!((&change["first"]["size"], &change["second"]["size"]), (&6.into(), &8.into()));
    assert_eq!(change["content"], true);
    let aspects = serde_json::json!({ "what": "aspects", "removed": [], "added": ["fp64"] });
    assert_eq!(change["differences"][0], aspects);

    same(&place.run("compare old.table new.table --html c.html"), "exit code 1\n");
    let text = check_page(&place.read("c.html"));
    for part in ["old.table and new.table", "removed", "Gone", "Fresh", "+33.3 %", "aspects", "+ fp64", "content"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    same(&place.run("compare old.table order.table --html c.html"), crate::DONE);
    assert!(check_page(&place.read("c.html")).contains("Their images do not differ."));
}

#[test]
fn hostile_names_stay_names() {
    let place = place();
    let hostile = "</td><script>x</script>\" \u{1b}";
    let long = "k".repeat(100_000);
    place.write("h.prop", format!("[SYCL/kernel names]\n{hostile}=1|1\n{long}=1|1\n[{hostile}]\n{hostile}=1|1\n"));
    place.write("h.table", "[Code|Properties]\nmoved.spv|h.prop\n");
    place.write("e.table", "[Code|Properties]\n");
    for files in ["h.table e.table", "e.table h.table", "h.table old.table", "e.table e.table"] {
        let found = place.run(&format!("compare {files}"));
        assert!(!found.contains('\u{1b}') && found.len() < 100_000, "{files}: {} bytes", found.len());
        place.run(&format!("compare {files} --html h.html"));
        let page = place.read("h.html");
        check_page(&page);
        assert!(page.len() < 40_000, "{} bytes", page.len());
        assert!(!place.run(&format!("compare --json {files}")).contains('\u{1b}'));
    }
}

#[test]
fn long_texts_and_lists_are_cut_and_compared_whole() {
    let place = place();
    let long = "v".repeat(3000);
    let image = |name: &str, properties: String| {
        place.write(&format!("{name}.prop"), properties);
        place.write(&format!("{name}.table"), format!("[Code|Properties]\nmoved.spv|{name}.prop\n"));
    };
    image("one", format!("[SYCL/imported symbols]\n{long}1=1|1\n[S/x]\n{long}1=1|1\n"));
    image("two", format!("[SYCL/imported symbols]\n{long}2=1|1\n[S/x]\n{long}2=1|1\n"));
    let found = place.run("compare one.table two.table");
    assert!(found.starts_with("exit code 1\n") && found.matches("imported").count() == 1, "{found}");
    assert!(found.len() < 3000 && found.contains("+ vvv"), "{found}");
    // What reports cut counts, too.
    image("three", format!("[SYCL/imported symbols]\n{long}2=1|1\n[S/x]\n{long}3=1|1\n"));
    let found = place.run("compare two.table three.table");
    assert!(found.ends_with("      properties       + differ in what is too long to be shown\n"), "{found}");
    let list = |name: &str| (0..1500).map(|number| format!("{name}{number}=1|1\n")).collect::<String>();
    image("four", format!("[SYCL/imported symbols]\n{}", list("a")));
    image("five", format!("[SYCL/imported symbols]\n{}", list("b")));
    let found = place.run("compare four.table five.table");
    assert!(found.ends_with("and 1000 more\n"), "{found}");
    assert_eq!(found.matches(" - a").count() + found.matches("                       + b").count(), 2000);
    place.run("compare four.table five.table --html l.html");
    assert!(check_page(&place.read("l.html")).contains("and 2,960 more"));
    image("six", format!("[SYCL/kernel names]\n{}", list("k") + &list("l")));
    let found = place.run("compare four.table six.table --json");
    let json: serde_json::Value = serde_json::from_str(found.lines().nth(2).unwrap()).unwrap();
    assert_eq!(json["kernels"]["added"].as_array().unwrap().len(), 3000);
    assert_eq!(json["images"]["added"][0]["kernels"].as_array().unwrap().len(), 1000);
    assert_eq!(json["images"]["added"][0]["kernel_count"], 3000);
}
