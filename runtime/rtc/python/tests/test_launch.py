"""Tests of launches by the package sycl_rtc, as it is installed. usage: test_launch.py [numpy | cuda]

They run on the processor, with Python's own arrays. With `numpy` those run that need it; with `cuda` those that need a
GPU of NVIDIA, or a stand-in of its driver that knows a kernel `add` only (runtime/tests/stand-in/cuda.c).
"""

import array
import ctypes
import gc
import os
import subprocess
import sys
import threading
import unittest

import sycl_rtc

if sys.argv[1:] != ["cuda"]:
    os.environ["ONEAPI_DEVICE_SELECTOR"] = "host:*"  # also where there is a GPU
if sys.argv[1:] == ["numpy"]:
    import numpy

ADD = """#include <sycl/sycl.hpp>
namespace exp = sycl::ext::oneapi::experimental;
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp::nd_range_kernel<1>)) void add(int *x, size_t n) {
  size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);
  if (i < n) x[i] += 1;
}
"""
SOURCE = """#include <sycl/sycl.hpp>
#include <cstddef>
#include <complex>
namespace exp = sycl::ext::oneapi::experimental;
#define KERNEL(D) SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp::nd_range_kernel<D>)) void
template <int D = 1> auto item() { return sycl::ext::oneapi::this_work_item::get_nd_item<D>(); }
KERNEL(1) scale(float *x, float by) { x[item().get_global_id(0)] *= by; }
KERNEL(1) copy(const float *x, float *y) { y[item().get_global_id(0)] = x[item().get_global_id(0)]; }
KERNEL(2) places(int *x) {
  auto i = item<2>();
  x[i.get_global_linear_id()] = int(i.get_global_id(0) * 100 + i.get_global_id(1) * 10 + i.get_local_range(1));
}
namespace ns { template <class T, int N> KERNEL(1) fill(T *x) { x[item().get_global_id(0)] = N; } }
struct pair { int a; float b; };
enum class color : short { red, green };
KERNEL(1) by_value(double *x, pair p, sycl::float4 v, bool b, sycl::half h, unsigned char c, long long l,
                   std::complex<float> z, color e) {
  const double all[] = {double(p.a), p.b, v[0], v[3], b ? 1. : 0., double(float(h)), double(c), double(l), z.real(),
                        z.imag(), e == color::green ? 1. : 0.};
  for (int i = 0; i < 11; ++i) x[i] = all[i];
}
KERNEL(1) pointers(const void *any, std::byte *bytes, char *text, sycl::float4 *vectors, float (*rows)[4], long &l,
                   pair *p, bool *b, sycl::half *h) {
  if (b) *b = any && bytes && text && vectors && rows && p && h;
  ++l;
}
template <class T> KERNEL(1) reverse(T *x, sycl::local_accessor<T, 1> memory, exp::work_group_memory<T[4]> more) {
  const auto i = item().get_local_id(0), n = item().get_local_range(0), at = item().get_global_id(0);
  memory[i] = x[at];
  (*&more)[i] = T(memory.size());
  sycl::group_barrier(item().get_group());
  x[at] = memory[n - 1 - i] * 10 + (*&more)[n - 1 - i];
}
KERNEL(1) stencil(const int *left, int *right) { right[item().get_global_id(0)] += left[item().get_global_id(0)]; }
KERNEL(1) slow(int *x, int n) {
  for (int i = 0; i < n; ++i) sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*x) += 1;
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp::single_task_kernel)) void one(int *x) { *x = 7; }
void no_kernel(int *x) { *x = 1; }
"""


def kernel(name, source=SOURCE, **more):
    return sycl_rtc.Kernel(source, name, **more)


def floats(*numbers):
    return array.array("f", numbers)


