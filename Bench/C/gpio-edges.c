// The baseline of a reader of edges: poll, read, look at the clock, and nothing else. And what makes
// the edges, on a line of the kernel's simulator.
// Usage: gpio-edges read CHIP OFFSET COUNT     prints how late COUNT edges were: p50 p99 longest, in ms
//        gpio-edges pull MICROSECONDS COUNT FILE...   that many edges, in turn on lines' `pull` files;
//                                                     prints the seconds that it took
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "CGPIOD.h"
#include "figures.h"

static double *delays;
static long seen;

// Takes what there is; whether all went well.
static bool take(struct roost_gpio_request *request, long wanted) {
    struct roost_gpio_edge edges[ROOST_GPIO_BATCH];
    int32_t count = roost_gpio_read_edges(request, 0, edges);
    double now = seconds_now();
    for (int32_t index = 0; index < count && seen < wanted; index++)
        delays[seen++] = (now - (double)edges[index].timestamp_ns * 1e-9) * 1e3;
    return count >= 0;
}

static int read_edges(const char *chip, uint32_t offset, long wanted) {
    struct roost_gpio_location location = {chip, &offset, 1, "gpio-edges"};
    struct roost_gpio_input_config config = {.edges = true};
    struct roost_gpio_request *request = NULL;
    int32_t status = roost_gpio_request_inputs(&location, &config, &request);
    delays = calloc((size_t)wanted, sizeof *delays);
    if (status < 0 || !delays) {
        fprintf(stderr, "gpio-edges: %s: %s\n", chip, strerror(-status));
        return 1;
    }
    struct pollfd waiting = {.fd = roost_gpio_fd(request, 0), .events = POLLIN};
    fputs("ready\n", stderr);
    while (seen < wanted && poll(&waiting, 1, 10000) > 0 && take(request, wanted)) continue;
    sort_figures(delays, (size_t)seen);
    printf("%ld %.3f %.3f %.3f\n", seen, percentile(delays, (size_t)seen, 0.5),
        percentile(delays, (size_t)seen, 0.99), seen > 0 ? delays[seen - 1] : 0);
    return 0;
}

static int pull(long microseconds, long count, int lines, char *paths[]) {
    int files[ROOST_GPIO_MAX_LINES];
    for (int line = 0; line < lines; line++) files[line] = open(paths[line], O_WRONLY);
    double begun = seconds_now();
    for (long edge = 0; edge < count; edge++) {
        const char *level = edge / lines % 2 == 0 ? "pull-up" : "pull-down";
        if (pwrite(files[edge % lines], level, strlen(level), 0) < 0) {
            perror("gpio-edges: pull");
            return 1;
        }
        if (microseconds > 0) usleep((useconds_t)microseconds);
    }
    printf("%.3f\n", seconds_now() - begun);
    return 0;
}

int main(int count, char *words[]) {
    if (count == 5 && strcmp(words[1], "read") == 0)
        return read_edges(words[2], (uint32_t)atoi(words[3]), atol(words[4]));
    int lines = count - 4;
    if (lines > 0 && lines <= (int)ROOST_GPIO_MAX_LINES && strcmp(words[1], "pull") == 0)
        return pull(atol(words[2]), atol(words[3]), lines, words + 4);
    fputs("usage: gpio-edges read CHIP OFFSET COUNT | pull MICROSECONDS COUNT FILE...\n", stderr);
    return 2;
}
