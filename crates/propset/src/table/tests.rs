use super::*;

#[test]
fn empty_images_are_known_by_their_name() {
    for code in ["image_empty.bc", "a/b_empty.ll", "_empty"] {
        assert!(is_empty_image(code), "{code}");
    }
    for code in ["image_0.bc", "empty.bc", "x_empty/image_1.bc", "image_empty.esimd.bc", ""] {
        assert!(!is_empty_image(code), "{code}");
    }
}

const TEXT: &str = "[Code|Properties|Symbols]\na_0.bc|a_0.prop|a_0.sym\na_1.bc|a_1.prop|\n";

fn table() -> FileTable {
    FileTable::read(TEXT, "a.table").unwrap()
}

fn error(text: &str) -> String {
    FileTable::read(text, "a.table").unwrap_err().to_string()
}

#[test]
fn tables_come_back() {
    assert_eq!(table().write(), TEXT);
    assert_eq!(FileTable::read(TEXT.trim_end(), "a").unwrap(), table());
    assert_eq!(FileTable::read("x|y\nz|\n", "a").unwrap().columns(), ["0", "1"]);
    assert_eq!(FileTable::read("x|y\nz|\n", "a").unwrap().write(), "x|y\nz|\n");
    assert_eq!(FileTable::read("", "a").unwrap().write(), "");
    assert_eq!(FileTable::read("[F]\n\n", "a").unwrap().rows(), [[""]]);
    let mut new = FileTable::new(["Code", "Symbols"]);
    new.push_row(vec!["a".into(), "b".into()]).unwrap();
    assert_eq!(new.write(), "[Code|Symbols]\na|b\n");
}

#[test]
fn malformed_tables_are_refused() {
    assert_eq!(error("[A|B\n"), "a.table:1:1: malformed title line: found `[A|B`; expected `[<column>|...]`");
    assert_eq!(error("[A|B]\na|b\nc\n"), "a.table:3:1: row size mismatch at line 3: found 1 cells; expected 2");
    assert_eq!(error("a|b\nc\n"), "a.table:2:1: row size mismatch at line 2: found 1 cells; expected 2");
    assert_eq!(error("[A|B|A]\n"), "a.table:1:1: duplicated column names found: `A`");
    for cell in ["a|b", "a\nb", "a\r", "a\rb"] {
        assert!(table().push_row(vec![cell.into(), String::new(), String::new()]).is_err(), "{cell:?}");
    }
    assert_eq!(
        error("[A]\n\u{1b}[31m\rx\n"),
        r"a.table:2:1: cell `\u{1b}[31m\rx` cannot be written: it contains `|` or a line break"
    );
}

#[test]
fn tables_of_windows_editors_are_read() {
    let windows = |text: &str| format!("\u{FEFF}{}", text.replace('\n', "\r\n"));
    assert_eq!(FileTable::read(&windows(TEXT), "a").unwrap(), table());
    assert_eq!(FileTable::read(windows(TEXT).trim_end(), "a").unwrap(), table());
    let untitled = FileTable::read(&windows("x|y\nz|\n"), "a").unwrap();
    assert_eq!((untitled.write().as_str(), untitled.columns()), ("x|y\nz|\n", &["0".to_owned(), "1".to_owned()][..]));
    assert_eq!(FileTable::read("\u{FEFF}", "a").unwrap().write(), "");
}

#[test]
fn columns_are_replaced() {
    let mut table = table();
    let files = FileTable::read("x.spv\ny.spv\n", "b").unwrap();
    table.replace("Code", &files, "ignored").unwrap();
    assert_eq!(table.cell("Code", 1), Ok("y.spv"));
    assert_eq!(table.replace("None", &files, "0"), Err(TableError::ColumnNotFound("None".into())));
    let short = FileTable::read("x\n", "b").unwrap();
    let message = table.replace("Code", &short, "0").unwrap_err().to_string();
    assert_eq!(message, "column length mismatch for Code: found 1 cells; expected 2");
}

#[test]
fn cells_names_and_titles_change() {
    let mut table = table();
    table.replace_cell("Symbols", 1, "dir/n.sym").unwrap();
    table.rename("Code", "Image").unwrap();
    table.extract(&["Symbols", "Image"]).unwrap();
    assert_eq!(table.write(), "[Image|Symbols]\na_0.bc|a_0.sym\na_1.bc|dir/n.sym\n");
    table.drop_titles();
    assert_eq!(table.write(), "a_0.bc|a_0.sym\na_1.bc|dir/n.sym\n");
    assert_eq!(table.cell("Image", 0), Ok("a_0.bc"));
    assert_eq!(table.rename("Image", "Symbols"), Err(TableError::DuplicateColumn("Symbols".into())));
    assert_eq!(table.extract(&["Image", "Image"]), Err(TableError::DuplicateColumn("Image".into())));
    let message = table.replace_cell("Image", 2, "x").unwrap_err().to_string();
    assert_eq!(message, "row index is out of bounds: found 2; expected less than 2");
}

#[test]
fn a_single_file_is_found() {
    assert_eq!(table().copy_single_file("Code", 1), Ok("a_1.bc"));
    let message = table().copy_single_file("Symbols", 1).unwrap_err().to_string();
    assert_eq!(message, "no file found in specified column: `Symbols`");
    assert_eq!(table().copy_single_file("X", 0).unwrap_err().to_string(), "column not found: X");
}
