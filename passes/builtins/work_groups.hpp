// Functions that those of work-groups call: turns for the items of a group that wait at barriers, and failures. The
// pass `work-group-functions` writes the calls. The structures are those of runtime/front-door/sycl_host_image.h.
#pragma once

#include "host.hpp"

namespace sp {

struct host_group {
  u64 id[3], size[3], group_count[3], offset[3], local_size;
};

enum host_failure_kind : u32 { Assertion = 1, Barrier = 2 };

struct host_failure {
  u32 kind, line;
  const char *kernel, *message, *file, *function;
  u64 global_id[3], group_id[3], waiting, ended;

  // Of the item with these local ids.
  [[gnu::always_inline]] host_failure(host_failure_kind kind, const char *kernel, const host_group &group,
                                      const u64 (&local)[3])
      : kind(kind), line(0), kernel(kernel), message(nullptr), file(nullptr), function(nullptr), waiting(0), ended(0) {
    for (int d = 0; d < 3; d++) {
      group_id[d] = group.id[d];
      global_id[d] = group.id[d] * group.size[d] + local[d] + group.offset[d];
    }
  }
};
static_assert(sizeof(host_failure) == 104);

using host_failure_handler = void (*)(const host_failure *);

// Progress of an item: its end, or a barrier, by its number and whose barrier it is.
constexpr u32 has_ended = 0;
inline bool is_of_subgroup(u32 state) { return state & 1; }

// Items of one group, each a coroutine with a frame of its own.
struct items_of_group {
  u8 *frames;
  u64 frame_size;
  const u32 *states;
  u64 count;

  void resume(u64 item) { __builtin_coro_resume(frames + item * frame_size); }

  // Whether the items from `first` to `end` have come to the same place. Counts those that wait.
  bool are_together(u64 first, u64 end, u64 &waiting) const {
    bool together = true;
    for (u64 item = first; item < end; item++) {
      waiting += states[item] != has_ended;
      together &= states[item] == states[first];
    }
    return together;
  }

  // Lets items of a sub-group that wait for it go on until none does, wherever the others are.
  void run_subgroup_apart(u64 first, u64 end) {
    for (bool any = true; any;) {
      any = false;
      for (u64 item = first; item < end; item++) {
        if (!is_of_subgroup(states[item])) continue;
        resume(item);
        any = true;
      }
    }
  }

  // Lets a sub-group go on while it waits for itself. False if its items do not come together; items that wait for the
  // group, or have ended, need not.
  bool run_subgroup(u64 first, u64 end) {
    for (;;) {
      bool any = false;
      for (u64 item = first; item < end; item++) any |= is_of_subgroup(states[item]);
      if (!any) return true;
      u64 waiting = 0;
      if (!are_together(first, end, waiting)) return false;
      for (u64 item = first; item < end; item++) resume(item);
    }
  }
};

}  // namespace sp

