//! Results that are directories: they are replaced as a whole, and what a user put into them stays.

use crate::place::{Place, SPIR, done, same};

#[test]
fn a_directory_is_replaced_as_a_whole() {
    let place = Place::new();
    done(&place.build("a.ll --target spirv64 -o out"));
    place.kernels("a.ll", SPIR, "alpha 1");
    done(&place.build("a.ll --target spirv64 -o out"));
    let names = ["images.json", "spirv64.table", "spirv64_0.prop", "spirv64_0.spv", "spirv64_0.sym"];
    assert_eq!(place.files("out"), names);
    place.ran();
    let whole = place.read("out/spirv64_0.sym");
    place.write("out/spirv64_0.sym", "");
    done(&place.build("a.ll --target spirv64 -o out"));
    assert!(place.read("out/spirv64_0.sym") == whole);
    place.remove("out/spirv64_0.sym");
    done(&place.build("a.ll --target spirv64 -o out"));
    assert_eq!(place.files("out"), names);
    same(&place.ran(), "");
    std::fs::create_dir(place.path("empty")).unwrap();
    done(&place.build("a.ll --target spirv64 -o empty"));
    assert_eq!(place.files("empty"), names);
}

#[test]
fn what_is_not_ours_stays() {
    let place = Place::new();
    std::fs::create_dir(place.path("mine")).unwrap();
    place.write("mine/thesis", "all of it");
    place.write("file", "all of it");
    for output in ["mine", "mine/"] {
        let found = place.build(&format!("a.ll --target spirv64 -o {output}"));
        same(
            &found,
            &format!(
                "exit code 1\n--- stderr\nsycl-packager: {output}: `thesis` in it was not made by sycl-packager: there is no \
                 images.json that lists it; expected a directory of an earlier result, an empty one, or none\n\
                 hint: nothing was removed; move `thesis` away, or choose another name\n"
            ),
        );
    }
    for (line, cause) in [
        ("-o file", "file: cannot write: Not a directory (os error 20)"),
        ("-o mine --format object", "mine: cannot write: Is a directory (os error 21)"),
        ("-o missing/out.o", "missing/out.o: cannot write: No such file or directory (os error 2)"),
    ] {
        let expected = format!("exit code 2\n--- stderr\nsycl-packager: {cause}\n");
        same(&place.build(&format!("a.ll --target spirv64 {line}")), &expected);
    }
    assert_eq!(place.calls(), [""; 0], "before anything runs");
    assert_eq!((place.read("mine/thesis"), place.read("file")), (b"all of it".to_vec(), b"all of it".to_vec()));
    assert_eq!(place.files("mine"), ["thesis"]);
}

#[test]
fn what_a_user_put_into_a_result_stays() {
    for (name, is_directory) in [("thesis.tex", false), (".git", true), ("spirv64_7.spv", false)] {
        let place = Place::new();
        done(&place.build("a.ll --target spirv64 -o out"));
        let stranger = place.path("out").join(name);
        if is_directory { std::fs::create_dir(&stranger) } else { std::fs::write(&stranger, "mine") }.unwrap();
        let before = place.files("out");
        place.kernels("a.ll", SPIR, "alpha 1");
        let found = place.build("a.ll --target spirv64 -o out/");
        assert!(found.contains(&format!("`{name}` in it was not made by sycl-packager")), "{found}");
        assert!(found.starts_with("exit code 1\n") && found.contains("hint: "), "{found}");
        assert_eq!(place.files("out"), before);
        assert!(stranger.exists());
    }
}
