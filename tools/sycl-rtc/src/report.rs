//! Output: for people, or as JSON.

use std::time::Duration;

use serde_json::{Value, json};
use sycl_propset::{demangle::display_name, printable::printable, text as property_text};
use sycl_rtc::{CompileError, Diagnostic, Image, Name, Origin, Program, cache::CacheUsage};

use crate::{
    Error,
    arguments::{Print, Task},
    compile::{Output, log, writes_to_standard_output},
    messages, print,
};

/// The number of the JSON documents' form: it grows when something in them changes its name or meaning.
const FORMAT: u32 = 1;

/// Reports what was written.
pub(crate) fn success(task: &Task, program: &Program, outputs: &[Output<'_>]) -> Result<(), Error> {
    if task.is_json {
        let document = json!({
            "format": FORMAT,
            "outputs": outputs.iter().map(|output| output_json(output, program)).collect::<Vec<_>>(),
            "names": program.names().iter().map(name_json).collect::<Vec<_>>(),
            "diagnostics": diagnostics_json(program.diagnostics()),
        });
        return print_unless_taken(outputs, &(document.to_string() + "\n"));
    }
    messages::log(program.log());
    let mut text = String::new();
    let listed = if task.is_quiet { &[] } else { outputs };
    let path_of = |output: &Output<'_>| printable(&output.path.display().to_string()).into_owned();
    let width = outputs.iter().map(|output| path_of(output).len()).max().unwrap_or_default();
    for output in listed {
        let (path, size) = (path_of(output), size(output.content.len()));
        let images = output.image.map_or_else(|| program.images().iter().collect(), |image| vec![image]);
        let holds = match images[..] {
            [image] => kernels(image),
            _ => format!("{} images", images.len()),
        };
        text.push_str(&format!("{path:width$}   {holds}   {size}   {}\n", time(output.image, program)));
    }
    for what in &task.prints {
        text.push_str(&printed(*what, program));
    }
    if task.is_verbose {
        text.push_str(&details(program));
    }
    print_unless_taken(outputs, &text)
}

/// Reports why nothing was written; the error itself is the caller's to print.
pub(crate) fn failure(task: &Task, error: &CompileError) -> Result<(), Error> {
    if task.is_json {
        let document = json!({
            "format": FORMAT,
            "error": error.to_string(),
            "diagnostics": diagnostics_json(error.diagnostics()),
        });
        return print(&(document.to_string() + "\n"));
    }
    messages::log(log(error).unwrap_or_default());
    Ok(())
}

/// Text gives way to an image on standard output.
fn print_unless_taken(outputs: &[Output<'_>], text: &str) -> Result<(), Error> {
    if writes_to_standard_output(outputs) {
        messages::say(text);
        return Ok(());
    }
    print(text)
}

fn kernels(image: &Image) -> String {
    let shown = |name: &String| printable(&display_name(name)).into_owned();
    let names: Vec<String> = image.entry_points().iter().map(shown).collect();
    match &names[..] {
        [name] => format!("1 kernel: {name}"),
        [first, second] => format!("2 kernels: {first}, {second}"),
        [first, second, ..] => format!("{} kernels: {first}, {second}, ...", names.len()),
        [] => "no kernel".to_owned(),
    }
}

/// Time that an image took, or all of them.
fn time(image: Option<&Image>, program: &Program) -> String {
    let from = image.map_or_else(|| program.came_from(), Image::came_from);
    if from == Origin::StoredProgram {
        return "stored".to_owned();
    }
    let total: Duration = match image {
        Some(image) => image.timings().total,
        None => first_of_targets(program).map(|image| image.timings().total).sum(),
    };
    let part = if from == Origin::Compiled { String::new() } else { format!(", {}", origin(from)) };
    format!("{:.0} ms{part}", total.as_secs_f64() * 1e3)
}

/// An image for each target: images for one target have the same timings.
fn first_of_targets(program: &Program) -> impl Iterator<Item = &Image> {
    let is_first = |(index, image): &(usize, &Image)| {
        program.images()[..*index].iter().all(|earlier| earlier.target() != image.target())
    };
    program.images().iter().enumerate().filter(is_first).map(|(_, image)| image)
}

const fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::StoredModule => "stored module",
        Origin::StoredImage => "stored image",
        Origin::StoredModuleAndImage => "stored module and image",
        Origin::StoredProgram => "stored program",
        _ => "compiler",
    }
}

/// Entries and bytes of a cache.
pub(crate) fn usage(usage: CacheUsage) -> String {
    let entries = if usage.entries == 1 { "1 entry".to_owned() } else { format!("{} entries", usage.entries) };
    format!("{entries}   {}", size(usize::try_from(usage.bytes).unwrap_or(usize::MAX)))
}

