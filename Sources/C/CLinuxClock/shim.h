// What the kernel knows of its own clock. In C because Swift's module of glibc leaves <sys/timex.h>
// out; `static inline` because a system library target compiles no C of its own.

#pragma once

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/timex.h>

// Whether something keeps the kernel's clock synchronised: 1 or 0, or -errno. Needs no privilege, and
// changes nothing (adjtimex(2) with modes 0).
static inline int32_t roost_clock_is_synchronized(void) {
    struct timex state;
    memset(&state, 0, sizeof state);
    int result = adjtimex(&state);
    if (result < 0) return errno > 0 ? -errno : -EIO;
    return result != TIME_ERROR && (state.status & STA_UNSYNC) == 0;
}
