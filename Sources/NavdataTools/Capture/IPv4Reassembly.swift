/// Puts datagrams together that were too long for one packet.
///
/// Bounded: a capture full of stray parts may take time, but no memory to speak of.
struct IPv4Reassembly: Sendable {
    /// A datagram of which a part is missing, or two parts overlap.
    struct Loss: Sendable {
        /// The part that came first.
        let record: PcapFile.Record
        /// The beginning of the datagram, if it came.
        let head: ArraySlice<UInt8>?
    }

    /// The drone sends the parts of one datagram back to back.
    private static let maxPending = 64
    private static let maxPacketBytes = 65535
    /// Enough for the longest over the smallest packets that the Internet must carry, of 576 bytes.
    private static let maxParts = 128

    private struct Pending {
        let record: PcapFile.Record
        var parts: [IPv4Fragment] = []
    }

    private var pending: [IPv4Fragment.Key: Pending] = [:]
    private var order: [IPv4Fragment.Key] = []
    private(set) var losses: [Loss] = []

    /// Takes a part; returns the datagram that it completes.
    mutating func add(_ part: IPv4Fragment, of record: PcapFile.Record) -> [UInt8]? {
        if pending[part.key] == nil {
            if order.count >= Self.maxPending { give(up: order[0]) }
            order.append(part.key)
        }
        var datagram = pending[part.key] ?? Pending(record: record)
        // Captured twice, as on an interface and its bridge: the second adds nothing.
        guard !datagram.parts.contains(part) else { return nil }
        datagram.parts.append(part)
        pending[part.key] = datagram
        guard Self.isSound(datagram.parts) else {
            give(up: part.key)
            return nil
        }
        guard let whole = Self.join(datagram.parts) else { return nil }
        forget(part.key)
        return whole
    }

    /// Whether the last of the parts fits to those before it.
    private static func isSound(_ parts: [IPv4Fragment]) -> Bool {
        guard let last = parts.last, parts.count <= maxParts, !last.isCut,
            last.range.upperBound <= maxPacketBytes
        else { return false }
        return !parts.dropLast().contains { $0.range.overlaps(last.range) }
    }

    /// Gives up on all that is not complete, at the end of the capture.
    mutating func finish() {
        for key in order { give(up: key) }
    }

    /// What was given up since the last time.
    mutating func takeLosses() -> [Loss] {
        defer { losses = [] }
        return losses
    }

    private static func join(_ parts: [IPv4Fragment]) -> [UInt8]? {
        let sorted = parts.sorted { $0.offset < $1.offset }
        guard let last = sorted.last, !last.hasMore else { return nil }
        var bytes: [UInt8] = []
        for part in sorted {
            guard part.offset == bytes.count else { return nil }
            bytes += part.content
        }
        return bytes
    }

    private mutating func give(up key: IPv4Fragment.Key) {
        if let datagram = pending[key] {
            let head = datagram.parts.first { $0.offset == 0 }?.content
            losses.append(Loss(record: datagram.record, head: head))
        }
        forget(key)
    }

    private mutating func forget(_ key: IPv4Fragment.Key) {
        pending[key] = nil
        order.removeAll { $0 == key }
    }
}
