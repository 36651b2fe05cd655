//! Checks values against the schemas that `generate schema` prints.

#![allow(unreachable_pub, clippy::unwrap_used, reason = "a helper of tests")]

use serde_json::Value;

/// Whether a value is as a schema says, as far as ours say anything; where it is not otherwise.
pub fn check(schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let fails = |what: &str| Err(format!("{place}: {what}: {value}"));
    let is_of = |name: &Value| name == kind || (name == "number" && kind == "integer");
    match &schema["type"] {
        Value::Null => {}
        Value::Array(kinds) if kinds.iter().any(is_of) => {}
        name if is_of(name) => {}
        expected => return fails(&format!("expected {expected}")),
    }
    if schema.get("const").is_some_and(|constant| constant != value) {
        return fails("another constant");
    }
    if schema["enum"].as_array().is_some_and(|values| !values.contains(value)) {
        return fails("none of the values");
    }
    for item in value.as_array().into_iter().flatten().filter(|_| schema.get("items").is_some()) {
        check(&schema["items"], item, place)?;
    }
    let Some(members) = value.as_object().filter(|_| schema.get("properties").is_some()) else { return Ok(()) };
    for name in schema["required"].as_array().unwrap() {
        if !members.contains_key(name.as_str().unwrap()) {
            return fails(&format!("{name} is missing"));
        }
    }
    for (name, member) in members {
        match schema["properties"].get(name) {
            Some(schema) => check(schema, member, &format!("{place}.{name}"))?,
            None if schema["additionalProperties"] == true => {}
            None => return fails(&format!("`{name}` is unknown")),
        }
    }
    Ok(())
}
