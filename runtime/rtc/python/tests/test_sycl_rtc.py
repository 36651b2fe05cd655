"""Tests of the package sycl_rtc, as it is installed. usage: test_sycl_rtc.py [LIBLLVM...]

Each LIBLLVM is another LLVM, which is loaded into this process first, with its symbols visible to all.
"""

import ast
import contextlib
import ctypes
import doctest
import importlib.metadata
import inspect
import io
import pathlib
import sys
import threading
import time
import unittest

import sycl_rtc

# Other LLVMs.
LOADED = []
KERNEL = "__kernel void k(__global float *x) { x[get_global_id(0)] = sin(x[1]); }"


def opencl(source, **more):
    return sycl_rtc.compile(source, language="opencl-c", **more)


class Programs(unittest.TestCase):
    def test_an_image_for_each_target(self):
        program = opencl(KERNEL, targets=["spirv64"], keep_bitcode=True)
        (image,) = program.images
        self.assertEqual((image.target, image.format, image.entry_points), ("spirv64", "spirv", ("k",)))
        self.assertEqual(image.bytes[:4], b"\x03\x02\x23\x07")
        self.assertEqual(image.bitcode[:2], b"BC")
        self.assertEqual(program.image("spirv64").bytes, program.image().bytes)
        with self.assertRaisesRegex(KeyError, "no image for target `other`; expected one of: `spirv64`"):
            program.image("other")
        self.assertEqual(program.kernel_name("k"), "k")
        self.assertEqual((program.log, program.diagnostics, program.came_from), ("", (), "compiler"))
        self.assertEqual(repr(image), "<sycl_rtc.Image for spirv64: k>")
        self.assertEqual(repr(program), "<sycl_rtc.Program for spirv64>")
        self.assertIsNone(opencl(KERNEL).image().bitcode)
        again = sycl_rtc.compile(image.bitcode, language="bitcode", name="k.bc")
        self.assertEqual(again.image().bytes, image.bytes)

    def test_names_and_properties(self):
        source = """#include <sycl/sycl.hpp>
namespace exp = sycl::ext::oneapi::experimental;
template <int N> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp::single_task_kernel)) void set(int *x) { *x = N; }
"""
        program = sycl_rtc.compile(source, names=["set<4>", "set<5>"], split="kernel", spec_constants="emulation")
        self.assertEqual(program.lowered_name("set<4>"), "_Z3setILi4EEvPi")
        kernels = [program.kernel_name(name) for name in ("set<4>", "set<5>")]
        self.assertCountEqual([image.entry_points for image in program.images], [(kernel,) for kernel in kernels])
        threads = sycl_rtc.compile(
            source, names=["set<4>", "set<5>"], split="kernel", spec_constants="emulation", threads=2
        )
        self.assertEqual([image.bytes for image in threads.images], [image.bytes for image in program.images])
        for file in (program.syclbin(), program.offload_binary()):
            self.assertEqual(file[:4], b"\x10\xff\x10\xad")
            self.assertTrue(all(image.bytes in file for image in program.images))
        self.assertIsNone(program.lowered_name("set<6>"))
        with self.assertRaisesRegex(KeyError, "no kernel `set<6>`; expected one of: `set<4>`, `set<5>`"):
            program.kernel_name("set<6>")
        plain = sycl_rtc.compile(source.replace("template <int N>", "").replace("= N", "= 1"))
        self.assertEqual(plain.kernel_name("set"), plain.image().entry_points[0])
        properties = program.image().properties
        self.assertIn("SYCL/device requirements", properties)
        self.assertTrue(all(isinstance(value, (int, bytes)) for set_ in properties.values() for value in set_.values()))

    def test_headers_options_and_warnings(self):
        source = '#include "n.h"\n#warning careful\n__kernel void k(__global int *x) { *x = N + M; }'
        program = opencl(source, headers={"n.h": "#define N 4\n"}, options=["-DM=2", "-O3"], name="k.cl")
        (warning,) = program.diagnostics
        self.assertEqual((warning.severity, warning.option), ("warning", "#warnings"))
        self.assertEqual((warning.file, warning.line, warning.column, warning.end), ("k.cl", 2, 2, (2, 9)))
        self.assertTrue(program.log.startswith("k.cl:2:2: warning: careful [-W#warnings]\n"))
        self.assertEqual(repr(warning), "<sycl_rtc.Diagnostic k.cl:2:2: warning: careful [-W#warnings]>")
        image = opencl(KERNEL, spirv_extensions=[]).image()
        self.assertNotIn(b"SPV_", image.bytes)

    def test_errors_have_diagnostics(self):
        source = "void f(int x);\n__kernel void k(__global int *x) { f(); *x = y; }"
        with self.assertRaises(sycl_rtc.CompileError) as caught:
            opencl(source, name="k.cl")
        error = caught.exception
        self.assertEqual(error.kind, "frontend")
        first_line, log = str(error).split("\n", 1)
        self.assertTrue(first_line.startswith("k.cl:2:38: ") and first_line.endswith(" (and 1 more error)"), error)
        self.assertEqual(log, error.log.rstrip())
        self.assertIn("k.cl:2:46: error: use of undeclared identifier 'y'\n", error.log)
        first, second = error.diagnostics
        self.assertEqual([(note.severity, note.line) for note in first.notes], [("note", 1)])
        self.assertEqual((second.line, second.column, second.end), (2, 46, (2, 47)))
        self.assertEqual(second.text, "use of undeclared identifier 'y'")
        self.assertEqual((second.notes, second.option), ((), None))

    def test_every_error_says_what_it_is(self):
        for kind, call in {
            "usage": lambda: sycl_rtc.compile("", language="cobol"),
            "no-kernel": lambda: opencl(""),
            "undefined": lambda: opencl("int f(void); __kernel void k(__global int *x) { *x = f(); }"),
            "bitcode": lambda: sycl_rtc.compile(b"junk", language="bitcode"),
            "timed-out": lambda: opencl(KERNEL, deadline=0),
        }.items():
            with self.subTest(kind), self.assertRaises(sycl_rtc.CompileError) as caught:
                call()
            error = caught.exception
            self.assertEqual((error.kind, error.log), (kind, f"error: {error}\n"))
            (diagnostic,) = error.diagnostics
            self.assertEqual((diagnostic.severity, diagnostic.text), ("error", str(error)))
            self.assertEqual((diagnostic.file, diagnostic.line, diagnostic.column, diagnostic.end), (None,) * 4)

    def test_wrong_arguments_are_refused(self):
        with self.assertRaisesRegex(sycl_rtc.CompileError, "option `-mllvm` is refused"):
            opencl(KERNEL, options=["-mllvm"])
        for deadline in (-1, float("nan"), 1e300):
            with self.assertRaisesRegex(ValueError, "expected a number of seconds that is not negative"):
                opencl(KERNEL, deadline=deadline)
        for threads in (0, -1):
            with self.assertRaisesRegex(ValueError, f"threads is {threads}; expected a number from 1"):
                opencl(KERNEL, threads=threads)
        with self.assertRaisesRegex(ValueError, "split is 'x'; expected one of 'none', 'features', 'kernel'"):
            opencl(KERNEL, split="x")
        for wrong in ({"options": "-O3"}, {"headers": ["a"]}, {"targets": 1}):
            with self.assertRaises(TypeError):
                opencl(KERNEL, **wrong)
        with self.assertRaises(TypeError):
            sycl_rtc.compile(1)

    def test_other_threads_run_meanwhile(self):
        """A thread of Python ticks while another one compiles: the lock of the interpreter is not held."""
        done, ticks = threading.Event(), []

        def tick():
            while not done.wait(0.001):
                ticks.append(time.perf_counter())

        functions = "".join(f"float f{i}(float x) {{ return sin(x) + cos(x * {i}); }}\n" for i in range(300))
        calls = " + ".join(f"f{i}(*x)" for i in range(300))
        watcher = threading.Thread(target=tick)
        watcher.start()
        start = time.perf_counter()
        opencl(f"{functions}__kernel void k(__global float *x) {{ *x = {calls}; }}")
        end = time.perf_counter()
        done.set()
        watcher.join()
        between = [moment for moment in ticks if start < moment < end]
        # Not those at the edges, where the lock changes hands.
        self.assertGreater(len(between), 4, f"in {end - start} s")

    def test_threads_compile_at_a_time(self):
        images = [None] * 8

        def work(index):
            images[index] = opencl(f"{KERNEL}\n__kernel void own_{index}(__global int *x) {{ *x = {index}; }}").image()

        threads = [threading.Thread(target=work, args=(index,)) for index in range(len(images))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([image.entry_points for image in images], [("k", f"own_{i}") for i in range(len(images))])


class Process(unittest.TestCase):
    def test_no_other_llvm_is_needed(self):
        opencl(KERNEL)
        with open("/proc/self/maps", encoding="utf-8") as maps:
            files = {line.split()[5] for line in maps if len(line.split()) > 5}
        self.assertTrue(any(file.endswith("/sycl_rtc/libsycl_rtc_compiler.so") for file in files))
        others = {file for file in files if "LLVM" in file or "clang" in file}
        self.assertEqual(bool(others), bool(LOADED), others)


def arguments(node):
    """The names of a function's arguments in the stub."""
    rest = [node.args.vararg] if node.args.vararg else []
    return [argument.arg for argument in node.args.args + rest + node.args.kwonlyargs]


def parameters(function):
    return list(inspect.signature(function).parameters)


class Descriptions(unittest.TestCase):
    def test_stubs_name_what_is_there(self):
        stub = ast.parse(pathlib.Path(sycl_rtc.__file__).with_name("__init__.pyi").read_text(encoding="utf-8"))
        classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
        for name, node in classes.items():
            if name in ("CompileError", "DeviceError"):
                continue
            # What an object has of its own is an annotation.
            described = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            there = {attribute for attribute in dir(getattr(sycl_rtc, name)) if not attribute.startswith("_")}
            self.assertEqual({name for name in described if not name.startswith("_")}, there, name)
            for method in ("__init__", "__call__"):
                for item in node.body:
                    if getattr(item, "name", "") == method:
                        self.assertEqual(arguments(item), parameters(getattr(getattr(sycl_rtc, name), method)), name)
        functions = {node.name: node for node in stub.body if isinstance(node, ast.FunctionDef)}
        for name, node in functions.items():
            self.assertEqual(arguments(node), parameters(getattr(sycl_rtc, name)), name)
        self.assertEqual(set(sycl_rtc.__all__), {*classes, *functions, "__version__"})
        assigned = {node.targets[0].id: node.value for node in stub.body if isinstance(node, ast.Assign)}
        self.assertEqual(ast.literal_eval(assigned["__all__"]), sycl_rtc.__all__)

    def test_the_example_is_right(self):
        results = doctest.testmod(sycl_rtc)
        self.assertEqual((results.failed, results.attempted), (0, 3))
        text = importlib.metadata.metadata("sycl-rtc").get_payload()
        blocks = [block.split("```")[0] for block in text.split("```python\n")[1:]]
        self.assertEqual(len(blocks), 3)
        names, printed = {}, io.StringIO()
        with contextlib.redirect_stdout(printed):
            for block in blocks:
                exec(block, names)  # pylint: disable=exec-used
        self.assertEqual(names["program"].kernel_name("scale<4>"), "_Z19__sycl_kernel_scaleILi4EEvPf")
        self.assertEqual(printed.getvalue(), "k.cl 1 41 use of undeclared identifier 'y'\n")

    def test_everything_has_a_docstring(self):
        for name in sycl_rtc.__all__:
            thing = getattr(sycl_rtc, name)
            self.assertTrue(thing.__doc__, name)
            if inspect.isclass(thing) and not issubclass(thing, Exception):
                for attribute in dir(thing):
                    self.assertTrue(attribute.startswith("_") or getattr(thing, attribute).__doc__, attribute)


def main():
    for library in sys.argv[1:]:
        llvm = ctypes.CDLL(library, ctypes.RTLD_GLOBAL)
        llvm.LLVMContextCreate.restype = ctypes.c_void_p
        if not llvm.LLVMContextCreate():
            sys.exit(f"{library}: no context")
        LOADED.append(library)
    unittest.main(argv=sys.argv[:1])


if __name__ == "__main__":
    main()
