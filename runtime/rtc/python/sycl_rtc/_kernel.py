"""Kernels that are compiled from a source and launched."""

import ctypes
import math
import re
import struct
import threading

from . import _arrays, _native, _runtime, _types

# Behind a source: a name expression of it has the types and sizes of a kernel's parameters in its mangled name.
_DESCRIPTION = """
#line 1 "sycl_rtc.Kernel"
template <class, unsigned long...> struct __sycl_rtc_sizes;
template <class R, class... A> __sycl_rtc_sizes<R (*)(A...), sizeof(A)...> *__sycl_rtc_sized(R (*)(A...));
template <class> void __sycl_rtc_parameters() {}
"""
_INTEGERS = {
    ("int", 1): "b",
    ("int", 2): "h",
    ("int", 4): "i",
    ("int", 8): "q",
    ("uint", 1): "B",
    ("uint", 2): "H",
    ("uint", 4): "I",
    ("uint", 8): "Q",
    ("byte", 1): "b",
}
_FLOATS = {2: "e", 4: "f", 8: "d"}


class Local:
    """So many elements of local memory of a work-group, for a parameter that is a local accessor, a work_group_memory,
    or a pointer to local memory."""

    def __init__(self, shape, dtype="float32"):
        self.shape, self.dtype = _arrays._shape(shape), _types.element_of_dtype(dtype)
        self.nbytes = math.prod(self.shape) * _types.ELEMENTS[self.dtype][1]
        if not 0 < self.nbytes < 1 << 63:
            raise ValueError(f"shape is {self.shape}; expected one of 1 to 2**63 - 1 bytes")

    def __repr__(self):
        return f"sycl_rtc.Local({self.shape}, '{self.dtype}')"


class _Module:
    """Code for a device, which stays until nothing uses it."""

    def __init__(self, program, name, device):
        images = program.offload_binary()
        self.pointer = _runtime.made("load_module", images, len(images))
        _runtime.finalizer(self, "remove_module", self.pointer)
        self.kernel = _runtime.made("get_kernel", self.pointer, name.encode())
        _runtime.call("check_kernel", self.kernel, device._pointer)


