// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues (section 4.6.5).
#pragma once
#include <exception>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>
#include <sycl/context.hpp>
#include <sycl/event.hpp>
#include <sycl/handler.hpp>

namespace sycl { inline namespace _V1 {
namespace ext::oneapi::experimental { enum class queue_state { executing, recording }; }
namespace detail {
class queue_state;
struct queue_access;
// A command graph, to which a queue gives its command groups in place of submitting them.
class command_recorder {
public:
  virtual ~command_recorder() = default;
  virtual event record(const std::shared_ptr<queue_state> &by, std::unique_ptr<handler> commands) = 0;
};

class queue_state : public has_properties {
public:
  device on;
  context in;
  async_handler handler_of_errors;
  sycl_rt_queue *handle = nullptr;
  std::shared_ptr<command_recorder> recorder;

  // With a stream of the program's if there is one.
  queue_state(const device &on, const context &in, async_handler handler_of_errors, const property_list &properties,
              const std::uintptr_t *stream = nullptr)
      : has_properties(properties), on(on), in(in), handler_of_errors(std::move(handler_of_errors)) {
    bool is_known = false;
    for (const device &one : in.get_devices()) is_known |= one == on;
    if (!is_known) refuse(errc::invalid, "found a device for a queue that is not one of its context's; expected one of them");
    unsigned flags = (has_property<property::queue::in_order>() ? unsigned(SYCL_RT_IN_ORDER) : 0u) |
                     (has_property<property::queue::enable_profiling>() ? unsigned(SYCL_RT_PROFILING_QUEUE) : 0u) |
                     (handler() ? 0u : unsigned(SYCL_RT_SAY_FAILURES));
    check(stream ? sycl_rt_queue_of_native(device_access::of(on), flags, *stream, &handle)
                 : sycl_rt_queue_create(device_access::of(on), flags, &handle));
  }
  queue_state(const queue_state &) = delete;
  ~queue_state() {
    try {
      report();
    } catch (...) {
      std::terminate();
    }
    sycl_rt_queue_release(handle);
  }

  const async_handler &handler() const { return handler_of_errors ? handler_of_errors : in.get_async_handler_(); }

  // Hands errors that were not handled yet to the program's function; without one, the runtime has written them to stderr
  // when they happened, and the program ends (section 4.13.1.2).
  void report() {
    std::vector<std::exception_ptr> all;
    auto add = [](void *list, const sycl_rt_failure *failure) {
      std::exception_ptr thrown;
      if (auto *given = static_cast<std::exception_ptr *>(failure->exception)) {
        thrown = *given;
        delete given;
      } else {
        thrown = std::make_exception_ptr(exception(make_error_code(static_cast<errc>(failure->status)), failure->text));
      }
      static_cast<std::vector<std::exception_ptr> *>(list)->push_back(thrown);
    };
    check(sycl_rt_queue_take_failures(handle, add, &all));
    if (all.empty()) return;
    if (!handler()) std::terminate();
    handler()(exception_list(std::move(all)));
  }
};
inline void throw_asynchronous(const std::shared_ptr<queue_state> &of) { of->report(); }
}
// That of the queue; a command without a queue is one of the default device's.
inline backend event::get_backend() const noexcept { return (of ? of->on : device()).get_backend(); }

class queue {
  std::shared_ptr<detail::queue_state> state;
  friend struct std::hash<queue>;
  friend struct detail::queue_access;

  explicit queue(const device &on, const context &in, async_handler handler, const property_list &properties,
                 const std::uintptr_t *stream)
      : state(new detail::queue_state(on, in, std::move(handler), properties, stream)) {}

