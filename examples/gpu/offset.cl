// Every work item writes its global id in three dimensions, offset included, asked for through helper functions.
#include "device.h"

NOINLINE static ulong global_id(uint d) { return offset_of(d) + group_id(d) * (ulong)local_size(d) + local_id(d); }

// Counts down to itself before it answers: a function that reaches the offset through a call of its own.
NOINLINE static ulong global_id_after(uint d, uint calls) { return calls == 0 ? global_id(d) : global_id_after(d, calls - 1); }

static ulong position() {
  ulong place = 0;
  for (uint d = 3; d-- > 0;)
    place = place * group_count(d) * local_size(d) + group_id(d) * local_size(d) + local_id(d);
  return place;
}

kernel void write_ids(global ulong *out) {
  ulong place = position();
  out[3 * place] = global_id(0);
  out[3 * place + 1] = global_id_after(1, 3);
  out[3 * place + 2] = offset_of(2) + group_id(2) * local_size(2) + local_id(2);
}

// Has no use for the offset, so it gets no twin.
kernel void write_positions(global ulong *out) {
  ulong place = position();
  out[place] = place;
}
