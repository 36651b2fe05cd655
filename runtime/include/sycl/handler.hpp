// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command groups (section 4.9.4): what a function given to queue::submit says is collected here, and submitted when it
// returns.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
#include <sycl/access.hpp>
#include <sycl/detail/entry.hpp>
#include <sycl/event.hpp>
#include <sycl/ext/kernel_properties.hpp>
#include <sycl/property.hpp>
#include <sycl/specialization_id.hpp>

namespace sycl { inline namespace _V1 {
namespace ext::oneapi::experimental { template <class T, class Properties> class device_global; }
class handler;
class queue;
namespace detail { class queue_state; }
template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder> class accessor;
namespace detail {
template <class T> inline constexpr bool is_accessor = false;
template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder>
inline constexpr bool is_accessor<accessor<T, Dimensions, Mode, Target, IsPlaceholder>> = true;
}

// Types that a kernel may capture (section 3.13.1); programs may specialize it for their own.
template <class T> struct is_device_copyable : std::bool_constant<std::is_trivially_copyable_v<T>> {};
template <class T> inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;

namespace detail {
// Lambdas with captures are copyable byte by byte although the language calls those with references and constants not
// trivially copyable: their constructor of copies is trivial, or what they capture is device copyable.
template <class Function> inline constexpr bool can_be_captured =
  is_device_copyable_v<Function> || (std::is_trivially_copy_constructible_v<Function> && std::is_trivially_destructible_v<Function>);

template <class T> struct is_reduction : std::false_type {};
// The last of several.
template <class... All> using last_of = std::tuple_element_t<sizeof...(All) - 1, std::tuple<All...>>;

// Address on a device of bytes of a device global that a copy goes to or from; defined in ext/device_global.hpp.
template <class T, class Properties>
char *place_in_global(const ext::oneapi::experimental::device_global<T, Properties> &global, const sycl_rt_device *on,
                      const char *direction, size_t offset, size_t size);

// Launches of kernels with reductions; defined in reduction.hpp.
template <class Name, class Range, class... Rest> void launch_reductions(handler &of, const Range &over, const Rest &...rest);

struct handler_access;
}

template <backend Backend> class backend_traits;
namespace detail {
template <backend Backend> struct driver_memory;
}

// Handles of the driver for a host task (section 4.10.1); defined in backend.hpp.
class interop_handle {
  const sycl_rt_device *on;
  const sycl_rt_queue *in;

public:
  interop_handle() = delete;
  interop_handle(const sycl_rt_device *on, const sycl_rt_queue *in) : on(on), in(in) {} // for this implementation
  template <backend Backend> typename backend_traits<Backend>::template return_type<device> get_native_device() const;
  template <backend Backend> typename backend_traits<Backend>::template return_type<context> get_native_context() const;
  template <backend Backend> typename backend_traits<Backend>::template return_type<queue> get_native_queue() const;
  // The address of the buffer's memory on the device.
  template <backend Backend, class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder>
  typename detail::driver_memory<Backend>::type
  get_native_mem(const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &of) const;
  backend get_backend() const noexcept {
    return static_cast<backend>(detail::number_fact<std::uint32_t>(
      [&](void *v, auto c, auto *s) { return sycl_rt_device_info(on, SYCL_RT_BACK_END, v, c, s); }));
  }
};

namespace detail {
// Accessors that were made without a handler, by two words that stand in them. A kernel's object that has both and whose
// command group does not require the buffer is refused. The last ones are known, each once.
class accessors_made {
public:
  struct words {
    const void *data;
    const sycl_rt_buffer *of;
    std::ptrdiff_t distance; // between the two, in bytes
  };
  void add(const words &made) {
    const std::lock_guard<std::mutex> held(changing);
    for (size_t n = 0; n < std::min(count.load(), most); ++n)
      if (known[n].data == made.data && known[n].of == made.of && known[n].distance == made.distance) return;
    known[count.load() % most] = made;
    ++count;
  }
  // Calls a function with the buffer of each accessor that an object has.
  template <class Then> void find(const void *object, size_t size, const Then &then) {
    if (count.load(std::memory_order_relaxed) == 0) return;
    const std::lock_guard<std::mutex> held(changing);
    const auto *bytes = static_cast<const std::byte *>(object);
    auto is_at = [&](size_t at, const void *word) { return std::memcmp(bytes + at, &word, sizeof(word)) == 0; };
    for (size_t n = 0; n < std::min(count.load(), most); ++n) {
      const auto distance = static_cast<size_t>(known[n].distance);
      for (size_t at = 0; at + distance + sizeof(void *) <= size; at += alignof(void *))
        if (is_at(at, known[n].data) && is_at(at + distance, known[n].of)) then(known[n].of);
    }
  }

private:
  static constexpr size_t most = 64;
  std::mutex changing;
  std::atomic<size_t> count{0};
  words known[most] = {};
};
[[gnu::visibility("hidden")]] inline accessors_made &accessors_for_later() {
  static accessors_made all;
  return all;
}
}

class handler {
  // The parts of a launch live here until it is submitted.
  class copies {
    static constexpr size_t small_size = 512;
    alignas(64) std::byte small[small_size];
    struct large_value {
      std::unique_ptr<large_value> next;
      std::unique_ptr<std::byte[]> bytes;
    };
    std::unique_ptr<large_value> large;
    size_t used = 0;

