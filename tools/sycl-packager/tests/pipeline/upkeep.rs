//! `cache`, `--cache-read`, and `--explain`: what users see of the cache.

use crate::place::{Place, SPIR, done, same};

const LINE: &str = "a.ll --target spirv64 -o out.bundle";

fn run(place: &Place, line: &str) -> String {
    let mut command = place.command(line);
    command.env_remove("SYCL_PACKAGER_CACHE_DIR").arg("--cache-dir=cache");
    place.tell(&command.output().unwrap())
}

#[test]
fn a_cache_is_shown_checked_and_emptied() {
    let place = Place::new();
    same(&run(&place, "cache dir"), "exit code 0\n--- stdout\nDIR/cache\n");
    let found = run(&place, "cache stats");
    assert!(found.contains("\nfiles       0, 0 bytes\n") && !place.path("cache").exists(), "{found}");
    done(&place.build(LINE));
    done(&place.build(LINE));
    let found = run(&place, "cache stats");
    for line in ["\ndirectory   DIR/cache\n", "\nlast used   just now\n", "\nlast build  DIR/out.bundle: 9 of 9 steps"]
    {
        assert!(found.contains(&line[1..]), "{found}");
    }
    let found = run(&place, "cache stats --json");
    assert!(found.contains("{\"format\":1,\"directory\":\"DIR/cache\",\"bytes\":"), "{found}");
    assert!(found.contains("\"last_build\":{\"output\":\"DIR/out.bundle\",\"steps\":9,\"stored_steps\":9}"), "{found}");
    let found = run(&place, "cache verify");
    assert!(found.starts_with("exit code 0\n--- stdout\nDIR/cache: ") && found.ends_with("; 0 damaged\n"), "{found}");
    let (object, _) = place.tree("cache/v2/objects").remove(0);
    let name = object.display().to_string();
    place.remove(&name);
    place.write(&name, "damaged");
    let found = run(&place, "cache verify");
    assert!(found.starts_with("exit code 1\n") && found.contains(": was damaged; removed\n"), "{found}");
    assert!(!object.exists());
    let found = run(&place, "cache prune --keep 1TB");
    assert!(found.contains("DIR/cache: removed 0 files, 0 bytes\n"), "{found}");
    done(&run(&place, "cache prune --keep 0 --quiet"));
    assert!(place.tree("cache/v2/objects").is_empty());
    done(&place.build(LINE));
    let found = run(&place, "cache clean --json");
    assert!(found.contains("\"removed_files\":"), "{found}");
    assert!(place.tree("cache/v2/results").is_empty());
    let found = run(&place, "cache prune --keep lots");
    assert!(found.contains("expected a number of bytes, or one with K, M, G or T behind it"), "{found}");
    place.ran();
    done(&place.build(LINE));
    same(&place.ran(), "llc 3, llvm-link 1, opt 1, spirv-val 3, sycl-packager 4");
}

#[test]
fn a_cache_without_a_place_is_refused() {
    let place = Place::new();
    let mut command = place.command("cache dir");
    for name in ["SYCL_PACKAGER_CACHE_DIR", "XDG_CACHE_HOME", "HOME"] {
        command.env_remove(name);
    }
    let expected = "exit code 2\n--- stderr\nsycl-packager: there is no place for a cache: HOME is not set\n\
                    hint: --cache-dir names a directory\n";
    same(&place.tell(&command.output().unwrap()), expected);
}

#[test]
fn a_second_cache_is_read_and_stays_as_it_is() {
    let place = Place::new();
    done(&place.build(&format!("{LINE} --cache-dir team")));
    let (first, team) = (place.read("out.bundle"), place.tree("team"));
    place.ran();
    place.remove("out.bundle");
    done(&place.build(&format!("{LINE} --cache-dir own --cache-read team")));
    same(&place.ran(), "");
    assert!(place.read("out.bundle") == first);
    assert_eq!(place.tree("team"), team);
    place.kernels("a.ll", SPIR, "alpha 2, beta 1, gamma 1");
    done(&place.build(&format!("{LINE} --cache-dir own --cache-read team")));
    same(&place.ran(), "llc 1, llvm-link 1, opt 1, spirv-val 1, sycl-packager 2");
    assert_eq!(place.tree("team"), team);
    let found = place.build(&format!("{LINE} --cache-dir own --cache-read nowhere"));
    assert!(found.contains("sycl-packager: warning: nowhere: there is no cache to read from\n"), "{found}");
    let found = place.build(&format!("{LINE} --no-cache --cache-read team"));
    assert!(found.starts_with("exit code 2\n"), "{found}");
}

/// The lines of `--explain`.
fn explained(place: &Place, line: &str) -> Vec<String> {
    let found = place.build(&format!("{line} --explain --quiet"));
    done(&found);
    let lines = found.lines().filter_map(|line| line.strip_prefix("sycl-packager: explain: "));
    lines.map(str::to_owned).collect()
}

