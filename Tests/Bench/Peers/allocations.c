// Counts what the process allocates, when it is loaded before everything else (LD_PRELOAD).
//
// The three functions take the place of the C library's, which do the work under the names that it keeps for that.
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

static _Thread_local long counted;

long bench_allocations(void) { return counted; }

void *malloc(size_t size) {
    counted++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    counted++;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    counted++;
    return __libc_realloc(old, size);
}
