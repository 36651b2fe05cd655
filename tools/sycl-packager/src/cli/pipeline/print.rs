//! `--print-plan`.

use crate::cli::common::JSON_FORMAT;
use serde_json::{Value, json};
use sycl_builder::action::{Action, Outputs};
use sycl_builder::plan;
use sycl_builder::request::DeviceCode;
use sycl_builder::resolve::Resolved;

/// Name of the result in a plan.
const RESULT: &str = "result";

/// For people: commands as one could type them in the work directory.
pub(super) fn text(resolved: &Resolved) -> String {
    let mut text = String::from("inputs\n");
    for code in resolved.recipe.code() {
        text.push_str(&format!("  {}  {}\n", code.file.display(), code.triple.as_deref().unwrap_or("(no triple)")));
    }
    text.push_str("programs\n");
    for tool in resolved.tools.iter() {
        text.push_str(format!("  {}  {}", tool.path.display(), tool.version).trim_end());
        text.push('\n');
    }
    let lines = |steps: &[Action]| -> String {
        steps.iter().map(|step| format!("  {}\n", step.command_line(&resolved.tools))).collect()
    };
    text.push_str("link and split\n");
    text.push_str(&lines(&plan::link_and_split_steps(resolved)));
    for (index, target, group) in resolved.targets() {
        text.push_str(&format!("{}: each image N of {}\n", target.name, group.table_for(target)));
        text.push_str(&lines(&plan::sample_image_steps(resolved, index)));
    }
    text.push_str("pack\n");
    text.push_str(&lines(&plan::sample_pack_steps(resolved, RESULT)));
    text
}

/// For programs.
pub(super) fn json(resolved: &Resolved) -> Value {
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
    let tools = resolved
        .tools
        .iter()
        .map(|tool| json!({ "name": tool.name, "path": tool.path, "version": tool.version, "blake3": tool.hash.to_hex().as_str() }));
    let targets = resolved.targets().map(|(index, target, group)| {
        let image_steps = steps(&plan::sample_image_steps(resolved, index));
        json!({ "name": target.name, "table": group.table_for(target), "steps_of_each_image": image_steps })
    });
    let mut packing = plan::sample_pack_steps(resolved, RESULT);
    let pack = packing.pop().expect("something makes the result");
    let mut plan = json!({
        "format": JSON_FORMAT,
        "inputs": inputs(&resolved.recipe.inputs),
        "device_libraries": inputs(&resolved.recipe.libraries),
        "tools": tools.collect::<Vec<_>>(),
        "steps": steps(&plan::link_and_split_steps(resolved)),
        "targets": targets.collect::<Vec<_>>(),
        "pack": step(&pack),
    });
    if let Some(registration) = packing.first() {
        plan["registration"] = step(registration);
    }
    plan
}
