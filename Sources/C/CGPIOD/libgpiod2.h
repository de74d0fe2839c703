// The shim over libgpiod 2, which speaks the kernel's second line interface (Linux 5.10 and
// later). Included by shim.h only.

struct roost_gpio_line {
    struct gpiod_line_request *request;
    uint32_t offset;
    // Room for one edge; NULL for an output.
    struct gpiod_edge_event_buffer *edges;
};

static inline uint32_t roost_gpio_api_version(void) { return 2; }
static inline bool roost_gpio_has_kernel_debounce(void) { return true; }
static inline bool roost_gpio_has_sequence_numbers(void) { return true; }

// Reads a chip's label and returns how many lines it has.
static inline int32_t roost_gpio_chip_read(const char *path, char *label) {
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return roost_gpio_error();
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
    int32_t count = info ? (int32_t)gpiod_chip_info_get_num_lines(info) : roost_gpio_error();
    roost_gpio_copy_text(label, info ? gpiod_chip_info_get_label(info) : NULL);
    if (info) gpiod_chip_info_free(info);
    gpiod_chip_close(chip);
    return count;
}

// The offset of the line with this name; -ENOENT when the chip has none.
static inline int32_t roost_gpio_chip_find(const char *path, const char *name) {
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return roost_gpio_error();
    int offset = gpiod_chip_get_line_offset_from_name(chip, name);
    int32_t result = offset < 0 ? roost_gpio_error() : offset;
    gpiod_chip_close(chip);
    return result;
}

// Reads who uses a line (may be empty); returns 1 when it is in use and 0 when it is free.
static inline int32_t roost_gpio_line_consumer(const char *path, uint32_t offset, char *consumer) {
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return roost_gpio_error();
    struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, offset);
    int32_t result = info ? gpiod_line_info_is_used(info) : roost_gpio_error();
    roost_gpio_copy_text(consumer, info ? gpiod_line_info_get_consumer(info) : NULL);
    if (info) gpiod_line_info_free(info);
    gpiod_chip_close(chip);
    return result;
}

static inline void roost_gpio_line_release(struct roost_gpio_line *self) {
    if (self->edges) gpiod_edge_event_buffer_free(self->edges);
    if (self->request) gpiod_line_request_release(self->request);
    free(self);
}

// Requests one line with the given settings; NULL, with errno, when it cannot be had.
static inline struct gpiod_line_request *roost_gpio_request_line(
    const char *path, uint32_t offset, const char *consumer,
    struct gpiod_line_settings *settings) {
    unsigned int offsets[] = {offset};
    struct gpiod_line_request *request = NULL;
    struct gpiod_chip *chip = gpiod_chip_open(path);
    struct gpiod_line_config *lines = gpiod_line_config_new();
    struct gpiod_request_config *config = gpiod_request_config_new();
    if (config) gpiod_request_config_set_consumer(config, consumer);
    if (chip && lines && config
        && gpiod_line_config_add_line_settings(lines, offsets, 1, settings) == 0)
        request = gpiod_chip_request_lines(chip, config, lines);
    int error = errno;
    if (config) gpiod_request_config_free(config);
    if (lines) gpiod_line_config_free(lines);
    if (chip) gpiod_chip_close(chip);
    errno = error;
    return request;
}

static inline int32_t roost_gpio_request(
    const char *path, uint32_t offset, const char *consumer,
    struct gpiod_line_settings *settings, struct roost_gpio_line **result) {
    struct roost_gpio_line *self = calloc(1, sizeof *self);
    if (!self) return -ENOMEM;
    self->offset = offset;
    self->request = roost_gpio_request_line(path, offset, consumer, settings);
    if (!self->request) {
        int32_t error = roost_gpio_error();
        roost_gpio_line_release(self);
        return error;
    }
    *result = self;
    return 0;
}

