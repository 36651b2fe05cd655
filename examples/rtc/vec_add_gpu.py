#!/usr/bin/env python3
"""Runs vec_add on a GPU of NVIDIA or AMD: cuModuleLoadData takes PTX, and hipModuleLoadData code objects, that sycl-rtc
makes of vec_add.cl or vec_add.cpp.

usage: vec_add_gpu.py IMAGE [KERNEL]

IMAGE is what `sycl-rtc compile vec_add.cl --target nvptx64:sm_90` or `--target amdgcn:gfx90a` writes; KERNEL is
`vec_add` if it is missing, and `__sycl_kernel_vec_add` in vec_add.cpp. Prints `vec_add: 1024 right results`; exit code 1 if they are not, 3 if there is no such GPU.
"""

import array
import ctypes
import sys

COUNT = 1024
GROUP = 64


class Driver:
    """The functions of CUDA's driver or of HIP, which have the same arguments."""

    def __init__(self, library, names):
        self.library, self.names = ctypes.CDLL(library), names

    def __getattr__(self, name):
        function = getattr(self.library, self.names.get(name, self.names["prefix"] + name))

        def checked(*arguments):
            status = function(*arguments)
            if status != 0:
                raise RuntimeError(f"{function.__name__}: error {status}")

        return checked


CUDA = {"prefix": "cu", "MemAlloc": "cuMemAlloc_v2", "MemFree": "cuMemFree_v2", "MemcpyHtoD": "cuMemcpyHtoD_v2", "MemcpyDtoH": "cuMemcpyDtoH_v2", "LaunchKernel": "cuLaunchKernel", "Synchronize": "cuCtxSynchronize"}
HIP = {"prefix": "hip", "MemAlloc": "hipMalloc", "MemFree": "hipFree", "LaunchKernel": "hipModuleLaunchKernel",
       "Synchronize": "hipDeviceSynchronize"}


def open_driver(is_elf):
    """The driver for PTX or for code objects, with its first device in use."""
    library, names = ("libamdhip64.so", HIP) if is_elf else ("libcuda.so.1", CUDA)
    try:
        driver = Driver(library, names)
        driver.Init(0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        driver.DeviceGet(ctypes.byref(device), 0)
    except (OSError, RuntimeError) as error:
        print(f"skipped: {error}", file=sys.stderr)
        sys.exit(3)
    if not is_elf:
        # HIP has a context for each device.
        driver.DevicePrimaryCtxRetain(ctypes.byref(context), device)
        driver.CtxSetCurrent(context)
    return driver


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with open(sys.argv[1], "rb") as file:
        image = file.read()
    kernel = sys.argv[2] if len(sys.argv) == 3 else "vec_add"
    driver = open_driver(is_elf=image.startswith(b"\x7fELF"))
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    # The text of PTX ends with a zero byte, which a code object does not mind.
    driver.ModuleLoadData(ctypes.byref(module), ctypes.c_char_p(image + b"\0"))
    driver.ModuleGetFunction(ctypes.byref(function), module, kernel.encode())
    size = ctypes.c_size_t(4 * COUNT)
    a = array.array("f", range(COUNT))
    b = array.array("f", (10 * i for i in range(COUNT)))
    buffers = []
    for values in (a, b, array.array("f", bytes(4 * COUNT))):
        buffer = ctypes.c_void_p()
        driver.MemAlloc(ctypes.byref(buffer), size)
        driver.MemcpyHtoD(buffer, ctypes.c_void_p(values.buffer_info()[0]), size)
        buffers.append(buffer)
    arguments = (ctypes.c_void_p * len(buffers))(*(ctypes.addressof(buffer) for buffer in buffers))
    driver.LaunchKernel(function, COUNT // GROUP, 1, 1, GROUP, 1, 1, 0, None, arguments, None)
    driver.Synchronize()
    result = array.array("f", bytes(4 * COUNT))
    driver.MemcpyDtoH(ctypes.c_void_p(result.buffer_info()[0]), buffers[-1], size)
    wrong = [i for i in range(COUNT) if result[i] != 11 * i]
    if wrong:
        sys.exit(f"vec_add: {len(wrong)} wrong results, the first at {wrong[0]}: {result[wrong[0]]}")
    print(f"vec_add: {COUNT} right results")


if __name__ == "__main__":
    main()
