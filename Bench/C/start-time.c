// Measures how long a program takes from exec until it has said certain things on standard error.
// Usage: start-time RUNS MARK[,MARK...] COMMAND [ARGUMENT...]
// Prints the median and the maximum in milliseconds.
//
// `roost run` logs a policy's first reason right after its first step, so the line "NAME: ..." with
// the policy's name is no earlier than that step. The clock starts before fork and stops when the
// last mark has been read: what is printed is never less than the truth.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "figures.h"

enum { MOST_RUNS = 1000, MOST_MARKS = 32, LONGEST_LOG = 65536 };

static int has_all(const char *log, char *const marks[], int count) {
    for (int i = 0; i < count; i++)
        if (!strstr(log, marks[i])) return 0;
    return 1;
}

// Starts the command once; the time in seconds, or -1 when it ended without saying all.
static double start_once(char *const command[], char *const marks[], int count) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    double start = seconds_now();
    pid_t pid = fork();
    if (pid < 0) return -1;
    if (pid == 0) {
        dup2(ends[1], STDERR_FILENO);
        execv(command[0], command);
        _exit(127);
    }
    close(ends[1]);
    static char log[LONGEST_LOG];
    size_t length = 0;
    double time = -1;
    for (;;) {
        ssize_t more = read(ends[0], log + length, sizeof log - 1 - length);
        if (more <= 0) break;
        length += (size_t)more;
        log[length] = 0;
        if (has_all(log, marks, count)) {
            time = seconds_now() - start;
            break;
        }
    }
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    close(ends[0]);
    if (time < 0) fputs(log, stderr);
    return time;
}

int main(int count, char *words[]) {
    int runs = count > 3 ? atoi(words[1]) : 0;
    if (runs < 1 || runs > MOST_RUNS) {
        fprintf(stderr, "usage: start-time RUNS MARK[,MARK...] COMMAND [ARGUMENT...]\n");
        return 2;
    }
    char *marks[MOST_MARKS];
    int mark_count = 0;
    for (char *mark = strtok(words[2], ","); mark && mark_count < MOST_MARKS;
         mark = strtok(NULL, ","))
        marks[mark_count++] = mark;
    static double times[MOST_RUNS];
    for (int run = 0; run < runs; run++) {
        times[run] = start_once(words + 3, marks, mark_count);
        if (times[run] < 0) return 1;
    }
    sort_figures(times, (size_t)runs);
    printf("%.2f %.2f\n", percentile(times, (size_t)runs, 0.5) * 1e3, times[runs - 1] * 1e3);
    return 0;
}
