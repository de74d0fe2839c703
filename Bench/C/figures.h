// Figures of a series of measurements.
#ifndef FIGURES_H
#define FIGURES_H

#include <stdlib.h>
#include <time.h>

static inline double seconds_of(struct timespec time) {
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static inline double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return seconds_of(now);
}

static inline int compare_doubles(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static inline void sort_figures(double *values, size_t count) {
    qsort(values, count, sizeof *values, compare_doubles);
}

// The value that `share` of the sorted values do not exceed (nearest rank).
static inline double percentile(const double *sorted, size_t count, double share) {
    if (count == 0) return 0;
    size_t rank = (size_t)(share * (double)count + 0.999999);
    if (rank < 1) rank = 1;
    return sorted[rank > count ? count - 1 : rank - 1];
}

#endif