class Kernel:
    """A kernel of a source, which is called with a range and arguments.

    source, language, headers and options are those of sycl_rtc.compile(). name is that of a kernel, as the source has
    it: "scale", "ns::scale<float, 4>". It is compiled for the device of the queue, or of the default queue, now, and
    for others at the first launch there. Raises CompileError, or KeyError with the kernels that there are.

    kernel(range, *arguments, local=None, queue=None, after=()) launches it. range is a number or up to three, local are
    the sizes of work-groups, in the order of the language: the last dimension is the fastest in SYCL, the first in
    OpenCL C. Arrays of the host are copied where the device needs that, and the call waits until they have the results;
    a launch with other arrays only does not wait. after has events of other queues that the launch waits for. Returns
    an Event.

    Arrays are those of the buffer protocol (numpy, array, bytearray, memoryview), of DLPack, of the CUDA array
    interface, and of sycl_rtc.empty(). Parameters that are no pointers take numbers, and bytes of structures. TypeError
    and ValueError name the argument, what was found and what was expected.
    """

    def __init__(self, source, name, language="sycl", *, headers=None, options=(), queue=None):
        for what, given, types in (("source", source, (str, bytes)), ("name", name, str)):
            if not isinstance(given, types):
                raise TypeError(f"{what} is {_found(given)}; expected text")
        if isinstance(options, str):
            raise TypeError(f"options is {options!r}; expected a list, such as [{options!r}]")
        self.name, self._language = name, language
        self._source, self._headers, self._options = source, dict(headers or {}), list(options)
        self._lock, self._modules = threading.Lock(), {}
        # Parameters of the kernel; None if they are not known.
        self._parameters = None
        self._module(_runtime.queue_of(queue))

    @property
    def parameters(self):
        """The types of the parameters; None if the language does not tell."""
        return None if self._parameters is None else tuple(parameter.text for parameter in self._parameters)

    def _module(self, queue):
        device = queue.device
        with self._lock:
            module = self._modules.get(device)
            if module is None:
                module = self._modules[device] = self._compile(device)
            return module

    def _compile(self, device):
        target = device.target
        if not target:
            raise _runtime.DeviceError(f"{device!r}: found a device that no code is compiled for; expected another one")
        common = {"language": self._language, "headers": self._headers, "options": self._options, "targets": [target]}
        if self._language != "sycl":
            program = _native.compile(self._source, **common)
            return _Module(program, self._look_up(program), device)
        source = self._source.encode() if isinstance(self._source, str) else self._source
        described = f"__sycl_rtc_parameters<decltype(__sycl_rtc_sized({self.name}))>"
        try:
            program = _native.compile(source + _DESCRIPTION.encode(), names=[self.name, described], **common)
        except _native.CompileError as error:
            self._explain(source, common)
            raise error from None  # it is about what is added here
        if self._parameters is None:
            self._parameters = _types.parameters(_native.demangle(program.lowered_name(described)))
        return _Module(program, self._look_up(program), device)

    def _explain(self, source, common):
        """Raises what is wrong with the source, or a KeyError with its kernels, or what is wrong with the name."""
        try:
            program = _native.compile(source, **common)
        except _native.CompileError as error:
            # A source of nothing but templates has no kernels without a name.
            if error.kind != "no-kernel":
                raise error from None
        else:
            if re.fullmatch(r"[\w:]+", self.name):  # else it chooses one of several, or an instance
                self._look_up(program)
        try:
            _native.compile(source, names=[self.name], **common)
        except _native.CompileError as error:
            raise error from None

    def _look_up(self, program):
        try:
            return program.kernel_name(self.name)
        except KeyError as error:
            raise error from None

    def __call__(self, range, *arguments, local=None, queue=None, after=()):  # pylint: disable=redefined-builtin
        queue = _runtime.queue_of(queue)
        module = self._module(queue)
        with _Call(self, queue) as call:
            call.add_all(arguments)
            local = None if local is None else self._extents("local", local)
            return call.launch(module, self._extents("range", range), local, after)

    def _extents(self, what, given):
        try:
            given = tuple(given)
        except TypeError:
            given = (given,)
        try:
            extents = [extent.__index__() for extent in given]
        except AttributeError:
            raise TypeError(f"{what} is {given!r}; expected whole numbers") from None
        if not 1 <= len(extents) <= 3 or any(not 0 <= extent < 1 << 64 for extent in extents):
            raise ValueError(f"{what} is {given!r}; expected one to three numbers that are not negative")
        if what == "local" and 0 in extents:
            raise ValueError(f"local is {given!r}; expected numbers from 1")
        # The runtime has the fastest dimension first, as OpenCL C has.
        return extents if self._language.startswith("opencl") else extents[::-1]

    def __repr__(self):
        return f"<sycl_rtc.Kernel {self.name}({', '.join(self.parameters or ['...'])})>"


