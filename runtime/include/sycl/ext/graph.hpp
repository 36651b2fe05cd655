// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command graphs: the extension SYCL_EXT_ONEAPI_GRAPH. A node is a command group that is kept, and is submitted each time
// that the graph is executed, after the nodes that it depends on. Not there: dynamic parameters, and the update of nodes.
#pragma once
#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>
#include <sycl/queue.hpp>

#define SYCL_EXT_ONEAPI_GRAPH 1

namespace sycl { inline namespace _V1 {
namespace ext::oneapi::experimental {
enum class graph_state { modifiable, executable };
enum class node_type { empty, subgraph, kernel, memcpy, memset, memfill, prefetch, memadvise, ext_oneapi_barrier, host_task };
class node;
template <graph_state State = graph_state::modifiable> class command_graph;

namespace property {
namespace graph {
struct no_cycle_check {};
struct assume_buffer_outlives_graph {};
struct assume_data_outlives_buffer {};
struct updatable {};
struct enable_profiling {};
}
namespace node {
class depends_on {
  std::vector<experimental::node> all;

public:
  template <class... Nodes> depends_on(const Nodes &...nodes);
  const std::vector<experimental::node> &get_dependencies() const { return all; }
};
struct depends_on_all_leaves {};
}
}
}
#define SYCL_PASSES_PROPERTY(name) template <> struct is_property<ext::oneapi::experimental::property::name> : std::true_type {};
SYCL_PASSES_PROPERTY(graph::no_cycle_check) SYCL_PASSES_PROPERTY(graph::assume_buffer_outlives_graph)
SYCL_PASSES_PROPERTY(graph::assume_data_outlives_buffer) SYCL_PASSES_PROPERTY(graph::updatable)
SYCL_PASSES_PROPERTY(graph::enable_profiling) SYCL_PASSES_PROPERTY(node::depends_on)
SYCL_PASSES_PROPERTY(node::depends_on_all_leaves)
#undef SYCL_PASSES_PROPERTY

namespace detail {
struct graph_node {
  std::shared_ptr<handler> commands; // none: an empty node
  std::vector<graph_node *> before, behind;
  event done = event_access::of_node(); // stands for the node while commands are recorded

  bool leads_to(const graph_node *other) const {
    if (this == other) return true;
    return std::any_of(behind.begin(), behind.end(), [&](const graph_node *next) { return next->leads_to(other); });
  }
  void follow(graph_node *other) {
    if (std::find(before.begin(), before.end(), other) != before.end()) return;
    before.push_back(other), other->behind.push_back(this);
  }
};

class graph_nodes final : public command_recorder, public std::enable_shared_from_this<graph_nodes> {
  std::vector<std::pair<queue_state *, graph_node *>> lasts; // of queues in order

public:
  std::vector<std::shared_ptr<graph_node>> all;
  std::vector<std::weak_ptr<queue_state>> recorded; // queues
  context in;
  device on;
  std::mutex executing; // its handlers are submitted by one execution at a time
  bool has_cycle_check, may_have_buffers;

  graph_nodes(const context &in, const device &on, const property_list &properties)
      : in(in), on(on), has_cycle_check(!properties.has_property<ext::oneapi::experimental::property::graph::no_cycle_check>()),
        may_have_buffers(properties.has_property<ext::oneapi::experimental::property::graph::assume_buffer_outlives_graph>()) {}

