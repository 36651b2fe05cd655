//! Step 3: where there is no offset it is zero.

use rustc_hash::FxHashSet;

use super::{
    Error,
    reach::{Form, Trigger},
};
use crate::{
    ir::{Call, Editor, GlobalVariable, Opcode, TypeKind, Value, gpu::Architecture, kernels::Kernels},
    pointer_flow::{Event, Way, follow},
};

/// One call of a trigger, and what becomes of it.
pub(super) struct Fold<'m> {
    call: Call<'m>,
    how: How<'m>,
}

enum How<'m> {
    /// The value is zero.
    Zero,
    /// The pointer is only read through: these loads give zero, then these instructions (users before what they use)
    /// and the call go.
    Loads { loads: Vec<Value<'m>>, addresses: Vec<Value<'m>> },
    /// The pointer has other uses: it points to zeros.
    Memory,
}

/// Looks at all calls, before there are clones.
pub(super) fn plan<'m>(
    architecture: Architecture,
    kernels: &Kernels<'m>,
    triggers: &[Trigger<'m>],
) -> Result<Vec<Fold<'m>>, Error> {
    let mut folds = Vec::new();
    let mut errors = Vec::new();
    for trigger in triggers {
        for call in &trigger.calls {
            let how = match trigger.form {
                Form::Element => How::Zero,
                Form::Pointer => pointer_uses(**call),
            };
            // On NVPTX the zeros are a constant, on AMDGPU they are on the stack of the function, which ends with the
            // function; a kernel's is there as long as its code runs.
            if matches!(how, How::Memory)
                && architecture == Architecture::Amdgpu
                && !kernels.defines(call.parent_function())
                && let Err(error) = stays_inside(*call, trigger)
            {
                errors.push(error);
            }
            folds.push(Fold { call: *call, how });
        }
    }
    // Calls and uses have no stable order.
    match errors.into_iter().min_by_key(Error::to_string) {
        Some(error) => Err(error),
        None => Ok(folds),
    }
}

/// Checks that a pointer to the stack of the function that calls a trigger does not outlive the function.
fn stays_inside(call: Call<'_>, trigger: &Trigger<'_>) -> Result<(), Error> {
    let owner = call.parent_function();
    let escapes = |place: Value<'_>, how| {
        Err(Error::Escapes {
            function: place.parent_function().name(),
            trigger: trigger.function.name(),
            how,
            owner: owner.name(),
        })
    };
    follow([*call], |event| match event {
        Event::Lost(place, Way::Stored) => escapes(place, "stores"),
        Event::Lost(place, Way::PassedOn) => escapes(place, "passes on"),
        Event::Use(place, _) if place.opcode() == Opcode::Return && place.parent_function() == owner => {
            escapes(place, "returns")
        }
        Event::Use(..) => Ok(()),
    })
}

fn pointer_uses(call: Value<'_>) -> How<'_> {
    let mut seen = FxHashSet::default();
    let mut loads = Vec::new();
    let mut addresses = Vec::new();
    let mut merges = Vec::new();
    let mut only_loads = true;
    let mut work = vec![call];
    while let Some(pointer) = work.pop() {
        for user in pointer.users() {
            match user.opcode() {
                Opcode::Load => {
                    if seen.insert(user) {
                        loads.push(user);
                    }
                }
                kind @ (Opcode::GetElementPointer | Opcode::PointerCast | Opcode::Phi | Opcode::Select) => {
                    if seen.insert(user) {
                        addresses.push(user);
                        work.push(user);
                        if matches!(kind, Opcode::Phi | Opcode::Select) {
                            merges.push(user);
                        }
                    }
                }
                _ => only_loads = false,
            }
        }
    }
    // Merged with other pointers: which of them is read is not known.
    let other = |value: &Value<'_>| {
        matches!(value.ty().kind(), TypeKind::Pointer(_))
            && *value != call
            && !seen.contains(value)
            && !value.is_undef()
    };
    if !only_loads || merges.iter().any(|merge| merge.operands().any(|operand| other(&operand))) {
        return How::Memory;
    }
    How::Loads { loads, addresses }
}

/// Replaces the calls.
pub(super) fn fold<'m>(editor: &mut Editor<'m>, architecture: Architecture, folds: &[Fold<'m>]) {
    let mut zeros = None;
    for fold in folds {
        match &fold.how {
            How::Zero => {
                let zero = editor.null(fold.call.ty());
                editor.replace_all_uses(*fold.call, zero);
            }
            How::Loads { loads, addresses } => {
                for load in loads {
                    let zero = editor.null(load.ty());
                    editor.replace_all_uses(*load, zero);
                    editor.erase_instruction(*load);
                }
                // Merges may use each other in a circle.
                for address in addresses {
                    let none = editor.undef(address.ty());
                    editor.replace_all_uses(*address, none);
                }
                for address in addresses {
                    editor.erase_instruction(*address);
                }
            }
            How::Memory => {
                let memory = zero_memory(editor, architecture, fold.call, &mut zeros);
                editor.replace_all_uses(*fold.call, memory);
            }
        }
        editor.erase_instruction(*fold.call);
    }
}

fn zero_memory<'m>(
    editor: &mut Editor<'m>,
    architecture: Architecture,
    call: Call<'m>,
    constant: &mut Option<GlobalVariable<'m>>,
) -> Value<'m> {
    let ty = editor.array_type(editor.integer_type(32), 3);
    match architecture {
        Architecture::Nvptx => **constant.get_or_insert_with(|| editor.define_zero("__sycl_zero_offset", ty, 4)),
        Architecture::Amdgpu => {
            // The pointer may get anywhere now, and `tail` calls promise to stay away from the stack.
            editor.clear_tail_calls(call.parent_function());
            editor.position_at_entry(call.parent_function());
            let memory = editor.build_alloca(ty, 4, architecture.stack(), "offset.zero");
            let zero = editor.null(ty);
            editor.store(zero, memory, 4);
            memory
        }
    }
}
