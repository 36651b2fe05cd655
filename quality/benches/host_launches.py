"""What scripts/bench host launches: kernels of quality/benches/kernels and of examples/ir, each at a size that takes a while."""

import ctypes as c
import struct
from dataclasses import dataclass
from itertools import chain

EXAMPLES = ["aspects", "convolution", "free_function", "histogram", "mandelbrot", "multi_tu", "required_sizes",
            "spec_composite", "spec_scalar"]

# Arguments: bytes of a value, bytes of local memory, or memory.
Value = bytes
Local = int


class Memory:
    """Memory that kernels share with this process. A launch begins with what it was made with."""

    def __init__(self, content, is_output=False):
        self.is_output, self.content, self.size = is_output, content, len(content)
        self.place = (c.c_char * self.size).from_buffer_copy(content)
        self.address = c.addressof(self.place)

    def reset(self):
        c.memmove(self.place, self.content, self.size)

    def read(self, letter):
        return struct.unpack(f"<{self.size // struct.calcsize(letter)}{letter}", self.place)


@dataclass
class Launch:
    """A launch of a kernel, and what it is given."""

    module: str
    name: str
    kernel: str
    size: tuple
    group: tuple | None  # None: the device chooses
    arguments: list
    letter: str = "f"  # what the output consists of, as `struct` names it

    exchanges: bool = False  # whether it has barriers of sub-groups

    @property
    def waits(self):
        """Whether it has barriers, that is, local memory or exchanges. Others take very long as coroutines, and never are."""
        return self.exchanges or any(isinstance(argument, Local) for argument in self.arguments)


