// Device globals of two units: those with external linkage are one, static ones of one name and place are two.
#include "../check.hpp"
#include "device_globals.hpp"

device_global<int> counter{5};

int main() {
  sycl::queue q;
  q.single_task([] {
    counter = counter + 1;
    pair[0] += 1;
    own = own + 10;
  }).wait();
  add_in_second(q, 100);
  int pairs[2] = {}, value = 0, mine = 0;
  q.copy(pair, pairs).wait();
  q.copy(counter, &value).wait();
  q.copy(own, &mine).wait();
  CHECK(pairs[0] == 13 && pairs[1] == 20);
  CHECK(value == 8);
  CHECK(mine == 11);
  CHECK(own_of_second(q) == 101);
  return result();
}
