// Over libgpiod 1.6, which speaks the kernel's first line interface: no debounce, no sequence numbers.

#include "libgpiod.h"

#if ROOST_LIBGPIOD == 1

struct roost_gpio_request {
    // The lines belong to their chip and are released with it, so the chip stays open.
    struct gpiod_chip *chip;
    struct gpiod_line_bulk lines;
    bool edges;
};

uint32_t roost_gpio_api_version(void) { return 1; }
bool roost_gpio_has_kernel_debounce(void) { return false; }
bool roost_gpio_has_sequence_numbers(void) { return false; }
bool roost_gpio_has_queue_length(void) { return false; }

int32_t roost_gpio_chip_read(const char *path, char *label) {
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return roost_gpio_error();
    int32_t count = (int32_t)gpiod_chip_num_lines(chip);
    roost_gpio_copy_text(label, gpiod_chip_label(chip));
    gpiod_chip_close(chip);
    return count;
}

int32_t roost_gpio_chip_find(const char *path, const char *name) {
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return roost_gpio_error();
    errno = 0;
    struct gpiod_line *line = gpiod_chip_find_line(chip, name);
    int32_t result = line ? (int32_t)gpiod_line_offset(line) : errno > 0 ? -errno : -ENOENT;
    gpiod_chip_close(chip);
    return result;
}

int32_t roost_gpio_line_read(
    const char *path, uint32_t offset, char *name, char *consumer) {
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return roost_gpio_error();
    struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
    int32_t result = line ? gpiod_line_is_used(line) : roost_gpio_error();
    roost_gpio_copy_text(name, line ? gpiod_line_name(line) : NULL);
    roost_gpio_copy_text(consumer, line ? gpiod_line_consumer(line) : NULL);
    gpiod_chip_close(chip);
    return result;
}

void roost_gpio_release(struct roost_gpio_request *self) {
    if (self->chip) gpiod_chip_close(self->chip);
    free(self);
}

// Finds the lines on the chip, which is opened.
static int32_t roost_gpio_collect_lines(
    struct roost_gpio_request *self, const struct roost_gpio_location *location) {
    self->chip = gpiod_chip_open(location->path);
    if (!self->chip) return roost_gpio_error();
    gpiod_line_bulk_init(&self->lines);
    for (uint32_t index = 0; index < location->count; index++) {
        struct gpiod_line *line = gpiod_chip_get_line(self->chip, location->offsets[index]);
        if (!line) return roost_gpio_error();
        gpiod_line_bulk_add(&self->lines, line);
    }
    return 0;
}

static int32_t roost_gpio_request_lines(
    const struct roost_gpio_location *location, int type, int flags, const bool *initial,
    struct roost_gpio_request **result) {
    if (location->count == 0 || location->count > ROOST_GPIO_MAX_LINES) return -EINVAL;
    struct gpiod_line_request_config config = {
        .consumer = location->consumer, .request_type = type, .flags = flags};
    int values[GPIOD_LINE_BULK_MAX_LINES] = {0};
    for (uint32_t index = 0; initial && index < location->count; index++)
        values[index] = initial[index];
    struct roost_gpio_request *self = calloc(1, sizeof *self);
    if (!self) return -ENOMEM;
    int32_t status = roost_gpio_collect_lines(self, location);
    if (status == 0 && gpiod_line_request_bulk(&self->lines, &config, values) < 0)
        status = roost_gpio_error();
    if (status < 0) roost_gpio_release(self);
    else *result = self;
    return status;
}

static int roost_gpio_bias_flag(uint32_t bias) {
    switch (bias) {
    case ROOST_GPIO_BIAS_DISABLED: return GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE;
    case ROOST_GPIO_BIAS_PULL_UP: return GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
    case ROOST_GPIO_BIAS_PULL_DOWN: return GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
    default: return 0;
    }
}

static int roost_gpio_active_low_flag(bool active_low) {
    return active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0;
}

// Here each line has one, or none has.
uint32_t roost_gpio_fd_count(struct roost_gpio_request *self) {
    return self->edges ? gpiod_line_bulk_num_lines(&self->lines) : 0;
}

int32_t roost_gpio_fd(struct roost_gpio_request *self, uint32_t index) {
    int fd = gpiod_line_event_get_fd(gpiod_line_bulk_get_line(&self->lines, index));
    return fd < 0 ? roost_gpio_error() : fd;
}

int32_t roost_gpio_request_inputs(
    const struct roost_gpio_location *location, const struct roost_gpio_input_config *input,
    struct roost_gpio_request **result) {
    int flags = roost_gpio_bias_flag(input->bias) | roost_gpio_active_low_flag(input->active_low);
    int type = input->edges ? GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES
                            : GPIOD_LINE_REQUEST_DIRECTION_INPUT;
    int32_t status = roost_gpio_request_lines(location, type, flags, NULL, result);
    if (status < 0) return status;
    (*result)->edges = input->edges;
    for (uint32_t index = 0; status >= 0 && index < roost_gpio_fd_count(*result); index++)
        status = roost_gpio_set_nonblocking(roost_gpio_fd(*result, index));
    if (status < 0) {
        roost_gpio_release(*result);
        *result = NULL;
    }
    return status;
}

int32_t roost_gpio_request_outputs(
    const struct roost_gpio_location *location, bool active_low, const bool *initial,
    struct roost_gpio_request **result) {
    return roost_gpio_request_lines(
        location, GPIOD_LINE_REQUEST_DIRECTION_OUTPUT, roost_gpio_active_low_flag(active_low),
        initial, result);
}

// All at once as far as the kernel can.
int32_t roost_gpio_get(struct roost_gpio_request *self, bool *active) {
    int values[GPIOD_LINE_BULK_MAX_LINES];
    if (gpiod_line_get_value_bulk(&self->lines, values) < 0) return roost_gpio_error();
    for (uint32_t index = 0; index < gpiod_line_bulk_num_lines(&self->lines); index++)
        active[index] = values[index] != 0;
    return 0;
}

int32_t roost_gpio_set(struct roost_gpio_request *self, const bool *active) {
    int values[GPIOD_LINE_BULK_MAX_LINES];
    for (uint32_t index = 0; index < gpiod_line_bulk_num_lines(&self->lines); index++)
        values[index] = active[index];
    return gpiod_line_set_value_bulk(&self->lines, values) < 0 ? roost_gpio_error() : 0;
}

int32_t roost_gpio_read_edges(
    struct roost_gpio_request *self, uint32_t index, struct roost_gpio_edge *edges) {
    struct gpiod_line_event events[ROOST_GPIO_DEFAULT_QUEUE];
    int fd = roost_gpio_fd(self, index);
    if (fd < 0) return fd;
    int count = gpiod_line_event_read_fd_multiple(fd, events, ROOST_GPIO_DEFAULT_QUEUE);
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : roost_gpio_error();
    for (int edge = 0; edge < count; edge++)
        edges[edge] = (struct roost_gpio_edge){
            .timestamp_ns =
                (int64_t)events[edge].ts.tv_sec * 1000000000 + events[edge].ts.tv_nsec,
            .line = index,
            .to_active = events[edge].event_type == GPIOD_LINE_EVENT_RISING_EDGE,
        };
    return count;
}

#endif
