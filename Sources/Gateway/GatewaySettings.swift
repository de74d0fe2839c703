import Core
import LinuxIO
import Settings

/// The settings of the gateway: a file of its own beside that of the service.
package struct GatewaySettings: PluginSettings {
    package let address: String
    package let port: UInt16
    package let hosts: [String]
    package let controlSocket: String
    package let tokens: String
    package let page: String
    package let video: String?
    /// The requests that one who may only watch may send, too, as long as their effect is safer.
    package let watchersMaySend: Set<String>

    package init(_ read: SettingsReader) {
        address = read(
            "address", .ipv4Address, default: "127.0.0.1",
            "Where to listen, unless systemd gives a socket.")
        port = read("port", .port, default: 8424, "The port for that.")
        hosts = read(
            "hosts", .list(of: .text("a host as a browser shows it, with its port"), count: 0...16),
            default: [],
            "Names under which it may be reached besides localhost and its address: "
                + "\"pi.local:8424\". Others are refused.")
        controlSocket = read(
            "control_socket", .text("a path"), default: "/run/roost/control.sock",
            "The control socket of the running roost.")
        tokens = read(
            "tokens", .text("a path"), default: TokenFile.usualPath,
            "The file that `roost token` writes.")
        page = read(
            "page", .text("a directory"), default: "/usr/share/roost/page", "The files of the page."
        )
        video = read(
            optional: "video", .text("a path"),
            "The Unix socket at which the video of a drone is handed on (its \"video_to\"): the page shows "
                + "it then.")
        let mayLand = read(
            "watchers_may_land", .bool, default: false,
            "Whether who may only watch may ask to land and to hover, too.")
        watchersMaySend = mayLand ? ["land", "hover"] : []
    }
}
