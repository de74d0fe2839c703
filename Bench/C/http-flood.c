// What a stranger on the network could do to the gateway, all at once and bounded: so many connections in so many seconds, each
// with one of the kinds of request below, the slow ones a byte at a time. Prints how many were opened, answered by
// each class of status, and closed without a word.
//
// Usage: http-flood ADDRESS PORT CONNECTIONS SECONDS TOKEN
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { most_open = 240, kinds = 12, most_request = 16384 };

struct connection {
    int socket;
    char *request;
    size_t length, sent, heard;
    char head[16];
    double due, begun;
    int is_slow;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static char *requests[kinds];
static size_t lengths[kinds];

static void add(int kind, const char *text) {
    requests[kind] = strdup(text);
    lengths[kind] = strlen(text);
}

static void make_requests(const char *token) {
    static char text[most_request], bomb[4097];
    const char *post = "POST /api/send HTTP/1.1\r\nHost: localhost:8424\r\n";
    memset(bomb, '[', 4096);
    add(0, "");
    add(1, "GET / HTTP/1.1\r\nHost: localhost:8424\r\n\r\n");
    snprintf(text, sizeof text, "%sContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd", post);
    add(2, text);
    add(3, "GET / HTTP/1.1\rHost: localhost:8424\r\r");
    snprintf(text, sizeof text, "%sContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /events HTTP/1.1\r\n\r\n", post);
    add(4, text);
    snprintf(text, sizeof text,
             "%sAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 4096\r\n\r\n%s", post, token,
             bomb);
    add(5, text);
    add(6, "GET /events HTTP/1.1\r\nHost: localhost:8424\r\nAuthorization: Bearer 00000000000000000000000000000000\r\n\r\n");
    add(7, "GET /slow HTTP/1.1\r\nHost: localhost:8424\r\nX: a byte at a time, for as long as it is let\r\n\r\n");
    add(8, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    snprintf(text, sizeof text, "%sOrigin: http://evil.example\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", post);
    add(9, text);
    snprintf(text, sizeof text,
             "%sAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 18\r\n\r\n{\"name\": \"nobody\"}", post,
             token);
    add(10, text);
    memset(text, 'A', 9000);
    memcpy(text, "GET / HTTP/1.1\r\nX: ", 19);
    text[9000] = '\0';
    add(11, text);
}

int main(int count, char **words) {
    if (count != 6) {
        fprintf(stderr, "usage: http-flood ADDRESS PORT CONNECTIONS SECONDS TOKEN\n");
        return 2;
    }
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(words[2]))};
    int total = atoi(words[3]), opened = 0, silent = 0, answers[6] = {0}, failed = 0;
    double seconds = atof(words[4]), start = now();
    if (inet_pton(AF_INET, words[1], &to.sin_addr) != 1 || (ntohl(to.sin_addr.s_addr) >> 24) != 127) {
        fprintf(stderr, "http-flood: an address of 127.0.0.0/8\n");
        return 2;
    }
    make_requests(words[5]);
    static struct connection open[most_open];
    static struct pollfd polled[most_open];
    int used = 0;
    while ((opened < total || used > 0) && now() < start + seconds * 2 + 15) {
        while (opened < total && used < most_open && opened <= (now() - start) / seconds * total) {
            int file = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
            int kind = opened++ % kinds;
            if (file < 0 || (connect(file, (struct sockaddr *)&to, sizeof to) < 0 && errno != EINPROGRESS)) {
                failed++;
                if (file >= 0) close(file);
                continue;
            }
            open[used++] = (struct connection){.socket = file, .request = requests[kind], .length = lengths[kind],
                                               .begun = now(), .is_slow = kind == 7};
        }
        for (int i = 0; i < used; i++) {
            int wants = open[i].sent < open[i].length && open[i].due <= now();
            polled[i] = (struct pollfd){.fd = open[i].socket, .events = POLLIN | (wants ? POLLOUT : 0)};
        }
        poll(polled, used, 20);
        for (int i = used - 1; i >= 0; i--) {
            struct connection *c = &open[i];
            int is_over = now() > c->begun + 12;
            if (polled[i].revents & POLLOUT) {
                size_t left = c->is_slow ? 1 : c->length - c->sent;
                ssize_t sent = send(c->socket, c->request + c->sent, left, MSG_NOSIGNAL);
                if (sent > 0) c->sent += sent;
                c->due = c->is_slow ? now() + 0.2 : 0;
            }
            if (polled[i].revents & (POLLIN | POLLHUP | POLLERR)) {
                char bytes[4096];
                ssize_t got = recv(c->socket, bytes, sizeof bytes, 0);
                if (got > 0) {
                    for (ssize_t k = 0; k < got && c->heard < sizeof c->head - 1; k++) c->head[c->heard++] = bytes[k];
                } else if (got == 0 || errno != EAGAIN) {
                    is_over = 1;
                }
            }
            if (!is_over) continue;
            int class = c->heard > 9 ? c->head[9] - '0' : 0;
            if (class >= 1 && class <= 5) answers[class]++; else silent++;
            close(c->socket);
            *c = open[--used];
            polled[i] = polled[used];
        }
    }
    printf("%d %d %d %d %d %d %.1f\n", opened, answers[2], answers[4], answers[5], silent, failed, now() - start);
    return opened == total ? 0 : 1;
}
