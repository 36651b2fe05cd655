#!/usr/bin/env python3
"""Runs the kernel of vec_add.cl on an OpenCL device, from SPIR-V: clCreateProgramWithIL takes what sycl-rtc makes.

usage: vec_add.py LIBRARY IMAGE.spv

LIBRARY is OpenCL's loader, such as libOpenCL.so.1. Prints `vec_add: 1024 right results`; exit code 1 if they are not.
"""

import array
import ctypes
import sys

COUNT = 1024
READ_WRITE, BLOCKING, BUILD_LOG = 1, 1, 0x1183


class OpenCl:
    """The first device, with a context and a queue."""

    def __init__(self, library):
        self.cl = ctypes.CDLL(library)
        for name in ("clCreateContext", "clCreateCommandQueueWithProperties", "clCreateProgramWithIL",
                     "clCreateProgramWithSource", "clCreateKernel", "clCreateBuffer"):
            getattr(self.cl, name).restype = ctypes.c_void_p
        platform, self.device = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.cl.clGetPlatformIDs(1, ctypes.byref(platform), None))
        all_devices = ctypes.c_uint64(0xFFFFFFFF)
        self.check(self.cl.clGetDeviceIDs(platform, all_devices, 1, ctypes.byref(self.device), None))
        self.context = self.make("clCreateContext", None, 1, ctypes.byref(self.device), None, None)
        self.queue = self.make("clCreateCommandQueueWithProperties", self.context, self.device, None)

    @staticmethod
    def check(status):
        if status != 0:
            raise RuntimeError(f"OpenCL error {status}")

    def make(self, function, *arguments):
        """Calls a function that gives an object, and its status through the last argument."""
        status = ctypes.c_int()
        made = getattr(self.cl, function)(*arguments, ctypes.byref(status))
        self.check(status.value)
        return ctypes.c_void_p(made)

    def create(self, spirv):
        """A program of an image, whose specialization constants can be set until it is built."""
        return self.make("clCreateProgramWithIL", self.context, ctypes.c_char_p(spirv), ctypes.c_size_t(len(spirv)))

    def build(self, program):
        status = self.cl.clBuildProgram(program, 1, ctypes.byref(self.device), None, None, None)
        if status != 0:
            log = ctypes.create_string_buffer(1 << 16)
            self.cl.clGetProgramBuildInfo(program, self.device, BUILD_LOG, ctypes.c_size_t(len(log)), log, None)
            raise RuntimeError(f"the device does not build the program: {log.value.decode()}")

    def program(self, spirv=None, source=None):
        """A program, built for the device."""
        if source is None:
            program = self.create(spirv)
        else:
            text, size = ctypes.c_char_p(source), ctypes.c_size_t(len(source))
            program = self.make("clCreateProgramWithSource", self.context, 1, ctypes.byref(text), ctypes.byref(size))
        self.build(program)
        return program

    def release(self, program):
        self.check(self.cl.clReleaseProgram(program))

    def run(self, program, kernel, inputs):
        """Runs a kernel with buffers of floats, of which the last one is read back."""
        kernel = self.make("clCreateKernel", program, kernel.encode())
        size = ctypes.c_size_t(4 * COUNT)
        for index, values in enumerate(inputs):
            buffer = self.make("clCreateBuffer", self.context, ctypes.c_uint64(READ_WRITE), size, None)
            address = ctypes.c_void_p(values.buffer_info()[0])
            write = self.cl.clEnqueueWriteBuffer
            self.check(write(self.queue, buffer, BLOCKING, ctypes.c_size_t(0), size, address, 0, None, None))
            pointer = ctypes.sizeof(ctypes.c_void_p)
            self.check(self.cl.clSetKernelArg(kernel, index, ctypes.c_size_t(pointer), ctypes.byref(buffer)))
        count = ctypes.c_size_t(COUNT)
        launch = self.cl.clEnqueueNDRangeKernel
        self.check(launch(self.queue, kernel, 1, None, ctypes.byref(count), None, 0, None, None))
        result = array.array("f", bytes(4 * COUNT))
        read, address = self.cl.clEnqueueReadBuffer, ctypes.c_void_p(result.buffer_info()[0])
        self.check(read(self.queue, buffer, BLOCKING, ctypes.c_size_t(0), size, address, 0, None, None))
        return result


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    device = OpenCl(sys.argv[1])
    with open(sys.argv[2], "rb") as file:
        program = device.program(spirv=file.read())
    a = array.array("f", range(COUNT))
    b = array.array("f", (10 * i for i in range(COUNT)))
    c = device.run(program, "vec_add", [a, b, array.array("f", bytes(4 * COUNT))])
    wrong = [i for i in range(COUNT) if c[i] != 11 * i]
    if wrong:
        sys.exit(f"vec_add: {len(wrong)} wrong results, the first at {wrong[0]}: {c[wrong[0]]}")
    print(f"vec_add: {COUNT} right results")


if __name__ == "__main__":
    main()
