/* Makes calls of the system fail, as some systems do. Loaded in front of the C library.
 *
 * FAULT_FLOCK    the error that flock gives, a number: file systems without locks
 * FAULT_THREADS  how many threads can be made: a limit of processes
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>

int flock(int file, int operation) {
    const char *fault = getenv("FAULT_FLOCK");
    if (fault) {
        errno = atoi(fault);
        return -1;
    }
    int (*real)(int, int) = (int (*)(int, int))dlsym(RTLD_NEXT, "flock");
    return real(file, operation);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    static int made;
    const char *limit = getenv("FAULT_THREADS");
    if (limit && __atomic_fetch_add(&made, 1, __ATOMIC_RELAXED) >= atoi(limit)) return EAGAIN;
    int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
        (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "pthread_create");
    return real(thread, attributes, start, argument);
}
