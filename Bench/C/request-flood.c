// Asks a running roost over and over, each time on a connection of its own.
// Usage: request-flood SOCKET COUNT [REQUEST [AT-ONCE]]; prints requests per second. Asks for the status unless there
// is a line of JSON to ask; so many ask at once, one if that is not said.
#define _GNU_SOURCE
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"

static int ask(const struct sockaddr_un *address, const char *request) {
    static char answer[1 << 20];
    int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client < 0 || connect(client, (const struct sockaddr *)address, sizeof *address) < 0) return 0;
    ssize_t size = dprintf(client, "%s\n", request);
    int is_whole = 0;
    while (!is_whole && size > 0) {
        size = read(client, answer, sizeof answer);
        is_whole = size > 0 && answer[size - 1] == '\n';
    }
    close(client);
    return is_whole;
}

static int ask_all(const struct sockaddr_un *address, const char *request, long requests) {
    for (long i = 0; i < requests; i++) {
        if (!ask(address, request)) {
            fprintf(stderr, "request-flood: request %ld was not answered\n", i + 1);
            return 1;
        }
    }
    return 0;
}

int main(int count, char *words[]) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (count < 3 || count > 5 || strlen(words[1]) >= sizeof address.sun_path) {
        fprintf(stderr, "usage: request-flood SOCKET COUNT [REQUEST [AT-ONCE]]\n");
        return 2;
    }
    strcpy(address.sun_path, words[1]);
    long requests = atol(words[2]), at_once = count > 4 ? atol(words[4]) : 1;
    const char *request = count > 3 ? words[3] : "{\"request\": \"status\"}";
    double start = seconds_now();
    for (long i = 0; i < at_once; i++)
        if (fork() == 0) _exit(ask_all(&address, request, requests / at_once));
    int status, failed = 0;
    while (wait(&status) > 0) failed |= status;
    if (failed) return 1;
    printf("%.0f\n", (double)requests / (seconds_now() - start));
    return 0;
}
