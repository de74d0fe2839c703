#include "CLinuxClock.h"

#include <errno.h>
#include <string.h>
#include <sys/timex.h>

int32_t roost_clock_is_synchronized(void) {
    struct timex state;
    memset(&state, 0, sizeof state);
    int result = adjtimex(&state);
    if (result < 0) return errno > 0 ? -errno : -EIO;
    return result != TIME_ERROR && (state.status & STA_UNSYNC) == 0;
}
