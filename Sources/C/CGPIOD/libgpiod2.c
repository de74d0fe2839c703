// Over libgpiod 2, which speaks the kernel's second line interface (Linux 5.10 and later).

#include "libgpiod.h"

#if ROOST_LIBGPIOD == 2

struct roost_gpio_request {
    struct gpiod_line_request *request;
    uint32_t count;
    unsigned int offsets[ROOST_GPIO_MAX_LINES];
    // Where edges are read to; NULL when none are reported.
    struct gpiod_edge_event_buffer *edges;
};

uint32_t roost_gpio_api_version(void) { return 2; }
bool roost_gpio_has_kernel_debounce(void) { return true; }
bool roost_gpio_has_sequence_numbers(void) { return true; }
bool roost_gpio_has_queue_length(void) { return true; }

int32_t roost_gpio_chip_read(const char *path, char *label) {
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return roost_gpio_error();
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
    int32_t count = info ? (int32_t)gpiod_chip_info_get_num_lines(info) : roost_gpio_error();
    roost_gpio_copy_text(label, info ? gpiod_chip_info_get_label(info) : NULL);
    if (info) gpiod_chip_info_free(info);
    gpiod_chip_close(chip);
    return count;
}

int32_t roost_gpio_chip_find(const char *path, const char *name) {
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return roost_gpio_error();
    int offset = gpiod_chip_get_line_offset_from_name(chip, name);
    int32_t result = offset < 0 ? roost_gpio_error() : offset;
    gpiod_chip_close(chip);
    return result;
}

int32_t roost_gpio_line_read(
    const char *path, uint32_t offset, char *name, char *consumer) {
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return roost_gpio_error();
    struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, offset);
    int32_t result = info ? gpiod_line_info_is_used(info) : roost_gpio_error();
    roost_gpio_copy_text(name, info ? gpiod_line_info_get_name(info) : NULL);
    roost_gpio_copy_text(consumer, info ? gpiod_line_info_get_consumer(info) : NULL);
    if (info) gpiod_line_info_free(info);
    gpiod_chip_close(chip);
    return result;
}

void roost_gpio_release(struct roost_gpio_request *self) {
    if (self->edges) gpiod_edge_event_buffer_free(self->edges);
    if (self->request) gpiod_line_request_release(self->request);
    free(self);
}

// Requests lines as configured; NULL, with errno, when they cannot be had.
static struct gpiod_line_request *roost_gpio_request_configured(
    const struct roost_gpio_location *location, struct gpiod_line_config *lines,
    uint32_t queue_length) {
    struct gpiod_line_request *request = NULL;
    struct gpiod_chip *chip = gpiod_chip_open(location->path);
    struct gpiod_request_config *config = chip ? gpiod_request_config_new() : NULL;
    if (config) {
        gpiod_request_config_set_consumer(config, location->consumer);
        gpiod_request_config_set_event_buffer_size(config, queue_length);
        request = gpiod_chip_request_lines(chip, config, lines);
    }
    int error = errno;
    if (config) gpiod_request_config_free(config);
    if (chip) gpiod_chip_close(chip);
    errno = error;
    return request;
}

