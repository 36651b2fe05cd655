//! Programs and files that a build needs beside device code, looked for as a build does.

use std::path::Path;

use clap::Command;
use sycl_propset::devices::DeviceConfig;

use super::super::failure::Failure;
use super::super::pipeline::{self, places};
use super::super::{settings, size};
use super::report::{Check, Group, SETTINGS, State};
use sycl_builder::back_ends::{self, Choice};
use sycl_builder::cache::Cache;
use sycl_builder::environment::Environment;
use sycl_builder::plugin;
use sycl_builder::request::Libclc;
use sycl_builder::target::Architecture;
use sycl_builder::tools::{self, FRONT_END, LLVM_MAJOR, Missing, PACKAGER, Search, version_number};
use sycl_images::error::Error;

/// The plugin, and whether builds can use it.
pub(super) fn plugin(options: &pipeline::Options, search: &Search, cache: &Cache) -> Result<(Check, bool), Failure> {
    let check = |state| Check::new(Group::Plugin, "sycl-passes", state);
    let found = match places::plugin(options) {
        Ok(found) => found,
        Err(failure) => {
            let hint = failure.hints().first().cloned().unwrap_or_default();
            return Ok((check(State::Missing).note(failure.to_string()).hint(hint), false));
        }
    };
    let of_file = |state| check(state).file(&found.file).origin(&found.origin);
    Ok(match search.find("opt", cache)? {
        Err(_) => (of_file(State::Ok).note("without opt it cannot be seen whether it works"), true),
        Ok(opt) => match plugin::load(&found.file, &opt, &search.environment) {
            Ok(()) => {
                let version = version_number(&opt.version).unwrap_or(LLVM_MAJOR);
                (of_file(State::Ok).note(format!("LLVM {version} loads it")), true)
            }
            Err(said) => {
                let hint = format!("scripts/build makes the plugin for LLVM {LLVM_MAJOR}; --plugin names another one");
                (of_file(State::Unusable).note(said).hint(hint), false)
            }
        },
    })
}

/// The programs that builds call, and the compiler in front of them.
pub(super) fn programs(search: &Search, cache: &Cache, needed: &[&str]) -> Result<Vec<Check>, Failure> {
    let names = tools::names().filter(|name| *name != PACKAGER).chain([FRONT_END]);
    names.map(|name| program(name, search, cache, needed.contains(&name))).collect()
}

fn program(name: &'static str, search: &Search, cache: &Cache, is_needed: bool) -> Result<Check, Failure> {
    let sought = search.seek(name, cache).map_err(Failure::from)?;
    Ok(match &sought.found {
        Ok(tool) => {
            let version = version_number(&tool.version).unwrap_or_default();
            let check = Check::new(Group::Programs, name, State::Ok).version(version);
            let check = check.file(&tool.path).origin(&tool.origin);
            sought.passed_over.iter().fold(check, |check, place| check.note(format!("passed over {place}")))
        }
        Err(missing) => {
            let places = missing.looked_for.iter().filter(|place| place.version.is_some() || is_needed);
            let check = Check::new(Group::Programs, name, state(missing, is_needed)).hint(missing.hint);
            places.fold(check, |check, place| check.note(place.to_string()))
        }
    })
}

/// State of a program that was not found.
fn state(missing: &Missing, is_needed: bool) -> State {
    let number = |version: &String| version_number(version)?.split('.').next()?.parse::<u32>().ok();
    let expected = LLVM_MAJOR.parse().ok();
    match missing.looked_for.iter().find_map(|place| place.version.as_ref()).map(|version| (number(version), expected))
    {
        None if is_needed => State::Missing,
        None => State::Absent,
        Some((Some(found), Some(expected))) if found < expected => State::TooOld,
        Some((Some(found), Some(expected))) if found > expected => State::TooNew,
        Some(_) => State::Unusable,
    }
}

/// The compiler library, and whether a build gets what it wants of it.
pub(super) fn library(choice: Choice, search: &Search, cache: &Cache) -> Result<(Check, bool), Failure> {
    let check = |state| Check::new(Group::CompilerLibrary, "sycl-rtc-compiler", state);
    let is_wanted = choice == Choice::Library;
    let Some(installed) = back_ends::installed(search) else {
        let state = if is_wanted { State::Missing } else { State::Absent };
        let check = check(state).note("images are made by programs; scripts/build --rtc makes it");
        return Ok((check, !is_wanted));
    };
    let of_file = |state| check(state).file(&installed.file);
    Ok(match installed.llvm_version {
        Err(why) => (of_file(State::Unusable).note(why.to_string()), !is_wanted),
        Ok(version) => {
            let llc = search.find("llc", cache)?.ok().and_then(|llc| Some(version_number(&llc.version)?.to_owned()));
            let differs = llc.filter(|llc| *llc != version);
            let check = of_file(if differs.is_some() { State::Unusable } else { State::Ok }).version(&version);
            match differs {
                Some(llc) => (check.note(format!("llc is of LLVM {llc}, and makes the images")), !is_wanted),
                None if choice == Choice::Programs => (check.note("not used: --back-ends=programs"), true),
                None => (check, true),
            }
        }
    })
}

