import CommandKit
import Core
import Glibc
import JSON
import LinuxIO
import Values

/// The configurations that ran last, as files of a directory: the one that the service was started with, and
/// each that was applied and not taken back. A power cut leaves all or all but the newest.
struct ConfigurationHistory: Sendable {
    struct Entry: Codable, Equatable {
        let offer: ConfigurationOffer
        /// The user; `nil` of the file that the service was started with.
        let appliedBy: String?
        /// `nil` where the clock said nothing that can be.
        let time: WallTime?
    }

    private static let maxCount = 10
    /// Into how many files it looks for one that can be read: somebody may have left thousands.
    private static let maxLooks = 100
    private static let suffix = ".json"
    private static let maxBytes = 4 << 20

    let directory: String

    /// The last ten, the newest first, each with its number. What cannot be read is left out.
    ///
    /// - Throws: that there is no such directory, or that it may not be read.
    func entries() throws(PlainError) -> [(number: Int, entry: Entry)] {
        try mapped(to: PlainError.init) { () throws(IOError) in
            let found = try numbers().suffix(Self.maxLooks).reversed().lazy.compactMap { number in
                entry(number).map { (number: number, entry: $0) }
            }
            return Array(found.prefix(Self.maxCount))
        }
    }

    /// The newest that can be read; the others are not.
    private var newest: Entry? {
        (try? numbers())?.suffix(Self.maxLooks).reversed().lazy.compactMap { entry($0) }.first
    }

    /// `nil` of one that cannot be read.
    private func entry(_ number: Int) -> Entry? {
        guard let bytes = try? readFile(path(number), atMost: Self.maxBytes),
            let json = try? JSONValue(parsing: bytes)
        else { return nil }
        return try? json.decode(as: Entry.self)
    }

    /// Keeps one more, and removes the oldest where they are too many. One that is as the newest is not kept
    /// twice.
    func add(_ entry: Entry) throws(PlainError) {
        try mapped(to: { PlainError($0.message) }) { () throws(CommandError) in
            try RuntimeDirectory.create(directory, "directory of configurations")
        }
        guard newest?.offer != entry.offer else { return }
        guard let json = JSONValue(encoding: entry) else {
            throw PlainError("it does not go into JSON")
        }
        try mapped(to: PlainError.init) { () throws(IOError) in
            let numbers = try numbers()
            try replaceFile(
                at: path((numbers.last ?? 0) + 1), with: Array("\(json.line)\n".utf8),
                mode: 0o640)
            // One that cannot be removed, as a directory of that name, keeps nobody from the others.
            for old in numbers.dropLast(Self.maxCount - 1) { unlink(path(old)) }
        }
    }

    /// The oldest first.
    private func numbers() throws(IOError) -> [Int] {
        try fileNumbers(in: directory, name: Self.name)
    }

    private static func name(_ number: Int) -> String { "\(number)\(suffix)" }
    private func path(_ number: Int) -> String { "\(directory)/\(Self.name(number))" }
}

extension ConfigurationHistory {
    /// Of a service with this state directory.
    init(state: String) { self.init(directory: "\(state)/configurations") }

    /// Whose settings the policies had last: the shadow by the policy's name.
    var selection: [String: String] {
        newest?.offer.selection ?? [:]
    }

    /// Keeps what runs now, or says in the log why it could not.
    func keep(_ offer: ConfigurationOffer, by user: String?, _ log: Log) {
        let time = try? ClockReading.now().wallTime
        do throws(PlainError) {
            try add(Entry(offer: offer, appliedBy: user, time: time))
        } catch {
            log.error("the configuration could not be kept for roost rollback: \(error)")
        }
    }
}
