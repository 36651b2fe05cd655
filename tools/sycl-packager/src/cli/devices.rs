//! `devices`: what the device configuration says.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use sycl_propset::devices::{DeviceConfig, Target};
use sycl_propset::printable::{escape_json, printable};

use super::common::{Common, JSON_FORMAT};
use super::console;
use super::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  sycl-packager devices list
  sycl-packager devices show intel_gpu_pvc
  sycl-packager devices show nvidia_gpu_sm_90 --json | jq .aspects";

/// Show the devices that are known by name, and what they offer.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
    /// A device configuration whose targets are added to the built-in ones, or replace those of the same name.
    #[arg(long, global = true, value_name = "FILE")]
    devices: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print the name, triple and architecture of each, a line each.
    List,
    /// Print all that is recorded of one.
    Show {
        /// Its name, or another name of it.
        name: String,
    },
}

pub(super) fn run(options: &Options, common: &Common) -> Result<ExitCode, Failure> {
    let config = &*super::device_config(options.devices.as_deref())?;
    let text = match &options.command {
        Command::List if common.json => config.iter().map(object).collect(),
        Command::List => list(config),
        Command::Show { name } => {
            let target = find(config, name)?;
            if common.json { object(target) } else { describe(target) }
        }
    };
    console::print(text)?;
    Ok(ExitCode::SUCCESS)
}

/// A device of the configuration, by any of its names.
pub(super) fn find<'a>(config: &'a DeviceConfig, name: &str) -> Result<&'a Target, Failure> {
    config.target(name).ok_or_else(|| {
        let failure = Failure::usage(format!("unknown device `{name}`"));
        match config.nearest_name(name) {
            Some(name) => failure.hint(format!("did you mean `{name}`?")),
            None => failure.hint("`sycl-packager devices list` names all; --devices takes them from another file"),
        }
    })
}

fn list(config: &DeviceConfig) -> String {
    let rows: Vec<[String; 4]> = config
        .iter()
        .map(|target| {
            let arch = target.arch.as_deref().unwrap_or("-");
            [&*target.name, arch, &*target.triple, &*target.aliases.join(" ")].map(|cell| printable(cell).into_owned())
        })
        .collect();
    let width =
        |column: usize, title: &str| rows.iter().map(|row| row[column].chars().count()).fold(title.len(), usize::max);
    let titles = ["name", "arch", "triple", "other names"];
    let [a, b, c, _] = [0, 1, 2, 3].map(|column| width(column, titles[column]));
    let line = |row: [&str; 4]| {
        let [name, arch, triple, aliases] = row;
        format!("{}\n", format!("{name:a$}  {arch:b$}  {triple:c$}  {aliases}").trim_end())
    };
    let lines = rows.iter().map(|[name, arch, triple, aliases]| line([name, arch, triple, aliases]));
    std::iter::once(line(titles)).chain(lines).collect()
}

fn describe(target: &Target) -> String {
    let sizes: Vec<String> = target.sub_group_sizes.iter().map(u32::to_string).collect();
    let more = if target.may_support_other_aspects { " (and perhaps others)" } else { "" };
    let aspects = if target.aspects.is_empty() { "none recorded".to_owned() } else { target.aspects.join(" ") };
    let group = target.max_work_group_size.map_or_else(|| "not recorded".to_owned(), |size| size.to_string());
    let mut lines = vec![
        ("triple", target.triple.clone()),
        ("arch", target.arch.clone().unwrap_or_default()),
        ("other names", target.aliases.join(" ")),
        ("aspects", format!("{aspects}{more}")),
        ("sub-group sizes", if sizes.is_empty() { "not recorded".to_owned() } else { sizes.join(" ") }),
        ("work-group size", group),
    ];
    for step in &target.aot {
        lines.push(("compiled by", format!("{} {}", step.tool, step.options.join(" "))));
    }
    let lines = lines.iter().filter(|(_, value)| !value.trim().is_empty());
    let lines: String =
        lines.map(|(label, value)| format!("  {label:<16} {}\n", printable(value.trim_end()))).collect();
    format!("{}\n{lines}", printable(&target.name))
}

fn object(target: &Target) -> String {
    let steps: Vec<Value> =
        target.aot.iter().map(|step| json!({ "tool": step.tool, "options": step.options })).collect();
    let object = json!({
        "format": JSON_FORMAT,
        "name": target.name,
        "triple": target.triple,
        "arch": target.arch,
        "aliases": target.aliases,
        "aspects": target.aspects,
        "may_support_other_aspects": target.may_support_other_aspects,
        "sub_group_sizes": target.sub_group_sizes,
        "max_work_group_size": target.max_work_group_size,
        "compiled_by": steps,
    });
    escape_json(&object.to_string()) + "\n"
}