class _Call:
    """The arguments of one launch."""

    def __init__(self, kernel, queue):
        self.kernel, self.queue = kernel, queue
        self.values = []  # bytes, or a number of bytes of local memory
        self.views, self.buffers = [], []
        self.hosts = []  # (place in values, view, whether it is written)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for buffer, *_ in self.buffers:
            _runtime._library().sycl_rt_buffer_release(buffer)
        for view in self.views:
            view.release()

    def add_all(self, arguments):
        parameters = self.kernel._parameters
        if parameters is None:
            for number, argument in enumerate(arguments, 1):
                self._add_unknown(f"argument {number} of kernel `{self.kernel.name}`", argument)
            return
        if len(arguments) != len(parameters):
            types = ", ".join(parameter.text for parameter in parameters)
            raise TypeError(
                f"kernel `{self.kernel.name}` is given {len(arguments)} arguments; expected {len(parameters)}: "
                f"({types})"
            )
        for number, (parameter, argument) in enumerate(zip(parameters, arguments), 1):
            what = f"argument {number} of kernel `{self.kernel.name}`, `{parameter.text}`"
            if parameter.is_local:
                self._add_local(what, parameter, argument)
            elif parameter.is_pointer:
                self._add_array(what, argument, parameter)
            else:
                self.values.append(_value(what, parameter, argument))

    def _add_local(self, what, parameter, argument):
        if not isinstance(argument, Local):
            raise TypeError(f"{what}: found {_found(argument)}; expected a sycl_rtc.Local")
        if not parameter.takes(_types.ELEMENTS[argument.dtype]):
            raise TypeError(f"{what}: found {argument.dtype}; expected {parameter.expected()}")
        self.values.append(argument.nbytes)
        if parameter.dimensions is not None:
            if len(argument.shape) != parameter.dimensions:
                raise ValueError(
                    f"{what}: found the shape {argument.shape}; expected {parameter.dimensions} dimensions"
                )
            # The range, that of the memory, and where it begins, as sycl::local_accessor becomes parameters.
            extents = struct.pack(f"{parameter.dimensions}Q", *argument.shape)
            self.values += [extents, extents, bytes(len(extents))]

    def _add_array(self, what, argument, parameter):
        if argument is None and not (parameter and parameter.text.endswith("&")):
            self.values.append(bytes(8))
            return
        view = _arrays.view(argument, what)
        if view is None:
            expected = f"an array of {parameter.expected()}" if parameter and not parameter.takes_all else "an array"
            raise TypeError(f"{what}: found {_found(argument)}; expected {expected}")
        self.views.append(view)
        is_written = not (parameter and parameter.is_const)
        if parameter:
            if not parameter.takes(view.element):
                raise TypeError(
                    f"{what}: found an array of {_types.words(view.element)}; expected {parameter.expected()}"
                )
            whole = parameter.group * parameter.element[1] if parameter.element else 1
            if view.size % whole:
                raise ValueError(
                    f"{what}: found {view.size} bytes; expected a multiple of {whole}, the size of its elements"
                )
            if view.readonly and is_written:
                raise ValueError(
                    f"{what}: found an array that is read-only; expected one that can be written, or a "
                    f"parameter that points to `const`"
                )
        if view.readonly:
            is_written = False
        self._check_place(what, view)
        if view.back_end is None and view.size:
            self.hosts.append((len(self.values), view, is_written))
        self.values.append(struct.pack("P", view.address))

    def _check_place(self, what, view):
        device = self.queue.device
        if isinstance(view.back_end, _runtime.Device) and view.back_end is not device:
            raise ValueError(f"{what}: found memory of {view.back_end!r}; expected that of the queue's, {device!r}")
        if view.back_end == "cuda" and device.back_end != "cuda":
            raise ValueError(f"{what}: found memory of a GPU; expected that of the host, for {device!r}")

    def _add_unknown(self, what, argument):
        """An argument for a parameter whose type is not known: numbers say what they are themselves."""
        if isinstance(argument, Local):
            self.values.append(argument.nbytes)
        elif isinstance(argument, (bytes, ctypes._SimpleCData, ctypes.Structure)) or _is_number_of_numpy(argument):
            self.values.append(bytes(argument))
        elif isinstance(argument, (bool, int, float, complex)):
            raise TypeError(
                f"{what}: found {_found(argument)}, whose size is not known; expected one that has a size, such "
                f"as numpy.float32(1) or ctypes.c_int(1)"
            )
        else:
            self._add_array(what, argument, None)

    def _accesses(self):
        """Buffers of the runtime over arrays of the host: one for those that lie in one another."""
        device, accesses = self.queue.device, []
        groups = []
        for place in sorted(self.hosts, key=lambda host: host[1].address):
            _, view, is_written = place
            if groups and view.address < groups[-1][1]:
                group = groups[-1]
                group[1] = max(group[1], view.address + view.size)
                group[2] |= is_written
                group[3].append(place)
            else:
                groups.append([view.address, view.address + view.size, is_written, [place]])
        for start, end, is_written, places in groups:
            buffer = _runtime.made("buffer_create", end - start, 0, start)
            self.buffers.append((buffer, is_written))
            accesses.append(_runtime.Access(buffer, _runtime.READ_WRITE if is_written else _runtime.READ))
            address = _runtime.made("buffer_address", buffer, device._pointer)
            for number, view, _ in places:
                self.values[number] = struct.pack("P", address + view.address - start)
        return accesses

    def launch(self, module, extents, local, after):
        if local is not None and len(local) != len(extents):
            raise ValueError(
                f"kernel `{self.kernel.name}`: found {len(local)} numbers in local and {len(extents)} in range; "
                f"expected as many"
            )
        accesses = self._accesses()
        values = (_runtime.Value * len(self.values))()
        for value, given in zip(values, self.values):
            if isinstance(given, int):
                value.value, value.size = None, given
            else:
                value.value, value.size = ctypes.cast(ctypes.c_char_p(given), ctypes.c_void_p), len(given)
        whole = lambda numbers: (ctypes.c_uint64 * 3)(*numbers)
        launch = _runtime.Launch(
            module.kernel,
            len(extents),
            0,
            whole(extents),
            whole(local or []),
            whole([]),
            0,
            values,
            len(self.values),
            None,
            0,
        )
        kept = (module, [view.kept for view in self.views])
        event = self.queue._submit(_runtime.LAUNCH, launch, kept, after, accesses)
        for view in self.views:
            if isinstance(view.kept, _arrays.Array):
                view.kept._queue = self.queue  # copies come after this launch
        if self.hosts:
            # Nothing may raise before the device is done with them.
            try:
                event.wait()
            finally:
                for buffer, _ in self.buffers:
                    _runtime.call("buffer_wait", buffer)
        return event


