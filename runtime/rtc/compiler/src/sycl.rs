//! Passes over modules of SYCL sources: before the optimizer, and after it.

use sycl_passes::{
    Sink, aspect_propagation, free_function_kernels, front_end,
    ir::{Editor, Function, ModuleView, Value, attribute, kernels::Kernels},
};
use sycl_propset::aspects;
use sycl_rtc::interface::Text;

/// The functions that the source gets for name expressions begin so; numbers follow.
const FUNCTION: &str = "__rtc_name_";

/// The source with a function for each name expression, whose text has a file and line of its own. They are functions
/// because only a use makes clang emit an instance of a template. They return a pointer, to which a name decays and
/// which a cast is that chooses one of several functions of a name.
pub(crate) fn with_names(source: &[u8], names: &[Text]) -> Vec<u8> {
    let mut all = source.to_vec();
    for (number, name) in names.iter().enumerate() {
        // C++ does not mind what C would say of the type.
        let start = format!(
            "\n#pragma clang diagnostic ignored \"-Wreturn-type-c-linkage\"\n\
             extern \"C\" [[clang::sycl_external]] auto {FUNCTION}{number}() {{ return\n\
             #line 1 \"name expression {number}\"\n"
        );
        all.extend_from_slice(start.as_bytes());
        // SAFETY: the caller's texts live during its call.
        all.extend_from_slice(unsafe { name.bytes() });
        all.extend_from_slice(b"\n;}\n");
    }
    all
}

/// A function that a name expression names.
pub(crate) struct Named {
    pub(crate) function: String,
    /// Its kernel, if it is a free function kernel.
    pub(crate) kernel: Option<String>,
}

/// Makes kernels of free functions, and takes out what only the passes read. Gives what name expressions name.
pub(crate) fn prepare(
    editor: &mut Editor<'_>,
    names: &[Text],
    level: u8,
    sink: &mut dyn Sink,
) -> Result<Vec<Named>, String> {
    let mut functions = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let helper = editor.view().function(&format!("{FUNCTION}{number}"));
        let helper = helper.ok_or_else(|| not_a_function(*name))?;
        let function = returned(helper).ok_or_else(|| not_a_function(*name))?;
        functions.push(function.name());
        editor.erase_function_if_unused(helper);
    }
    let options = free_function_kernels::Options::default();
    free_function_kernels::run(editor, &options).map_err(|error| error.to_string())?;
    let level = match level {
        b'0'..=b'3' => u32::from(level - b'0'),
        _ => 2,
    };
    let options = front_end::Options { opt_level: Some(level), keeps_linkage: true, ..Default::default() };
    front_end::run(editor, &options, aspects::table()).map_err(|error| error.to_string())?;
    let options = aspect_propagation::Options { excludes_fp64: true, ..Default::default() };
    propagate(editor, &options, sink)?;
    let module = editor.view();
    Ok(functions.into_iter().map(|function| Named { kernel: kernel(module, &function), function }).collect())
}

/// Functions that kernels of `sycl_passes.hpp` call, and `sycl-front-end` removes or replaces by values.
const OF_FRONT_DOOR: [&str; 2] = ["__sycl_passes_fact", "2020SpecConstantValue"];

/// Whether a module is one that clang made of `sycl_passes.hpp`, and that the passes have not seen yet.
pub(crate) fn is_of_front_door(module: ModuleView<'_>) -> bool {
    let is_seen = |function: &Function<'_>| function.has_string_attribute(attribute::MODULE_ID);
    let calls = |function: Function<'_>| {
        let name = function.name();
        function.is_declaration() && OF_FRONT_DOOR.iter().any(|known| name.contains(known))
    };
    module.functions().any(calls) && !module.functions().any(|function| is_seen(&function))
}

/// Describes such a module, as builds do before they link it.
pub(crate) fn finish_front_end(editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<(), String> {
    front_end::run(editor, &front_end::Options::default(), aspects::table()).map_err(|error| error.to_string())?;
    describe(editor, sink)
}

/// Leaves out the kernels of bitcode that no name names, unless other code refers to them; none if there are no names.
/// Gives the names.
pub(crate) fn keep_kernels(editor: &mut Editor<'_>, names: &[Text]) -> Result<Vec<String>, String> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    // SAFETY: the caller's texts live during its call.
    let names = names.iter().map(|name| String::from_utf8_lossy(unsafe { name.bytes() }).into_owned());
    let names: Vec<String> = names.collect();
    let module = editor.view();
    let kernels = Kernels::find(module);
    let all: Vec<Function<'_>> = module.functions().filter(|function| kernels.defines(*function)).collect();
    let is_kernel = |name: &&String| all.iter().any(|kernel| kernel.name() == **name);
    if let Some(name) = names.iter().find(|name| !is_kernel(name)) {
        let known: Vec<String> = all.iter().map(|kernel| kernel.name()).collect();
        return Err(match &known[..] {
            [] => format!("there is no kernel `{name}`; expected bitcode with kernels"),
            _ => format!("there is no kernel `{name}`; expected one of: {}", known.join(", ")),
        });
    }
    for kernel in all.into_iter().filter(|kernel| !names.contains(&kernel.name())) {
        editor.erase_function_if_unused(kernel);
    }
    Ok(names)
}

fn not_a_function(name: Text) -> String {
    // SAFETY: the caller's texts live during its call.
    let name = String::from_utf8_lossy(unsafe { name.bytes() }).into_owned();
    format!(
        "name expression `{name}` does not name a function; expected one such as `ns::f<float, 3>` or `(void (*)(int *))f`"
    )
}

/// The function whose address a function returns.
fn returned(function: Function<'_>) -> Option<Function<'_>> {
    let last = function.instructions().last()?;
    last.operands().next().map(Value::strip_pointer_casts).and_then(Value::as_function)
}

fn kernel(module: ModuleView<'_>, function: &str) -> Option<String> {
    let name = free_function_kernels::kernel_name(function);
    module.function(&name).filter(|kernel| !kernel.is_declaration()).map(|_| name)
}

/// Finds out which aspects kernels use, once they are optimized.
pub(crate) fn describe(editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<(), String> {
    let options = aspect_propagation::Options { is_after_optimization: true, ..Default::default() };
    propagate(editor, &options, sink)
}

fn propagate(
    editor: &mut Editor<'_>,
    options: &aspect_propagation::Options,
    sink: &mut dyn Sink,
) -> Result<(), String> {
    let propagated = aspect_propagation::run(editor, options, None, sink);
    propagated.map(|_| ()).map_err(|error| error.to_string())
}
