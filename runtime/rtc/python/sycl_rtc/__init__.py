"""Compiles device code at run time, in the process, and runs it on the processor and on GPUs: text in, results out.

>>> import sycl_rtc
>>> program = sycl_rtc.compile("__kernel void k(__global int *x) { *x = 1; }", language="opencl-c")
>>> program.image().entry_points
('k',)

sycl_rtc.Kernel compiles a kernel and launches it, on arrays of numpy, others of the host, and of the device.

Programs are kept only if the environment asks for it: SYCL_RTC_CACHE=1, in SYCL_RTC_CACHE_DIR or below XDG_CACHE_HOME.
"""

from ._arrays import Array, asarray, empty, zeros
from ._kernel import Kernel, Local
from ._native import CompileError, Diagnostic, Image, Program, __version__, compile
from ._runtime import Device, DeviceError, Event, Queue, devices

__all__ = [
    "Array",
    "CompileError",
    "Device",
    "DeviceError",
    "Diagnostic",
    "Event",
    "Image",
    "Kernel",
    "Local",
    "Program",
    "Queue",
    "__version__",
    "asarray",
    "compile",
    "devices",
    "empty",
    "zeros",
]
