import Testing
import Values

@testable import Simulators

/// H.264 in and PaVE out. NAL unit types and slice types are those of ITU-T H.264 (tables 7-1 and
/// 7-6), the header's fields those of the SDK.
struct VideoTests {
    private let sps: [UInt8] = [0, 0, 0, 1, 0x67, 66, 0, 30]
    private let pps: [UInt8] = [0, 0, 0, 1, 0x68, 0xCE]
    /// First macroblock 0 ("1"), slice type 7 ("0001000").
    private let idr: [UInt8] = [0, 0, 1, 0x65, 0b1000_1000, 0x80]
    /// First macroblock 1 ("010"), slice type 7.
    private let secondSlice: [UInt8] = [0, 0, 1, 0x65, 0b0100_0010, 0b0010_0000]
    /// First macroblock 0, slice type 5 ("00110").
    private let predicted: [UInt8] = [0, 0, 1, 0x41, 0b1001_1010]
    /// First macroblock 0, slice type 2 ("011"), and no IDR.
    private let intra: [UInt8] = [0, 0, 1, 0x41, 0b1011_1000]

    @Test("a stream is cut into pictures, each with what goes before it")
    func frames() throws {
        let stream: [[UInt8]] = [
            [9, 9], sps, pps, idr, secondSlice, predicted, intra, predicted, sps,
        ]
        let frames = H264Frame.frames(inAnnexB: Array(stream.joined()))
        #expect(frames.map(\.kind) == [.idr, .predicted, .intra, .predicted])
        #expect(frames.map(\.slices) == [2, 1, 1, 1])
        #expect(frames[0].bytes == Array(stream[1...4].joined()))
        #expect(frames[0].sequenceSetSize == sps.count && frames[0].pictureSetSize == pps.count)
        #expect(frames[1].bytes == predicted)
        #expect(frames[1].sequenceSetSize == 0)
    }

    @Test(
        "what is no video gives no pictures",
        arguments: [
            [], [0, 0, 1], [1, 2, 3], [0, 0, 1, 0x65], [0, 0, 1, 0x65, 0],
            [0, 0, 0, 1, 0x67, 1, 2], [UInt8](repeating: 0, count: 100),
        ] as [[UInt8]])
    func nonsense(bytes: [UInt8]) {
        #expect(H264Frame.frames(inAnnexB: bytes).isEmpty)
    }