static inline enum gpiod_line_bias roost_gpio_line_bias(uint32_t bias) {
    switch (bias) {
    case ROOST_GPIO_BIAS_DISABLED: return GPIOD_LINE_BIAS_DISABLED;
    case ROOST_GPIO_BIAS_PULL_UP: return GPIOD_LINE_BIAS_PULL_UP;
    case ROOST_GPIO_BIAS_PULL_DOWN: return GPIOD_LINE_BIAS_PULL_DOWN;
    default: return GPIOD_LINE_BIAS_AS_IS;
    }
}

// Makes room for edges, and reads of them that do not wait.
static inline int32_t roost_gpio_prepare_edges(struct roost_gpio_line *self) {
    self->edges = gpiod_edge_event_buffer_new(1);
    if (!self->edges) return roost_gpio_error();
    return roost_gpio_set_nonblocking(gpiod_line_request_get_fd(self->request));
}

// Requests an input that reports both edges.
static inline int32_t roost_gpio_request_input(
    const char *path, uint32_t offset, const char *consumer,
    const struct roost_gpio_input_config *input, struct roost_gpio_line **result) {
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (!settings) return roost_gpio_error();
    int32_t status = -EINVAL;
    if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT) == 0
        && gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH) == 0
        && gpiod_line_settings_set_bias(settings, roost_gpio_line_bias(input->bias)) == 0) {
        gpiod_line_settings_set_active_low(settings, input->active_low);
        gpiod_line_settings_set_debounce_period_us(settings, input->debounce_us);
        status = roost_gpio_request(path, offset, consumer, settings, result);
    }
    gpiod_line_settings_free(settings);
    if (status < 0) return status;
    status = roost_gpio_prepare_edges(*result);
    if (status < 0) roost_gpio_line_release(*result);
    return status;
}

// Requests an output that has its initial level from the moment it is one.
static inline int32_t roost_gpio_request_output(
    const char *path, uint32_t offset, const char *consumer, bool active_low, bool initial,
    struct roost_gpio_line **result) {
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (!settings) return roost_gpio_error();
    enum gpiod_line_value value = initial ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
    int32_t status = -EINVAL;
    if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT) == 0
        && gpiod_line_settings_set_output_value(settings, value) == 0) {
        gpiod_line_settings_set_active_low(settings, active_low);
        status = roost_gpio_request(path, offset, consumer, settings, result);
    }
    gpiod_line_settings_free(settings);
    return status;
}

// 1 when the line is active, 0 when it is not.
static inline int32_t roost_gpio_line_get(struct roost_gpio_line *self) {
    enum gpiod_line_value value = gpiod_line_request_get_value(self->request, self->offset);
    if (value == GPIOD_LINE_VALUE_ERROR) return roost_gpio_error();
    return value == GPIOD_LINE_VALUE_ACTIVE;
}

static inline int32_t roost_gpio_line_set(struct roost_gpio_line *self, bool active) {
    enum gpiod_line_value value = active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
    int status = gpiod_line_request_set_value(self->request, self->offset, value);
    return status < 0 ? roost_gpio_error() : 0;
}

// The descriptor that becomes readable with an edge. It belongs to the line.
static inline int32_t roost_gpio_line_fd(struct roost_gpio_line *self) {
    return gpiod_line_request_get_fd(self->request);
}

// Reads one edge: 1 when there was one, 0 when there is none now.
static inline int32_t roost_gpio_line_read_edge(
    struct roost_gpio_line *self, struct roost_gpio_edge *edge) {
    int count = gpiod_line_request_read_edge_events(self->request, self->edges, 1);
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : roost_gpio_error();
    struct gpiod_edge_event *event =
        count > 0 ? gpiod_edge_event_buffer_get_event(self->edges, 0) : NULL;
    if (!event) return 0;
    edge->timestamp_ns = (int64_t)gpiod_edge_event_get_timestamp_ns(event);
    edge->sequence = (uint32_t)gpiod_edge_event_get_line_seqno(event);
    edge->to_active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
    return 1;
}
