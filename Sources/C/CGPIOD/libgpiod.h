// What the two files over libgpiod share.

#pragma once

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include <gpiod.h>

#include "CGPIOD.h"

// Neither header has a version macro, and their include guards have the same name. Only version 1
// has this one.
#if defined(GPIOD_LINE_BULK_MAX_LINES)
#define ROOST_LIBGPIOD 1
#else
#define ROOST_LIBGPIOD 2
#endif

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
