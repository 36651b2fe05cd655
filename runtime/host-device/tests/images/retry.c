// Opens the device again after it could not be opened.
#include "sycl_host_device.h"

#include <stdio.h>
#include <stdlib.h>

int main(void) {
  struct sycl_host_description device;
  setenv("SYCL_HOST_THREADS", "some", 1);
  printf("%d %s\n", sycl_host_describe(&device), sycl_host_error());
  setenv("SYCL_HOST_THREADS", "2", 1);
  printf("%d ", sycl_host_describe(&device));
  printf("%d threads\n", (int)device.threads);
  return 0;
}
