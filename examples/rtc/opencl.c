// Compiles vec_add.cl in the process and runs it on an OpenCL device: clCreateProgramWithIL takes the image.
//
// clang-22 opencl.c -Iinclude -Llib -lsycl_rtc -lOpenCL -o opencl && ./opencl vec_add.cl
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include "compile.h"

#define CL(call) stop_unless((call) == CL_SUCCESS, #call)
#define MADE(what) stop_unless(status == CL_SUCCESS, what)

int main(int argc, char **argv) {
  stop_unless(argc == 2, "usage: opencl vec_add.cl");
  sycl_rtc_image image;
  sycl_rtc_program *compiled = compile_file(argv[1], "opencl-c", "spirv64", &image);

  cl_platform_id platform;
  cl_device_id device;
  cl_int status = clGetPlatformIDs(1, &platform, NULL);
  if (status != CL_SUCCESS || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS) {
    printf("skipped: there is no OpenCL device\n");
    return SKIPPED;
  }
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  MADE("a context");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &status);
  MADE("a queue");
  cl_program program = clCreateProgramWithIL(context, image.bytes, image.length, &status);
  MADE("a program");
  sycl_rtc_program_destroy(compiled); // OpenCL has a copy
  CL(clBuildProgram(program, 1, &device, NULL, NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, "vec_add", &status);
  MADE("a kernel");

  static float a[COUNT], b[COUNT], c[COUNT];
  size_t size = sizeof a, count = COUNT;
  fill(a, b);
  float *arguments[] = {a, b, c};
  cl_mem buffers[3];
  for (cl_uint i = 0; i < 3; i++) {
    buffers[i] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, size, arguments[i], &status);
    MADE("a buffer");
    CL(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]));
  }
  CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL));
  CL(clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, size, c, 0, NULL, NULL));
  return check(c);
}