  public:
    void *add(const void *value, size_t size, size_t alignment) {
      size_t at = (used + alignment - 1) / alignment * alignment;
      if (alignment <= 64 && size <= small_size && at <= small_size - size) {
        used = at + size;
        std::memcpy(small + at, value, size);
        return small + at;
      }
      large.reset(new large_value{std::unique_ptr<large_value>(large.release()), std::make_unique<std::byte[]>(size + alignment)});
      void *place = large->bytes.get();
      size_t space = size + alignment;
      std::memcpy(std::align(alignment, size, place, space), value, size);
      return place;
    }
  };

  const sycl_rt_device *on;
  const sycl_rt_queue *in = nullptr; // none for a command graph
  sycl_rt_command command{sizeof(sycl_rt_command), SYCL_RT_BARRIER, 0, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr};
  bool has_command = false;
  sycl_rt_launch launch{};
  sycl_rt_value values[3];
  sycl_rt_copy copy_{};
  sycl_rt_fill fill_{};
  sycl_rt_prefetch prefetch_{};
  sycl_rt_host_task task{};
  std::shared_ptr<void> kept_task; // of a command graph, where it runs several times
  copies kept;
  std::vector<event> after;
  std::vector<sycl_rt_access> accesses;
  std::vector<size_t> of_device; // those of accessors for the device
  // Addresses in accessors that were made without a handler, and what a kernel finds in their place.
  std::vector<std::pair<const void *, const void *>> placeholders;
  std::vector<std::pair<const void *, const void *>> moved; // where accessors find memory on the device, and the host does
  std::vector<std::shared_ptr<void>> objects; // that have to stay until the command has ended
  std::unique_ptr<handler> second; // runs after the command, and is part of it for the program
  std::uint64_t local_size = 0;
  std::vector<std::pair<std::string, std::vector<std::byte>>> constants; // by symbolic id
  const char *kernel_name = nullptr; // of a launch
  std::function<bool(const char *)> bundle; // whether it has a kernel of this name for the queue's device
  // A command graph in the place of a command, and what executes it.
  const void *graph = nullptr;
  event (*execute)(const void *graph, const std::shared_ptr<detail::queue_state> &by, const std::vector<event> &after) = nullptr;
  friend class queue;
  friend struct detail::handler_access;

  explicit handler(const sycl_rt_device *on, const sycl_rt_queue *in = nullptr) : on(on), in(in) {}
  handler(const handler &) = delete;

