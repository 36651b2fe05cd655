//! Uses that a kernel makes of memory of the device.

use std::collections::BTreeSet;

use crate::ir::{ByValOrByRef, Editor, Function, Opcode, Order, TypeKind, Value, gpu::address_space};

/// Calls that write no memory which others see, or order no more than a work-group's accesses.
const HARMLESS: &[&str] = &[
    "llvm.nvvm.barrier",
    "llvm.nvvm.bar.",
    "llvm.nvvm.shfl.",
    "llvm.nvvm.vote.",
    "llvm.nvvm.match.",
    "llvm.nvvm.redux.",
    "llvm.nvvm.activemask",
    "llvm.nvvm.membar.cta",
];

/// Calls that write behind their first argument.
const MEMORY_WRITERS: &[&str] = &["llvm.memcpy.", "llvm.memmove.", "llvm.memset."];

/// A pointer that a launch gives: in which parameter, at which byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pointer {
    pub(super) parameter: u32,
    pub(super) offset: u32,
}

/// Target of an access.
#[derive(Default)]
struct Way {
    pointers: BTreeSet<Pointer>,
    /// To variables of the device.
    to_variables: bool,
    /// To memory that is the item's or the work-group's, or does not change.
    to_others: bool,
    /// To an argument itself.
    to_arguments: bool,
}

/// Uses that a kernel makes of memory of the device.
#[derive(Default)]
pub(super) struct Accesses<'m> {
    /// Loads that go through pointers of the launch and nowhere else, with these, and have no order.
    loads: Vec<(Value<'m>, BTreeSet<Pointer>)>,
    /// The pointers through which something is written, or is loaded that others write.
    pub(super) written: BTreeSet<Pointer>,
    writes_variables: bool,
}

impl<'m> Accesses<'m> {
    /// None if it may write where a launch cannot tell, or wait for others.
    pub(super) fn find(editor: &Editor<'m>, kernel: Function<'m>) -> Option<Self> {
        let (mut all, search) = (Self::default(), Search::new(editor, kernel));
        for instruction in kernel.instructions() {
            let order = instruction.atomic_order();
            let acquires = !matches!(order, None | Some(Order::Relaxed | Order::Release));
            let opcode = instruction.opcode();
            if opcode == Opcode::Fence {
                if instruction.atomic_scope() != "block" {
                    return None;
                }
                continue;
            }
            if acquires {
                return None;
            }
            match opcode {
                Opcode::Load if instruction.effects().is_ordered() => {
                    all.written.extend(search.way(instruction.operand(0))?.pointers);
                }
                Opcode::Load => {
                    let way = search.way(instruction.operand(0));
                    let only_pointers = |way: &Way| !(way.to_variables || way.to_others || way.to_arguments);
                    if let Some(way) = way.filter(|way| only_pointers(way) && !way.pointers.is_empty()) {
                        all.loads.push((instruction, way.pointers));
                    }
                }
                Opcode::Store => all.write(search.way(instruction.operand(1))?)?,
                Opcode::AtomicReadModifyWrite | Opcode::CompareExchange => {
                    all.write(search.way(instruction.operand(0))?)?;
                }
                opcode if opcode.is_call() => {
                    let effects = instruction.effects();
                    if !effects.writes() || effects.is_hint() {
                        continue;
                    }
                    let name = instruction.as_call().and_then(|call| call.callee())?.name();
                    let is_one_of = |names: &[&str]| names.iter().any(|one| name.starts_with(one));
                    if is_one_of(MEMORY_WRITERS) {
                        all.write(search.way(instruction.operand(0))?)?;
                    } else if !is_one_of(HARMLESS) {
                        return None;
                    }
                }
                _ if instruction.effects().writes() => return None,
                _ => {}
            }
        }
        Some(all)
    }

    fn write(&mut self, way: Way) -> Option<()> {
        self.written.extend(way.pointers);
        self.writes_variables |= way.to_variables;
        (!way.to_arguments).then_some(())
    }

    pub(super) fn writes_nothing(&self) -> bool {
        self.written.is_empty() && !self.writes_variables
    }

    pub(super) fn invariant_loads(&self) -> Vec<Value<'m>> {
        let is_invariant = |(load, pointers): &&(Value<'m>, BTreeSet<Pointer>)| {
            !load.effects().is_invariant() && pointers.is_disjoint(&self.written)
        };
        self.loads.iter().filter(is_invariant).map(|(load, _)| *load).collect()
    }

    /// The ones that a launch has to compare.
    pub(super) fn pointers(&self) -> BTreeSet<Pointer> {
        self.loads.iter().flat_map(|(_, pointers)| pointers).chain(&self.written).copied().collect()
    }
}

/// Loads of these pointers from the arguments of a kernel.
pub(super) fn loads_of<'m>(editor: &Editor<'m>, kernel: Function<'m>, pointers: &BTreeSet<Pointer>) -> Vec<Value<'m>> {
    let search = Search::new(editor, kernel);
    let is_pointer = |load: &Value<'m>| matches!(load.ty().kind(), TypeKind::Pointer(_));
    let is_one = |load: &Value<'m>| search.pointer(*load).is_some_and(|pointer| pointers.contains(&pointer));
    kernel.instructions().filter(|load| load.is_load()).filter(is_pointer).filter(is_one).collect()
}

/// A kernel whose accesses are looked at.
pub(super) struct Search<'a, 'm> {
    editor: &'a Editor<'m>,
    /// Its parameters that are objects by value.
    objects: Vec<(u32, Value<'m>)>,
}

impl<'a, 'm> Search<'a, 'm> {
    pub(super) fn new(editor: &'a Editor<'m>, kernel: Function<'m>) -> Self {
        let is_object = |index| kernel.passed_object(index, ByValOrByRef::ByValue).is_some();
        Self { editor, objects: (0..).zip(kernel.parameters()).filter(|(index, _)| is_object(*index)).collect() }
    }

    /// Place in an argument that a load reads.
    pub(super) fn pointer(&self, load: Value<'m>) -> Option<Pointer> {
        self.objects.iter().find_map(|(parameter, argument)| {
            let offset = self.editor.constant_offset(load.operand(0), *argument)?;
            Some(Pointer { parameter: *parameter, offset: u32::try_from(offset).ok()? })
        })
    }

    /// Target of an access through a pointer; none if that is not known.
    fn way(&self, pointer: Value<'m>) -> Option<Way> {
        let mut way = Way::default();
        if !is_of_device(pointer) {
            way.to_others = true;
            return Some(way);
        }
        for object in self.editor.underlying_objects(pointer) {
            if object.is_alloca() {
                way.to_others = true;
            } else if let Some(variable) = object.as_global_variable() {
                let is_visible = is_of_device(object) && !variable.is_constant_variable();
                if is_visible { way.to_variables = true } else { way.to_others = true }
            } else if let Some((_, parameter)) = object.as_parameter() {
                if self.objects.iter().any(|(index, _)| *index == parameter) {
                    way.to_arguments = true;
                } else {
                    way.pointers.insert(Pointer { parameter, offset: 0 });
                }
            } else if object.is_load() {
                way.pointers.insert(self.pointer(object)?);
            } else if !(object.is_null() || object.is_undef()) {
                return None;
            }
        }
        Some(way)
    }
}

/// Whether an address may be in memory that all items see.
fn is_of_device(pointer: Value<'_>) -> bool {
    matches!(pointer.ty().kind(), TypeKind::Pointer(address_space::GENERIC | address_space::GLOBAL))
}
