// Counts the allocations of a program: LD_PRELOAD=count-mallocs.so COMMAND...
// Writes their number, and the bytes of the heap that are in use (mallinfo(3)), to the file named by
// MALLOC_COUNT when the program exits.
#define _GNU_SOURCE
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_long count;

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count++;
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    count++;
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : 12;
}

__attribute__((destructor)) static void report(void) {
    long total = count;
    struct mallinfo2 heap = mallinfo2();
    const char *path = getenv("MALLOC_COUNT");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (file >= 0) dprintf(file, "%ld %zu\n", total, heap.uordblks + heap.hblkhd);
}
