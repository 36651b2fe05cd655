// An image written by hand, against the header alone. Kernels run their items in a plain loop.
#include "sycl_host_image.h"

#include <alloca.h>
#include <stddef.h>
#include <string.h>

#ifndef VERSION
#define VERSION SYCL_HOST_IMAGE_VERSION
#endif
#ifndef TARGET
#define TARGET "host"
#endif
#ifndef TRIPLE
#ifdef __aarch64__
#define TRIPLE "aarch64-unknown-linux-gnu"
#else
#define TRIPLE "x86_64-unknown-linux-gnu"
#endif
#endif
#ifndef FEATURES
#define FEATURES ""
#endif
#ifndef PROPERTIES
#define PROPERTIES ""
#endif
#ifndef ANSWER
#define ANSWER 1
#endif

typedef const struct sycl_host_group Group;

static sycl_host_failure_handler on_failure;

static uint64_t items(Group *group) { return group->size[0] * group->size[1] * group->size[2]; }

static uint64_t linear(Group *group) {
  return group->id[0] + group->group_count[0] * (group->id[1] + group->group_count[1] * group->id[2]);
}

// out[i] = in[i] + value
static void add(void *const *arguments, Group *group, void *local) {
  (void)local;
  int32_t *out = *(int32_t **)arguments[0], value = *(int32_t *)arguments[1], *in = *(int32_t **)arguments[2];
  for (uint64_t item = 0; item != group->size[0]; ++item) {
    uint64_t id = group->offset[0] + group->id[0] * group->size[0] + item;
    out[id] = in[id] + value;
  }
}

// Says which of several images it is.
static void answer(void *const *arguments, Group *group, void *local) {
  (void)group, (void)local;
  **(int32_t **)arguments[0] = ANSWER;
}

// Fails in all groups from a number on, after counting those that began.
static void assertion(void *const *arguments, Group *group, void *local) {
  (void)local;
  uint64_t first = *(uint64_t *)arguments[0], *begun = *(uint64_t **)arguments[1];
  __atomic_fetch_add(begun, 1, __ATOMIC_RELAXED);
  if (linear(group) < first)
    return;
  struct sycl_host_failure failure = {SYCL_HOST_ASSERTION, 42, "assertion", "x != 0", "a.cpp", "f(int)",
                                      {group->id[0] * group->size[0], 0, 0}, {group->id[0], 0, 0}, 0, 0};
  on_failure(&failure);
  __builtin_trap();
}

// Fails as deep in calls as it is told, with registers and floating-point control that are not the caller's.
__attribute__((noinline)) static uint64_t deep(uint64_t depth, Group *group) {
  volatile char frame[256];
  frame[0] = (char)depth;
  if (depth != 0)
    return deep(depth - 1, group) + (uint64_t)frame[0];
#ifdef __x86_64__
  __builtin_ia32_ldmxcsr(0x7f80);
#endif
  struct sycl_host_failure failure = {SYCL_HOST_BARRIER, 0, "barrier", NULL, NULL, NULL,
                                      {0, 0, 0}, {group->id[0], group->id[1], group->id[2]}, 3, 1};
  on_failure(&failure);
  __builtin_trap();
}
static void barrier(void *const *arguments, Group *group, void *local) {
  (void)local;
  deep(*(uint64_t *)arguments[0], group);
}

// Copies the buffer of constants.
static void constants(void *const *arguments, Group *group, void *local) {
  (void)group, (void)local;
  memcpy(*(void **)arguments[0], *(void **)arguments[1], 12);
}

static int32_t counter = 5;
static void count(void *const *arguments, Group *group, void *local) {
  (void)arguments, (void)group, (void)local;
  __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED);
}

static void empty(void *const *arguments, Group *group, void *local) { (void)arguments, (void)group, (void)local; }

// Writes the numbers of each group to its place.
static void ids(void *const *arguments, Group *group, void *local) {
  (void)local;
  uint64_t *out = *(uint64_t **)arguments[0];
  memcpy(out + 12 * linear(group), group, 12 * sizeof *out);
}

// 24 bytes of variables, 8 bytes of scratch for each item, and two arguments. Writes what it finds in the first group:
// offsets of both arguments, the size, and whether all is aligned; then fills all of it.
static void local_memory(void *const *arguments, Group *group, void *local) {
  uint64_t *out = *(uint64_t **)arguments[1];
  char *first = *(char **)arguments[0], *second = *(char **)arguments[2], *block = local;
  uint64_t sizes = *(uint64_t *)arguments[3];
  if (linear(group) == 0) {
    out[0] = (uint64_t)(first - block), out[1] = (uint64_t)(second - block), out[2] = group->local_size;
    out[3] = ((uintptr_t)block | (uintptr_t)first | (uintptr_t)second) % 128;
  }
  memset(block, 1, 24);
  memset(block + 128, 2, 8 * items(group));
  memset(first, 3, sizes & 0xffff);
  memset(second, 4, sizes >> 16);
}

// Appends the number of each group; in order only on one thread.
static void order(void *const *arguments, Group *group, void *local) {
  (void)local;
  uint64_t *list = *(uint64_t **)arguments[0];
  list[1 + __atomic_fetch_add(list, 1, __ATOMIC_RELAXED)] = linear(group);
}

