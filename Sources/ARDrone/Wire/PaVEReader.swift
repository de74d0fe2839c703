extension ARDrone {
    /// Cuts the byte stream of the video port into packets, whatever the network made of it.
    ///
    /// Where no header stands, it looks for the next one and says so with the packet behind it. It
    /// never holds more than one packet and what was appended last.
    struct PaVEReader: Sendable {
        /// One header with its payload.
        struct Packet: Equatable, Sendable {
            let header: PaVEHeader
            let payload: [UInt8]
            /// Whether bytes before it belonged to no packet, so that one may be missing.
            let followsResync: Bool
        }

        /// What has come and is not yet part of a packet.
        private var pending: [UInt8] = []
        private var isLost = false
        /// Bytes that belonged to no packet.
        private(set) var skippedBytes = 0
        /// What stood where a header should be, once for each place.
        private(set) var errors: [PaVEError: Int] = [:]

        /// What is kept, in bytes.
        var pendingCount: Int { pending.count }

        /// A new connection: what was begun on the old one has no end.
        mutating func begin() {
            (pending, isLost) = ([], false)
        }

        /// Takes the next bytes and returns the packets that they complete.
        mutating func append(_ bytes: [UInt8]) -> [Packet] {
            pending += bytes
            var packets: [Packet] = []
            var place = 0
            while let packet = nextPacket(&place) { packets.append(packet) }
            pending.removeFirst(place)
            return packets
        }

        /// The packet at `place` or behind it; moves `place` past what is done with.
        private mutating func nextPacket(_ place: inout Int) -> Packet? {
            while pending.count - place >= PaVEHeader.minSize {
                do throws(PaVEError) {
                    let header = try PaVEHeader(pending[place...])
                    return complete(header, &place)
                } catch {
                    search(for: error, &place)
                }
            }
            return nil
        }

        private mutating func complete(_ header: PaVEHeader, _ place: inout Int) -> Packet? {
            let begin = place + header.size
            let end = begin + header.payloadSize
            guard end <= pending.count else { return nil }
            place = end
            defer { isLost = false }
            // A copy, so that the packet does not hold on to all that came with it.
            return Packet(
                header: header, payload: Array(pending[begin..<end]), followsResync: isLost)
        }

        /// Moves on to the next place where a signature stands or may have begun.
        private mutating func search(for found: PaVEError, _ place: inout Int) {
            // An error behind a signature is one of its own; garbage counts once.
            if !isLost || found != .noSignature { errors[found, default: 0] += 1 }
            isLost = true
            let next = Self.signaturePlace(in: pending[(place + 1)...])
            skippedBytes += next - place
            place = next
        }

        /// Where a whole signature begins, or one that the end of the bytes cuts off; otherwise the end.
        private static func signaturePlace(in bytes: ArraySlice<UInt8>) -> Int {
            var rest = bytes
            while let begin = rest.firstIndex(of: PaVEHeader.signature[0]) {
                rest = rest[begin...]
                if PaVEHeader.signature.starts(with: rest.prefix(4)) { return begin }
                rest = rest.dropFirst()
            }
            return bytes.endIndex
        }
    }
}
