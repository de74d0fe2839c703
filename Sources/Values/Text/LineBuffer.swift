/// Cuts a stream of bytes into lines, with a bound on how long one may be.
package struct LineBuffer: Sendable {
    package enum Event: Equatable, Sendable {
        /// A line without its ending (LF or CR LF).
        case line([UInt8])
        /// A line was longer than the limit; it was dropped up to its end.
        case tooLong
    }

    private let limit: Int
    private var partial: [UInt8] = []
    /// Whether what comes is dropped, up to the end of a line that was too long.
    package private(set) var isDropping = false

    /// - Parameter limit: the longest line in bytes, without its ending.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Takes the next bytes and returns what they complete.
    package mutating func append(_ bytes: [UInt8]) -> [Event] {
        var events: [Event] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<end])
            events.append(endLine())
            rest = rest[(end + 1)...]
        }
        keep(rest)
        return events
    }

    /// A line may have one byte more than the limit: the CR of its ending.
    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        let room = limit + 1 - partial.count
        partial += bytes.prefix(room)
        if bytes.count > room { isDropping = true }
    }

    private mutating func endLine() -> Event {
        defer {
            partial.removeAll(keepingCapacity: true)
            isDropping = false
        }
        if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
        return isDropping || partial.count > limit ? .tooLong : .line(partial)
    }
}
