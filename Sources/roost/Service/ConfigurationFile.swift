import Core
import Drivers
import Glibc
import LinuxIO
import Policies

/// Reads the configuration file, or says everything that is wrong with it.
enum ConfigurationFile {
    /// The largest file taken: a configuration of a hundred devices has 50 kB.
    private static let maxBytes = 1 << 20

    static let registry = PluginRegistry(drivers: allDrivers, policies: allPolicies)

    /// - Throws: every problem, each on a line with the file and the place in it; exit code 10.
    static func load(
        _ path: String, withPolicies: Bool = true
    ) throws(CommandError) -> Configuration {
        let bytes: [UInt8]
        do throws(IOError) {
            bytes = try readFile(path, atMost: maxBytes)
        } catch {
            throw bad(["\(path): cannot be read: \(error.reason)"])
        }
        do throws(ConfigurationErrors) {
            return try ConfigurationReader.read(
                bytes, registry: registry, files: files(beside: path),
                withPolicies: withPolicies)
        } catch {
            throw bad(error.all.map { "\(path): \($0)" })
        }
    }

    /// Reads one that the program brings with it.
    static func read(_ json: JSONValue) throws(CommandError) -> Configuration {
        do throws(ConfigurationErrors) {
            return try ConfigurationReader.read(Array(json.line.utf8), registry: registry)
        } catch {
            throw bad(error.all.map { "\($0)" })
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

    private static func bad(_ lines: [String]) -> CommandError {
        let count = lines.count == 1 ? "" : " (\(lines.count) problems)"
        return CommandError(
            code: ExitCode.badConfiguration,
            message: "the configuration is bad\(count); nothing was started\n"
                + lines.map { "  \($0)" }.joined(separator: "\n"))
    }
}
