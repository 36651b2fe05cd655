// Destructors of LLVM's and clang's static objects, which are not registered: the library stays loaded, and a thread
// may still compile while the process ends. The static link takes this function before the C library's.

extern "C" int __cxa_atexit(void (*)(void *), void *, void *) { return 0; }
