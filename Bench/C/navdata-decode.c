// The baseline of the navdata decoder: checks a packet and reads the fields that Roost's driver
// reads, as one would write it in C.
// Usage: navdata-decode --write FILE        writes a packet as a flying AR.Drone 2 sends it, with the
//                                           options that Roost asks for
//        navdata-decode --write-full FILE   one with every option there is
//        navdata-decode FILE COUNT          decodes it so often; prints packets per second
// Offsets: ARDrone SDK 2.0.1, navdata_common.h, and the flight recorder's GPS option.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "figures.h"

enum { LARGEST = 4096, HEADER = 16, MAGIC = 0x55667788, CHECKSUM = 0xFFFF };

struct state {
    uint32_t bits, sequence, battery, link_quality, time, satellites, gps_available, gps_plugged;
    uint32_t gps_time;
    uint16_t major_state;
    float pitch, roll, yaw, vx, vy, heading, gps_speed, gps_course, gps_error;
    int32_t altitude;
    uint8_t is_calibrated;
    double latitude, longitude, elevation, hdop;
};

#define GET(field, offset) memcpy(&(field), option + (offset), sizeof(field))

static void take(struct state *state, uint16_t tag, const uint8_t *option, uint16_t size) {
    if (tag == 0 && size >= 40) {
        GET(state->major_state, 6);
        GET(state->battery, 8);
        GET(state->pitch, 12);
        GET(state->roll, 16);
        GET(state->yaw, 20);
        GET(state->altitude, 24);
        GET(state->vx, 28);
        GET(state->vy, 32);
    } else if (tag == 1 && size >= 8) {
        GET(state->time, 4);
    } else if (tag == 22 && size >= 59) {
        GET(state->heading, 54);
        GET(state->is_calibrated, 58);
    } else if (tag == 26 && size >= 8) {
        GET(state->link_quality, 4);
    } else if (tag == 27 && size >= 216) {
        GET(state->latitude, 4);
        GET(state->longitude, 12);
        GET(state->elevation, 20);
        GET(state->hdop, 28);
        GET(state->gps_available, 36);
        GET(state->gps_speed, 140);
        GET(state->gps_time, 144);
        GET(state->gps_course, 148);
        GET(state->gps_error, 156);
        GET(state->satellites, 168);
        GET(state->gps_plugged, 196);
    }
}

// Whether the packet is sound; only then `state` is of use.
static int decode(const uint8_t *bytes, size_t length, struct state *state) {
    uint32_t magic, sum = 0, expected = 0;
    int has_checksum = 0;
    if (length < HEADER || length > LARGEST) return 0;
    memcpy(&magic, bytes, 4);
    if (magic != MAGIC && magic != MAGIC + 1) return 0;
    memcpy(&state->bits, bytes + 4, 4);
    memcpy(&state->sequence, bytes + 8, 4);
    size_t offset = HEADER;
    while (offset < length) {
        uint16_t tag, size;
        if (offset + 4 > length) return 0;
        memcpy(&tag, bytes + offset, 2);
        memcpy(&size, bytes + offset + 2, 2);
        if (size < 4 || offset + size > length) return 0;
        if (tag == CHECKSUM && size >= 8) {
            memcpy(&expected, bytes + offset + 4, 4);
            has_checksum = 1;
            break;
        }
        take(state, tag, bytes + offset, size);
        offset += size;
    }
    for (size_t i = 0; i < offset; i++) sum += bytes[i];
    return has_checksum && sum == expected;
}

// Every option of firmware 2.4 in the order of the tags, with its size.
static const uint16_t sizes[] = {148, 8,  52, 46, 16, 12, 88, 16, 24, 92, 56, 16, 44, 92,  108,
                                 364, 328, 8, 40, 65, 12, 18, 83, 64, 72, 32, 8,  216, 6, 32};
enum { OPTIONS = sizeof sizes / sizeof *sizes };
// Those that the driver asks for.
static const uint32_t wanted = 1u << 0 | 1u << 1 | 1u << 22 | 1u << 26 | 1u << 27;

#define PUT(type, offset, value) memcpy(option + (offset), &(type){value}, sizeof(type))

static void fill(uint8_t *option, uint16_t tag, uint16_t size) {
    for (uint16_t i = 4; i < size; i++) option[i] = (uint8_t)(tag * 7 + i);
    PUT(uint16_t, 0, tag);
    PUT(uint16_t, 2, size);
    if (tag == 0) {
        PUT(uint32_t, 4, 3 << 16);
        PUT(uint32_t, 8, 87);
        PUT(float, 12, -1800);
        PUT(float, 16, 0);
        PUT(float, 20, 12500);
        PUT(int32_t, 24, 1950);
        PUT(float, 28, 740);
        PUT(float, 32, 0);
    } else if (tag == 22) {
        PUT(float, 54, 12.5);
        PUT(uint8_t, 58, 1);
    } else if (tag == 27) {
        PUT(double, 4, 52.473);
        PUT(double, 12, 13.403);
        PUT(double, 20, 34);
        PUT(double, 28, 1.0);
        PUT(uint32_t, 36, 7);
        PUT(uint32_t, 144, 0x01230000);
        PUT(float, 156, 2.5);
        PUT(uint32_t, 168, 9);
        PUT(uint32_t, 196, 1);
    }
}

static size_t make(uint8_t *bytes, uint32_t tags) {
    uint8_t *option = bytes;
    PUT(uint32_t, 0, MAGIC);
    PUT(uint32_t, 4, 0x0F8004D5);  // flying, and the bits of a healthy drone
    PUT(uint32_t, 8, 4711);
    option += HEADER;
    for (uint16_t tag = 0; tag < OPTIONS; tag++) {
        if (!(tags >> tag & 1)) continue;
        fill(option, tag, sizes[tag]);
        option += sizes[tag];
    }
    uint32_t sum = 0;
    for (uint8_t *byte = bytes; byte < option; byte++) sum += *byte;
    PUT(uint16_t, 0, CHECKSUM);
    PUT(uint16_t, 2, 8);
    PUT(uint32_t, 4, sum);
    return (size_t)(option - bytes) + 8;
}

static int write_packet(const char *path, uint32_t tags) {
    static uint8_t bytes[LARGEST];
    size_t length = make(bytes, tags);
    FILE *file = fopen(path, "wb");
    if (!file) return 1;
    size_t written = fwrite(bytes, 1, length, file);
    return fclose(file) != 0 || written != length;
}

int main(int count, char *words[]) {
    if (count != 3) {
        fprintf(stderr, "usage: navdata-decode --write | --write-full FILE, or FILE COUNT\n");
        return 2;
    }
    if (strcmp(words[1], "--write") == 0) return write_packet(words[2], wanted);
    if (strcmp(words[1], "--write-full") == 0) return write_packet(words[2], UINT32_MAX);
    static uint8_t bytes[LARGEST];
    FILE *file = fopen(words[1], "rb");
    size_t length = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    long packets = atol(words[2]), sound = 0;
    double altitudes = 0, start = seconds_now();
    for (long i = 0; i < packets; i++) {
        struct state state = {0};
        // Another packet as far as the compiler can know.
        __asm__ volatile("" : : "r"(bytes) : "memory");
        sound += decode(bytes, length, &state);
        altitudes += state.altitude + state.latitude;
        __asm__ volatile("" : : "r"(&state) : "memory");
    }
    double time = seconds_now() - start;
    if (sound != packets || altitudes <= 0) {
        fprintf(stderr, "navdata-decode: the packet is not sound\n");
        return 1;
    }
    printf("%.0f\n", (double)packets / time);
    return 0;
}
