// The shim over libgpiod 1.6, which speaks the kernel's first line interface: no debounce, no
// sequence numbers. Included by shim.h only.

struct roost_gpio_line {
    // The line belongs to its chip and is released with it, so the chip stays open.
    struct gpiod_chip *chip;
    struct gpiod_line *line;
};

static inline uint32_t roost_gpio_api_version(void) { return 1; }
static inline bool roost_gpio_has_kernel_debounce(void) { return false; }
static inline bool roost_gpio_has_sequence_numbers(void) { return false; }

// Reads a chip's label and returns how many lines it has.
static inline int32_t roost_gpio_chip_read(const char *path, char *label) {
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return roost_gpio_error();
    int32_t count = (int32_t)gpiod_chip_num_lines(chip);
    roost_gpio_copy_text(label, gpiod_chip_label(chip));
    gpiod_chip_close(chip);
    return count;
}

// The offset of the line with this name; -ENOENT when the chip has none.
static inline int32_t roost_gpio_chip_find(const char *path, const char *name) {
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return roost_gpio_error();
    errno = 0;
    struct gpiod_line *line = gpiod_chip_find_line(chip, name);
    int32_t result = line ? (int32_t)gpiod_line_offset(line) : errno > 0 ? -errno : -ENOENT;
    gpiod_chip_close(chip);
    return result;
}

// Reads who uses a line (may be empty); returns 1 when it is in use and 0 when it is free.
static inline int32_t roost_gpio_line_consumer(const char *path, uint32_t offset, char *consumer) {
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return roost_gpio_error();
    struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
    int32_t result = line ? gpiod_line_is_used(line) : roost_gpio_error();
    roost_gpio_copy_text(consumer, line ? gpiod_line_consumer(line) : NULL);
    gpiod_chip_close(chip);
    return result;
}

static inline void roost_gpio_line_release(struct roost_gpio_line *self) {
    if (self->chip) gpiod_chip_close(self->chip);
    free(self);
}

static inline int32_t roost_gpio_request(
    const char *path, uint32_t offset, const struct gpiod_line_request_config *config,
    int initial, struct roost_gpio_line **result) {
    struct roost_gpio_line *self = calloc(1, sizeof *self);
    if (!self) return -ENOMEM;
    self->chip = gpiod_chip_open(path);
    self->line = self->chip ? gpiod_chip_get_line(self->chip, offset) : NULL;
    if (!self->line || gpiod_line_request(self->line, config, initial) < 0) {
        int32_t error = roost_gpio_error();
        roost_gpio_line_release(self);
        return error;
    }
    *result = self;
    return 0;
}

static inline int roost_gpio_bias_flag(uint32_t bias) {
    switch (bias) {
    case ROOST_GPIO_BIAS_DISABLED: return GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE;
    case ROOST_GPIO_BIAS_PULL_UP: return GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
    case ROOST_GPIO_BIAS_PULL_DOWN: return GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
    default: return 0;
    }
}

// Requests an input that reports both edges.
static inline int32_t roost_gpio_request_input(
    const char *path, uint32_t offset, const char *consumer,
    const struct roost_gpio_input_config *input, struct roost_gpio_line **result) {
    struct gpiod_line_request_config config = {
        .consumer = consumer,
        .request_type = GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES,
        .flags = roost_gpio_bias_flag(input->bias)
            | (input->active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0),
    };
    int32_t status = roost_gpio_request(path, offset, &config, 0, result);
    if (status < 0) return status;
    status = roost_gpio_set_nonblocking(gpiod_line_event_get_fd((*result)->line));
    if (status < 0) roost_gpio_line_release(*result);
    return status;
}

// Requests an output that has its initial level from the moment it is one.
static inline int32_t roost_gpio_request_output(
    const char *path, uint32_t offset, const char *consumer, bool active_low, bool initial,
    struct roost_gpio_line **result) {
    struct gpiod_line_request_config config = {
        .consumer = consumer,
        .request_type = GPIOD_LINE_REQUEST_DIRECTION_OUTPUT,
        .flags = active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0,
    };
    return roost_gpio_request(path, offset, &config, initial, result);
}

// 1 when the line is active, 0 when it is not.
static inline int32_t roost_gpio_line_get(struct roost_gpio_line *self) {
    int value = gpiod_line_get_value(self->line);
    return value < 0 ? roost_gpio_error() : value != 0;
}

static inline int32_t roost_gpio_line_set(struct roost_gpio_line *self, bool active) {
    return gpiod_line_set_value(self->line, active) < 0 ? roost_gpio_error() : 0;
}

// The descriptor that becomes readable with an edge. It belongs to the line.
static inline int32_t roost_gpio_line_fd(struct roost_gpio_line *self) {
    int fd = gpiod_line_event_get_fd(self->line);
    return fd < 0 ? roost_gpio_error() : fd;
}

// Reads one edge: 1 when there was one, 0 when there is none now.
static inline int32_t roost_gpio_line_read_edge(
    struct roost_gpio_line *self, struct roost_gpio_edge *edge) {
    struct gpiod_line_event event;
    int fd = gpiod_line_event_get_fd(self->line);
    if (fd < 0) return roost_gpio_error();
    if (gpiod_line_event_read_fd(fd, &event) < 0)
        return errno == EAGAIN || errno == EINTR ? 0 : roost_gpio_error();
    edge->timestamp_ns = (int64_t)event.ts.tv_sec * 1000000000 + event.ts.tv_nsec;
    edge->sequence = 0;
    edge->to_active = event.event_type == GPIOD_LINE_EVENT_RISING_EDGE;
    return 1;
}
