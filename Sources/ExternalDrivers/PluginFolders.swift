import Core
import Glibc
import JSON
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

    private let folders: [String]
    private let sockets: String?

    /// Those in these folders. `sockets` is where the service manager listens and starts the programs; `nil` where this
    /// process starts them itself.
    package init(_ folders: [String], sockets: String?) {
        self.folders = folders
        self.sockets = sockets
    }

    /// The kinds of drivers that the manifests describe. A manifest that is wrong makes a kind that cannot be used, so that a
    /// configuration which names it is told why.
    package var kinds: [DriverKind] {
        var kinds: [String: DriverKind] = [:]
        for plugin in plugins {
            kinds[plugin.name] =
                kinds[plugin.name] == nil
                ? kind(plugin)
                : DriverKind(
                    unusable: plugin.name,
                    because: "two folders have it, the second is \(plugin.folder)")
        }
        return kinds.values.sorted { $0.name < $1.name }
    }

    /// A plugin's folder, and what its manifest says.
    package struct Plugin: Sendable {
        package let folder: String
        /// As the manifest says; of one that cannot be read, the name of the folder.
        package let name: String
        /// What is wrong is told with its line.
        package let manifest: Result<Manifest, PlainError>
        let json: JSONValue

        /// Reads the manifest of a folder.
        package init(_ folder: String) {
            self.folder = folder
            let path = "\(folder)/plugin.json"
            let name = String(
                folder[
                    (folder.lastIndex(of: "/").map(folder.index(after:)) ?? folder.startIndex)...])
            do throws(PlainError) {
                let bytes = try Self.bytes(path)
                let text = ConfigurationText(name: path, bytes)
                (manifest, json) = try mapped(to: {
                    PlainError(text.report($0).joined(separator: "\n"))
                }) {
                    () throws(ConfigurationErrors) in
                    let json = try mapped(to: { SettingPath("").error(.notJSON, "not JSON: \($0)") }
                    ) {
                        () throws(JSONSyntaxError) in try JSONValue(parsing: bytes)
                    }
                    return (
                        .success(
                            try SettingsReader.read(Manifest.self, from: json, at: SettingPath(""))),
                        json
                    )
                }
            } catch {
                (manifest, json) = (.failure(error), .null)
            }
            if case .success(let known) = manifest {
                self.name = known.name
            } else {
                self.name = name
            }
        }

        private static func bytes(_ path: String) throws(PlainError) -> [UInt8] {
            do throws(IOError) {
                return try readFile(path, atMost: Manifest.maxBytes)
            } catch {
                let why =
                    error.code == EFBIG
                    ? "it has more than \(Manifest.maxBytes) bytes" : error.reason
                throw PlainError("\(path) cannot be read: \(why)")
            }
        }
    }

    /// All that are there, in the order of their folders.
    package var plugins: [Plugin] {
        folders.flatMap { folder in
            let names = (try? directoryNames(folder) { !$0.hasPrefix(".") }) ?? []
            return names.map { "\(folder)/\($0)" }
                .filter { access("\($0)/plugin.json", F_OK) == 0 }
        }.prefix(Self.maxPlugins).map { Plugin($0) }
    }

    /// The kind of driver that a plugin is.
    package func kind(_ plugin: Plugin) -> DriverKind {
        let manifest: Manifest
        switch plugin.manifest {
        case .failure(let error):
            return DriverKind(unusable: plugin.name, because: error.description)
        case .success(let known): manifest = known
        }
        let folder = plugin.folder
        let program = "\(folder)/\(manifest.program)"
        guard let sockets else {
            return ExternalDriver.kind(manifest, plugin.json) { _ throws(DeviceError) in
                try DriverProgram(starting: program, in: folder)
            } examine: { _ throws(DeviceError) in
                guard access(program, X_OK) == 0 else {
                    let error = IOError(call: "access", subject: program, code: errno)
                    throw DeviceError(.other, "\(program) cannot be run: \(error.reason)")
                }
                return "\(program) is there, and was not run"
            }
        }
        let socket = "\(sockets)/\(manifest.name).sock"
        return ExternalDriver.kind(manifest, plugin.json) { _ throws(DeviceError) in
            try DriverProgram(connectingTo: socket)
        } examine: { _ throws(DeviceError) in
            guard access(socket, F_OK) == 0 else {
                throw DeviceError(
                    .absent,
                    "\(socket) is not there: is roost-plugin-\(manifest.name).socket enabled?")
            }
            return "\(socket) is there"
        }
    }
}
