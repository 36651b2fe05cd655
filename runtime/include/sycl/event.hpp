// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events (section 4.6.6): a command, and the queue that it was submitted to.
#pragma once
#include <memory>
#include <utility>
#include <vector>
#include <sycl/detail/runtime.hpp>
#include <sycl/info.hpp>

namespace sycl { inline namespace _V1 {
class event;
namespace detail {
class queue_state; // in queue.hpp
void throw_asynchronous(const std::shared_ptr<queue_state> &of);
struct event_access;
}
class event {
  detail::event_handle handle; // none: a command that has ended
  std::shared_ptr<detail::queue_state> of;
  std::shared_ptr<char> alone; // which one it is of those without a command; 1 for a node of a graph
  friend struct std::hash<event>;
  friend struct detail::event_access;

  const void *identity() const { return handle ? static_cast<const void *>(handle.get()) : alone.get(); }
  std::uint64_t time(unsigned which) const {
    if (!handle) throw exception(errc::invalid, "found an event without a command; expected one of a queue with enable_profiling");
    std::uint64_t nanoseconds = 0;
    detail::check(sycl_rt_event_time(handle.get(), which, &nanoseconds));
    return nanoseconds;
  }

public:
  event() : alone(std::make_shared<char>()) {}
  event(detail::event_handle handle, std::shared_ptr<detail::queue_state> of) // for this implementation
      : handle(std::move(handle)), of(std::move(of)) {}

  backend get_backend() const noexcept; // in queue.hpp
  void wait() {
    if (handle) detail::check(sycl_rt_event_wait(handle.get()));
    else if (alone && *alone == 1)
      throw exception(errc::invalid, "found a wait for a command that is recorded in a graph; expected one for an execution");
  }
  void wait_and_throw() {
    wait();
    if (of) detail::throw_asynchronous(of);
  }
  static void wait(const std::vector<event> &all) {
    for (event one : all) one.wait();
  }
  static void wait_and_throw(const std::vector<event> &all) {
    for (event one : all) one.wait_and_throw();
  }
  std::vector<event> get_wait_list() {
    std::vector<event> all;
    if (handle) {
      auto add = [](void *list, sycl_rt_event *one) {
        sycl_rt_event_retain(one);
        static_cast<std::vector<event> *>(list)->push_back(event(detail::event_handle(one), nullptr));
      };
      detail::check(sycl_rt_event_wait_list(handle.get(), add, &all));
    }
    return all;
  }
  template <class Param> typename Param::return_type get_info() const {
    if constexpr (std::is_same_v<Param, info::event::command_execution_status>)
      return handle ? static_cast<info::event_command_status>(sycl_rt_event_status(handle.get())) : info::event_command_status::complete;
    else if constexpr (std::is_same_v<Param, info::event::reference_count>) return 1;
    else static_assert(detail::is_false<Param>, "found no descriptor of info::event");
  }
  template <class Param> typename Param::return_type get_backend_info() const {
    throw exception(errc::backend_mismatch, "the back end of this event has no information of its own");
  }
  template <class Param> typename Param::return_type get_profiling_info() const {
    namespace p = info::event_profiling;
    if constexpr (std::is_same_v<Param, p::command_submit>) return time(SYCL_RT_SUBMIT_TIME);
    else if constexpr (std::is_same_v<Param, p::command_start>) return time(SYCL_RT_START_TIME);
    else if constexpr (std::is_same_v<Param, p::command_end>) return time(SYCL_RT_END_TIME);
    else static_assert(detail::is_false<Param>, "found no descriptor of info::event_profiling");
  }
  friend bool operator==(const event &a, const event &b) { return a.identity() == b.identity(); }
  friend bool operator!=(const event &a, const event &b) { return !(a == b); }
};
namespace detail {
struct event_access {
  static sycl_rt_event *of(const event &one) { return one.handle.get(); }
  // An event that stands for a node of a command graph.
  static event of_node() {
    event made;
    *made.alone = 1;
    return made;
  }
};
}
}}
template <> struct std::hash<sycl::event> {
  std::size_t operator()(const sycl::event &one) const noexcept { return std::hash<const void *>()(one.identity()); }
};
