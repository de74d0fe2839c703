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
    private var isDropping = false

    /// - Parameter limit: the longest line in bytes, without its ending.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Takes the next bytes and returns what they complete.
    package mutating func append(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                events += endLine()
            } else if partial.count <= limit {
                partial.append(byte)
            } else {
                isDropping = true
            }
        }
        return events
    }

    private mutating func endLine() -> [Event] {
        defer {
            partial.removeAll(keepingCapacity: true)
            isDropping = false
        }
        if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
        return isDropping || partial.count > limit ? [.tooLong] : [.line(partial)]
    }
}