  void set(unsigned kind, const void *operation) {
    if (has_command) throw exception(errc::invalid, "found a second command in a command group; expected one (section 4.9.4)");
    has_command = true;
    command.kind = kind, command.operation = operation;
  }
  template <class Function> static void check_function() {
    static_assert(detail::can_be_captured<Function>,
                  "the kernel captures something that is not device copyable (section 3.13.1): only trivially copyable "
                  "objects, USM pointers and accessors may be captured, by value");
  }
  void check_bundle() const {
    if (bundle && kernel_name && !bundle(kernel_name))
      throw exception(errc::kernel_not_supported, "found the kernel " + std::string(kernel_name) +
                                                    ", which the kernel bundle of its command group does not have for this "
                                                    "device; expected one that it has");
  }
  // Checks the accessors in arguments, and gives them the addresses of their content: a kernel may be named before what
  // it requires.
  void settle_accessors() {
    for (unsigned n = 0; n < launch.argument_count; ++n) {
      detail::accessors_for_later().find(values[n].value, values[n].size, [&](const sycl_rt_buffer *of) {
        for (const sycl_rt_access &access : accesses)
          if (access.buffer == of) return;
        throw exception(errc::kernel_argument, "found an accessor that was made without a handler and that the command group "
                                               "does not require; expected handler::require(accessor), or an accessor that is "
                                               "made with the handler (section 4.7.6.9)");
      });
      replace(placeholders, const_cast<void *>(values[n].value), values[n].size); // made by add_value
    }
  }
  // Puts other addresses in the place of those in a function object.
  static void replace(const std::vector<std::pair<const void *, const void *>> &addresses, void *in, size_t size) {
    auto *bytes = static_cast<std::byte *>(in);
    for (size_t at = 0; at + sizeof(void *) <= size; at += alignof(void *))
      for (const auto &[from, to] : addresses)
        if (std::memcmp(bytes + at, &from, sizeof(void *)) == 0) {
          std::memcpy(bytes + at, &to, sizeof(void *));
          break;
        }
  }
  template <class T> void add_value(const T &value) {
    values[launch.argument_count++] = {kept.add(&value, sizeof(T), alignof(T)), sizeof(T)};
  }
  template <class Accessor> Accessor on_host(Accessor of) const;
  template <class Accessor> auto there(const Accessor &of) const;
  template <int Dimensions, class Coordinates> static void put(std::uint64_t *to, const Coordinates &from) {
    for (int d = 0; d < Dimensions; ++d) to[Dimensions - 1 - d] = from[d];
  }
  template <class Name> void start(int dimensions) {
    set(SYCL_RT_LAUNCH, &launch);
    kernel_name = __builtin_sycl_unique_stable_name(Name);
    launch.kernel = detail::kernel_of<Name>(), launch.dimensions = static_cast<std::uint32_t>(dimensions);
    launch.arguments = values, launch.dynamic_local_size = local_size;
  }
  void add_constant(const std::string &id, const void *value, size_t size) {
    auto *bytes = static_cast<const std::byte *>(value);
    for (auto &[known, old] : constants)
      if (known == id) {
        old.assign(bytes, bytes + size);
        return;
      }
    constants.emplace_back(id, std::vector<std::byte>(bytes, bytes + size));
  }
  void no_local_memory() const {
    if (local_size > 0)
      throw exception(errc::kernel_argument, "found a local_accessor for a kernel without work-groups; expected a launch over "
                                             "an nd_range (section 4.7.6.11)");
  }

