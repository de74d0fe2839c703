import CommandKit
import Core
import Drivers
import ExternalDrivers
import Glibc
import JSON
import LinuxIO
import Policies
import Settings
import Threads
import Values

/// Reads the configuration file, or says everything that is wrong with it.
enum ConfigurationFile {
    static let registry = PluginRegistry(
        kinds: allDrivers.map { DriverKind($0) } + pluginFolders.kinds, policies: allPolicies)

    /// Where drivers are that are programs of their own: in the folders of the machine, or in those that `ROOST_PLUGINS` names,
    /// with ":" between them. In a service the service manager starts them, at its sockets in one folder; `ROOST_PLUGIN_SOCKETS`
    /// names another.
    static var pluginFolders: PluginFolders {
        let named = Console.environment("ROOST_PLUGINS")
        let isService = Console.environment("NOTIFY_SOCKET") != nil
        let sockets = Console.environment("ROOST_PLUGIN_SOCKETS")
        return PluginFolders(
            named.map { $0.split(separator: ":").map(String.init) } ?? PluginFolders.standard,
            sockets: sockets ?? (isService ? PluginFolders.sockets : nil))
    }

    /// - Throws: every problem, each with its file, line and column and that line; exit code 10.
    static func load(
        _ path: String, withPolicies: Bool = true
    ) throws(CommandError) -> Configuration {
        try read(
            try SettingsFile.source(path), withPolicies: withPolicies, files: files(beside: path))
    }

    /// Reads the text of a file, with the files that it names.
    ///
    /// - Throws: as `load` does.
    static func read(
        _ text: ConfigurationText, withPolicies: Bool = true, files: @escaping SettingFiles
    ) throws(CommandError) -> Configuration {
        try mapped(to: { bad(text.report($0), of: text.name) }) { () throws(ConfigurationErrors) in
            try ConfigurationReader.read(
                text.bytes, registry: registry, files: files, withPolicies: withPolicies)
        }
    }

    /// Reads a file, with what another process needs to read it too.
    ///
    /// - Throws: as `load` does.
    static func offer(
        _ path: String
    ) throws(CommandError) -> (configuration: Configuration, offer: ConfigurationOffer) {
        let named = Locked<[String: FileText]>([:])
        let files = files(beside: path)
        let source = try SettingsFile.source(path)
        let configuration = try read(source) { name, limit throws(PlainError) in
            let file = try files(name, limit)
            named.withLock { $0[name] = file }
            return file
        }
        let text = String(decoding: source.bytes, as: UTF8.self)
        return (
            configuration: configuration, offer: ConfigurationOffer(text: text, files: named.value)
        )
    }

    /// Reads one that the program brings with it.
    static func read(_ json: JSONValue) throws(CommandError) -> Configuration {
        try mapped(to: { bad($0.all.map { "\($0)" }) }) { () throws(ConfigurationErrors) in
            try ConfigurationReader.read(json, registry: registry)
        }
    }

    /// Reads what the configuration names; a relative name starts at its own directory.
    static func files(beside path: String) -> SettingFiles {
        let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        return { name, maxBytes throws(PlainError) in
            let place = name.hasPrefix("/") ? name : directory + name
            return try text(of: place, named: name, atMost: maxBytes)
        }
    }

    /// A text file, as it stands in settings and requests.
    static func text(
        of path: String, named name: String, atMost maxBytes: Int
    ) throws(PlainError) -> FileText {
        let bytes: [UInt8]
        do throws(IOError) {
            bytes = try readFile(path, atMost: maxBytes)
        } catch {
            let why = error.code == EFBIG ? "it has more than \(maxBytes) bytes" : error.reason
            throw PlainError("\(path) cannot be read: \(why)")
        }
        return try FileText(name: name, bytes)
    }

    /// A configuration of nothing, for who must do without one.
    static func empty() throws(CommandError) -> Configuration { try read([:]) }

    /// `path` is what to look at for help; `nil` where no file would tell.
    static func bad(_ problems: [String], of path: String? = nil) -> CommandError {
        let help = path.map {
            "\n\nThe words in [] are codes: roost explain CODE tells more. "
                + "Slips that leave no choice: roost check --fix \($0)"
        }
        return SettingsFile.bad(problems, help: help ?? "")
    }
}
