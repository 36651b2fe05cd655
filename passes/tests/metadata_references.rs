//! Metadata names a global that no code of a kernel uses: in every place of metadata, by every form of constant, for
//! every kind of global. Each image verifies and reads back, and only the image whose code uses the global has it.

use sycl_passes::{Severity, Sink, device_code_split::SplitMode, ir::OwnedModule, options::ImageOptions, post_link};

/// Kinds of named definitions, and the address space.
const KINDS: [(&str, &str, &str); 4] = [
    ("variable", "@target = internal addrspace(1) constant [4 x i32] zeroinitializer", "addrspace(1)"),
    ("linkonce variable", "@target = linkonce_odr addrspace(1) constant [4 x i32] zeroinitializer", "addrspace(1)"),
    ("function", "define internal void @target() { ret void }", "addrspace(0)"),
    ("alias", "@aliasee = internal global i32 0\n@target = internal alias i32, ptr @aliasee", "addrspace(0)"),
];

/// Constants over the target; `$S` is its address space.
const FORMS: [&str; 10] = [
    "ptr $S @target",
    "ptr addrspace(4) addrspacecast (ptr $S @target to ptr addrspace(4))",
    "ptr $S getelementptr (i8, ptr $S @target, i64 2)",
    "i64 ptrtoint (ptr $S @target to i64)",
    "i64 add (i64 ptrtoint (ptr $S @target to i64), i64 3)",
    "i64 ptrtoint (ptr $S getelementptr (i8, ptr $S @target, i64 2) to i64)",
    "[2 x ptr $S] [ptr $S null, ptr $S @target]",
    "{ i32, ptr $S } { i32 1, ptr $S @target }",
    "<2 x i64> <i64 1, i64 ptrtoint (ptr $S @target to i64)>",
    "{ [1 x { i64 }] } { [1 x { i64 }] [{ i64 } { i64 ptrtoint (ptr $S @target to i64) }] }",
];

