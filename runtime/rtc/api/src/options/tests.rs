use std::collections::BTreeSet;

use super::*;

fn words(language: Language, options: &[&str]) -> Result<Arguments, OptionError> {
    parse(language, &options.iter().map(|&option| option.to_owned()).collect::<Vec<_>>())
}

fn message(options: &[&str]) -> String {
    words(Language::OpenClC, options).expect_err("wrong").to_string()
}

#[test]
fn options_become_arguments_of_the_front_end() {
    let defaults = ["-cl-std=CL3.0", "-O2", "-ferror-limit", "19"];
    assert_eq!(words(Language::OpenClC, &[]).unwrap().words, defaults);
    let all = words(
        Language::OpenClC,
        &["-DN=4", "-D", "M", "-UX", "-Iinc", "-I", "more", "-include", "a.h", "-O3", "-Os", "-cl-std=cl1.2", "-Wall"],
    );
    let all = all.unwrap();
    assert_eq!(all.directories, ["inc", "more"]);
    assert_eq!(
        all.words.join(" "),
        "-cl-std=CL1.2 -Os -ferror-limit 19 -D N=4 -D M -U X -I inc -I more -include a.h -Wall"
    );
    let all = words(Language::CxxForOpenCl, &["-gline-tables-only", "-cl-opt-disable", "-ftemplate-depth=64"]).unwrap();
    assert_eq!(
        all.words.join(" "),
        "-cl-std=CLC++2021 -O0 -ferror-limit 19 -debug-info-kind=line-tables-only -dwarf-version=5 -ftemplate-depth=64"
    );
    let limit = words(Language::OpenClC, &["-ferror-limit=3", "-cl-denorms-are-zero"]).unwrap();
    assert_eq!(limit.words[4..], ["-ferror-limit", "3"]);
    assert!(words(Language::OpenClC, &["-ffast-math"]).unwrap().words.contains(&"-ffinite-math-only".to_owned()));
}

/// The last of several options for fast mathematics holds.
#[test]
fn mathematics_is_as_exact_as_the_last_option_says() {
    let of = |options: &[&str]| words(Language::Sycl, options).unwrap().words[4..].to_vec();
    assert_eq!(of(&["-ffast-math", "-ffast-math"]), FAST_MATH);
    assert_eq!(of(&["-fno-fast-math", "-ffp-model=aggressive"]), FAST_MATH);
    for exact in ["-fno-fast-math", "-ffp-model=precise"] {
        assert!(of(&["-ffast-math", exact]).is_empty(), "{exact}");
    }
    assert_eq!(of(&["-ffp-model=fast"]), FAST_MODEL);
    assert_eq!(of(&["-ffast-math", "-ffp-contract=off"]).last().unwrap(), "-ffp-contract=off");
}

/// Options that change no code are accepted, and have no effect.
#[test]
fn options_without_an_effect_are_taken() {
    for option in ["--auto-pch", "-ftime-report", "-Rpass=inline", "-Rpass-missed=.*", "-ffp-accuracy=high"] {
        assert_eq!(words(Language::Sycl, &[option]), words(Language::Sycl, &[]), "{option}");
    }
}

#[test]
fn sycl_is_cxx() {
    // The compiler library has the header precompiled for these (`runtime/rtc/compiler/precompile.rs`).
    assert_eq!(words(Language::Sycl, &[]).unwrap().words, ["-std=c++17", "-O2", "-ferror-limit", "19"]);
    assert_eq!(words(Language::Sycl, &["-std=c++20"]).unwrap().words[0], "-std=c++20");
    assert_eq!(
        words(Language::Sycl, &["-cl-mad-enable"]).unwrap_err().to_string(),
        "option `-cl-mad-enable` with the language sycl; expected it with OpenCL"
    );
    assert_eq!(
        words(Language::Sycl, &["-std=c++14"]).unwrap_err().to_string(),
        "option `-std=` has the value `c++14`; expected c++17, c++20, c++23, c++26, gnu++17, gnu++20 or gnu++23"
    );
    let split = |mode: &str| words(Language::Sycl, &[&format!("-fsycl-device-code-split={mode}")]).map(|all| all.split);
    assert_eq!(split("off"), Ok(Some(SplitMode::Features)));
    assert_eq!((split("auto"), split("per_source")), (Ok(Some(SplitMode::Features)), Ok(Some(SplitMode::Features))));
    assert_eq!(split("per_kernel"), Ok(Some(SplitMode::Kernel)));
    assert_eq!(
        split("kernel").unwrap_err().to_string(),
        "option `-fsycl-device-code-split=` has the value `kernel`; expected off, auto, per_source or per_kernel"
    );
    assert_eq!(
        message(&["-fsycl-device-code-split=off"]),
        "option `-fsycl-device-code-split=off` with the language opencl-c; expected it with sycl"
    );
}