  // Submits what a function says to a handler, or has it recorded.
  template <class Say> event say_all(const Say &say) {
    if (state->recorder) {
      auto commands = detail::handler_access::make_kept(detail::device_access::of(state->on));
      say(*commands);
      if (!detail::handler_access::is_graph(*commands)) return state->recorder->record(state, std::move(commands));
      return detail::handler_access::execute_graph(*commands, state);
    }
    handler commands = detail::handler_access::make(detail::device_access::of(state->on), state->handle);
    say(commands);
    if (detail::handler_access::is_graph(commands)) return detail::handler_access::execute_graph(commands, state);
    return event(detail::handler_access::submit(commands, state->handle), state);
  }
  // Events that a shortcut waits for stand behind the range.
  template <class Name, class Range, class... Rest> event launch(Range over, const event &after, const Rest &...rest) {
    return say_all([&](handler &h) { h.depends_on(after), h.parallel_for<Name>(over, rest...); });
  }
  template <class Name, class Range, class... Rest>
  event launch(Range over, const std::vector<event> &after, const Rest &...rest) {
    return say_all([&](handler &h) { h.depends_on(after), h.parallel_for<Name>(over, rest...); });
  }
  template <class Name, class Range, class... Rest> event launch(Range over, const Rest &...rest) {
    return say_all([&](handler &h) { h.parallel_for<Name>(over, rest...); });
  }
  template <class Say> event group(const std::vector<event> &after, const Say &say) {
    return say_all([&](handler &h) { h.depends_on(after), say(h); });
  }

public:
  explicit queue(const property_list &properties = {}) : queue(async_handler(), properties) {}
  explicit queue(const async_handler &handler, const property_list &properties = {}) : queue(device(), handler, properties) {}
  template <class Selector, detail::only_if<std::is_invocable_r_v<int, const Selector &, const device &>> = 0>
  explicit queue(const Selector &selector, const property_list &properties = {}) : queue(device(selector), properties) {}
  template <class Selector, detail::only_if<std::is_invocable_r_v<int, const Selector &, const device &>> = 0>
  explicit queue(const Selector &selector, const async_handler &handler, const property_list &properties = {})
      : queue(device(selector), handler, properties) {}
  explicit queue(const device &on, const property_list &properties = {}) : queue(on, async_handler(), properties) {}
  explicit queue(const device &on, const async_handler &handler, const property_list &properties = {})
      : queue(on, detail::default_context(on), handler, properties, nullptr) {}
  template <class Selector, detail::only_if<std::is_invocable_r_v<int, const Selector &, const device &>> = 0>
  explicit queue(const context &in, const Selector &selector, const property_list &properties = {})
      : queue(in, device(selector), properties) {}
  template <class Selector, detail::only_if<std::is_invocable_r_v<int, const Selector &, const device &>> = 0>
  explicit queue(const context &in, const Selector &selector, const async_handler &handler, const property_list &properties = {})
      : queue(in, device(selector), handler, properties) {}
  explicit queue(const context &in, const device &on, const property_list &properties = {})
      : queue(in, on, async_handler(), properties) {}
  explicit queue(const context &in, const device &on, const async_handler &handler, const property_list &properties = {})
      : queue(on, in, handler, properties, nullptr) {}

  backend get_backend() const noexcept { return state->on.get_backend(); }
  context get_context() const { return state->in; }
  device get_device() const { return state->on; }
  bool is_in_order() const { return has_property<property::queue::in_order>(); }
  bool is_host() const { return false; }
  template <class Property> bool has_property() const noexcept { return state->has_property<Property>(); }
  template <class Property> Property get_property() const { return state->get_property<Property>(); }
  template <class Param> typename Param::return_type get_info() const {
    if constexpr (std::is_same_v<Param, info::queue::context>) return get_context();
    else if constexpr (std::is_same_v<Param, info::queue::device>) return get_device();
    else if constexpr (std::is_same_v<Param, info::queue::reference_count>) return static_cast<std::uint32_t>(state.use_count());
    else static_assert(detail::is_false<Param>, "found no descriptor of info::queue");
  }
  template <class Param> typename Param::return_type get_backend_info() const {
    throw exception(errc::backend_mismatch, "the back end of this queue has no information of its own");
  }

  template <class Group> event submit(Group &&say) {
    return say_all([&](handler &h) { say(h); });
  }
  // The second queue is for what this one cannot run; every error of that kind is the program's on all devices alike.
  template <class Group> event submit(Group &&say, const queue &) { return submit(std::forward<Group>(say)); }

  void wait() {
    if (state->recorder) detail::refuse(errc::invalid, "found a wait for a queue whose commands are recorded in a graph");
    detail::check(sycl_rt_queue_wait(state->handle));
  }
  void wait_and_throw() {
    wait();
    throw_asynchronous();
  }
  void throw_asynchronous() { state->report(); }

