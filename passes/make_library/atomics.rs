//! Atomic operations and fences, written in IR: C++ has no scopes for NVPTX, and states more about memory for AMDGPU
//! than a SYCL program promises.
//!
//! The scope and the order are parameters. A function has every combination, and a constant leaves one of them after
//! inlining; a number that SPIR-V does not have is the strongest one.

use std::fmt::Write;

use crate::table::{self, Binding, Bound, Family, IrType, Row, Scalar, Type};

const INFALLIBLE: &str = "writing to a string does not fail";

/// The bits of SPIR-V's memory semantics that are an order.
const ORDERS: u32 = 0x1e;

fn rows(target: Family) -> impl Iterator<Item = &'static Row> {
    let topic = table::TOPICS.iter().find(|(topic, _)| *topic == "atomics");
    topic.expect("the table has atomics").1.iter().filter(move |row| row.is_in_library(target))
}

/// The functions in IR.
pub(crate) fn definitions(target: Family) -> String {
    let mut text = String::new();
    for row in rows(target) {
        for binding in row.bindings(target) {
            define(&mut text, row, &binding, target);
        }
    }
    text
}

/// Operation of a function for one scope and order.
enum Action {
    Fence,
    Load,
    Store,
    CompareExchange,
    /// `atomicrmw` with the value that is given, or a constant.
    Update(&'static str, Option<&'static str>),
    /// Sets an `i32` and says if it was set.
    TestAndSet,
    Clear,
}

fn action(operation: &str) -> Action {
    let update = match operation {
        "memory_barrier" => return Action::Fence,
        "atomic_load" => return Action::Load,
        "atomic_store" => return Action::Store,
        "atomic_compare_exchange" => return Action::CompareExchange,
        "atomic_flag_test_and_set" => return Action::TestAndSet,
        "atomic_flag_clear" => return Action::Clear,
        "atomic_iincrement" => return Action::Update("add", Some("1")),
        "atomic_idecrement" => return Action::Update("sub", Some("1")),
        "atomic_exchange" => "xchg",
        "atomic_iadd" => "add",
        "atomic_isub" => "sub",
        "atomic_smin" => "min",
        "atomic_smax" => "max",
        "atomic_umin" => "umin",
        "atomic_umax" => "umax",
        "atomic_and" => "and",
        "atomic_or" => "or",
        "atomic_xor" => "xor",
        "atomic_fadd" => "fadd",
        "atomic_fmin" => "fmin",
        "atomic_fmax" => "fmax",
        other => panic!("the table has the atomic operation `{other}`, which has no instruction here"),
    };
    Action::Update(update, None)
}

/// The scopes of a target: SPIR-V's numbers and the name in IR, the widest one last and without numbers.
fn scopes(target: Family, fence: bool) -> Vec<(&'static [u32], &'static str)> {
    const GROUP: &[u32] = &[2, 3, 4];
    const DEVICE: &[u32] = &[1];
    match target {
        Family::Nvptx => vec![(GROUP, "block"), (DEVICE, "device"), (&[], "")],
        Family::Amdgpu => vec![(GROUP, "workgroup"), (DEVICE, "agent"), (&[], "")],
        // A group runs on one thread.
        Family::Host if fence => vec![(GROUP, "singlethread"), (&[], "")],
        Family::Host | Family::Spirv => vec![(&[], "")],
    }
}

/// Orders by SPIR-V's bits; the last one, without, is for all other numbers.
fn orders(action: &Action) -> &'static [(Option<u32>, &'static str)] {
    match action {
        Action::Load => &[(Some(0), "monotonic"), (Some(2), "acquire"), (None, "seq_cst")],
        Action::Store | Action::Clear => &[(Some(0), "monotonic"), (Some(4), "release"), (None, "seq_cst")],
        // The order on failure is not weaker than either that was asked for.
        Action::CompareExchange => &[
            (Some(0), "monotonic monotonic"),
            (Some(2), "acquire acquire"),
            (Some(4), "release monotonic"),
            (Some(8), "acq_rel acquire"),
            (Some(6), "acq_rel acquire"),
            (Some(10), "acq_rel acquire"),
            (None, "seq_cst seq_cst"),
        ],
        Action::Fence => {
            &[(Some(0), ""), (Some(2), "acquire"), (Some(4), "release"), (Some(8), "acq_rel"), (None, "seq_cst")]
        }
        Action::Update(..) | Action::TestAndSet => &[
            (Some(0), "monotonic"),
            (Some(2), "acquire"),
            (Some(4), "release"),
            (Some(8), "acq_rel"),
            (None, "seq_cst"),
        ],
    }
}

