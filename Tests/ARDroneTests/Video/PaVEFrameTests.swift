import Testing

@testable import ARDrone
@testable import VideoRelay

/// Pieces into pictures that can be decoded.
@Suite("AR.Drone frames")
struct ARDronePaVEFrameTests {
    private func pictures(
        _ packets: [PaVEBuilder], _ assembler: inout ARDrone.PaVEFrames
    ) -> [VideoFrame] {
        var reader = ARDrone.PaVEReader()
        return reader.append(packets.flatMap(\.bytes)).compactMap { assembler.receive($0) }
    }

    private func numbers(_ packets: [PaVEBuilder]) -> (taken: [[UInt8]], lost: Int, dropped: Int) {
        var assembler = ARDrone.PaVEFrames()
        let taken = pictures(packets, &assembler).map(\.bytes)
        let statistics = assembler.statistics
        #expect(statistics.frames == taken.count)
        return (taken, statistics.lost, statistics.dropped)
    }

    @Test("It waits for an IDR picture; then every picture is handed on")
    func waits() {
        let packets: [PaVEBuilder] = [
            .predicted(5), .predicted(6), .idr(7), .predicted(8), .predicted(9),
        ]
        let result = numbers(packets)
        #expect(result.taken == packets[2...].map(\.payload))
        #expect(result.lost == 0)
        #expect(result.dropped == 2)
    }

    @Test("After a hole in the numbers everything is dropped up to the next IDR picture")
    func hole() {
        let packets: [PaVEBuilder] = [
            .idr(1), .predicted(2), .predicted(5), .predicted(6), .idr(7), .predicted(8),
        ]
        let result = numbers(packets)
        #expect(result.taken == [0, 1, 4, 5].map { packets[$0].payload })
        #expect(result.lost == 2)
        #expect(result.dropped == 2)
    }

    @Test("An IDR picture behind a hole is handed on, and the hole counted")
    func holeBeforeIDR() {
        let result = numbers([.idr(1), .idr(4), .predicted(5)])
        #expect(result.taken.count == 3)
        #expect(result.lost == 2)
    }

    @Test("Numbers may wrap, and start over after a restart without counting a loss")
    func numbering() {
        let wrapped = numbers([.idr(.max), .predicted(0), .predicted(1)])
        #expect(wrapped.taken.count == 3)
        let restarted = numbers([.idr(90_000), .predicted(1), .idr(2)])
        #expect(restarted.taken.count == 2)
        #expect(restarted.lost == 0)
    }

    @Test("Slices of one picture are put together, in a packet each or all in one")
    func slices() {
        let begin = H264Bytes.parameterSets + H264Bytes.idrSlice(0x88)
        let rest = H264Bytes.idrSlice(0x42)
        var first = PaVEBuilder(payload: begin, number: 1, frameType: 1, sliceCount: 2)
        var second = PaVEBuilder(payload: rest, number: 1, frameType: 1, sliceCount: 2)
        second.sliceIndex = 1
        #expect(numbers([first, second]).taken == [begin + rest])
        first.payload = begin + rest
        #expect(numbers([first, .predicted(2)]).taken.count == 2)
    }

    @Test("A picture that lacks a slice is lost, and what follows it waits for an IDR picture")
    func missingSlice() {
        let half = PaVEBuilder(payload: H264Bytes.slice(1), number: 2, sliceCount: 2)
        let result = numbers([.idr(1), half, .predicted(3), .idr(4)])
        #expect(result.taken.count == 2)
        #expect(result.lost == 1)
        #expect(result.dropped == 1)
    }

    @Test(
        "An IDR picture without parameter sets gets those that came before; otherwise it is dropped"
    )
    func parameterSets() {
        let bare = H264Bytes.idrSlice(0x88)
        let idr = PaVEBuilder(payload: bare, number: 2, frameType: 1)
        #expect(numbers([.idr(1), idr]).taken.last == H264Bytes.parameterSets + bare)
        let alone = numbers([idr, .predicted(3)])
        #expect(alone.taken.isEmpty)
        #expect(alone.dropped == 2)
        // Sets may also come in a packet of their own.
        let sets = PaVEBuilder(payload: H264Bytes.parameterSets, number: 1, frameType: 4)
        #expect(numbers([sets, idr]).taken == [H264Bytes.parameterSets + bare])
    }

    @Test("Garbage before a packet, and one with nothing in it, make what follows wait")
    func gaps() {
        var assembler = ARDrone.PaVEFrames()
        var reader = ARDrone.PaVEReader()
        let stream = PaVEBuilder.idr(1).bytes + [1, 2, 3] + PaVEBuilder.predicted(2).bytes
        let taken = reader.append(stream).compactMap { assembler.receive($0) }
        #expect(taken.count == 1)
        let empty = numbers([.idr(1), PaVEBuilder(payload: [9, 9], number: 2), .predicted(3)])
        #expect(empty.taken.count == 1)
        #expect(empty.dropped == 2)
    }

    @Test("An announcement of a picture to come changes nothing")
    func advertisement() {
        let announced = PaVEBuilder(number: 2, control: 1)
        #expect(numbers([.idr(1), announced, .predicted(2)]).taken.count == 2)
    }

    @Test("Another codec is named and not handed on; after it an IDR picture is waited for")
    func codec() {
        var assembler = ARDrone.PaVEFrames()
        // 3 is MPEG-4, which the drone sends while it records (video_codec 0x80).
        let other = PaVEBuilder(codec: 3, payload: [0, 0, 1, 0xB6], number: 2)
        #expect(pictures([.idr(1), other], &assembler).count == 1)
        #expect(assembler.codec?.description == "MPEG-4 (codec 3)")
        #expect(pictures([.predicted(3), .idr(4)], &assembler).map(\.isKeyframe) == [true])
        #expect(assembler.codec == .h264)
    }

    @Test("A picture of endless slices is given up at the bound")
    func endless() {
        var assembler = ARDrone.PaVEFrames()
        var slice = PaVEBuilder(number: 1, frameType: 1, sliceCount: 255)
        slice.payload = H264Bytes.idrSlice(1) + [UInt8](repeating: 7, count: 700_000)
        #expect(pictures([slice, slice, slice], &assembler).isEmpty)
        #expect(assembler.statistics.lost > 0)
        #expect(pictures([.idr(2)], &assembler).count == 1)
    }

    @Test("A new connection follows nothing: it waits, and old parameter sets are forgotten")
    func begin() {
        var assembler = ARDrone.PaVEFrames()
        #expect(pictures([.idr(1)], &assembler).count == 1)
        assembler.begin()
        let bare = PaVEBuilder(payload: H264Bytes.idrSlice(1), number: 2, frameType: 1)
        #expect(pictures([.predicted(2), bare], &assembler).isEmpty)
        #expect(assembler.statistics.lost == 0)
    }
}
