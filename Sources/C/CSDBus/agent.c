// Who shows passkeys on the bus.

#include "CSDBus.h"

#include <stdio.h>
#include <string.h>

#define ROOST_AGENT "/roost/agent"

static int roost_agent_display(sd_bus_message *message, void *userdata, sd_bus_error *error) {
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

static int roost_agent_ignore(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    (void)userdata, (void)error;
    return sd_bus_reply_method_return(message, "");
}

// Whatever takes no passkey that somebody has typed in is refused.
static int roost_agent_refuse(sd_bus_message *message, void *userdata, sd_bus_error *error) {
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
static int roost_agent_device_changed(sd_bus_message *message, void *userdata, sd_bus_error *error) {
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

int roost_agent_begin(struct roost_agent *agent, const char *adapter, uint32_t seconds, char *why, size_t room) {
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

void roost_agent_end(struct roost_agent *agent, const char *adapter) {
    if (agent->bus == NULL) return;
    (void)sd_bus_set_property(agent->bus, "org.bluez", adapter, "org.bluez.Adapter1", "Pairable", NULL, "b", 0);
    agent->bus = sd_bus_flush_close_unref(agent->bus);
}