  template <class Name, class Function> void launch_task(const Function &function) {
    check_function<Function>();
#ifdef __SYCL_DEVICE_ONLY__
    detail::task<Name>(function);
#else
    no_local_memory();
    start<Name>(1);
    launch.global[0] = launch.local[0] = 1;
    add_value(function);
#endif
  }
  template <class Name, int Dimensions, class Function>
  void launch_groups([[maybe_unused]] const nd_range<Dimensions> &over, const Function &function) {
    check_function<Function>();
#ifdef __SYCL_DEVICE_ONLY__
    detail::groups<Name, Dimensions>(function);
#else
    start<Name>(Dimensions);
    range<Dimensions> local = over.get_local_range();
    bool is_empty = false;
    for (int d = 0; d < Dimensions; ++d) is_empty |= local[d] == 0;
    if (is_empty)
      detail::refuse(errc::nd_range, "found a local range of 0 work-items; expected 1 or more in each dimension");
    put<Dimensions>(launch.global, over.get_global_range());
    put<Dimensions>(launch.local, local);
    put<Dimensions>(launch.offset, over.get_offset());
    add_value(function);
#endif
  }
  template <class Name, int Dimensions, class Function>
  void launch_items(const range<Dimensions> &over, const id<Dimensions> &offset, const Function &function) {
    check_function<Function>();
#ifdef __SYCL_DEVICE_ONLY__
    detail::items<Name, Dimensions>(function, over, offset);
#else
    no_local_memory();
    start<Name>(Dimensions);
    launch.flags = SYCL_RT_MAY_ROUND_UP;
    put<Dimensions>(launch.global, over);
    add_value(function), add_value(over), add_value(offset);
#endif
  }
  // With reductions before the function, which is the last, and properties in front of all.
  template <class Name, class Range, class First, class... Rest>
  void launch_with(const Range &over, const First &first, const Rest &...rest) {
    using function = detail::bare<detail::last_of<First, Rest...>>;
    using name = detail::name_of<Name, function>;
    if constexpr (detail::is_kernel_properties<First>::value) {
      static_assert(sizeof...(Rest) == 1, "found properties of a kernel with reductions; expected one of them");
      launch_with<name>(over, detail::with_facts<First, function>{rest...});
    } else if constexpr (sizeof...(Rest) > 0) {
      static_assert((detail::is_reduction<First>::value),
                    "found an argument before the function of a kernel that is no reduction and no properties");
      detail::launch_reductions<name>(*this, over, first, rest...);
    } else if constexpr (std::is_same_v<Range, nd_range<Range::dimensions>>) {
      launch_groups<name>(over, first);
    } else {
      launch_items<name>(over, id<Range::dimensions>(), first);
    }
  }

public:
  template <class Name = detail::unnamed, class Function> void single_task(const Function &function) {
    launch_task<detail::name_of<Name, Function>>(function);
  }
  template <class Name = detail::unnamed, class Properties, class Function,
            detail::only_if<detail::is_kernel_properties<Properties>::value> = 0>
  void single_task(const Properties &, const Function &function) {
    launch_task<detail::name_of<Name, Function>>(detail::with_facts<Properties, Function>{function});
  }
  // Ranges are not templates in the number of dimensions, so that braces and numbers are ranges.
#define SYCL_PASSES_PARALLEL_FOR(dimensions) \
  template <class Name = detail::unnamed, class... Rest, detail::only_if<(sizeof...(Rest) > 0)> = 0> \
  void parallel_for(range<dimensions> over, const Rest &...rest) { launch_with<Name>(over, rest...); } \
  template <class Name = detail::unnamed, class Function> \
  void parallel_for(range<dimensions> over, id<dimensions> offset, const Function &function) { \
    launch_items<detail::name_of<Name, Function>>(over, offset, function); \
  }
  SYCL_PASSES_PARALLEL_FOR(1) SYCL_PASSES_PARALLEL_FOR(2) SYCL_PASSES_PARALLEL_FOR(3)
#undef SYCL_PASSES_PARALLEL_FOR
  template <class Name = detail::unnamed, int Dimensions, class... Rest, detail::only_if<(sizeof...(Rest) > 0)> = 0>
  void parallel_for(nd_range<Dimensions> over, const Rest &...rest) {
    launch_with<Name>(over, rest...);
  }

  // Defined in hierarchical.hpp.
  template <class Name = detail::unnamed, class Function, int Dimensions>
  void parallel_for_work_group(range<Dimensions> groups, const Function &function);
  template <class Name = detail::unnamed, class Function, int Dimensions>
  void parallel_for_work_group(range<Dimensions> groups, range<Dimensions> local, const Function &function);
  // Defined in kernel_bundle.hpp.
  template <auto &Constant> void set_specialization_constant(const detail::constant_type<Constant> &value);
  template <auto &Constant> detail::constant_type<Constant> get_specialization_constant() const;
  template <class Bundle> void use_kernel_bundle(const Bundle &of);

  void depends_on(const event &one) { after.push_back(one); }
  void depends_on(const std::vector<event> &all) {
    for (const event &one : all) depends_on(one);
  }

