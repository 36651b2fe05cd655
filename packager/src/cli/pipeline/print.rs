//! `--print-plan`.

use serde_json::{Value, json};
use sycl_packager::pipeline::action::{Action, Outputs};
use sycl_packager::pipeline::group::Group;
use sycl_packager::pipeline::request::{DeviceCode, Request};
use sycl_packager::pipeline::{self, Prepared, plan};

/// What the result is called in a plan.
const RESULT: &str = "result";

/// Targets in the order of the request, with their groups.
fn targets<'a>(request: &Request, prepared: &'a Prepared) -> impl Iterator<Item = (usize, &'a Group)> {
    let group = |number: usize| prepared.groups.iter().find(move |group| group.targets.contains(&number));
    (0..request.targets.len()).filter_map(move |number| Some((number, group(number)?)))
}

/// For people: commands as one could type them in the work directory.
pub(super) fn text(request: &Request, prepared: &Prepared) -> String {
    let mut text = String::from("inputs\n");
    for code in request.inputs.iter().chain(&request.libraries) {
        text.push_str(&format!("  {}  {}\n", code.file.display(), code.triple.as_deref().unwrap_or("(no triple)")));
    }
    text.push_str("programs\n");
    for tool in prepared.tools.iter() {
        text.push_str(format!("  {}  {}", tool.path.display(), tool.version).trim_end());
        text.push('\n');
    }
    let lines = |steps: &[Action]| -> String {
        steps.iter().map(|step| format!("  {}\n", step.command_line(&prepared.tools))).collect()
    };
    text.push_str("link and split\n");
    text.push_str(&lines(&plan::front_steps(request, &prepared.groups)));
    for (number, group) in targets(request, prepared) {
        let target = &request.targets[number];
        text.push_str(&format!("{}: each image N of {}\n", target.name, group.table_for(target)));
        text.push_str(&lines(&pipeline::sample_image_steps(request, group, number)));
    }
    text.push_str("pack\n");
    text.push_str(&lines(&[plan::pack_step(request, &prepared.groups, RESULT)]));
    text
}

/// For programs.
pub(super) fn json(request: &Request, prepared: &Prepared) -> Value {
    let step = |step: &Action| {
        let inputs: Vec<String> = step.inputs.iter().map(|file| file.path().display().to_string()).collect();
        let outputs = match &step.outputs {
            Outputs::Files(files) => json!(files),
            Outputs::Directory { path, .. } => json!({ "directory": path }),
        };
        json!({ "tool": step.tool, "arguments": step.command_arguments(), "inputs": inputs, "outputs": outputs })
    };
    let steps = |steps: &[Action]| steps.iter().map(step).collect::<Vec<_>>();
    let inputs = |files: &[DeviceCode]| {
        files.iter().map(|code| json!({ "file": code.file, "triple": code.triple })).collect::<Vec<_>>()
    };
    let tools = prepared
        .tools
        .iter()
        .map(|tool| json!({ "name": tool.name, "path": tool.path, "version": tool.version, "blake3": tool.hash.to_hex().as_str() }));
    let targets = targets(request, prepared).map(|(number, group)| {
        let target = &request.targets[number];
        let image_steps = steps(&pipeline::sample_image_steps(request, group, number));
        json!({ "name": target.name, "table": group.table_for(target), "steps_of_each_image": image_steps })
    });
    json!({
        "inputs": inputs(&request.inputs),
        "device_libraries": inputs(&request.libraries),
        "tools": tools.collect::<Vec<_>>(),
        "steps": steps(&plan::front_steps(request, &prepared.groups)),
        "targets": targets.collect::<Vec<_>>(),
        "pack": step(&plan::pack_step(request, &prepared.groups, RESULT)),
    })
}
