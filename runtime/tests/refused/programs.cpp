// Programs that SYCL does not allow. Each is between `#ifdef NAME` and `#endif`, and is compiled with NAME as a macro
// and linked for the processor and for NVIDIA's GPUs: one error is said, with the words of the comment `refused:`, a
// pattern of grep -E, and the line below it, unless it is `refused, no line:`. `scripts/check-sycl refused` runs
// this table.
#include <sycl/sycl.hpp>
#include <algorithm>
#include <array>
#include <cstdarg>
#include <functional>
#include <iostream>
#include <mutex>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

// Variables of all: a queue, and memory for a result.
#define HERE sycl::queue q; int *p = sycl::malloc_shared<int>(4, q);

// ---------------------------------------------------------------- variables of the host
#ifdef writes_global
int counter;
void run() {
  HERE
  // refused: kernel `run\(\)::k` uses the variable `counter`, which is the host's and not constant
  q.single_task<class k>([=] { ++counter; }).wait();
}
#endif
#ifdef reads_global_in_function
int limit = 3;
[[gnu::noinline]] int limited(int x) {
  // refused: uses the variable `limit` in function `limited\(int\)`
  return x + limit;
}
void run() {
  HERE
  q.single_task([=] { *p = limited(*p); }).wait();
}
#endif
#ifdef member_variable
struct counted { static int many; };
int counted::many = 2;
void run() {
  HERE
  // refused: uses the variable `counted::many`
  q.single_task([=] { *p = counted::many; }).wait();
}
#endif
#ifdef static_local
void run() {
  HERE
  q.single_task([=] {
    static int calls = 0;
    // refused: uses the variable `.*::calls`, which is the host's and not constant
    *p = ++calls;
  }).wait();
}
#endif
#ifdef static_local_that_runs
int times(int x) { return x * 3; }
void run() {
  HERE
  q.single_task([=] {
    // refused: uses the variable `.*::first`, whose initializer runs
    static const int first = times(*p);
    *p = first;
  }).wait();
}
#endif
#ifdef initializer_that_runs
int of_clock() { return static_cast<int>(clock()); }
const int started = of_clock();
void run() {
  HERE
  // refused: uses the variable `started`, whose initializer runs on the host
  q.single_task([=] { *p = started; }).wait();
}
#endif
#ifdef thread_local_variable
thread_local int mine;
void run() {
  HERE
  // refused, no line: variables \(`mine`\) that are `thread_local`
  q.single_task([=] { *p = mine; }).wait();
}
#endif
#ifdef pointer_to_global
int limit = 3;
int *const where = &limit;
void run() {
  HERE
  // refused: uses the variable `limit`
  q.single_task([=] { *p = *where; }).wait();
}
#endif
#ifdef writes_to_cout
void run() {
  HERE
  // refused: uses the variable `std::cout`
  q.single_task([=] { std::cout << *p; }).wait();
}
#endif
#ifdef locks_mutex
std::mutex one;
void run() {
  HERE
  q.single_task([=] {
    // refused: uses the variable `one`
    std::lock_guard<std::mutex> held(one);
    *p = 1;
  }).wait();
}
#endif

// ---------------------------------------------------------------- parts of C++ that devices lack
#ifdef throws
void run() {
  HERE
  // refused: kernel `run\(\)::\{lambda\(\)#1\}` throws an exception; expected code without `throw`
  q.single_task([=] { if (*p > 1) throw 1; }).wait();
}
#endif
#ifdef throws_object
[[gnu::noinline]] int checked(int x) {
  // refused: kernel `run\(\)::\{lambda\(\)#1\}` throws an exception in function `checked\(int\)`; expected
  if (x > 1) throw std::runtime_error("x");
  return x;
}
void run() {
  HERE
  q.single_task([=] { *p = checked(*p); }).wait();
}
#endif
#ifdef throws_in_library
void run() {
  HERE
  q.single_task([=] {
    std::array<int, 3> a{};
    // refused: devices do not have exceptions; expected code that cannot throw
    *p = a.at(static_cast<unsigned>(*p));
  }).wait();
}
#endif
#ifdef allocates
void run() {
  HERE
  q.single_task([=] {
    // refused: devices do not (allocate|have exceptions)
    std::vector<int> v(static_cast<unsigned>(*p));
    std::sort(v.begin(), v.end());
    *p = v[1];
  }).wait();
}
#endif
#ifdef uses_new
struct node { int x; node *next; };
void run() {
  HERE
  node **nodes = sycl::malloc_shared<node *>(1, q);
  // refused: 'operator new\(unsigned long\)' is undefined .*`run\(\)::.*`: devices do not allocate
  q.single_task([=] { *nodes = new node{*p, *nodes}; }).wait();
}
#endif
#ifdef type_information
struct base { virtual ~base() {} };
void run() {
  HERE
  base *b = nullptr;
  // refused: devices do not have types at run time; expected code without `dynamic_cast` and `typeid`
  q.single_task([=] { *p = typeid(*b) == typeid(base); }).wait();
}
#endif
#ifdef dynamic_casts
struct base { virtual int f() { return 1; } };
struct derived : base { int f() override { return 2; } };
void run() {
  HERE
  base *b = nullptr;
  // refused: devices do not have types at run time
  q.single_task([=] { *p = dynamic_cast<derived *>(b) != nullptr; }).wait();
}
#endif
#ifdef virtual_of_host
struct base { virtual int f() = 0; };
void run() {
  HERE
  base *b = nullptr;
  // refused: calls a function through a pointer, or a virtual function, and no function of device code has an address
  q.single_task([=] { *p = b->f(); }).wait();
}
#endif
#ifdef pointer_of_host
int one(int x) { return x + 1; }
void run() {
  HERE
  int (*f)(int) = one;
  // refused: calls a function through a pointer
  q.single_task([=] { *p = f(*p); }).wait();
}
#endif
#ifdef argument_list
int sum(int n, ...) {
  va_list list;
  // refused: reads a list of arguments \(`...`\) in function `sum\(int, ...\)`
  va_start(list, n);
  int s = 0;
  for (int i = 0; i < n; ++i) s += va_arg(list, int);
  va_end(list);
  return s;
}
void run() {
  HERE
  q.single_task([=] { *p = sum(2, *p, 2); }).wait();
}
#endif
#ifdef float128
void run() {
  HERE
  q.single_task([=] {
    // refused: computes with `__float128`.*; expected `double`
    __float128 x = *p;
    for (int i = 0; i < p[1]; ++i) x = x / 3 + i;
    *p = static_cast<int>(x);
  }).wait();
}
#endif
#ifdef assembly
void run() {
  HERE
  // refused: inline assembly in .*expected C\+\+
  q.single_task([=] { asm volatile("nop"); *p = 1; }).wait();
}
#endif