/// The other programs of this project, which are installed beside this one.
pub(super) fn beside(packager: &Path) -> Vec<Check> {
    let check = |(name, what): (&str, &str)| {
        let file = packager.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        let check = |state| Check::new(Group::OtherPrograms, name, state);
        if file.is_file() { check(State::Ok).file(&file) } else { check(State::Absent).note(what) }
    };
    let programs = [
        ("sycl-post-link", "only build systems that call DPC++'s program of this name need it"),
        ("sycl-link", "only `clang -fsycl` needs it, to link"),
        ("llvm-to-backend", "only AdaptiveCpp's flow `generic` needs it"),
        ("sycl-rtc", "only run-time compilation from the command line needs it"),
        ("sycl++", "only projects that call a compiler of this name need it"),
        ("sycl-ls", "it lists the devices that SYCL programs find"),
    ];
    programs.into_iter().map(check).collect()
}

/// Places of functions that device code does not have.
pub(super) fn built_ins(libclc: &Libclc) -> Vec<Check> {
    let own = Check::new(Group::BuiltIns, "library of built-ins", State::Ok).note("it is part of the plugin");
    let mut checks = vec![own];
    match libclc {
        Libclc::Off => checks.push(Check::new(Group::BuiltIns, "libclc", State::Absent).origin(&"--libclc")),
        Libclc::File(file) => {
            checks.push(Check::new(Group::BuiltIns, "libclc", State::Ok).file(file).origin(&"--libclc"));
        }
        Libclc::Auto => {
            let files = Architecture::all().filter_map(|code| Some((code, Path::new(code.libclc()?))));
            checks.extend(files.map(|(code, file)| {
                let check = |state| Check::new(Group::BuiltIns, format!("libclc for {}", code.name()), state);
                if file.is_file() {
                    check(State::Ok).file(file)
                } else {
                    check(State::Absent).note(format!("{}: not there", file.display())).hint(LIBCLC)
                }
            }));
        }
    }
    checks
}

const LIBCLC: &str = "install the package libclc-22; only code that calls mathematical functions needs it";

/// The cache, if builds can have it, and whether they end for it.
pub(super) fn cache(options: &pipeline::Options) -> (Vec<Check>, Option<Cache>, bool) {
    let check = |state| Check::new(Group::Cache, "cache", state);
    let second = options.cache_read.iter().map(|second| {
        let check =
            |state| Check::new(Group::Cache, "second cache, only read", state).file(second).origin(&"--cache-read");
        match Cache::can_be_read(second) {
            Ok(true) => check(State::Ok),
            Ok(false) => check(State::Missing),
            Err(error) => check(State::Unusable).note(Error::from(error).to_string()),
        }
    });
    let Some(root) = places::cache_directory(options.cache_dir.as_deref()) else {
        let none = check(State::Absent).note("HOME is not set, so builds keep nothing");
        return (std::iter::once(none).chain(second).collect(), None, true);
    };
    let check = |state| check(state).file(&root);
    let (first, cache) = match root.symlink_metadata() {
        Err(_) => match unwritable(&root) {
            None => (check(State::Ok).note("not there yet; the first build makes it"), None),
            Some(why) => (check(State::Unusable).note(why), None),
        },
        Ok(_) => match Cache::open(&root, options.cache_size) {
            Err(error) => (check(State::Unusable).note(Error::from(error).to_string()), None),
            Ok(cache) => {
                let (used, limit) = (size::show(cache.usage().bytes), size::show(options.cache_size));
                (check(State::Ok).note(format!("{used} of at most {limit}")), Some(cache))
            }
        },
    };
    // Without a cache that was not named, a build goes on.
    let is_fit = first.state == State::Ok || options.cache_dir.is_none();
    let first = if first.state == State::Ok { first } else { first.hint("--cache-dir names another directory") };
    (std::iter::once(first).chain(second).collect(), cache, is_fit)
}

/// Reason why a directory cannot be made.
fn unwritable(path: &Path) -> Option<String> {
    let nearest = path.ancestors().skip(1).find(|path| path.symlink_metadata().is_ok())?;
    if !nearest.is_dir() {
        return Some(format!("{} is no directory", nearest.display()));
    }
    #[cfg(unix)]
    {
        use rustix::fs::{Access, access};
        if access(nearest, Access::WRITE_OK | Access::EXEC_OK).is_err() {
            return Some(format!("{} cannot be written to", nearest.display()));
        }
    }
    None
}

/// Settings, and variables that set nothing.
pub(super) fn settings(has_some: bool, environment: &Environment, command: &Command) -> Vec<Check> {
    let set = Check::new(Group::Settings, SETTINGS, State::Ok);
    let mut checks = vec![if has_some { set } else { set.note("none") }];
    let counting: Vec<String> = environment.names().collect();
    if !counting.is_empty() {
        let check = Check::new(Group::Settings, "variables on which results depend", State::Ok);
        checks.push(check.note(counting.join(", ")));
    }
    checks.extend(settings::unknown_variables(command).into_iter().map(|(name, near)| {
        let check = Check::new(Group::Settings, name, State::Unusable).note("no option of `build` has this variable");
        near.into_iter().fold(check, |check, near| check.hint(format!("did you mean {near}?")))
    }));
    checks
}

/// Devices that are known by name.
pub(super) fn devices(options: &pipeline::Options, config: &DeviceConfig) -> Check {
    let check = Check::new(Group::Devices, "devices", State::Ok).version(config.iter().count().to_string());
    match &options.devices {
        Some(file) => check.file(file).origin(&"--devices"),
        None => check.origin(&"built in"),
    }
}
