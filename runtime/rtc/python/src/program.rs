//! A program in Python.

use std::{collections::BTreeSet, sync::Arc};

use pyo3::{
    exceptions::{PyKeyError, PyValueError},
    prelude::*,
    types::{PyBytes, PyDict, PyTuple},
};
use sycl_images::Error;
use sycl_propset::{Value, demangle::display_name};
use sycl_rtc::containers::Containers;

/// The images of a source, one for each target.
#[pyclass(frozen, module = "sycl_rtc")]
pub(crate) struct Program {
    program: Arc<sycl_rtc::Program>,
}

/// Device code for a target.
#[pyclass(frozen, module = "sycl_rtc")]
pub(crate) struct Image {
    program: Arc<sycl_rtc::Program>,
    index: usize,
}

/// A message of the compiler about a program.
#[pyclass(frozen, module = "sycl_rtc")]
pub(crate) struct Diagnostic {
    diagnostic: sycl_rtc::Diagnostic,
}

impl Program {
    pub(crate) fn new(program: Arc<sycl_rtc::Program>) -> Self {
        Self { program }
    }

    fn image_at(&self, index: usize) -> Image {
        Image { program: Arc::clone(&self.program), index }
    }
}

#[pymethods]
impl Program {
    /// The images, in the order of the targets.
    #[getter]
    fn images<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, (0..self.program.images().len()).map(|index| self.image_at(index)))
    }

    /// The image for a target; without a name that of the first target. Raises KeyError if there is none.
    #[pyo3(signature = (target = None))]
    fn image(&self, target: Option<&str>) -> PyResult<Image> {
        let is_it = |image: &sycl_rtc::Image| target.is_none_or(|name| image.target().name() == name);
        let index = self.program.images().iter().position(is_it);
        index.map(|index| self.image_at(index)).ok_or_else(|| {
            let targets = self.program.images().iter().map(|image| image.target().to_string());
            missing("image for target", target.unwrap_or_default(), targets)
        })
    }

    /// Warnings and remarks.
    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.program.diagnostics().iter().cloned().map(Diagnostic::new))
    }

    /// Text that clang prints; empty if there is nothing to say.
    #[getter]
    fn log(&self) -> &str {
        self.program.log()
    }

    /// The mangled name of the function that an expression names; None for an expression that was not in names.
    fn lowered_name(&self, expression: &str) -> Option<&str> {
        self.program.lowered_name(expression)
    }

    /// The name by which hosts look up a kernel: that of an expression of names, or of a function as it is written in
    /// the source, such as "ns::f", if one kernel is made of a function with this name. Raises KeyError for all else.
    fn kernel_name(&self, expression: &str) -> PyResult<String> {
        if let Some(name) = self.program.name(expression) {
            let no_kernel = || PyKeyError::new_err(format!("`{expression}` is a function that is no kernel"));
            return name.entry_point.clone().ok_or_else(no_kernel);
        }
        let kernels: BTreeSet<&String> = self.program.images().iter().flat_map(sycl_rtc::Image::entry_points).collect();
        let mut found = kernels.iter().filter(|kernel| **kernel == expression || function_of(kernel) == expression);
        match (found.next(), found.next()) {
            (Some(kernel), None) => Ok((*kernel).clone()),
            (Some(_), Some(_)) => Err(PyKeyError::new_err(format!(
                "`{expression}` names several kernels; expected an expression in names that chooses one, such as \
                 `(void (*)(int *)){expression}`"
            ))),
            _ => Err(missing("kernel", expression, kernels.iter().map(|kernel| function_of(kernel)))),
        }
    }

    /// All images as the bytes of a SYCLBIN file, which a SYCL runtime loads. Raises ValueError if a name has a line
    /// break.
    fn syclbin<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        bytes_of(py, self.program.syclbin())
    }

    /// All images as the bytes of an OffloadBinary of version 1, which LLVM's tools read. Raises ValueError if a name
    /// has a line break.
    fn offload_binary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        bytes_of(py, self.program.offload_binary())
    }

    /// Origin: "compiler", "stored module", "stored image", "stored module and image" or "stored program".
    #[getter]
    fn came_from(&self) -> &'static str {
        match self.program.came_from() {
            sycl_rtc::Origin::StoredProgram => "stored program",
            sycl_rtc::Origin::StoredModuleAndImage => "stored module and image",
            sycl_rtc::Origin::StoredImage => "stored image",
            sycl_rtc::Origin::StoredModule => "stored module",
            _ => "compiler",
        }
    }

    fn __repr__(&self) -> String {
        let targets: Vec<_> = self.program.images().iter().map(|image| image.target().to_string()).collect();
        format!("<sycl_rtc.Program for {}>", targets.join(", "))
    }
}

