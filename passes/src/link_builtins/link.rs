//! Links what is undefined from one library after another, until nothing changes.

use std::collections::BTreeSet;

use sycl_propset::triple::{Architecture, Triple};

use super::{
    adapt::Adapter,
    error::{Error, LibraryError, LibraryProblem},
    libclc::{self, Libclc},
    libraries::Source,
    opencl, opencl_host, printf,
    resolve::{Meaning, RESOLVED, Signature, intrinsic, with_two_results},
};
use crate::{
    builtins::table::{Binding, Family, Form, LIBM, Row},
    changed::Changed,
    ir::{
        Editor, Function, GlobalVariable, Library, ModuleView, TypeKind, UsedList, Value, attribute,
        gpu::{self, address_space},
    },
    sscp::reflect,
};

/// Target of the module.
pub(super) fn target_of(module: ModuleView<'_>) -> Result<Family, Error> {
    let triple = module.triple();
    let architecture = Triple::parse(&triple).map(|triple| triple.architecture);
    match architecture {
        Some(Architecture::Nvptx64) => Ok(Family::Nvptx),
        Some(Architecture::Amdgcn) => Ok(Family::Amdgpu),
        Some(Architecture::Spirv64 | Architecture::Spir64) => Ok(Family::Spirv),
        None if !triple.is_empty() => Ok(Family::Host),
        _ => Err(Error::NotRetargeted { triple }),
    }
}

/// A target in messages.
pub(super) fn name_of(target: Family) -> &'static str {
    target.architecture().name()
}

/// Declarations of functions that are used and have to be defined here. Queries are answered afterwards,
/// those of libraries too.
pub(super) fn undefined<'m>(module: ModuleView<'m>, target: Family) -> impl Iterator<Item = Function<'m>> {
    module.functions().filter(move |function| {
        function.is_declaration()
            && !function.is_unused()
            && !is_intrinsic(*function)
            && !function.name_bytes().starts_with(reflect::PREFIX.as_bytes())
            && !matches!(Meaning::resolve(*function, target), Meaning::Stays)
    })
}

/// Whether a function is an intrinsic, known or not.
pub(super) fn is_intrinsic(function: Function<'_>) -> bool {
    function.name_bytes().starts_with(b"llvm.")
}

/// Mathematical intrinsics that are functions of the library on a target.
fn intrinsics<'m>(module: ModuleView<'m>, target: Family) -> Vec<Function<'m>> {
    module.functions().filter(|function| intrinsic(*function, target).is_some()).collect()
}

/// Functions of the library for the host that it has for vectors, too.
const WITH_VECTOR_FORMS: [&str; 6] = [
    "__sp_any_cos_f32",
    "__sp_any_cos_f64",
    "__sp_any_sin_f32",
    "__sp_any_sin_f64",
    "__sp_any_tan_f32",
    "__sp_any_tan_f64",
];

/// The numbers of lanes of those.
const VECTOR_LANES: [u32; 4] = [2, 4, 8, 16];

/// Whether the library has a function for elements only.
fn is_elementwise(row: &Row, binding: &Binding) -> bool {
    row.form == Form::Elementwise && binding.lanes > 1
}

/// The name of a built-in function in the library.
fn canonical(row: &Row, binding: &Binding) -> String {
    if is_elementwise(row, binding) { binding.element().name() } else { binding.name() }
}

/// Libraries on their way into a module.
pub(super) struct Linking<'e, 'm> {
    editor: &'e mut Editor<'m>,
    target: Family,
    /// The library of this crate.
    own: Source,
    /// The user's, in order.
    users: Vec<Source>,
    libclc: Libclc,
    /// Functions that the library of this crate leaves to libclc.
    math: BTreeSet<Vec<u8>>,
    /// Mathematical intrinsics of the module itself, and in OpenCL C those of libclc, until the next round.
    intrinsics: Vec<Function<'m>>,
    /// A function of the module that says which processor it is for.
    like: Option<Function<'m>>,
    changed: Changed,
}

