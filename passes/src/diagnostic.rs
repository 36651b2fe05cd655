//! Messages for users: warnings about their program, remarks about what passes decided, and where. A host supplies a
//! sink for it; decisions go to the log, too.

use std::{
    ffi::CStr,
    fmt::{self, Display},
    time::Instant,
};

use serde::{Deserialize, Serialize};

use crate::ir::{ModuleView, Value};

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The run fails.
    Error,
    /// A likely mistake in the user's program.
    Warning,
    /// Belongs to the diagnostic before it.
    Note,
}

/// LLVM's kind of a warning or remark: which flag shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Shown without being asked for.
    Warning,
    /// A remark on what was done: `-pass-remarks=`, clang's `-Rpass=`.
    Passed,
    /// A remark on what was not done: `-pass-remarks-missed=`, clang's `-Rpass-missed=`.
    Missed,
}

macro_rules! ids {
    ($($(#[doc = $summary:literal])* $id:ident: $kind:ident by $pass:expr,)*) => {
        /// Subject of a warning or remark. Names are stable: optimization records hold them, for programs that read
        /// those.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Id {
            $($(#[doc = $summary])* $id,)*
        }

        impl Id {
            /// Every one, in the order of the documentation.
            pub const ALL: &[Id] = &[$(Id::$id,)*];

            /// As users see it.
            pub fn name(self) -> &'static str {
                match self { $(Id::$id => stringify!($id),)* }
            }

            /// The pass whose flags turn it on.
            pub fn pass(self) -> &'static CStr {
                match self { $(Id::$id => $pass,)* }
            }

            /// Flag that turns it on.
            pub fn kind(self) -> Kind {
                match self { $(Id::$id => Kind::$kind,)* }
            }
        }
    };
}

ids! {
    /// A function uses an aspect that its declaration does not list.
    UndeclaredAspect: Warning by c"aspect-propagation",
    /// A function uses or declares an aspect that a fixed target lacks.
    FixedTargetAspect: Warning by c"aspect-propagation",
    /// A kernel requires a sub-group or work-group size that a fixed target lacks.
    FixedTargetSize: Warning by c"aspect-propagation",
    /// The address of a function that needs the global offset is used.
    OffsetThroughAddress: Warning by c"global-offset",
    /// A kernel or function has no buffer for the specialization constants that are emulated in it.
    SpecConstantBuffer: Warning by c"spec-constants",
    /// A size of a kernel is not available on its target, or has no effect.
    KernelSize: Warning by c"kernel-size-attributes",
    /// A SYCL_EXTERNAL function needs more than the kernels that call it declare.
    ExternalMismatch: Warning by c"sycl-post-link",
    /// An image needs a function that no image defines.
    UndefinedFunction: Warning by c"sycl-post-link",
    /// An image needs a variable that no image defines.
    UndefinedVariable: Warning by c"sycl-post-link",
    /// Images import a function that no image exports.
    MissingExport: Warning by c"sycl-post-link",
    /// A module has code, but no kernel: its image is empty.
    NoKernel: Warning by c"llvm-to-backend",
    /// All kernels of an image need a feature that some use, since they are not split.
    SharedFeature: Warning by c"sycl-post-link",
    /// Metadata of a sanitizer stays as it is.
    SanitizerMetadata: Warning by c"sycl-post-link",
    /// Code for joint matrices stays as it is.
    JointMatrix: Warning by c"sycl-post-link",
    /// Types use aspects, but the module does not say which.
    MissingAspectTable: Warning by c"aspect-propagation",
    /// A function gets an aspect into its list, and why.
    RecordedAspect: Passed by c"aspect-propagation",
    /// Form of a specialization constant: its id, or its place in the buffer.
    SpecConstantId: Passed by c"spec-constants",
    /// A specialization constant becomes its default.
    SpecConstantFolded: Passed by c"spec-constants",
    /// A function that needs the global offset is cloned.
    OffsetClone: Passed by c"global-offset",
    /// The block of local memory of a kernel, and what its alignment comes from.
    LocalMemoryBlock: Passed by c"local-accessor-to-shared-memory",
    /// A size of a kernel is written.
    SizeWritten: Passed by c"kernel-size-attributes",
    /// A size of a kernel is not written.
    SizeIgnored: Missed by c"kernel-size-attributes",
    /// A function is in an image, and why.
    ImageMember: Passed by c"device-code-split",
    /// An entry point is in no image of a target, and why.
    ImageLeftOut: Missed by c"sycl-post-link",
}

impl Id {
    /// The name of the pass, as the log has it.
    fn target(self) -> &'static str {
        self.pass().to_str().unwrap_or("sycl-passes")
    }
}

