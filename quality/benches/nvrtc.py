#!/usr/bin/env python3
"""Compiles vec_add with NVRTC, with other text each time, and prints what it took as JSON: `cold`, with loading, and
`warm`, the others.

usage: nvrtc.py LIBRARY COUNT

LIBRARY is libnvrtc.so.12 of scripts/setup --with-cuda. It needs no GPU.
"""

import ctypes
import json
import sys
import time

SOURCE = """extern "C" __global__ void vec_add(const float *a, const float *b, float *c) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i] + %d;
}
"""


def compile_text(nvrtc, number):
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    source = (SOURCE % number).encode()
    options = (ctypes.c_char_p * 1)(b"--gpu-architecture=compute_90")

    def check(status):
        if status != 0:
            sys.exit(f"nvrtc: error {status}")

    check(nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, b"vec_add.cu", 0, None, None))
    check(nvrtc.nvrtcCompileProgram(program, 1, options))
    check(nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size)))
    ptx = ctypes.create_string_buffer(size.value)
    check(nvrtc.nvrtcGetPTX(program, ptx))
    check(nvrtc.nvrtcDestroyProgram(ctypes.byref(program)))
    if b".entry vec_add" not in ptx.value:
        sys.exit("nvrtc: error: no kernel in the PTX")


def main():
    library, count = sys.argv[1], int(sys.argv[2])
    times = []
    for number in range(count + 1):
        start = time.perf_counter()
        if number == 0:
            nvrtc = ctypes.CDLL(library)
        compile_text(nvrtc, number)
        times.append((time.perf_counter() - start) * 1000)
    print(json.dumps({"cold": times[0], "warm": times[1:]}))


if __name__ == "__main__":
    main()