    @Test("the built-in picture has an IDR picture every N, with its parameter sets")
    func builtIn() {
        let frames = BuiltInVideo.frames(idrEvery: 4)
        #expect(
            frames.map(\.kind) == [
                .idr, .predicted, .predicted, .predicted, .idr, .predicted, .predicted, .predicted,
            ])
        for frame in frames {
            #expect((frame.sequenceSetSize > 0) == (frame.kind == .idr))
            #expect((frame.pictureSetSize > 0) == (frame.kind == .idr))
            #expect(frame.bytes.prefix(4) == [0, 0, 0, 1])
        }
        #expect(frames[0].bytes != frames[4].bytes, "neighbours differ in their id")
        #expect(BuiltInVideo.frames(idrEvery: 1).allSatisfy { $0.kind == .idr })
    }

    @Test(
        "the picture's size is read from the parameter sets of other encoders",
        arguments: [
            // Made by x264: Baseline and High profile, with cropping and escaped zeros.
            (
                [0x67, 0x42, 0xC0, 0x0D, 0xD9, 0x01, 0x41, 0xFA, 0x10, 0, 0, 3, 0, 0x10],
                PictureSize(encodedWidth: 320, encodedHeight: 240, width: 320, height: 240)
            ),
            (
                [0x67, 0x64, 0x00, 0x1F, 0xAC, 0xD9, 0x40, 0x50, 0x05, 0xBA, 0x10, 0, 0, 3],
                PictureSize(encodedWidth: 1280, encodedHeight: 720, width: 1280, height: 720)
            ),
            (
                [0x67, 0x64, 0x00, 0x15, 0xAC, 0xD9, 0x41, 0xB0, 0x87, 0x92, 0x22, 0x10, 0, 0, 3],
                PictureSize(encodedWidth: 432, encodedHeight: 256, width: 426, height: 242)
            ),
        ] as [([UInt8], PictureSize)])
    func size(set: [UInt8], size: PictureSize) {
        let frames = H264Frame.frames(inAnnexB: [0, 0, 1] + set + pps + idr + predicted)
        #expect(frames.map(\.size) == [size, size])
    }

    @Test("a parameter set that cannot be read leaves the size as it was")
    func unreadableSize() {
        for count in 1..<8 {
            let frames = H264Frame.frames(
                inAnnexB: [0, 0, 1, 0x67] + [UInt8](repeating: 0x42, count: count) + idr)
            #expect(frames.count == 1)
        }
        #expect(H264Frame.frames(inAnnexB: idr).map(\.size) == [.live])
        #expect(BuiltInVideo.frames(idrEvery: 2).allSatisfy { $0.size == .live })
    }

    private func take(
        _ count: Int, _ options: VideoOptions = VideoOptions()
    ) throws -> [Packet] {
        var now = Instant.zero
        var stream = VideoStream(options, at: now)
        return try (0..<count).map { _ in
            defer { now = now + .milliseconds(40) }
            let bytes = stream.takeDue(perSecond: 25, uptime: now - .zero, at: now)
            return Packet(try #require(bytes))
        }
    }

    @Test("the header's fields agree with the frame and with each other", arguments: [64, 68])
    func header(size: UInt16) throws {
        var options = VideoOptions()
        options.headerSize = try #require(VideoOptions.HeaderSize(rawValue: size))
        options.idrPeriod = 3
        var position: UInt32 = 0
        for (index, packet) in try take(7, options).enumerated() {
            #expect(Array(packet.bytes.prefix(4)) == Array("PaVE".utf8))
            #expect(packet.u8(4) == 2 && packet.u8(5) == 4)
            #expect(packet.u16(6) == size)
            #expect(Int(packet.u32(8)) == packet.bytes.count - Int(size))
            #expect(packet.u16(12) == 640 && packet.u16(14) == 368)
            #expect(packet.u16(16) == 640 && packet.u16(18) == 360)
            #expect(packet.u32(20) == UInt32(index + 1))
            #expect(packet.u32(24) == UInt32(index * 40))
            #expect(packet.u8(28) == 1 && packet.u8(29) == 0)
            #expect(packet.u8(30) == (index % 3 == 0 ? 1 : 3))
            #expect(packet.u8(31) & 2 == 2)
            #expect(packet.u32(32) == position && packet.u32(36) == 0)
            #expect(packet.u8(42) == 1 && packet.u8(43) == 0)
            #expect((packet.u8(44) > 0) == (index % 3 == 0))
            position += packet.u32(8)
        }
    }

    @Test("frames come at their rate, and what was missed is not made up for in a burst")
    func rate() {
        var stream = VideoStream(VideoOptions(), at: .zero)
        var count = 0
        for step in 0..<400 {
            let now = Instant.zero + .milliseconds(5 * step)
            if stream.takeDue(perSecond: 30, uptime: .zero, at: now) != nil { count += 1 }
        }
        #expect((59...61).contains(count))
        let late = Instant.zero + .seconds(10)
        var burst = 0
        while stream.takeDue(perSecond: 30, uptime: .zero, at: late) != nil, burst < 10 {
            burst += 1
        }
        // 240 were missed.
        #expect(burst <= 3)
    }

    @Test("the drone sends video while it is enabled, and starts over after a reboot")
    func model() throws {
        var bench = try DroneModelBench()
        var frames = 0
        for _ in 0..<200 {
            bench.wait(.milliseconds(5))
            if bench.model.takeVideo(at: bench.now) != nil { frames += 1 }
        }
        #expect((29...31).contains(frames))
        bench.send("CONFIG,\"general:video_enable\",\"FALSE\"")
        bench.wait(.milliseconds(100))
        #expect(bench.model.takeVideo(at: bench.now) == nil)
        #expect(!bench.state(1))
        bench.send("CONFIG,\"general:video_enable\",\"TRUE\"")
        bench.model.reboot(taking: .seconds(1), at: bench.now)
        bench.wait(.milliseconds(900))
        #expect(bench.model.takeVideo(at: bench.now) == nil)
        bench.wait(.milliseconds(150))
        let frame = bench.model.takeVideo(at: bench.now)
        let first = Packet(try #require(frame))
        #expect(first.u32(20) == 1 && first.u8(30) == 1)
    }
}
