// Asks a running roost for its status, over and over, each time on a connection of its own.
// Usage: status-flood SOCKET COUNT; prints requests per second.
#define _GNU_SOURCE
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"

static int ask(const struct sockaddr_un *address) {
    static const char request[] = "{\"request\": \"status\"}\n";
    static char answer[1 << 20];
    int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client < 0 || connect(client, (const struct sockaddr *)address, sizeof *address) < 0) return 0;
    ssize_t size = write(client, request, sizeof request - 1);
    int is_whole = 0;
    while (!is_whole && size > 0) {
        size = read(client, answer, sizeof answer);
        is_whole = size > 0 && answer[size - 1] == '\n';
    }
    close(client);
    return is_whole;
}

int main(int count, char *words[]) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (count != 3 || strlen(words[1]) >= sizeof address.sun_path) {
        fprintf(stderr, "usage: status-flood SOCKET COUNT\n");
        return 2;
    }
    strcpy(address.sun_path, words[1]);
    long requests = atol(words[2]);
    double start = seconds_now();
    for (long i = 0; i < requests; i++) {
        if (!ask(&address)) {
            fprintf(stderr, "status-flood: request %ld was not answered\n", i + 1);
            return 1;
        }
    }
    printf("%.0f\n", (double)requests / (seconds_now() - start));
    return 0;
}
