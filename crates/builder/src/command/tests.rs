use super::*;

fn work(name: &str) -> File {
    File::Work(name.to_owned())
}

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The words of a command.
fn line(kind: StepKind, command: Command) -> String {
    Action::new("tool", kind, "").does(command).command_arguments().join(" ")
}

fn emit(code: Code, options: &[&str]) -> Emit {
    Emit { code, options: texts(options), user_options: Vec::new(), input: work("a.bc"), output: "a".to_owned() }
}

#[test]
fn the_words_of_llc_follow_from_the_code() {
    let level = || "2".to_owned();
    let spirv = Code::Spirv { triple: "spirv64-unknown-unknown".to_owned(), extensions: "+SPV_A".to_owned() };
    for (code, options, expected) in [
        (spirv, &[][..], "-mtriple=spirv64-unknown-unknown -O0 --spirv-ext=+SPV_A -x -filetype=obj a.bc -o a"),
        (Code::Nvptx { level: level() }, &["-mcpu=sm_90", "-mattr=+a"], "-mcpu=sm_90 -mattr=+a -O2 -x a.bc -o a"),
        (Code::Amdgpu { level: level() }, &["-mcpu=gfx90a"], "-mcpu=gfx90a -O2 -x -filetype=obj a.bc -o a"),
        (
            Code::Host { processor: Some("x86-64-v3".to_owned()), level: level() },
            &[],
            "-relocation-model=pic -mcpu=x86-64-v3 -O2 -x -filetype=obj a.bc -o a",
        ),
    ] {
        let emit = Emit { user_options: texts(&["-x"]), ..emit(code, options) };
        assert_eq!(Command::Emit(emit).words().join(" "), expected);
    }
}

#[test]
fn a_library_makes_spirv_with_known_extensions() {
    let of = |triple: &str, extensions: &str| {
        let code = Code::Spirv { triple: triple.to_owned(), extensions: extensions.to_owned() };
        emit(code, &[]).back_end().map(|back_end| back_end.extensions.join(" "))
    };
    assert_eq!(of("spirv64-unknown-unknown", "+SPV_A,+SPV_B_1").as_deref(), Some("SPV_A SPV_B_1"));
    assert_eq!(of("spirv32-unknown-unknown", "+SPV_A"), None);
    for extensions in ["all", "-SPV_A", "+all", "", "+SPV_A,", "+SPV_A:"] {
        assert_eq!(of("spirv64-unknown-unknown", extensions), None, "{extensions}");
    }
}

#[test]
fn a_library_makes_code_for_known_processors() {
    let of = |code: fn(String) -> Code, level: &str, options: &[&str]| {
        let emit = emit(code(level.to_owned()), options);
        let made = emit.back_end();
        made.map(|made| (made.family, format!("{} {} {}", made.processor, made.features, char::from(made.level))))
    };
    let nvptx = |level| Code::Nvptx { level };
    let amdgpu = |level| Code::Amdgpu { level };
    let host = |level| Code::Host { processor: None, level };
    let native = |level| Code::Host { processor: Some("native".to_owned()), level };
    let some = |family, text: &str| Some((family, text.to_owned()));
    assert_eq!(of(nvptx, "2", &["-mcpu=sm_90"]), some(Family::Nvptx, "sm_90  2"));
    assert_eq!(of(nvptx, "0", &["-mcpu=sm_50", "-mattr=+ptx63,-a"]), some(Family::Nvptx, "sm_50 +ptx63,-a 0"));
    assert_eq!(of(amdgpu, "3", &["-mcpu=gfx9-4-generic"]), some(Family::Amdgpu, "gfx9-4-generic  3"));
    assert_eq!(of(host, "1", &[]), some(Family::Host, "  1"));
    assert_eq!(of(native, "1", &[]), some(Family::Host, "native  1"));
    // Processors and features that do not exist, or that only the program finds out; other options and levels.
    for options in [
        &[][..],
        &["-mcpu="],
        &["-mcpu=help"],
        &["-mcpu=native"],
        &["-mcpu=sm_90", "-mattr="],
        &["-mcpu=sm_90", "-mattr=ptx63"],
        &["-mcpu=sm_90", "-mattr=+PTX63"],
        &["-mcpu=sm_90", "-mattr=+cpuhelp"],
        &["-mattr=+ptx63", "-mcpu=sm_90"],
        &["-mcpu=sm_90", "-mattr=+a", "-nvptx-short-ptr"],
    ] {
        assert_eq!(of(nvptx, "2", options), None, "{options:?}");
    }
    assert_eq!(of(host, "1", &["-mattr=+avx"]), None);
    for level in ["", "4", "s"] {
        assert_eq!(of(nvptx, level, &["-mcpu=sm_90"]), None, "{level}");
    }
}