  template <class Function> void host_task(Function &&function) {
    using stored = detail::bare<Function>;
    struct box {
      stored function;
      const sycl_rt_device *on;
      const sycl_rt_queue *in;
      std::string text;
    };
    static_assert(std::is_invocable_v<stored &> || std::is_invocable_v<stored &, interop_handle>,
                  "a host task takes nothing, or an interop_handle (section 4.10)");
    auto owned = std::make_unique<box>(box{std::forward<Function>(function), on, in, {}});
    if constexpr (std::is_invocable_v<stored &>) {
      // Accessors of the device, too, are the host's here.
      replace(moved, &owned->function, sizeof(stored));
    } else {
      // Those are for the driver, which finds their memory where kernels would.
      for (size_t one : of_device) accesses[one].mode |= SYCL_RT_ON_DEVICE;
    }
    task.call = [](void *data, sycl_rt_failure *failure) -> sycl_rt_status {
      box &own = *static_cast<box *>(data);
      try {
        if constexpr (std::is_invocable_v<stored &>) own.function();
        else own.function(interop_handle(own.on, own.in));
        return SYCL_RT_SUCCESS;
      } catch (const std::exception &thrown) {
        own.text = thrown.what();
        failure->exception = new std::exception_ptr(std::current_exception());
      } catch (...) {
        own.text = "a host task threw an object that is no std::exception";
        failure->exception = new std::exception_ptr(std::current_exception());
      }
      failure->text = own.text.c_str();
      return SYCL_RT_RUNTIME;
    };
    task.drop = [](void *data) { delete static_cast<box *>(data); };
    set(SYCL_RT_HOST_TASK, &task);
    task.data = owned.release();
  }
  ~handler() {
    if (task.data) task.drop(task.data); // it was not submitted
  }

  void memcpy(void *to, const void *from, std::size_t size) {
    copy_ = {to, from, size, 1, 0, 0};
    set(SYCL_RT_COPY, &copy_);
  }
  template <class T> void copy(const T *from, T *to, std::size_t count) { memcpy(to, from, elements<T>(count)); }
  // To and from device globals: bytes from an offset, elements from an index.
  template <class T, class Properties>
  void memcpy(ext::oneapi::experimental::device_global<T, Properties> &to, const void *from, std::size_t size = sizeof(T),
              std::size_t offset = 0) {
    memcpy(detail::place_in_global(to, on, "to", offset, size), from, size);
  }
  template <class T, class Properties>
  void memcpy(void *to, const ext::oneapi::experimental::device_global<T, Properties> &from, std::size_t size = sizeof(T),
              std::size_t offset = 0) {
    memcpy(to, detail::place_in_global(from, on, "from", offset, size), size);
  }
  template <class T, class Properties>
  void copy(const std::remove_all_extents_t<T> *from, ext::oneapi::experimental::device_global<T, Properties> &to,
            std::size_t count = sizeof(T) / sizeof(std::remove_all_extents_t<T>), std::size_t start = 0) {
    using element = std::remove_all_extents_t<T>;
    memcpy(to, from, elements<element>(count), elements<element>(start));
  }
  template <class T, class Properties>
  void copy(const ext::oneapi::experimental::device_global<T, Properties> &from,
            std::remove_cv_t<std::remove_all_extents_t<T>> *to,
            std::size_t count = sizeof(T) / sizeof(std::remove_all_extents_t<T>), std::size_t start = 0) {
    using element = std::remove_all_extents_t<T>;
    memcpy(to, from, elements<element>(count), elements<element>(start));
  }
  void memset(void *to, int value, std::size_t size) { fill(to, static_cast<unsigned char>(value), size); }
  template <class T> void fill(void *to, const T &pattern, std::size_t count) {
    static_assert(is_device_copyable_v<T>, "the pattern of a fill is not device copyable");
    elements<T>(count);
    fill_ = {to, kept.add(&pattern, sizeof(T), alignof(T)), sizeof(T), count};
    set(SYCL_RT_FILL, &fill_);
  }
  // Over accessors; defined in accessor.hpp.
  template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder>
  void require(const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &of);
  template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder, class To>
  void copy(const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &from, const std::shared_ptr<To> &to);
  template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder, class From>
  void copy(const std::shared_ptr<From> &from, const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &to);
  template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder, class To>
  void copy(const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &from, To *to);
  template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder, class From>
  void copy(const From *from, const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &to);
  template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder, class U_, int OtherDimensions,
            access_mode OtherMode, target OtherTarget, access::placeholder OtherP>
  void copy(const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &from,
            const accessor<U_, OtherDimensions, OtherMode, OtherTarget, OtherP> &to);
  template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder>
  void fill(const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &to, const std::common_type_t<T> &pattern);
  template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder>
  void update_host(const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &of);

