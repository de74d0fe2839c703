import Core
import JSON
import LinuxIO
import Values

/// What is kept over a restart of this program, and of the machine.
package struct SavedState: Codable, Equatable, Sendable {
    /// Which start of the machine `seenUntil` counts from (`/proc/sys/kernel/random/boot_id`).
    package var boot = ""
    package var seenUntil = Instant.zero
    package var standing: [String: StandingCondition] = [:]
    /// What has not gone out, by the channel.
    package var waiting: [String: [Notification]] = [:]

    static let maxBytes = 1 << 20

    /// - Returns: `nil` when there is no file.
    /// - Throws: that there is one, and nobody can read it.
    package static func read(_ path: String) throws(PlainError) -> SavedState? {
        let bytes: [UInt8]
        do throws(IOError) {
            bytes = try readFile(path, atMost: maxBytes)
        } catch {
            if error.isAbsence { return nil }
            throw PlainError("\(error)")
        }
        do {
            return try JSONValue(parsing: bytes).decode(as: SavedState.self)
        } catch {
            throw PlainError("\(path): \(error)")
        }
    }

    /// In one step: a power cut leaves the old one or the new one.
    package func write(_ path: String) throws(IOError) {
        guard let json = JSONValue(encoding: self) else { return }
        try replaceFile(at: path, with: Array("\(json.line)\n".utf8), mode: 0o600)
    }

    /// `nil` where nobody may ask.
    package static var bootNow: String? {
        (try? readFile("/proc/sys/kernel/random/boot_id", atMost: 64)).map {
            String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }
}