fn define(text: &mut String, row: &Row, binding: &Binding, target: Family) {
    let action = action(row.operation);
    let types = row.types(target, binding);
    let parameters: Vec<String> =
        types.parameters.iter().enumerate().map(|(i, of)| format!("{} %a{i}", ir(*of))).collect();
    let result = ir(types.result);
    writeln!(
        text,
        "define {}{result} @{}({}) noinline nounwind {{",
        if types.result == IrType::Bool { "zeroext " } else { "" },
        binding.name(),
        parameters.join(", ")
    )
    .expect(INFALLIBLE);
    // A fence has no pointer before the scope.
    let scope = usize::from(!matches!(action, Action::Fence));
    match action {
        Action::CompareExchange => {
            writeln!(text, "  %both = or i32 %a2, %a3\n  %order = and i32 %both, {ORDERS}").expect(INFALLIBLE);
        }
        _ => writeln!(text, "  %order = and i32 %a{}, {ORDERS}", scope + 1).expect(INFALLIBLE),
    }
    let scopes = scopes(target, matches!(action, Action::Fence));
    let cases: Vec<String> = scopes
        .iter()
        .enumerate()
        .flat_map(|(i, (numbers, _))| numbers.iter().map(move |number| format!("i32 {number}, label %scope{i}")))
        .collect();
    writeln!(text, "  switch i32 %a{scope}, label %scope{} [ {} ]", scopes.len() - 1, cases.join(" "))
        .expect(INFALLIBLE);
    for (i, (_, name)) in scopes.iter().enumerate() {
        let orders = orders(&action);
        let cases: Vec<String> = orders
            .iter()
            .enumerate()
            .filter_map(|(j, (bits, _))| bits.map(|bits| format!("i32 {bits}, label %scope{i}.{j}")))
            .collect();
        writeln!(text, "scope{i}:\n  switch i32 %order, label %scope{i}.{} [ {} ]", orders.len() - 1, cases.join(" "))
            .expect(INFALLIBLE);
        let syncscope = if name.is_empty() { String::new() } else { format!("syncscope(\"{name}\") ") };
        for (j, (_, order)) in orders.iter().enumerate() {
            writeln!(text, "scope{i}.{j}:").expect(INFALLIBLE);
            act(text, &action, binding, &format!("%v{i}.{j}"), &syncscope, order, result);
        }
    }
    text.push_str("}\n");
}

fn act(text: &mut String, action: &Action, binding: &Binding, value: &str, syncscope: &str, order: &str, result: &str) {
    let (of, align) = match binding.variables.first() {
        Some(Bound::Type(of)) => (of.scalar.ir_name(), size(of.scalar)),
        _ => ("i32", 4),
    };
    let space = binding.variables.iter().find_map(|bound| match bound {
        Bound::Space(space) => Some(*space),
        Bound::Type(_) => None,
    });
    let pointer = match space {
        None | Some(0) => "ptr %a0".to_string(),
        Some(space) => format!("ptr addrspace({space}) %a0"),
    };
    let lines = match action {
        Action::Fence if order.is_empty() => "  ret void".to_string(),
        Action::Fence => format!("  fence {syncscope}{order}\n  ret void"),
        Action::Load => {
            format!("  {value} = load atomic {of}, {pointer} {syncscope}{order}, align {align}\n  ret {of} {value}")
        }
        Action::Store => {
            format!("  store atomic {of} %a3, {pointer} {syncscope}{order}, align {align}\n  ret void")
        }
        Action::Clear => format!("  store atomic i32 0, {pointer} {syncscope}{order}, align 4\n  ret void"),
        Action::CompareExchange => format!(
            "  {value} = cmpxchg {pointer}, {of} %a5, {of} %a4 {syncscope}{order}, align {align}\n  {value}.0 = \
             extractvalue {{ {of}, i1 }} {value}, 0\n  ret {of} {value}.0"
        ),
        Action::Update(instruction, constant) => format!(
            "  {value} = atomicrmw {instruction} {pointer}, {of} {} {syncscope}{order}, align {align}\n  ret {of} {value}",
            constant.unwrap_or("%a3")
        ),
        Action::TestAndSet => format!(
            "  {value} = atomicrmw xchg {pointer}, i32 1 {syncscope}{order}, align 4\n  {value}.0 = icmp ne i32 \
             {value}, 0\n  ret {result} {value}.0"
        ),
    };
    writeln!(text, "{lines}").expect(INFALLIBLE);
}

fn ir(of: IrType) -> &'static str {
    match of {
        IrType::Void => "void",
        IrType::Bool => "i1",
        IrType::Value(Type { scalar: of, .. }) => of.ir_name(),
        IrType::Pointer(0) => "ptr",
        IrType::Pointer(1) => "ptr addrspace(1)",
        IrType::Pointer(3) => "ptr addrspace(3)",
        IrType::Pointer(_) | IrType::Pair(_) | IrType::Other => {
            panic!("atomic operations have pointers to spaces 0, 1 and 3")
        }
    }
}

fn size(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::I8 => 1,
        Scalar::I16 | Scalar::F16 | Scalar::BF16 => 2,
        Scalar::I32 | Scalar::F32 => 4,
        Scalar::I64 | Scalar::F64 => 8,
    }
}