def repeated(letter, values, count):
    """So many numbers, of which there are a few different ones."""
    values = list(values)
    packed = struct.pack(f"<{len(values)}{letter}", *values)
    return (packed * -(-count // len(values)))[: count * struct.calcsize(letter)]


def floats(count, scale=1.0, letter="f"):
    return Memory(repeated(letter, (((i * 37) % 101 - 50) / scale for i in range(101)), count))


def zeros(count, size=4):
    return Memory(bytes(count * size), is_output=True)


def updated(letter, values, count):
    return Memory(repeated(letter, values, count), is_output=True)


def i32(value):
    return struct.pack("<i", value)


def f32(value):
    return struct.pack("<f", value)


def structure(*members):
    """A function object of quality/benches/kernels/sycl.cpp by value; what its pointers lead to has to live."""
    packed = b"".join(struct.pack("<Q", m.address) if isinstance(m, Memory) else m for m in members)
    return packed.ljust(-(-len(packed) // 8) * 8, b"\0")


def of_stock_clang():
    """Kernels that take a structure; (launch, memory that it leads to)."""
    count = 8192
    bodies, velocities = floats(4 * count, 16.0), zeros(4 * count)
    given = [structure(bodies, velocities, i32(count), f32(0.01)), Local(128 * 16)]
    yield Launch("sycl", "nbody", "_ZTS5nbody", (count,), (128,), given), [velocities, bodies]
    n = 512
    a, b, out = floats(n * n, 64.0), floats(n * n, 32.0), zeros(n * n)
    given = [structure(a, b, out, i32(n)), Local(1024), Local(1024)]
    yield Launch("sycl", "matmul", "_ZTS6matmul", (n, n), (16, 16), given), [out, a, b]
    n = 2048
    out = zeros(n * n)
    given = [structure(out, i32(n), i32(n), i32(200))]
    yield Launch("sycl", "mandelbrot", "_ZTS10mandelbrot", (n, n), (16, 16), given, "i"), [out]
    count = 1 << 22
    numbers = floats(count)
    strides = [(name, 1 << 14) for name in ("stride", "stride_guarded", "stride_break")]
    for name, size in [("element", count), *strides]:
        out = zeros(count)
        given = [structure(numbers, out, i32(count))]
        yield Launch("sycl", name, f"_ZTS{len(name)}{name}", (size,), (256,), given), [out, numbers]
    out = zeros(count)
    given = [structure(numbers, out, i32(2048))]
    yield Launch("sycl", "stride_nest", "_ZTS11stride_nest", (64, 256), (16, 16), given), [out, numbers]
    out = zeros(count)
    given = [structure(numbers, out, i32(count // 256))]
    yield Launch("sycl", "columns", "_ZTS7columns", (256,), (256,), given), [out, numbers]
    rows = 1024
    out = zeros(rows)
    given = [structure(numbers, out, i32(count // rows)), Local(1024)]
    yield Launch("sycl", "row_sum", "_ZTS7row_sum", (rows * 256,), (256,), given), [out, numbers]
    count = 1 << 18
    out = zeros(count)
    rounds = Memory(i32(100))
    given = [structure(out, rounds), Local(4 * 256)]
    yield Launch("sycl", "bound", "_ZTS5bound", (count,), (256,), given, "i"), [out, rounds]
    numbers, out = Memory(repeated("i", range(-50, 51), count)), zeros(count // 256)
    given = [structure(numbers, out), Local(4 * 256)]
    yield Launch("sycl", "block_sum", "_ZTS9block_sum", (count,), (256,), given, "i"), [out, numbers]
    numbers, out = Memory(repeated("i", range(-50, 51), 1 << 20)), zeros(count // 16)
    ends = Memory(repeated("i", range(0, 800, 64), count // 16))
    given = [structure(numbers, ends, out)]
    launch = Launch("sycl", "sub_group_rows", "_ZTS13sub_group_row", (count,), (256,), given, "i", exchanges=True)
    yield launch, [out, numbers, ends]
    count = 1 << 20
    for name in ("exponential", "sine", "power"):
        numbers, out = floats(count, 16.0), zeros(count)
        kernel = f"_ZTS{len(name)}{name}"
        yield Launch("sycl", name, kernel, (count,), (256,), [structure(numbers, out)]), [out, numbers]


def of_dpcpp():
    """Kernels of quality/benches/kernels/dpcpp.cpp."""
    count = 8192
    given = [floats(4 * count, 16.0), i32(count), Local(128 * 16), zeros(4 * count), f32(0.01)]
    yield Launch("dpcpp", "Gravity", "_ZTS7Gravity", (count,), (128,), given)
    count = 1 << 21
    given = [updated("f", [1.5, -2.0, 0.25], 4 * count), floats(4 * count), f32(0.5)]
    yield Launch("dpcpp", "Move", "_ZTS4Move", (count,), None, given)
    n = 512
    for letter, size, name in (("f", 16, "IfLi16E"), ("f", 8, "IfLi8E"), ("d", 8, "IdLi8E"),
                               ("e", 16, "IN4sycl3_V16detail9half_impl4halfELi16E")):
        width, pitch = struct.calcsize(letter), struct.pack("<2q", size, size)
        a, b, out = floats(n * n, 64.0, letter), floats(n * n, 32.0, letter), zeros(n * n, width)
        tile = Local(width * size * size)
        shown = {"f": "float", "d": "double", "e": "half"}[letter]
        yield Launch("dpcpp", f"Product<{shown}, {size}>", f"_ZTS7Product{name}E", (n, n), (size, size),
                     [i32(n), tile, pitch, a, tile, pitch, b, out], letter)
    n = 2048
    for letter, shown in (("f", "float"), ("d", "double")):
        yield Launch("dpcpp", f"Mandelbrot<{shown}>", f"_ZTS10MandelbrotI{letter}E", (n, n), None,
                     [i32(n), i32(n), zeros(n * n)], "i")
    yield Launch("dpcpp", "RowSum", "_ZTS6RowSum", (1024, 1024), None, [i32(1024), floats(1 << 20), zeros(1 << 20)])


def of_examples():
    """Kernels of examples/ir without barriers, in the groups that their sources ask for."""
    count = 1 << 20
    sides = Memory(repeated("f", [3.0, 4.0, 5.0, 6.0, 8.0, 10.0], 3 * count))
    numbers = Memory(repeated("i", range(1000), count))
    yield Launch("aspects", "TriangleSingle", "_ZTS14TriangleSingle", (count,), (8,), [sides, zeros(count)])
    yield Launch("aspects", "TriangleDouble", "_ZTS14TriangleDouble", (count,), (8,), [sides, zeros(count, 8)], "d")
    yield Launch("aspects", "Narrow", "_ZTS6Narrow", (count,), (8,), [floats(count), zeros(count)])
    wide = Memory(repeated("Q", range(100), count))
    yield Launch("aspects", "CountWide", "_ZTS9CountWide", (count,), (8,), [wide, zeros(1, 8)], "Q")
    width, height = 1024, 1024
    yield Launch("convolution", "Convolve", "_ZTS8Convolve", (width, height), (8, 1),
                 [floats(count), zeros(count), i32(width), i32(height)])
    yield Launch("convolution", "Amplify", "_ZTS7Amplify", (count,), (8,), [floats(count), zeros(count)])
    yield Launch("free_function", "saxpy", "_Z19__sycl_kernel_saxpyfPKfPf", (count,), (8,),
                 [f32(2.5), floats(count), updated("f", range(100), count)])
    yield Launch("free_function", "iota", "_Z18__sycl_kernel_iotaPiii", (1,), (1,),
                 [zeros(4 * count), i32(4 * count), i32(7)], "i")
    yield Launch("histogram", "Histogram", "_ZTS9Histogram", (count,), (32,), [numbers, zeros(10), i32(10)], "i")
    halves = Memory(repeated("f", (i / 8 for i in range(16)), count))
    yield Launch("histogram", "FloatExtremes", "_ZTS13FloatExtremes", (count,), (32,),
                 [halves, updated("f", [0.0, -1000.0], 2)])
    yield Launch("mandelbrot", "Escape", "_ZTS6Escape", (2048, 2048), None,
                 [zeros(1 << 22), f32(-2.0), f32(-1.25), f32(2.5 / 2048)], "i")
    yield Launch("multi_tu", "InMain", "_ZTS6InMain", (count,), (8,), [numbers, zeros(count)], "i")
    yield Launch("multi_tu", "CallsNothing", "_ZTS12CallsNothing", (count,), (8,), [zeros(count)], "i")
    yield Launch("multi_tu", "InHelper", "_ZTS8InHelper", (count,), (8,), [numbers, zeros(count)], "i")
    columns = count // 8
    yield Launch("required_sizes", "Transpose", "_ZTS9Transpose", (columns, 8), (8, 4),
                 [Memory(repeated("i", range(1000), columns + 7 * 16)), zeros(8 * columns)], "i")
    yield Launch("required_sizes", "LaneBroadcast", "_ZTS13LaneBroadcast", (count,), (32,),
                 [numbers, zeros(count)], "i")
    yield Launch("required_sizes", "Free", "_ZTS4Free", (count,), (32,), [zeros(count)], "i")
    yield Launch("spec_composite", "Tint", "_ZTS4Tint", (count,), (8,), [updated("f", [1.0, 2.0, 3.0], count)])
    yield Launch("spec_scalar", "Single", "_ZTS6Single", (count,), (8,), [floats(count), zeros(count)])
    yield Launch("spec_scalar", "Double", "_ZTS6Double", (count,), (8,), [floats(count), zeros(count, 8)], "d")
    yield Launch("spec_scalar", "Half", "_ZTS4Half", (count,), (8,), [floats(count), zeros(count, 2)], "e")


def launches():
    """All launches, each with the memory that it uses, what it writes first."""
    yield from of_stock_clang()
    for launch in chain(of_dpcpp(), of_examples()):
        memory = [a for a in launch.arguments if isinstance(a, Memory)]
        yield launch, sorted(memory, key=lambda m: not m.is_output)
