// What the kernel knows of its own clock. In C because Swift's module of glibc leaves <sys/timex.h>
// out.

#pragma once

#include <stdint.h>

// Whether something keeps the kernel's clock synchronised: 1 or 0, or -errno. Needs no privilege, and
// changes nothing (adjtimex(2) with modes 0).
int32_t roost_clock_is_synchronized(void);