/// Places where metadata names a constant: what is attached to the kernel `@named` and to its variable, an instruction
/// of the kernel, and nodes. `$C` is the constant.
type Place = (&'static str, &'static str, &'static str, &'static str, &'static str);

const PLACES: [(&str, &str, &str, &str, &str); 13] = [
    ("function attachment", "!own !20", "", "", "!20 = !{$C}"),
    ("function attachment, two constants", "!own !20", "", "", "!20 = !{i32 1, $C, ptr @named}"),
    ("nested nodes", "!own !20", "", "", "!20 = !{!21}\n!21 = distinct !{!22, !21}\n!22 = !{!\"x\", $C}"),
    ("variable attachment", "", "!own !20", "", "!20 = !{$C}"),
    ("instruction attachment", "", "", "store i32 0, ptr %slot, !own !20", "!20 = !{$C}"),
    ("operand of a call", "", "", "%t = call i1 @llvm.type.test(ptr %slot, metadata $C)", ""),
    (
        "node as operand of a call",
        "",
        "",
        "%t = call i1 @llvm.type.test(ptr %slot, metadata !20)",
        "!20 = !{$C, i32 1}",
    ),
    ("debug value", "!dbg !5", "", "#dbg_value($C, !11, !DIExpression(), !12)", ""),
    (
        "debug value of several",
        "!dbg !5",
        "",
        "#dbg_value(!DIArgList(i64 1, $C), !11, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !12)",
        "",
    ),
    ("debug declaration", "!dbg !5", "", "#dbg_declare($C, !11, !DIExpression(), !12)", ""),
    (
        "address of an assignment",
        "!dbg !5",
        "",
        "#dbg_assign(i32 0, !11, !DIExpression(), !20, $C, !DIExpression(), !12)",
        "!20 = distinct !DIAssignID()",
    ),
    (
        "template argument",
        "!dbg !6",
        "",
        "",
        "!6 = distinct !DISubprogram(name: \"named\", file: !1, type: !7, unit: !0, spFlags: DISPFlagDefinition, \
         templateParams: !20)\n!20 = !{!21}\n!21 = !DITemplateValueParameter(name: \"S\", type: !10, value: $C)",
    ),
    (
        "member of a type",
        "!dbg !5",
        "",
        "#dbg_value(i32 0, !21, !DIExpression(), !12)",
        "!20 = !{!23}\n!21 = !DILocalVariable(name: \"t\", scope: !5, file: !1, type: !22)\n\
         !22 = !DICompositeType(tag: DW_TAG_structure_type, name: \"T\", file: !1, elements: !20)\n\
         !23 = !DIDerivedType(tag: DW_TAG_member, name: \"m\", scope: !22, baseType: !10, flags: DIFlagStaticMember, \
         extraData: $C)",
    ),
];

const DEBUG_INFO: &str = "
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: \"a.cpp\", directory: \"/\")
!3 = !{i32 2, !\"Debug Info Version\", i32 3}
!5 = distinct !DISubprogram(name: \"named\", file: !1, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DISubroutineType(types: !8)
!8 = !{null}
!10 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
!11 = !DILocalVariable(name: \"v\", scope: !5, file: !1, type: !10)
!12 = !DILocation(line: 2, scope: !5)
";

struct Quiet;

impl Sink for Quiet {
    fn report(&mut self, _: Severity, _: &str) {}
}

/// Splits by kernel. The images, in order.
fn images(text: &str, as_text: bool, case: &str) -> Vec<OwnedModule> {
    let mut module = OwnedModule::read(text.as_bytes(), "a.ll").unwrap_or_else(|e| panic!("{case}: {e}\n{text}"));
    let before = module.view().print();
    let options = ImageOptions { split: SplitMode::Kernel, text: as_text, ..ImageOptions::default() };
    let images = post_link::images(&mut module.editor(), &options, &mut Quiet);
    let images = images.unwrap_or_else(|e| panic!("{case}: {e}"));
    assert_eq!(module.view().print(), before, "{case}: the module is as it was");
    images.iter().map(|image| read(&image.code, case)).collect()
}

fn read(code: &[u8], case: &str) -> OwnedModule {
    let image = OwnedModule::read(code, "image").unwrap_or_else(|e| panic!("{case}: {e}"));
    image.verify().unwrap_or_else(|e| panic!("{case}: {e}"));
    image
}

fn module(definition: &str, constant: &str, place: Place, named: &str) -> String {
    let (_, function, variable, instruction, nodes) = place;
    let comma = if variable.is_empty() { "" } else { ", " };
    format!(
        "target triple = \"spir64-unknown-unknown\"
{definition}
@own = internal global i32 0{comma}{variable}
declare i1 @llvm.type.test(ptr, metadata)
define spir_kernel void @named() #0 {function} {{
  %slot = alloca i32
  %o = load i32, ptr @own
  {instruction}
  ret void
}}
define spir_kernel void @uses(ptr %p) #0 {{
  store ptr $S @target, ptr %p
  ret void
}}
define spir_kernel void @uses_not() #0 {{
  ret void
}}
attributes #0 = {{ \"sycl-module-id\"=\"a.cpp\" }}
{named}
{nodes}
{DEBUG_INFO}"
    )
    .replace("$C", constant)
}

/// Names of what a module defines, in the order of functions, variables, aliases.
fn defined(image: &OwnedModule) -> Vec<String> {
    let view = image.view();
    let globals = view.globals();
    globals.filter(|g| !g.is_declaration()).map(|g| g.name()).collect()
}

fn check(definition: &str, space: &str, place: Place, named: &str, case: &str) {
    for form in FORMS {
        let text = module(definition, form, place, named).replace("$S", space);
        let case = format!("{case}, {}, {form}", place.0);
        for as_text in [false, true] {
            let images = images(&text, as_text, &case);
            // By name, the last first.
            assert_eq!(defined(&images[0]), ["uses_not"], "{case}");
            let mut user = defined(&images[1]);
            user.retain(|name| name != "aliasee");
            user.sort_unstable();
            assert_eq!(user, ["target", "uses"], "{case}");
            assert_eq!(defined(&images[2]), ["named", "own"], "{case}");
        }
    }
}

#[test]
fn metadata_of_code_and_variables() {
    for (kind, definition, space) in KINDS {
        for place in PLACES {
            check(definition, space, place, "", kind);
        }
    }
}

#[test]
fn named_metadata() {
    let places = [
        ("direct", "", "", "", "!20 = !{$C}"),
        ("among others", "", "", "", "!20 = !{!\"x\", $C, i32 1}"),
        ("nested", "", "", "", "!20 = !{!\"x\", !21}\n!21 = distinct !{!21, !{$C}}"),
        ("debug node", "", "", "", "!20 = !{!21}\n!21 = !DITemplateValueParameter(name: \"S\", type: !10, value: $C)"),
    ];
    for (kind, definition, space) in KINDS {
        for place in places {
            check(definition, space, place, "!named = !{!20}", kind);
        }
    }
}
