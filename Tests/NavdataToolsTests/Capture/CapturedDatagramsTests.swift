import Testing

@testable import NavdataTools

@Suite("Datagrams in a capture")
struct CapturedDatagramsTests {
    private typealias Builder = CaptureBuilder

    private struct Read {
        var datagrams: [CapturedDatagrams.Datagram] = []
        var problems: [String] = []
        var ignored = 0
        var payloads: [[UInt8]] { datagrams.map { Array($0.payload) } }
    }

    private func read(_ bytes: [UInt8]) throws -> Read {
        var capture = try CapturedDatagrams(bytes[...], from: 5554)
        var read = Read()
        while let element = capture.next() {
            switch element {
            case .datagram(let datagram): read.datagrams.append(datagram)
            case .bad(let problem): read.problems.append(problem.description)
            }
        }
        read.ignored = capture.ignored
        return read
    }

    @Test(
        "Both byte orders and both resolutions of time are read",
        arguments: [
            (0xA1B2_C3D4, false, 7000), (0xA1B2_C3D4, true, 7000),
            (0xA1B2_3C4D, false, 7), (0xA1B2_3C4D, true, 7),
        ] as [(UInt32, Bool, Int64)])
    func formats(magic: UInt32, isBigEndian: Bool, nanoseconds: Int64) throws {
        var builder = Builder(magic: magic, isBigEndian: isBigEndian)
        builder.add(Builder.frame([9]), seconds: 1_700_000_000, fraction: 7)
        let datagram = try #require(try read(builder.bytes).datagrams.first)
        #expect(Array(datagram.payload) == [9])
        #expect(datagram.packet == 1)
        #expect(datagram.offset == 24)
        #expect(datagram.time == .seconds(1_700_000_000) + .nanoseconds(nanoseconds))
        #expect(PcapFile.isPcap(builder.bytes[...]))
    }

    @Test(
        "Every link type gives its packets",
        arguments: [
            (0, [2, 0, 0, 0]), (0, [0, 0, 0, 2]), (108, [0, 0, 0, 2]),
            (1, [2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 8, 0]),
            (1, [2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 0x81, 0, 0, 5, 8, 0]),
            (12, []), (101, []), (228, []),
            (113, [0, 0, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0, 8, 0]),
            (276, [8, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0]),
        ] as [(UInt32, [UInt8])])
    func linkTypes(type: UInt32, header: [UInt8]) throws {
        let frame = header + Builder.ipv4(Builder.udp([1, 2, 3]))
        #expect(try read(Builder(linkType: type, frames: [frame]).bytes).payloads == [[1, 2, 3]])
    }

    @Test("A link type that is not known is refused by its number")
    func unknownLinkType() {
        #expect(throws: PcapError.self) { try read(Builder(linkType: 105).bytes) }
        #expect(problem(Builder(linkType: 105).bytes)?.contains("link type 105") == true)
    }

    @Test("Other ports, protocols and families are counted and passed over")
    func ignored() throws {
        let read = try read(
            Builder(frames: [
                Builder.frame([1], from: 5555),
                Builder.ethernet(Builder.ipv4(Builder.udp([1]), protocol: 6)),
                Builder.ethernet([UInt8](repeating: 0x60, count: 60), type: 0x86DD),
                Builder.ethernet([UInt8](repeating: 0, count: 28), type: 0x0806),
                [], [1, 2, 3],
                Builder.frame([7]),
            ]).bytes)
        #expect(read.payloads == [[7]])
        #expect(read.ignored == 6)
        #expect(read.problems.isEmpty)
        #expect(read.datagrams.first?.packet == 7)
    }

    @Test("Padding behind a short packet and options in its header do no harm")
    func padding() throws {
        let packet = Builder.ipv4(Builder.udp([1, 2]), options: [1, 1, 1, 1])
        let frame = Builder.ethernet(packet + [0, 0, 0, 0, 0, 0])
        #expect(try read(Builder(frames: [frame]).bytes).payloads == [[1, 2]])
    }

    /// 2000 bytes in three parts, as an MTU of 1000 would cut them.
    private let payload = (0..<2000).map { UInt8(truncatingIfNeeded: $0 / 7) }

    private func parts(identification: UInt16 = 1, source: UInt16 = 5554) -> [[UInt8]] {
        let udp = Builder.udp(payload, from: source)
        return [(0, 976), (976, 1952), (1952, udp.count)].map { from, to in
            Builder.ethernet(
                Builder.ipv4(
                    Array(udp[from..<to]), offset: from, hasMore: to < udp.count,
                    identification: identification))
        }
    }

