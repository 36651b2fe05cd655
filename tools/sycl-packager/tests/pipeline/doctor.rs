//! Tests that `doctor` and `build` say the same of programs, plugins, caches and settings.

use serde_json::Value;

use crate::checking::check;
use crate::place::{Place, same};

const DEFAULT: [&str; 4] = ["spirv64", "nvptx64:sm_90", "amdgcn:gfx90a", "host"];

/// `doctor` with the programs of this place, unless the line names others.
fn doctor(place: &Place, line: &str, variables: &[(&str, &str)]) -> String {
    let mut command = place.command("doctor");
    command.args(place.options()).args(line.split_whitespace());
    for (option, value) in [("--llvm-bin", "bin"), ("--plugin", "plugin.so"), ("--cache-dir", "cache")] {
        if !line.contains(option) {
            command.arg(format!("{option}={value}"));
        }
    }
    command.env_remove("SYCL_PACKAGER_PLUGIN").env_remove("LD_LIBRARY_PATH").envs(variables.iter().copied());
    place.tell(&command.output().unwrap())
}

/// The object that it prints.
fn object(place: &Place, line: &str, variables: &[(&str, &str)]) -> Value {
    let found = doctor(place, &format!("{line} --json"), variables);
    let (_, json) = found.split_once("--- stdout\n").unwrap_or_else(|| panic!("{found}"));
    serde_json::from_str(json).unwrap()
}

/// Value of a name in a report.
fn said<'a>(object: &'a Value, name: &str) -> &'a Value {
    let checks = object["checks"].as_array().unwrap();
    checks.iter().find(|check| check["name"] == name).unwrap_or_else(|| panic!("{name}: {object:#}"))
}

fn target<'a>(object: &'a Value, name: &str) -> &'a Value {
    let targets = object["targets"].as_array().unwrap();
    targets.iter().find(|target| target["name"] == name).unwrap_or_else(|| panic!("{name}: {object:#}"))
}

/// The section of a text.
fn section<'a>(found: &'a str, title: &str) -> Vec<&'a str> {
    let lines = found.lines().skip_while(|line| *line != title).skip(1);
    lines.take_while(|line| line.starts_with(' ')).collect()
}

#[test]
fn what_is_there_is_listed_with_its_place() {
    let place = Place::new();
    let found = doctor(&place, "", &[]);
    assert!(found.starts_with("exit code 0\n--- stdout\nsycl-packager "), "{found}");
    assert!(found.ends_with("\nAll targets that count can be built.\n"), "{found}");
    assert_eq!(
        section(&found, "plugin"),
        ["  ok        sycl-passes: DIR/plugin.so (--plugin)", "            LLVM 22.0.0 loads it"]
    );
    let programs = section(&found, "programs");
    assert!(programs.contains(&"  ok        opt 22.0.0: DIR/bin/opt (--llvm-bin)"), "{found}");
    assert!(programs.contains(&"  ok        ocloc: DIR/bin/ocloc (--tool)"), "{found}");
    assert_eq!(
        section(&found, "cache"),
        ["  ok        cache: DIR/cache", "            not there yet; the first build makes it"]
    );
    assert!(section(&found, "other programs of sycl-passes").iter().any(|line| line.contains(" sycl++: ")), "{found}");
    // It made none.
    assert!(!place.path("cache").exists());
    let targets = section(&found, "targets");
    for name in DEFAULT {
        assert!(targets.iter().any(|line| line.starts_with(&format!("  ok        {name}"))), "{name}: {found}");
    }
    assert!(targets.iter().any(|line| line.starts_with("  ok        spir64_gen, intel_gpu_")), "{found}");
    same(&doctor(&place, "--quiet", &[]), "exit code 0\n");
}