  void prefetch(const void *memory, std::size_t size) {
    prefetch_ = {memory, size};
    set(SYCL_RT_PREFETCH, &prefetch_);
  }
  void mem_advise(const void *memory, std::size_t size, int) { prefetch(memory, size); }
  void ext_oneapi_memcpy2d(void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch, std::size_t width,
                           std::size_t height) {
    copy_ = {to, from, width, height, to_pitch, from_pitch};
    set(SYCL_RT_COPY, &copy_);
  }
  // An executable graph, which stays until the command group is submitted.
  template <class Graph> void ext_oneapi_graph(Graph &of) {
    set(SYCL_RT_BARRIER, nullptr);
    graph = &of;
    execute = [](const void *graph, const std::shared_ptr<detail::queue_state> &by, const std::vector<event> &after) {
      return static_cast<const Graph *>(graph)->execute_(by, after);
    };
  }
  void ext_oneapi_barrier() { set(SYCL_RT_BARRIER, nullptr); }
  void ext_oneapi_barrier(const std::vector<event> &all) {
    depends_on(all);
    set(SYCL_RT_BARRIER, nullptr);
  }

private:
  template <class T> static size_t elements(size_t count) {
    size_t size = 0;
    if (__builtin_mul_overflow(count, sizeof(T), &size))
      throw exception(errc::invalid, "found more elements than memory can have; expected fewer");
    return size;
  }
};

namespace detail {
// Operations of other headers of this implementation on a command group.
struct handler_access {
  static handler make(const sycl_rt_device *on, const sycl_rt_queue *in = nullptr) { return handler(on, in); }
  static const sycl_rt_device *device(const handler &of) { return of.on; }
  // The offset of so many bytes in the dynamic local memory of each group.
  static std::uint32_t place(handler &in, size_t size, size_t alignment) {
    std::uint64_t at = (in.local_size + alignment - 1) / alignment * alignment;
    std::uint64_t end = at + size;
    if (end < at || end > UINT32_MAX) refuse(errc::memory_allocation, "found local memory of more than 4 GiB; expected less");
    in.local_size = end;
    return static_cast<std::uint32_t>(at);
  }
  static void add_moved(handler &in, const void *there, const void *here) {
    if (there != here) in.moved.push_back({there, here});
  }
  static void add_access(handler &in, sycl_rt_buffer *buffer, std::uint32_t mode, bool is_of_device) {
    if (is_of_device) in.of_device.push_back(in.accesses.size());
    in.accesses.push_back({buffer, mode});
  }
  template <class Argument> static void require_placeholder(handler &in, const Argument &argument) {
    if constexpr (is_accessor<Argument>)
      if (argument.is_placeholder()) in.require(argument);
  }
  // An object that has to stay until the command has ended.
  static void keep(handler &in, std::shared_ptr<void> object) { in.objects.push_back(std::move(object)); }
  template <class Name, int Dimensions, class Function>
  static void launch_groups(handler &in, const nd_range<Dimensions> &over, const Function &function) {
    in.launch_groups<Name>(over, function);
  }
  template <class Name, int Dimensions, class Function>
  static void launch_items(handler &in, const range<Dimensions> &over, const Function &function) {
    in.launch_items<Name>(over, id<Dimensions>(), function);
  }
  // A task that runs after the command of a group, and what it accesses.
  template <class Name, class Function>
  static void then(handler &in, const Function &function, std::vector<sycl_rt_access> accesses) {
    in.second.reset(new handler(in.on));
    in.second->launch_task<Name>(function);
    in.second->accesses = std::move(accesses);
    in.second->objects.swap(in.objects);
  }
  static event_handle submit(handler &all, sycl_rt_queue *to) {
    event_handle done = submit_one(all, to);
    if (all.second) {
      all.second->after.push_back(event(std::move(done), nullptr));
      // Who waits for what the group accesses waits for all of it.
      for (const sycl_rt_access &one : all.accesses) all.second->accesses.push_back({one.buffer, SYCL_RT_READ});
      done = submit_one(*all.second, to);
    }
    return done;
  }

