// Specialization constants and kernel bundles (sections 4.9.5, 4.11).
#include "check.hpp"
#include <string>
#include <vector>
#include <sycl/sycl.hpp>

using namespace sycl;

struct shape {
  float scale;
  char letter;
  int extents[3];
};
constexpr specialization_id<int> count(3);
constexpr specialization_id<double> factor(1.5);
constexpr specialization_id<shape> form(shape{2.0f, 'a', {1, 2, 3}});
namespace {
constexpr specialization_id<unsigned> hidden(7u);
}
struct plain { // without a default constructor
  int number;
  constexpr explicit plain(int number) : number(number) {}
};
constexpr specialization_id<plain> made(4);

struct result_of {
  int count;
  double factor;
  shape form;
  unsigned hidden;
};
class Read;

static result_of read(queue q, int given, bool sets) {
  result_of *to = malloc_shared<result_of>(1, q);
  q.submit([&](handler &h) {
    if (sets) {
      h.set_specialization_constant<count>(given);
      h.set_specialization_constant<form>(shape{0.5f, 'z', {given, given + 1, -1}});
      CHECK(h.get_specialization_constant<count>() == given && h.get_specialization_constant<factor>() == 1.5);
    }
    h.single_task<Read>([=](kernel_handler kh) {
      *to = {kh.get_specialization_constant<count>(), kh.get_specialization_constant<factor>(),
             kh.get_specialization_constant<form>(), kh.get_specialization_constant<hidden>()};
    });
  }).wait();
  result_of found = *to;
  free(to, q);
  return found;
}

int main() {
  queue q;
  result_of defaults = read(q, 0, false);
  CHECK(defaults.count == 3 && defaults.factor == 1.5 && defaults.form.letter == 'a' &&
      defaults.form.extents[2] == 3 && defaults.hidden == 7);
  for (int n : {5, -2}) {
    result_of set = read(q, n, true);
    CHECK(set.count == n && set.factor == 1.5 && set.form.scale == 0.5f && set.form.letter == 'z' &&
        set.form.extents[1] == n + 1);
  }
  CHECK(read(q, 0, false).count == 3);
  int *number = malloc_shared<int>(1, q);
  q.submit([&](handler &h) {
    CHECK(h.get_specialization_constant<made>().number == 4);
    h.set_specialization_constant<made>(plain(-8));
    CHECK(h.get_specialization_constant<made>().number == -8);
    h.single_task<class Plain>([=](kernel_handler kh) { *number = kh.get_specialization_constant<made>().number; });
  }).wait();
  CHECK(*number == -8);
  free(number, q);

  context in = q.get_context();
  kernel_id id = get_kernel_id<Read>();
  std::vector<kernel_id> all = get_kernel_ids();
  CHECK(std::find(all.begin(), all.end(), id) != all.end() && is_compatible<Read>(q.get_device()) &&
      is_compatible({id}, q.get_device()));
  CHECK(has_kernel_bundle<bundle_state::executable>(in) && (has_kernel_bundle<Read, bundle_state::input>(in)));
  auto has_it = [&](const device_image<bundle_state::executable> &image) { return image.has_kernel(id); };
  auto whole = get_kernel_bundle<bundle_state::executable>(in, has_it);
  CHECK(whole.end() - whole.begin() == 1 && whole.begin()->has_kernel(id, q.get_device()) && whole.has_kernel(id));
  auto nothing = [](const device_image<bundle_state::input> &) { return false; };
  CHECK((get_kernel_bundle<bundle_state::input>(in, {q.get_device()}, nothing).empty()));
  CHECK(!has_kernel_bundle<bundle_state::input>(in, nothing));
  auto input = get_kernel_bundle<bundle_state::input>(in, {q.get_device()}, {id, get_kernel_id<class WithBundle>()});
  input.set_specialization_constant<factor>(-4.0);
  input.set_specialization_constant<made>(plain(1));
  CHECK(input.get_specialization_constant<made>().number == 1);
  auto ready = build(input);
  CHECK(ready.has_kernel<Read>() && ready.get_specialization_constant<factor>() == -4.0 &&
      ready.get_specialization_constant<count>() == 3);
  double *to = malloc_shared<double>(1, q);
  q.submit([&](handler &h) {
    h.use_kernel_bundle(ready);
    CHECK_THROWS(errc::invalid, "kernel bundle", h.set_specialization_constant<count>(1));
    h.single_task<class WithBundle>([=](kernel_handler kh) { *to = kh.get_specialization_constant<factor>(); });
  }).wait();
  CHECK(*to == -4.0);
  kernel k = ready.get_kernel<Read>();
  CHECK(k.get_info<info::kernel_device_specific::work_group_size>(q.get_device()) > 0);
  CHECK(k.get_info<info::kernel_device_specific::compile_work_group_size>(q.get_device()) == range<3>(0, 0, 0));
  free(to, q);
  return result();
}
