// Kernel bundles: which kernels they have, changes of their state, and what is refused (section 4.11).
#include "check.hpp"
#include <string>
#include <vector>
#include <sycl/sycl.hpp>

using namespace sycl;
namespace experimental = sycl::ext::oneapi::experimental;

class Simple;
class Other;
class OfNone; // no device here is one
class TooWide;
constexpr specialization_id<int> used(5), unused(6);

static const auto on_custom = experimental::properties{experimental::device_has<aspect::custom>};
static const auto too_wide = experimental::properties{experimental::work_group_size<(size_t(1) << 30)>};

static void define(queue q, int *to) {
  q.single_task<Simple>([=](kernel_handler h) { *to = h.get_specialization_constant<used>(); }).wait();
  q.single_task<Other>([=] { *to = 2; }).wait();
  CHECK_THROWS(errc::kernel_not_supported, "aspect::custom", q.single_task<OfNone>(on_custom, [=] { *to = 3; }));
  const range<1> many(size_t(1) << 30);
  CHECK_THROWS(errc::kernel_not_supported, "work-group size",
               q.parallel_for<TooWide>(nd_range<1>(many, many), too_wide, [=](nd_item<1>) { *to = 4; }));
}

template <bundle_state State> static void has(const context &in, const device &on) {
  const kernel_id simple = get_kernel_id<Simple>(), of_none = get_kernel_id<OfNone>();
  const std::vector<device> none;
  CHECK(has_kernel_bundle<State>(in) && has_kernel_bundle<State>(in, {on}));
  CHECK(has_kernel_bundle<State>(in, {simple}) && has_kernel_bundle<State>(in, {on}, {simple}));
  CHECK(has_kernel_bundle<Simple, State>(in) && has_kernel_bundle<Simple, State>(in, {on}));
  CHECK(!has_kernel_bundle<State>(in, {simple, of_none}) && !has_kernel_bundle<State>(in, {on}, {of_none, simple}));
  CHECK(!has_kernel_bundle<OfNone, State>(in) && !has_kernel_bundle<TooWide, State>(in, {on}));
  CHECK(has_kernel_bundle<State>(in, {on}, std::vector<kernel_id>()));
  CHECK_THROWS(errc::invalid, "no device", has_kernel_bundle<State>(in, none));
  CHECK_THROWS(errc::invalid, "no device", has_kernel_bundle<State>(in, none, {simple}));
  CHECK_THROWS(errc::invalid, "no device", has_kernel_bundle<Simple, State>(in, none));
  CHECK_THROWS(errc::invalid, "no device", get_kernel_bundle<State>(in, none));
  CHECK_THROWS(errc::invalid, "aspect::custom", get_kernel_bundle<State>(in, {on}, {simple, of_none}));
  CHECK_THROWS(errc::invalid, "OfNone", get_kernel_bundle<OfNone, State>(in));

  auto all = get_kernel_bundle<State>(in, {on, on});
  CHECK(all.get_devices().size() == 1 && all.get_context() == in);
  CHECK(all.template has_kernel<Simple>() && all.template has_kernel<Other>(on));
  CHECK(!all.template has_kernel<OfNone>() && !all.template has_kernel<TooWide>());
  auto one = get_kernel_bundle<State>(in, {simple, simple});
  CHECK(one.get_kernel_ids().size() == 1 && one != all && one == get_kernel_bundle<State>(in, {on}, {simple}));
  const std::hash<kernel_bundle<State>> hash;
  CHECK(hash(one) == hash(get_kernel_bundle<Simple, State>(in)));
  CHECK(join<State>({one, all, one}) == all);
  CHECK(join<State>({}).empty() && join<State>({}).get_devices().empty());
  CHECK_THROWS(errc::invalid, "several contexts", join<State>({one, get_kernel_bundle<State>(context(on))}));
}

static void change_state(const context &in, const device &on) {
  const std::vector<device> none, twice{on, on};
  const property_list properties;
  auto input = get_kernel_bundle<Simple, bundle_state::input>(in);
  const auto other = get_kernel_bundle<Other, bundle_state::input>(in);
  input.set_specialization_constant<used>(9);
  input.set_specialization_constant<unused>(9);
  CHECK(input.contains_specialization_constants() && input.has_specialization_constant<used>());
  CHECK(!input.has_specialization_constant<unused>() && !input.native_specialization_constant());
  kernel_bundle<bundle_state::object> object = compile(input, twice, properties);
  CHECK(object.get_devices().size() == 1 && object == compile(input) && object == compile(input, properties));
  kernel_bundle<bundle_state::executable> ready = link({object, compile(other)}, twice, properties);
  CHECK(ready.has_kernel<Simple>() && ready.has_kernel<Other>() && ready.get_specialization_constant<used>() == 9);
  CHECK(ready == link({compile(other), object}) && ready == link({object, compile(other)}, properties));
  CHECK(ready.get_kernel<Other>().get_kernel_bundle() == ready);
  CHECK(ready.get_kernel<Other>() == ready.get_kernel<Other>() && ready.get_kernel<Other>().get_context() == in);
  CHECK(link(object) == build(input) && link(object, {on}) == build(input, twice, properties));
  CHECK(link(object, properties) == build(input, properties) && link(object) != ready);
  CHECK_THROWS(errc::invalid, "no device", compile(input, none));
  CHECK_THROWS(errc::invalid, "no device", build(input, none));
  CHECK_THROWS(errc::invalid, "no device", link(object, none));
  CHECK_THROWS(errc::invalid, "no kernel bundle", link(std::vector<kernel_bundle<bundle_state::object>>(), {on}));
  auto elsewhere = compile(get_kernel_bundle<Simple, bundle_state::input>(context(on)));
  CHECK_THROWS(errc::invalid, "several contexts", link({object, elsewhere}));
}

int main() {
  queue q;
  const context in = q.get_context();
  const device on = q.get_device();
  int *to = malloc_shared<int>(1, q);
  define(q, to);
  CHECK(on.has(aspect::online_compiler) && on.has(aspect::online_linker));
  has<bundle_state::input>(in, on);
  has<bundle_state::object>(in, on);
  has<bundle_state::executable>(in, on);
  change_state(in, on);

  auto nothing = get_kernel_bundle<bundle_state::executable>(in, [](auto) { return false; });
  CHECK(nothing.empty() && !nothing.contains_specialization_constants());
  CHECK(!nothing.has_specialization_constant<used>());
  auto ready = get_kernel_bundle<Simple, bundle_state::executable>(in);
  // A kernel of a function is called from here, so that it has one name.
  auto launch = [&](bool is_bundle_first) {
    q.submit([&](handler &h) {
      if (is_bundle_first) h.use_kernel_bundle(ready);
      h.single_task<class NotInBundle>([=] { *to = 7; });
      if (!is_bundle_first) h.use_kernel_bundle(ready);
    }).wait();
  };
  for (bool is_bundle_first : {true, false})
    CHECK_THROWS(errc::kernel_not_supported, "NotInBundle", launch(is_bundle_first));
  q.submit([&](handler &h) {
    h.use_kernel_bundle(ready);
    CHECK_THROWS(errc::invalid, "kernel bundle", h.get_specialization_constant<used>());
  });
  CHECK_THROWS(errc::invalid, "num_args", ready.get_kernel<Simple>().get_info<info::kernel::num_args>());
  free(to, q);
  return result();
}