// Reads behind its argument in local memory.
static void overrun(void *const *arguments, Group *group, void *local) {
  (void)group, (void)local;
  volatile char *memory = *(char **)arguments[0];
  uint64_t size = *(uint64_t *)arguments[1];
  memory[size] = memory[0];
}

static void required(void *const *arguments, Group *group, void *local) { ids(arguments, group, local); }

// Uses all of the stack that its row asks for.
static void stack(void *const *arguments, Group *group, void *local) {
  (void)local;
  size_t size = (1u << 20) + items(group) * (64u << 10);
  volatile char *memory = alloca(size);
  for (size_t at = 0; at < size; at += 64)
    memory[at] = (char)at;
  __atomic_fetch_add(*(uint64_t **)arguments[0], (uint64_t)memory[64], __ATOMIC_RELAXED);
}

struct __attribute__((aligned(256))) Structure {
  char name[8];
  double value;
};
static void structure(void *const *arguments, Group *group, void *local) {
  (void)group, (void)local;
  const struct Structure *argument = arguments[1];
  double *out = *(double **)arguments[2];
  out[0] = argument->value + *(char *)arguments[0], out[1] = (double)((uintptr_t)argument % 256);
}

#define POINTER {SYCL_HOST_POINTER, 8, 8}
#define NUMBER {SYCL_HOST_VALUE, 8, 8}
#define LOCAL {SYCL_HOST_LOCAL, 8, 8}

static const struct sycl_host_argument add_arguments[] = {POINTER, {SYCL_HOST_VALUE, 4, 4}, POINTER};
static const struct sycl_host_argument pointer[] = {POINTER};
static const struct sycl_host_argument number_pointer[] = {NUMBER, POINTER};
static const struct sycl_host_argument constants_arguments[] = {POINTER, {SYCL_HOST_CONSTANTS, 8, 8}};
static const struct sycl_host_argument local_arguments[] = {LOCAL, POINTER, LOCAL, NUMBER};
static const struct sycl_host_argument local_number[] = {LOCAL, NUMBER};
static const struct sycl_host_argument structure_arguments[] = {
    {SYCL_HOST_VALUE, 1, 1}, {SYCL_HOST_VALUE, 256, sizeof(struct Structure)}, POINTER};

#ifndef ARGUMENT
#define ARGUMENT {SYCL_HOST_VALUE, 4, 4}
#endif
static const struct sycl_host_argument given[] = {ARGUMENT};
#ifndef SUB_GROUP
#define SUB_GROUP 1
#endif
#ifndef REQUIRED
#define REQUIRED {4, 2, 1}
#endif
#ifndef LAST
#define LAST "zero"
#endif

#ifndef NUMBERS
#define NUMBERS 0, 0, 256, 0
#endif
#ifndef SIZE
#define SIZE sizeof image
#endif

#define ROW(name, arguments, count) #name, sizeof #name - 1, name, arguments, count, 1
static const struct sycl_host_kernel kernels[] = {
    {ROW(add, add_arguments, 3), {0}, 0, 0, 256, 0},
    {ROW(answer, pointer, 1), {0}, 0, 0, 256, 0},
    {ROW(assertion, number_pointer, 2), {0}, 0, 0, 1024, 0},
    {ROW(barrier, number_pointer, 1), {0}, 0, 0, 1 << 20, 0},
    {ROW(constants, constants_arguments, 2), {0}, 0, 0, 256, 0},
    {ROW(count, NULL, 0), {0}, 0, 0, 256, 0},
    {ROW(empty, NULL, 0), {0}, 0, 0, 256, 0},
    {ROW(ids, pointer, 1), {0}, 0, 0, 256, 0},
    {ROW(local_memory, local_arguments, 4), {0}, 24, 8, 256, 0},
    {ROW(order, pointer, 1), {0}, 0, 0, 256, 0},
    {ROW(overrun, local_number, 2), {0}, 0, 0, 256, 0},
    {ROW(required, pointer, 1), REQUIRED, 0, 0, 256, 0},
    {ROW(stack, pointer, 1), {0}, 0, 0, 1 << 20, 64 << 10},
    {ROW(structure, structure_arguments, 3), {0}, 0, 0, 256, 0},
    {LAST, sizeof LAST - 1, empty, given, 1, SUB_GROUP, {0}, NUMBERS},
};

static const struct sycl_host_global globals[] = {{"counter", 7, &counter, sizeof counter}};

#ifdef IN_SECTION
__attribute__((section("sycl_host_images"), used))
#endif
static const struct sycl_host_image image = {
    VERSION,
    SIZE,
    TARGET,
    TRIPLE,
    FEATURES,
    kernels,
    sizeof kernels / sizeof *kernels,
    globals,
    1,
    PROPERTIES,
    sizeof PROPERTIES - 1,
    &on_failure,
};

#ifdef INITIALIZER
__attribute__((constructor)) static void initialize(void) { INITIALIZER; }
#endif

#ifndef ENTRY
#define ENTRY &image
#endif
const struct sycl_host_image *sycl_host_image_v1(void) { return ENTRY; }