  graph_node *find(const event &of) const {
    for (const auto &one : all)
      if (one->done == of) return one.get();
    return nullptr;
  }
  // A node, after those that its command group depends on by events, and by buffers.
  std::shared_ptr<graph_node> add(std::shared_ptr<handler> commands) {
    auto made = std::make_shared<graph_node>();
    if (commands) {
      if (!may_have_buffers && !handler_access::accesses(*commands).empty())
        refuse(errc::invalid, "found an accessor in a command of a graph; expected the property assume_buffer_outlives_graph "
                              "of the graph, and buffers that do");
      for (const event &one : handler_access::after(*commands)) {
        graph_node *const known = find(one);
        if (!known) refuse(errc::invalid, "found a command of a graph that depends on an event of no command of it");
        made->follow(known);
      }
      for (const auto &other : all)
        if (other->commands && handler_access::need_order(*commands, *other->commands)) made->follow(other.get());
    }
    made->commands = std::move(commands);
    all.push_back(made);
    return made;
  }
  event record(const std::shared_ptr<queue_state> &by, std::unique_ptr<handler> commands) override {
    std::shared_ptr<graph_node> made = add(std::move(commands));
    follow_queue(by.get(), *made, *made);
    return made->done;
  }
  // In a queue in order, the first of some nodes follows the last one of the queue; the last of them is the next one's.
  void follow_queue(queue_state *by, graph_node &first, graph_node &last) {
    if (!by->has_property<property::queue::in_order>()) return;
    auto known = std::find_if(lasts.begin(), lasts.end(), [&](const auto &one) { return one.first == by; });
    if (known == lasts.end()) lasts.emplace_back(by, &last);
    else first.follow(std::exchange(known->second, &last));
  }
  void start(const std::shared_ptr<queue_state> &by) {
    if (by->recorder)
      refuse(errc::invalid, "found a queue that is recorded already; expected end_recording before another begin_recording");
    by->recorder = shared_from_this();
    recorded.push_back(by);
  }
  void end(queue_state &by) {
    if (by.recorder.get() != this) return;
    lasts.erase(std::remove_if(lasts.begin(), lasts.end(), [&](const auto &one) { return one.first == &by; }), lasts.end());
    by.recorder = nullptr; // may be the last owner
  }
  void end_all() {
    for (const auto &one : std::exchange(recorded, {}))
      if (auto by = one.lock()) end(*by);
  }
  // A node with the command of another graph's.
  std::shared_ptr<graph_node> add_copy(const graph_node &of) {
    std::shared_ptr<graph_node> made = add(nullptr);
    if (of.commands)
      for (const auto &one : all)
        if (one->commands && handler_access::need_order(*of.commands, *one->commands)) made->follow(one.get());
    made->commands = of.commands;
    return made;
  }
  std::vector<std::shared_ptr<graph_node>> leaves() const {
    std::vector<std::shared_ptr<graph_node>> found;
    for (const auto &one : all)
      if (one->behind.empty()) found.push_back(one);
    return found;
  }
};

// Nodes in an order that they can be executed in.
class graph_plan {
  std::shared_ptr<graph_nodes> of;
  std::vector<std::shared_ptr<graph_node>> order;
  std::vector<std::vector<size_t>> before; // places in the order
  event last;                              // execution

public:
  explicit graph_plan(std::shared_ptr<graph_nodes> nodes) : of(std::move(nodes)) {
    std::vector<const graph_node *> placed;
    while (order.size() < of->all.size()) {
      const size_t count = order.size();
      for (const auto &one : of->all) {
        auto place = [&](const graph_node *other) { return std::find(placed.begin(), placed.end(), other); };
        auto is_placed = [&](const graph_node *other) { return place(other) != placed.end(); };
        if (is_placed(one.get()) || !std::all_of(one->before.begin(), one->before.end(), is_placed)) continue;
        before.emplace_back();
        for (const graph_node *other : one->before) before.back().push_back(static_cast<size_t>(place(other) - placed.begin()));
        order.push_back(one), placed.push_back(one.get());
      }
      if (order.size() == count) refuse(errc::invalid, "found a cycle in a graph; expected edges without one");
    }
  }
  // Submits all nodes, after the last execution and what the caller depends on.
  event execute(const std::shared_ptr<queue_state> &by, std::vector<event> after) {
    if (auto *other = static_cast<graph_nodes *>(by->recorder.get())) return add_to(*other, by, after);
    const std::lock_guard<std::mutex> held(of->executing);
    after.push_back(last);
    auto barrier = [&](const std::vector<event> &all) {
      handler none = handler_access::make(device_access::of(by->on));
      none.ext_oneapi_barrier(all);
      return event(handler_access::submit(none, by->handle), by);
    };
    std::vector<event> done, ends = after;
    std::vector<bool> is_leaf(order.size(), true);
    for (size_t n = 0; n < order.size(); ++n) {
      std::vector<event> own;
      for (const size_t place : before[n]) own.push_back(done[place]), is_leaf[place] = false;
      if (own.empty()) own = after;
      if (order[n]->commands) done.push_back(event(handler_access::submit_again(*order[n]->commands, by->handle, own), by));
      else done.push_back(barrier(own));
    }
    for (size_t n = 0; n < order.size(); ++n)
      if (is_leaf[n]) ends.push_back(done[n]);
    return last = barrier(ends);
  }

private:
  // Adds the nodes to a graph that is recorded, between two that are empty.
  event add_to(graph_nodes &other, const std::shared_ptr<queue_state> &by, const std::vector<event> &after) {
    std::shared_ptr<graph_node> first = other.add(nullptr);
    for (const event &one : after) {
      graph_node *const known = other.find(one);
      if (!known) refuse(errc::invalid, "found a graph in a graph that depends on an event of no command of that");
      first->follow(known);
    }
    std::vector<std::shared_ptr<graph_node>> made;
    for (size_t n = 0; n < order.size(); ++n) {
      made.push_back(other.add_copy(*order[n]));
      made.back()->follow(first.get());
      for (const size_t place : before[n]) made.back()->follow(made[place].get());
    }
    std::shared_ptr<graph_node> end = other.add(nullptr);
    end->follow(first.get());
    for (const auto &one : made) end->follow(one.get());
    other.follow_queue(by.get(), *first, *end);
    return end->done;
  }
};
}

namespace ext::oneapi::experimental {
class node {
  std::shared_ptr<detail::graph_node> one;
  std::shared_ptr<detail::graph_nodes> of;
  template <graph_state> friend class command_graph;
  node(std::shared_ptr<detail::graph_node> one, std::shared_ptr<detail::graph_nodes> of) : one(std::move(one)), of(std::move(of)) {}
  std::vector<node> nodes(const std::vector<detail::graph_node *> &from) const {
    std::vector<node> found;
    for (const auto &each : of->all)
      if (std::find(from.begin(), from.end(), each.get()) != from.end()) found.push_back(node(each, of));
    return found;
  }

public:
  node() = delete;
  node_type get_type() const {
    if (!one->commands) return node_type::empty;
    switch (detail::handler_access::kind(*one->commands)) {
    case SYCL_RT_LAUNCH: return node_type::kernel;
    case SYCL_RT_COPY: return node_type::memcpy;
    case SYCL_RT_FILL: return node_type::memfill;
    case SYCL_RT_PREFETCH: return node_type::prefetch;
    case SYCL_RT_HOST_TASK: return node_type::host_task;
    default: return node_type::ext_oneapi_barrier;
    }
  }
  std::vector<node> get_predecessors() const { return nodes(one->before); }
  std::vector<node> get_successors() const { return nodes(one->behind); }
  friend bool operator==(const node &a, const node &b) { return a.one == b.one; }
  friend bool operator!=(const node &a, const node &b) { return !(a == b); }
};
template <class... Nodes> property::node::depends_on::depends_on(const Nodes &...nodes) : all{nodes...} {}

template <> class command_graph<graph_state::executable> {
  std::shared_ptr<detail::graph_plan> plan;
  std::shared_ptr<detail::graph_nodes> of;
  friend class command_graph<graph_state::modifiable>;
  explicit command_graph(std::shared_ptr<detail::graph_nodes> nodes)
      : plan(std::make_shared<detail::graph_plan>(nodes)), of(std::move(nodes)) {}

public:
  command_graph() = delete;
  // Takes the commands of another graph, of the same shape.
  void update(const command_graph<graph_state::modifiable> &other);
  // For this implementation.
  event execute_(const std::shared_ptr<detail::queue_state> &by, const std::vector<event> &after) const {
    return plan->execute(by, after);
  }
};

template <> class command_graph<graph_state::modifiable> {
  std::shared_ptr<detail::graph_nodes> nodes;
  std::shared_ptr<void> recording; // ends with the last copy of the graph
  friend class command_graph<graph_state::executable>;

public:
  command_graph(const context &in, const device &on, const property_list &properties = {})
      : nodes(std::make_shared<detail::graph_nodes>(in, on, properties)),
        recording(nullptr, [of = nodes](void *) { of->end_all(); }) {}
  explicit command_graph(const queue &by, const property_list &properties = {})
      : command_graph(by.get_context(), by.get_device(), properties) {}

  node add(const property_list &properties = {}) { return added(nodes->add(nullptr), properties); }
  template <class Group, detail::only_if<std::is_invocable_v<Group &, handler &>> = 0>
  node add(Group say, const property_list &properties = {}) {
    std::unique_ptr<handler> commands = detail::handler_access::make_kept(detail::device_access::of(nodes->on));
    say(*commands);
    if (detail::handler_access::is_graph(*commands))
      detail::refuse(errc::feature_not_supported, "found a graph in a node of a graph; expected one that is recorded from a queue");
    return added(nodes->add(std::move(commands)), properties);
  }
  void make_edge(node &from, node &to) {
    if (from.of != nodes || to.of != nodes) detail::refuse(errc::invalid, "found a node of another graph");
    if (nodes->has_cycle_check && to.one->leads_to(from.one.get()))
      detail::refuse(errc::invalid, "found an edge that makes a cycle in a graph; expected one that does not");
    to.one->follow(from.one.get());
  }
  command_graph<graph_state::executable> finalize(const property_list & = {}) const {
    return command_graph<graph_state::executable>(nodes);
  }

  void begin_recording(queue &by, const property_list & = {}) { nodes->start(detail::queue_access::state(by)); }
  void begin_recording(const std::vector<queue> &all, const property_list & = {}) {
    for (queue one : all) begin_recording(one);
  }
  void end_recording() { nodes->end_all(); }
  void end_recording(queue &by) { nodes->end(*detail::queue_access::state(by)); }
  void end_recording(const std::vector<queue> &all) {
    for (queue one : all) end_recording(one);
  }
  std::vector<node> get_nodes() const {
    std::vector<node> all;
    for (const auto &one : nodes->all) all.push_back(node(one, nodes));
    return all;
  }
  std::vector<node> get_root_nodes() const {
    std::vector<node> all = get_nodes();
    all.erase(std::remove_if(all.begin(), all.end(), [](const node &one) { return !one.one->before.empty(); }), all.end());
    return all;
  }

private:
  node added(std::shared_ptr<detail::graph_node> made, const property_list &properties) {
    if (properties.has_property<property::node::depends_on>()) {
      const auto given = properties.get_property<property::node::depends_on>();
      for (const node &other : given.get_dependencies()) {
        if (other.of != nodes) detail::refuse(errc::invalid, "found a node of another graph");
        made->follow(other.one.get());
      }
    }
    if (properties.has_property<property::node::depends_on_all_leaves>())
      for (const auto &leaf : nodes->leaves())
        if (leaf != made) made->follow(leaf.get());
    return node(made, nodes);
  }
};
inline void command_graph<graph_state::executable>::update(const command_graph<graph_state::modifiable> &other) {
  const auto &mine = of->all, &theirs = other.nodes->all;
  auto is_alike = [](const auto &a, const auto &b) {
    return !a->commands == !b->commands && a->before.size() == b->before.size() &&
           (!a->commands || detail::handler_access::is_alike(*a->commands, *b->commands));
  };
  if (!std::equal(mine.begin(), mine.end(), theirs.begin(), theirs.end(), is_alike))
    detail::refuse(errc::invalid, "found a graph of another shape for an update; expected the same nodes and edges, in this order");
  of = other.nodes;
  *plan = detail::graph_plan(of);
}
template <graph_state State> command_graph(const command_graph<State> &) -> command_graph<State>;
command_graph(const context &, const device &, const property_list & = {}) -> command_graph<graph_state::modifiable>;
command_graph(const queue &, const property_list & = {}) -> command_graph<graph_state::modifiable>;
}
}}