impl Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Takes diagnostics. The plugin hands them to LLVM, programs print them, tests collect them.
pub trait Sink {
    /// Reports one diagnostic.
    fn report(&mut self, severity: Severity, text: &str);

    /// Reports one diagnostic about an instruction or function. A sink that does not show places otherwise has them at
    /// the start of the text, where there is debug info.
    fn report_at(&mut self, severity: Severity, place: Value<'_>, text: &str) {
        match place.location() {
            Some(location) => self.report(severity, &format!("{location}: {text}")),
            None => self.report(severity, text),
        }
    }

    /// Warns of an instruction or function.
    fn warn(&mut self, id: Id, place: Value<'_>, text: &str) {
        let _ = id;
        self.report_at(Severity::Warning, place, text);
    }

    /// Whether anybody wants remarks with this id. Asked before each, so it has to be fast.
    fn wants(&mut self, id: Id) -> bool {
        let _ = id;
        false
    }

    /// Subject of all remarks, in words.
    fn context(&self) -> Option<String> {
        None
    }

    /// Takes a remark that it wants, about an instruction or function.
    fn remark(&mut self, id: Id, place: Value<'_>, text: &str) {
        let _ = (id, place, text);
    }
}

impl dyn Sink + '_ {
    /// Reports a decision about an instruction or function: a remark, and a line in the log. Costs nothing unless
    /// either was asked for.
    pub fn decided<'m>(&mut self, id: Id, place: impl Into<Value<'m>>, text: impl FnOnce() -> String) {
        if self.follows(id) {
            let text = match self.context() {
                Some(context) => format!("{context}: {}", text()),
                None => text(),
            };
            log::debug!(target: id.target(), "{id}: {text}");
            if self.wants(id) {
                self.remark(id, place.into(), &text);
            }
        }
    }

    /// Whether `decided` does something, for callers that have to look for the reasons of a decision.
    pub fn follows(&mut self, id: Id) -> bool {
        log::log_enabled!(target: id.target(), log::Level::Debug) || self.wants(id)
    }
}

/// Remarks to be made later, in another process, about functions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Remarks {
    /// By [`Id`]: who is asked at the end wants it.
    #[serde(skip)]
    wanted: Vec<bool>,
    #[serde(skip)]
    context: Option<String>,
    /// Place of the id in [`Id::ALL`], function, text.
    made: Vec<(usize, String, String)>,
}

impl Remarks {
    /// Ids that `sink` wants.
    pub(crate) fn wanted_by(sink: &mut dyn Sink) -> Vec<bool> {
        Id::ALL.iter().map(|id| sink.wants(*id)).collect()
    }

    /// For remarks about something, such as an image.
    pub(crate) fn about(wanted: &[bool], context: String) -> Self {
        Self { wanted: wanted.to_vec(), context: Some(context), made: Vec::new() }
    }

    /// Makes them, about the functions of a module.
    pub(crate) fn make(&self, module: ModuleView<'_>, sink: &mut dyn Sink) {
        for (id, function, text) in &self.made {
            if let (Some(id), Some(function)) = (Id::ALL.get(*id), module.function(function)) {
                sink.remark(*id, *function, text);
            }
        }
    }
}

impl Sink for Remarks {
    /// Only passes that report nothing get this.
    fn report(&mut self, _: Severity, _: &str) {}

