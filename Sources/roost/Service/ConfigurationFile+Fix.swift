import CommandKit
import Core
import Glibc
import LinuxIO
import Settings

extension ConfigurationFile {
    /// Mends what leaves no choice, and tells each change; writes nothing where there is none.
    ///
    /// - Throws: that the file can be neither read nor replaced.
    static func fix(_ path: String) throws(CommandError) {
        let text = try SettingsFile.source(path)
        let corrected = text.correcting { bytes in
            do throws(ConfigurationErrors) {
                _ = try ConfigurationReader.read(
                    bytes, registry: registry, files: files(beside: path))
                return nil
            } catch {
                return error
            }
        }
        guard !corrected.changes.isEmpty else {
            return Console.out("\(path): there is nothing to mend that leaves no choice")
        }
        try replace(path, with: corrected.text.bytes)
        let count =
            corrected.changes.count == 1 ? "one change" : "\(corrected.changes.count) changes"
        Console.out(corrected.changes.joined(separator: "\n"))
        Console.out("\(path): \(count) written; as it was: \(path).before\n")
    }

    /// A link stays a link, and its file keeps the rights that it has.
    private static func replace(_ path: String, with bytes: [UInt8]) throws(CommandError) {
        let file = resolvedPath(path) ?? path
        do throws(IOError) {
            var information = stat()
            try systemCall("stat", file) { stat(file, &information) }
            try replaceFile(at: file, with: bytes, mode: information.st_mode & 0o777)
        } catch {
            throw .failed("\(error); nothing was changed")
        }
    }
}
