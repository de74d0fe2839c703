// The objects of a UART service on the bus.

#include "CSDBus.h"

#include <errno.h>
#include <string.h>

#define ROOST_UART_ROOT "/roost"
#define ROOST_UART_SERVICE "/roost/uart"
#define ROOST_UART_COMMANDS "/roost/uart/commands"
#define ROOST_UART_MESSAGES "/roost/uart/messages"
#define ROOST_UART_ADVERTISEMENT "/roost/advertisement"

// --- Properties ---

static int roost_uart_text(sd_bus *bus, const char *path, const char *interface, const char *property,
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

static int roost_uart_is_primary(sd_bus *bus, const char *path, const char *interface, const char *property,
                                 sd_bus_message *reply, void *userdata, sd_bus_error *error) {
    (void)bus, (void)path, (void)interface, (void)property, (void)userdata, (void)error;
    return sd_bus_message_append(reply, "b", 1);
}

static int roost_uart_service_path(sd_bus *bus, const char *path, const char *interface, const char *property,
                                   sd_bus_message *reply, void *userdata, sd_bus_error *error) {
    (void)bus, (void)path, (void)interface, (void)property, (void)userdata, (void)error;
    return sd_bus_message_append(reply, "o", ROOST_UART_SERVICE);
}

// Only who is bonded with a passkey that was typed in may write, or be notified.
static int roost_uart_flags(sd_bus *bus, const char *path, const char *interface, const char *property,
                            sd_bus_message *reply, void *userdata, sd_bus_error *error) {
    (void)bus, (void)interface, (void)property, (void)userdata, (void)error;
    if (strcmp(path, ROOST_UART_COMMANDS) == 0)
        return sd_bus_message_append(reply, "as", 3, "write", "write-without-response", "encrypt-authenticated-write");
    return sd_bus_message_append(reply, "as", 2, "notify", "encrypt-authenticated-notify");
}

static int roost_uart_value(sd_bus *bus, const char *path, const char *interface, const char *property,
                            sd_bus_message *reply, void *userdata, sd_bus_error *error) {
    struct roost_uart *uart = userdata;
    (void)bus, (void)path, (void)interface, (void)property, (void)error;
    return sd_bus_message_append_array(reply, 'y', uart->value, uart->length);
}

static int roost_uart_service_uuids(sd_bus *bus, const char *path, const char *interface, const char *property,
                                    sd_bus_message *reply, void *userdata, sd_bus_error *error) {
    struct roost_uart *uart = userdata;
    (void)bus, (void)path, (void)interface, (void)property, (void)error;
    return sd_bus_message_append(reply, "as", 1, uart->service_uuid);
}

// --- Methods ---

// a{sv}: the device and its MTU; all else is left out.
static int roost_uart_read_options(sd_bus_message *message, const char **device, uint16_t *mtu) {
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

static int roost_uart_write(sd_bus_message *message, void *userdata, sd_bus_error *error) {
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

static int roost_uart_start(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    struct roost_uart *uart = userdata;
    (void)error;
    int result = sd_bus_reply_method_return(message, "");
    uart->subscribed(uart->context, true);
    return result;
}

static int roost_uart_stop(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    struct roost_uart *uart = userdata;
    (void)error;
    int result = sd_bus_reply_method_return(message, "");
    uart->subscribed(uart->context, false);
    return result;
}

static int roost_uart_release(sd_bus_message *message, void *userdata, sd_bus_error *error) {
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
static int roost_uart_owner_changed(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    struct roost_uart *uart = userdata;
    const char *name, *before, *now;
    (void)error;
    int result = sd_bus_message_read(message, "sss", &name, &before, &now);
    if (result < 0) return result;
    uart->present(uart->context, *now != '\0');
    return 0;
}

static int roost_uart_add_objects(struct roost_uart *uart) {
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

int roost_uart_open(struct roost_uart *uart) {
    int result = sd_bus_open_system(&uart->bus);
    if (result >= 0) result = roost_uart_add_objects(uart);
    if (result >= 0)
        result = sd_bus_add_match(uart->bus, NULL,
                                  "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
                                  "member='NameOwnerChanged',arg0='org.bluez'",
                                  roost_uart_owner_changed, uart);
    return result;
}

void roost_uart_close(struct roost_uart *uart) { uart->bus = sd_bus_flush_close_unref(uart->bus); }

static int roost_uart_report(sd_bus_message *message, struct roost_uart *uart, const char *what) {
    const sd_bus_error *error = sd_bus_message_get_error(message);
    uart->registered(uart->context, what, error == NULL ? NULL : error->message != NULL ? error->message : error->name);
    return 0;
}

static int roost_uart_powered(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    (void)error;
    return roost_uart_report(message, userdata, "power");
}

static int roost_uart_application_done(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    (void)error;
    return roost_uart_report(message, userdata, "service");
}

static int roost_uart_advertisement_done(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    (void)error;
    return roost_uart_report(message, userdata, "advertisement");
}

int roost_uart_register(struct roost_uart *uart, const char *adapter) {
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

int roost_uart_notify(struct roost_uart *uart, const uint8_t *bytes, size_t count) {
    if (count > ROOST_UART_MAX_VALUE) return -EMSGSIZE;
    memcpy(uart->value, bytes, count);
    uart->length = count;
    return sd_bus_emit_properties_changed(uart->bus, ROOST_UART_MESSAGES, "org.bluez.GattCharacteristic1", "Value", NULL);
}

int roost_bus_work(sd_bus *bus) {
    int result;
    do result = sd_bus_process(bus, NULL);
    while (result > 0);
    return result;
}
