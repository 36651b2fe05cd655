// out[i] = in[i] * scale + shift, with specialization constants that the host sets in a buffer.
#include "device.h"

struct int_constant { int value; };
struct double_constant { double value; };
static __constant struct int_constant scale_id = {3};
static __constant struct double_constant shift_id = {0.25};

kernel void scale_and_shift(global double *out, global const int *in, uint n, global const void *constants) {
  uint i = group_id(0) * local_size(0) + local_id(0);
  if (i < n)
    out[i] = in[i] * constant_int("scale", &scale_id, constants) + constant_double("shift", &shift_id, constants);
}
