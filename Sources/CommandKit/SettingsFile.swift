import Core
import Glibc
import JSON
import LinuxIO
import Settings

/// Files that people write: what is wrong with one is said, and ends the program with exit code 10.
package enum SettingsFile {
    /// The largest file taken: a configuration of a hundred devices has 50 kB.
    package static let maxBytes = 1 << 20

    /// Reads the settings of one program: JSON, with comments.
    ///
    /// - Throws: everything that is wrong with the file.
    package static func read<Settings: PluginSettings>(
        _ path: String
    ) throws(CommandError) -> Settings {
        let text = try source(path)
        do {
            let json = try JSONValue(parsing: text.bytes, allowsComments: true)
            return try SettingsReader.read(from: json, at: SettingPath(""))
        } catch let error as ConfigurationErrors {
            throw bad(error.all.map { "\(path): \($0)" })
        } catch {
            throw bad(["\(path): not JSON: \(error)"])
        }
    }

    /// The text of a file, whatever is in it.
    ///
    /// - Throws: that the file cannot be read, or is too long.
    package static func source(_ path: String) throws(CommandError) -> ConfigurationText {
        do throws(IOError) {
            return ConfigurationText(name: path, try readFile(path, atMost: maxBytes))
        } catch {
            let why = error.code == EFBIG ? "it has more than \(maxBytes) bytes" : error.reason
            throw bad(["\(path): cannot be read: \(why)"])
        }
    }

    /// `help` goes behind the problems.
    package static func bad(_ problems: [String], help: String = "") -> CommandError {
        let count = problems.count == 1 ? "" : " (\(problems.count) problems)"
        return CommandError(
            code: ExitCode.badConfiguration,
            message: "the configuration is bad\(count)\n"
                + problems.joined(separator: "\n") + help)
    }
}
