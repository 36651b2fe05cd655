//! Options of `build` from the environment and from `sycl-packager.toml`.

use crate::place::{Place, done, same};

fn run(place: &Place, line: &str, variables: &[(&str, &str)]) -> String {
    let mut command = place.command(&format!("build {line}"));
    command.args(place.options()).args(["--llvm-bin=bin", "--plugin=plugin.so", "--cache-dir=cache"]);
    command.envs(variables.iter().copied());
    place.tell(&command.output().unwrap())
}

/// Settings, without those that the test itself gives.
fn shown(place: &Place, line: &str, variables: &[(&str, &str)]) -> Vec<String> {
    let mut command = place.command(&format!("build --show-settings {line}"));
    for name in ["SYCL_PACKAGER_CACHE_DIR", "SYCL_PACKAGER_PLUGIN"] {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied());
    let found = place.tell(&command.output().unwrap());
    let found = found.strip_prefix("exit code 0\n--- stdout\n").unwrap_or_else(|| panic!("{found}"));
    found.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

const TOML: &str = "# all builds of this project\n[build]\ntarget = [\"spirv64\", \"nvptx64:sm_90\"]\nsplit = \"kernel\"\n\
    jobs = 1\nstrip-debug = true\nno-retarget = false\ndevices = \"conf/devices.json\"\noptimization = 3\n";

#[test]
fn a_project_has_settings() {
    let place = Place::new();
    place.write("sycl-packager.toml", "[build]\ntarget = [\"spirv64\", \"nvptx64:sm_90\"]\nset = [\"a=1\"]\n");
    std::fs::create_dir_all(place.path("below/here")).unwrap();
    let found = run(&place, "a.ll cuda.ll -o out --dry-run", &[]);
    assert!(
        found.contains("spirv64: each image N of ") && found.contains("nvptx64:sm_90: each image N of "),
        "{found}"
    );
    // A place that is more specific replaces the whole list.
    let found = run(&place, "a.ll -o out --dry-run", &[("SYCL_PACKAGER_TARGET", "spirv64")]);
    assert!(found.contains("spirv64: each") && !found.contains("sm_90"), "{found}");
    let found = run(&place, "hip.ll -o out --dry-run --target amdgcn:gfx90a", &[("SYCL_PACKAGER_TARGET", "spirv64")]);
    assert!(found.contains("amdgcn:gfx90a: each") && !found.contains("spirv64: each"), "{found}");
    let found = run(&place, "a.ll -o out --dry-run --settings none", &[]);
    assert!(found.starts_with("exit code 2\n") && found.contains("--target"), "{found}");
    same(&run(&place, "a.ll cuda.ll -o out --quiet", &[]), "exit code 0\n");
}

#[test]
fn what_is_set_is_shown_with_its_place() {
    let place = Place::new();
    assert_eq!(shown(&place, "", &[]), ["nothing is set; all options have their defaults"]);
    place.write("sycl-packager.toml", TOML);
    let variables = [("SYCL_PACKAGER_JOBS", "3"), ("SYCL_PACKAGER_FRONT_END", "1"), ("SYCL_PACKAGER_CACHE_DIR", "/c")];
    let expected = [
        "front-end yes SYCL_PACKAGER_FRONT_END",
        "target spirv64, nvptx64:sm_90 DIR/sycl-packager.toml",
        "split none command line",
        "optimization 3 DIR/sycl-packager.toml",
        "strip-debug yes DIR/sycl-packager.toml",
        "devices DIR/conf/devices.json DIR/sycl-packager.toml",
        "jobs 3 SYCL_PACKAGER_JOBS",
        "cache-dir /c SYCL_PACKAGER_CACHE_DIR",
    ];
    assert_eq!(shown(&place, "--split none", &variables), expected);
    let json = shown(&place, "--json --settings=none", &[("SYCL_PACKAGER_SPLIT", "kernel")]);
    let object = r#"{"format":1,"settings":[{"option":"split","values":["kernel"],"from":"SYCL_PACKAGER_SPLIT"}]}"#;
    assert_eq!(json, [object]);
    // What the command line rules out is not set.
    place.write("other.toml", "[build]\ncache-size = \"1G\"\ntool = [\"llc=bin/llc\"]\nlibclc = \"off\"\n");
    let expected = ["libclc off other.toml", "tool llc=DIR/bin/llc other.toml", "no-cache yes command line"];
    assert_eq!(shown(&place, "--no-cache --settings other.toml", &[]), expected);
    assert_eq!(
        shown(&place, "--no-cache", &[("SYCL_PACKAGER_SETTINGS", "other.toml")]),
        expected[..2].iter().copied().map(str::to_owned).chain([expected[2].to_owned()]).collect::<Vec<_>>()
    );
}

#[test]
fn bad_settings_are_refused_with_their_place() {
    let place = Place::new();
    let refused = |content: &str| {
        place.write("sycl-packager.toml", content);
        let found = run(&place, "a.ll -o out --target spirv64", &[]);
        let found = found.strip_prefix("exit code 1\n--- stderr\nsycl-packager: DIR/sycl-packager.toml: ");
        found.unwrap_or_else(|| panic!("{content}")).to_owned()
    };
    assert!(refused("[build]\nsplit = \n").starts_with("line 2: "));
    same(&refused("[link]\n"), "found `link`; expected a table [build] with options\n");
    same(&refused("build = 1\n"), "`build` is not a table; expected [build] with options\n");
    same(
        &refused("[build]\nslit = 1\n"),
        "found the option `slit`; expected one of `build`\nhint: did you mean `split`?\n",
    );
    same(&refused("[build]\noutput = \"x\"\n"), "found the option `output`; expected one of `build`\n");
    same(&refused("[build]\nembed-ir = 1\n"), "`embed-ir`: found 1; expected true or false\n");
    same(&refused("[build]\njobs = [1]\n"), "`jobs`: found [1]; expected a text or a number\n");
    same(&refused("[build]\nset = [true]\n"), "`set`: found [true]; expected a text or a list of texts\n");
    // A value that the option does not take, by its line.
    place.write("sycl-packager.toml", "# mine\n[build]\njobs = 2\n\"split\" = \"kernl\"\n");
    let found = run(&place, "a.ll -o out --target spirv64", &[]);
    let expected = "sycl-packager.toml: line 4: invalid value 'kernl' for '--split <MODE>'\n";
    assert!(found.starts_with("exit code 2\n--- stderr\n") && found.contains(expected), "{found}");
    place.remove("sycl-packager.toml");
    let found = run(&place, "a.ll -o out --target spirv64", &[("SYCL_PACKAGER_TARGT", "spirv64")]);
    let warning = "sycl-packager: warning: SYCL_PACKAGER_TARGT: no option of `build` has this variable\n\
                   hint: did you mean SYCL_PACKAGER_TARGET?\n";
    assert!(found.starts_with("exit code 0\n") && found.contains(warning), "{found}");
    place.remove("out");
    // Also as the last words of a command line.
    for (words, message) in [
        ("--split kernl", "invalid value 'kernl' for '--split <MODE>'"),
        ("--barriers", "a value is required for '--barriers <HOW>'"),
        ("--spec-const x", "invalid value 'x' for '--spec-const <MODE>'"),
        ("--json --jobs 0", "invalid value '0' for '--jobs <NUMBER>'"),
    ] {
        let found = run(&place, &format!("a.ll -o out --target spirv64 {words}"), &[]);
        assert!(found.starts_with("exit code 2\n") && found.contains(message), "{found}");
    }
    let found = run(&place, "a.ll -o out --target spirv64", &[("SYCL_PACKAGER_EMBED_IR", "perhaps")]);
    same(&found, "exit code 2\n--- stderr\nsycl-packager: SYCL_PACKAGER_EMBED_IR: found `perhaps`; expected 1 or 0\n");
    let found = run(&place, "a.ll -o out --target spirv64", &[("SYCL_PACKAGER_SPLIT", "often")]);
    assert!(
        found.contains("sycl-packager: SYCL_PACKAGER_SPLIT: invalid value 'often' for '--split <MODE>'"),
        "{found}"
    );
    assert!(found.ends_with("\nhint: options also come from settings: split (SYCL_PACKAGER_SPLIT)\n"), "{found}");
    let found = run(&place, "a.ll -o out --target spirv64 --settings none.toml", &[]);
    assert!(found.contains("none.toml: cannot read"), "{found}");
}

/// Programs of a build are not told, and Ninja writes its file again with what was set.
#[test]
fn ninja_keeps_what_was_set() {
    let place = Place::new();
    place.write("sycl-packager.toml", "[build]\ntarget = \"spirv64\"\n");
    done(&run(&place, "a.ll -o out.bundle --emit ninja", &[("SYCL_PACKAGER_SPLIT", "kernel")]));
    let file = String::from_utf8(place.read("out.bundle.build/build.ninja")).unwrap();
    assert!(file.contains("--target=spirv64") && file.contains("--split=kernel"), "{file}");
    assert!(file.contains("--settings=none"), "{file}");
}