  // ---------------------------------------------------------------- shortcuts (section 4.6.5.2)
  template <class Name = detail::unnamed, class Function> event single_task(const Function &function) {
    return group({}, [&](handler &h) { h.single_task<Name>(function); });
  }
  template <class Name = detail::unnamed, class Function> event single_task(const event &after, const Function &function) {
    return group({after}, [&](handler &h) { h.single_task<Name>(function); });
  }
  template <class Name = detail::unnamed, class Function>
  event single_task(const std::vector<event> &after, const Function &function) {
    return group(after, [&](handler &h) { h.single_task<Name>(function); });
  }
  template <class Name = detail::unnamed, class Properties, class Function,
            detail::only_if<detail::is_kernel_properties<Properties>::value> = 0>
  event single_task(const Properties &properties, const Function &function) {
    return group({}, [&](handler &h) { h.single_task<Name>(properties, function); });
  }
  // Ranges are not templates in the number of dimensions, so that braces and numbers are ranges.
#define SYCL_PASSES_PARALLEL_FOR(type, ...) \
  template <class Name = detail::unnamed __VA_ARGS__, class... Rest, detail::only_if<(sizeof...(Rest) > 0)> = 0> \
  event parallel_for(type over, const Rest &...rest) { return launch<Name>(over, rest...); } \
  template <class Name = detail::unnamed __VA_ARGS__, class... Rest, detail::only_if<(sizeof...(Rest) > 0)> = 0> \
  event parallel_for(type over, std::initializer_list<event> after, const Rest &...rest) { \
    return launch<Name>(over, std::vector<event>(after), rest...); \
  }
  SYCL_PASSES_PARALLEL_FOR(range<1>) SYCL_PASSES_PARALLEL_FOR(range<2>) SYCL_PASSES_PARALLEL_FOR(range<3>)
  SYCL_PASSES_PARALLEL_FOR(nd_range<Dimensions>, , int Dimensions)
#undef SYCL_PASSES_PARALLEL_FOR

  event memcpy(void *to, const void *from, std::size_t size) { return memcpy(to, from, size, std::vector<event>()); }
  event memcpy(void *to, const void *from, std::size_t size, const event &after) { return memcpy(to, from, size, std::vector<event>{after}); }
  event memcpy(void *to, const void *from, std::size_t size, const std::vector<event> &after) {
    return group(after, [&](handler &h) { h.memcpy(to, from, size); });
  }
  template <class T> event copy(const T *from, T *to, std::size_t count) { return copy(from, to, count, std::vector<event>()); }
  template <class T> event copy(const T *from, T *to, std::size_t count, const event &after) {
    return copy(from, to, count, std::vector<event>{after});
  }
  template <class T> event copy(const T *from, T *to, std::size_t count, const std::vector<event> &after) {
    return group(after, [&](handler &h) { h.copy(from, to, count); });
  }
  // To and from device globals: bytes from an offset, elements from an index.
  template <class T, class Properties>
  event memcpy(ext::oneapi::experimental::device_global<T, Properties> &to, const void *from,
               std::size_t size = sizeof(T), std::size_t offset = 0,
               const std::vector<event> &after = {}) {
    return group(after, [&](handler &h) { h.memcpy(to, from, size, offset); });
  }
  template <class T, class Properties>
  event memcpy(ext::oneapi::experimental::device_global<T, Properties> &to, const void *from,
               std::size_t size, std::size_t offset, const event &after) {
    return memcpy(to, from, size, offset, std::vector<event>{after});
  }
  template <class T, class Properties>
  event memcpy(void *to, const ext::oneapi::experimental::device_global<T, Properties> &from,
               std::size_t size = sizeof(T), std::size_t offset = 0,
               const std::vector<event> &after = {}) {
    return group(after, [&](handler &h) { h.memcpy(to, from, size, offset); });
  }
  template <class T, class Properties>
  event memcpy(void *to, const ext::oneapi::experimental::device_global<T, Properties> &from,
               std::size_t size, std::size_t offset, const event &after) {
    return memcpy(to, from, size, offset, std::vector<event>{after});
  }
  template <class T, class Properties>
  event copy(const std::remove_all_extents_t<T> *from, ext::oneapi::experimental::device_global<T, Properties> &to,
               std::size_t count = sizeof(T) / sizeof(std::remove_all_extents_t<T>), std::size_t start = 0,
               const std::vector<event> &after = {}) {
    return group(after, [&](handler &h) { h.copy(from, to, count, start); });
  }
  template <class T, class Properties>
  event copy(const std::remove_all_extents_t<T> *from, ext::oneapi::experimental::device_global<T, Properties> &to,
               std::size_t count, std::size_t start, const event &after) {
    return copy(from, to, count, start, std::vector<event>{after});
  }
  template <class T, class Properties>
  event copy(const ext::oneapi::experimental::device_global<T, Properties> &from,
             std::remove_cv_t<std::remove_all_extents_t<T>> *to,
             std::size_t count = sizeof(T) / sizeof(std::remove_all_extents_t<T>), std::size_t start = 0,
               const std::vector<event> &after = {}) {
    return group(after, [&](handler &h) { h.copy(from, to, count, start); });
  }
  template <class T, class Properties>
  event copy(const ext::oneapi::experimental::device_global<T, Properties> &from,
             std::remove_cv_t<std::remove_all_extents_t<T>> *to, std::size_t count, std::size_t start,
             const event &after) {
    return copy(from, to, count, start, std::vector<event>{after});
  }
  // Over accessors, which are required if they are placeholders.
  template <class From, class To, detail::only_if<detail::is_accessor<From> || detail::is_accessor<To>> = 0>
  event copy(From from, To to) {
    return submit([&](handler &h) {
      detail::handler_access::require_placeholder(h, from);
      detail::handler_access::require_placeholder(h, to);
      h.copy(from, to);
    });
  }
  template <class To, class T, detail::only_if<detail::is_accessor<To>> = 0> event fill(To to, const T &pattern) {
    return submit([&](handler &h) {
      detail::handler_access::require_placeholder(h, to);
      h.fill(to, pattern);
    });
  }
  template <class Of, detail::only_if<detail::is_accessor<Of>> = 0> event update_host(Of of) {
    return submit([&](handler &h) {
      detail::handler_access::require_placeholder(h, of);
      h.update_host(of);
    });
  }
  event memset(void *to, int value, std::size_t size) { return memset(to, value, size, std::vector<event>()); }
  event memset(void *to, int value, std::size_t size, const event &after) { return memset(to, value, size, std::vector<event>{after}); }
  event memset(void *to, int value, std::size_t size, const std::vector<event> &after) {
    return group(after, [&](handler &h) { h.memset(to, value, size); });
  }
  template <class T> event fill(void *to, const T &pattern, std::size_t count) { return fill(to, pattern, count, std::vector<event>()); }
  template <class T> event fill(void *to, const T &pattern, std::size_t count, const event &after) {
    return fill(to, pattern, count, std::vector<event>{after});
  }
  template <class T> event fill(void *to, const T &pattern, std::size_t count, const std::vector<event> &after) {
    return group(after, [&](handler &h) { h.fill(to, pattern, count); });
  }
  event prefetch(const void *memory, std::size_t size) { return prefetch(memory, size, std::vector<event>()); }
  event prefetch(const void *memory, std::size_t size, const event &after) { return prefetch(memory, size, std::vector<event>{after}); }
  event prefetch(const void *memory, std::size_t size, const std::vector<event> &after) {
    return group(after, [&](handler &h) { h.prefetch(memory, size); });
  }
  event mem_advise(const void *memory, std::size_t size, int advice) { return mem_advise(memory, size, advice, std::vector<event>()); }
  event mem_advise(const void *memory, std::size_t size, int advice, const event &after) {
    return mem_advise(memory, size, advice, std::vector<event>{after});
  }
  event mem_advise(const void *memory, std::size_t size, int advice, const std::vector<event> &after) {
    return group(after, [&](handler &h) { h.mem_advise(memory, size, advice); });
  }

