//! The modules of the matrix: types with values, and forms of a call.

pub(crate) const HEADER: &str = r#"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"
%named = type { i8, [2 x i1] }
%opaque = type opaque
%0 = type { i16 }
@name = internal constant [6 x i8] c"limit\00"
declare i32 @__gxx_personality_v0(...)
declare void @take(ptr)
attributes #0 = { "sycl-module-id"="a.cpp" }
"#;

pub(crate) const CALLEE: &str = "_Z37__sycl_getScalar2020SpecConstantValueX";

/// Types that a runtime can set, each with a value.
pub(crate) const SETTABLE: &[(&str, &str)] = &[
    ("i1", "true"),
    ("i7", "5"),
    ("i8", "5"),
    ("i16", "5"),
    ("i17", "5"),
    ("i32", "5"),
    ("i64", "5"),
    ("i100", "5"),
    ("i4096", "5"),
    ("half", "1.0"),
    ("bfloat", "1.0"),
    ("float", "1.0"),
    ("double", "1.0"),
    ("<3 x float>", "<float 1.0, float 2.0, float 3.0>"),
    ("<3 x i24>", "<i24 1, i24 2, i24 3>"),
    ("{}", "zeroinitializer"),
    ("{ {}, {} }", "zeroinitializer"),
    ("{ i32, {}, i8 }", "{ i32 1, {} zeroinitializer, i8 2 }"),
    ("[0 x i32]", "zeroinitializer"),
    ("[1152921504606846976 x {}]", "zeroinitializer"),
    ("{ i8, i32 }", "{ i8 1, i32 2 }"),
    ("<{ i8, i32 }>", "<{ i8 1, i32 2 }>"),
    ("{ i8, [3 x i8], i32 }", "{ i8 1, [3 x i8] zeroinitializer, i32 2 }"),
    ("[3 x { i32, i8 }]", "zeroinitializer"),
    ("[2 x <3 x i16>]", "zeroinitializer"),
    ("%named", "{ i8 1, [2 x i1] [i1 true, i1 false] }"),
    ("%0", "{ i16 7 }"),
    ("[1000 x i8]", "zeroinitializer"),
];

/// Types that cannot be set.
pub(crate) const OTHER: &[(&str, &str)] = &[
    ("fp128", "0xL00000000000000000000000000000001"),
    ("x86_fp80", "0xK3FFF8000000000000000"),
    ("ppc_fp128", "0xM00000000000000000000000000000001"),
    ("ptr", "@name"),
    ("ptr addrspace(1)", "null"),
    ("<4 x i1>", "<i1 1, i1 0, i1 1, i1 0>"),
    ("<2 x i33>", "zeroinitializer"),
    ("<2 x fp128>", "zeroinitializer"),
    ("<2 x ptr>", "zeroinitializer"),
    ("{ i32, ptr }", "zeroinitializer"),
    ("{ i32, fp128 }", "zeroinitializer"),
    ("[2 x x86_fp80]", "zeroinitializer"),
    ("target(\"spirv.Event\")", "zeroinitializer"),
    ("[0 x fp128]", "zeroinitializer"),
    ("[1048577 x i8]", "zeroinitializer"),
    ("[2305843009213693952 x i64]", "zeroinitializer"),
    ("{ [4294967297 x i64], i8 }", "zeroinitializer"),
];