// ---------------------------------------------------------------- functions that are not there
#ifdef undefined_function
int nowhere(int);
void run() {
  HERE
  // refused: 'nowhere\(int\)' is undefined .*used by kernel `run\(\)::k`; expected a definition, `SYCL_EXTERNAL` if
  q.single_task<class k>([=] { *p = nowhere(*p); }).wait();
}
#endif
#ifdef undefined_c_function
extern "C" int nowhere(int);
void run() {
  HERE
  // refused: 'nowhere' is undefined
  q.single_task([=] { *p = nowhere(*p); }).wait();
}
#endif
#ifdef undefined_external
SYCL_EXTERNAL int nowhere(int);
void run() {
  HERE
  // refused: 'nowhere\(int\)' is undefined
  q.single_task([=] { *p = nowhere(*p); }).wait();
}
#endif

// ---------------------------------------------------------------- captures and launches
#ifdef captures_string
void run() {
  HERE
  std::string text = "x";
  // refused: the kernel captures something that is not device copyable
  q.single_task([=] { *p = static_cast<int>(text.size()); }).wait();
}
#endif
#ifdef captures_buffer
void run() {
  HERE
  sycl::buffer<int> b(5);
  // refused: not device copyable
  q.single_task([=] { *p = static_cast<int>(b.size()); }).wait();
}
#endif
#ifdef captures_function
void run() {
  HERE
  std::function<int(int)> f = [](int x) { return x; };
  // refused: not device copyable
  q.single_task([=] { *p = f(*p); }).wait();
}
#endif
#ifdef other_dimensions
void run() {
  HERE
  // refused: the kernel's function does not take what this launch calls it with
  q.parallel_for(sycl::range<2>(2, 2), [=](sycl::item<1> i) { *p = static_cast<int>(i); }).wait();
}
#endif
#ifdef item_of_other_launch
void run() {
  HERE
  // refused: an nd_item for an nd_range
  q.parallel_for(sycl::range<1>(2), [=](sycl::nd_item<1>) { *p = 1; }).wait();
}
#endif
#ifdef one_name_twice
void run() {
  HERE
  q.single_task<class K>([=] { *p = 1; }).wait();
  // refused: kernel name argument conflicts with a previous declaration
  q.single_task<class K>([=] { *p = 2; }).wait();
}
#endif
#ifdef no_specialization_constant
constexpr int plain = 3;
void run() {
  HERE
  // refused: expected a `constexpr sycl::specialization_id<T>`
  q.single_task([=](sycl::kernel_handler h) { *p = h.get_specialization_constant<plain>(); }).wait();
}
#endif
#ifdef size_of_more_than_32_bits
void run() {
  HERE
  using namespace sycl::ext::oneapi::experimental;
  // refused: expected at most 4294967295
  const properties large{work_group_size<5000000000>};
  q.single_task(large, [=] { *p = 1; }).wait();
}
#endif
#ifdef matrix_of_other_size
void run() {
  HERE
  using namespace sycl::ext::oneapi::experimental::matrix;
  q.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> i) {
     joint_matrix<sycl::sub_group, sycl::half, use::a, 12, 16, layout::row_major> a;
     // refused, no line: found a joint_matrix of a size that tensor cores do not have
     joint_matrix_fill(i.get_sub_group(), a, 1);
   }).wait();
}
#endif
#ifdef matrices_of_other_types
void run() {
  HERE
  using namespace sycl::ext::oneapi::experimental::matrix;
  q.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> i) {
     joint_matrix<sycl::sub_group, sycl::half, use::a, 16, 16, layout::row_major> a;
     joint_matrix<sycl::sub_group, float, use::b, 16, 16, layout::row_major> b;
     joint_matrix<sycl::sub_group, float, use::accumulator, 16, 16> c;
     // refused, no line: found types that joint_matrix_mad does not multiply; expected half with
     joint_matrix_mad(i.get_sub_group(), c, a, b, c);
   }).wait();
}
#endif
#ifdef matrix_in_smaller_sub_groups
void run() {
  HERE
  using namespace sycl::ext::oneapi::experimental;
  q.parallel_for(sycl::nd_range<1>(32, 32), properties{sub_group_size<16>}, [=](sycl::nd_item<1>) {
     matrix::joint_matrix<sycl::sub_group, sycl::half, matrix::use::a, 16, 16, matrix::layout::row_major> a;
     // refused, no line: has `reqd_sub_group_size\(16\)` from function .* and `reqd_sub_group_size\(32\)`
     matrix::joint_matrix_load(sycl::sub_group(), a, sycl::global_ptr<sycl::half>(nullptr), 16);
   }).wait();
}
#endif

int main() { run(); }