    fn wants(&mut self, id: Id) -> bool {
        self.wanted.get(id as usize).copied().unwrap_or(false)
    }

    fn context(&self) -> Option<String> {
        self.context.clone()
    }

    fn remark(&mut self, id: Id, place: Value<'_>, text: &str) {
        let function = place.as_function().unwrap_or_else(|| place.parent_function());
        self.made.push((id as usize, function.name(), text.to_owned()));
    }
}

/// Reports what is said of a copy of a module as said of the module.
pub(crate) struct OfCopy<'s, 'm> {
    pub(crate) sink: &'s mut dyn Sink,
    pub(crate) module: ModuleView<'m>,
}

impl<'m> OfCopy<'_, 'm> {
    /// The function of the module, for a function of the copy or an instruction there; none for one that is new.
    fn original(&self, place: Value<'_>) -> Option<Value<'m>> {
        let function = place.as_function().or_else(|| place.is_instruction().then(|| place.parent_function()))?;
        self.module.function(&function.name()).map(|function| *function)
    }
}

impl Sink for OfCopy<'_, '_> {
    fn report(&mut self, severity: Severity, text: &str) {
        self.sink.report(severity, text);
    }

    fn report_at(&mut self, severity: Severity, place: Value<'_>, text: &str) {
        match self.original(place) {
            Some(place) => self.sink.report_at(severity, place, text),
            None => self.sink.report(severity, text),
        }
    }

    fn warn(&mut self, id: Id, place: Value<'_>, text: &str) {
        match self.original(place) {
            Some(place) => self.sink.warn(id, place, text),
            None => self.sink.report(Severity::Warning, text),
        }
    }

    fn wants(&mut self, id: Id) -> bool {
        self.sink.wants(id)
    }

    fn context(&self) -> Option<String> {
        self.sink.context()
    }

    fn remark(&mut self, id: Id, place: Value<'_>, text: &str) {
        if let Some(place) = self.original(place) {
            self.sink.remark(id, place, text);
        }
    }
}

impl Sink for Vec<(Severity, String)> {
    fn report(&mut self, severity: Severity, text: &str) {
        self.push((severity, text.to_owned()));
    }
}

/// Runs a pass, or a step of one that is a pass of its own, and logs what came of it and how long it took.
///
/// # Errors
/// Those of `run`.
pub fn logged<T, E>(
    pass: &str,
    module: ModuleView<'_>,
    run: impl FnOnce() -> Result<T, E>,
    outcome: impl FnOnce(&T) -> String,
) -> Result<T, E> {
    if !log::log_enabled!(target: pass, log::Level::Info) {
        return run();
    }
    let module = module.identifier();
    let start = Instant::now();
    let result = run();
    let time = start.elapsed().as_secs_f64() * 1e3;
    let outcome = result.as_ref().map_or_else(|_| "refused".to_owned(), outcome);
    log::info!(target: pass, "`{module}`: {outcome}, {time:.3} ms");
    result
}

#[cfg(test)]
mod tests {
    use super::{Id, Kind};

    #[test]
    fn the_documentation_has_every_id() {
        let page = include_str!("../../docs/diagnostics.md");
        let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
        assert_eq!(rows.len(), Id::ALL.len());
        for (id, row) in Id::ALL.iter().zip(rows) {
            let shown = match id.kind() {
                Kind::Warning => "always",
                Kind::Passed => "`-pass-remarks=`",
                Kind::Missed => "`-pass-remarks-missed=`",
            };
            let pass = id.target();
            assert!(row.starts_with(&format!("| `{id}` |")), "{id}: {row}");
            assert!(row.ends_with(&format!("| `{pass}` | {shown} |")), "{id}: {row}");
            assert!(crate::registry::find(pass).is_some(), "{id}");
        }
    }

    #[test]
    fn ids_number_themselves() {
        assert!((0..).zip(Id::ALL).all(|(number, id)| *id as usize == number));
    }
}