fn size(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{}.{} KB", bytes / 1024, bytes % 1024 * 10 / 1024),
        _ => format!("{}.{} MB", bytes >> 20, ((bytes & 0xf_ffff) * 10) >> 20),
    }
}

/// Origin of each image, and times of its steps.
fn details(program: &Program) -> String {
    let image = |image: &Image| format!("{}: from {}\n{}", image.target(), origin(image.came_from()), timings(image));
    first_of_targets(program).map(image).collect()
}

/// Additional output that the user asks for.
fn printed(what: Print, program: &Program) -> String {
    let images = program.images().iter();
    match what {
        Print::Kernels => images.flat_map(Image::entry_points).map(|name| format!("{}\n", printable(name))).collect(),
        Print::Names => program.names().iter().map(name).collect(),
        Print::Properties => images.map(properties).collect(),
        Print::Timings => first_of_targets(program).map(timings).collect(),
    }
}

fn name(name: &Name) -> String {
    let kernel = name.entry_point.as_ref().map_or_else(|| "no kernel".to_owned(), |kernel| format!("kernel {kernel}"));
    printable(&format!("{}: function {}, {kernel}", name.expression, name.lowered)).into_owned() + "\n"
}

/// The text of a file `.prop`, with escapes where a name has characters that should not be printed.
fn properties(image: &Image) -> String {
    lines(&property_text::write(image.properties()).expect("properties that were read can be written"))
}

fn lines(text: &str) -> String {
    text.split_inclusive('\n')
        .map(|line| line.strip_suffix('\n').unwrap_or(line))
        .fold(String::new(), |all, line| all + &printable(line) + "\n")
}

fn milliseconds(image: &Image) -> [(&'static str, f64); 5] {
    let timings = image.timings();
    [
        ("front end", timings.front_end),
        ("passes", timings.passes),
        ("checks", timings.checks),
        ("back end", timings.back_end),
        ("total", timings.total),
    ]
    .map(|(name, time)| (name, time.as_secs_f64() * 1e3))
}

fn timings(image: &Image) -> String {
    milliseconds(image).iter().map(|(name, time)| format!("{}: {name:10} {time:8.2} ms\n", image.target())).collect()
}

/// An output with what is said of its image, or of each of its images.
fn output_json(output: &Output<'_>, program: &Program) -> Value {
    let mut value = json!({ "path": output.path.display().to_string(), "bytes": output.content.len() });
    match output.image {
        Some(image) => value.as_object_mut().expect("it was made as one").extend(image_json(image)),
        None => value["images"] = program.images().iter().map(image_json).collect(),
    }
    value
}

fn image_json(image: &Image) -> serde_json::Map<String, Value> {
    let times: serde_json::Map<String, Value> =
        milliseconds(image).iter().map(|(name, time)| (name.replace(' ', "_"), json!(time))).collect();
    let values = [
        ("target", json!(image.target().name())),
        ("kernels", json!(image.entry_points())),
        ("from", json!(origin(image.came_from()))),
        ("milliseconds", times.into()),
    ];
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn name_json(name: &Name) -> Value {
    json!({ "target": name.target.name(), "expression": name.expression, "function": name.lowered, "kernel": name.entry_point })
}

fn diagnostics_json(diagnostics: &[Diagnostic]) -> Value {
    diagnostics.iter().map(diagnostic_json).collect()
}

fn diagnostic_json(diagnostic: &Diagnostic) -> Value {
    let mut value = json!({ "severity": diagnostic.severity.name(), "text": diagnostic.text });
    if let Some(place) = &diagnostic.place {
        value["file"] = json!(place.file);
        value["line"] = json!(place.line);
        value["column"] = json!(place.column);
        if let Some((line, column)) = place.end {
            value["end"] = json!([line, column]);
        }
    }
    if let Some(option) = &diagnostic.option {
        value["option"] = json!(option);
    }
    if !diagnostic.notes.is_empty() {
        value["notes"] = diagnostics_json(&diagnostic.notes);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_and_other_control_characters_do_not() {
        assert_eq!(
            lines("[SYCL/kernel names]\nk\u{1b}[31mred\t=1|1\n"),
            "[SYCL/kernel names]\nk\\u{1b}[31mred\\t=1|1\n"
        );
        assert_eq!(lines(""), "");
    }

    #[test]
    fn sizes_are_short() {
        let all = [0, 1023, 1024, 1700, 1_048_575, 1_048_576, 5 << 19].map(size);
        assert_eq!(all, ["0 B", "1023 B", "1.0 KB", "1.6 KB", "1023.9 KB", "1.0 MB", "2.5 MB"]);
    }
}
