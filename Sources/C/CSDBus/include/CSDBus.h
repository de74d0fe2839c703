// What Swift cannot see of sd-bus, systemd's client of D-Bus: its vtables are macros, and its messages variadic.
// Here are the objects that BlueZ wants of a UART service (org.bluez.GattManager1, LEAdvertisingManager1) and of who
// shows passkeys (org.bluez.AgentManager1), as its documentation has them (doc/*-api.txt of 5.66).
//
// Functions return 0 or more when they succeed and -errno when they fail. One thread uses a connection.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <systemd/sd-bus.h>

// The longest value of an attribute (Bluetooth 5.3, volume 3, part F, 3.2.9).
#define ROOST_UART_MAX_VALUE ((size_t)512)

struct roost_uart {
    // Handed to each of the functions below.
    void *context;
    // What a central has written, of which the name ends with its address; at most mtu - 3 bytes come to it in one piece.
    void (*written)(void *context, const uint8_t *bytes, size_t count, const char *device, uint16_t mtu);
    // Whether any central wants to be notified.
    void (*subscribed)(void *context, bool is_on);
    // What became of a registration; no error where it is done.
    void (*registered)(void *context, const char *what, const char *error);
    // Whether BlueZ is there, when that changes.
    void (*present)(void *context, bool is_present);
    const char *service_uuid;
    const char *commands_uuid;
    const char *messages_uuid;
    const char *local_name;
    sd_bus *bus;
    uint8_t value[ROOST_UART_MAX_VALUE];
    size_t length;
};

// Opens the system bus and puts the objects there. Nobody is told of them yet. `uart` must outlive the connection.
int roost_uart_open(struct roost_uart *uart);

void roost_uart_close(struct roost_uart *uart);

// Asks for the radio to be on, for the service and for its advertisement, on an adapter such as "/org/bluez/hci0".
// `registered` tells of each, later: BlueZ asks for the objects before it answers, so nothing may wait for it.
int roost_uart_register(struct roost_uart *uart, const char *adapter);

// Notifies who is subscribed, of ROOST_UART_MAX_VALUE bytes at most.
int roost_uart_notify(struct roost_uart *uart, const uint8_t *bytes, size_t count);

struct roost_agent {
    void *context;
    // The six digits that a person types in on that device.
    void (*show)(void *context, const char *device, uint32_t passkey);
    void (*paired)(void *context, const char *device);
    sd_bus *bus;
};

// Lets devices pair with `adapter` for `seconds`, by passkeys that are shown. `agent` must outlive the connection.
// In `why` is what BlueZ says where it fails.
int roost_agent_begin(struct roost_agent *agent, const char *adapter, uint32_t seconds, char *why, size_t room);

// Nobody may pair any more.
void roost_agent_end(struct roost_agent *agent, const char *adapter);

// Reads, writes, and calls what has to be called.
int roost_bus_work(sd_bus *bus);
