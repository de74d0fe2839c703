// What Swift cannot see of sd-bus, systemd's client of D-Bus: its vtables are macros, and its messages variadic.
// Here are the objects that BlueZ wants of a UART service (org.bluez.GattManager1, LEAdvertisingManager1) and of who
// shows passkeys (org.bluez.AgentManager1), as its documentation has them (doc/*-api.txt of 5.66).
//
// Everything is `static inline`, because a system library target compiles no C of its own. Functions return 0 or more
// when they succeed and -errno when they fail. One thread uses a connection.

#pragma once

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <systemd/sd-bus.h>

// The longest value of an attribute (Bluetooth 5.3, volume 3, part F, 3.2.9).
#define ROOST_UART_MAX_VALUE ((size_t)512)

#define ROOST_UART_ROOT "/roost"
#define ROOST_UART_SERVICE "/roost/uart"
#define ROOST_UART_COMMANDS "/roost/uart/commands"
#define ROOST_UART_MESSAGES "/roost/uart/messages"
#define ROOST_UART_ADVERTISEMENT "/roost/advertisement"
#define ROOST_AGENT "/roost/agent"

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
    uint8_t value[512];
    size_t length;
};

// --- Properties ---

static inline int roost_uart_text(sd_bus *bus, const char *path, const char *interface, const char *property,
                                  sd_bus_message *reply, void *userdata, sd_bus_error *error) {
    struct roost_uart *uart = userdata;
    (void)bus, (void)interface, (void)error;
    const char *text = NULL;
    if (strcmp(property, "UUID") == 0)
        text = strcmp(path, ROOST_UART_COMMANDS) == 0   ? uart->commands_uuid
               : strcmp(path, ROOST_UART_MESSAGES) == 0 ? uart->messages_uuid
                                                        : uart->service_uuid;
    else if (strcmp(property, "LocalName") == 0)
        text = uart->local_name;
    else
        text = "peripheral";
    return sd_bus_message_append(reply, "s", text);
}

static inline int roost_uart_is_primary(sd_bus *bus, const char *path, const char *interface, const char *property,
                                        sd_bus_message *reply, void *userdata, sd_bus_error *error) {
    (void)bus, (void)path, (void)interface, (void)property, (void)userdata, (void)error;
    return sd_bus_message_append(reply, "b", 1);
}

static inline int roost_uart_service_path(sd_bus *bus, const char *path, const char *interface, const char *property,
                                          sd_bus_message *reply, void *userdata, sd_bus_error *error) {
    (void)bus, (void)path, (void)interface, (void)property, (void)userdata, (void)error;
    return sd_bus_message_append(reply, "o", ROOST_UART_SERVICE);
}

// Only who is bonded with a passkey that was typed in may write, or be notified.
static inline int roost_uart_flags(sd_bus *bus, const char *path, const char *interface, const char *property,
                                   sd_bus_message *reply, void *userdata, sd_bus_error *error) {
    (void)bus, (void)interface, (void)property, (void)userdata, (void)error;
    if (strcmp(path, ROOST_UART_COMMANDS) == 0)
        return sd_bus_message_append(reply, "as", 3, "write", "write-without-response", "encrypt-authenticated-write");
    return sd_bus_message_append(reply, "as", 2, "notify", "encrypt-authenticated-notify");
}

static inline int roost_uart_value(sd_bus *bus, const char *path, const char *interface, const char *property,
                                   sd_bus_message *reply, void *userdata, sd_bus_error *error) {
    struct roost_uart *uart = userdata;
    (void)bus, (void)path, (void)interface, (void)property, (void)error;
    return sd_bus_message_append_array(reply, 'y', uart->value, uart->length);
}

static inline int roost_uart_service_uuids(sd_bus *bus, const char *path, const char *interface, const char *property,
                                           sd_bus_message *reply, void *userdata, sd_bus_error *error) {
    struct roost_uart *uart = userdata;
    (void)bus, (void)path, (void)interface, (void)property, (void)error;
    return sd_bus_message_append(reply, "as", 1, uart->service_uuid);
}

// --- Methods ---

