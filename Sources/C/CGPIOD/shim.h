// One small interface over libgpiod 1.6 (Debian bookworm) and 2.x (trixie), which share almost no
// API. Everything is `static inline`, because a system library target compiles no C of its own.
//
// Functions return 0 or more when they succeed and -errno when they fail. A request holds 1 to
// ROOST_GPIO_MAX_LINES lines of one chip, which share their settings: version 1 knows no other way.
// Lines are counted from 0 in the order in which they were asked for.

#pragma once

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <gpiod.h>

// What the controller should connect to an input. The kernel may silently not do it.
#define ROOST_GPIO_BIAS_AS_IS ((uint32_t)0)
#define ROOST_GPIO_BIAS_DISABLED ((uint32_t)1)
#define ROOST_GPIO_BIAS_PULL_UP ((uint32_t)2)
#define ROOST_GPIO_BIAS_PULL_DOWN ((uint32_t)3)

// Room for a label, a name or a consumer with its NUL: the kernel's own limit.
#define ROOST_GPIO_TEXT_SIZE ((uint32_t)32)

// GPIO_V2_LINES_MAX and GPIOHANDLES_MAX of linux/gpio.h.
#define ROOST_GPIO_MAX_LINES ((uint32_t)64)

// What the kernel queues for a line unless told otherwise, and all that version 1 can have.
#define ROOST_GPIO_DEFAULT_QUEUE ((uint32_t)16)

// The kernel's own limit for all lines of a request together.
#define ROOST_GPIO_MAX_QUEUE ((uint32_t)1024)

// How many edges are read at once; version 1 reads at most 16.
#define ROOST_GPIO_BATCH ((uint32_t)64)

struct roost_gpio_location {
    const char *path;
    const uint32_t *offsets;
    uint32_t count;
    const char *consumer;
};

struct roost_gpio_input_config {
    uint32_t bias;
    bool active_low;
    // Whether to report both edges, which takes a controller with interrupts; what follows is for
    // these alone.
    bool edges;
    // Ignored by version 1, which cannot: ask roost_gpio_has_kernel_debounce.
    uint32_t debounce_us;
    // How many edges of all lines the kernel should hold; 0 for its default. Ignored by version 1,
    // which cannot: ask roost_gpio_has_queue_length.
    uint32_t queue_length;
};

struct roost_gpio_edge {
    // CLOCK_MONOTONIC, taken by the kernel; with kernel debounce at the end of the stable period.
    int64_t timestamp_ns;
    uint32_t line;
    // Counts the line's edges from 1, so that a gap shows a loss; 0 where the API has none.
    uint32_t sequence;
    // To the active level, which `active_low` has already turned round.
    bool to_active;
};

static inline int32_t roost_gpio_error(void) {
    return errno > 0 ? -errno : -EIO;
}

static inline void roost_gpio_copy_text(char *to, const char *from) {
    strncpy(to, from ? from : "", ROOST_GPIO_TEXT_SIZE - 1);
    to[ROOST_GPIO_TEXT_SIZE - 1] = '\0';
}

// Reads of edges must not wait: they are made when Dispatch says that there is something.
static inline int32_t roost_gpio_set_nonblocking(int fd) {
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0) return roost_gpio_error();
    return 0;
}

// Neither header has a version macro, and their include guards have the same name. Only version 1
// has this one.
#if defined(GPIOD_LINE_BULK_MAX_LINES)
#include "libgpiod1.h"
#else
#include "libgpiod2.h"
#endif