/// The prefix of the kernels that are made of functions.
const OF_FUNCTION: &str = "__sycl_kernel_";

/// The function of a kernel as it is written in the source, without its parameters and the type that instances of
/// templates are shown with.
fn function_of(kernel: &str) -> String {
    let function = display_name(kernel).replacen(OF_FUNCTION, "", 1);
    let name = function.split_once('(').map_or(function.as_str(), |(name, _)| name);
    name.strip_prefix("void ").unwrap_or(name).to_owned()
}

fn missing(what: &str, name: &str, all: impl Iterator<Item = String>) -> PyErr {
    let all: Vec<String> = all.map(|name| format!("`{name}`")).collect();
    PyKeyError::new_err(format!("no {what} `{name}`; expected one of: {}", all.join(", ")))
}

fn bytes_of(py: Python<'_>, file: Result<Vec<u8>, Error>) -> PyResult<Bound<'_, PyBytes>> {
    let file = file.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &file))
}

impl Image {
    fn image(&self) -> &sycl_rtc::Image {
        &self.program.images()[self.index]
    }
}

#[pymethods]
impl Image {
    /// Target, such as "spirv64" or "nvptx64:sm_90".
    #[getter]
    fn target(&self) -> String {
        self.image().target().to_string()
    }

    /// Format of the bytes: "spirv", "ptx" or "elf".
    #[getter]
    fn format(&self) -> &'static str {
        self.image().format().name()
    }

    /// The code.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.image().bytes())
    }

    /// The kernels by which hosts look them up, in the order of the source.
    #[getter]
    fn entry_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.image().entry_points())
    }

    /// Facts for a runtime: the values of properties by their names, by the names of their sets.
    #[getter]
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let sets = PyDict::new(py);
        for (name, properties) in self.image().properties().iter() {
            let set = PyDict::new(py);
            for (key, value) in properties.iter() {
                match value {
                    Value::U32(number) => set.set_item(key, number)?,
                    Value::Bytes(bytes) => set.set_item(key, PyBytes::new(py, bytes.as_slice()))?,
                }
            }
            sets.set_item(name.as_str(), set)?;
        }
        Ok(sets)
    }

    /// The LLVM bitcode that it was made of; None without keep_bitcode.
    #[getter]
    fn bitcode<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.image().bitcode().map(|bitcode| PyBytes::new(py, bitcode))
    }

    fn __repr__(&self) -> String {
        let image = self.image();
        format!("<sycl_rtc.Image for {}: {}>", image.target(), image.entry_points().join(", "))
    }
}

impl Diagnostic {
    pub(crate) fn new(diagnostic: sycl_rtc::Diagnostic) -> Self {
        Self { diagnostic }
    }
}

#[pymethods]
impl Diagnostic {
    /// "note", "remark", "warning", "error" or "fatal error".
    #[getter]
    fn severity(&self) -> &'static str {
        self.diagnostic.severity.name()
    }

    /// The mistake.
    #[getter]
    fn text(&self) -> &str {
        &self.diagnostic.text
    }

    /// The file; None if it is about the whole.
    #[getter]
    fn file(&self) -> Option<&str> {
        self.diagnostic.place.as_ref().map(|place| place.file.as_str())
    }

    /// The line, from 1.
    #[getter]
    fn line(&self) -> Option<u32> {
        self.diagnostic.place.as_ref().map(|place| place.line)
    }

    /// The column, from 1, in bytes.
    #[getter]
    fn column(&self) -> Option<u32> {
        self.diagnostic.place.as_ref().map(|place| place.column)
    }

    /// The line and column behind what is meant, if that is known.
    #[getter]
    fn end(&self) -> Option<(u32, u32)> {
        self.diagnostic.place.as_ref().and_then(|place| place.end)
    }

    /// The name of a warning, which "-Wno-" and the name turn off.
    #[getter]
    fn option(&self) -> Option<&str> {
        self.diagnostic.option.as_deref()
    }

    /// Explanations.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.diagnostic.notes.iter().cloned().map(Self::new))
    }

    /// Text that clang prints for it, with the line of the source.
    #[getter]
    fn rendered(&self) -> &str {
        &self.diagnostic.rendered
    }

    fn __repr__(&self) -> String {
        format!("<sycl_rtc.Diagnostic {}>", self.diagnostic.rendered.lines().next().unwrap_or_default())
    }
}
