// Command graphs (SYCL_EXT_ONEAPI_GRAPH): commands that are added or recorded, executed several times.
#include "check.hpp"
#include <sycl/sycl.hpp>
#include <sycl/ext/oneapi/experimental/graph.hpp>
#include <utility>
#include <vector>

using namespace sycl;
namespace ex = sycl::ext::oneapi::experimental;
using ex::property::node::depends_on;

static void nodes_follow_edges(queue q) {
  ex::command_graph graph(q.get_context(), q.get_device());
  int *p = malloc_shared<int>(4, q);
  p[0] = 0;
  auto add = graph.add([&](handler &h) { h.single_task([=] { p[0] += 1; }); });
  auto twice = graph.add([&](handler &h) { h.single_task([=] { p[0] *= 2; }); }, {depends_on(add)});
  auto empty = graph.add({depends_on(twice)});
  // Added before what it follows.
  auto last = graph.add([&](handler &h) { h.memcpy(p + 1, p, sizeof(int)); });
  auto late = graph.add([&](handler &h) { h.single_task([=] { p[0] += 10; }); }, {depends_on(empty)});
  graph.make_edge(late, last);
  CHECK(graph.get_nodes().size() == 5 && graph.get_root_nodes().size() == 1);
  CHECK(add.get_type() == ex::node_type::kernel && empty.get_type() == ex::node_type::empty);
  CHECK(last.get_type() == ex::node_type::memcpy && last.get_predecessors().size() == 1);
  CHECK(late.get_successors()[0] == last);
  CHECK_THROWS(errc::invalid, "makes a cycle", graph.make_edge(last, add));
  auto executable = graph.finalize();
  int expected = 0;
  for (int i = 0; i < 3; ++i) {
    q.ext_oneapi_graph(executable);
    expected = (expected + 1) * 2 + 10;
  }
  event end = q.submit([&](handler &h) { h.ext_oneapi_graph(executable); });
  q.submit([&](handler &h) {
     h.depends_on(end);
     h.single_task([=] { p[2] = p[1]; });
   }).wait();
  expected = (expected + 1) * 2 + 10;
  CHECK(p[1] == expected && p[2] == expected);
  free(p, q);
}

static void queues_are_recorded() {
  queue q, in_order{q.get_context(), q.get_device(), property::queue::in_order()};
  ex::command_graph graph(q.get_context(), q.get_device());
  int *p = malloc_shared<int>(8, q), runs = 0;
  std::fill(p, p + 8, 0);
  graph.begin_recording(q);
  CHECK(q.ext_oneapi_get_state() == ex::queue_state::recording);
  event first = q.fill(p, 3, 4);
  event second = q.submit([&](handler &h) {
    h.depends_on(first);
    h.parallel_for(4, [=](id<1> at) { p[at] += int(at[0]); });
  });
  q.submit([&](handler &h) {
    h.depends_on(second);
    h.host_task([&runs] { ++runs; });
  });
  CHECK_THROWS(errc::invalid, "recorded in a graph", second.wait());
  CHECK_THROWS(errc::invalid, "recorded in a graph", q.wait());
  graph.end_recording(q);
  CHECK(q.ext_oneapi_get_state() == ex::queue_state::executing);
  graph.begin_recording(in_order);
  in_order.single_task([=] { p[5] += 1; });
  in_order.single_task([=] { p[6] = p[5] * 2; });
  in_order.memcpy(p + 7, p + 6, sizeof(int));
  graph.end_recording();
  CHECK(p[0] == 0 && runs == 0);
  auto executable = graph.finalize();
  for (int i = 1; i <= 4; ++i) {
    p[3] = 100;
    q.ext_oneapi_graph(executable).wait();
    CHECK(p[0] == 3 && p[3] == 6 && p[7] == 2 * i && runs == i);
  }
  // In another graph.
  ex::command_graph outer(q);
  outer.begin_recording(in_order);
  in_order.single_task([=] { p[5] = 50; });
  in_order.ext_oneapi_graph(executable);
  in_order.single_task([=] { p[7] += 1; });
  outer.end_recording(in_order);
  auto whole = outer.finalize();
  in_order.ext_oneapi_graph(whole);
  in_order.wait();
  CHECK(p[7] == 103 && runs == 5);
  free(p, q);
}