    @Test(
        "The parts of a datagram are put together, in whatever order they came",
        arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2], [0, 0, 1, 2]])
    func fragments(order: [Int]) throws {
        let frames = order.map { parts()[$0] }
        let read = try read(Builder(frames: frames).bytes)
        #expect(read.payloads == [payload])
        #expect(read.datagrams.first?.packet == order.count)
        #expect(read.problems.isEmpty)
    }

    @Test("Two datagrams whose parts come mixed are kept apart")
    func mixed() throws {
        let frames = zip(parts(identification: 1), parts(identification: 2)).flatMap { [$0, $1] }
        #expect(try read(Builder(frames: frames).bytes).payloads == [payload, payload])
    }

    @Test("A datagram of which a part is missing is told, with its first packet")
    func missingPart() throws {
        let frames = [Builder.frame([5])] + parts()[0...1]
        let read = try read(Builder(frames: frames).bytes)
        #expect(read.payloads == [[5]])
        #expect(
            read.problems == [
                "packet 2, at byte 83: parts of its datagram are not in the capture"
            ])
    }

    @Test("Without its beginning nobody knows whose a datagram was: it is ignored")
    func missingHead() throws {
        let read = try read(Builder(frames: Array(parts()[1...])).bytes)
        #expect(read.problems.isEmpty && read.datagrams.isEmpty)
        #expect(read.ignored == 1)
        let foreign = try self.read(Builder(frames: Array(parts(source: 80)[0...1])).bytes)
        #expect(foreign.problems.isEmpty && foreign.ignored == 1)
    }

    @Test("Parts that overlap make no datagram")
    func overlap() throws {
        let wrong = Builder.ethernet(
            Builder.ipv4([UInt8](repeating: 9, count: 16), offset: 968, hasMore: true))
        let frames = [parts()[0], wrong] + parts()[1...]
        let read = try read(Builder(frames: frames).bytes)
        #expect(read.datagrams.isEmpty)
        #expect(read.problems.count == 1)
    }

    @Test("Any number of stray parts takes no memory: the oldest are given up")
    func strayParts() throws {
        let frames = (0..<1000).map { parts(identification: UInt16($0))[0] }
        #expect(try read(Builder(frames: frames).bytes).problems.count == 1000)
    }

    @Test("A packet that was captured in part is told")
    func snapshotLength() throws {
        var builder = Builder()
        let frame = Builder.frame(payload)
        builder.add(Array(frame.prefix(96)), wireSize: frame.count)
        builder.add(Builder.frame([1]))
        let read = try read(builder.bytes)
        #expect(read.payloads == [[1]])
        #expect(
            read.problems == [
                "packet 1, at byte 24: not captured to its end (use tcpdump -s 0)"
            ])
    }

    @Test("A UDP length that is wrong is told")
    func wrongLength() throws {
        var udp = Builder.udp([1, 2, 3])
        udp[5] = 7
        var longer = Builder.udp([1, 2, 3])
        longer[5] = 12
        let frames = [udp, longer].map { Builder.ethernet(Builder.ipv4($0)) }
        let read = try read(Builder(frames: frames).bytes)
        #expect(read.datagrams.isEmpty)
        #expect(read.problems.first == "packet 1, at byte 24: a UDP header with a wrong length")
        #expect(read.problems.count == 2)
    }

    @Test("A file that ends within a packet gives those before it, and the place")
    func cutFile() throws {
        let whole = Builder(frames: [Builder.frame([1]), Builder.frame([2])]).bytes
        // 24 bytes of header, then 16 + 14 + 20 + 8 + 1 a packet.
        for size in 84..<whole.count {
            let read = try read(Array(whole.prefix(size)))
            #expect(read.payloads == [[1]])
            #expect(read.problems == ["packet 2, at byte 83: the file ends within it"])
        }
    }

    private func problem(_ bytes: [UInt8]) -> String? {
        do {
            _ = try CapturedDatagrams(bytes[...], from: 5554)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("What is no classic capture is refused with what to do about it")
    func refused() {
        let next: [UInt8] = [0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0]
        #expect(PcapFile.isPcap(next[...]))
        #expect(problem(next)?.contains("editcap -F pcap") == true)
        #expect(!PcapFile.isPcap([0x88, 0x77, 0x66, 0x55]))
        #expect(!PcapFile.isPcap([]))
        #expect(problem([1, 2, 3, 4]) == "not a capture file")
        let header = Builder().bytes
        #expect(
            problem(Array(header.prefix(23)))
                == "ends within the header of the capture, at byte 23")
        #expect(problem(header) == nil)
    }
}
