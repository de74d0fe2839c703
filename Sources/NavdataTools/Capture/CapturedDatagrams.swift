/// The UDP datagrams in a capture that came from one port, whole, in the order in which they were
/// completed. What else is in there is counted and passed over.
package struct CapturedDatagrams: Sequence, IteratorProtocol, Sendable {
    package struct Datagram: Equatable, Sendable {
        /// The packet that it was in, or the last one of those, counted from 1.
        package let packet: Int
        /// Of that packet in the file.
        package let offset: Int
        /// Since 1970.
        package let time: Duration
        package let payload: ArraySlice<UInt8>
    }

    package enum Element: Equatable, Sendable {
        case datagram(Datagram)
        /// A datagram from the port of which the capture has not all, or the end of what can be
        /// read of the file.
        case bad(PcapError)
    }

    /// Packets that are of no interest here: of other ports and protocols.
    package private(set) var ignored = 0

    private let sourcePort: UInt16
    private var file: PcapFile
    private var reassembly = IPv4Reassembly()
    private var waiting: [PcapError] = []
    private var hasEnded = false

    /// - Throws: why the file is no capture that can be read.
    package init(_ bytes: ArraySlice<UInt8>, from sourcePort: UInt16) throws(PcapError) {
        self.sourcePort = sourcePort
        file = try PcapFile(bytes)
        guard LinkLayer.isKnown(file.linkType) else {
            throw PcapError(
                "packets of link type \(file.linkType), which is none of Ethernet, Linux cooked "
                    + "(1 and 2), raw IP and loopback")
        }
    }

    package mutating func next() -> Element? {
        while true {
            if !waiting.isEmpty { return .bad(waiting.removeFirst()) }
            guard !hasEnded else { return nil }
            if let datagram = step() { return .datagram(datagram) }
        }
    }

    /// Takes one packet of the file, or its end.
    private mutating func step() -> Datagram? {
        do throws(PcapError) {
            if let record = try file.next() { return handle(record) }
        } catch {
            waiting.append(error)
        }
        hasEnded = true
        reassembly.finish()
        noteLosses()
        return nil
    }

    private mutating func handle(_ record: PcapFile.Record) -> Datagram? {
        guard let packet = LinkLayer.ipv4Packet(in: record.bytes, linkType: file.linkType),
            let part = IPv4Fragment(packet)
        else {
            ignored += 1
            return nil
        }
        guard !part.isWhole else {
            return part.isCut
                ? noteCut(part.content, record) : datagram(in: part.content, record)
        }
        defer { noteLosses() }
        guard let bytes = reassembly.add(part, of: record) else { return nil }
        return datagram(in: bytes[...], record)
    }

    /// The content of a UDP datagram (RFC 768), if it is from the right port.
    private mutating func datagram(
        in udp: ArraySlice<UInt8>, _ record: PcapFile.Record
    ) -> Datagram? {
        guard isOurs(udp) else {
            ignored += 1
            return nil
        }
        let size = Int(udp.bigEndian(UInt16.self, at: 4))
        guard (8...udp.count).contains(size) else {
            waiting.append(error(record, "a UDP header with a wrong length"))
            return nil
        }
        return Datagram(
            packet: record.number, offset: record.offset, time: record.time,
            payload: udp.prefix(size).dropFirst(8))
    }

    private mutating func noteCut(
        _ udp: ArraySlice<UInt8>, _ record: PcapFile.Record
    ) -> Datagram? {
        if isOurs(udp) {
            waiting.append(error(record, "not captured to its end (use tcpdump -s 0)"))
        } else {
            ignored += 1
        }
        return nil
    }

    private mutating func noteLosses() {
        for loss in reassembly.takeLosses() {
            if let head = loss.head, isOurs(head) {
                waiting.append(error(loss.record, "parts of its datagram are not in the capture"))
            } else {
                ignored += 1
            }
        }
    }

    private func isOurs(_ udp: ArraySlice<UInt8>) -> Bool {
        udp.count >= 8 && udp.bigEndian(UInt16.self, at: 0) == sourcePort
    }

    private func error(_ record: PcapFile.Record, _ what: String) -> PcapError {
        PcapError("packet \(record.number), at byte \(record.offset): \(what)")
    }
}