impl<'e, 'm> Linking<'e, 'm> {
    pub(super) fn new(
        editor: &'e mut Editor<'m>,
        target: Family,
        own: Source,
        users: Vec<Source>,
        libclc: Libclc,
    ) -> Self {
        let intrinsics = intrinsics(editor.view(), target);
        let says = |f: &Function<'_>| !f.is_declaration() && f.has_string_attribute("target-cpu");
        let like = editor.view().functions().find(says);
        Self { editor, target, own, users, libclc, math: BTreeSet::new(), intrinsics, like, changed: Changed::No }
    }

    /// The names that the library of this crate leaves to libclc.
    pub(super) fn into_math(self) -> BTreeSet<Vec<u8>> {
        self.math
    }

    /// Links until nothing changes.
    pub(super) fn run(&mut self) -> Result<Changed, LibraryError> {
        self.drop_unused();
        let says_opencl = || !self.editor.view().named_metadata("opencl.ocl.version").is_empty();
        if self.target == Family::Host && (self.libclc.is_opencl || says_opencl()) {
            let lowered = opencl_host::lower(&mut self.adapter());
            self.changed |= lowered;
        } else if self.libclc.is_opencl || self.target == Family::Spirv && says_opencl() {
            self.changed |= opencl::rename(self.editor, self.target);
        }
        self.two_results();
        let mut all = self.changed;
        if self.target == Family::Spirv && self.users.is_empty() && !self.needs_library() {
            return Ok(all);
        }
        loop {
            self.changed = Changed::No;
            self.round()?;
            all |= self.changed;
            if self.changed == Changed::No {
                break;
            }
        }
        if self.target == Family::Spirv && all == Changed::Yes {
            // The back end inlines nothing, and would have functions with pointers to what it knows as an array.
            self.editor.run_required_pipeline("always-inline");
        }
        if self.target == Family::Host {
            self.vector_forms()?;
            self.name_libm();
            all |= self.changed;
        }
        Ok(all)
    }

    /// Functions that LLVM's vectorizer may put in the place of those that a loop calls for each item, where the module
    /// has such calls. Nothing calls them yet, so a list keeps them.
    fn vector_forms(&mut self) -> Result<(), LibraryError> {
        let is_new = |name: &&str| {
            let function = self.editor.view().function(name).filter(|function| !function.is_declaration());
            function.is_some_and(|function| !function.has_string_attribute(attribute::VECTOR_FORMS))
        };
        let scalars: Vec<&str> = WITH_VECTOR_FORMS.iter().copied().filter(is_new).collect();
        if scalars.is_empty() {
            return Ok(());
        }
        let forms = |scalar: &str| VECTOR_LANES.map(|lanes| (lanes, format!("{scalar}_v{lanes}")));
        let names = scalars.iter().flat_map(|scalar| forms(scalar)).map(|(_, name)| name.into_bytes()).collect();
        let own = self.own.clone();
        let library = own.open(self.editor, &names)?;
        let mut kept = Vec::new();
        for scalar in scalars {
            let mut forms_of_scalar = Vec::new();
            for (lanes, name) in forms(scalar) {
                let Some(found) = defined(library.view(), name.as_bytes()) else { continue };
                kept.push(self.declare(&name, found));
                forms_of_scalar.push(format!("_ZGV_LLVM_N{lanes}vv_{scalar}({name})"));
            }
            if let Some(function) = self.editor.view().function(scalar) {
                self.editor.add_string_attribute(function, attribute::VECTOR_FORMS, &forms_of_scalar.join(","));
            }
        }
        self.editor.append_to_used(UsedList::ByCompiler, &kept);
        library.link(self.editor, self.like).map_err(|error| own.error(LibraryProblem::Link(error)))?;
        self.changed = Changed::Yes;
        Ok(())
    }