class OnHost(unittest.TestCase):
    def test_a_result_in_three_lines(self):
        x = floats(1, 2, 3)
        scale = sycl_rtc.Kernel(SOURCE, "scale")
        scale(3, x, 2.5)
        self.assertEqual(x.tolist(), [2.5, 5, 7.5])
        self.assertEqual(scale.parameters, ("float*", "float"))
        self.assertEqual(repr(scale), "<sycl_rtc.Kernel scale(float*, float)>")

    def test_ranges_are_in_the_order_of_sycl(self):
        x = array.array("i", bytes(4 * 6))
        kernel("places")((2, 3), x, local=(1, 3))
        self.assertEqual(x.tolist(), [3, 13, 23, 103, 113, 123])
        one = kernel("one")
        one(1, x)
        self.assertEqual(x[0], 7)

    def test_names(self):
        x = array.array("d", bytes(24))
        kernel("ns::fill<double, 4>")(3, x)
        self.assertEqual(x.tolist(), [4, 4, 4])
        with self.assertRaisesRegex(KeyError, "no kernel `scal`; expected one of: .*`copy`.*`scale`"):
            kernel("scal")
        with self.assertRaisesRegex(KeyError, "`no_kernel` is a function that is no kernel"):
            kernel("no_kernel")
        overloads = ADD.replace('extern "C"', "") + ADD.split("\n", 2)[2].replace('extern "C"', "").replace(
            "int *", "long *"
        )
        with self.assertRaisesRegex(KeyError, "`add` names several kernels"):
            kernel("add", overloads)
        chosen = kernel("(void (*)(long *, size_t))add", overloads.encode())
        self.assertEqual(chosen.parameters, ("long*", "unsigned long"))
        for wrong in ({"source": 1}, {"name": 1}, {"options": "-O3"}, {"queue": "host"}):
            with self.subTest(wrong), self.assertRaisesRegex(TypeError, f"{list(wrong)[0]} is .*; expected"):
                sycl_rtc.Kernel(**{"source": ADD, "name": "add", **wrong})
        with self.assertRaises(sycl_rtc.CompileError) as caught:
            kernel("ns::fill<nothing, 4>")
        self.assertIn("use of undeclared identifier 'nothing'", str(caught.exception))
        self.assertIn("\n      |          ^", str(caught.exception))
        self.assertNotIn("__sycl_rtc", str(caught.exception))
        self.assertIsNone(caught.exception.__context__ and caught.exception.__cause__)

    def test_sources_that_do_not_compile(self):
        for source in (SOURCE + "int f() { return undefined; }", SOURCE + "int f() {", SOURCE + "x"):
            with self.subTest(source[-20:]), self.assertRaises(sycl_rtc.CompileError) as caught:
                kernel("scale", source)
            self.assertEqual(caught.exception.kind, "frontend")
            self.assertRegex(str(caught.exception), r"(?m)^      \| +[~^]")
            self.assertNotIn("sycl_rtc", str(caught.exception))

    def test_values(self):
        x = array.array("d", bytes(8 * 11))
        pair = type("pair", (ctypes.Structure,), {"_fields_": [("a", ctypes.c_int), ("b", ctypes.c_float)]})(3, 4.5)
        kernel("by_value")(1, x, pair, floats(1, 2, 3, 4), True, 0.5, 255, -(1 << 40), 2 - 3j, b"\x01\0")
        self.assertEqual(x.tolist(), [3, 4.5, 1, 4, 1, 0.5, 255, -(1 << 40), 2, -3, 1])
        right = [x, bytes(8), bytes(16), False, 1, 1, 1, 1, bytes(2)]
        for place, wrong, error, words in (
            (2, bytes(7), ValueError, "argument 2 of kernel `by_value`, `pair`: found 7 bytes; expected 8"),
            (2, 1, TypeError, "found int 1; expected 8 bytes"),
            (
                3,
                array.array("i", [1, 2, 3, 4]),
                TypeError,
                "`sycl::vec<float, 4>`: found an array of int32; expected float32",
            ),
            (4, 1, TypeError, "`bool`: found int 1; expected True or False"),
            (5, "1", TypeError, "`sycl::half`: found str '1'; expected a number"),
            (5, 1j, TypeError, "found complex 1j; expected a number"),
            (6, 256, ValueError, "`unsigned char`: found 256; expected a number from 0 to 255"),
            (6, 1.0, TypeError, "found float 1.0; expected a whole number"),
            (6, None, TypeError, "found NoneType None; expected a whole number"),
            (
                7,
                1 << 63,
                ValueError,
                "`long long`: found 9223372036854775808; expected a number from -9223372036854775808",
            ),
            (9, bytes(4), ValueError, "`color`: found 4 bytes; expected 2"),
        ):
            arguments = list(right)
            arguments[place - 1] = wrong
            with self.subTest(words), self.assertRaisesRegex(error, words.replace("(", r"\(")):
                kernel("by_value")(1, *arguments)

    def test_pointers(self):
        pointers = kernel("pointers")
        self.assertEqual(
            pointers.parameters,
            (
                "void const*",
                "std::byte*",
                "char*",
                "sycl::vec<float, 4>*",
                "float (*) [4]",
                "long&",
                "pair*",
                "bool*",
                "sycl::half*",
            ),
        )
        flag, number = (ctypes.c_bool * 1)(False), ctypes.c_long(41)
        half = memoryview(bytearray(4)).cast("e") if sys.version_info >= (3, 12) else (ctypes.c_uint8 * 0)()
        right = [
            b"read-only",
            bytearray(3),
            bytearray(1),
            floats(*range(8)),
            floats(*range(4)),
            number,
            bytearray(8),
            flag,
            None,
        ]
        if sys.version_info >= (3, 12):
            right[8] = half
        pointers(1, *right)
        self.assertEqual((flag[0], number.value), (sys.version_info >= (3, 12), 42))
        pointers(1, None, None, None, None, None, number, None, None, None)
        self.assertEqual(number.value, 43)
        for place, wrong, error, words in (
            (4, floats(1, 2, 3), ValueError, "found 12 bytes; expected a multiple of 16, the size of its elements"),
            (4, bytearray(16), TypeError, "found an array of uint8; expected float32"),
            (6, None, TypeError, "`long&`: found NoneType None; expected an array of int64"),
            (6, 1, TypeError, "found int 1; expected an array of int64"),
            (8, bytearray(1), TypeError, "`bool\\*`: found an array of uint8; expected bool"),
            (3, b"1", ValueError, "`char\\*`: found an array that is read-only; expected one that can be written, or"),
        ):
            arguments = list(right)
            arguments[place - 1] = wrong
            with self.subTest(words), self.assertRaisesRegex(error, words):
                pointers(1, *arguments)

    def test_wrong_launches(self):
        scale, x = kernel("scale"), floats(*range(8))
        for arguments, more, error, words in (
            ((8, x), {}, TypeError, r"kernel `scale` is given 1 arguments; expected 2: \(float\*, float\)"),
            (
                (8, array.array("d", [1.0]), 1),
                {},
                TypeError,
                r"argument 1 .*`float\*`: found an array of float64; expected float32",
            ),
            (
                (8, [1.0], 1),
                {},
                TypeError,
                r"argument 1 of kernel `scale`, `float\*`: found list \[1.0\]; expected an array of float32",
            ),
            (
                (8, memoryview(x)[::2], 1),
                {},
                ValueError,
                r"shape \(4,\) that is not contiguous, with strides \(8,\); expected a cont",
            ),
            ((8, memoryview(x).toreadonly(), 1), {}, ValueError, "read-only"),
            ((8, x, 1), {"local": 3}, ValueError, "not evenly divisible by local work-group size"),
            ((8, x, 1), {"local": (2, 4)}, ValueError, "found 2 numbers in local and 1 in range; expected as many"),
            ((8, x, 1), {"local": 1 << 40}, ValueError, "work-group"),
            ((-1, x, 1), {}, ValueError, r"range is \(-1,\); expected one to three numbers that are not negative"),
            (((1, 1, 1, 1), x, 1), {}, ValueError, "expected one to three numbers"),
            (((), x, 1), {}, ValueError, "expected one to three numbers"),
            ((8.0, x, 1), {}, TypeError, r"range is \(8.0,\); expected whole numbers"),
            ((1 << 64, x, 1), {}, ValueError, "range is"),
            ((8, x, 1), {"local": 0}, ValueError, r"local is \(0,\); expected numbers from 1"),
            ((8, x, 1), {"local": ()}, ValueError, r"local is \(\); expected one to three numbers"),
            ((8, x, 1), {"queue": "host"}, TypeError, r"queue is 'host'; expected a sycl_rtc.Queue"),
            ((8, x, 1), {"after": [None]}, TypeError, "after has None; expected events of launches"),
        ):
            with self.subTest(words), self.assertRaisesRegex(error, words):
                scale(*arguments, **more)
        self.assertEqual(x.tolist(), list(range(8)))
        x.append(1)  # nothing holds it

    def test_empty_ranges_and_arrays(self):
        scale, x = kernel("scale"), floats(1)
        scale(0, x, 2)
        scale((0,), floats(), 2)
        scale(1, x, 3)
        self.assertEqual(x.tolist(), [3])
        self.assertEqual(sycl_rtc.zeros(0).tobytes(), b"")
        scale(0, sycl_rtc.empty(0), 2).wait()

    def test_arrays_that_overlap(self):
        x = array.array("i", [1, 2, 3, 4, 5])
        kernel("stencil")(4, memoryview(x)[:4], memoryview(x)[1:], local=4)
        self.assertEqual(x[0], 1)
        self.assertEqual(x[1], 3)

    def test_local_memory(self):
        x, reverse = array.array("i", range(8)), kernel("reverse<int>")
        reverse(8, x, sycl_rtc.Local(6, "int32"), sycl_rtc.Local(4, "int32"), local=4)
        self.assertEqual(x.tolist(), [36, 26, 16, 6, 76, 66, 56, 46])
        more = sycl_rtc.Local(4, "int32")
        for wrong, error, words in (
            (x, TypeError, "`sycl::local_accessor<int, 1>`: found array; expected a sycl_rtc.Local"),
            (sycl_rtc.Local(4), TypeError, "found float32; expected int32"),
            (sycl_rtc.Local((2, 2), "int32"), ValueError, r"found the shape \(2, 2\); expected 1 dimensions"),
            (sycl_rtc.Local(1 << 28, "int32"), MemoryError, "local memory"),
        ):
            with self.subTest(words), self.assertRaisesRegex(error, words):
                reverse(8, x, wrong, more, local=4)
        with self.assertRaisesRegex(TypeError, "expected an array of int32"):
            reverse(8, more, more, more, local=4)
        for shape in (0, (1 << 40, 1 << 40)):
            with self.assertRaisesRegex(ValueError, "shape is .*; expected one of 1 to"):
                sycl_rtc.Local(shape)

    def test_other_languages(self):
        source = SOURCE.replace("#include <complex>", '#include "n.h"')
        x = array.array("i", [0])
        text = ADD.replace("+= 1", "+= N").replace("#include", '#include "n.h"\n#include', 1)
        sycl_rtc.Kernel(text, "add", headers={"n.h": "#define N M"}, options=["-DM=5"])(1, x, 1)
        self.assertEqual(x.tolist(), [5])
        with self.assertRaisesRegex(sycl_rtc.CompileError, "'n.h' file not found"):
            sycl_rtc.Kernel(source, "scale")
        program = sycl_rtc.compile(ADD, targets=["host:native"], keep_bitcode=True)
        self.assertEqual(program.kernel_name("add"), "__sycl_kernel_add")

    def test_arrays_of_the_device(self):
        queue = sycl_rtc.Queue("host", profiling=True)
        x = sycl_rtc.asarray(floats(1, 2, 3, 4), queue=queue)
        self.assertEqual((x.shape, x.dtype, x.nbytes, x.size, x.ndim, len(x)), ((4,), "float32", 16, 4, 1, 4))
        event = kernel("scale")(4, x, 2, queue=queue)
        self.assertIsInstance(event, sycl_rtc.Event)
        event.wait()
        self.assertTrue(event.is_complete)
        self.assertGreater(event.seconds, 0)
        y = sycl_rtc.empty(4, queue=queue)
        kernel("copy")(4, x, y, queue=queue)
        self.assertEqual(y.tobytes(), floats(2, 4, 6, 8).tobytes())
        self.assertEqual(y.copy_to(floats(0, 0, 0, 0)).tolist(), [2, 4, 6, 8])
        self.assertEqual(sycl_rtc.zeros((2, 3), "int16", kind="shared").tobytes(), bytes(12))
        self.assertEqual(repr(y), "<sycl_rtc.Array (4,) of float32 on host>")
        with self.assertRaisesRegex(TypeError, "found an array of float32; expected int32"):
            kernel("one")(1, y)
        with self.assertRaisesRegex(ValueError, "found an array of float64 in 8 bytes; expected float32 in 16 bytes"):
            y.copy_from(array.array("d", [1]))
        with self.assertRaisesRegex(ValueError, "read-only"):
            y.copy_to(memoryview(floats(1, 2, 3, 4)).toreadonly())
        with self.assertRaisesRegex(TypeError, "dtype is 'float33'; expected one of bool"):
            sycl_rtc.empty(1, "float33")
        with self.assertRaisesRegex(ValueError, "kind is 'x'; expected one of 'host', 'device', 'shared'"):
            sycl_rtc.empty(1, kind="x")
        with self.assertRaisesRegex(ValueError, r"shape is \(-1,\)"):
            sycl_rtc.empty(-1)
        for shape in (1 << 60, (1 << 40, 1 << 40)):
            with self.assertRaises(MemoryError):
                sycl_rtc.empty(shape)
        with self.assertRaisesRegex(ValueError, "profiling"):
            kernel("scale")(4, sycl_rtc.zeros(4), 2).seconds  # pylint: disable=expression-not-assigned

    def test_devices_and_queues(self):
        (device,) = [device for device in sycl_rtc.devices() if device.back_end == "host"]
        self.assertEqual((device.target, device.back_end), ("host:native", "host"))
        self.assertTrue(device.name and device.driver and device.compute_units > 0 and device.memory > 0)
        self.assertGreater(device.max_work_group_size, 1)
        self.assertGreater(device.local_memory, 1)
        self.assertIs(sycl_rtc.Queue(device).device, device)
        self.assertIs(sycl_rtc.Queue("host:0").device, device)
        with self.assertRaisesRegex(ValueError, "no device 'gpu'; expected one of .*'host:0'"):
            sycl_rtc.Queue("gpu")
        with self.assertRaisesRegex(TypeError, "device is 1; expected a Device"):
            sycl_rtc.Queue(1)

    def test_arrays_live_until_their_kernel_has_run(self):
        queue, slow = sycl_rtc.Queue("host"), kernel("slow")
        results = []
        for _ in range(20):
            x = sycl_rtc.zeros(1, "int32", queue=queue)
            event = slow(2, x, 20000, queue=queue)
            results.append(sycl_rtc.empty(1, "int32", queue=queue))
            kernel("stencil")(1, x, results[-1].copy_from(array.array("i", [0])), queue=queue, after=[event])
            del x, event
        gc.collect()
        queue.wait()
        self.assertEqual([int.from_bytes(result.tobytes(), "little") for result in results], [40000] * 20)
        queue.wait()
        del slow
        gc.collect()

    def test_queues_wait_for_events_of_others(self):
        one, other = sycl_rtc.Queue("host"), sycl_rtc.Queue("host")
        x, slow = sycl_rtc.zeros(1, "int32", queue=one), kernel("slow")
        one.wait()
        event = slow(1, x, 200000, queue=one)
        y = sycl_rtc.zeros(1, "int32", queue=other)
        kernel("stencil")(1, x, y, queue=other, after=[event])
        self.assertEqual(int.from_bytes(y.tobytes(), "little"), 200000)
        # An array of one queue that another one works on.
        slow(1, x, 200000, queue=other)
        self.assertEqual(int.from_bytes(x.tobytes(), "little"), 400000)

    def test_two_threads_share_a_kernel_and_a_queue(self):
        scale, wrong = kernel("scale"), []

        def work(by):
            for _ in range(200):
                x = floats(*range(64))
                scale(64, x, by)
                if x.tolist() != [by * i for i in range(64)]:
                    wrong.append(by)

        threads = [threading.Thread(target=work, args=(by,)) for by in (2, 3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_other_threads_run_meanwhile(self):
        done, ticks = threading.Event(), []

        def tick():
            while not done.wait(0.001):
                ticks.append(1)

        x, slow = array.array("i", [0]), kernel("slow")
        watcher = threading.Thread(target=tick)
        watcher.start()
        slow(1, x, 20_000_000)
        count = len(ticks)
        done.set()
        watcher.join()
        self.assertGreater(count, 4)

    def test_children_of_a_fork_launch(self):
        x, scale = floats(1, 2), kernel("scale")
        scale(2, x, 2)
        child = os.fork()
        if child == 0:
            scale(2, x, 2)
            os._exit(0 if x.tolist() == [4, 8] else 1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        scale(2, x, 3)
        self.assertEqual(x.tolist(), [6, 12])

    def test_the_end_of_the_process(self):
        """Commands run to their end, and nothing is freed before."""
        end = "x = sycl_rtc.zeros(1, 'int32'); slow = sycl_rtc.Kernel(SOURCE, 'slow'); slow(2, x, 10000000)\n"
        child = f"import sys; sys.path.insert(0, {os.path.dirname(os.path.abspath(__file__))!r})\n"
        child += "import sycl_rtc; from test_launch import SOURCE\n"
        for last in ("", "import os; os.fork()\n", "del x, slow\n"):
            run = subprocess.run(
                # Python warns of forks of processes with several threads.
                [sys.executable, "-B", "-W", "ignore", "-c", child + end + last],
                capture_output=True,
                timeout=60,
                check=False,
            )
            self.assertEqual((run.returncode, run.stderr), (0, b""), last)

    def test_memory_of_a_gpu_is_refused_here(self):
        class Tensor:
            __cuda_array_interface__ = {"shape": (4,), "typestr": "<f4", "data": (4096, False), "version": 3}

        with self.assertRaisesRegex(ValueError, "found memory of a GPU; expected that of the host"):
            kernel("scale")(4, Tensor(), 2)


class WithNumpy(unittest.TestCase):
    def test_arrays(self):
        x = numpy.arange(12, dtype=numpy.int32).reshape(3, 4)
        kernel("places")((3, 4), x)
        self.assertEqual(x[2, 3] // 10, 23)
        with self.assertRaisesRegex(ValueError, r"shape \(4, 3\) that is not contiguous"):
            kernel("places")((3, 4), x.T)
        with self.assertRaisesRegex(TypeError, "found an array of numbers in the other byte order; expected int32"):
            kernel("places")((3, 4), x.astype(">i4"))
        y = numpy.zeros(4, numpy.float32)
        kernel("copy")(4, numpy.broadcast_to(numpy.float32(1), 4).copy(), y)
        self.assertEqual(y.tolist(), [1] * 4)
        x.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "read-only"):
            kernel("places")((3, 4), x)
        flag = numpy.zeros(1, bool)
        number = numpy.zeros(1, int)
        for wrong in (numpy.array([None]), numpy.array(["2020"], "M8[D]"), numpy.zeros(1, [("a", "O"), ("b", "i4")])):
            with (
                self.subTest(wrong.dtype),
                self.assertRaisesRegex(TypeError, "argument 1 of .*expected one of numbers"),
            ):
                kernel("pointers")(1, wrong, None, None, None, None, number, None, flag, None)
        with self.assertRaisesRegex(TypeError, "found an array of structures; expected int32"):
            kernel("places")((1, 1), numpy.array(["a"]))

    def test_numbers(self):
        x = numpy.ones(3, numpy.float32)
        kernel("scale")(numpy.int64(3), x, numpy.float64(2))
        kernel("scale")(3, x, numpy.int8(2))
        self.assertEqual(x.tolist(), [4] * 3)
        with self.assertRaisesRegex(TypeError, "expected a number"):
            kernel("scale")(3, x, x)

    def test_copies(self):
        x = numpy.arange(6, dtype=numpy.complex64).reshape(2, 3)
        y = sycl_rtc.asarray(x)
        self.assertEqual((y.shape, y.dtype), ((2, 3), "complex64"))
        self.assertTrue((y.numpy() == x).all() and (numpy.asarray(y) == x).all())
        self.assertEqual(sycl_rtc.zeros(3, x.dtype).dtype, "complex64")
        self.assertEqual(sycl_rtc.zeros(3, numpy.uint8).numpy().tolist(), [0, 0, 0])

    def test_structures(self):
        pair = numpy.dtype([("a", numpy.int32), ("b", numpy.float32)])
        x = numpy.zeros(11)
        kernel("by_value")(
            1,
            x,
            numpy.array((3, 4.5), pair),
            numpy.arange(4, dtype=numpy.float32),
            numpy.True_,
            numpy.float16(0.5),
            1,
            1,
            1,
            b"\0\0",
        )
        self.assertEqual(x[:6].tolist(), [3, 4.5, 0, 3, 1, 0.5])

    def test_dlpack(self):
        """A class with DLPack's protocol and nothing else, as other packages have it."""

        class Tensor:
            def __init__(self, data):
                self.data = data

            def __dlpack__(self, **more):
                return self.data.__dlpack__(**more)

            def __dlpack_device__(self):
                return self.data.__dlpack_device__()

        x = numpy.arange(4, dtype=numpy.float32)
        kernel("scale")(4, Tensor(x), 2)
        self.assertEqual(x.tolist(), [0, 2, 4, 6])
        with self.assertRaisesRegex(TypeError, "found an array of float64; expected float32"):
            kernel("scale")(4, Tensor(numpy.zeros(4)), 2)
        with self.assertRaisesRegex(ValueError, "not contiguous"):
            kernel("scale")(2, Tensor(x[::2]), 2)


class OnCuda(unittest.TestCase):
    """What the runtime asks of the driver, with a kernel that the stand-in knows."""

    def setUp(self):
        self.queue = sycl_rtc.Queue("cuda")
        self.add = sycl_rtc.Kernel(ADD, "add", queue=self.queue)

    def test_arrays_of_the_host(self):
        x = array.array("i", range(100))
        self.add(100, x, 100, queue=self.queue)
        self.assertEqual(x.tolist(), list(range(1, 101)))
        self.add(100, memoryview(x)[50:], 50, queue=self.queue, local=10)
        self.assertEqual(x.tolist(), list(range(1, 51)) + list(range(52, 102)))

    def test_arrays_of_the_device(self):
        x = sycl_rtc.asarray(array.array("i", range(100)), queue=self.queue)
        for _ in range(10):
            self.add(100, x, 100, queue=self.queue)
        self.assertEqual(x.tobytes(), array.array("i", range(10, 110)).tobytes())
        with self.assertRaisesRegex(
            ValueError, "found memory of <sycl_rtc.Device cuda: .*; expected that of the queue's, <.*host"
        ):
            self.add(100, x, 100, queue=sycl_rtc.Queue("host"))

    def test_arrays_of_other_packages(self):
        x = sycl_rtc.asarray(array.array("i", range(100)), queue=self.queue)
        self.assertEqual(x.__cuda_array_interface__["typestr"], "<i4")

        class Tensor:
            __cuda_array_interface__ = dict(x.__cuda_array_interface__)

        self.add(100, Tensor(), 100, queue=self.queue).wait()
        self.assertEqual(x.tobytes(), array.array("i", range(1, 101)).tobytes())
        Tensor.__cuda_array_interface__["strides"] = (8,)
        with self.assertRaisesRegex(ValueError, "not contiguous"):
            self.add(100, Tensor(), 100, queue=self.queue)
        Tensor.__cuda_array_interface__ |= {"strides": None, "typestr": "<f4"}
        with self.assertRaisesRegex(TypeError, "found an array of float32; expected int32"):
            self.add(100, Tensor(), 100, queue=self.queue)

    def test_one_kernel_on_two_devices(self):
        x = array.array("i", [1, 2])
        self.add(2, x, 2, queue=sycl_rtc.Queue("host"))
        self.add(2, x, 2, queue=self.queue)
        self.add(2, x, 2)
        self.assertEqual(x.tolist(), [4, 5])
        self.assertEqual(sycl_rtc.devices()[0].back_end, "cuda")

    def test_opencl_c(self):
        source = "__kernel void add(__global int *x, ulong n) { size_t i = get_global_id(0); if (i < n) x[i] += 1; }"
        add = sycl_rtc.Kernel(source, "add", "opencl-c", queue=self.queue)
        self.assertEqual((add.parameters, repr(add)), (None, "<sycl_rtc.Kernel add(...)>"))
        x = array.array("i", [1, 2])
        add(2, x, ctypes.c_uint64(2), queue=self.queue)
        self.assertEqual(x.tolist(), [2, 3])
        for arguments, words in (
            ((x, 2), "argument 2 of kernel `add`: found int 2, whose size is not known; expected one that has a size"),
            ((x,), "is given 1 arguments; expected 2"),
            ((x, ctypes.c_int(2)), "has 4 bytes; expected 8"),
            ((x, ctypes.c_uint64(2), None), "is given 3 arguments; expected 2"),
        ):
            with self.subTest(words), self.assertRaisesRegex(TypeError, words):
                add(2, *arguments, queue=self.queue)
        with self.assertRaisesRegex(KeyError, "no kernel `other`; expected one of: `add`"):
            sycl_rtc.Kernel(source, "other", "opencl-c", queue=self.queue)
        host = sycl_rtc.Queue("host")
        sycl_rtc.Kernel(source, "add", "opencl-c", queue=host)(2, x, ctypes.c_uint64(2), queue=host)
        self.assertEqual(x.tolist(), [3, 4])

    def test_wrong_launches(self):
        x = array.array("i", [1, 2])
        with self.assertRaisesRegex(ValueError, "not evenly divisible"):
            self.add(3, x, 2, queue=self.queue, local=2)
        with self.assertRaisesRegex(ValueError, "expected at most"):
            self.add(4096, x, 2, queue=self.queue, local=4096)
        self.add(0, x, 2, queue=self.queue)
        self.assertEqual(x.tolist(), [1, 2])


if __name__ == "__main__":
    unittest.main(
        argv=sys.argv[:1], defaultTest={"cuda": "OnCuda", "numpy": "WithNumpy"}.get("".join(sys.argv[1:]), "OnHost")
    )
