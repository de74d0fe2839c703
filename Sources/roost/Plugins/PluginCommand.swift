import CommandKit
import Core
import ExternalDrivers
import Settings
import Values

/// `roost plugin`: drivers that are programs of their own.
enum PluginCommand {
    static let usage = """
        roost plugin list       the drivers on this machine that are programs of their own, with their
                                ports and settings
        roost plugin check DIR  say everything that is wrong with the plugin in a folder, or what it gives
                                and takes; start nothing

        They are in \(PluginFolders.standard.joined(separator: " and ")), or in the folders that the
        environment variable ROOST_PLUGINS names, with ":" between them. Exit code 10 when a manifest is
        wrong.
        """

    static func list(_ words: [String]) throws(CommandError) -> Int32 {
        guard try Arguments(words).positional.isEmpty else { throw .usage("list takes no words") }
        let plugins = ConfigurationFile.pluginFolders.plugins
        if plugins.isEmpty { Console.out("no plugin is installed") }
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
        let folder = try Arguments(words).single("one folder of a plugin")
        let plugin = InstalledPlugin(folder)
        switch plugin.manifest {
        case .failure(let error):
            throw CommandError(
                code: ExitCode.badConfiguration, message: "\(folder) cannot be used:\n\(error)")
        case .success(let manifest):
            Console.out("\(folder): good")
            Console.out("  \(manifest.name) \(manifest.version): \(manifest.summary)")
            let kind = ConfigurationFile.pluginFolders.kind(plugin)
            for port in kind.ports {
                Console.out(
                    "  \(port.flow.driverVerb) \(port.name), a \(port.kind): \(port.summary)")
            }
            for setting in kind.settings {
                Console.out("  setting \(setting.key): \(setting.expected). \(setting.summary)")
            }
        }
        return ExitCode.success
    }
}