  // For command graphs: a command group that is kept, and is submitted again and again.
  static std::unique_ptr<handler> make_kept(const sycl_rt_device *on) { return std::unique_ptr<handler>(new handler(on)); }
  static unsigned kind(const handler &of) { return of.has_command ? of.command.kind : unsigned(SYCL_RT_PREFETCH); }
  static bool is_graph(const handler &of) { return of.execute != nullptr; }
  static event execute_graph(const handler &of, const std::shared_ptr<queue_state> &by) { return of.execute(of.graph, by, of.after); }
  static const std::vector<event> &after(const handler &of) { return of.after; }
  static const std::vector<sycl_rt_access> &accesses(const handler &of) { return of.accesses; }
  static bool is_alike(const handler &one, const handler &other) {
    return kind(one) == kind(other) && one.launch.kernel == other.launch.kernel;
  }
  // If both access a buffer, and one writes it.
  static bool need_order(const handler &one, const handler &other) {
    for (const sycl_rt_access &a : one.accesses)
      for (const sycl_rt_access &b : other.accesses)
        if (a.buffer == b.buffer && (a.mode != SYCL_RT_READ || b.mode != SYCL_RT_READ)) return true;
    return false;
  }
  static event_handle submit_again(handler &all, sycl_rt_queue *to, const std::vector<event> &after) {
    // A host task belongs to the runtime from its submission on: each gets a reference to the kept one.
    struct shared_task {
      sycl_rt_host_task task;
      ~shared_task() { task.drop(task.data); }
    };
    using reference = std::shared_ptr<shared_task>;
    all.after = after;
    if (all.task.data) {
      if (!all.kept_task) all.kept_task = reference(new shared_task{all.task});
      all.task.data = new reference(std::static_pointer_cast<shared_task>(all.kept_task));
      all.task.call = [](void *data, sycl_rt_failure *failure) {
        const sycl_rt_host_task &kept = (*static_cast<reference *>(data))->task;
        return kept.call(kept.data, failure);
      };
      all.task.drop = [](void *data) { delete static_cast<reference *>(data); };
    }
    std::vector<std::shared_ptr<void>> objects = all.objects, of_second;
    std::vector<sycl_rt_access> accesses_of_second;
    if (all.second) of_second = all.second->objects, accesses_of_second = all.second->accesses;
    event_handle done = submit(all, to);
    all.objects = std::move(objects);
    if (all.second) {
      all.second->objects = std::move(of_second), all.second->accesses = std::move(accesses_of_second);
      all.second->after.clear();
    }
    // The task of the next submission is made of the kept one.
    if (all.kept_task) all.task.data = all.kept_task.get(), all.task.drop = [](void *) {};
    return done;
  }

private:
  static event_handle submit_one(handler &all, sycl_rt_queue *to) {
    all.check_bundle();
    all.settle_accessors();
    // Arrays, since each vector of another type takes longer to compile than the rest of this.
    std::unique_ptr<sycl_rt_event *[]> events;
    if (!all.after.empty()) events.reset(new sycl_rt_event *[all.after.size()]);
    size_t count = 0;
    for (const event &one : all.after)
      if (sycl_rt_event *known = event_access::of(one)) events[count++] = known;
    all.command.after = events.get(), all.command.after_count = count;
    all.command.accesses = all.accesses.data(), all.command.access_count = all.accesses.size();
    // Without a command, a group waits for what it depends on, and no command of the queue waits for it.
    if (!all.has_command) all.command.kind = SYCL_RT_PREFETCH, all.command.operation = &all.prefetch_; // of no bytes
    std::unique_ptr<sycl_rt_constant[]> constants;
    if (!all.constants.empty()) constants.reset(new sycl_rt_constant[all.constants.size()]);
    for (size_t n = 0; n < all.constants.size(); ++n) {
      const auto &[id, value] = all.constants[n];
      constants[n] = {id.c_str(), value.data(), value.size()};
    }
    all.launch.constants = constants.get(), all.launch.constant_count = all.constants.size();
    std::unique_ptr<std::vector<std::shared_ptr<void>>> kept;
    if (!all.objects.empty()) {
      kept = std::make_unique<std::vector<std::shared_ptr<void>>>(std::move(all.objects));
      all.command.ended = [](void *data) { delete static_cast<std::vector<std::shared_ptr<void>> *>(data); };
      all.command.data = kept.get();
    }
    sycl_rt_event *made = nullptr;
    check(sycl_rt_submit(to, &all.command, &made));
    all.task.data = nullptr;
    kept.release();
    return event_handle(made);
  }
};
}
}}
