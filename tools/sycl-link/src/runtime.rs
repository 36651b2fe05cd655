//! The runtime of `<sycl/sycl.hpp>`, which becomes an input of the host linker.

use std::ffi::OsString;
use std::path::Path;

use sycl_packager::cli::CommandFailure;

use crate::options::{Options, PREFIX, Runtime};

/// Libraries of C++ that clang's driver adds behind the user's inputs. They stand behind the runtime, which calls them.
const LIBRARIES: [&str; 2] = ["-lstdc++", "-lc++"];

/// The library of run-time compilation, by its place from the runtime.
const COMPILER: &str = "../libsycl_rtc.so";

/// Directories where the system looks for libraries in any case.
const OF_SYSTEM: [&str; 3] = ["/lib", "/usr/lib", "/usr/local/lib"];

/// The directory where a program with generic code finds the library that compiles it, unless the system looks there.
fn compiler_directory(options: &Options, runtime: &Path) -> Option<OsString> {
    let is_compiled_later = options.build.target.iter().any(|target| target == "generic");
    let file = runtime.join(COMPILER).canonicalize().ok().filter(|_| is_compiled_later)?;
    let directory = file.parent()?;
    (!OF_SYSTEM.iter().any(|known| directory == Path::new(known))).then(|| directory.into())
}

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
    if let Some(compiler) = compiler_directory(options, directory) {
        added.extend(["-rpath".into(), compiler]);
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

    /// The inputs of a link with an option `--sycl-runtime`; without it if that is empty.
    fn added(runtime: &str, arguments: &[&str]) -> Result<Vec<String>, String> {
        let directory = tempfile::tempdir().unwrap();
        for file in ["libsycl_runtime.a", "libsycl_runtime.so"] {
            std::fs::write(directory.path().join(file), "").unwrap();
        }
        let mut options = vec![format!("{PREFIX}runtime-directory={}", directory.path().display())];
        if !runtime.is_empty() {
            options.push(format!("{PREFIX}runtime={runtime}"));
        }
        let options: Vec<OsString> = options.into_iter().map(OsString::from).collect();
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
        assert_eq!(added("", &["a.o"]), added("static", &["a.o"]));
        assert_eq!(Options::parse(&[]).unwrap().runtime, Runtime::None);
    }

    #[test]
    fn programs_with_generic_code_find_the_library_that_compiles_it() {
        let directory = tempfile::tempdir().unwrap();
        let prefix = directory.path().canonicalize().unwrap();
        let runtime = prefix.join("sycl-passes");
        std::fs::create_dir(&runtime).unwrap();
        std::fs::write(runtime.join("libsycl_runtime.a"), "").unwrap();
        let added = |target: &str| {
            let options = [
                format!("{PREFIX}runtime=static"),
                format!("{PREFIX}runtime-directory={}", runtime.display()),
                format!("{PREFIX}target={target}"),
            ];
            let mut arguments = vec!["-lc++".into()];
            add(&Options::parse(&options.map(OsString::from)).unwrap(), &mut arguments).unwrap();
            arguments
        };
        let program = [runtime.join("libsycl_runtime.a").into(), OsString::from("-lc++")];
        assert_eq!(added("host,generic"), program);
        std::fs::write(prefix.join("libsycl_rtc.so"), "").unwrap();
        assert_eq!(added("host"), program);
        let [archive, library] = program;
        assert_eq!(added("host,generic"), [archive, "-rpath".into(), prefix.into(), library]);
        assert_eq!(compiler_directory(&Options::parse(&[]).unwrap(), &runtime), None);
    }

    #[test]
    fn what_is_missing_is_named() {
        let error = added("big", &[]).unwrap_err();
        assert_eq!(error, "invalid value 'big' for '--sycl-runtime <HOW>'\n  [possible values: static, shared, none]");
        let options = Options::parse(&[format!("{PREFIX}runtime=static").into()]).unwrap();
        let error = add(&options, &mut Vec::new()).unwrap_err().to_string();
        assert_eq!(error, "found `--sycl-runtime` without --sycl-runtime-directory; expected both");
        let options = [format!("{PREFIX}runtime=static"), format!("{PREFIX}runtime-directory=/nowhere")];
        let error =
            add(&Options::parse(&options.map(OsString::from)).unwrap(), &mut Vec::new()).unwrap_err().to_string();
        assert!(error.starts_with("/nowhere/libsycl_runtime.a: there is no such file"), "{error}");
    }
}
