"""Devices, queues and memory: the C interface of the runtime (sycl_runtime.h), which is in the package."""

import collections
import ctypes
import functools
import os
import threading
import weakref
from ctypes import POINTER, Structure, byref, c_char_p, c_int32, c_uint32, c_uint64, c_void_p

# enum sycl_rt_memory_kind and others of sycl_runtime.h
_KINDS = {"host": 1, "device": 2, "shared": 3}
_BACK_ENDS = ("host", "cuda", "opencl", "hip")
_IN_ORDER, _PROFILING = 1, 2
LAUNCH, _COPY, _FILL = 1, 2, 3
READ, READ_WRITE = 1, 3
_COMPLETE = 2


class DeviceError(RuntimeError):
    """What a device or its driver answers, such as a fault of a kernel."""


# By status: wrong sizes of a launch, wrong arguments, other wrong values, too little memory. Others are DeviceError.
_EXCEPTIONS = {4: ValueError, 6: TypeError, 8: ValueError, 9: MemoryError}


class Value(Structure):
    """struct sycl_rt_value"""

    _fields_ = [("value", c_void_p), ("size", c_uint64)]


class Launch(Structure):
    """struct sycl_rt_launch"""

    _fields_ = [
        ("kernel", c_void_p),
        ("dimensions", c_uint32),
        ("flags", c_uint32),
        ("global_", c_uint64 * 3),
        ("local", c_uint64 * 3),
        ("offset", c_uint64 * 3),
        ("dynamic_local_size", c_uint64),
        ("arguments", POINTER(Value)),
        ("argument_count", c_uint64),
        ("constants", c_void_p),
        ("constant_count", c_uint64),
    ]


class _Copy(Structure):
    """struct sycl_rt_copy"""

    _fields_ = [
        ("to", c_void_p),
        ("from_", c_void_p),
        ("size", c_uint64),
        ("rows", c_uint64),
        ("to_pitch", c_uint64),
        ("from_pitch", c_uint64),
    ]


class _Fill(Structure):
    """struct sycl_rt_fill"""

    _fields_ = [("to", c_void_p), ("pattern", c_void_p), ("pattern_size", c_uint64), ("count", c_uint64)]


class Access(Structure):
    """struct sycl_rt_access"""

    _fields_ = [("buffer", c_void_p), ("mode", c_uint32)]


class _Command(Structure):
    """struct sycl_rt_command"""

    _fields_ = [
        ("struct_size", c_uint64),
        ("kind", c_uint32),
        ("reserved", c_uint32),
        ("operation", c_void_p),
        ("after", POINTER(c_void_p)),
        ("after_count", c_uint64),
        ("accesses", POINTER(Access)),
        ("access_count", c_uint64),
        ("ended", c_void_p),
        ("data", c_void_p),
    ]


class _Failure(Structure):
    """struct sycl_rt_failure"""

    _fields_ = [("status", c_int32), ("text", c_char_p), ("exception", c_void_p)]


_EACH_FAILURE = ctypes.CFUNCTYPE(None, c_void_p, POINTER(_Failure))
_POINTER = POINTER(c_void_p)
# Functions that answer a status, by what they take.
_FUNCTIONS = {
    "devices": (POINTER(_POINTER), POINTER(c_uint64)),
    "device_info": (c_void_p, c_uint32, c_void_p, c_uint64, POINTER(c_uint64)),
    "load_module": (c_char_p, c_uint64, _POINTER),
    "get_kernel": (c_void_p, c_char_p, _POINTER),
    "check_kernel": (c_void_p, c_void_p),
    "allocate": (c_void_p, c_uint32, c_uint64, c_uint64, _POINTER),
    "free": (c_void_p,),
    "event_wait": (c_void_p,),
    "event_time": (c_void_p, c_uint32, POINTER(c_uint64)),
    "queue_create": (c_void_p, c_uint32, _POINTER),
    "queue_wait": (c_void_p,),
    "queue_take_failures": (c_void_p, _EACH_FAILURE, c_void_p),
    "buffer_create": (c_uint64, c_uint64, c_void_p, _POINTER),
    "buffer_address": (c_void_p, c_void_p, _POINTER),
    "buffer_wait": (c_void_p,),
    "submit": (c_void_p, POINTER(_Command), _POINTER),
}
_OTHERS = {
    "error": ((), c_char_p),
    "event_status": ((c_void_p,), c_uint32),
    "event_release": ((c_void_p,), None),
    "queue_release": ((c_void_p,), None),
    "buffer_release": ((c_void_p,), None),
    "remove_module": ((c_void_p,), None),
}