    /// Calls the C library's mathematics by its names. What the user's code has under such a name is meant, as
    /// everywhere.
    fn name_libm(&mut self) {
        let is_libm = |function: &Function<'m>| function.name_bytes().starts_with(LIBM.as_bytes());
        let all: Vec<Function<'m>> = self.editor.view().functions().filter(is_libm).collect();
        for function in all {
            self.changed = Changed::Yes;
            let name = function.name()[LIBM.len()..].to_owned();
            match self.editor.view().function(&name) {
                Some(users) if users.value_type() == function.value_type() => {
                    self.editor.replace_all_uses(*function, *users);
                    self.editor.erase_if_unused(*function);
                }
                Some(users) => {
                    self.editor.set_name(*users, &format!("{name}.other"));
                    self.editor.set_name(*function, &name);
                    self.editor.add_string_attribute(function, RESOLVED, "");
                }
                None => {
                    self.editor.set_name(*function, &name);
                    self.editor.add_string_attribute(function, RESOLVED, "");
                }
            }
        }
    }

    /// Whether the library of this crate has something that is undefined. Most code for SPIR-V needs none of it.
    fn needs_library(&self) -> bool {
        let mut functions = undefined(self.editor.view(), self.target);
        functions.any(|function| matches!(Meaning::resolve(function, self.target), Meaning::Builtin { .. }))
    }

    /// Intrinsics with two results become functions that call C's.
    fn two_results(&mut self) {
        let all: Vec<Function<'m>> = self.editor.view().functions().collect();
        for intrinsic in all {
            if let Some(of_c) = with_two_results(intrinsic, self.target) {
                let function = self.adapter().two_results(intrinsic, of_c);
                self.editor.replace_all_uses(*intrinsic, *function);
                self.editor.erase_if_unused(*intrinsic);
                self.changed = Changed::Yes;
            }
        }
    }

    /// Declarations that nothing uses would be linked, too.
    fn drop_unused(&mut self) {
        let is_unused = |f: &Function<'_>| f.is_declaration() && f.is_unused() && !f.is_metadata_target();
        let unused: Vec<Function<'m>> = self.editor.view().functions().filter(is_unused).collect();
        for function in unused {
            self.editor.erase_if_unused(*function);
            self.changed = Changed::Yes;
        }
    }

    fn round(&mut self) -> Result<(), LibraryError> {
        if !self.is_anything_undefined() && self.intrinsics.is_empty() {
            return Ok(());
        }
        let own = self.own.clone();
        let library = own.open(self.editor, &self.names())?;
        let declared = library.view().functions().filter(|f| f.is_declaration() && !is_intrinsic(*f));
        self.math.extend(declared.map(|function| function.name_bytes()));
        for function in std::mem::take(&mut self.intrinsics) {
            if let Some((row, binding)) = intrinsic(function, self.target) {
                self.redirect(&own, &library, function, row, &binding)?;
            }
        }
        self.take(&own, library)?;
        let users = std::mem::take(&mut self.users);
        for source in &users {
            if self.is_anything_undefined() {
                let library = source.open(self.editor, &BTreeSet::new())?;
                self.rename(&library);
                self.take(source, library)?;
            }
        }
        self.users = users;
        if self.is_anything_undefined() {
            self.take_math()?;
        }
        Ok(())
    }

    /// Names by which the module means functions and variables that it does not have: its own, and the canonical ones.
    fn names(&self) -> BTreeSet<Vec<u8>> {
        let module = self.editor.view();
        let mut names = BTreeSet::new();
        for function in undefined(module, self.target) {
            if let Meaning::Builtin { row, binding } = Meaning::resolve(function, self.target) {
                names.insert(canonical(row, &binding).into_bytes());
            }
            names.insert(function.name_bytes());
        }
        names.extend(undefined_variables(module).map(|variable| variable.name_bytes()));
        let intrinsics = self.intrinsics.iter().filter_map(|function| intrinsic(*function, self.target));
        names.extend(intrinsics.map(|(row, binding)| canonical(row, &binding).into_bytes()));
        names
    }

    fn is_anything_undefined(&self) -> bool {
        let module = self.editor.view();
        undefined(module, self.target).next().is_some() || undefined_variables(module).next().is_some()
    }