  // ---------------------------------------------------------------- extensions of DPC++
  // Executes a command graph.
  template <class Graph> event ext_oneapi_graph(const Graph &graph, const std::vector<event> &after = {}) {
    return graph.execute_(state, after);
  }
  template <class Graph> event ext_oneapi_graph(const Graph &graph, const event &after) {
    return graph.execute_(state, {after});
  }
  ext::oneapi::experimental::queue_state ext_oneapi_get_state() const {
    using state_of_queue = ext::oneapi::experimental::queue_state;
    return state->recorder ? state_of_queue::recording : state_of_queue::executing;
  }
  event ext_oneapi_submit_barrier(const std::vector<event> &after = {}) {
    return group(after, [](handler &h) { h.ext_oneapi_barrier(); });
  }
  bool ext_oneapi_empty() const { return sycl_rt_queue_is_empty(state->handle); }
  event ext_oneapi_memcpy2d(void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch, std::size_t width,
                            std::size_t height, const std::vector<event> &after = {}) {
    return group(after, [&](handler &h) { h.ext_oneapi_memcpy2d(to, to_pitch, from, from_pitch, width, height); });
  }
  friend bool operator==(const queue &a, const queue &b) { return a.state == b.state; }
  friend bool operator!=(const queue &a, const queue &b) { return !(a == b); }
};
namespace detail {
struct queue_access {
  static const std::shared_ptr<queue_state> &state(const queue &of) { return of.state; }
  static const sycl_rt_queue *handle(const queue &of) { return of.state->handle; }
  static queue adopt(const context &in, std::uintptr_t stream, const async_handler &errors) {
    const std::vector<device> all = in.get_devices();
    if (all.size() != 1)
      refuse(errc::invalid, "found a context of several devices for a stream; expected one of the stream's device");
    return queue(all[0], in, errors, {}, &stream);
  }
};
}
}}
template <> struct std::hash<sycl::queue> {
  std::size_t operator()(const sycl::queue &one) const noexcept { return std::hash<const void *>()(one.state.get()); }
};
