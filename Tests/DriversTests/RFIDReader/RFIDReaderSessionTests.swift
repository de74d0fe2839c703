import Core
import LinuxIO
import TestSupport
import Testing
import Values

@testable import Drivers

struct RFIDReaderSessionTests {
    private typealias Action = RFIDReader.Session.Action

    private let start = Instant(nanoseconds: 1_000_000_000)

    private func at(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }

    private func session() -> RFIDReader.Session {
        RFIDReader.Session("/dev/serial0", .baud9600, goneAfter: .seconds(2), at: start)
    }

    private func sights(_ actions: [Action]) -> [String] {
        actions.compactMap {
            if case .sight(let tag, _) = $0 { tag.description } else { nil }
        }
    }

    private func tag(_ actions: [Action]) -> TagPresence? {
        guard case .presence(let presence, _) = actions.last else { return nil }
        return presence
    }

    private func why(_ actions: [Action]) -> String? {
        guard case .unreadable(let why) = actions.last else { return nil }
        return why
    }

    @Test("a tag is told when it comes, once, with every reading counted") func tells() {
        var session = session()
        let tag = TagID("276098100000010")
        #expect(
            session.receive(TagFrames.a, at: at(10))
                == [
                    tag.map { .sight($0, at: at(10)) },
                    .presence(TagPresence(tag: tag, reads: 1, since: at(10)), takenAt: at(10)),
                ].compactMap(\.self))
        #expect(
            session.receive(TagFrames.a, at: at(100))
                == [.presence(TagPresence(tag: tag, reads: 2, since: at(10)), takenAt: at(100))])
    }

    @Test("a tag is gone after the time of the settings, and a missed reading is no absence")
    func gone() {
        var session = session()
        _ = session.receive(TagFrames.a, at: at(0))
        _ = session.receive(TagFrames.a, at: at(1900))
        #expect(tag(session.tick(at: at(3000)))?.tag != nil)
        #expect(tag(session.tick(at: at(3899)))?.tag != nil)
        #expect(session.nextWake == at(3900))
        #expect(
            session.tick(at: at(3900)) == [.presence(.none(since: at(3900)), takenAt: at(3900))])
        // It comes back.
        #expect(sights(session.receive(TagFrames.a, at: at(3901))) == ["276098100000010"])
    }

    @Test("two tags that are read in turn are each told once") func two() {
        var session = session()
        var told: [String] = []
        for time in stride(from: 0, to: 10_000, by: 200) {
            told += sights(session.receive(TagFrames.a, at: at(time)))
            let next = session.receive(TagFrames.discs[0].frame, at: at(time + 100))
            told += sights(next)
            #expect(tag(next)?.reads == 1)
        }
        #expect(told == ["276098100000010", "01 0006547886"])
    }

    @Test("with nothing to say it says so every second, and is asked no oftener") func quiet() {
        var session = session()
        for second in 0..<5 {
            #expect(session.nextWake == at(1000 * second))
            #expect(
                session.tick(at: at(1000 * second))
                    == [.presence(.none(since: start), takenAt: at(1000 * second))])
        }
    }

    @Test("bytes that are no frames are said to be none, with what to look after") func wrongSpeed()
    {
        var session = session()
        // What 9600 baud look like at a quarter of that, with STX and ETX among them.
        let noise: [UInt8] = [0xF8, 0x00, 0x86, 0x02, 0x9E, 0x03]
        var last: [Action] = []
        for time in stride(from: 0, to: 1000, by: 50) {
            last = session.receive(noise, at: at(time))
        }
        #expect(why(last)?.contains("really 9600 baud") == true)
        #expect(why(session.tick(at: at(1000))) != nil)
        #expect(session.counters.discardedBytes == 120)
        // It may have been a lorry.
        #expect(tag(session.tick(at: at(11_000)))?.tag == nil)
        #expect(why(session.tick(at: at(11_000))) == nil)
    }

    /// esphome/issues#3610: ten digits, and their XOR (0x3C) as one byte.
    @Test(
        "frames of a reader of another kind are shown, and the speed is not blamed",
        arguments: [
            [
                0x02, 0x30, 0x31, 0x31, 0x34, 0x41, 0x45, 0x33, 0x42, 0x42, 0x43, 0x3C, 0x03,
            ],
            // The same with a checksum that is an STX itself, and 16 digits.
            [
                0x02, 0x30, 0x31, 0x31, 0x34, 0x41, 0x45, 0x33, 0x42, 0x38, 0x32, 0x02, 0x03,
            ],
            [0x02] + [UInt8](repeating: 0x41, count: 16) + [0x0D, 0x0A, 0x03],
        ] as [[UInt8]])
    func unknownFrames(frame: [UInt8]) {
        for size in [1, 5, 100] {
            var session = session()
            var last: [Action] = []
            let stream = Array([[UInt8]](repeating: frame, count: 10).joined())
            for place in stride(from: 0, to: stream.count, by: size) {
                last = session.receive(Array(stream[place...].prefix(size)), at: at(place))
            }
            let why = why(last) ?? ""
            #expect(why.contains("frames of \(frame.count) bytes at /dev/serial0 that are no tag"))
            #expect(why.contains("such as 02 \(frame[1] == 0x30 ? "30 31" : "41 41")"))
            #expect(why.contains("03: the speed is right") && !why.contains("baud"))
            // What comes later is judged by itself.
            for time in stride(from: 20_000, to: 21_000, by: 50) {
                last = session.receive([0xF8, 0x00, 0x86, 0x02, 0x9E, 0x03], at: at(time))
            }
            #expect(self.why(last)?.contains("really 9600 baud") == true)
        }
    }

    @Test("a tag that is there is not given up for noise, and a frame ends the complaint")
    func noiseBeside() {
        var session = session()
        _ = session.receive(TagFrames.a, at: at(0))
        _ = session.receive([UInt8](repeating: 0xFF, count: 500), at: at(10))
        #expect(tag(session.tick(at: at(20)))?.tag != nil)
        #expect(why(session.tick(at: at(2000))) != nil)
        #expect(tag(session.receive(TagFrames.b, at: at(2010)))?.tag == TagID("276098100000026"))
    }

    @Test("what is left of a frame is no part of what comes after a silence") func silence() {
        let frame = TagFrames.a
        for cut in 1..<frame.count {
            var session = session()
            _ = session.receive(Array(frame[..<cut]), at: at(0))
            #expect(session.receive(Array(frame[cut...]), at: at(251)) == [])
            _ = session.receive(frame, at: at(300))
            #expect(session.counters.frames == 1 && session.counters.discardedBytes == frame.count)
        }
    }

    @Test("a flood is taken in one go, and tells of each tag once") func flood() {
        var session = session()
        let pair = TagFrames.a + TagFrames.discs[1].frame
        let actions = session.receive((0..<20_000).flatMap { _ in pair }, at: at(0))
        #expect(sights(actions) == ["276098100000010", "10 0008844356"])
        #expect(actions.count == 3)
        #expect(session.counters.frames == 40_000 && session.counters.discardedBytes == 0)
    }

    @Test("the end of the line is told with its name") func ended() {
        var session = session()
        #expect(
            session.ended(nil) == DeviceError(.absent, "/dev/serial0 hung up"))
    }
}