#[test]
fn what_writes_loads_or_reads_elsewhere_is_refused_by_name() {
    for option in [
        "-o",
        "-ofile.o",
        "-MF",
        "-MD",
        "-save-temps",
        "-ftime-trace=x.json",
        "-fmodules-cache-path=x",
        "-load",
        "-fplugin=x.so",
        "-fpass-plugin=x.so",
        "@file",
        "-Xclang",
        "-mllvm",
        "-isystem",
        "-include-pch",
        "--sysroot=/",
        "-working-directory=/",
    ] {
        let text = message(&[option]);
        assert!(
            text.starts_with(&format!(
                "option `{option}` is refused, because it writes, loads or reads outside of the request"
            )),
            "{text}"
        );
    }
}

#[test]
fn unknown_options_and_values_say_what_is_expected() {
    for level in ["-O4", "-O10", "-Ofast"] {
        assert_eq!(message(&[level]), format!("unknown option `{level}`; did you mean `-O3`?"));
    }
    assert_eq!(message(&["-Oz"]), "unknown option `-Oz`; did you mean `-O0`?");
    assert_eq!(
        message(&["-ffp-model=strict"]),
        "option `-ffp-model=` has the value `strict`; expected precise, fast or aggressive"
    );
    assert_eq!(message(&["-ffast-meth"]), "unknown option `-ffast-meth`; did you mean `-ffast-math`?");
    assert_eq!(message(&["--gpu"]), "unknown option `--gpu`; expected an option of docs/runtime-options.md");
    assert_eq!(message(&["k.cl"]), "unknown option `k.cl`; expected an option of docs/runtime-options.md");
    assert_eq!(message(&[""]), "unknown option ``; did you mean `-D`?");
    assert_eq!(message(&["-D"]), "option `-D` has no value; expected a macro, as in `-DN=4`");
    assert_eq!(message(&["-I"]), "option `-I` has no value; expected a directory");
    assert_eq!(
        message(&["-cl-std=CL4"]),
        "option `-cl-std=` has the value `CL4`; expected CL1.0, CL1.1, CL1.2, CL2.0 or CL3.0"
    );
    assert_eq!(
        words(Language::CxxForOpenCl, &["-std=CL3.0"]).unwrap_err().to_string(),
        "option `-std=` has the value `CL3.0`; expected CLC++, CLC++1.0 or CLC++2021"
    );
    assert_eq!(
        message(&["-ffp-contract=maybe"]),
        "option `-ffp-contract=` has the value `maybe`; expected off, on, fast or fast-honor-pragmas"
    );
    for value in ["", "-1", "x", "1000001"] {
        let text = message(&[&format!("-ferror-limit={value}")]);
        assert_eq!(text, format!("option `-ferror-limit=` has the value `{value}`; expected a number up to 1000000"));
    }
    for value in ["", "l,-z,now", "a b"] {
        let text = message(&[&format!("-W{value}")]);
        assert_eq!(text, format!("option `-W` has the value `{value}`; expected the name of a warning"));
    }
    assert_eq!(message(&["-DA=\0"]), "option `-DA=\\0` has a zero byte; expected text");
    assert_eq!(message(&["-D", "A=\0"]), "option `A=\\0` has a zero byte; expected text");
}

/// Each row of the tables of the document names an option, and all are there.
#[test]
fn the_document_lists_the_options() {
    let document = sycl_tidy::read("docs/runtime-options.md");
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `"));
    let listed: BTreeSet<&str> = rows
        .flat_map(|row| row.split(" | ").next().unwrap_or_default().split("`, `"))
        .map(|cell| cell.trim_end_matches('`').split(['<', ' ']).next().unwrap_or_default())
        .collect();
    let known: BTreeSet<&str> = KNOWN.iter().map(|known| known.name).collect();
    assert_eq!(listed, known);
}

#[test]
fn options_whose_value_is_the_next_word_are_known_to_command_lines() {
    for (option, expected) in [("-D", true), ("-I", true), ("-include", true), ("-DN", false), ("-O2", false)] {
        assert_eq!(takes_next_word(option), expected, "{option}");
    }
}