// a{sv}: the device and its MTU; all else is left out.
static inline int roost_uart_read_options(sd_bus_message *message, const char **device, uint16_t *mtu) {
    int result = sd_bus_message_enter_container(message, 'a', "{sv}");
    if (result < 0) return result;
    while ((result = sd_bus_message_enter_container(message, 'e', "sv")) > 0) {
        const char *key;
        result = sd_bus_message_read(message, "s", &key);
        if (result < 0) return result;
        if (strcmp(key, "mtu") == 0)
            result = sd_bus_message_read(message, "v", "q", mtu);
        else if (strcmp(key, "device") == 0)
            result = sd_bus_message_read(message, "v", "o", device);
        else
            result = sd_bus_message_skip(message, "v");
        if (result < 0) return result;
        result = sd_bus_message_exit_container(message);
        if (result < 0) return result;
    }
    return result < 0 ? result : sd_bus_message_exit_container(message);
}

static inline int roost_uart_write(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    struct roost_uart *uart = userdata;
    const void *bytes;
    size_t count;
    const char *device = "";
    uint16_t mtu = 23;
    (void)error;
    int result = sd_bus_message_read_array(message, 'y', &bytes, &count);
    if (result < 0) return result;
    result = roost_uart_read_options(message, &device, &mtu);
    if (result < 0) return result;
    uart->written(uart->context, bytes, count, device, mtu);
    return sd_bus_reply_method_return(message, "");
}

static inline int roost_uart_start(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    struct roost_uart *uart = userdata;
    (void)error;
    int result = sd_bus_reply_method_return(message, "");
    uart->subscribed(uart->context, true);
    return result;
}

static inline int roost_uart_stop(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    struct roost_uart *uart = userdata;
    (void)error;
    int result = sd_bus_reply_method_return(message, "");
    uart->subscribed(uart->context, false);
    return result;
}

static inline int roost_uart_release(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    struct roost_uart *uart = userdata;
    (void)error;
    uart->registered(uart->context, "advertisement", "released by BlueZ");
    return sd_bus_reply_method_return(message, "");
}