// Makes a request of lines that share their settings, but for the first level of outputs.
static int32_t roost_gpio_request_lines(
    const struct roost_gpio_location *location, struct gpiod_line_settings *settings,
    const bool *initial, uint32_t queue_length, struct roost_gpio_request **result) {
    if (location->count == 0 || location->count > ROOST_GPIO_MAX_LINES) return -EINVAL;
    struct roost_gpio_request *self = calloc(1, sizeof *self);
    struct gpiod_line_config *lines = gpiod_line_config_new();
    int32_t status = self && lines ? 0 : -ENOMEM;
    for (uint32_t index = 0; status == 0 && index < location->count; index++) {
        self->offsets[self->count++] = location->offsets[index];
        if (initial)
            gpiod_line_settings_set_output_value(
                settings,
                initial[index] ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
        if (gpiod_line_config_add_line_settings(lines, &self->offsets[index], 1, settings) < 0)
            status = roost_gpio_error();
    }
    if (status == 0) {
        self->request = roost_gpio_request_configured(location, lines, queue_length);
        if (!self->request) status = roost_gpio_error();
    }
    if (lines) gpiod_line_config_free(lines);
    if (status == 0) *result = self;
    else if (self) roost_gpio_release(self);
    return status;
}

static enum gpiod_line_bias roost_gpio_line_bias(uint32_t bias) {
    switch (bias) {
    case ROOST_GPIO_BIAS_DISABLED: return GPIOD_LINE_BIAS_DISABLED;
    case ROOST_GPIO_BIAS_PULL_UP: return GPIOD_LINE_BIAS_PULL_UP;
    case ROOST_GPIO_BIAS_PULL_DOWN: return GPIOD_LINE_BIAS_PULL_DOWN;
    default: return GPIOD_LINE_BIAS_AS_IS;
    }
}

// Here one for all lines, or none.
uint32_t roost_gpio_fd_count(struct roost_gpio_request *self) {
    return self->edges ? 1 : 0;
}

int32_t roost_gpio_fd(struct roost_gpio_request *self, uint32_t index) {
    (void)index;
    return gpiod_line_request_get_fd(self->request);
}

// Makes room for edges, and reads of them that do not wait.
static int32_t roost_gpio_prepare_edges(struct roost_gpio_request *self) {
    self->edges = gpiod_edge_event_buffer_new(ROOST_GPIO_BATCH);
    if (!self->edges) return roost_gpio_error();
    return roost_gpio_set_nonblocking(roost_gpio_fd(self, 0));
}

int32_t roost_gpio_request_inputs(
    const struct roost_gpio_location *location, const struct roost_gpio_input_config *input,
    struct roost_gpio_request **result) {
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (!settings) return roost_gpio_error();
    enum gpiod_line_edge edge = input->edges ? GPIOD_LINE_EDGE_BOTH : GPIOD_LINE_EDGE_NONE;
    int32_t status = -EINVAL;
    if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT) == 0
        && gpiod_line_settings_set_edge_detection(settings, edge) == 0
        && gpiod_line_settings_set_bias(settings, roost_gpio_line_bias(input->bias)) == 0) {
        gpiod_line_settings_set_active_low(settings, input->active_low);
        // The kernel debounces by edges, too.
        gpiod_line_settings_set_debounce_period_us(
            settings, input->edges ? input->debounce_us : 0);
        status = roost_gpio_request_lines(location, settings, NULL, input->queue_length, result);
    }
    gpiod_line_settings_free(settings);
    if (status < 0 || !input->edges) return status;
    status = roost_gpio_prepare_edges(*result);
    if (status < 0) {
        roost_gpio_release(*result);
        *result = NULL;
    }
    return status;
}

int32_t roost_gpio_request_outputs(
    const struct roost_gpio_location *location, bool active_low, const bool *initial,
    struct roost_gpio_request **result) {
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (!settings) return roost_gpio_error();
    int32_t status = -EINVAL;
    if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT) == 0) {
        gpiod_line_settings_set_active_low(settings, active_low);
        status = roost_gpio_request_lines(location, settings, initial, 0, result);
    }
    gpiod_line_settings_free(settings);
    return status;
}

int32_t roost_gpio_get(struct roost_gpio_request *self, bool *active) {
    enum gpiod_line_value values[ROOST_GPIO_MAX_LINES];
    if (gpiod_line_request_get_values_subset(self->request, self->count, self->offsets, values) < 0)
        return roost_gpio_error();
    for (uint32_t index = 0; index < self->count; index++)
        active[index] = values[index] == GPIOD_LINE_VALUE_ACTIVE;
    return 0;
}

int32_t roost_gpio_set(struct roost_gpio_request *self, const bool *active) {
    enum gpiod_line_value values[ROOST_GPIO_MAX_LINES];
    for (uint32_t index = 0; index < self->count; index++)
        values[index] = active[index] ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
    int status = gpiod_line_request_set_values_subset(
        self->request, self->count, self->offsets, values);
    return status < 0 ? roost_gpio_error() : 0;
}

// Which of the request's lines has this offset.
static uint32_t roost_gpio_line_index(struct roost_gpio_request *self, unsigned int offset) {
    uint32_t index = 0;
    while (index + 1 < self->count && self->offsets[index] != offset) index++;
    return index;
}

int32_t roost_gpio_read_edges(
    struct roost_gpio_request *self, uint32_t index, struct roost_gpio_edge *edges) {
    (void)index;
    int count = gpiod_line_request_read_edge_events(self->request, self->edges, ROOST_GPIO_BATCH);
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : roost_gpio_error();
    for (int edge = 0; edge < count; edge++) {
        struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(self->edges, edge);
        edges[edge] = (struct roost_gpio_edge){
            .timestamp_ns = (int64_t)gpiod_edge_event_get_timestamp_ns(event),
            .line = roost_gpio_line_index(self, gpiod_edge_event_get_line_offset(event)),
            .sequence = (uint32_t)gpiod_edge_event_get_line_seqno(event),
            .to_active =
                gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE,
        };
    }
    return count;
}

#endif
