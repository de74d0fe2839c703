/// What waits to be notified, bounded: a radio is slow, and what it did not take in time nobody misses.
struct UARTOutbox: Sendable {
    static let maxNotifications = 64
    /// The longest answer in bytes; the rest of a longer one is left out.
    static let maxAnswer = 1000

    private var notifications: [[UInt8]] = []
    /// What every central takes at once (Bluetooth 5.3, volume 3, part F, 5.2.1: an MTU of 23).
    var maxNotification = 20

    /// Answers are cut as the centrals need it, and end with a line feed.
    mutating func add(answer text: String) {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        let bytes = Array("\(line)\n".utf8)
        let sent = bytes.count > Self.maxAnswer ? bytes.prefix(Self.maxAnswer) + [0x0A] : bytes[...]
        var rest = sent
        while !rest.isEmpty {
            append(Array(rest.prefix(maxNotification)))
            rest = rest.dropFirst(maxNotification)
        }
    }

    /// The locker's messages come each in one piece, as its phone knows them.
    mutating func add(_ message: LockerMessage) {
        append(message.bytes)
    }

    private mutating func append(_ bytes: [UInt8]) {
        if notifications.count < Self.maxNotifications { notifications.append(bytes) }
    }

    /// All of them, in their order; then there is none.
    mutating func take() -> [[UInt8]] {
        defer { notifications = [] }
        return notifications
    }
}
