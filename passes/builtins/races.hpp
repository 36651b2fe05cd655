// A finder of races within work-groups: accesses of two items to the same memory without a barrier between them, one of
// which writes. The pass `work-group-functions` writes the calls where barriers are checked.
#pragma once

#include "work_groups.hpp"

extern "C" {
void *calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size);
void free(void *);
}

namespace sp {

enum race_event : u32 { Read, Write, AtomicRead, AtomicWrite, GroupBarrier, SubGroupBarrier };
inline bool is_atomic(u32 event) { return event == AtomicRead || event == AtomicWrite; }
inline bool is_write(u32 event) { return event == Write || event == AtomicWrite; }

// Memory is looked at in pieces of 4 bytes.
struct race_access {
  u32 item, group_barriers, sub_group_barriers; // how many barriers the item has passed
  u8 event, bytes;                              // a bit for each byte of the piece
  const char *place;
};

struct race_piece {
  u64 number;           // address / 4
  u32 group;            // the number of the group that accessed it; 0 for none
  u8 known, value[4];   // bytes that were written, not atomically, and what was
  race_access write[4]; // the last write of each byte, each in one of them
  race_access read[4];  // some of the last reads
};

// The state of a thread, which runs one group at a time.
struct race_finder {
  race_piece *pieces;
  u64 capacity, used; // a power of two
  u32 (*barriers)[2]; // of each item
  u64 items;
  u32 group, sub_group_size;
  const void *stack_end;

  // The entry of a piece, new ones empty; null without memory.
  [[gnu::always_inline]] race_piece *piece(u64 number) {
    if (used * 2 >= capacity && !grow()) return nullptr;
    race_piece *found = place(number);
    if (found->group != group) {
      used++;
      *found = {};
      found->number = number;
      found->group = group;
    }
    return found;
  }

  [[gnu::always_inline]] race_piece *place(u64 number) const {
    u64 at = number * 0x9e3779b97f4a7c15u >> 20;
    for (;; at++) {
      race_piece *one = &pieces[at & (capacity - 1)];
      if (one->group != group || one->number == number) return one;
    }
  }

  [[gnu::always_inline]] bool grow() {
    race_piece *old = pieces;
    u64 count = capacity;
    capacity = count ? count * 2 : 1024;
    pieces = (race_piece *)calloc(capacity, sizeof(race_piece));
    if (!pieces) {
      pieces = old;
      capacity = count;
      return false;
    }
    for (u64 i = 0; i < count; i++)
      if (old[i].group == group) *place(old[i].number) = old[i];
    free(old);
    return true;
  }

  // Whether nothing orders two accesses.
  [[gnu::always_inline]] bool are_apart(const race_access &one, const race_access &other) const {
    bool in_one_sub_group = one.item / sub_group_size == other.item / sub_group_size;
    return one.item != other.item && (one.bytes & other.bytes) && one.group_barriers == other.group_barriers &&
           !(in_one_sub_group && one.sub_group_barriers != other.sub_group_barriers) &&
           !(is_atomic(one.event) && is_atomic(other.event));
  }
};

// The pass makes the variable, one for each thread; it begins as zeros.
static_assert(sizeof(race_finder) == 56);

// Pairs of places that were reported, for all threads; after 256, no more are.
inline const char *races_reported[256][2];
inline u32 races_reported_count, races_lock;

[[gnu::always_inline]] inline bool is_news(const char *one, const char *other) {
  while (__atomic_exchange_n(&races_lock, 1u, __ATOMIC_ACQUIRE)) {}
  bool is_new = races_reported_count < 256;
  for (u32 i = 0; i < races_reported_count; i++)
    is_new &= !(races_reported[i][0] == one && races_reported[i][1] == other);
  if (is_new) {
    races_reported[races_reported_count][0] = one;
    races_reported[races_reported_count++][1] = other;
  }
  __atomic_store_n(&races_lock, 0u, __ATOMIC_RELEASE);
  return is_new;
}

// Writes the global id of an item as SYCL does, the last dimension first, without those of one item.
[[gnu::always_inline]] inline void write_item(char (&to)[80], const host_group &group, u64 item) {
  u64 row = item / group.size[0];
  u64 local[3] = {item % group.size[0], row % group.size[1], row / group.size[1]}, id[3];
  for (int d = 0; d < 3; d++) id[d] = group.id[d] * group.size[d] + local[d] + group.offset[d];
  bool is_deep = group.size[2] * group.group_count[2] > 1, is_flat = !is_deep && group.size[1] * group.group_count[1] == 1;
  if (is_flat) snprintf(to, sizeof(to), "%llu", id[0]);
  else if (!is_deep) snprintf(to, sizeof(to), "%llu, %llu", id[1], id[0]);
  else snprintf(to, sizeof(to), "%llu, %llu, %llu", id[2], id[1], id[0]);
}

[[gnu::always_inline]] inline const char *words_of(u32 event) {
  static const char *const words[] = {"reads", "writes", "atomically reads", "atomically writes"};
  return words[event];
}

// Notes that bytes were written. Whether they were so already: to write the same again does no harm.
[[gnu::always_inline]] inline bool is_known(race_piece &piece, const u8 *memory, u8 bytes) {
  bool is_same = (piece.known & bytes) == bytes;
  for (int i = 0; i < 4; i++) {
    if (!(bytes >> i & 1)) continue;
    is_same &= piece.value[i] == memory[i];
    piece.value[i] = memory[i];
  }
  piece.known |= bytes;
  return is_same;
}

}  // namespace sp

