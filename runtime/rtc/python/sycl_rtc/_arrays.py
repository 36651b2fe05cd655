"""Memory that kernels are given: arrays of the host, of other packages, and of our own."""

import ctypes
import math
import re
from ctypes import (
    POINTER,
    Structure,
    c_char_p,
    c_int,
    c_int32,
    c_int64,
    c_ssize_t,
    c_uint16,
    c_uint64,
    c_uint8,
    c_void_p,
)

from . import _runtime, _types


class _Buffer(Structure):
    """Py_buffer, which is the same in all versions of Python that the package is for."""

    _fields_ = [
        ("buf", c_void_p),
        ("obj", c_void_p),
        ("len", c_ssize_t),
        ("itemsize", c_ssize_t),
        ("readonly", c_int),
        ("ndim", c_int),
        ("format", c_char_p),
        ("shape", POINTER(c_ssize_t)),
        ("strides", POINTER(c_ssize_t)),
        ("suboffsets", POINTER(c_ssize_t)),
        ("internal", c_void_p),
    ]


_FULL_READ_ONLY = 0x11C  # PyBUF_FULL_RO
_get_buffer = ctypes.pythonapi.PyObject_GetBuffer
_get_buffer.argtypes, _get_buffer.restype = (ctypes.py_object, POINTER(_Buffer), c_int), c_int
_release_buffer = ctypes.pythonapi.PyBuffer_Release
_release_buffer.argtypes, _release_buffer.restype = (POINTER(_Buffer),), None


class _DLTensor(Structure):
    """DLTensor of dlpack.h"""

    _fields_ = [
        ("data", c_void_p),
        ("device_type", c_int32),
        ("device_id", c_int32),
        ("ndim", c_int32),
        ("code", c_uint8),
        ("bits", c_uint8),
        ("lanes", c_uint16),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("byte_offset", c_uint64),
    ]


_get_capsule = ctypes.pythonapi.PyCapsule_GetPointer
_get_capsule.argtypes, _get_capsule.restype = (ctypes.py_object, c_char_p), c_void_p
# kDLCPU and kDLCUDAHost are memory of the host; kDLCUDA and kDLCUDAManaged are of a GPU.
_OF_HOST, _OF_CUDA = (1, 3), (2, 13)
_DL_KINDS = {0: "int", 1: "uint", 2: "float", 4: "bfloat", 5: "complex", 6: "bool"}


class View:
    """An array that is given to a kernel: where it is and what its elements are."""

    def __init__(self, address, size, element, readonly, kept, back_end=None):
        self.address, self.size, self.element, self.readonly = address or 0, size, element, readonly
        self.back_end = back_end  # whose memory it is; None for that of the host
        self.kept = kept

    def release(self):
        """Gives back what was borrowed."""
        if isinstance(self.kept, _Buffer):
            _release_buffer(self.kept)
            self.kept = None


def view(thing, what):
    """A view of an array; None if the thing is not an array."""
    if isinstance(thing, Array):
        return View(thing._address, thing.nbytes, _types.ELEMENTS[thing.dtype], False, thing, thing.device)
    cuda = getattr(thing, "__cuda_array_interface__", None)
    if cuda is not None:
        return _of_interface(cuda, thing, what)
    buffer = _Buffer()
    try:
        _get_buffer(thing, buffer, _FULL_READ_ONLY)
    except (TypeError, ValueError, BufferError):
        return _of_dlpack(thing, what) if hasattr(thing, "__dlpack__") else None
    try:
        shape = [buffer.shape[n] for n in range(buffer.ndim)]
        strides = [buffer.strides[n] for n in range(buffer.ndim)] if buffer.strides else None
        _check_contiguous(what, shape, strides, buffer.itemsize)
        text = (buffer.format or b"B").decode()
        if "O" in re.sub(":[^:]*:", "", text):  # not in the names of fields
            raise TypeError(f"{what}: found an array of objects of Python; expected one of numbers")
        element = _types.element_of_format(text)
    except BaseException:
        _release_buffer(buffer)
        raise
    return View(buffer.buf, buffer.len, element, bool(buffer.readonly), buffer)