#[test]
fn each_step_that_runs_says_why() {
    let place = Place::new();
    let explain = |line: &str| explained(&place, line);
    assert_eq!(explain(LINE), ["9 steps ran: no earlier build of DIR/out.bundle is known"]);
    let stored = ["no step ran: the cache has the result of this very build"];
    assert_eq!(explain(LINE), stored);
    place.kernels("a.ll", SPIR, "alpha 1, beta 2, gamma 1");
    let changed = [
        "spirv64: link: llvm-link: the input DIR/a.ll has changed",
        "spirv64-native: post-link: opt: the input spirv64-linked.bc has changed",
        "spirv64 image 1: llc: the input spirv64-native/split/image_1.bc has changed",
        "spirv64 image 1: validate: sycl-packager: the input spirv64/1.spv has changed",
        "pack: sycl-packager: the input spirv64/1.spv has changed",
    ];
    let found = explain(LINE);
    assert_eq!(found, changed);
    // Back to what it was; then that is what the next build is compared with.
    place.kernels("a.ll", SPIR, "alpha 1, beta 1, gamma 1");
    assert_eq!(explain(LINE), stored);
    let found = explain(&format!("{LINE} --spirv-ext=all"));
    assert!(found.iter().any(|line| line.contains("llc: the options `") && line.contains("were `")), "{found:#?}");
    done(&run(&place, "cache clean"));
    let found = explain(LINE);
    assert_eq!(found, ["9 steps ran: no earlier build of DIR/out.bundle is known"]);
    for (object, _) in place.tree("cache/v2/objects").into_iter().chain(place.tree("cache/v2/results")) {
        std::fs::remove_file(object).unwrap();
    }
    let found = explain(LINE);
    assert!(
        found.len() == 9 && found.iter().all(|line| line.ends_with("the cache no longer has its result")),
        "{found:#?}"
    );
}

#[test]
fn logs_get_lines_about_what_is_done() {
    let place = Place::new();
    let found = place.build(&format!("{LINE} --progress plain"));
    done(&found);
    let lines: Vec<&str> = found.lines().filter_map(|line| line.strip_prefix("sycl-packager: images ")).collect();
    assert!(lines.len() == 3 && lines[2].starts_with("3/3, "), "{found}");
    done(&place.build("a.ll --target spirv64 -o other.bundle -O2 --progress none --quiet"));
    assert!(!place.build(&format!("{LINE} --progress=auto")).contains("images 3/3"));
}

#[test]
fn verbose_builds_show_their_commands() {
    let place = Place::new();
    let found = place.build(&format!("{LINE} -v"));
    done(&found);
    let commands = found.lines().filter(|line| line.starts_with("sycl-packager: in DIR/cache/v2/work/"));
    assert_eq!(commands.count(), 9, "{found}");
    assert!(found.contains("/bin/llc "), "{found}");
}

#[cfg(unix)]
#[test]
fn a_cache_that_others_may_change_is_refused_by_every_command() {
    let place = Place::new();
    done(&place.build(LINE));
    let open = |name: &str| {
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o777);
        std::fs::set_permissions(place.path(name), mode).unwrap();
    };
    for name in ["cache/v2", "cache"] {
        open(name);
        let why = format!("the directory `DIR/{name}` has mode 777, so others may write to it; expected mode 700");
        for command in ["cache verify", "cache stats", "cache clean", "cache prune --keep 0"] {
            same(&run(&place, command), &format!("exit code 2\n--- stderr\nsycl-packager: {why}\n"));
        }
        let hint = "hint: --no-cache builds without a cache\n";
        same(&place.build(LINE), &format!("exit code 2\n--- stderr\nsycl-packager: {why}\n{hint}"));
        // One that the user did not name is not used.
        let mut command = place.command("build --llvm-bin bin --plugin plugin.so");
        command.args(place.options()).args(LINE.split(' ')).env("SYCL_PACKAGER_CACHE_DIR", "cache");
        let found = place.tell(&command.output().unwrap());
        let warning = format!("sycl-packager: warning: {why}; the build goes without a cache\n");
        assert!(found.starts_with("exit code 0\n") && found.contains(&warning), "{found}");
        let found = run(&place, "doctor --llvm-bin bin --plugin plugin.so --target spirv64");
        assert!(found.contains("  unusable  cache: DIR/cache\n") && found.contains(&why), "{found}");
    }
    // One that is only read may belong to others, but not be open to all.
    done(&place.build(&format!("{LINE} --cache-dir second")));
    open("second");
    let why = "the directory `DIR/second` has mode 777, so every user may write to it; expected mode 755";
    let found = place.build(&format!("{LINE} --cache-dir third --cache-read second"));
    let warning = format!("sycl-packager: warning: {why}; nothing is read from it\n");
    assert!(found.starts_with("exit code 0\n") && found.contains(&warning), "{found}");
    let found = run(&place, "doctor --llvm-bin bin --plugin plugin.so --target spirv64 --cache-read second");
    assert!(found.contains("  unusable  second cache, only read: second (--cache-read)\n"), "{found}");
}
