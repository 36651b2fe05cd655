//! Every option of every command is given by some test.

use std::process::Command;

fn help(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_sycl-packager")).args(words).arg("--help").output();
    String::from_utf8(output.expect("the program starts").stdout).expect("help is text")
}

/// The commands below one, from its help.
fn commands(help: &str) -> Vec<String> {
    let Some((_, list)) = help.split_once("\nCommands:\n") else { return Vec::new() };
    let names = list.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn every_option_is_given_by_a_test() {
    let mut corpus = sycl_tidy::tests(&sycl_tidy::files());
    corpus.retain(|(path, _)| path.starts_with("tools/sycl-packager/") || path.starts_with("scripts/"));
    let (mut wrong, mut count) = (Vec::new(), 0);
    let mut waiting: Vec<Vec<String>> = vec![Vec::new()];
    while let Some(words) = waiting.pop() {
        let help = help(&words.iter().map(String::as_str).collect::<Vec<_>>());
        waiting.extend(commands(&help).into_iter().map(|name| [words.clone(), vec![name]].concat()));
        count += 1;
        let unused = sycl_tidy::unused_options(&help, &corpus, &["help", "version"]);
        wrong.extend(unused.iter().map(|option| format!("sycl-packager {} --{option}", words.join(" "))));
    }
    assert!(count > 15, "commands are found: {count}");
    sycl_tidy::report("options that no test gives", &wrong);
}
