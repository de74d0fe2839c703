import Core
import LinuxIO
import TestSupport
import Testing
import Values

@testable import Drivers

/// Frames out of a stream, however it is damaged and cut.
struct RFIDReaderFrameTests {
    /// The tags of a stream that comes in pieces of this size, and the bytes that were of no use.
    private func read(
        _ bytes: [UInt8], pieces size: Int = 1 << 20
    ) -> (tags: [String], discarded: Int) {
        var session = RFIDReader.Session(
            "/dev/serial0", .baud9600, goneAfter: .seconds(2), at: .zero)
        var tags: [String] = []
        for place in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[place...].prefix(size))
            for case .sight(let tag, _) in session.receive(piece, at: .zero) {
                tags.append(tag.description)
            }
        }
        return (tags, session.counters.discardedBytes)
    }

    @Test(
        "each frame that was seen or is in a manual gives its tag",
        arguments: 0..<TagFrames.all.count)
    func vector(index: Int) {
        let (tag, frame) = TagFrames.all[index]
        #expect(RFIDReader.Frame(frame[...]) == TagID(tag).map { .tag($0, length: frame.count) })
        #expect(read(frame) == ([tag], 0))
        #expect(read(frame, pieces: 1) == ([tag], 0))
        #expect(read([2, 2, 2] + frame) == ([tag], 3))
        for length in 1..<frame.count {
            #expect(RFIDReader.Frame(frame[..<length]) == .incomplete)
            // A frame that was cut never hides the one behind it.
            #expect(read(frame[..<length] + frame) == ([tag], length))
        }
    }

    @Test("frames follow each other without anything between them, of either kind") func together()
    {
        let read = read(TagFrames.all.flatMap(\.frame))
        #expect(Set(read.tags) == Set(TagFrames.all.map(\.tag)))
        #expect(read.discarded == 0)
    }

    @Test("a stream with cut frames, noise and stray beginnings gives every whole frame")
    func stream() {
        let (a, b) = (TagFrames.a, TagFrames.b)
        let pieces: [[UInt8]] = [
            [0x00, 0xFF, 0x02, 0x3E, 0x20], Array(a[..<17]), a, [2, 2], b, b, [0x0D, 0x0A],
            a.dropLast(), b,
        ]
        let stream = pieces.flatMap { $0 }
        for size in [1, 7, 64] {
            var session = RFIDReader.Session(
                "/dev/serial0", .baud9600, goneAfter: .seconds(2), at: .zero)
            for place in stride(from: 0, to: stream.count, by: size) {
                _ = session.receive(
                    Array(stream[place..<min(stream.count, place + size)]), at: .zero)
            }
            #expect(session.counters.frames == 4)
            #expect(session.counters.discardedBytes == 55)
        }
        #expect(read(stream).tags == ["276098100000010", "276098100000026"])
    }

    @Test("of all frames with one bit turned only one passes: ETX becomes the end of an ear tag's")
    func bitFlips() {
        var passed: [Int] = []
        for bit in 0..<(8 * TagFrames.a.count) {
            var frame = TagFrames.a
            frame[bit / 8] ^= 1 << UInt8(bit % 8)
            if !read(frame).tags.isEmpty { passed.append(bit) }
        }
        #expect(passed == [8 * 29 + 2])
        for bit in 0..<(8 * 14) {
            var frame = TagFrames.discs[0].frame
            frame[bit / 8] ^= 1 << UInt8(bit % 8)
            // A digit in the other case is the same digit.
            let isCase = bit % 8 == 5 && frame[bit / 8] >= 0x61
            #expect(read(frame).tags.isEmpty != isCase, "bit \(bit)")
        }
    }

    @Test("a megabyte of noise is no tag, and all of it but the last few bytes is let go")
    func noise() {
        var random = SeededGenerator(seed: 7)
        let bytes = (0..<(1 << 20)).map { _ in UInt8.random(in: 0...255, using: &random) }
        let read = read(bytes)
        #expect(read.tags == [])
        #expect(bytes.count - read.discarded < RFIDReader.Frame.maxLength)
    }

    @Test("how a damaged stream is cut does not matter, and it gives only what was in it")
    func cuts() {
        var random = SeededGenerator(seed: 11)
        let known = Set(TagFrames.all.map(\.tag))
        for _ in 0..<2000 {
            var stream: [UInt8] = []
            for _ in 0..<4 { stream += TagFrames.all.randomElement(using: &random)?.frame ?? [] }
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                guard let place = stream.indices.randomElement(using: &random) else { break }
                switch Int.random(in: 0..<3, using: &random) {
                case 0: stream.remove(at: place)
                case 1: stream.insert(.random(in: 0...255, using: &random), at: place)
                default: stream[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
            }
            let whole = read(stream)
            #expect(known.isSuperset(of: whole.tags))
            #expect(read(stream, pieces: 1 + Int.random(in: 0..<40, using: &random)) == whole)
        }
    }
}
