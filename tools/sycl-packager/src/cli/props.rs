//! `props`: property files.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;
use sycl_images::output::{self, Inputs};
use sycl_images::properties::{self, Difference, Encoding, Order, Side, describe};
use sycl_images::source::read_text;
use sycl_propset::printable::{escape_json, printable};
use sycl_propset::{SetName, json as json_form};

use super::common::{Common, JSON_FORMAT};
use super::console;
use super::failure::{Failure, REFUSED};

const EXAMPLES: &str = "\
Examples:
  sycl-packager props show app_0.prop
  sycl-packager props convert app_0.prop -o app_0.prop.json
  sycl-packager props compare app_0.prop other.prop.json";

/// Show, convert and compare property files (.prop, .prop.json).
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print sets and properties, values decoded.
    Show {
        /// The file.
        file: PathBuf,
    },
    /// Write a file in the other encoding.
    Convert {
        /// The file to read.
        input: PathBuf,
        /// The file to write; JSON if its name ends in `.json` [default: standard output].
        #[arg(short, long)]
        output: Option<PathBuf>,
        /// The encoding to write [default: by the name of the output; without one, the other than the input's].
        #[arg(long)]
        to: Option<To>,
    },
    /// Show how two files differ; the exit code is 1 if they do.
    Compare {
        /// One file.
        first: PathBuf,
        /// The other.
        second: PathBuf,
        /// Sets and properties must also come in the same order.
        #[arg(long)]
        order: bool,
    },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum To {
    /// The text form of DPC++.
    Text,
    /// The JSON form of upstream LLVM.
    Json,
}

pub(super) fn run(options: Options, common: &Common) -> Result<ExitCode, Failure> {
    match options.command {
        Command::Show { file } if !common.json => {
            let mut text = String::new();
            for (name, set) in properties::load(&file)?.iter() {
                text.push_str(&format!("[{}]\n", printable(name.as_str())));
                for (property, value) in set.iter() {
                    text.push_str(&format!("  {} = {}\n", printable(property), describe(value)));
                }
            }
            console::print(text)?;
        }
        Command::Show { file } => {
            console::print(escape_json(&json_form::write(&properties::load(&file)?)) + "\n")?;
        }
        Command::Convert { input, output, to } => {
            let registry = properties::load(&input)?;
            let encoding = match (to, &output) {
                (Some(To::Text), _) => Encoding::Text,
                (Some(To::Json), _) => Encoding::Json,
                (None, Some(path)) => Encoding::of_path(path),
                (None, None) => match Encoding::of_file(&input, &read_text(&input)?) {
                    Encoding::Text => Encoding::Json,
                    Encoding::Json => Encoding::Text,
                },
            };
            let text = encoding.write(&registry).map_err(|e| Failure::refused(&input, e.to_string()))?;
            match output {
                Some(path) => {
                    output::prepare(&path, &Inputs::from_paths([&input]))?;
                    output::write_bytes(&path, text.as_bytes())?;
                    console::wrote(common, [&*path])?;
                }
                None => console::print(text)?,
            }
        }
        Command::Compare { first, second, order } => {
            let order = if order { Order::Counts } else { Order::Ignored };
            let differences = properties::compare(&properties::load(&first)?, &properties::load(&second)?, order);
            let names = [first.display().to_string(), second.display().to_string()];
            if common.json {
                let listed: Vec<_> = differences.iter().map(|difference| object(difference, &names)).collect();
                let answer =
                    json!({ "format": JSON_FORMAT, "files": names, "same": listed.is_empty(), "differences": listed });
                console::print(format!("{}\n", escape_json(&answer.to_string())))?;
                return Ok(ExitCode::from(if differences.is_empty() { 0 } else { REFUSED }));
            }
            if common.quiet {
                return Ok(ExitCode::from(if differences.is_empty() { 0 } else { REFUSED }));
            }
            console::print(differences.iter().map(|difference| line(difference, &names)).collect::<String>())?;
            return Ok(ExitCode::from(if differences.is_empty() { 0 } else { REFUSED }));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A difference for programs: where it is, and the values on both sides, of which one can be missing.
fn object(difference: &Difference, names: &[String; 2]) -> serde_json::Value {
    let name = |side: &Side| if *side == Side::First { &names[0] } else { &names[1] };
    match difference {
        Difference::Set { set, only_in } => json!({ "set": set.as_str(), "only_in": name(only_in) }),
        Difference::Property { set, property, only_in, value } => {
            json!({ "set": set.as_str(), "property": property, "only_in": name(only_in), "value": describe(value) })
        }
        Difference::Value { set, property, first, second } => {
            let values = [describe(first), describe(second)];
            json!({ "set": set.as_str(), "property": property, "values": values })
        }
        Difference::Order => json!({ "order": true }),
    }
}

fn line(difference: &Difference, names: &[String; 2]) -> String {
    let name = |side: &Side| printable(if *side == Side::First { &names[0] } else { &names[1] });
    let set = |set: &SetName| printable(set.as_str()).into_owned();
    match difference {
        Difference::Set { set: one, only_in } => format!("[{}]: only in {}\n", set(one), name(only_in)),
        Difference::Property { set: one, property, only_in, value } => {
            let (set, property, file) = (set(one), printable(property), name(only_in));
            format!("[{set}] {property}: only in {file}: {}\n", describe(value))
        }
        Difference::Value { set: one, property, first, second } => {
            format!("[{}] {}: {} and {}\n", set(one), printable(property), describe(first), describe(second))
        }
        Difference::Order => "the same sets and properties in another order\n".to_owned(),
    }
}
