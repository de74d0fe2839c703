import Core
import Values

/// What goes out as one message.
package struct Batch: Equatable, Sendable {
    package let notifications: [Notification]
    /// So many were not kept, since too many waited.
    package let lost: Int

    /// So many go out together, after a night or a day without a network; and their texts are so long, since
    /// ntfy makes an attachment of what is longer than 4096 bytes (its `message-size-limit`).
    private static let maxCount = 20
    private static let maxTextBytes = 3000

    /// The first of those that wait; `nil` when none does.
    package init?(first waiting: [Notification], lost: Int = 0) {
        guard !waiting.isEmpty else { return nil }
        var bytes = 0
        let fitting = waiting.prefix(Self.maxCount).prefix { one in
            defer { bytes += one.text.utf8.count }
            return bytes == 0 || bytes + one.text.utf8.count <= Self.maxTextBytes
        }
        notifications = Array(fitting)
        self.lost = lost
    }

    /// The severest of them.
    package var severity: Severity {
        notifications.filter { !$0.isOver }.map(\.severity).max() ?? .info
    }

    package var isOver: Bool { notifications.allSatisfy(\.isOver) }

    /// "garden: door", or how many there are.
    package func title(of service: String) -> String {
        let sources = Set(notifications.map(\.source))
        let about = sources.count == 1 ? sources.first : nil
        return "\(service): \(about ?? "\(notifications.count) messages")"
    }

    /// A line each, the newest last; of each that is not from just now, when it was.
    package func text(at time: WallTime?) -> String {
        var lines = notifications.map { Self.line($0, at: time, isAlone: notifications.count == 1) }
        if lost > 0 { lines.append("\(lost) more were not kept, since too many waited") }
        return lines.joined(separator: "\n")
    }

    private static func line(_ one: Notification, at now: WallTime?, isAlone: Bool) -> String {
        var line = one.text
        if one.isOver { line = "over: \(line)" }
        if one.count > 1 { line += " (\(one.count) times)" }
        guard let time = one.time, let now else { return line }
        let age = now.secondsSince1970 - time.secondsSince1970
        if isAlone && abs(age) < 120 { return line }
        return "\(age < 86400 ? time.clockText : time.description) \(line)"
    }
}
