@testable import Core
import DriverKit
import JSON
import LinuxIO
import Settings
import TestSupport
import Testing
import Values

@testable import Drivers

/// The driver on a real socket, with a server played by the test.
@Suite("gpsd driver")
struct GPSDDriverTests {
    private let bench = DriverBench<GPSD>()
    private let listener: StreamListener

    init() throws {
        listener = try StreamListener(on: try #require(IPv4Endpoint("127.0.0.1", port: 0)))
    }

    private func start() throws -> any Driver {
        let port = try #require(listener.local).port
        return try bench.start(["port": .number(Double(port))])
    }

    /// Accepts the driver's connection and greets it.
    private func greet() throws -> StreamSocket {
        var accepted: StreamSocket?
        _ = try eventually {
            accepted = try listener.accept()
            return accepted != nil
        }
        let client = try #require(accepted)
        try say(#"{"class":"VERSION","release":"3.22","proto_major":3}"#, client)
        return client
    }

    private func say(_ line: String, _ client: StreamSocket) throws {
        let bytes = Array((line + "\r\n").utf8)
        #expect(try client.write(bytes[...]) == bytes.count)
    }

    private var position: Sample<Fix> { bench.sample(GPSD.position) }

    private static let choice =
        "gpsd has several receivers, /dev/a and /dev/b: name one (\"device\")"

    @Test("two receivers give no position, and the log says once what to do") func several() throws
    {
        let driver = try start()
        defer { driver.close() }
        let client = try greet()
        for _ in 0..<3 {
            for (device, latitude) in [("/dev/a", 47.5), ("/dev/b", 47.6)] {
                try say(
                    #"{"class":"TPV","device":"\#(device)","mode":3,"lat":\#(latitude),"lon":8.5}"#,
                    client)
            }
        }
        #expect(eventually { position.quality == .absent(Self.choice) })
        #expect(eventually { bench.log.lines.contains { $0.hasSuffix(Self.choice) } })
        #expect(bench.log.lines.count { $0.contains(Self.choice) } == 1)
    }

    @Test("the examination names both, and what to do") func examinesSeveral() throws {
        let port = try #require(listener.local).port
        let settings = try SettingsReader.read(
            GPSD.Settings.self, from: ["port": .number(Double(port))], at: SettingPath("gps"))
        let found = AbandonableCall {
            Result { () throws(DeviceError) in
                try GPSD.examine(
                    settings, SystemPaths(runtime: "/nonexistent"), DispatchScheduler())
            }
        }
        let client = try greet()
        try say(
            #"{"class":"DEVICES","devices":[{"path":"/dev/a"},{"path":"/dev/b"}]}"#, client)
        for device in ["/dev/a", "/dev/b"] {
            try say(
                #"{"class":"TPV","device":"\#(device)","mode":3,"lat":47.5,"lon":8.5}"#, client)
        }
        guard case .failure(let fault)? = found.value(within: .seconds(30)) else {
            Issue.record("one of two was taken")
            return
        }
        #expect(fault.kind == .refused)
        #expect(fault.message == "\(Self.choice) (127.0.0.1:\(port))")
    }

    @Test("it asks for reports and publishes fixes, which grow stale after two seconds")
    func publishes() throws {
        let driver = try start()
        defer { driver.close() }
        let client = try greet()
        #expect(try client.wait(milliseconds: 10_000))
        let request = try #require(try client.read(atMost: 100))
        #expect(
            String(decoding: request, as: UTF8.self)
                == "?WATCH={\"enable\":true,\"json\":true};\r\n")
        try say(#"{"class":"TPV","mode":3,"lat":47.5,"lon":8.5}"#, client)
        #expect(eventually { position.good != nil })
        #expect(position.value?.position == Position(latitude: 47.5, longitude: 8.5))
        bench.clock.advance(by: .milliseconds(2100))
        #expect(position.quality == .stale(limit: .seconds(2)))
    }

    @Test("a closed connection makes the position absent and is reported as absent, once")
    func reportsEnd() throws {
        let driver = try start()
        defer { driver.close() }
        try {
            let client = try greet()
            // Read before closing: else the kernel resets the connection.
            #expect(try client.wait(milliseconds: 10_000))
            _ = try client.read(atMost: 100)
            try say(#"{"class":"TPV","mode":3,"lat":47.5,"lon":8.5}"#, client)
            #expect(eventually { position.good != nil })
        }()
        #expect(eventually { !bench.reportedFaults.isEmpty })
        #expect(
            position.quality.description.hasPrefix("absent: gpsd closed the connection (127.0.0.1:")
        )
        #expect(bench.reportedFaults.map(\.kind) == [.absent])
        #expect(bench.clock.pendingCount == 0)
    }

    @Test("where nobody listens the fault is absence, and says what to look for")
    func nobodyListens() throws {
        // The listener has this port on 127.0.0.1 only.
        let port = try #require(listener.local).port
        var faults: [DeviceError] = []
        do {
            let driver = try bench.start(["host": "127.0.0.2", "port": .number(Double(port))])
            defer { driver.close() }
            // A refusal may come with the connect or a moment later.
            #expect(eventually { !bench.reportedFaults.isEmpty })
            faults = bench.reportedFaults
        } catch let fault as DeviceError {
            faults = [fault]
        }
        #expect(faults.map(\.kind) == [.absent])
        #expect(faults.first?.message.contains("Connection refused; is it running") == true)
    }

    @Test("after close nothing is published and no timer is left")
    func closes() throws {
        let driver = try start()
        let client = try greet()
        #expect(try client.wait(milliseconds: 10_000))
        driver.close()
        let before = bench.connections.source(GPSD.position).count
        // The peer sees the end of the connection: nothing was left open.
        _ = try client.read(atMost: 100)
        #expect(try eventually { try client.read(atMost: 100)?.isEmpty == true })
        #expect(bench.connections.source(GPSD.position).count == before)
        #expect(bench.clock.pendingCount == 0)
        #expect(bench.reportedFaults.isEmpty)
    }

    @Test("the status tells release, epochs and broken lines")
    func diagnostics() throws {
        let driver = try start()
        defer { driver.close() }
        let client = try greet()
        try say("{", client)
        try say(#"{"class":"TPV","mode":3,"time":"1","lat":47.5,"lon":8.5}"#, client)
        #expect(eventually { position.good != nil })
        let diagnostics = driver.diagnostics(at: bench.clock.now)
        #expect(
            diagnostics.prefix(3) == [
                Diagnostic("release", "3.22"), Diagnostic("epochs", 1), Diagnostic("bad_lines", 1),
            ])
    }

    @Test("an examination waits for as long as its clock says, and tells why it has nothing")
    func examination() throws {
        // The kernel accepts the connection; nobody greets.
        let port = try #require(listener.local).port
        let settings = try bench.settings(["port": .number(Double(port))])
        let fault = thrownError(DeviceError.self) {
            _ = try GPSD.examine(settings, bench.system, JumpingClock())
        }
        #expect(fault?.kind == .absent)
        #expect(fault?.message.contains("no greeting from gpsd") == true)
    }

    @Test("settings out of range are refused")
    func settings() {
        #expect(throws: ConfigurationErrors.self) { try bench.settings(["port": 0]) }
        #expect(throws: ConfigurationErrors.self) { try bench.settings(["host": "localhost"]) }
        #expect(throws: ConfigurationErrors.self) { try bench.settings(["stale_after": 2]) }
    }
}

/// On which four seconds pass between any two looks.
private struct JumpingClock: Scheduler {
    private let hand = ManualScheduler()

    var now: Instant {
        hand.advance(by: .seconds(4))
        return hand.now
    }

    func every(
        _ period: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable { hand.every(period, name: name, work) }

    func after(
        _ delay: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable { hand.after(delay, name: name, work) }

    func sleep(for delay: Duration) { hand.sleep(for: delay) }
}
