//! `cache`: what `build` keeps.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::SystemTime;

use clap::{Args, Subcommand};
use serde_json::json;
use sycl_builder::cache::{Cache, LAST_BUILD, LastBuild};
use sycl_images::error::Error;

use super::common::{Common, JSON_FORMAT};
use super::failure::{Failure, REFUSED};
use super::pipeline::places::cache_directory;
use super::{console, size};

const EXAMPLES: &str = "\
Examples:
  sycl-packager cache stats
  sycl-packager cache prune --keep 1G
  sycl-packager cache verify --cache-dir /mnt/ci/sycl-cache
  ls \"$(sycl-packager cache dir)\"

Builds may run meanwhile: what they miss, they make again. Only files that builds have stored are removed.

Exit code: 0 done, 1 something was damaged, 2 wrong usage, or a file cannot be read or written.";

/// Show, check and clean up what builds keep.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
    /// The cache [default: $SYCL_PACKAGER_CACHE_DIR, or sycl-packager in the user's cache directory].
    #[arg(long, global = true, value_name = "DIRECTORY")]
    cache_dir: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print where the cache is.
    Dir,
    /// Print how much is in it, and what the last build took from it.
    Stats,
    /// Read everything, and remove what is damaged; the exit code is 1 if something was.
    Verify,
    /// Remove everything that is stored.
    Clean,
    /// Remove what was not used for longest.
    Prune {
        /// How much to keep: bytes, or a number with a suffix, such as 500M, 5GB or 1T.
        #[arg(long, value_name = "SIZE", value_parser = size::parse)]
        keep: u64,
    },
}

pub(super) fn run(options: &Options, common: &Common) -> Result<ExitCode, Failure> {
    let directory = cache_directory(options.cache_dir.as_deref()).ok_or_else(|| {
        Failure::usage("there is no place for a cache: HOME is not set").hint("--cache-dir names a directory")
    })?;
    let place = directory.display().to_string();
    let cache = match options.command {
        Command::Dir => None,
        _ => Cache::existing(&directory).map_err(Error::from)?,
    };
    let mut code = ExitCode::SUCCESS;
    let (object, text) = match &options.command {
        Command::Dir => (json!({}), format!("{place}\n")),
        Command::Stats => stats(cache.as_ref(), &place),
        Command::Verify => {
            let verified = cache.map(|cache| cache.verify()).unwrap_or_default();
            let damaged: Vec<String> = verified.damaged.iter().map(|path| path.display().to_string()).collect();
            if !damaged.is_empty() {
                code = ExitCode::from(REFUSED);
            }
            let lines: String = damaged.iter().map(|path| format!("{path}: was damaged; removed\n")).collect();
            let (checked, bytes) = (verified.checked, verified.bytes);
            let text = format!("{lines}{place}: {checked} files, {}; {} damaged\n", size::show(bytes), damaged.len());
            (json!({ "checked": checked, "bytes": bytes, "damaged": damaged }), text)
        }
        Command::Clean | Command::Prune { .. } => {
            let emptied = cache.map(|cache| match options.command {
                Command::Prune { keep } => cache.prune(keep),
                _ => cache.clean(),
            });
            let emptied = emptied.transpose().map_err(Error::from)?.unwrap_or_default();
            let text = format!("{place}: removed {} files, {}\n", emptied.files, size::show(emptied.bytes));
            (json!({ "removed_files": emptied.files, "removed_bytes": emptied.bytes }), text)
        }
    };
    if common.json {
        let mut whole = json!({ "format": JSON_FORMAT, "directory": place });
        if let (Some(whole), serde_json::Value::Object(members)) = (whole.as_object_mut(), object) {
            whole.extend(members);
        }
        console::print(format!("{whole}\n"))?;
    } else if !common.quiet || matches!(options.command, Command::Dir | Command::Stats) {
        console::print(text)?;
    }
    Ok(code)
}

fn stats(cache: Option<&Cache>, place: &str) -> (serde_json::Value, String) {
    let usage = cache.map(Cache::usage).unwrap_or_default();
    let last: Option<LastBuild> = cache.and_then(|cache| cache.noted(LAST_BUILD));
    let seconds = |time: Option<SystemTime>| Some(time?.duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs());
    let object = json!({
        "bytes": usage.bytes,
        "files": usage.objects,
        "file_bytes": usage.object_bytes,
        "results": usage.results,
        "last_used": seconds(usage.last_used),
        "oldest_use": seconds(usage.oldest_use),
        "last_build": last,
    });
    let age = |time: Option<SystemTime>| match time.map(|time| time.elapsed().unwrap_or_default().as_secs()) {
        None => "never".to_owned(),
        Some(0..120) => "just now".to_owned(),
        Some(seconds @ 120..7200) => format!("{} minutes ago", seconds / 60),
        Some(seconds @ 7200..172_800) => format!("{} hours ago", seconds / 3600),
        Some(seconds) => format!("{} days ago", seconds / 86400),
    };
    let mut text = format!(
        "directory   {place}\nsize        {}\nfiles       {}, {}\nresults     {}\nlast used   {}\noldest use  {}\n",
        size::show(usage.bytes),
        usage.objects,
        size::show(usage.object_bytes),
        usage.results,
        age(usage.last_used),
        age(usage.oldest_use),
    );
    if let Some(last) = last {
        let LastBuild { output, steps, stored_steps } = last;
        text.push_str(&format!("last build  {output}: {stored_steps} of {steps} steps from the cache\n"));
    }
    (object, text)
}