def _check_contiguous(what, shape, strides, itemsize):
    """Refuses elements that are not one after another, in the order of C."""
    if strides is None or 0 in shape:
        return
    expected = itemsize
    for extent, stride in zip(reversed(shape), reversed(strides)):
        if extent > 1 and stride != expected:
            raise ValueError(
                f"{what}: found an array of shape {tuple(shape)} that is not contiguous, with strides {tuple(strides)}"
                f"; expected a contiguous one, such as numpy.ascontiguousarray makes"
            )
        expected *= extent


def _of_interface(cuda, thing, what):
    address, readonly = cuda["data"]
    shape, text = cuda["shape"], cuda["typestr"]
    element = _of_typestr(text)
    itemsize = int(text[2:])
    _check_contiguous(what, shape, cuda.get("strides"), itemsize)
    return View(address, math.prod(shape) * itemsize, element, readonly, thing, "cuda")


def _of_typestr(text):
    """Elements by numpy's codes, as in "<f4"."""
    kinds = {"b": "bool", "i": "int", "u": "uint", "f": "float", "c": "complex"}
    if text[0] == ">":
        return "numbers in the other byte order", 0
    return (kinds[text[1]], int(text[2:])) if text[1] in kinds else None


def _of_dlpack(thing, what):
    device_type, _ = thing.__dlpack_device__()
    if device_type not in _OF_HOST + _OF_CUDA:
        raise TypeError(
            f"{what}: found memory of the device {int(device_type)} of DLPack; expected that of the host or of CUDA"
        )
    try:
        capsule = thing.__dlpack__()
    except (BufferError, TypeError, ValueError, RuntimeError) as error:
        elements = getattr(thing, "dtype", "other elements")
        raise TypeError(f"{what}: found an array of {elements}: {error}; expected one of numbers") from None
    tensor = _DLTensor.from_address(_get_capsule(capsule, b"dltensor"))
    shape = [tensor.shape[n] for n in range(tensor.ndim)]
    itemsize = tensor.bits * tensor.lanes // 8
    strides = [tensor.strides[n] * itemsize for n in range(tensor.ndim)] if tensor.strides else None
    _check_contiguous(what, shape, strides, itemsize)
    kind = _DL_KINDS.get(tensor.code)
    element = (kind, itemsize) if kind and tensor.lanes == 1 else None
    address = (tensor.data or 0) + tensor.byte_offset
    # The capsule owns the memory until it is gone.
    return View(
        address,
        math.prod(shape) * itemsize,
        element,
        False,
        (thing, capsule),
        "cuda" if device_type in _OF_CUDA else None,
    )


def _shape(shape):
    try:
        shape = tuple(shape)
    except TypeError:
        shape = (shape,)
    try:
        extents = tuple(extent.__index__() for extent in shape)
    except AttributeError:
        raise TypeError(f"shape is {shape!r}; expected whole numbers") from None
    if any(extent < 0 for extent in extents):
        raise ValueError(f"shape is {extents!r}; expected numbers that are not negative")
    return extents