@functools.lru_cache(maxsize=None)
def _library():
    library = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "libsycl_runtime.so"))
    for name, arguments in _FUNCTIONS.items():
        function = getattr(library, f"sycl_rt_{name}")
        function.argtypes, function.restype = arguments, c_int32
    for name, (arguments, result) in _OTHERS.items():
        function = getattr(library, f"sycl_rt_{name}")
        function.argtypes, function.restype = arguments, result
    return library


def call(name, *arguments):
    """Calls a function that answers a status; what that is becomes an exception. Other threads run meanwhile."""
    library = _library()
    status = getattr(library, f"sycl_rt_{name}")(*arguments)
    if status:
        raise _exception(status, library.sycl_rt_error())


def _exception(status, text):
    return _EXCEPTIONS.get(status, DeviceError)((text or b"").decode(errors="replace"))


def made(name, *arguments):
    """The pointer that a function gives as its last argument."""
    pointer = c_void_p()
    call(name, *arguments, byref(pointer))
    return pointer.value


def finalizer(thing, name, pointer):
    """Calls a function for a pointer when a thing of Python's is gone; not at the end of the process, when commands may
    still use it."""
    weakref.finalize(thing, getattr(_library(), f"sycl_rt_{name}"), pointer).atexit = False


class Device:
    """A device that runs kernels: the processor, or a GPU. sycl_rtc.devices() has all of them."""

    def __init__(self, pointer):
        self._pointer = pointer

    def _fact(self, number):
        size, room = c_uint64(), ctypes.create_string_buffer(1024)
        call("device_info", self._pointer, number, room, len(room), byref(size))
        return room.raw[: size.value]

    def _number(self, number):
        return int.from_bytes(self._fact(number), "little")

    @property
    def name(self):
        """What its maker calls it."""
        return self._fact(2).decode()

    @property
    def vendor(self):
        """Its maker."""
        return self._fact(3).decode()

    @property
    def driver(self):
        """The version of its driver."""
        return self._fact(4).decode()

    @property
    def back_end(self):
        """ "host" for the processor, "cuda" for a GPU of NVIDIA, "opencl"."""
        return _BACK_ENDS[self._number(1)]

    @property
    def target(self):
        """What sycl_rtc.compile() makes images for that run there, such as "host:native" or "nvptx64:sm_90"."""
        return self._fact(26).decode()

    @property
    def compute_units(self):
        """How many work-groups run at a time, about."""
        return self._number(10)

    @property
    def max_work_group_size(self):
        """The most items of a work-group."""
        return self._number(11)

    @property
    def local_memory(self):
        """Bytes of local memory of a work-group."""
        return self._number(15)

    @property
    def memory(self):
        """Bytes of its memory."""
        return self._number(16)

    def __repr__(self):
        return f"<sycl_rtc.Device {self.back_end}: {self.name}>"


@functools.lru_cache(maxsize=None)
def devices():
    """All devices, GPUs of NVIDIA before the processor; those that ONEAPI_DEVICE_SELECTOR allows, if it is set."""
    pointers, count = _POINTER(), c_uint64()
    call("devices", byref(pointers), byref(count))
    return tuple(Device(pointers[number]) for number in range(count.value))


def _device(wanted):
    """The device that an argument names: one, its back end, or that and its number, as in "cuda:1"."""
    if isinstance(wanted, Device):
        return wanted
    if not (wanted is None or isinstance(wanted, str)):
        raise TypeError(
            f"device is {wanted!r}; expected a Device, or the name of a back end, such as 'host' or 'cuda:1'"
        )
    every = devices()
    if wanted is None and every:
        return every[0]
    numbers = collections.Counter()
    names = []
    for device in every:
        name = f"{device.back_end}:{numbers[device.back_end]}"
        numbers[device.back_end] += 1
        if wanted in (name, device.back_end):
            return device
        names.append(f"'{name}'")
    found = "there is no device" if wanted is None else f"no device '{wanted}'"
    raise ValueError(f"{found}; expected one of {', '.join(names) or 'what ONEAPI_DEVICE_SELECTOR allows'}")


class _Submitted:
    """A command, and what it uses."""

    def __init__(self, pointer, kept):
        self.pointer, self.kept = pointer, kept
        finalizer(self, "event_release", pointer)

    def is_complete(self):
        return _library().sycl_rt_event_status(self.pointer) == _COMPLETE


