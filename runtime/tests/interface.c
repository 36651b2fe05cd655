/* The C interface of the runtime: devices, memory, order of commands, buffers, errors. Kernels are written by hand, as
   runtime/front-door/sycl_host_image.h describes images; C has no device code of its own. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sycl_host_image.h>
#include <sycl_runtime.h>

static int wrong = 0;
#define CHECK(condition) \
  do { \
    if (!(condition)) ++wrong, printf("%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition, sycl_rt_error()); \
  } while (0)

struct add {
  int *memory;
  int by;
};

static sycl_rt_status add(void *data, struct sycl_rt_failure *failure) {
  struct add *self = data;
  (void)failure;
  *self->memory += self->by;
  return SYCL_RT_SUCCESS;
}
static sycl_rt_status fail(void *data, struct sycl_rt_failure *failure) {
  failure->text = "as it was told to";
  failure->exception = data;
  return SYCL_RT_RUNTIME;
}
static int dropped = 0, ended = 0;
static void drop(void *data) {
  (void)data;
  ++dropped;
}
static void end(void *data) {
  (void)data;
  ++ended;
}
static void *seen = NULL;
static void see(void *data, const struct sycl_rt_failure *failure) {
  *(int *)data += failure->status == SYCL_RT_RUNTIME && strcmp(failure->text, "as it was told to") == 0;
  seen = failure->exception;
}

static struct sycl_rt_command command(uint32_t kind, const void *operation) {
  struct sycl_rt_command c = {sizeof(struct sycl_rt_command), 0, 0, NULL, NULL, 0, NULL, 0, NULL, NULL};
  c.kind = kind, c.operation = operation;
  return c;
}

/* Variables of two images, as the device link makes them: one of the program, which the second image has, too, and
   one of the first image. */
struct variable {
  struct sycl_host_shared_global head;
  int value;
};
#define HEAD {NULL, SYCL_HOST_SHARED_GLOBAL, sizeof(int), offsetof(struct variable, value), 0, 0, {0}}
static struct variable in_first = {HEAD, 5}, in_second = {HEAD, 6};
static int of_first = 7;
static const struct sycl_host_global first_globals[] = {{"00000000000000ab_static", 23, &of_first, sizeof(int)},
                                                        {"visible", 7, &in_first, sizeof(in_first)}};
static const struct sycl_host_global second_globals[] = {{"visible", 7, &in_second, sizeof(in_second)}};
#if defined(__x86_64__)
#define TRIPLE "x86_64-unknown-linux-gnu"
#else
#define TRIPLE "aarch64-unknown-linux-gnu"
#endif
#define IMAGE(globals, count) \
  {SYCL_HOST_IMAGE_VERSION, sizeof(struct sycl_host_image), "host", TRIPLE, "", NULL, 0, globals, count, "", 0, NULL}
static const struct sycl_host_image image_section[] = {IMAGE(first_globals, 2), IMAGE(second_globals, 1)};
static int visible_object = 5, static_object = 7, unused_object = 9;
static const struct sycl_rt_global_object objects[] = {{&visible_object, "visible"}, {NULL, "unused on the host"}};

static void device_globals(const sycl_rt_device *device, sycl_rt_queue *queue) {
  struct sycl_rt_images images = {sizeof(struct sycl_rt_images), image_section, image_section + 2, NULL,
                                  NULL, objects, objects + 2};
  sycl_rt_module *module = sycl_rt_add_module(&images);
  struct sycl_rt_global wanted = {NULL, NULL, 0, NULL, 0};
  void *address = NULL, *again = NULL;
  uint64_t size = 0;
  int from = 40, to = 0;
  struct sycl_rt_copy copy = {NULL, NULL, sizeof(int), 1, 0, 0};
  struct sycl_rt_command c = command(SYCL_RT_COPY, &copy);

  wanted.object = &visible_object;
  CHECK(sycl_rt_global_address(module, device, &wanted, &address, &size) == 0 && size == sizeof(int));
  CHECK(*(int *)address == 5 && in_first.head.value == address && in_second.head.value == address);
  wanted.object = NULL, wanted.id = "visible";
  CHECK(sycl_rt_global_address(module, device, &wanted, &again, &size) == 0 && again == address);
  copy.to = address, copy.from = &from;
  CHECK(sycl_rt_submit(queue, &c, NULL) == 0);
  copy.to = &to, copy.from = address;
  CHECK(sycl_rt_submit(queue, &c, NULL) == 0 && sycl_rt_queue_wait(queue) == 0 && to == 40);
  /* one whose name only its unit knows, by its place */
  wanted.id = NULL, wanted.object = &static_object, wanted.place = 0xab;
  CHECK(sycl_rt_global_address(module, device, &wanted, &address, &size) == 0 && address == &of_first);
  /* one that no image has: memory of its own */
  wanted.object = &unused_object, wanted.place = 0xac;
  CHECK(sycl_rt_global_address(module, device, &wanted, &address, &size) == SYCL_RT_INVALID);
  CHECK(strstr(sycl_rt_error(), "expected one that a kernel uses") != NULL);
  wanted.initial = &unused_object, wanted.initial_size = sizeof(int);
  CHECK(sycl_rt_global_address(module, device, &wanted, &address, &size) == 0 && *(int *)address == 9);
  CHECK(sycl_rt_global_address(module, device, &wanted, &again, &size) == 0 && again == address);
  CHECK(address != &unused_object);
  wanted.id = "nothing", wanted.object = NULL;
  CHECK(sycl_rt_global_address(module, device, &wanted, &address, &size) == SYCL_RT_INVALID);
  CHECK(strstr(sycl_rt_error(), "no image has a device global `nothing`") != NULL);
  CHECK(sycl_rt_global_address(module, device, NULL, &address, &size) == SYCL_RT_INVALID);
  CHECK(sycl_rt_global_address(module, device, &wanted, NULL, &size) == SYCL_RT_INVALID);
  sycl_rt_remove_module(module);
}

