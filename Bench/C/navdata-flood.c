// A drone that talks too fast: waits to be woken on its navdata port, then sends navdata packets to
// whoever woke it, as many and as fast as asked, with growing sequence numbers.
// Usage: navdata-flood ADDRESS PORT FILE COUNT PER-SECOND
// Prints "awake" when it was woken and "sent COUNT" at the end; the commands that come back are left
// unread, as by a drone out of earshot.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "figures.h"

enum { LARGEST = 4096, TRAILER = 8, PER_TURN_HZ = 1000 };

static uint8_t packet[LARGEST];
static size_t length;

static void number(uint32_t sequence) {
    memcpy(packet + 8, &sequence, 4);
    uint32_t sum = 0;
    for (size_t i = 0; i < length - TRAILER; i++) sum += packet[i];
    memcpy(packet + length - 4, &sum, 4);
}

static int fail(const char *what) {
    perror(what);
    return 1;
}

int main(int count, char *words[]) {
    struct sockaddr_in place = {.sin_family = AF_INET}, peer;
    FILE *file = count == 6 ? fopen(words[3], "rb") : NULL;
    if (!file || inet_pton(AF_INET, words[1], &place.sin_addr) != 1) {
        fprintf(stderr, "usage: navdata-flood ADDRESS PORT FILE COUNT PER-SECOND\n");
        return 2;
    }
    length = fread(packet, 1, sizeof packet, file);
    place.sin_port = htons((uint16_t)atoi(words[2]));
    long packets = atol(words[4]), per_turn = atol(words[5]) / PER_TURN_HZ;
    int navdata = socket(AF_INET, SOCK_DGRAM, 0);
    if (bind(navdata, (struct sockaddr *)&place, sizeof place) != 0) return fail("bind");
    socklen_t size = sizeof peer;
    uint8_t wake[64];
    if (recvfrom(navdata, wake, sizeof wake, 0, (struct sockaddr *)&peer, &size) < 0)
        return fail("recvfrom");
    puts("awake");
    fflush(stdout);
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (long sent = 0; sent < packets;) {
        for (long i = 0; i < per_turn && sent < packets; i++) {
            number((uint32_t)++sent);
            if (sendto(navdata, packet, length, 0, (struct sockaddr *)&peer, size) < 0)
                return fail("sendto");
        }
        next.tv_nsec += 1000000000 / PER_TURN_HZ;
        if (next.tv_nsec >= 1000000000) {
            next.tv_nsec -= 1000000000;
            next.tv_sec++;
        }
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
    }
    printf("sent %ld\n", packets);
    return 0;
}