#[test]
fn options_of_the_user_are_for_the_program() {
    let known = emit(Code::Nvptx { level: "2".to_owned() }, &["-mcpu=sm_90"]);
    assert!(known.back_end().is_some());
    assert_eq!(Emit { user_options: texts(&["-verify-machineinstrs"]), ..known }.back_end(), None);
}

#[test]
fn the_words_of_links() {
    let link = |options: &[&str], library: Option<&str>| Link {
        options: texts(options),
        object: work("a.o"),
        library: library.map(work),
        output: "a.so".to_owned(),
    };
    let words = |link| Command::Link(link).words().join(" ");
    assert_eq!(words(link(&["-shared"], None)), "-shared a.o -o a.so");
    assert_eq!(words(link(&["-shared"], Some("libm.so"))), "-shared a.o libm.so -o a.so");
    assert!(link(&["-shared"], None).is_known());
    assert!(!link(&["-shared", "-g"], None).is_known() && !link(&["-pie"], None).is_known());
    let modules = LinkModules { inputs: vec![work("a.bc"), File::Outside("/b.ll".into())], output: "c.bc".to_owned() };
    assert_eq!(line(StepKind::Link, Command::LinkModules(modules)), "a.bc /b.ll -o c.bc");
}

#[test]
fn the_words_of_passes_follow_from_the_kind_of_the_step() {
    let run = RunPasses {
        triple: Some("spirv64".to_owned()),
        plugin: "/p.so".into(),
        passes: vec![Part::Text("a<x=".to_owned()), Part::Input(work("f")), Part::Text(">".to_owned())],
        reads: vec![work("read")],
        strips_debug_info: false,
        input: work("in.bc"),
        output: Some("out.bc".to_owned()),
    };
    assert_eq!((run.pipeline().as_str(), run.is_known()), ("a<x=f>", true));
    let words = |kind, run: &RunPasses| line(kind, Command::RunPasses(run.clone()));
    let start = "-load-pass-plugin=/p.so";
    let rest = "-passes=a<x=f>";
    assert_eq!(words(StepKind::FrontEnd, &run), format!("-mtriple=spirv64 {start} {rest} -o out.bc in.bc"));
    assert_eq!(words(StepKind::BackEnd, &run), format!("{start} -mtriple=spirv64 {rest} in.bc -o out.bc"));
    let to_nothing = RunPasses { triple: None, output: None, ..run.clone() };
    assert_eq!(words(StepKind::PostLink, &to_nothing), format!("{start} {rest} -disable-output in.bc"));
    let stripped = RunPasses { triple: None, passes: Vec::new(), strips_debug_info: true, ..run.clone() };
    assert_eq!(words(StepKind::BackEnd, &stripped), format!("{start} --strip-debug in.bc -o out.bc"));
    assert!(!stripped.is_known());
    let step = Action::new("opt", StepKind::FrontEnd, "").does(Command::RunPasses(run));
    assert_eq!(step.inputs, [File::Outside("/p.so".into()), work("f"), work("read"), work("in.bc")]);
}

#[test]
fn the_words_of_checks_and_objects() {
    let check = Validate {
        spirv_val: Some("/b/v".into()),
        properties: Some(work("p")),
        stamp: "a.valid".to_owned(),
        image: work("a.spv"),
    };
    let words = |check| line(StepKind::Validate, Command::Validate(check));
    assert_eq!(words(check.clone()), "validate --spirv-val=/b/v --properties=p --stamp=a.valid a.spv");
    assert_eq!(words(Validate { spirv_val: None, properties: None, ..check }), "validate --stamp=a.valid a.spv");
    let wrap = Wrap {
        tables: vec![(work("a.table"), "spir64".to_owned()), (work("b.table"), "x".to_owned())],
        host: "h".to_owned(),
        compile_options: String::new(),
        link_options: "-l".to_owned(),
        output: "o".to_owned(),
    };
    assert_eq!(
        line(StepKind::Pack, Command::Wrap(wrap)),
        "wrap --table=a.table --runtime-target=spir64 --table=b.table --runtime-target=x --host=h --link-opts=-l --output=o"
    );
}

#[test]
fn files_are_found_in_options() {
    let directory = tempfile::tempdir().unwrap();
    let (one, two) = (directory.path().join("a one, b"), directory.path().join("two"));
    std::fs::write(&one, "").unwrap();
    std::fs::write(&two, "").unwrap();
    let check = |option: String, expected: &[&PathBuf]| {
        assert!(files_named_in(&option).iter().eq(expected.iter().copied()), "{option}");
    };
    check(two.display().to_string(), &[&two]);
    check(format!("-profile={}", one.display()), &[&one]);
    check(format!("@{}", two.display()), &[&two]);
    check(format!("-I/tmp -include '{0}',{0}", two.display()), &[&two]);
    check(format!("{}/none", directory.path().display()), &[]);
    check(directory.path().display().to_string(), &[]);
    check("-O3".to_owned(), &[]);
}
