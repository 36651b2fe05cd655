//! Tables: `table`, `collect`, and broken ones as inputs.

use crate::DONE;
use crate::common::{Place, same};

#[test]
fn table_operations_run_in_order() {
    let place = Place::new();
    place.write("b.list", "b.spv\n");
    same(
        &place.run("table --extract=Code,Symbols --rename=Code,Image a.table"),
        "exit code 0\n--- stdout\n[Image|Symbols]\na.spv|a.sym\n",
    );
    // In the other order the name is gone.
    same(
        &place.run("table --rename=Code,Image --extract=Code a.table"),
        "exit code 1\n--- stderr\nsycl-packager: a.table: column not found: Code\n\
         hint: the columns of a.table are: Code Properties Symbols\n",
    );
    // One dash, as file-table-tform takes it.
    same(&place.run("table -replace=Code,0 -extract=Code -drop_titles a.table b.list -o c.list"), DONE);
    assert_eq!(place.read("c.list"), b"b.spv\n");
    same(&place.run("table -copy_single_file=Symbols,0 a.table -o copy.sym"), DONE);
    // With dashes, as options usually are.
    same(&place.run("table --copy-single-file=Symbols,0 a.table -o copy.sym"), DONE);
    same(&place.run("table --replace-cell=Code,0 --drop-titles a.table a.spv -o other.list"), DONE);
    assert_eq!(place.read("copy.sym"), place.read("a.sym"));
    same(
        &place.run("table --copy_single_file=Code,0 --drop_titles a.table"),
        "exit code 2\n--- stderr\nsycl-packager: copy_single_file must be the last transformation\n",
    );
    same(
        &place.run("table --replace=Code,0 a.table"),
        "exit code 2\n--- stderr\nsycl-packager: no input for 'replace' command\n",
    );
    same(
        &place.run("table --replace_cell=Code,0 a.table other.spv"),
        "exit code 0\n--- stdout\n[Code|Properties|Symbols]\nother.spv|a.prop|a.sym\n",
    );
    let missing = place.run("table --drop_titles none.table");
    assert!(missing.starts_with("exit code 2\n--- stderr\nsycl-packager: none.table: cannot read: "), "{missing}");
    place.write("bad.table", "[A|B]\nx\n");
    same(
        &place.run("table --drop_titles bad.table -o out.table"),
        "exit code 1\n--- stderr\nsycl-packager: bad.table:2:1: row size mismatch at line 2: found 1 cells; expected 2\n",
    );
    assert!(!place.files().contains(&"out.table".to_owned()));
}

#[test]
fn tables_are_collected_in_a_directory() {
    let place = Place::new();
    place.write("b.table", "[Code|Properties]\na.spv|a.prop\na.spv|\n");
    same(&place.run("collect --table a.table --table b.table --name one --name two -o out/images"), DONE);
    let names = || {
        let entries = std::fs::read_dir(place.path().join("out/images")).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names.join(" ")
    };
    same(
        &names(),
        "images.json one.table one_0.prop one_0.spv one_0.sym two.table two_0.prop two_0.spv two_0.sym two_1.prop \
         two_1.spv two_1.sym",
    );
    assert_eq!(place.read("out/images/one_0.prop"), place.read("a.prop"));
    assert_eq!(place.read("out/images/one_0.sym"), place.read("a.sym"));
    // Without a symbol table these are the kernels.
    assert_eq!(place.read("out/images/two_0.sym"), b"_ZTS1K\n");
    assert_eq!(place.read("out/images/two_1.sym"), b"");
    assert_eq!(place.read("out/images/one.table"), b"[Code|Properties|Symbols]\none_0.spv|one_0.prop|one_0.sym\n");
    assert!(place.run("inspect out/images/two.table").contains("2 images"));
    same(&place.run("collect --table a.table --name one -o out/images"), DONE);
    same(&names(), "images.json one.table one_0.prop one_0.spv one_0.sym");
}

#[test]
fn what_cannot_be_collected_leaves_no_directory() {
    let place = Place::new();
    let before = place.files();
    for name in ["../x", "/x", "a/b", "..", ".", "a\\b", "c:d"] {
        same(
            &place.run(&format!("collect --table a.table --name {name} -o out")),
            &format!(
                "exit code 1\n--- stderr\nsycl-packager: a.table: name `{name}` cannot be part of a file name; expected \
                 one without path separators\n"
            ),
        );
    }
    same(
        &place.run("collect --table a.table --table a.table --name x --name x -o out"),
        "exit code 2\n--- stderr\nsycl-packager: found --name x twice; expected another for each table\n",
    );
    same(
        &place.run("collect --table a.table --name x --name y -o out"),
        "exit code 2\n--- stderr\nsycl-packager: found 2 values of --name for 1 tables; expected one, or one for each\n",
    );
    assert_eq!(place.files(), before);
    place.write("b.table", "[Code]\na.spv\nmissing.spv\n");
    let found = place.run("collect --table b.table --name x -o out");
    let start = "exit code 1\n--- stderr\nsycl-packager: b.table: row 1: cannot read missing.spv: ";
    assert!(found.starts_with(start), "{found}");
    std::fs::create_dir(place.path().join("mine")).unwrap();
    place.write("mine/thesis", "all of it");
    same(
        &place.run("collect --table a.table --name x -o mine"),
        "exit code 1\n--- stderr\nsycl-packager: mine: `thesis` in it was not made by sycl-packager: there is no \
         images.json that lists it; expected a directory of an earlier result, an empty one, or none\n\
         hint: nothing was removed; move `thesis` away, or choose another name\n",
    );
    assert_eq!(place.read("mine/thesis"), b"all of it");
    assert!(!place.path().join("out").exists());
}

#[test]
fn nothing_is_written_when_a_row_is_broken() {
    let place = Place::new();
    place.write("b.table", "[Code|Properties]\na.spv|a.prop\nmissing.spv|a.prop\n");
    let before = place.files();
    for command in ["bundle --table b.table -o x", "syclbin create --table b.table -o x", "wrap --table b.table -o x"] {
        let found = place.run(command);
        let start = "exit code 1\n--- stderr\nsycl-packager: b.table: row 1: cannot read missing.spv: ";
        assert!(found.starts_with(start) && found.lines().count() == 3, "{found}");
        assert_eq!(place.files(), before);
    }
    place.write("d.table", "[Code|Properties]\n|a.prop\n");
    same(
        &place.run("bundle --table d.table -o x"),
        "exit code 1\n--- stderr\nsycl-packager: d.table: row 0 names no code\n",
    );
    place.write("c.table", "[Properties]\na.prop\n");
    same(
        &place.run("bundle --table c.table -o x"),
        "exit code 1\n--- stderr\nsycl-packager: c.table: the table has the columns `Properties`; expected a column `Code`\n",
    );
    let found = place.run("bundle --table a.table -o missing/x");
    assert!(found.starts_with("exit code 2\n--- stderr\nsycl-packager: missing/x: cannot write: "), "{found}");
}
