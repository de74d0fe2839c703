import Core
import Glibc
import LinuxIO
import Settings
import Values

/// Where the manifests of drivers are that are programs of their own.
package struct PluginFolders: Sendable {
    /// Those of packages, and those that the owner of the machine has put there.
    package static let standard = ["/usr/lib/roost/plugins", "/etc/roost/plugins"]
    /// Where the service manager listens for drivers, a socket for each kind.
    package static let sockets = "/run/roost-plugins"
    private static let maxPlugins = 100

    package let folders: [String]
    private let sockets: String?

    /// Those in these folders. `sockets` is where the service manager listens and starts the programs; `nil` where this
    /// process starts them itself.
    package init(_ folders: [String], sockets: String?) {
        self.folders = folders
        self.sockets = sockets
    }

    /// The kinds of drivers that the manifests describe. A manifest that is wrong makes a kind that cannot be used, so that a
    /// configuration which names it is told why; one without a name makes none.
    package var kinds: [DriverKind] {
        var kinds: [String: DriverKind] = [:]
        for plugin in plugins where Manifest.isName(plugin.name) {
            kinds[plugin.name] =
                kinds[plugin.name] == nil
                ? kind(plugin)
                : DriverKind(
                    unusable: plugin.name,
                    because: "two folders have it, the second is \(plugin.folder)")
        }
        return kinds.values.sorted { $0.name < $1.name }
    }

    /// All that are there, in the order of their folders.
    package var plugins: [InstalledPlugin] {
        folders.flatMap { folder in
            let names = (try? directoryNames(folder) { !$0.hasPrefix(".") }) ?? []
            return names.map { "\(folder)/\($0)" }
                .filter { access("\($0)/plugin.json", F_OK) == 0 }
        }.prefix(Self.maxPlugins).map { InstalledPlugin($0) }
    }

    /// The kind of driver that a plugin is.
    package func kind(_ plugin: InstalledPlugin) -> DriverKind {
        let manifest: Manifest
        switch plugin.manifest {
        case .failure(let error):
            return DriverKind(unusable: plugin.name, because: error.description)
        case .success(let known): manifest = known
        }
        let folder = plugin.folder
        let program = "\(folder)/\(manifest.program)"
        guard let sockets else {
            return ExternalDriver.kind(manifest, plugin.json) { () throws(DeviceError) in
                try DriverProgram(starting: manifest.program, in: folder)
            } examine: { () throws(DeviceError) in
                guard access(program, X_OK) == 0 else {
                    let error = IOError(call: "access", subject: program, code: errno)
                    throw DeviceError(.other, "\(program) cannot be run: \(error.reason)")
                }
                return "\(program) is there, and was not run"
            }
        }
        let socket = "\(sockets)/\(manifest.name).sock"
        return ExternalDriver.kind(manifest, plugin.json) { () throws(DeviceError) in
            try DriverProgram(connectingTo: socket)
        } examine: { () throws(DeviceError) in
            guard access(socket, F_OK) == 0 else {
                throw DeviceError(
                    .absent,
                    "\(socket) is not there: is roost-plugin-\(manifest.name).socket enabled?")
            }
            return "\(socket) is there"
        }
    }
}
