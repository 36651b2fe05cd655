//! The runtime of `<sycl/sycl.hpp>`, which becomes an input of the host linker.

use std::ffi::OsString;

use sycl_packager::cli::CommandFailure;

use crate::options::{Options, PREFIX, Runtime};

/// Libraries of C++ that clang's driver adds behind the user's inputs. They stand behind the runtime, which calls them.
const LIBRARIES: [&str; 2] = ["-lstdc++", "-lc++"];

/// Adds the runtime that the options ask for behind the user's inputs.
///
/// # Errors
/// It is not where the options say.
pub(crate) fn add(options: &Options, arguments: &mut Vec<OsString>) -> Result<(), CommandFailure> {
    let file = match options.runtime {
        Runtime::None => return Ok(()),
        Runtime::Static => "libsycl_runtime.a",
        Runtime::Shared => "libsycl_runtime.so",
    };
    let Some(directory) = &options.runtime_directory else {
        let message = format!("found `{PREFIX}runtime` without {PREFIX}runtime-directory; expected both");
        return Err(CommandFailure::usage(message).hint("--config=<prefix>/lib/sycl-passes/sycl.cfg gives both"));
    };
    let path = directory.join(file);
    if !path.is_file() {
        let message = format!("{}: there is no such file; expected the runtime of <sycl/sycl.hpp>", path.display());
        return Err(CommandFailure::usage(message).hint("scripts/build makes it, scripts/install installs it"));
    }
    // The system's part of what the runtime needs is in the C library, and in the compiler's, which follow.
    let place = arguments.iter().position(|argument| LIBRARIES.iter().any(|library| argument == library));
    let mut added = vec![path.into_os_string()];
    if options.runtime == Runtime::Shared {
        added.push("-rpath".into());
        added.push(directory.into());
    }
    match place {
        Some(place) => drop(arguments.splice(place..place, added)),
        None => {
            arguments.extend(added);
            arguments.extend(["-lgcc_s", "-lc"].map(OsString::from));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(runtime: &str, arguments: &[&str]) -> Result<Vec<String>, String> {
        let directory = tempfile::tempdir().unwrap();
        for file in ["libsycl_runtime.a", "libsycl_runtime.so"] {
            std::fs::write(directory.path().join(file), "").unwrap();
        }
        let options =
            [format!("{PREFIX}runtime={runtime}"), format!("{PREFIX}runtime-directory={}", directory.path().display())];
        let options = Options::parse(&options).map_err(|failure| failure.to_string())?;
        let mut arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        add(&options, &mut arguments).map_err(|failure| failure.to_string())?;
        let shown = |argument: &OsString| argument.to_str().unwrap().replace(directory.path().to_str().unwrap(), "DIR");
        Ok(arguments.iter().map(shown).collect())
    }

    #[test]
    fn the_runtime_stands_before_the_libraries_of_the_compiler() {
        let words = added("static", &["a.o", "-lfoo", "-lstdc++", "-lm", "-lc"]).unwrap();
        assert_eq!(words, ["a.o", "-lfoo", "DIR/libsycl_runtime.a", "-lstdc++", "-lm", "-lc"]);
        let words = added("shared", &["a.o", "-lc++"]).unwrap();
        assert_eq!(words, ["a.o", "DIR/libsycl_runtime.so", "-rpath", "DIR", "-lc++"]);
        assert_eq!(added("static", &["a.o"]).unwrap(), ["a.o", "DIR/libsycl_runtime.a", "-lgcc_s", "-lc"]);
        assert_eq!(added("none", &["a.o"]).unwrap(), ["a.o"]);
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(added("big", &[]).unwrap_err(), "found `--sycl-runtime=big`; expected static, shared or none");
        let options = Options::parse(&[format!("{PREFIX}runtime=static")]).unwrap();
        let error = add(&options, &mut Vec::new()).unwrap_err().to_string();
        assert_eq!(error, "found `--sycl-runtime` without --sycl-runtime-directory; expected both");
        let options = [format!("{PREFIX}runtime=static"), format!("{PREFIX}runtime-directory=/nowhere")];
        let error = add(&Options::parse(&options).unwrap(), &mut Vec::new()).unwrap_err().to_string();
        assert!(error.starts_with("/nowhere/libsycl_runtime.a: there is no such file"), "{error}");
    }
}