extern "C" {

[[gnu::cold, gnu::noinline]] inline void __sp_wg_report_race(const char *kernel, const sp::host_group &group,
                                                           const sp::race_access &one, const sp::race_access &other) {
  if (!sp::is_news(one.place, other.place)) return;
  char items[2][80];
  sp::write_item(items[0], group, one.item);
  sp::write_item(items[1], group, other.item);
  dprintf(2,
          "race: kernel `%s`: the item {%s} %s memory at %s, and the item {%s} of its group %s it at %s, without a "
          "barrier between\n",
          kernel, items[0], sp::words_of(one.event), one.place, items[1], sp::words_of(other.event), other.place);
}

// A group begins: as many items, whose own memory is on the stack below an address.
[[gnu::used]] inline void __sp_wg_find_races(sp::race_finder &finder, sp::u64 items, sp::u32 sub_group_size,
                                                const void *stack_end) {
  finder.group++;
  finder.used = 0;
  finder.sub_group_size = sub_group_size;
  finder.stack_end = stack_end;
  if (finder.items < items) {
    free(finder.barriers);
    finder.barriers = (sp::u32(*)[2])calloc(items, sizeof(*finder.barriers));
    finder.items = finder.barriers ? items : 0;
  }
  for (sp::u64 item = 0; item < finder.items; item++) finder.barriers[item][0] = finder.barriers[item][1] = 0;
}

// The item with these local ids gets to a barrier, is about to read, or has written.
[[gnu::used]] inline void __sp_wg_access(sp::race_finder &finder, const sp::host_group *group, sp::u64 id0,
                                         sp::u64 id1, sp::u64 id2, const char *kernel, sp::u32 event,
                                         const sp::u8 *address, sp::u64 size, const char *place) {
  sp::u64 item = (id2 * group->size[1] + id1) * group->size[0] + id0;
  if (item >= finder.items) return;
  if (event >= sp::GroupBarrier) {
    finder.barriers[item][event - sp::GroupBarrier]++;
    return;
  }
  if (address >= __builtin_frame_address(0) && address < finder.stack_end) return;
  sp::race_access access{};
  access.item = sp::u32(item);
  access.group_barriers = finder.barriers[item][0];
  access.sub_group_barriers = finder.barriers[item][1];
  access.event = sp::u8(event);
  access.place = place;
  for (const sp::u8 *end = address + size; address < end;) {
    const sp::u8 *start = (const sp::u8 *)(sp::u64(address) & ~sp::u64(3));
    const sp::u8 *next = start + 4 < end ? start + 4 : end;
    access.bytes = sp::u8((1u << (next - start)) - (1u << (address - start)));
    sp::race_piece *piece = finder.piece(sp::u64(start) / 4);
    if (!piece) return;
    address = next;
    if (event == sp::Write && sp::is_known(*piece, start, access.bytes)) continue;
    if (event == sp::AtomicWrite) piece->known &= ~access.bytes;
    for (sp::race_access &before : piece->write)
      if (finder.are_apart(before, access)) __sp_wg_report_race(kernel, *group, before, access);
    if (!sp::is_write(event)) {
      sp::u32 to = 0;
      while (to < 4 && piece->read[to].bytes && piece->read[to].item != access.item) to++;
      piece->read[to < 4 ? to : item % 4] = access;
      continue;
    }
    for (sp::race_access &before : piece->read)
      if (finder.are_apart(before, access)) __sp_wg_report_race(kernel, *group, before, access);
    for (sp::race_access &before : piece->write) before.bytes &= ~access.bytes;
    for (sp::race_access &free : piece->write) {
      if (free.bytes) continue;
      free = access;
      break;
    }
  }
}
}