/// Calls of the builtin, with the pieces that a module needs for them. `TYPE` is the type asked for.
pub(crate) const FORMS: &[(&str, &str)] = &[
    (
        "call",
        "declare TYPE @CALLEE(ptr, ptr, ptr)
         define spir_kernel void @kernel(ptr %out, ptr %buffer) #0 {
           %value = call TYPE @CALLEE(ptr @name, ptr @default, ptr %buffer)
           store TYPE %value, ptr %out
           ret void
         }",
    ),
    (
        "sret",
        "declare void @CALLEE(ptr sret(TYPE), ptr, ptr, ptr)
         define spir_kernel void @kernel(ptr %out, ptr %buffer) #0 {
           call void @CALLEE(ptr sret(TYPE) align 1 %out, ptr @name, ptr @default, ptr %buffer)
           ret void
         }",
    ),
    (
        "invoke",
        "declare TYPE @CALLEE(ptr, ptr, ptr)
         define spir_kernel void @kernel(ptr %out, ptr %buffer, i1 %c) #0 personality ptr @__gxx_personality_v0 {
         entry:
           invoke void @take(ptr %out) to label %ask unwind label %caught
         ask:
           %value = invoke TYPE @CALLEE(ptr @name, ptr @default, ptr %buffer) to label %use unwind label %caught
         use:
           store TYPE %value, ptr %out
           ret void
         caught:
           %from = phi i32 [ 1, %entry ], [ 2, %ask ]
           %pad = landingpad { ptr, i32 } cleanup
           store i32 %from, ptr %out
           ret void
         }",
    ),
    (
        "invoke whose landing pad asks for the constant, too",
        "declare TYPE @CALLEE(ptr, ptr, ptr)
         define spir_kernel void @kernel(ptr %out, ptr %buffer, i1 %c) #0 personality ptr @__gxx_personality_v0 {
         entry:
           %value = invoke TYPE @CALLEE(ptr @name, ptr @default, ptr %buffer) to label %use unwind label %caught
         use:
           store TYPE %value, ptr %out
           ret void
         caught:
           %other = phi ptr [ %buffer, %entry ]
           %pad = landingpad { ptr, i32 } cleanup
           %again = call TYPE @CALLEE(ptr @name, ptr @default, ptr %other)
           store TYPE %again, ptr %out
           ret void
         }",
    ),
    (
        "through allocas, as in code that is not optimized",
        "declare TYPE @CALLEE(ptr, ptr, ptr)
         define spir_kernel void @kernel(ptr %out, ptr %buffer) #0 {
           %slot_name = alloca ptr
           %slot_default = alloca ptr
           store ptr @name, ptr %slot_name
           store ptr @default, ptr %slot_default
           %n = load ptr, ptr %slot_name
           %d = load ptr, ptr %slot_default
           %value = call TYPE @CALLEE(ptr %n, ptr %d, ptr %buffer)
           store TYPE %value, ptr %out
           ret void
         }",
    ),
    (
        "through casts",
        "declare TYPE @CALLEE(ptr, ptr, ptr)
         define spir_kernel void @kernel(ptr %out, ptr %buffer) #0 {
           %callee = addrspacecast ptr @CALLEE to ptr addrspace(4)
           %value = call addrspace(4) TYPE %callee(ptr @name, ptr @default, ptr %buffer)
           %more = call addrspace(4) TYPE addrspacecast (ptr @CALLEE to ptr addrspace(4))(ptr @name, ptr @default, ptr %buffer)
           store TYPE %value, ptr %out
           store TYPE %more, ptr %out
           ret void
         }",
    ),
    (
        "with its address in an unused table",
        "declare TYPE @CALLEE(ptr, ptr, ptr)
         @table = internal constant [2 x ptr] [ ptr @CALLEE, ptr @name ]
         define spir_kernel void @kernel(ptr %out, ptr %buffer) #0 {
           %value = call TYPE @CALLEE(ptr @name, ptr @default, ptr %buffer)
           store TYPE %value, ptr %out
           ret void
         }",
    ),
    (
        "in a function that two kernels share",
        "declare TYPE @CALLEE(ptr, ptr, ptr)
         define internal TYPE @kernel_shared(ptr %buffer) {
           %value = call TYPE @CALLEE(ptr @name, ptr @default, ptr %buffer)
           ret TYPE %value
         }
         define spir_kernel void @kernel(ptr %out, ptr %buffer) #0 {
           %value = call TYPE @kernel_shared(ptr %buffer)
           store TYPE %value, ptr %out
           ret void
         }
         define spir_kernel void @kernel_other(ptr %out, ptr %buffer) #0 {
           %value = call TYPE @kernel_shared(ptr %buffer)
           store TYPE undef, ptr %out
           ret void
         }",
    ),
];

pub(crate) fn module(form: &str, asked: &str, default: (&str, &str)) -> String {
    let object = match default {
        (ty, value @ ("undef" | "poison")) => format!("{{ {ty} }} {value}"),
        (ty, value) => format!("{{ {ty} }} {{ {ty} {value} }}"),
    };
    let code = form.replace("CALLEE", CALLEE).replace("TYPE", asked);
    // A kernel with the constants that undoing a replacement by one of them would take along.
    let bystander = "define spir_kernel void @bystander(ptr %out) #0 {
        store i32 undef, ptr %out
        store i8 undef, ptr %out
        store ptr undef, ptr %out
        store i32 0, ptr %out
        ret void
    }";
    format!("{HEADER}@default = internal constant {object}\n{code}\n{bystander}\n")
}
