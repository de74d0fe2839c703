import Core
import Settings
import Values

/// The settings of `roost-stick`: a file of its own beside that of the service.
package struct DeploymentSettings: PluginSettings {
    package let key: String
    package let machine: String
    package let stick: String
    package let state: String
    package let runtime: String
    package let configuration: String
    package let controlSocket: String

    package init(_ read: SettingsReader) {
        key = read(
            required: "key", .text("a path"),
            "The owner's public key, as \"openssl pkey -pubout\" writes it.")
        machine = read(
            required: "machine", .matching("a name of letters, digits, - and _", isPlainName),
            "What this machine is called in the deployments that are meant for it.")
        stick = read(
            "stick", .text("a path"), default: "/media/roost", "Where the stick is mounted.")
        state = read(
            "state", .text("a path"), default: "/var/lib/roost-stick",
            "Where the configurations are kept that were deployed.")
        runtime = read(
            "runtime", .text("a path"), default: "/run/roost-stick",
            "Where the link is that the service's configuration goes by.")
        configuration = read(
            "configuration", .text("a path"), default: "/etc/roost/roost.json",
            "What the service is started with: it must lead to that link.")
        controlSocket = read(
            "control_socket", .text("a path"), default: "/run/roost/control.sock",
            "The control socket of the running roost.")
    }
}
