//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::device::{Api, Passing};

pub(crate) const HELP: &str = "\
Runs an example program's device images on a device and compares every result with the host.

usage: run-example TABLE --program NAME [OPTION...]
       run-example --device-info | --list

TABLE is a file table [Code|Properties|Symbols] whose Code column names shared libraries for the target `host`, SPIR-V
files for OpenCL, or PTX and cubin files for CUDA.

  --program NAME       the program of examples/src that the table was made of; may be repeated;
                       `all-in-table` takes every program whose kernels are in the table
  --set NAME=VALUE     give a specialization constant a value: NAME as in the source or its symbolic id, VALUE in
                       JSON (arrays for arrays and structures); may be repeated
  --defaults           run with the default values only
                       (without --set and --defaults: once with default values, once with others)
  --device API         host (default), this machine's processor; opencl or cuda: the first device there
  --constants HOW      how kernels take specialization constants: native, set by the device (default of host and opencl),
                       or buffer, a last argument, for images that emulate them (default of cuda)
  --opencl-lib PATH    the OpenCL library; default OPENCL_DYLIB_PATH, then libOpenCL.so.1. A driver libintelocl.so
                       beside it is used unless OCL_ICD_FILENAMES is set
  --without ASPECT     take the device not to have this aspect; may be repeated
  --json               print a JSON object for each kernel instead of a line of text
  --device-info        print what the device is (before running, if there is a TABLE)
  --list               print the programs with their specialization constants
  --help               this text

exit code: 0 every kernel that ran agrees with the host, 1 a result differs, nothing ran or the input is refused,
           2 usage or no device
";

/// Options of a run.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) table: Option<PathBuf>,
    pub(crate) programs: Vec<String>,
    pub(crate) set: Vec<(String, String)>,
    pub(crate) defaults: bool,
    pub(crate) constants: Option<Passing>,
    pub(crate) api: Api,
    pub(crate) library: Option<PathBuf>,
    pub(crate) without: Vec<String>,
    pub(crate) json: bool,
    pub(crate) device_info: bool,
    pub(crate) list: bool,
    pub(crate) help: bool,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UsageError {
    #[error("unknown option `{0}`; try --help")]
    UnknownOption(String),
    #[error("option {0} needs a value; try --help")]
    NoValue(&'static str),
    #[error("--set {0}: expected NAME=VALUE")]
    Set(String),
    #[error("--constants {0}: expected native or buffer")]
    Constants(String),
    #[error("--device {0}: expected host, opencl or cuda")]
    Device(String),
    #[error("more than one TABLE: `{0}`")]
    SecondTable(String),
    #[error("expected a TABLE and --program; try --help")]
    Incomplete,
}

/// Reads the arguments after the name of the program.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Options, UsageError> {
    let mut options = Options::default();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let mut value = |option| arguments.next().ok_or(UsageError::NoValue(option));
        match argument.to_str() {
            Some("--help" | "-h") => options.help = true,
            Some("--list") => options.list = true,
            Some("--json") => options.json = true,
            Some("--device-info") => options.device_info = true,
            Some("--defaults") => options.defaults = true,
            Some("--program") => options.programs.push(value("--program")?.to_string_lossy().into_owned()),
            Some("--without") => options.without.push(value("--without")?.to_string_lossy().into_owned()),
            Some("--device") => {
                let name = value("--device")?.to_string_lossy().into_owned();
                options.api = Api::from_name(&name).ok_or(UsageError::Device(name))?;
            }
            Some("--constants") => {
                let name = value("--constants")?.to_string_lossy().into_owned();
                options.constants = Some(Passing::from_name(&name).ok_or(UsageError::Constants(name))?);
            }
            Some("--opencl-lib") => options.library = Some(value("--opencl-lib")?.into()),
            Some("--set") => {
                let text = value("--set")?.to_string_lossy().into_owned();
                let (name, value) = text.split_once('=').ok_or_else(|| UsageError::Set(text.clone()))?;
                options.set.push((name.to_owned(), value.to_owned()));
            }
            Some(option) if option.starts_with('-') => return Err(UsageError::UnknownOption(option.to_owned())),
            _ if options.table.is_none() => options.table = Some(argument.into()),
            _ => return Err(UsageError::SecondTable(argument.to_string_lossy().into_owned())),
        }
    }
    let complete = match options.table {
        Some(_) => !options.programs.is_empty(),
        None => (options.device_info || options.list) && options.programs.is_empty(),
    };
    if options.help || complete { Ok(options) } else { Err(UsageError::Incomplete) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Options, UsageError> {
        parse(arguments.iter().map(OsString::from))
    }

    #[test]
    fn a_whole_command_line() {
        let options = parsed(&["x.table", "--program", "convolution", "--set", "gain=2.5", "--json"]).unwrap();
        assert_eq!(options.programs, ["convolution"]);
        assert_eq!(options.set, [("gain".to_owned(), "2.5".to_owned())]);
        assert!(options.json && !options.defaults && options.api == Api::Host);
        assert_eq!(parsed(&["--device-info", "--device", "cuda"]).unwrap().api, Api::Cuda);
        assert_eq!(options.constants, None);
        let options = parsed(&["x.table", "--program", "convolution", "--constants", "buffer"]).unwrap();
        assert_eq!(options.constants, Some(Passing::Buffer));
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(parsed(&["x", "--device", "vulkan"]).unwrap_err(), UsageError::Device("vulkan".into()));
        assert_eq!(parsed(&["x", "--constants", "emulated"]).unwrap_err(), UsageError::Constants("emulated".into()));
        assert_eq!(parsed(&["--sett"]).unwrap_err(), UsageError::UnknownOption("--sett".into()));
        assert_eq!(parsed(&["x", "--set", "gain"]).unwrap_err(), UsageError::Set("gain".into()));
        assert_eq!(parsed(&["x", "--program"]).unwrap_err(), UsageError::NoValue("--program"));
        assert_eq!(parsed(&["x"]).unwrap_err(), UsageError::Incomplete);
        assert_eq!(parsed(&["x", "y"]).unwrap_err(), UsageError::SecondTable("y".into()));
    }
}