int main(void) {
  const sycl_rt_device *const *devices = NULL, *device, *of;
  sycl_rt_queue *queue = NULL, *other = NULL;
  sycl_rt_event *event = NULL, *access = NULL;
  sycl_rt_buffer *buffer = NULL;
  sycl_rt_module *module;
  const sycl_rt_kernel *kernel = NULL;
  uint64_t count = 0, size = 0, start = 0, stop = 0;
  uint32_t type = 0, kind = 0;
  char name[256];
  int *memory = NULL, n, failures = 0, own[4] = {1, 2, 3, 4};
  void *address = NULL;

  CHECK(sycl_rt_version() == SYCL_RUNTIME_VERSION);
  CHECK(sycl_rt_devices(&devices, &count) == 0 && count >= 1);
  device = devices[0];
  CHECK(sycl_rt_device_info(device, SYCL_RT_TYPE, &type, sizeof(type), &size) == 0 && size == 4 && type != 0);
  CHECK(sycl_rt_device_info(device, SYCL_RT_NAME, name, sizeof(name), &size) == 0 && size > 0);
  CHECK(sycl_rt_device_info(device, SYCL_RT_NAME, name, 1, &size) == 0 && size > 1);
  CHECK(sycl_rt_device_info(device, 1000, name, 1, &size) == SYCL_RT_INVALID);
  CHECK(sycl_rt_device_info(NULL, SYCL_RT_NAME, name, 1, &size) == SYCL_RT_INVALID);
  CHECK(strstr(sycl_rt_error(), "null pointer") != NULL);

  CHECK(sycl_rt_allocate(device, SYCL_RT_SHARED_MEMORY, 4096, 0, (void **)&memory) == 0 && memory != NULL);
  CHECK(((uintptr_t)memory) % 128 == 0);
  CHECK(sycl_rt_pointer_info(memory + 1023, &kind, &of) == 0 && kind == SYCL_RT_SHARED_MEMORY && of == device);
  CHECK(sycl_rt_pointer_info(memory + 1024, &kind, &of) == 0 && kind == SYCL_RT_UNKNOWN_MEMORY && of == NULL);
  CHECK(sycl_rt_allocate(device, SYCL_RT_SHARED_MEMORY, 0, 0, &address) == 0 && address == NULL);
  CHECK(sycl_rt_allocate(device, SYCL_RT_SHARED_MEMORY, UINT64_MAX, 0, &address) == SYCL_RT_MEMORY_ALLOCATION);
  CHECK(sycl_rt_allocate(device, SYCL_RT_SHARED_MEMORY, 8, 3, &address) == SYCL_RT_INVALID);
  CHECK(sycl_rt_allocate(device, 9, 8, 0, &address) == SYCL_RT_INVALID);
  CHECK(sycl_rt_free(own) == SYCL_RT_INVALID && sycl_rt_free(NULL) == 0);

  CHECK(sycl_rt_queue_create(device, SYCL_RT_IN_ORDER | SYCL_RT_PROFILING_QUEUE, &queue) == 0);
  CHECK(sycl_rt_queue_create(device, 0, &other) == 0);
  CHECK(sycl_rt_queue_create(device, 64, &other) == SYCL_RT_INVALID);
  { /* fill, copy, host task, in order */
    int pattern = 7;
    struct sycl_rt_fill fill = {NULL, NULL, sizeof(int), 1024};
    struct sycl_rt_copy copy = {NULL, NULL, 2 * sizeof(int), 2, 0, 2 * sizeof(int)};
    struct add what = {NULL, 5};
    struct sycl_rt_host_task task = {add, drop, NULL};
    struct sycl_rt_command c = command(SYCL_RT_FILL, &fill);
    fill.to = memory, fill.pattern = &pattern;
    CHECK(sycl_rt_submit(queue, &c, NULL) == 0);
    pattern = 8; /* it was copied */
    copy.to = memory + 8, copy.from = own, copy.to_pitch = 4 * sizeof(int);
    c = command(SYCL_RT_COPY, &copy);
    c.ended = end;
    CHECK(sycl_rt_submit(queue, &c, NULL) == 0);
    what.memory = memory + 9;
    task.data = &what;
    c = command(SYCL_RT_HOST_TASK, &task);
    CHECK(sycl_rt_submit(queue, &c, &event) == 0);
    CHECK(sycl_rt_event_wait(event) == 0 && sycl_rt_event_status(event) == SYCL_RT_COMPLETE);
    CHECK(memory[0] == 7 && memory[8] == 1 && memory[9] == 7 && memory[10] == 7 && memory[12] == 3 && memory[13] == 4);
    CHECK(dropped == 1 && ended == 1 && sycl_rt_queue_is_empty(queue));
    CHECK(sycl_rt_event_time(event, SYCL_RT_START_TIME, &start) == 0);
    CHECK(sycl_rt_event_time(event, SYCL_RT_END_TIME, &stop) == 0 && start <= stop);
    CHECK(sycl_rt_event_time(event, 9, &stop) == SYCL_RT_INVALID);
    sycl_rt_event_release(event);
    c.kind = 77;
    CHECK(sycl_rt_submit(queue, &c, NULL) == SYCL_RT_INVALID && dropped == 1);
    c = command(SYCL_RT_COPY, NULL);
    CHECK(sycl_rt_submit(queue, &c, NULL) == SYCL_RT_INVALID);
    copy.from_pitch = 1;
    c.operation = &copy;
    CHECK(sycl_rt_submit(queue, &c, NULL) == SYCL_RT_INVALID && strstr(sycl_rt_error(), "overlap") != NULL);
  }
  { /* a failure goes to the queue, once */
    struct sycl_rt_host_task task = {fail, drop, NULL};
    struct sycl_rt_command c = command(SYCL_RT_HOST_TASK, &task);
    task.data = own;
    CHECK(sycl_rt_submit(other, &c, NULL) == 0 && sycl_rt_queue_wait(other) == 0);
    CHECK(sycl_rt_queue_take_failures(other, see, &failures) == 0 && failures == 1 && seen == own);
    CHECK(sycl_rt_queue_take_failures(other, see, &failures) == 0 && failures == 1);
  }
  { /* commands wait for one another by their buffers, and for the host */
    struct add what = {NULL, 1};
    struct sycl_rt_host_task task = {add, NULL, NULL};
    struct sycl_rt_access accesses[1];
    struct sycl_rt_command c = command(SYCL_RT_HOST_TASK, &task);
    CHECK(sycl_rt_buffer_create(sizeof(own), 4, own, &buffer) == 0);
    CHECK(sycl_rt_buffer_address(buffer, device, &address) == 0 && address == own);
    what.memory = own, task.data = &what;
    accesses[0].buffer = buffer, accesses[0].mode = SYCL_RT_READ_WRITE;
    c.accesses = accesses, c.access_count = 1;
    for (n = 0; n < 100; ++n) CHECK(sycl_rt_submit(n % 2 ? queue : other, &c, NULL) == 0);
    CHECK(sycl_rt_host_access_begin(buffer, SYCL_RT_READ, &access) == 0 && own[0] == 101);
    CHECK(sycl_rt_submit(other, &c, &event) == 0);
    CHECK(sycl_rt_event_status(event) == SYCL_RT_SUBMITTED && own[0] == 101);
    sycl_rt_host_access_end(access);
    CHECK(sycl_rt_event_wait(event) == 0 && own[0] == 102);
    sycl_rt_event_release(event);
    CHECK(sycl_rt_buffer_move(buffer) == 0);
    CHECK(sycl_rt_buffer_address(buffer, NULL, &address) == 0 && address != own && *(int *)address == 102);
    CHECK(sycl_rt_buffer_wait(buffer) == 0);
    accesses[0].mode = 0;
    CHECK(sycl_rt_submit(other, &c, NULL) == SYCL_RT_INVALID);
    sycl_rt_buffer_release(buffer);
  }
  { /* a module without images */
    struct sycl_rt_images images = {sizeof(struct sycl_rt_images), NULL, NULL, NULL, NULL, NULL, NULL};
    static struct sycl_rt_launch launch; /* all zero */
    struct sycl_rt_command c = command(SYCL_RT_LAUNCH, &launch);
    module = sycl_rt_add_module(&images);
    CHECK(sycl_rt_get_kernel(module, "none", &kernel) == 0);
    CHECK(sycl_rt_check_kernel(kernel, device) == SYCL_RT_KERNEL_NOT_SUPPORTED);
    launch.kernel = kernel, launch.dimensions = 1, launch.global[0] = 1;
    CHECK(sycl_rt_submit(queue, &c, NULL) == SYCL_RT_KERNEL_NOT_SUPPORTED);
    CHECK(strstr(sycl_rt_error(), "no device code for the processor") != NULL);
    launch.dimensions = 4;
    CHECK(sycl_rt_submit(queue, &c, NULL) == SYCL_RT_ND_RANGE);
    sycl_rt_remove_module(module);
  }
  device_globals(device, queue);
  CHECK(sycl_rt_free(memory) == 0);
  sycl_rt_queue_release(queue);
  sycl_rt_queue_release(other);
  if (wrong == 0) printf("passed\n");
  return wrong != 0;
}
