import CommandKit
import Core
import ExternalDrivers
import Glibc
import JSON
import Settings
import Values

/// `roost plugin`: drivers that are programs of their own.
enum PluginCommand {
    static let usage = """
        roost plugin list       the drivers on this machine that are programs of their own, with their
                                ports and settings
        roost plugin check DIR  say everything that is wrong with the plugin in a folder, or what it gives
                                and takes; start nothing
        roost plugin test DIR [KEY=VALUE ...]
                                start the program, with these settings, and try on it what every driver
                                must do, a row for each. Exit code 1 if one is BAD.

        They are in \(PluginFolders.standard.joined(separator: " and ")), or in the folders that the
        environment variable ROOST_PLUGINS names, with ":" between them. Exit code 10 when a manifest is
        wrong.
        """

    static func list(_ words: [String]) throws(CommandError) -> Int32 {
        guard try Arguments(words).positional.isEmpty else { throw .usage("list takes no words") }
        let plugins = ConfigurationFile.pluginFolders.plugins
        if plugins.isEmpty {
            let folders = ConfigurationFile.pluginFolders.folders.joined(separator: ", ")
            Console.out("no plugin is in \(folders)")
        }
        var isGood = true
        for plugin in plugins {
            switch plugin.manifest {
            case .success(let manifest):
                Console.out("\(manifest.name) \(manifest.version): \(manifest.summary)")
                Console.out("  in \(plugin.folder)")
            case .failure(let error):
                isGood = false
                Console.out("\(plugin.name) cannot be used: \(error)")
            }
        }
        return isGood ? ExitCode.success : ExitCode.badConfiguration
    }

    static func check(_ words: [String]) throws(CommandError) -> Int32 {
        let (plugin, manifest) = try plugin(try Arguments(words).single("one folder of a plugin"))
        Console.out("\(plugin.folder): good")
        Console.out("  \(manifest.name) \(manifest.version): \(manifest.summary)")
        let kind = ConfigurationFile.pluginFolders.kind(plugin)
        for port in kind.ports {
            Console.out("  \(port.flow.driverVerb) \(port.name), a \(port.kind): \(port.summary)")
        }
        for setting in kind.settings {
            let fallback =
                setting.isRequired
                ? "; required" : setting.defaultText.map { "; \($0) unless given" } ?? ""
            Console.out(
                "  setting \(setting.key): \(setting.expected)\(fallback). \(setting.summary)")
        }
        let program = "\(plugin.folder)/\(manifest.program)"
        guard access(program, X_OK) == 0 else {
            throw .failed("\(program) cannot be run: is it there, and executable (chmod +x)?")
        }
        return ExitCode.success
    }

    static func test(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words)
        guard let folder = arguments.positional.first else {
            throw .usage("test takes the folder of a plugin")
        }
        var settings: [String: JSONValue] = [:]
        for word in arguments.positional.dropFirst() {
            guard let equals = word.firstIndex(of: "=") else {
                throw .usage("a setting is KEY=VALUE, and not \(word)")
            }
            settings[String(word[..<equals])] = .string(String(word[word.index(after: equals)...]))
        }
        let (plugin, manifest) = try plugin(folder)
        let trial = try mapped(to: {
            CommandError(code: ExitCode.badConfiguration, message: $0.description)
        }) { () throws(ConfigurationErrors) in
            try PluginTrial(plugin, manifest, settings: settings, clock: DispatchScheduler())
        }
        Console.out("\(manifest.name) \(manifest.version)")
        let isGood = trial.run { row in
            switch row.verdict {
            case .good(let words): show("ok ", row.name, words)
            case .bad(let words): show("BAD", row.name, words)
            case .none(let words): show("-  ", row.name, words)
            }
        }
        return isGood ? ExitCode.success : ExitCode.failed
    }

    private static func show(_ mark: String, _ name: String, _ words: String) {
        Console.out("  \(mark)  \(name)\(words.isEmpty ? "" : ": \(words)")")
    }

    private static func plugin(
        _ folder: String
    ) throws(CommandError) -> (InstalledPlugin, Manifest) {
        let plugin = InstalledPlugin(folder)
        switch plugin.manifest {
        case .success(let manifest): return (plugin, manifest)
        case .failure(let error):
            throw CommandError(
                code: ExitCode.badConfiguration, message: "\(folder) cannot be used:\n\(error)")
        }
    }
}
