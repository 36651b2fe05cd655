"""Configuration of the IR tests: LLVM's lit, FileCheck and opt with the plugin loaded.

usage: /usr/lib/llvm-22/bin/lit ir-tests [--param NAME=VALUE]...

    llvm=22       the LLVM whose tools run the tests: 22 (default), 19 or 16
    plugin=PATH   the plugin built for that LLVM (default: where scripts/build puts it)
    all=1         the plugins for all three LLVMs are built: runs version-mismatch/ too
    tools=DIR     where show-props is (default: target/debug/examples, where cargo test builds it)

In RUN lines:

    %opt          opt with the plugin loaded; follow it with -passes='...'
    %plugin       the plugin's path                      %llvm      the major version
    %llvm_bin     the directory of the LLVM's tools      %llc       llc
    %clang        clang (LLVM 22 only)               %llvm_to_backend  the program, beside the plugin
    %plugin_22, %plugin_19, %plugin_16   the plugins where scripts/build puts them, for version-mismatch/
    %props FILE   prints a .prop or .prop.json file with its values decoded (crates/propset/examples/show-props.rs)
    %spirv_val F  validates a SPIR-V file (`sycl-packager validate` says how)
    %root         the repository                         %python    Python 3
    opt, llvm-dis, FileCheck, not, split-file, count, ... are the LLVM's own: its directory is first in PATH.

For REQUIRES and UNSUPPORTED: llvm-22, llvm-19, llvm-16, llvm-at-least-19, llvm-at-least-22, clang, lld, spirv-backend,
all-plugins.

A missing tool ends the run: nothing is skipped because it is not installed.
"""
import os
import sys

import lit.formats

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

llvm = int(lit_config.params.get("llvm", "22"))
if llvm not in (22, 19, 16):
    lit_config.fatal(f"llvm={llvm}: expected 22, 19 or 16")


def built_plugin(major):
    directory = "target" if major == 22 else f"target/llvm{major}"
    return os.path.join(ROOT, directory, "release/libsycl_passes_plugin.so")


plugin = os.path.abspath(lit_config.params.get("plugin", built_plugin(llvm)))
tools = os.path.abspath(lit_config.params.get("tools", os.path.join(ROOT, "target/debug/examples")))
llvm_bin = f"/usr/lib/llvm-{llvm}/bin"

config.name = f"ir-tests-llvm{llvm}"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".test", ".c", ".cl"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.join(ROOT, "ir-tests")
config.test_exec_root = os.path.join(ROOT, f"target/ir-tests/llvm{llvm}")


def tool(directory, name, package):
    path = os.path.join(directory, name)
    if not os.path.exists(path):
        lit_config.fatal(f"{path} is missing; {package}")
    return path


def on_path(name, package):
    for directory in os.environ.get("PATH", "").split(os.pathsep):
        if os.path.exists(os.path.join(directory, name)):
            return os.path.join(directory, name)
    lit_config.fatal(f"{name} is missing; {package}")


opt = tool(llvm_bin, "opt", f"install llvm-{llvm}")
for name in ("FileCheck", "not", "split-file", "count"):
    tool(llvm_bin, name, f"install llvm-{llvm}-tools")
if not os.path.exists(plugin):
    lit_config.fatal(f"{plugin} is missing; build it with: scripts/build --llvm {llvm}")

substitutions = {
    "%opt": f"{opt} -load-pass-plugin={plugin}",
    "%plugin": plugin,
    "%llvm_bin": llvm_bin,
    "%llvm": str(llvm),
    "%llc": tool(llvm_bin, "llc", f"install llvm-{llvm}"),
    "%props": tool(tools, "show-props", "build it with: cargo build -p sycl-propset --examples"),
    "%root": ROOT,
    "%python": sys.executable,
}
config.available_features.update({f"llvm-{llvm}"} | {f"llvm-at-least-{n}" for n in (16, 19, 22) if llvm >= n})
if "all" in lit_config.params:
    config.available_features.add("all-plugins")
    for major in (22, 19, 16):
        if not os.path.exists(built_plugin(major)):
            lit_config.fatal(f"{built_plugin(major)} is missing; build it with: scripts/build --llvm {major}")
        substitutions[f"%plugin_{major}"] = built_plugin(major)
# LLVM 22 only: Debian's clang of that version is the one installed, and its llc has the SPIR-V back end.
if llvm == 22:
    config.available_features.update({"clang", "lld", "spirv-backend"})
    tool(llvm_bin, "ld.lld", "install lld-22")
    substitutions["%clang"] = tool(llvm_bin, "clang", "install clang-22")
    on_path("spirv-val", "install spirv-tools")
    on_path("valgrind", "install valgrind")
    release = os.path.join(ROOT, "target/release")
    # Of the same build as the plugin, if that has one.
    beside = os.path.dirname(plugin)
    beside = beside if os.path.exists(os.path.join(beside, "llvm-to-backend")) else release
    substitutions["%llvm_to_backend"] = tool(beside, "llvm-to-backend", "build it with: scripts/build")
    packager = tool(release, "sycl-packager", "build it with: scripts/build")
    substitutions["%spirv_val"] = f"{packager} validate --spirv-val spirv-val"
# The longest name first, and whole words only: %llvm must not take the start of %llvm_bin.
config.substitutions += [(rf"{name}\b", substitutions[name]) for name in sorted(substitutions, key=len, reverse=True)]

config.environment["PATH"] = os.pathsep.join([llvm_bin, os.environ.get("PATH", "")])
config.environment["LC_ALL"] = "C"
