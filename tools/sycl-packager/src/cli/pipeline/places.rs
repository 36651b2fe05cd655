//! Places of programs and files of a build: the cache, the directories of programs, the files on the way.

use std::path::{Path, PathBuf};

use sycl_builder::cache::Cache;
use sycl_builder::environment::Environment;
use sycl_builder::plugin::{self, Plugin};
use sycl_builder::tools::{self, Search};

use super::super::failure::{self, Failure};
use super::{Front, Options};
use sycl_images::error::Error;

/// The user's cache. Where none can be made, the build runs without one, unless the user asked for it by name.
pub(super) fn open_cache(options: &Options) -> Result<Cache, Failure> {
    let root = if options.no_cache { None } else { cache_directory(options.cache_dir.as_deref()) };
    if let Some(root) = root {
        match Cache::open(&root, options.cache_size).map_err(Error::from) {
            Ok(mut cache) => {
                if let Some(second) = &options.cache_read {
                    match cache.reading(&absolute(second)?) {
                        Ok(true) => {}
                        Ok(false) => failure::warn(&format!("{}: there is no cache to read from", second.display())),
                        Err(error) => failure::warn(&format!("{error}; nothing is read from it")),
                    }
                }
                return Ok(cache);
            }
            Err(error) if options.cache_dir.is_some() => {
                return Err(Failure::from(error).hint(format!("{} builds without a cache", options.named("no-cache"))));
            }
            Err(error) => {
                let file = error.file().map_or_else(String::new, |file| format!("{}: ", file.display()));
                failure::warn(&format!("{file}{error}; the build goes without a cache"));
            }
        }
    }
    Ok(Cache::temporary().map_err(Error::from)?)
}

/// Directory of the cache, if there can be one: where the user says, or among the user's caches.
pub(in crate::cli) fn cache_directory(named: Option<&Path>) -> Option<PathBuf> {
    let of_environment = || sycl_store::environment::directory("SYCL_PACKAGER_CACHE_DIR", "sycl-packager");
    let directory = named.map(Path::to_owned).or_else(of_environment)?;
    // Steps run elsewhere.
    std::path::absolute(&directory).ok()
}

pub(in crate::cli) fn search(options: &Options) -> Result<Search, Failure> {
    let mut search = Search {
        path: std::env::var_os("PATH").unwrap_or_default(),
        llvm_directory: options.llvm_bin.as_deref().map(absolute).transpose()?,
        packager: packager(options.front)?,
        environment: Environment::new(std::env::vars_os()),
        ..Search::default()
    };
    for text in &options.tool {
        let wrong =
            |expected: &str| Failure::usage(format!("found {} {text}; expected {expected}", options.named("tool")));
        let named = text.split_once('=').filter(|(name, file)| !name.is_empty() && !file.is_empty());
        let (name, file) = named.ok_or_else(|| wrong("NAME=FILE"))?;
        if !tools::names().any(|known| known == name) {
            let known = tools::names().collect::<Vec<_>>().join(", ");
            return Err(wrong(&format!("a program of: {known}")));
        }
        search.given.insert(name.to_owned(), absolute(Path::new(file))?);
    }
    Ok(search)
}

/// This program, by which others are found.
pub(super) fn this_program() -> Result<PathBuf, Failure> {
    std::env::current_exe().map_err(|e| Failure::usage(format!("cannot find this program: {e}")))
}

/// `sycl-packager`: this program, or the one beside it.
fn packager(front: Front) -> Result<PathBuf, Failure> {
    let program = this_program()?;
    Ok(match front {
        Front::Packager => program,
        Front::Link => program.with_file_name(format!("{}{}", tools::PACKAGER, std::env::consts::EXE_SUFFIX)),
    })
}

/// The variable that names the plugin.
const PLUGIN_VARIABLE: &str = "SYCL_PACKAGER_PLUGIN";

/// The plugin that a build with these options uses.
pub(in crate::cli) fn plugin(options: &Options) -> Result<Plugin, Failure> {
    let variable = std::env::var_os(PLUGIN_VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from);
    let (file, origin) = match (&options.plugin, variable) {
        (Some(file), _) => (file.clone(), plugin::Origin::Option),
        (None, Some(file)) => (file, plugin::Origin::Variable(PLUGIN_VARIABLE)),
        (None, None) => {
            return plugin::find(&this_program()?).ok_or_else(|| {
                let hint = format!("build it with scripts/build, or name it with {}", options.named("plugin"));
                let (name, debians) = (plugin::FILE, plugin::DEBIANS_PLUGINS);
                let message = format!("cannot find {name} beside this program, nor in ../lib, nor in {debians}");
                Failure::usage(message).hint(hint)
            });
        }
    };
    if !file.is_file() {
        let failure = Failure::usage(format!("{}: there is no such plugin", file.display()));
        return Err(match origin {
            plugin::Origin::Variable(name) => failure.hint(format!("{name} names it")),
            _ => failure,
        });
    }
    Ok(Plugin { file: absolute(&file)?, origin })
}

/// The plugin that is used if none is named.
pub(in crate::cli) fn found_plugin() -> Option<Plugin> {
    std::env::current_exe().ok().as_deref().and_then(plugin::find)
}

/// A path that no command gets.
pub(super) fn any_absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|e| Failure::usage(format!("{}: {e}", path.display())))
}

/// A path for commands, which are text.
pub(super) fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    let path = any_absolute(path)?;
    match path.to_str() {
        Some(_) => Ok(path),
        None => Err(Failure::usage(format!("{path:?}: the path is not UTF-8; expected one that is"))),
    }
}

/// `OUT.build`, where files on the way are if the user says nothing else.
pub(super) fn build_directory(options: &Options) -> PathBuf {
    let mut name = options.output.components().as_path().as_os_str().to_owned();
    name.push(".build");
    name.into()
}

pub(super) fn ninja_directory(options: &Options) -> PathBuf {
    options.build_dir.clone().unwrap_or_else(|| build_directory(options))
}
