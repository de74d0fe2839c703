// One small interface over libgpiod 1.6 (Debian bookworm) and 2.x (trixie), which share almost no
// API: libgpiod1.c and libgpiod2.c, of which one has something in it.
//
// Functions return 0 or more when they succeed and -errno when they fail. A request holds 1 to
// ROOST_GPIO_MAX_LINES lines of one chip, which share their settings: version 1 knows no other way.
// Lines are counted from 0 in the order in which they were asked for.

#pragma once

#include <stdbool.h>
#include <stdint.h>

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

struct roost_gpio_request;

// What the library can do.
uint32_t roost_gpio_api_version(void);
bool roost_gpio_has_kernel_debounce(void);
bool roost_gpio_has_sequence_numbers(void);
bool roost_gpio_has_queue_length(void);

// Reads a chip's label and returns how many lines it has.
int32_t roost_gpio_chip_read(const char *path, char *label);

// The offset of the line with this name; -ENOENT when the chip has none.
int32_t roost_gpio_chip_find(const char *path, const char *name);

// Reads a line's name and who uses it (either may be empty); returns 1 when it is in use and 0 when it
// is free.
int32_t roost_gpio_line_read(const char *path, uint32_t offset, char *name, char *consumer);

int32_t roost_gpio_request_inputs(
    const struct roost_gpio_location *location, const struct roost_gpio_input_config *input,
    struct roost_gpio_request **result);

// The outputs have their initial levels from the moment they are outputs.
int32_t roost_gpio_request_outputs(
    const struct roost_gpio_location *location, bool active_low, const bool *initial,
    struct roost_gpio_request **result);

void roost_gpio_release(struct roost_gpio_request *request);

// Reads which lines are active.
int32_t roost_gpio_get(struct roost_gpio_request *request, bool *active);

// Sets all lines at once.
int32_t roost_gpio_set(struct roost_gpio_request *request, const bool *active);

// How many descriptors tell the edges of a request.
uint32_t roost_gpio_fd_count(struct roost_gpio_request *request);

// The descriptor that becomes readable with an edge. It belongs to the request.
int32_t roost_gpio_fd(struct roost_gpio_request *request, uint32_t index);

// Reads the edges behind one descriptor, at most ROOST_GPIO_BATCH: how many there were.
int32_t roost_gpio_read_edges(
    struct roost_gpio_request *request, uint32_t index, struct roost_gpio_edge *edges);