class Event:
    """A command that was submitted."""

    def __init__(self, queue, submitted):
        self._queue, self._submitted = queue, submitted

    def wait(self):
        """Waits until it has ended. Raises what went wrong in its queue, once."""
        call("event_wait", self._submitted.pointer)
        self._queue._raise_failures()

    @property
    def is_complete(self):
        """Whether it has ended."""
        return self._submitted.is_complete()

    @property
    def seconds(self):
        """How long it ran. Waits for its end; the queue has to have profiling=True."""
        times = []
        for which in (1, 2):
            nanoseconds = c_uint64()
            call("event_time", self._submitted.pointer, which, byref(nanoseconds))
            times.append(nanoseconds.value)
        return (times[1] - times[0]) * 1e-9


class Queue:
    """Commands for a device, one after another.

    device is a Device, or the name of a back end, such as "host", "cuda" or "cuda:1"; without it the first device of
    sycl_rtc.devices(). Several threads may use a queue.
    """

    def __init__(self, device=None, *, profiling=False):
        self.device = _device(device)
        pointer = made("queue_create", self.device._pointer, _IN_ORDER | (_PROFILING if profiling else 0))
        self._pointer = pointer
        self._lock = threading.Lock()
        # Commands that may still run, with what they use. The end of the queue and of the process waits for them.
        self._running = collections.deque()
        weakref.finalize(self, _end_queue, pointer, self._running)

    def wait(self):
        """Waits until all commands have ended. Raises what went wrong, once."""
        call("queue_wait", self._pointer)
        self._sweep()
        self._raise_failures()

    def _sweep(self):
        """Forgets commands that have ended, which are in order."""
        with self._lock:
            while self._running and self._running[0].is_complete():
                # Events of the program may stay.
                self._running.popleft().kept = None

    def _raise_failures(self):
        failures = []
        take = _EACH_FAILURE(lambda _, failure: failures.append((failure[0].status, failure[0].text)))
        call("queue_take_failures", self._pointer, take, None)
        if failures:
            raise _exception(*failures[0])

    def _submit(self, kind, operation, kept, after=(), accesses=()):
        """Submits a command; what it uses is kept until it has ended."""
        for event in after:
            if not isinstance(event, Event):
                raise TypeError(f"after has {event!r}; expected events of launches")
        events = (c_void_p * len(after))(*(event._submitted.pointer for event in after))
        buffers = (Access * len(accesses))(*accesses)
        command = _Command(
            ctypes.sizeof(_Command),
            kind,
            0,
            ctypes.addressof(operation),
            events,
            len(after),
            buffers,
            len(accesses),
            None,
            None,
        )
        self._sweep()
        submitted = _Submitted(made("submit", self._pointer, byref(command)), kept)
        with self._lock:
            self._running.append(submitted)
        return Event(self, submitted)

    def _copy(self, to, from_, size, kept):
        """Copies bytes, and waits for it."""
        if size:
            self._submit(_COPY, _Copy(to, from_, size, 1, size, size), kept).wait()

    def _fill(self, to, size, kept):
        """Fills memory with zeros."""
        if size:
            zero = ctypes.c_ubyte(0)
            self._submit(_FILL, _Fill(to, ctypes.addressof(zero), 1, size), kept)

    def __repr__(self):
        return f"<sycl_rtc.Queue of {self.device!r}>"


def _end_queue(pointer, running):
    _library().sycl_rt_queue_wait(pointer)
    running.clear()
    _library().sycl_rt_queue_release(pointer)


_DEFAULT = threading.Lock()


def default_queue():
    """The queue of launches that name none, on the first device."""
    with _DEFAULT:
        if not hasattr(default_queue, "queue"):
            default_queue.queue = Queue()
        return default_queue.queue


def queue_of(given):
    """The queue of an argument that may be left out."""
    if not (given is None or isinstance(given, Queue)):
        raise TypeError(f"queue is {given!r}; expected a sycl_rtc.Queue, such as sycl_rtc.Queue('host')")
    return default_queue() if given is None else given


def allocate(device, size, kind):
    """The address of so much memory of a device; None for no bytes."""
    if kind not in _KINDS:
        raise ValueError(f"kind is {kind!r}; expected one of {', '.join(map(repr, _KINDS))}")
    if size >= 1 << 63:  # numbers of C end there
        raise MemoryError(f"found an array of {size} bytes; expected no more than the device has")
    return made("allocate", device._pointer, _KINDS[kind], size, 0)
