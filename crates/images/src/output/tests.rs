use serde_json::{Value, json};

use super::*;

/// Writes a list with these files, and the files.
fn fill(names: &'static [&'static str]) -> impl FnOnce(&Path) -> Result<(), Error> {
    move |directory| {
        for name in names {
            write_bytes(&directory.join(name), b"content")?;
        }
        let images: Vec<Value> = names[1..].iter().map(|name| json!({ "code": name })).collect();
        let table = json!({ "name": "x", "table": names[0], "images": images });
        write_bytes(&directory.join(DIRECTORY_LIST), directory_list(&[table]).as_bytes())
    }
}

fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn refused(path: &Path) -> String {
    let error = replace_directory(path, |_| unreachable!("before anything is written")).unwrap_err();
    assert_eq!(error.file(), Some(path), "{error}");
    error.to_string()
}

#[test]
fn a_directory_is_replaced_as_a_whole_or_not_at_all() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("a/b");
    replace_directory(&path, fill(&["one.table", "one.spv"])).unwrap();
    assert_eq!(names(&path), [DIRECTORY_LIST, "one.spv", "one.table"]);
    replace_directory(&path, fill(&["two.table"])).unwrap();
    assert_eq!(names(&path), [DIRECTORY_LIST, "two.table"]);
    let failed = replace_directory(&path, |directory| write_bytes(&directory.join("none/x"), b""));
    let file = failed.unwrap_err().file().map(Path::to_owned);
    assert_eq!(file, Some(path.join("none/x")), "the name that the user knows");
    assert_eq!(names(&path), [DIRECTORY_LIST, "two.table"]);
    assert_eq!(names(&place.path().join("a")), ["b"], "nothing is left beside it");
}

/// Puts something into a directory.
type Add<'a> = &'a dyn Fn(&Path);

#[test]
fn what_the_list_does_not_name_is_not_lost() {
    let lists = [
        // Everybody's name for a file, and what an earlier version of this program wrote.
        r#"[{"src": "a.png"}]"#,
        r#"{"tables": []}"#,
        "",
        "{",
        r#"{"generator": "other", "format": 1, "tables": []}"#,
        r#"{"generator": "sycl-packager", "format": 2, "tables": []}"#,
        r#"{"generator": "sycl-packager", "format": 1, "tables": [{"table": "../x", "images": []}]}"#,
        r#"{"generator": "sycl-packager", "format": 1, "tables": [{"table": "a/b", "images": []}]}"#,
        r#"{"generator": "sycl-packager", "format": 1, "tables": [{"table": 1, "images": []}]}"#,
    ];
    for list in lists {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("d");
        std::fs::create_dir(&path).unwrap();
        std::fs::write(path.join(DIRECTORY_LIST), list).unwrap();
        assert!(refused(&path).contains(DIRECTORY_LIST), "{list}");
        assert_eq!(std::fs::read_to_string(path.join(DIRECTORY_LIST)).unwrap(), list);
    }
    let strangers: [(&str, Add<'_>); 6] = [
        ("thesis.tex", &|path| std::fs::write(path.join("thesis.tex"), "mine").unwrap()),
        (".hidden", &|path| std::fs::write(path.join(".hidden"), "mine").unwrap()),
        ("empty", &|path| std::fs::create_dir(path.join("empty")).unwrap()),
        (".git", &|path| std::fs::create_dir_all(path.join(".git/objects")).unwrap()),
        ("one.spv", &|path| {
            std::fs::remove_file(path.join("one.spv")).unwrap();
            std::fs::create_dir(path.join("one.spv")).unwrap();
        }),
        (DIRECTORY_LIST, &|path| {
            std::fs::remove_file(path.join(DIRECTORY_LIST)).unwrap();
            std::fs::create_dir(path.join(DIRECTORY_LIST)).unwrap();
        }),
    ];
    for (name, add) in strangers {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("d");
        replace_directory(&path, fill(&["one.table", "one.spv"])).unwrap();
        add(&path);
        let before = names(&path);
        let words = refused(&path);
        assert!(words.starts_with(&format!("`{name}` in it was not made by sycl-packager")), "{words}");
        assert_eq!((names(&path), names(place.path())), (before, vec!["d".to_owned()]));
    }
}

#[test]
fn what_comes_in_while_the_new_directory_is_made_is_not_lost() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("d");
    replace_directory(&path, fill(&["one.table"])).unwrap();
    let error = replace_directory(&path, |new| {
        std::fs::write(path.join("thesis.tex"), "mine").unwrap();
        fill(&["two.table"])(new)
    });
    assert!(matches!(error, Err(Error::NotOurs { .. })), "{error:?}");
    assert_eq!(names(&path), [DIRECTORY_LIST, "one.table", "thesis.tex"]);
    assert_eq!(names(place.path()), ["d"]);
}

#[test]
fn what_is_no_directory_stays() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("file");
    std::fs::write(&file, "content").unwrap();
    assert!(refused(&file).contains("Not a directory"));
    assert_eq!(std::fs::read(&file).unwrap(), b"content");
    let empty = place.path().join("empty");
    std::fs::create_dir(&empty).unwrap();
    replace_directory(&empty, fill(&["one.table"])).unwrap();
    assert_eq!(names(place.path()), ["empty", "file"]);
}

#[test]
fn where_a_file_can_be_made_is_known_before() {
    let place = tempfile::tempdir().unwrap();
    let prepare = |path: &Path| prepare(path, &Inputs::default()).map_err(|error| error.to_string());
    assert_eq!(prepare(&place.path().join("file")), Ok(()));
    assert_eq!(prepare(&PathBuf::from("here")), Ok(()));
    assert!(prepare(place.path()).unwrap_err().contains("Is a directory"));
    assert!(prepare(&place.path().join("none/file")).unwrap_err().contains("No such file or directory"));
    std::fs::write(place.path().join("file"), "").unwrap();
    assert!(prepare(&place.path().join("file/x")).unwrap_err().contains("Not a directory"));
}
