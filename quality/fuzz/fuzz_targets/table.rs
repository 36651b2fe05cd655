//! File tables and symbol tables: what is read is written and read again the same; operations do not panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sycl_fuzz::within_memory;
use sycl_propset::symbols;
use sycl_propset::table::FileTable;

fuzz_target!(|data: &[u8]| within_memory(data, 0, || {
    if let Ok(names) = symbols::read(data, "fuzz") {
        let written = symbols::write(&names).expect("what was read can be written");
        assert_eq!(symbols::read(written, "again"), Ok(names));
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(mut table) = FileTable::read(text, "fuzz") else { return };
    assert_eq!(FileTable::read(&table.write(), "again").as_ref(), Ok(&table));
    let columns = table.columns().to_vec();
    let source = table.clone();
    if let (Some(first), Some(last)) = (columns.first(), columns.last()) {
        let _ = table.replace(first, &source, last);
        let _ = table.replace_cell(last, 0, "cell");
        let _ = table.rename(first, "renamed");
        let _ = table.extract(&[last]);
    }
    table.drop_titles();
    let _ = table.write();
}));
