"""Compiles device code at run time, in the process: text in, images out, without files or child processes.

>>> import sycl_rtc
>>> program = sycl_rtc.compile("__kernel void k(__global int *x) { *x = 1; }", language="opencl-c")
>>> program.image().entry_points
('k',)

Programs are kept only if the environment asks for it: SYCL_RTC_CACHE=1, in SYCL_RTC_CACHE_DIR or below XDG_CACHE_HOME.
"""

from ._native import CompileError, Diagnostic, Image, Program, __version__, compile

__all__ = ["CompileError", "Diagnostic", "Image", "Program", "__version__", "compile"]
