//! The program under the names of DPC++'s tools that its commands stand for, by links to it: build systems call these.
//!
//! | name | command | what differs |
//! |---|---|---|
//! | `file-table-tform` | `table` | |
//! | `llvm-foreach` | `foreach` | |
//! | `clang-offload-wrapper` | `wrap` | it writes a host object, where DPC++'s writes bitcode |

use std::ffi::OsString;
use std::path::Path;

/// The command line of the command that a name stands for.
pub(super) fn of_tools(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let name = arguments.first().map(Path::new).and_then(|name| name.file_stem()?.to_str()).unwrap_or_default();
    let command = match name {
        "file-table-tform" => "table",
        "llvm-foreach" => "foreach",
        "clang-offload-wrapper" => {
            let rest = arguments.split_off(1);
            arguments.push("wrap".into());
            arguments.extend(rest.into_iter().filter_map(of_wrapper));
            return arguments;
        }
        _ => return arguments,
    };
    arguments.insert(1, command.into());
    arguments
}

/// An argument of `wrap` for one of DPC++'s `clang-offload-wrapper`; `None` for those that it needs no more.
fn of_wrapper(argument: OsString) -> Option<OsString> {
    let Some(text) = argument.to_str() else { return Some(argument) };
    let option = text.strip_prefix("--").or_else(|| text.strip_prefix('-'));
    let (name, value) = match option.map(|option| option.split_once('=').unwrap_or((option, ""))) {
        // A table of images: all there is.
        None => return Some(format!("--table={text}").into()),
        Some(split) => split,
    };
    match name {
        "batch" | "kind" | "v" => None,
        "o" => Some(format!("--output={value}").into()),
        "target" => Some(format!("--runtime-target={value}").into()),
        "host" | "compile-opts" | "link-opts" | "format" => Some(format!("--{name}={value}").into()),
        _ => Some(argument),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tools_are_commands() {
        let of = |line: &str| {
            let words = of_tools(line.split(' ').map(OsString::from).collect());
            words.join(std::ffi::OsStr::new(" ")).into_string().unwrap()
        };
        assert_eq!(of("/bin/file-table-tform -o=x t"), "/bin/file-table-tform table -o=x t");
        assert_eq!(of("llvm-foreach -- a b"), "llvm-foreach foreach -- a b");
        assert_eq!(
            of("clang-offload-wrapper -o=x.o -host=h -target=spir64 -kind=sycl -compile-opts=-g -batch a.table"),
            "clang-offload-wrapper wrap --output=x.o --host=h --runtime-target=spir64 --compile-opts=-g --table=a.table"
        );
        assert_eq!(of("sycl-packager table x"), "sycl-packager table x");
        assert_eq!(of_tools(Vec::new()), Vec::<OsString>::new());
    }
}