static void buffers_order_nodes(queue q) {
  std::vector<int> data(10, 1);
  {
    buffer<int> numbers(data);
    ex::command_graph graph(q.get_context(), q.get_device(), {ex::property::graph::assume_buffer_outlives_graph()});
    auto add = [&](int by) {
      return graph.add([&](handler &h) {
        accessor to(numbers, h);
        h.parallel_for(numbers.get_range(), [=](id<1> at) { to[at] += by; });
      });
    };
    auto first = add(1);
    graph.add([&](handler &h) {
      accessor to(numbers, h);
      h.parallel_for(numbers.get_range(), [=](id<1> at) { to[at] *= 3; });
    });
    add(2);
    CHECK(first.get_successors().size() == 2);
    auto executable = graph.finalize();
    for (int i = 0; i < 2; ++i) q.ext_oneapi_graph(executable);
    host_accessor seen(numbers, read_only);
    CHECK(seen[9] == ((1 + 1) * 3 + 2 + 1) * 3 + 2);
    ex::command_graph other(q.get_context(), q.get_device());
    CHECK_THROWS(errc::invalid, "assume_buffer_outlives_graph", other.add([&](handler &h) {
      accessor to(numbers, h);
      h.single_task([=] { to[0] = 1; });
    }));
  }
  CHECK(data[0] == 29);
}

static void reductions_and_updates(queue q) {
  int *p = malloc_shared<int>(4, q), *sum = malloc_shared<int>(1, q);
  auto make = [&](int by) {
    ex::command_graph graph(q.get_context(), q.get_device());
    auto filled = graph.add([&](handler &h) { h.fill(p, by, 4); });
    graph.add([&](handler &h) {
      h.parallel_for(range(4), reduction(sum, plus<int>(), property::reduction::initialize_to_identity()),
                     [=](id<1> at, auto &to) { to += p[at]; });
    }, {depends_on(filled)});
    return graph;
  };
  auto executable = make(5).finalize({ex::property::graph::updatable()});
  for (int i = 0; i < 3; ++i) {
    q.ext_oneapi_graph(executable).wait();
    CHECK(*sum == 20);
  }
  executable.update(make(7));
  q.ext_oneapi_graph(executable).wait();
  CHECK(*sum == 28);
  ex::command_graph other(q.get_context(), q.get_device());
  CHECK_THROWS(errc::invalid, "of another shape", executable.update(other));
  // A graph that goes ends its recording, and an executable one outlives it.
  {
    ex::command_graph gone(q);
    gone.begin_recording(q);
    q.fill(p, 9, 4);
    executable = gone.finalize();
  }
  CHECK(q.ext_oneapi_get_state() == ex::queue_state::executing);
  q.ext_oneapi_graph(executable).wait();
  CHECK(p[3] == 9);
  free(p, q), free(sum, q);
}

static void mistakes(queue q) {
  ex::command_graph graph(q.get_context(), q.get_device()), other(q);
  CHECK_THROWS(errc::invalid, "depends on an event of no command", graph.add([&](handler &h) {
    h.depends_on(q.single_task([] {}));
    h.single_task([] {});
  }));
  auto node = other.add();
  CHECK_THROWS(errc::invalid, "of another graph", graph.add({depends_on(node)}));
  graph.begin_recording(q);
  CHECK_THROWS(errc::invalid, "recorded already", other.begin_recording(q));
  graph.end_recording();
  CHECK(q.get_device().has(aspect::ext_oneapi_graph) && q.get_device().has(aspect::ext_oneapi_limited_graph));
}

int main() {
  nodes_follow_edges(queue());
  nodes_follow_edges(queue(property::queue::in_order()));
  queues_are_recorded();
  buffers_order_nodes(queue());
  reductions_and_updates(queue());
  mistakes(queue());
  return result();
}