class Array:
    """An array in memory of a device. sycl_rtc.empty(), zeros() and asarray() make one.

    kind says what memory: "device", or "shared", which the host reaches, too.
    """

    def __init__(self, shape, dtype, queue, kind):
        self.shape, self.dtype = _shape(shape), _types.element_of_dtype(dtype)
        self._queue = _runtime.queue_of(queue)
        self.device, self.kind = self._queue.device, kind
        self.nbytes = math.prod(self.shape) * _types.ELEMENTS[self.dtype][1]
        self._address = _runtime.allocate(self.device, self.nbytes, kind)
        if self._address:
            _runtime.finalizer(self, "free", self._address)

    @property
    def size(self):
        """How many elements it has."""
        return math.prod(self.shape)

    @property
    def ndim(self):
        """How many dimensions it has."""
        return len(self.shape)

    def __len__(self):
        if not self.shape:
            raise TypeError("an array without dimensions has no length")
        return self.shape[0]

    def copy_from(self, source, queue=None):
        """Copies what an array of the host, or another one, has, which has to be of the same size and type."""
        from_ = self._other(source, "source")
        try:
            self._use(queue)._copy(self._address, from_.address, self.nbytes, (self, source))
        finally:
            from_.release()
        return self

    def copy_to(self, target, queue=None):
        """Copies it to an array of the host, or to another one, which has to be of the same size and type."""
        to = self._other(target, "target")
        try:
            if to.readonly:
                raise ValueError("target: found an array that is read-only; expected one that can be written")
            self._use(queue)._copy(to.address, self._address, self.nbytes, (self, target))
        finally:
            to.release()
        return target

    def _use(self, queue):
        """The queue of a copy, which begins when the commands of the array's own queue have ended."""
        if queue is not None and queue is not self._queue:
            self._queue.wait()
            return queue
        return self._queue

    def _other(self, thing, what):
        other = view(thing, what)
        if other is None:
            raise TypeError(f"{what} is {thing!r}; expected an array")
        own = _types.ELEMENTS[self.dtype]
        if other.element != own or other.size != self.nbytes:
            found = f"{_types.words(other.element)} in {other.size} bytes"
            other.release()
            raise ValueError(
                f"{what}: found an array of {found}; expected {self.dtype} in {self.nbytes} bytes, "
                f"of shape {self.shape}"
            )
        return other

    def numpy(self):
        """A copy in an array of numpy's. Waits for its queue."""
        import numpy  # pylint: disable=import-outside-toplevel # it need not be there

        return self.copy_to(numpy.empty(self.shape, self.dtype))

    def tobytes(self):
        """A copy of its bytes. Waits for its queue."""
        room = bytearray(self.nbytes)
        self._queue._copy(
            ctypes.addressof((ctypes.c_char * self.nbytes).from_buffer(room)), self._address, self.nbytes, self
        )
        return bytes(room)

    def __array__(self, dtype=None, copy=None):
        return self.numpy() if dtype is None else self.numpy().astype(dtype)

    @property
    def __cuda_array_interface__(self):
        if self.device.back_end != "cuda":
            raise AttributeError("memory of another device than CUDA's")
        self._queue.wait()
        code = {"b": "b", "i": "i", "u": "u", "f": "f", "c": "c"}[_types.ELEMENTS[self.dtype][0][0]]
        return {
            "shape": self.shape,
            "typestr": f"<{code}{_types.ELEMENTS[self.dtype][1]}",
            "data": (self._address or 0, False),
            "version": 3,
            "strides": None,
        }

    def __repr__(self):
        return f"<sycl_rtc.Array {self.shape} of {self.dtype} on {self.device.back_end}>"


def empty(shape, dtype="float32", *, queue=None, kind="device"):
    """An array in memory of the queue's device, whose content is undefined."""
    return Array(shape, dtype, queue, kind)


def zeros(shape, dtype="float32", *, queue=None, kind="device"):
    """An array of zeros in memory of the queue's device."""
    array = Array(shape, dtype, queue, kind)
    array._queue._fill(array._address, array.nbytes, array)
    return array


def asarray(source, *, queue=None, kind="device"):
    """A copy of an array of the host, or of one of another package, in memory of the queue's device."""
    seen = view(source, "source")
    if seen is None:
        raise TypeError(f"source is {source!r}; expected an array, such as numpy.asarray makes")
    seen.release()
    names = {number: name for name, number in _types.ELEMENTS.items()}
    if seen.element not in names:
        raise TypeError(
            f"source: found an array of {_types.words(seen.element)}; expected one of {', '.join(names.values())}"
        )
    dtype = names[seen.element]
    shape = getattr(source, "shape", None)
    if shape is None:
        shape = (seen.size // _types.ELEMENTS[dtype][1],)
    return Array(shape, dtype, queue, kind).copy_from(source)
