//! Every option of the program is given by some test.

use std::process::Command;

#[test]
fn every_option_is_given_by_a_test() {
    let output = Command::new(env!("CARGO_BIN_EXE_sycl-post-link")).arg("--help").output().expect("the program starts");
    let help = String::from_utf8(output.stdout).expect("help is text");
    let mut corpus = sycl_tidy::tests(&sycl_tidy::files());
    corpus.retain(|(path, _)| path.starts_with("tools/sycl-post-link/"));
    let unused = sycl_tidy::unused_options(&help, &corpus, &["help", "version"]);
    assert!(help.contains("-split"), "{help}");
    sycl_tidy::report("options that no test gives", &unused);
}