#[test]
fn json_is_as_its_schema_says() {
    let place = Place::new();
    let schema = place.command("generate schema doctor").output().unwrap().stdout;
    let schema: Value = serde_json::from_slice(&schema).unwrap();
    for line in ["", "--target intel_gpu_pvc --tool ocloc=none", "--plugin none.so --cache-dir plugin.so"] {
        check(&schema, &object(&place, line, &[]), line).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
    let found = object(&place, "--target spirv64,host", &[]);
    assert_eq!(target(&found, "spirv64")["programs"], serde_json::json!(["llc", "llvm-link", "opt", "spirv-val"]));
    assert_eq!(found["settings"][0]["option"], "target");
}

#[test]
fn a_plugin_that_is_missing_or_of_another_llvm_stops_all_targets() {
    let place = Place::new();
    let found = doctor(&place, "--plugin none.so", &[]);
    assert!(found.starts_with("exit code 1\n"), "{found}");
    assert_eq!(section(&found, "plugin"), ["  missing   sycl-passes: none.so: there is no such plugin"]);
    assert!(found.ends_with("\nCannot be built: spirv64, nvptx64:sm_90, amdgcn:gfx90a, host.\n"), "{found}");
    place.write("other.so", "sycl-passes: this plugin was built for LLVM 19 and cannot run in LLVM 22.0.0\n");
    let found = object(&place, "--plugin=other.so", &[]);
    let plugin = said(&found, "sycl-passes");
    assert_eq!((&plugin["state"], &plugin["origin"]), (&"unusable".into(), &"--plugin".into()));
    assert_eq!(plugin["notes"][0], "sycl-passes: this plugin was built for LLVM 19 and cannot run in LLVM 22.0.0");
    assert!(target(&found, "spirv64")["can_be_built"] == false && found["can_build"] == false, "{found:#}");
    // The variable counts as it does for `build`.
    let variables = [("SYCL_PACKAGER_PLUGIN", "other.so")];
    let mut command = place.command("doctor --llvm-bin=bin --cache-dir=cache");
    let found = place.tell(&command.args(place.options()).envs(variables).output().unwrap());
    assert!(found.contains("  unusable  sycl-passes: DIR/other.so (SYCL_PACKAGER_PLUGIN)\n"), "{found}");
}

#[test]
fn programs_of_another_version_are_named() {
    let place = Place::new();
    let found = doctor(&place, "", &[("STAND_IN_VERSION", "19.1.7")]);
    assert!(found.starts_with("exit code 1\n"), "{found}");
    let programs = section(&found, "programs");
    let llc = "  too old   llc: DIR/bin/llc: found LLVM version 19.1.7; expected version 22";
    let at = programs.iter().position(|line| *line == llc).unwrap_or_else(|| panic!("{found}"));
    assert_eq!(programs[at + 1], "            leave out --llvm-bin, or name a directory that has LLVM 22's programs");
    assert!(found.contains("  no        spirv64"), "{found}");
    let found = object(&place, "", &[("STAND_IN_VERSION", "23.1.0")]);
    assert_eq!(said(&found, "llc")["state"], "too-new");
    let found = doctor(&place, "", &[("STAND_IN_VERSION", " ")]);
    assert!(
        found.contains("  unusable  llc: DIR/bin/llc: found no version, but `LLVM version`; expected version 22\n"),
        "{found}"
    );
    // One in PATH is passed over, whatever else there is.
    let path = place.path("bin");
    let mut command = place.command("doctor --plugin=plugin.so --cache-dir=cache");
    command.env("PATH", &path).env("STAND_IN_VERSION", "19.1.7");
    let found = place.tell(&command.output().unwrap());
    let passed_over = "DIR/bin/opt: found LLVM version 19.1.7; expected version 22";
    let is_named = |line: &&str| line.ends_with(&format!("passed over {passed_over}")) || line.ends_with(passed_over);
    assert!(section(&found, "programs").iter().any(is_named), "{found}");
}

/// The programs that are missing for a target are those that `build` misses, with the same hint.
#[test]
fn build_and_doctor_miss_the_same() {
    let place = Place::new();
    for (target_name, tool, option) in
        [("intel_gpu_pvc", "ocloc", ""), ("nvptx64:sm_90", "ptxas", "--cuda-image cubin"), ("spirv64", "spirv-val", "")]
    {
        let line = format!("--target {target_name} --tool {tool}=none {option}");
        let found = object(&place, &line, &[]);
        let missing = &target(&found, target_name)["missing"];
        assert_eq!((&missing[0]["name"], missing.as_array().unwrap().len()), (&tool.into(), 1), "{found:#}");
        assert_eq!(said(&found, tool)["state"], "missing");
        let built = place.build(&format!("a.ll -o out {line}"));
        assert!(built.contains(&format!("cannot find `{tool}`; looked for:\n  DIR/none: not there\n")), "{built}");
        assert!(built.contains(&format!("\nhint: {}\n", missing[0]["hint"].as_str().unwrap())), "{built}");
    }
    // What is not needed is not missing.
    let found = object(&place, "--target spirv64 --tool ocloc=none", &[]);
    assert_eq!((&said(&found, "ocloc")["state"], &found["can_build"]), (&"absent".into(), &true.into()));
    let found = object(&place, "--target host --no-retarget", &[]);
    assert_eq!(target(&found, "host")["refused"], "--no-retarget leaves no device code for it");
    assert!(place.build("a.ll -o out --target host --no-retarget").starts_with("exit code 1\n"));
}

#[test]
fn a_cache_that_is_of_no_use_is_named() {
    let place = Place::new();
    place.write("file", "");
    for line in ["--cache-dir file", "--cache-dir file/below"] {
        let found = doctor(&place, line, &[]);
        // `build` refuses a cache that is named and cannot be used.
        assert!(found.starts_with("exit code 1\n"), "{found}");
        assert!(section(&found, "cache")[0].starts_with("  unusable  cache: DIR/file"), "{found}");
        assert!(found.ends_with("\nNothing can be built until what is unusable is mended.\n"), "{found}");
    }
    assert_eq!(place.read("file"), b"");
    // And goes without one that it would have chosen itself.
    let mut command = place.command("doctor --llvm-bin=bin --plugin=plugin.so");
    command.args(place.options()).env("SYCL_PACKAGER_CACHE_DIR", "file");
    let found = place.tell(&command.output().unwrap());
    assert!(found.starts_with("exit code 0\n") && found.contains("\n  unusable  cache: DIR/file\n"), "{found}");
    place.build("a.ll -o out --target spirv64");
    let found = doctor(&place, "--cache-read none", &[]);
    assert!(section(&found, "cache")[1].ends_with(" of at most 5.0 GiB"), "{found}");
    assert!(found.contains("  missing   second cache, only read: none (--cache-read)\n"), "{found}");
}

#[test]
fn settings_are_those_of_build() {
    let place = Place::new();
    place.write("sycl-packager.toml", "[build]\ntarget = \"intel_gpu_pvc\"\nsplit = \"kernel\"\n");
    let variables = [("SYCL_PACKAGER_TARGETS", "host"), ("IGC_DumpToCustomDir", "x")];
    let found = doctor(&place, "", &variables);
    let settings = section(&found, "settings");
    assert!(settings.contains(&"            target intel_gpu_pvc (DIR/sycl-packager.toml)"), "{found}");
    assert!(settings.contains(&"  ok        variables on which results depend: IGC_DumpToCustomDir"), "{found}");
    let unknown = "  unusable  SYCL_PACKAGER_TARGETS: no option of `build` has this variable";
    assert!(settings.contains(&unknown), "{found}");
    assert!(settings.contains(&"            did you mean SYCL_PACKAGER_TARGET?"), "{found}");
    assert_eq!(section(&found, "targets"), ["  ok        intel_gpu_pvc"]);
    place.write("sycl-packager.toml", "[build]\nslit = 1\n");
    let found = doctor(&place, "", &[]);
    assert!(found.starts_with("exit code 1\n") && found.contains("found the option `slit`"), "{found}");
}

#[test]
fn wrong_usage_is_that_of_build() {
    let place = Place::new();
    let found = doctor(&place, "--target spirv46", &[]);
    same(&found, "exit code 2\n--- stderr\nsycl-packager: unknown target `spirv46`; did you mean `spirv64`?\n");
    let found = doctor(&place, "--tool x=y", &[]);
    assert!(found.starts_with("exit code 2\n") && found.contains("expected a program of: "), "{found}");
    let found = doctor(&place, "", &[("SYCL_PACKAGER_SPLIT", "often")]);
    assert!(found.starts_with("exit code 2\n"), "{found}");
    assert!(found.ends_with("\nhint: options also come from settings: split (SYCL_PACKAGER_SPLIT)\n"), "{found}");
}