    fn undefined(&self) -> Vec<Function<'m>> {
        undefined(self.editor.view(), self.target).collect()
    }

    /// Takes what the library has, under its own names and under the canonical ones.
    fn take(&mut self, source: &Source, library: Library<'m, '_>) -> Result<(), LibraryError> {
        for function in self.undefined() {
            match Meaning::resolve(function, self.target) {
                Meaning::Builtin { row, .. } if row.form == Form::Variadic => {
                    let target = self.target;
                    let lowered = printf::lower(&mut self.adapter(), function, target);
                    self.changed |= lowered;
                }
                Meaning::Builtin { row, .. } if row.form == Form::Written => {
                    self.adapter().with_carry(function, row.operation);
                    self.changed = Changed::Yes;
                }
                Meaning::Builtin { row, binding } => self.redirect(source, &library, function, row, &binding)?,
                _ => self.adapt(source, &library, function)?,
            }
        }
        let view = library.view();
        let functions = self.undefined();
        let is_wanted = functions.iter().any(|function| defined(view, &function.name_bytes()).is_some())
            || undefined_variables(self.editor.view())
                .any(|variable| view.global_variable(&variable.name()).is_some_and(|found| !found.is_declaration()));
        if is_wanted {
            library.link(self.editor, self.like).map_err(|error| source.error(LibraryProblem::Link(error)))?;
            self.changed = Changed::Yes;
        }
        Ok(())
    }

    /// Sends the uses of a built-in function to the canonical one, if the library has it.
    fn redirect(
        &mut self,
        source: &Source,
        library: &Library<'m, '_>,
        function: Function<'m>,
        row: &Row,
        binding: &Binding,
    ) -> Result<(), LibraryError> {
        let name = canonical(row, binding);
        let Some(found) = defined(library.view(), name.as_bytes()) else { return Ok(()) };
        let mut to = self.declare(&name, found);
        if row.form == Form::Paired {
            self.changed = Changed::Yes;
            self.adapter().paired(function, row, to);
            return Ok(());
        }
        if is_elementwise(row, binding) {
            to = self.adapter().elementwise(function, row, binding, to);
        }
        self.replace(source, function, to)
    }

    /// Makes a function of another type out of one that the library defines under the same name.
    fn adapt(
        &mut self,
        source: &Source,
        library: &Library<'m, '_>,
        function: Function<'m>,
    ) -> Result<(), LibraryError> {
        let name = function.name();
        let Some(found) = defined(library.view(), name.as_bytes()).filter(|found| !is_same(function, *found)) else {
            return Ok(());
        };
        self.editor.set_name(*function, &format!("{name}.adapted"));
        let to = self.declare(&name, found);
        self.replace(source, function, to)
    }

    /// Puts one function in the place of another, or lets it call the other.
    fn replace(&mut self, source: &Source, function: Function<'m>, to: Function<'m>) -> Result<(), LibraryError> {
        self.changed = Changed::Yes;
        if is_same(function, to) {
            self.editor.replace_all_uses(*function, *to);
            self.editor.erase_if_unused(*function);
            return Ok(());
        }
        let (from, other) = (Signature::from_function(function), Signature::from_function(to));
        let mut adapter = self.adapter();
        if !adapter.fits(&from, &other) {
            return Err(source.error(LibraryProblem::OtherType {
                function: to.name(),
                found: to.value_type().to_string(),
                expected: function.value_type().to_string(),
            }));
        }
        adapter.forward(function, to);
        Ok(())
    }

    /// Declares what a library defines.
    fn declare(&mut self, name: &str, found: Function<'m>) -> Function<'m> {
        let function = self.editor.declare_function(name, found.value_type());
        if function.is_declaration() {
            self.editor.take_calling_convention(function, found);
            self.editor.take_attributes(function, found);
        }
        function
    }

    /// Sends mathematical functions of libclc to those of CUDA's libdevice, if the library has them.
    fn rename(&mut self, library: &Library<'m, '_>) {
        if self.target != Family::Nvptx {
            return;
        }
        for function in self.undefined() {
            let Some(name) = libclc::libdevice_name(function) else { continue };
            let Some(found) = defined(library.view(), name.as_bytes()) else { continue };
            let (from, to) = (Signature::from_function(function), Signature::from_function(found));
            if self.adapter().fits(&from, &to) {
                let to = self.declare(&name, found);
                self.changed = Changed::Yes;
                if is_same(function, to) {
                    self.editor.replace_all_uses(*function, *to);
                    self.editor.erase_if_unused(*function);
                } else {
                    self.adapter().forward(function, to);
                }
            }
        }
    }

    /// Takes functions from libclc: the mathematical ones that the library of this crate calls, all that OpenCL C
    /// calls, and what they need.
    fn take_math(&mut self) -> Result<(), LibraryError> {
        let undefined = self.undefined().into_iter().map(|function| (*function, function.name_bytes()));
        let is_meant = |name: &Vec<u8>| self.libclc.is_opencl || self.math.contains(name);
        let (meant, others): (Vec<_>, Vec<(Value<'m>, Vec<u8>)>) = undefined.partition(|(_, name)| is_meant(name));
        let names: BTreeSet<Vec<u8>> = meant.into_iter().map(|(_, name)| name).collect();
        if names.is_empty() {
            return Ok(());
        }
        let mut libclc = std::mem::take(&mut self.libclc);
        let taken = self.take_named(&mut libclc, &names, &others);
        self.libclc = libclc;
        if self.libclc.is_opencl {
            // Its `native_cos` is an intrinsic.
            self.intrinsics = intrinsics(self.editor.view(), self.target);
        }
        taken
    }

    fn take_named(
        &mut self,
        libclc: &mut Libclc,
        names: &BTreeSet<Vec<u8>>,
        others: &[(Value<'m>, Vec<u8>)],
    ) -> Result<(), LibraryError> {
        let Some((source, library)) = libclc.open(self.editor, self.target, names)? else { return Ok(()) };
        // What libclc defines by chance is not meant: the user's `max(int, int)`, say. Its name is away meanwhile.
        for (other, _) in others {
            self.editor.set_name_bytes(*other, b"");
        }
        let taken = self.take(&source, library);
        for (other, name) in others {
            self.editor.set_name_bytes(*other, name);
        }
        taken
    }

    fn adapter(&mut self) -> Adapter<'_, 'm> {
        let stack = gpu::Architecture::from_module(self.editor.view()).map_or(0, gpu::Architecture::stack);
        Adapter { editor: &mut *self.editor, stack, like: self.like }
    }
}

/// Variables that are used without a definition. Those in local memory have their size from the launch. On the host
/// the C library has some, and tools that instrument code; a driver of SPIR-V knows its own by their names.
pub(super) fn undefined_variables<'m>(module: ModuleView<'m>) -> impl Iterator<Item = GlobalVariable<'m>> {
    let is_gpu = gpu::Architecture::from_module(module).is_some();
    let is_elsewhere = move |name: &[u8]| {
        let is_known = || OF_C.contains(&name) || name.starts_with(b"__") || name.starts_with(b"_ZTVN10__cxxabiv1");
        name.starts_with(b"llvm.") || !is_gpu && is_known()
    };
    module.global_variables().filter(move |variable| {
        let space = TypeKind::Pointer(address_space::LOCAL);
        variable.is_declaration()
            && !variable.is_unused()
            && variable.ty().kind() != space
            && !is_elsewhere(&variable.name_bytes())
    })
}

/// Variables of the C library.
const OF_C: [&[u8]; 4] = [b"environ", b"stderr", b"stdin", b"stdout"];

/// A function that a module defines.
fn defined<'m>(module: ModuleView<'m>, name: &[u8]) -> Option<Function<'m>> {
    module.function(std::str::from_utf8(name).ok()?).filter(|function| !function.is_declaration())
}

/// Whether a function can stand where the other does.
fn is_same(a: Function<'_>, b: Function<'_>) -> bool {
    let (from, to) = (Signature::from_function(a), Signature::from_function(b));
    let is_passed_alike = || {
        let pairs = from.parameters.iter().zip(&to.parameters);
        from.returns_in_memory == to.returns_in_memory
            && pairs.into_iter().all(|(f, t)| (f.value == f.passed) == (t.value == t.passed))
    };
    a.value_type() == b.value_type() && a.calling_convention() == b.calling_convention() && is_passed_alike()
}
