// Many edges in a pipe that is as long as the kernel's queue for 64 lines, and the plainest reader.
// Usage: edge-flood write LINES EDGES-PER-SECOND SECONDS   writes to standard output; says on standard
//                                                          error how many edges did not fit
//        edge-flood read       reads standard input to its end; prints edges and percent of a core
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "figures.h"

struct edge {
    int64_t nanoseconds;
    uint32_t line;
    uint32_t is_active;
};

enum { queue = 1024, batch = 64 };

static int64_t nanoseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// An edge of every line, one after the other, in a round that lasts 1 / rate.
static int write_edges(uint32_t lines, long rate, long seconds) {
    long lost = 0, rounds = rate * seconds;
    fcntl(STDOUT_FILENO, F_SETPIPE_SZ, queue * (int)sizeof(struct edge));
    fcntl(STDOUT_FILENO, F_SETFL, O_NONBLOCK);
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (long round = 0; round < rounds; round++) {
        for (uint32_t line = 0; line < lines; line++) {
            struct edge edge = {nanoseconds_now(), line, round % 2 == 0};
            if (write(STDOUT_FILENO, &edge, sizeof edge) < 0) lost++;
        }
        next.tv_nsec += 1000000000 / rate;
        if (next.tv_nsec >= 1000000000) {
            next.tv_nsec -= 1000000000;
            next.tv_sec++;
        }
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
    }
    fprintf(stderr, "%ld %ld\n", rounds * (long)lines, lost);
    return 0;
}

static double processor_seconds(void) {
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec)
        + (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-6;
}

static int read_edges(void) {
    static uint32_t levels[64];
    static double delays[16777216];
    struct edge edges[batch];
    struct pollfd waiting = {.fd = STDIN_FILENO, .events = POLLIN};
    long seen = 0;
    ssize_t size = 0;
    poll(&waiting, 1, -1);
    double begun = seconds_now();
    while (poll(&waiting, 1, -1) > 0 && (size = read(STDIN_FILENO, edges, sizeof edges)) > 0) {
        int64_t now = nanoseconds_now();
        for (size_t index = 0; index < (size_t)size / sizeof *edges; index++) {
            levels[edges[index].line % 64] = edges[index].is_active;
            if (seen < 16777216)
                delays[seen] = (double)(now - edges[index].nanoseconds) * 1e-6;
            seen++;
        }
    }
    double percent = processor_seconds() / (seconds_now() - begun) * 100;
    sort_figures(delays, (size_t)seen);
    printf("%ld %.2f %.3f %.3f\n", seen, percent, percentile(delays, (size_t)seen, 0.5),
        percentile(delays, (size_t)seen, 0.99));
    return levels[0] > 1;
}

int main(int count, char *words[]) {
    if (count == 5 && strcmp(words[1], "write") == 0)
        return write_edges((uint32_t)atoi(words[2]), atol(words[3]), atol(words[4]));
    if (count == 2 && strcmp(words[1], "read") == 0) return read_edges();
    fputs("usage: edge-flood write LINES EDGES-PER-SECOND SECONDS | read\n", stderr);
    return 2;
}