def _found(thing):
    """What an argument is, for messages."""
    text = repr(thing)
    name = type(thing).__name__
    return f"{name} {text}" if len(text) <= 40 else name


def _is_number_of_numpy(thing):
    return type(thing).__module__ == "numpy" and getattr(thing, "shape", None) == () and hasattr(thing, "dtype")


def _value(what, parameter, argument):
    """The bytes of an argument that is passed by value."""
    element, size = parameter.element, parameter.size
    if element is None or parameter.group > 1:
        try:
            given = memoryview(argument).tobytes()
        except TypeError:
            raise TypeError(
                f"{what}: found {_found(argument)}; expected {size} bytes, as bytes or as an array"
            ) from None
        if element and not isinstance(argument, (bytes, bytearray)):
            found = _types.element_of_format(memoryview(argument).format)
            if not parameter.takes(found):
                raise TypeError(f"{what}: found an array of {_types.words(found)}; expected {parameter.expected()}")
        if len(given) != size:
            raise ValueError(f"{what}: found {len(given)} bytes; expected {size}")
        return given
    if isinstance(argument, ctypes._SimpleCData):
        argument = argument.value
    kind = element[0]
    if kind == "bool":
        if not (isinstance(argument, bool) or _is_number_of_numpy(argument) and argument.dtype.kind == "b"):
            raise TypeError(f"{what}: found {_found(argument)}; expected True or False")
        return struct.pack("?", argument)
    expected = {"float": "a number", "complex": "a number", "bfloat": "a number"}.get(kind, "a whole number")
    is_array = getattr(argument, "shape", ()) != ()
    try:
        if is_array or isinstance(argument, (str, bytes)):
            raise TypeError
        if kind == "complex":
            number = complex(argument)
            return struct.pack("ff" if size == 8 else "dd", number.real, number.imag)
        if kind == "bfloat":
            # Rounded to the nearest, the even one of two.
            bits = struct.unpack("I", struct.pack("f", float(argument)))[0]
            is_nan = argument != argument
            return struct.pack("H", bits >> 16 | 0x40 if is_nan else bits + 0x7FFF + (bits >> 16 & 1) >> 16)
        if kind == "float":
            if isinstance(argument, complex):
                raise TypeError
            return struct.pack(_FLOATS[size], float(argument))
        number = argument.__index__()
    except OverflowError:
        # Numbers that are too large for the type are infinite, as in C++.
        return struct.pack(_FLOATS.get(size, "f"), float("-inf" if argument < 0 else "inf"))
    except (TypeError, ValueError, AttributeError):
        raise TypeError(f"{what}: found {_found(argument)}; expected {expected}") from None
    try:
        return struct.pack(_INTEGERS[element], number)
    except struct.error:
        bits = size * 8
        low, high = (0, 2**bits - 1) if kind == "uint" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        raise ValueError(f"{what}: found {number}; expected a number from {low} to {high}") from None
