import Core
import Glibc
import JSON
import LinuxIO
import Settings
import Values

/// A folder with a plugin, and what its manifest says.
package struct InstalledPlugin: Sendable {
    package let folder: String
    /// As the manifest says; where it does not, the name of the folder.
    package let name: String
    /// What is wrong is told with its line.
    package let manifest: Result<Manifest, PlainError>
    /// The manifest as it stands in its file; null where that is no JSON.
    let json: JSONValue

    /// Reads the manifest of a folder.
    package init(_ folder: String) {
        self.folder = folder
        let path = "\(folder)/plugin.json"
        let written = Self.text(path)
        json = (try? written.get()).flatMap { try? JSONValue(parsing: $0.bytes) } ?? .null
        manifest = written.flatMap(Self.manifest)
        if case .string(let name)? = json["name"], Manifest.isName(name) {
            self.name = name
        } else {
            name = folder.split(separator: "/").last.map(String.init) ?? folder
        }
    }

    private static func text(_ path: String) -> Result<ConfigurationText, PlainError> {
        do throws(IOError) {
            return .success(
                ConfigurationText(name: path, try readFile(path, atMost: Manifest.maxBytes)))
        } catch {
            let why =
                error.code == EFBIG ? "it has more than \(Manifest.maxBytes) bytes" : error.reason
            return .failure(PlainError("\(path) cannot be read: \(why)"))
        }
    }

    private static func manifest(_ text: ConfigurationText) -> Result<Manifest, PlainError> {
        let path = SettingPath("")
        do throws(ConfigurationErrors) {
            let json = try mapped(to: { path.error(.notJSON, "not JSON: \($0)") }) {
                () throws(JSONSyntaxError) in try JSONValue(parsing: text.bytes)
            }
            return .success(try SettingsReader.read(Manifest.self, from: json, at: path))
        } catch {
            return .failure(PlainError(text.report(error).joined(separator: "\n")))
        }
    }
}
