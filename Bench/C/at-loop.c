// The baseline of a sender of commands: sleep until an absolute time, send a datagram over
// loopback, and nothing else. Ends with SIGTERM.
// Usage: at-loop MILLISECONDS ADDRESS PORT
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "figures.h"

static const char datagram[] = "AT*REF=1000,290718208\rAT*PCMD=1001,1,0,1051372203,0,1045220557\r";

int main(int count, char *words[]) {
    struct sockaddr_in peer = {.sin_family = AF_INET};
    long nanoseconds = count == 4 ? atol(words[1]) * 1000000 : 0;
    if (nanoseconds < 1 || inet_pton(AF_INET, words[2], &peer.sin_addr) != 1) {
        fprintf(stderr, "usage: at-loop MILLISECONDS ADDRESS PORT\n");
        return 2;
    }
    peer.sin_port = htons((uint16_t)atoi(words[3]));
    int sender = socket(AF_INET, SOCK_DGRAM, 0), receiver = socket(AF_INET, SOCK_DGRAM, 0);
    if (bind(receiver, (struct sockaddr *)&peer, sizeof peer) != 0) {
        fprintf(stderr, "at-loop: bind: %s\n", strerror(errno));
        return 1;
    }
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (int is_first = 1;; is_first = 0) {
        char received[256];
        sendto(sender, datagram, sizeof datagram - 1, 0, (struct sockaddr *)&peer, sizeof peer);
        recv(receiver, received, sizeof received, MSG_DONTWAIT);
        if (is_first) fputs("first tick\n", stderr);
        next.tv_nsec += nanoseconds;
        while (next.tv_nsec >= 1000000000) {
            next.tv_nsec -= 1000000000;
            next.tv_sec++;
        }
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
    }
}