extern "C" {

[[noreturn, gnu::cold]] inline void __sp_wg_fail(const sp::host_failure_handler *handler, const sp::host_failure *f) {
  if (*handler) (*handler)(f);
  if (f->kind == sp::Assertion) {
    dprintf(2, "%s:%u: %s: kernel `%s`, global id (%llu, %llu, %llu): assertion `%s` failed\n", f->file, f->line,
            f->function, f->kernel, f->global_id[0], f->global_id[1], f->global_id[2], f->message);
  } else {
    dprintf(2,
            "kernel `%s`, work-group (%llu, %llu, %llu): %llu work-items, that with the global id (%llu, %llu, %llu) "
            "among them, wait at a barrier that others do not reach, %llu have ended%s%s\n",
            f->kernel, f->group_id[0], f->group_id[1], f->group_id[2], f->waiting, f->global_id[0], f->global_id[1],
            f->global_id[2], f->ended, f->message ? ": " : "", f->message ? f->message : "");
  }
  abort();
}

[[noreturn, gnu::cold, gnu::used]] inline void
__sp_wg_fail_assertion(const sp::host_failure_handler *handler, const char *kernel, const sp::host_group *group,
                       sp::u64 id0, sp::u64 id1, sp::u64 id2, const char *expression, const char *file, sp::u32 line,
                       const char *function) {
  sp::host_failure failure(sp::Assertion, kernel, *group, {id0, id1, id2});
  failure.line = line;
  failure.message = expression;
  failure.file = file;
  failure.function = function;
  __sp_wg_fail(handler, &failure);
}

// The item with these local ids waits with others at a barrier that not all reach; `places` says where that is.
[[noreturn, gnu::cold, gnu::used]] inline void
__sp_wg_fail_barrier(const sp::host_failure_handler *handler, const char *kernel, const sp::host_group *group,
                     sp::u64 id0, sp::u64 id1, sp::u64 id2, sp::u32 waiting, sp::u32 ended, const char *places) {
  sp::host_failure failure(sp::Barrier, kernel, *group, {id0, id1, id2});
  failure.message = places;
  failure.waiting = waiting;
  failure.ended = ended;
  __sp_wg_fail(handler, &failure);
}

// Some of the items from `first` to `end` wait at a barrier, and others have ended or wait at another one. `places` has
// the place of each barrier in order, as texts one behind another; it begins with an empty one if they are not known.
[[noreturn, gnu::cold]] inline void __sp_wg_fail_items(const sp::items_of_group &items, sp::u64 first, sp::u64 end,
                                                       const sp::host_group *group, const char *kernel,
                                                       const sp::host_failure_handler *handler, const char *places) {
  sp::u64 waiting = 0, item = first;
  items.are_together(first, end, waiting);
  while (items.states[item] == sp::has_ended) item++;
  sp::u64 other = item;
  while (other < end && (items.states[other] == sp::has_ended || items.states[other] == items.states[item])) other++;
  auto place = [places](sp::u32 state) {
    const char *at = places;
    for (sp::u32 number = state >> 1; number > 1; number--) at += __builtin_strlen(at) + 1;
    return at;
  };
  char text[512];
  if (!*places) {
    snprintf(text, sizeof(text), "compile with `-g` to see the place of the barrier");
  } else if (other < end) {
    snprintf(text, sizeof(text), "barrier at %s, others at %s", place(items.states[item]), place(items.states[other]));
  } else {
    snprintf(text, sizeof(text), "barrier at %s", place(items.states[item]));
  }
  sp::u64 row = item / group->size[0];
  __sp_wg_fail_barrier(handler, kernel, group, item % group->size[0], row % group->size[1], row / group->size[1],
                       sp::u32(waiting), sp::u32(end - first - waiting), text);
}

// Runs items that have been started until all have ended. In turns: sub-groups go on by themselves until all of them
// wait for the group, which then goes on as a whole. Fails where some items wait and others do not come.
[[gnu::used]] inline void __sp_wg_run_items(sp::u8 *frames, sp::u64 frame_size, const sp::u32 *states, sp::u64 count,
                                            sp::u32 subgroup_size, const sp::host_group *group, const char *kernel,
                                            const sp::host_failure_handler *handler, const char *places) {
  sp::items_of_group items{frames, frame_size, states, count};
  for (;;) {
    for (sp::u64 first = 0; first < count; first += subgroup_size) {
      sp::u64 end = first + subgroup_size < count ? first + subgroup_size : count;
      if (!items.run_subgroup(first, end)) __sp_wg_fail_items(items, first, end, group, kernel, handler, places);
    }
    sp::u64 waiting = 0;
    if (!items.are_together(0, count, waiting)) __sp_wg_fail_items(items, 0, count, group, kernel, handler, places);
    if (waiting == 0) return;
    for (sp::u64 item = 0; item < count; item++) items.resume(item);
  }
}

// The same where items may get to barriers apart: those that wait go on once no other one can.
[[gnu::used]] inline void __sp_wg_run_items_apart(sp::u8 *frames, sp::u64 frame_size, const sp::u32 *states,
                                                  sp::u64 count, sp::u32 subgroup_size) {
  sp::items_of_group items{frames, frame_size, states, count};
  for (bool any = true; any;) {
    for (sp::u64 first = 0; first < count; first += subgroup_size)
      items.run_subgroup_apart(first, first + subgroup_size < count ? first + subgroup_size : count);
    any = false;
    for (sp::u64 item = 0; item < count; item++) {
      if (states[item] == sp::has_ended) continue;
      items.resume(item);
      any = true;
    }
  }
}
}
