// Classes of the host in a translation unit with kernels: device code does not care for their virtual functions, which
// throw, print and use variables of the program. Clang writes their tables into device code, too.
#include "check.hpp"
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <sycl/sycl.hpp>
#include <typeinfo>

static std::map<int, int> seen;

int helper(int x) {
  if (x > 5) throw std::out_of_range("more than five");
  return ++seen[x];
}

struct shape {
  virtual ~shape() = default;
  virtual int area(int) = 0;
};
struct square : shape {
  int area(int) override;
};
// The first virtual function that is no inline one: the table is in this unit.
int square::area(int side) {
  if (side < 0) throw std::runtime_error("a negative side");
  if (side == 0) throw 7;
  std::cerr << "";
  return side * helper(side);
}

// The instance brings its virtual functions.
template <class T> struct holder : virtual shape {
  T value = 0;
  int area(int x) override {
    try {
      return helper(x) + int(value);
    } catch (const std::exception &) {
      return -1;
    }
  }
};
template struct holder<float>;

int main() {
  sycl::queue q;
  int *number = sycl::malloc_shared<int>(1, q);
  std::unique_ptr<shape> one = std::make_unique<square>(), other = std::make_unique<holder<float>>();
  q.single_task([=] { *number = 5; }).wait();
  CHECK(one->area(*number) == 5 && other->area(6) == -1);
  bool caught = false;
  try {
    one->area(-1);
  } catch (const std::runtime_error &) {
    caught = true;
  }
  shape &first = *one;
  CHECK(caught && typeid(first) == typeid(square));
  sycl::free(number, q);
  return result();
}
