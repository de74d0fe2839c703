// Measures the gaps between UDP datagrams to a port, on the wire: a packet socket on the loopback
// interface, with the kernel's time stamps. Needs CAP_NET_RAW. Ends with SIGTERM or SIGINT.
// Usage: wire-gaps PORT ADDRESS...
// Prints for each address: its number of gaps, p50, p99 and maximum in milliseconds.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/ip.h>
#include <netinet/udp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "figures.h"

enum { MOST_GAPS = 200000, MOST_ADDRESSES = 4 };

struct stream {
    in_addr_t address;
    double last;
    size_t count;
    double gaps[MOST_GAPS];
};

static struct stream streams[MOST_ADDRESSES];
static volatile sig_atomic_t is_over;

static void end(int number) {
    (void)number;
    is_over = 1;
}

static void note(in_addr_t address, double time, int count) {
    for (int i = 0; i < count; i++) {
        struct stream *stream = &streams[i];
        if (stream->address != address) continue;
        if (stream->last > 0 && stream->count < MOST_GAPS)
            stream->gaps[stream->count++] = time - stream->last;
        stream->last = time;
    }
}

static double stamp_of(struct msghdr *message) {
    for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part; part = CMSG_NXTHDR(message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SO_TIMESTAMPNS) continue;
        struct timespec time;
        memcpy(&time, CMSG_DATA(part), sizeof time);
        return seconds_of(time);
    }
    return 0;
}

static void receive(int wire, int port, int count) {
    unsigned char bytes[256];
    char control[256];
    struct sockaddr_ll from;
    struct iovec place = {bytes, sizeof bytes};
    struct msghdr message = {.msg_name = &from,
                             .msg_namelen = sizeof from,
                             .msg_iov = &place,
                             .msg_iovlen = 1,
                             .msg_control = control,
                             .msg_controllen = sizeof control};
    ssize_t length = recvmsg(wire, &message, 0);
    struct iphdr ip;
    struct udphdr udp;
    // Loopback shows each packet twice, on its way out and on its way in.
    if (length < (ssize_t)sizeof ip || from.sll_pkttype == PACKET_OUTGOING) return;
    memcpy(&ip, bytes, sizeof ip);
    size_t header = (size_t)ip.ihl * 4;
    if (ip.protocol != IPPROTO_UDP || (size_t)length < header + sizeof udp) return;
    memcpy(&udp, bytes + header, sizeof udp);
    double time = stamp_of(&message);
    if (ntohs(udp.dest) == port && time > 0) note(ip.daddr, time, count);
}

int main(int words, char *word[]) {
    int count = words - 2;
    if (count < 1 || count > MOST_ADDRESSES) {
        fprintf(stderr, "usage: wire-gaps PORT ADDRESS...\n");
        return 2;
    }
    for (int i = 0; i < count; i++)
        if (inet_pton(AF_INET, word[i + 2], &streams[i].address) != 1) return 2;
    int wire = socket(AF_PACKET, SOCK_DGRAM, htons(ETH_P_IP));
    int on = 1;
    struct sockaddr_ll loopback = {.sll_family = AF_PACKET,
                                   .sll_protocol = htons(ETH_P_IP),
                                   .sll_ifindex = (int)if_nametoindex("lo")};
    if (wire < 0 || setsockopt(wire, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) != 0
        || bind(wire, (struct sockaddr *)&loopback, sizeof loopback) != 0) {
        fprintf(stderr, "wire-gaps: cannot capture on lo: %s\n", strerror(errno));
        return 1;
    }
    struct sigaction action = {.sa_handler = end};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    while (!is_over) receive(wire, atoi(word[1]), count);
    for (int i = 0; i < count; i++) {
        struct stream *stream = &streams[i];
        size_t n = stream->count;
        sort_figures(stream->gaps, n);
        printf("%zu %.3f %.3f %.3f\n", n, percentile(stream->gaps, n, 0.5) * 1e3,
               percentile(stream->gaps, n, 0.99) * 1e3, percentile(stream->gaps, n, 1) * 1e3);
    }
    return 0;
}
