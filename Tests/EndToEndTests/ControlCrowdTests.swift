import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import TestTraits
import Testing
import Threads
import Values

/// Who is answered while many come: the pilot of the demo, whose drone is not there, is asked to land.
@Suite(.blocking, .timeLimit(.minutes(5))) struct ControlCrowdTests {
    private static let hover = #"{"request": "send", "to": "pilot", "name": "hover"}"# + "\n"
    private static let land = #"{"request": "send", "to": "pilot", "name": "land"}"#

    private let home: TestInstallation
    private let roost: RoostProcess

    init() throws {
        home = try TestInstallation(
            configuration: DemoConfiguration.text(at: LoopbackAddress.claim(), altitude: "1m"))
        roost = try home.start()
    }

    /// Asks to land again and again while `flood` is called; each must be answered.
    private func landAmid(_ flood: @escaping @Sendable (String) -> Void) throws {
        let (end, socket) = (Locked(false), home.socket)
        let done = Latch()
        WorkerThread.start("flood") {
            while !end.value { flood(socket) }
            done.open()
        }
        defer {
            end.value = true
            done.wait()
        }
        for _ in 0..<20 {
            #expect(try home.ask(Self.land)["ok"] == true)
            let sent = try finished(RoostProcess("send", "pilot", "land", "--socket", home.socket))
            #expect(sent.end == .exited(0), "\(sent.errors)")
        }
    }

    @Test("where descriptors are short, connections that say nothing keep nobody out")
    func fewDescriptors() throws {
        let home = try TestInstallation(
            configuration: DemoConfiguration.text(at: LoopbackAddress.claim(), altitude: "1m"))
        let roost = try RoostProcess(
            ["run", home.configuration, "--runtime", home.runtime],
            under: ["/bin/sh", "-c", #"ulimit -n 24; exec "$0" "$@""#])
        try roost.waitFor("started:")
        let idle = try (0..<30).map { _ in try StreamSocket(connectingTo: home.socket) }
        for _ in 0..<5 {
            let began = ContinuousClock.now
            #expect(try home.ask(Self.land)["ok"] == true)
            let sent = try finished(RoostProcess("send", "pilot", "land", "--socket", home.socket))
            #expect(sent.end == .exited(0), "\(sent.errors)")
            #expect(began.duration(to: .now) < .seconds(2))
        }
        withExtendedLifetime(idle) {}
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(40)) == .exited(0), "\(roost.errors)")
    }

    @Test("sixty hovers each tenth of a second lose no landing of anybody") func hovers() throws {
        try landAmid { socket in
            let clients = (0..<60).compactMap { _ in try? StreamSocket(connectingTo: socket) }
            for client in clients { _ = try? client.write(Array(Self.hover.utf8)[...]) }
            usleep(100_000)
        }
    }

    @Test("hovers in twenties on connections that stay, and are never read, lose none either")
    func pipelined() throws {
        let kept = Locked<[StreamSocket]>([])
        let lines = Array(String(repeating: Self.hover, count: 20).utf8)
        try landAmid { socket in
            // 1,000 a second: more than were seen to keep landings out, and no more than a machine can take that
            // does something else, too.
            let clients = (0..<5).compactMap { _ in try? StreamSocket(connectingTo: socket) }
            for client in clients { _ = try? client.write(lines[...]) }
            kept.withLock { kept in
                kept += clients
                kept = kept.suffix(100)
            }
            usleep(100_000)
        }
    }

    @Test("hundreds of connections that say nothing, and a line without an end, lose none")
    func silent() throws {
        let kept = Locked<[StreamSocket]>([])
        let endless = try StreamSocket(connectingTo: home.socket)
        let piece = [UInt8](repeating: 0x78, count: 65536)
        try landAmid { socket in
            for _ in 0..<10 {
                _ = try? endless.write(piece[...])
                guard let one = try? StreamSocket(connectingTo: socket) else { continue }
                kept.withLock { kept in
                    kept.append(one)
                    kept = kept.suffix(200)
                }
            }
            usleep(10_000)
        }
        #expect(roost.errors.contains("idle connections to the control socket: the oldest goes"))
    }

    @Test("a landing whose asker hangs up at once is done") func askerGone() throws {
        for _ in 0..<5 {
            let asker = try StreamSocket(connectingTo: home.socket)
            _ = try asker.write(Array("\(Self.land)\n".utf8)[...])
            asker.hangUp()
        }
        try roost.waitFor("asked by a person of pilot: land")
        try home.waitForStatus("lands") { $0.reason(of: "pilot").contains("land") }
    }

    @Test("whoever closes its half is answered, also later") func halfClosed() throws {
        let asker = try StreamSocket(connectingTo: home.socket)
        _ = try asker.write(Array("\(Self.land)\n".utf8)[...])
        shutdown(asker.descriptor.number, Int32(SHUT_WR))
        var answer: [UInt8] = []
        while try asker.wait(milliseconds: 10_000), let more = try asker.read(atMost: 4096),
            !more.isEmpty
        { answer += more }
        #expect(String(decoding: answer, as: UTF8.self).contains(#""ok":true"#))
    }

    @Test("a line without an end costs little") func endless() throws {
        let endless = try StreamSocket(connectingTo: home.socket)
        let piece = [UInt8](repeating: 0x78, count: 65536)
        func milliseconds() throws -> Int {
            let bytes = try readFile("/proc/\(roost.pid)/stat", atMost: 4096)
            let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last
            return (fields ?? "").split(separator: " ").dropFirst(11).prefix(2)
                .compactMap { Int($0) }.reduce(0, +) * 10
        }
        let clock = DispatchScheduler()
        func cost(_ send: () -> Void) throws -> Int {
            let (before, end) = (try milliseconds(), clock.now + .seconds(2))
            while clock.now < end { send() }
            return try milliseconds() - before
        }
        let idle = try cost { usleep(10_000) }
        let flooded = try cost { _ = try? endless.write(piece[...]) }
        // Of two seconds; it was 40 % of a processor.
        #expect(flooded - idle < 800, "\(idle) ms idle, \(flooded) ms with it")
    }
}
