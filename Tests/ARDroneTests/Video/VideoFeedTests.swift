import Core
import JSON
import LinuxIO
import Settings
import TestSupport
import TestTraits
import Testing
import Values

@testable import ARDrone
@testable import VideoRelay

/// The feed on real sockets, with time moved by hand.
@Suite("AR.Drone video feed", .timeLimit(.minutes(10)), .blocking)
struct ARDroneVideoFeedTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000))
    private let log = MemoryLog()
    private let drone: LoopbackVideoDrone
    private let directory: TemporaryDirectory
    private var socket: String { "\(directory.path)/video.sock" }

    init() throws {
        drone = try LoopbackVideoDrone()
        directory = try TemporaryDirectory()
    }

    private func feed(
        _ outputs: [VideoOutput]? = nil, at endpoint: IPv4Endpoint? = nil
    ) throws -> ARDrone.VideoFeed {
        let endpoint = endpoint ?? drone.endpoint
        let settings = try SettingsReader.read(
            ARDrone.Settings.self,
            from: [
                "address": .string(endpoint.host),
                "video_to": [
                    "drone_port": .number(Double(endpoint.port)), "socket": .string(socket),
                ],
            ], at: SettingPath(""))
        let feed = try ARDrone.VideoFeed(
            try ARDrone.VideoFeed.Setup(settings),
            to: outputs ?? [.socket(.path(socket), maxClients: 2)], scheduler: clock,
            log: Log(log, source: "test"), onEnd: {})
        feed.begin()
        return feed
    }

    /// Lets time pass until the feed has connected to the drone.
    private func connects() throws -> Bool {
        try eventually {
            clock.advance(by: .milliseconds(250))
            return try drone.accept()
        }
    }

    @Test(
        "A reader gets the video from the next IDR picture on, and readers do not matter to others")
    func readers() throws {
        let feed = try feed()
        defer { feed.close() }
        let first = try VideoReader(at: socket)
        #expect(try connects())
        try drone.send(.predicted(1), .idr(2), .predicted(3))
        let begin = PaVEBuilder.idr(2).payload + PaVEBuilder.predicted(3).payload
        #expect(
            try eventually {
                try first.read()
                return first.bytes == begin
            })
        let second = try VideoReader(at: socket)
        #expect(eventually { feed.report.readers == 2 })
        try drone.send(.predicted(4), .idr(5, header: 68), .predicted(6))
        let rest = PaVEBuilder.idr(5).payload + PaVEBuilder.predicted(6).payload
        #expect(
            try eventually {
                try first.read()
                try second.read()
                return second.bytes == rest
                    && first.bytes == begin + PaVEBuilder.predicted(4).payload + rest
            })
        // The bound of this feed is two.
        let third = try VideoReader(at: socket)
        #expect(eventually { third.isTurnedAway() })
        #expect(feed.report.readers == 2)
        #expect(feed.report.frames == 5)
        #expect(feed.report.pictureSize == ARDrone.PictureSize(width: 640, height: 360))
    }

    @Test("While nobody watches there is no connection to the drone")
    func unwatched() throws {
        let feed = try feed()
        defer { feed.close() }
        clock.advance(by: .seconds(5))
        #expect(try !drone.accept())
        #expect(feed.report.state == .unwatched)
        var reader: VideoReader? = try VideoReader(at: socket)
        #expect(try connects())
        withExtendedLifetime(reader) {}
        reader = nil
        #expect(
            eventually {
                clock.advance(by: .milliseconds(250))
                return feed.report.state == .unwatched
            })
        #expect(feed.report.readers == 0)
        #expect(log.lines.filter { $0.hasPrefix("warning") } == [])
    }

    @Test("A drone that hangs up, refuses or stalls is connected to again, and it is said once")
    func reconnects() throws {
        let feed = try feed()
        defer { feed.close() }
        let reader = try VideoReader(at: socket)
        #expect(try connects())
        try drone.send(.idr(1))
        #expect(eventually { feed.report.frames == 1 })
        drone.hangUp()
        #expect(try connects())
        #expect(log.lines.count { $0.contains("closed the connection; trying again") } == 1)
        // A predicted picture of a new connection has nothing to refer to.
        try drone.send(.predicted(2), .idr(3))
        #expect(eventually { feed.report.frames == 2 })
        let half = PaVEBuilder.predicted(4).bytes.dropLast(1)
        try drone.send(Array(half))
        clock.advance(by: .seconds(4))
        #expect(try connects())
        #expect(log.lines.count { $0.contains("nothing came for 3.0 s") } == 1)
        #expect(feed.report.reconnects >= 2)
        try reader.read()
        #expect(reader.bytes == PaVEBuilder.idr(1).payload + PaVEBuilder.idr(3).payload)
    }

    @Test("A drone that nobody answers for is tried for ever and complained about once")
    func refused() throws {
        drone.leave()
        let feed = try feed()
        defer { feed.close() }
        let reader = try VideoReader(at: socket)
        defer { withExtendedLifetime(reader) {} }
        #expect(
            eventually {
                clock.advance(by: .seconds(1))
                return feed.report.reconnects > 3
            })
        #expect(log.lines.count { $0.contains("Connection refused") } == 1)
    }

    @Test("Another codec is said once, with the setting that changes it")
    func codec() throws {
        let feed = try feed()
        defer { feed.close() }
        let reader = try VideoReader(at: socket)
        #expect(try connects())
        for number in 1...3 as ClosedRange<UInt32> {
            try drone.send(PaVEBuilder(codec: 3, payload: [1], number: number))
        }
        #expect(eventually { feed.report.dropped == 3 })
        #expect(log.lines.count { $0.contains("MPEG-4 (codec 3)") && $0.contains("129") } == 1)
        try reader.read()
        #expect(reader.bytes.isEmpty)
    }

    @Test("A reader that does not read costs a bounded amount of memory, and others nothing")
    func stalledReader() throws {
        let feed = try feed()
        defer { feed.close() }
        let stalled = try VideoReader(at: socket)
        defer { withExtendedLifetime(stalled) {} }
        #expect(try connects())
        let quick = try VideoReader(at: socket)
        #expect(eventually { feed.report.readers == 2 })
        // 40 MB, where the queue holds 2 MiB and the kernel a quarter of one.
        let filler = [UInt8](repeating: 7, count: 100_000)
        var expected = 0
        for number in 1...400 as ClosedRange<UInt32> {
            var picture = number % 10 == 1 ? PaVEBuilder.idr(number) : .predicted(number)
            picture.payload += filler
            expected += picture.payload.count
            try drone.send(picture)
            #expect(
                try eventually {
                    try quick.read()
                    return quick.bytes.count == expected
                })
        }
        // What is neither dropped nor read is all that is kept: 20 pictures in the queue, as many as
        // fit in 2 MiB, one that is begun and a few in the kernel.
        let report = try #require(feed.report.sinks.first)
        #expect(400 - report.dropped <= 30)
        #expect(log.lines.count { $0.contains("too slow") } >= 1)
        // What it gets in the end are whole pictures from an IDR picture on.
        try stalled.read()
        #expect(stalled.bytes.starts(with: PaVEBuilder.idr(1).payload))
    }

    @Test("After close nothing listens, no socket file is left, and no timer")
    func close() throws {
        let feed = try feed()
        let reader = try VideoReader(at: socket)
        #expect(try connects())
        feed.close()
        #expect(clock.pendingCount == 0)
        #expect(thrownError(IOError.self) { try VideoReader(at: socket) } != nil)
        #expect(directory.read("video.sock") == nil)
        #expect(eventually { reader.isTurnedAway() })
    }

    @Test("What the driver's link says is told apart: gone, silent, sending")
    func link() {
        var bench = LinkBench()
        #expect(ARDrone.VideoConnectionState.Drone(bench.link) == .absent)
        bench.run(.seconds(3), .hover)
        // This drone sets neither bit 1 (video enabled) nor bit 26 (video thread on).
        #expect(ARDrone.VideoConnectionState.Drone(bench.link) == .silent)
        bench.drone.state |= 1 << 26
        bench.run(.milliseconds(100), .hover)
        #expect(ARDrone.VideoConnectionState.Drone(bench.link) == .sending)
        bench.drone.state = bench.drone.state & ~(1 << 26) | 1 << 1
        bench.run(.milliseconds(100), .hover)
        #expect(ARDrone.VideoConnectionState.Drone(bench.link) == .sending)
        bench.drone.isSilent = true
        bench.run(.seconds(5), .hover)
        #expect(ARDrone.VideoConnectionState.Drone(bench.link) == .absent)
    }
}
