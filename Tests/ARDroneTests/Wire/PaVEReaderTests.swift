import Core
import TestSupport
import Testing

@testable import ARDrone

/// Bytes into packets, whatever the network made of them.
@Suite("AR.Drone video headers")
struct ARDronePaVEReaderTests {
    /// How many bytes one call of the reader gives in the tests below.
    private func read(
        _ bytes: [UInt8], by size: Int, _ reader: inout ARDrone.PaVEReader
    ) -> [ARDrone.PaVEReader.Packet] {
        stride(from: 0, to: bytes.count, by: size).flatMap {
            reader.append(Array(bytes[$0..<min(bytes.count, $0 + size)]))
        }
    }

    @Test("The fields are those of the protocol's table", arguments: [64, 68] as [UInt16])
    func fields(size: UInt16) throws {
        var packet = PaVEBuilder.idr(0xFEDC_BA98, header: size)
        (packet.sliceCount, packet.width, packet.height) = (3, 1280, 720)
        let header = try ARDrone.PaVEHeader(packet.bytes[...])
        #expect(header.codec == .h264)
        #expect(header.size == Int(size))
        #expect(header.payloadSize == packet.payload.count)
        #expect(header.pictureSize == ARDrone.PictureSize(width: 1280, height: 720))
        #expect(header.frameNumber == 0xFEDC_BA98)
        #expect(header.sliceCount == 3)
        #expect(!header.isAdvertisement)
        packet.control = 1
        #expect(try ARDrone.PaVEHeader(packet.bytes[...]).isAdvertisement)
    }

    @Test(
        "Pieces with headers of 64 and 68 bytes come out whole, however the stream is cut",
        arguments: [1, 2, 3, 7, 63, 64, 65, 100, 1000])
    func chunks(size: Int) {
        let packets: [PaVEBuilder] = [
            .idr(1, header: 64), .predicted(2, header: 68), .predicted(3, header: 100),
            PaVEBuilder(payload: [], number: 4), .predicted(5, header: 64),
        ]
        var reader = ARDrone.PaVEReader()
        let found = read(packets.flatMap(\.bytes), by: size, &reader)
        #expect(found.map(\.payload) == packets.map(\.payload))
        #expect(found.map(\.header.frameNumber) == [1, 2, 3, 4, 5])
        #expect(found.allSatisfy { !$0.followsResync })
        #expect(reader.pendingCount == 0)
        #expect(reader.skippedBytes == 0)
    }

    @Test("A packet that is not whole is waited for, and forgotten with its connection")
    func truncated() {
        let bytes = PaVEBuilder.idr(1).bytes
        for count in 0..<bytes.count {
            var reader = ARDrone.PaVEReader()
            #expect(reader.append(Array(bytes.prefix(count))).isEmpty)
            reader.begin()
            #expect(reader.append(bytes).count == 1)
        }
    }

    @Test("Garbage is skipped up to the next header, counted, and told with what follows")
    func garbage() {
        // A signature that is cut short, one with nonsense behind it, and the letters alone.
        let noise = Array("PaVPaPaVE".utf8) + [UInt8](repeating: 0x50, count: 80)
        for size in [1, 5, 64, 1000] {
            var reader = ARDrone.PaVEReader()
            let stream = PaVEBuilder.idr(1).bytes + noise + PaVEBuilder.predicted(2).bytes
            let found = read(stream + PaVEBuilder.predicted(3).bytes, by: size, &reader)
            #expect(found.map(\.header.frameNumber) == [1, 2, 3])
            #expect(found.map(\.followsResync) == [false, true, false])
            #expect(reader.skippedBytes == noise.count)
        }
    }

    @Test("A header that cannot be is refused with its reason, and the next one is found")
    func refused() {
        // The layout has 64 bytes; the bounds above are the reader's own.
        let bad: [(PaVEBuilder, ARDrone.PaVEError)] = [
            (PaVEBuilder(version: 3), .version),
            (PaVEBuilder(headerSize: 63), .headerSize), (PaVEBuilder(headerSize: 0), .headerSize),
            (PaVEBuilder(headerSize: .max), .headerSize),
            (PaVEBuilder(payloadSize: (1 << 20) + 1), .payloadSize),
            (PaVEBuilder(payloadSize: .max), .payloadSize),
            (PaVEBuilder(width: 4097), .pictureSize),
        ]
        for (builder, error) in bad {
            var reader = ARDrone.PaVEReader()
            let damaged = Array(builder.bytes.prefix(64))
            let found = reader.append(damaged + PaVEBuilder.idr(9).bytes)
            #expect(found.map(\.header.frameNumber) == [9], "\(error)")
            #expect(found.first?.followsResync == true)
            #expect(reader.errors == [error: 1])
            #expect(reader.skippedBytes == 64)
        }
    }

    @Test("Memory is bounded by one packet and what came last, whatever comes")
    func memory() {
        var generator = SeededGenerator(seed: 5555)
        var reader = ARDrone.PaVEReader()
        let noise = (0..<1000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let largest = PaVEBuilder(headerSize: 512, payloadSize: 1 << 20).bytes
        var highest = 0
        for round in 0..<2500 {
            _ = reader.append(round % 1200 == 0 ? largest : noise)
            highest = max(highest, reader.pendingCount)
        }
        #expect(highest <= (1 << 20) + 512 + noise.count)
        #expect(highest > 1 << 19, "the largest packet was nearly reached")
    }
}
