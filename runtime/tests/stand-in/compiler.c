// A stand-in for the compiler of NVIDIA's driver: a library that the driver loads late, which cannot be used any more when
// the process has called what it registered for its end.
#include <stdlib.h>
#include <unistd.h>

volatile int is_busy;
static volatile int is_gone;
static void end(void) { is_gone = 1; }
__attribute__((constructor)) static void begin(void) { atexit(end); }
void assemble(void) {
  is_busy = 1;
  for (int step = 0; step < 100; ++step) {
    usleep(3000);
    if (is_gone) abort();
  }
  is_busy = 0;
}
