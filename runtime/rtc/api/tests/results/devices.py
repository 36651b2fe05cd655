"""Devices that run the kernels of an image: one of OpenCL, or a GPU through CUDA's driver or HIP."""

import ctypes
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../../examples/rtc"))
from vec_add import OpenCl  # noqa: E402
from vec_add_gpu import open_driver  # noqa: E402


class Device:
    """`launch` runs a kernel. Arguments: bytearrays are buffers, which get what the kernel wrote; bytes are values; a
    number is the size of local memory. Ranges are in SYCL's order."""

    def ints(self, program, kernel, data, sizes, *further, **how):
        buffer = bytearray(struct.pack(f"{len(data)}i", *data))
        self.launch(program, kernel, [buffer, *further], sizes, **how)
        return struct.unpack(f"{len(data)}i", buffer)


class OpenClDevice(Device, OpenCl):
    target = "spirv64"

    def launch(self, program, kernel, arguments, sizes=((1,), (1,)), offset=None):
        kernel = self.make("clCreateKernel", program, kernel.encode())
        buffers = []
        for index, argument in enumerate(arguments):
            if isinstance(argument, int):
                self.check(self.cl.clSetKernelArg(kernel, index, ctypes.c_size_t(argument), None))
                continue
            if isinstance(argument, bytearray):
                size = ctypes.c_size_t(len(argument))
                buffer = self.make("clCreateBuffer", self.context, ctypes.c_uint64(1), size, None)
                text = ctypes.c_char_p(bytes(argument))
                self.check(self.cl.clEnqueueWriteBuffer(self.queue, buffer, 1, ctypes.c_size_t(0), size, text, 0, None, None))
                buffers.append((buffer, argument))
                argument = bytes(buffer)
            value = ctypes.c_char_p(argument)
            self.check(self.cl.clSetKernelArg(kernel, index, ctypes.c_size_t(len(argument)), value))
        # OpenCL's first dimension is SYCL's last.
        whole, group, offset = (range_ and (ctypes.c_size_t * len(range_))(*reversed(range_)) for range_ in (*sizes, offset))
        self.check(self.cl.clEnqueueNDRangeKernel(self.queue, kernel, len(sizes[0]), offset, whole, group, 0, None, None))
        for buffer, argument in buffers:
            size = ctypes.c_size_t(len(argument))
            read = ctypes.create_string_buffer(len(argument))
            self.check(self.cl.clEnqueueReadBuffer(self.queue, buffer, 1, ctypes.c_size_t(0), size, read, 0, None, None))
            argument[:] = read.raw
            self.check(self.cl.clReleaseMemObject(buffer))
        self.check(self.cl.clReleaseKernel(kernel))


class Gpu(Device):
    """Conventions are those of SYCL runtimes: local memory is a byte offset into the shared memory of the launch."""

    def __init__(self, target):
        self.target, self.driver = target, open_driver(is_elf=target.startswith("amdgcn"))

    def program(self, image):
        module = ctypes.c_void_p()
        self.driver.ModuleLoadData(ctypes.byref(module), ctypes.c_char_p(image + b"\0"))
        return module

    def launch(self, program, kernel, arguments, sizes=((1,), (1,))):
        driver, function = self.driver, ctypes.c_void_p()
        driver.ModuleGetFunction(ctypes.byref(function), program, kernel.encode())
        values, buffers, shared = [], [], 0
        for argument in arguments:
            if isinstance(argument, int):
                values.append(ctypes.c_uint32(shared))
                shared += -(-argument // 16) * 16
            elif isinstance(argument, bytearray):
                buffer, size = ctypes.c_void_p(), ctypes.c_size_t(len(argument))
                driver.MemAlloc(ctypes.byref(buffer), size)
                driver.MemcpyHtoD(buffer, ctypes.c_char_p(bytes(argument)), size)
                buffers.append((buffer, argument))
                values.append(buffer)
            else:
                values.append(ctypes.create_string_buffer(argument, len(argument)))
        pointers = (ctypes.c_void_p * max(1, len(values)))(*(ctypes.addressof(value) for value in values))
        groups = [whole // group for whole, group in zip(*sizes)]
        groups, group = ([*reversed(range_), 1, 1][:3] for range_ in (groups, sizes[1]))
        driver.LaunchKernel(function, *groups, *group, shared, None, pointers, None)
        driver.Synchronize()
        for buffer, argument in buffers:
            read = ctypes.create_string_buffer(len(argument))
            driver.MemcpyDtoH(read, buffer, ctypes.c_size_t(len(argument)))
            argument[:] = read.raw
            driver.MemFree(buffer)