static const sd_bus_vtable roost_uart_service_vtable[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("UUID", "s", roost_uart_text, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("Primary", "b", roost_uart_is_primary, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_VTABLE_END,
};

static const sd_bus_vtable roost_uart_commands_vtable[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("WriteValue", "aya{sv}", "", roost_uart_write, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_PROPERTY("UUID", "s", roost_uart_text, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("Service", "o", roost_uart_service_path, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("Flags", "as", roost_uart_flags, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_VTABLE_END,
};

static const sd_bus_vtable roost_uart_messages_vtable[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("StartNotify", "", "", roost_uart_start, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("StopNotify", "", "", roost_uart_stop, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_PROPERTY("UUID", "s", roost_uart_text, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("Service", "o", roost_uart_service_path, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("Flags", "as", roost_uart_flags, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("Value", "ay", roost_uart_value, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_VTABLE_END,
};

static const sd_bus_vtable roost_uart_advertisement_vtable[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Release", "", "", roost_uart_release, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_PROPERTY("Type", "s", roost_uart_text, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("LocalName", "s", roost_uart_text, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("ServiceUUIDs", "as", roost_uart_service_uuids, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_VTABLE_END,
};

// --- The connection ---

// sss: the name, its owner before, its owner now.
static inline int roost_uart_owner_changed(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    struct roost_uart *uart = userdata;
    const char *name, *before, *now;
    (void)error;
    int result = sd_bus_message_read(message, "sss", &name, &before, &now);
    if (result < 0) return result;
    uart->present(uart->context, *now != '\0');
    return 0;
}

static inline int roost_uart_add_objects(struct roost_uart *uart) {
    int result = sd_bus_add_object_manager(uart->bus, NULL, ROOST_UART_ROOT);
    if (result >= 0)
        result = sd_bus_add_object_vtable(uart->bus, NULL, ROOST_UART_SERVICE, "org.bluez.GattService1",
                                          roost_uart_service_vtable, uart);
    if (result >= 0)
        result = sd_bus_add_object_vtable(uart->bus, NULL, ROOST_UART_COMMANDS, "org.bluez.GattCharacteristic1",
                                          roost_uart_commands_vtable, uart);
    if (result >= 0)
        result = sd_bus_add_object_vtable(uart->bus, NULL, ROOST_UART_MESSAGES, "org.bluez.GattCharacteristic1",
                                          roost_uart_messages_vtable, uart);
    if (result >= 0)
        result = sd_bus_add_object_vtable(uart->bus, NULL, ROOST_UART_ADVERTISEMENT, "org.bluez.LEAdvertisement1",
                                          roost_uart_advertisement_vtable, uart);
    return result;
}

// Opens the system bus and puts the objects there. Nobody is told of them yet. `uart` must outlive the connection.
static inline int roost_uart_open(struct roost_uart *uart) {
    int result = sd_bus_open_system(&uart->bus);
    if (result >= 0) result = roost_uart_add_objects(uart);
    if (result >= 0)
        result = sd_bus_add_match(uart->bus, NULL,
                                  "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
                                  "member='NameOwnerChanged',arg0='org.bluez'",
                                  roost_uart_owner_changed, uart);
    return result;
}

static inline void roost_uart_close(struct roost_uart *uart) { uart->bus = sd_bus_flush_close_unref(uart->bus); }

static inline int roost_uart_report(sd_bus_message *message, struct roost_uart *uart, const char *what) {
    const sd_bus_error *error = sd_bus_message_get_error(message);
    uart->registered(uart->context, what, error == NULL ? NULL : error->message != NULL ? error->message : error->name);
    return 0;
}

static inline int roost_uart_powered(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    (void)error;
    return roost_uart_report(message, userdata, "power");
}

static inline int roost_uart_application_done(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    (void)error;
    return roost_uart_report(message, userdata, "service");
}

static inline int roost_uart_advertisement_done(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    (void)error;
    return roost_uart_report(message, userdata, "advertisement");
}

// Asks for the radio to be on, for the service and for its advertisement, on an adapter such as "/org/bluez/hci0".
// `registered` tells of each, later: BlueZ asks for the objects before it answers, so nothing may wait for it.
static inline int roost_uart_register(struct roost_uart *uart, const char *adapter) {
    int result = sd_bus_call_method_async(uart->bus, NULL, "org.bluez", adapter, "org.freedesktop.DBus.Properties",
                                          "Set", roost_uart_powered, uart, "ssv", "org.bluez.Adapter1", "Powered", "b",
                                          1);
    if (result >= 0)
        result = sd_bus_call_method_async(uart->bus, NULL, "org.bluez", adapter, "org.bluez.GattManager1",
                                          "RegisterApplication", roost_uart_application_done, uart, "oa{sv}",
                                          ROOST_UART_ROOT, 0);
    if (result >= 0)
        result = sd_bus_call_method_async(uart->bus, NULL, "org.bluez", adapter, "org.bluez.LEAdvertisingManager1",
                                          "RegisterAdvertisement", roost_uart_advertisement_done, uart, "oa{sv}",
                                          ROOST_UART_ADVERTISEMENT, 0);
    return result;
}

// Notifies who is subscribed, of ROOST_UART_MAX_VALUE bytes at most.
static inline int roost_uart_notify(struct roost_uart *uart, const uint8_t *bytes, size_t count) {
    if (count > ROOST_UART_MAX_VALUE) return -EMSGSIZE;
    memcpy(uart->value, bytes, count);
    uart->length = count;
    return sd_bus_emit_properties_changed(uart->bus, ROOST_UART_MESSAGES, "org.bluez.GattCharacteristic1", "Value", NULL);
}

// Reads, writes, and calls what has to be called.
static inline int roost_bus_work(sd_bus *bus) {
    int result;
    do result = sd_bus_process(bus, NULL);
    while (result > 0);
    return result;
}

// --- Who shows passkeys ---

struct roost_agent {
    void *context;
    // The six digits that a person types in on that device.
    void (*show)(void *context, const char *device, uint32_t passkey);
    void (*paired)(void *context, const char *device);
    sd_bus *bus;
};

static inline int roost_agent_display(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    struct roost_agent *agent = userdata;
    const char *device;
    uint32_t passkey;
    uint16_t entered;
    (void)error;
    int result = sd_bus_message_read(message, "ouq", &device, &passkey, &entered);
    if (result < 0) return result;
    // It is called again with each digit that is typed in.
    if (entered == 0) agent->show(agent->context, device, passkey);
    return sd_bus_reply_method_return(message, "");
}

static inline int roost_agent_ignore(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    (void)userdata, (void)error;
    return sd_bus_reply_method_return(message, "");
}

// Whatever takes no passkey that somebody has typed in is refused.
static inline int roost_agent_refuse(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    (void)message, (void)userdata;
    return sd_bus_error_set(error, "org.bluez.Error.Rejected", "a passkey must be typed in");
}

static const sd_bus_vtable roost_agent_vtable[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Release", "", "", roost_agent_ignore, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Cancel", "", "", roost_agent_ignore, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("DisplayPasskey", "ouq", "", roost_agent_display, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("DisplayPinCode", "os", "", roost_agent_refuse, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("RequestPinCode", "o", "s", roost_agent_refuse, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("RequestPasskey", "o", "u", roost_agent_refuse, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("RequestConfirmation", "ou", "", roost_agent_refuse, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("RequestAuthorization", "o", "", roost_agent_refuse, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("AuthorizeService", "os", "", roost_agent_refuse, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

// sa{sv}as of org.bluez.Device1: whether it says that it is paired now.
static inline int roost_agent_device_changed(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    struct roost_agent *agent = userdata;
    const char *interface, *key;
    (void)error;
    int result = sd_bus_message_read(message, "s", &interface);
    if (result < 0 || strcmp(interface, "org.bluez.Device1") != 0) return result < 0 ? result : 0;
    result = sd_bus_message_enter_container(message, 'a', "{sv}");
    while (result >= 0 && (result = sd_bus_message_enter_container(message, 'e', "sv")) > 0) {
        int is_paired = 0;
        result = sd_bus_message_read(message, "s", &key);
        if (result < 0) return result;
        result = strcmp(key, "Paired") == 0 ? sd_bus_message_read(message, "v", "b", &is_paired)
                                            : sd_bus_message_skip(message, "v");
        if (result < 0) return result;
        if (is_paired) agent->paired(agent->context, sd_bus_message_get_path(message));
        result = sd_bus_message_exit_container(message);
    }
    return result < 0 ? result : 0;
}

// Lets devices pair with `adapter` for `seconds`, by passkeys that are shown. `agent` must outlive the connection.
// In `why` is what BlueZ says where it fails.
static inline int roost_agent_begin(struct roost_agent *agent, const char *adapter, uint32_t seconds, char *why,
                                    size_t room) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    int result = sd_bus_open_system(&agent->bus);
    if (result >= 0)
        result = sd_bus_add_object_vtable(agent->bus, NULL, ROOST_AGENT, "org.bluez.Agent1", roost_agent_vtable, agent);
    if (result >= 0)
        result = sd_bus_match_signal(agent->bus, NULL, "org.bluez", NULL, "org.freedesktop.DBus.Properties",
                                     "PropertiesChanged", roost_agent_device_changed, agent);
    if (result >= 0)
        result = sd_bus_call_method(agent->bus, "org.bluez", "/org/bluez", "org.bluez.AgentManager1", "RegisterAgent",
                                    &error, NULL, "os", ROOST_AGENT, "DisplayOnly");
    if (result >= 0)
        result = sd_bus_call_method(agent->bus, "org.bluez", "/org/bluez", "org.bluez.AgentManager1",
                                    "RequestDefaultAgent", &error, NULL, "o", ROOST_AGENT);
    if (result >= 0)
        result = sd_bus_set_property(agent->bus, "org.bluez", adapter, "org.bluez.Adapter1", "PairableTimeout", &error,
                                     "u", seconds);
    if (result >= 0)
        result =
            sd_bus_set_property(agent->bus, "org.bluez", adapter, "org.bluez.Adapter1", "Pairable", &error, "b", 1);
    snprintf(why, room, "%s", error.message != NULL ? error.message : result < 0 ? strerror(-result) : "");
    sd_bus_error_free(&error);
    return result < 0 ? result : 0;
}

// Nobody may pair any more.
static inline void roost_agent_end(struct roost_agent *agent, const char *adapter) {
    if (agent->bus == NULL) return;
    (void)sd_bus_set_property(agent->bus, "org.bluez", adapter, "org.bluez.Adapter1", "Pairable", NULL, "b", 0);
    agent->bus = sd_bus_flush_close_unref(agent->bus);
}
