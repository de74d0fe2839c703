import Core
import Glibc
import LinuxIO
import TestSupport
import Testing
import Values

@testable import Simulators

/// The drone behind real sockets.
struct SimulatedDroneTests {
    private func drone(
        _ scheduler: any Scheduler, _ change: (inout SimulatedDrone.Options) -> Void = { _ in }
    ) throws -> SimulatedDrone {
        var options = SimulatedDrone.Options(start: try #require(DroneModelBench.start))
        options.atPort = 0
        options.navdataPort = 0
        options.controlPort = 0
        options.videoPort = 0
        change(&options)
        return try SimulatedDrone(options, scheduler: scheduler)
    }

    /// The next packet, if one is there.
    private func receive(_ socket: UDPSocket) throws -> Packet? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        return try socket.receive(into: &buffer).map { Packet(Array(buffer[..<$0.length])) }
    }

    @Test("it is woken, configured, flown and landed over UDP")
    func flight() throws {
        // The sockets and their threads are real; the time is not.
        let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000))
        let drone = try drone(clock)
        defer { drone.stop() }
        let loopback = try #require(IPv4Endpoint("127.0.0.1", port: 0))
        let (navdata, commands) = (try UDPSocket(bind: loopback), try UDPSocket(bind: loopback))
        try commands.connect(to: drone.atEndpoint)

        // One byte wakes it as well as four do.
        try navdata.send([1], to: drone.navdataEndpoint)
        var latest: Packet?
        func pump(until condition: (Packet) -> Bool) throws -> Bool {
            try eventually {
                clock.advance(by: .milliseconds(20))
                while let packet = try receive(navdata) { latest = packet }
                return latest.map(condition) ?? false
            }
        }
        #expect(try pump { $0.state(11) && $0.bytes.count == 24 })
        try commands.send(Array("AT*CONFIG=1,\"general:navdata_demo\",\"TRUE\"\r".utf8))
        #expect(try pump { $0.state(6) })
        try commands.send(Array("AT*CTRL=2,5,0\r".utf8))
        #expect(try pump { !$0.state(6) && !$0.state(11) && $0.bytes.count == 500 })
        try commands.send(Array("AT*REF=3,290718208\r".utf8))
        #expect(try pump { $0.u32(20) >> 16 == 4 && $0.i32(16 + 24) > 500 })
        #expect(drone.truth.phase == .hovering)
        try commands.send(Array("AT*REF=4,290717696\r".utf8))
        #expect(try pump { $0.u32(20) >> 16 == 2 })
        #expect(drone.truth.motors == .off)
    }

    @Test("an outage lets nothing through, and heals")
    func outage() throws {
        let clock = ManualScheduler()
        let drone = try drone(clock)
        defer { drone.stop() }
        let client = try UDPSocket(bind: try #require(IPv4Endpoint("127.0.0.1", port: 0)))
        try client.send([1, 0, 0, 0], to: drone.navdataEndpoint)
        #expect(
            try eventually {
                clock.advance(by: .milliseconds(5))
                return try receive(client) != nil
            })
        drone.inject { $0.isOutage = true }
        while try receive(client) != nil {}
        clock.advance(by: .seconds(1))
        #expect(try receive(client) == nil)
        drone.inject { $0.isOutage = false }
        clock.advance(by: .seconds(1))
        #expect(try eventually { try receive(client) != nil })
    }

    @Test("packet loss loses its share")
    func loss() throws {
        let clock = ManualScheduler()
        let drone = try drone(clock)
        defer { drone.stop() }
        let client = try UDPSocket(bind: try #require(IPv4Endpoint("127.0.0.1", port: 0)))
        try client.send([1, 0, 0, 0], to: drone.navdataEndpoint)
        #expect(
            try eventually {
                clock.advance(by: .milliseconds(5))
                return try receive(client) != nil
            })
        drone.inject { $0.down.loss = 0.5 }
        while try receive(client) != nil {}
        // 4 s are 60 packets. Loopback delivers before `send` returns.
        clock.advance(by: .seconds(4))
        var count = 0
        while try receive(client) != nil { count += 1 }
        #expect((15...45).contains(count))
    }

    /// What has come on a TCP connection once there is enough of it.
    private func read(
        _ socket: StreamSocket, _ clock: ManualScheduler, until isEnough: ([UInt8]) -> Bool
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let isThere = try eventually {
            clock.advance(by: .milliseconds(10))
            while let more = try socket.read(atMost: 1 << 16), !more.isEmpty { bytes += more }
            return isEnough(bytes)
        }
        #expect(isThere)
        return bytes
    }

    @Test("CTRL 4 sends the configuration to whoever is connected on the control port")
    func control() throws {
        let clock = ManualScheduler()
        let drone = try drone(clock)
        defer { drone.stop() }
        let connection = try StreamSocket(connectingTo: drone.controlEndpoint)
        #expect(try connection.wait(for: POLLOUT, milliseconds: 1000))
        let commands = try UDPSocket(bind: try #require(IPv4Endpoint("127.0.0.1", port: 0)))
        try commands.connect(to: drone.atEndpoint)
        try commands.send(Array("AT*CTRL=1,4,0\r".utf8))
        let dump = try read(connection, clock) { $0.last == 0 }
        let text = String(decoding: dump.dropLast(), as: UTF8.self)
        #expect(text.hasPrefix("general:num_version_config = 1\n"))
        // The connection stays for the next one.
        try commands.send(Array("AT*CTRL=2,6,0\r".utf8))
        let list = try read(connection, clock) { $0.last == 0 }
        #expect(String(decoding: list, as: UTF8.self).hasPrefix("[applis]"))
    }

    @Test("video frames come one behind the other, as long as their headers say")
    func video() throws {
        let clock = ManualScheduler()
        let drone = try drone(clock) { $0.video.idrPeriod = 5 }
        defer { drone.stop() }
        let connection = try StreamSocket(connectingTo: drone.videoEndpoint)
        #expect(try connection.wait(for: POLLOUT, milliseconds: 1000))
        let bytes = try read(connection, clock) { $0.count > 3000 }
        var (offset, count) = (0, 0)
        while offset + 64 <= bytes.count {
            let header = Packet(Array(bytes[offset...]))
            #expect(Array(header.bytes.prefix(4)) == Array("PaVE".utf8))
            offset += Int(header.u16(6)) + Int(header.u32(8))
            count += 1
        }
        #expect(count > 5)
    }

    @Test("who does not read is dropped, and the others go on")
    func slowReader() throws {
        let server = try BroadcastServer(
            on: try #require(IPv4Endpoint("127.0.0.1", port: 0)), name: "feed", backlogLimit: 1000)
        defer { server.stop() }
        let slow = try StreamSocket(connectingTo: server.endpoint)
        #expect(try slow.wait(for: POLLOUT, milliseconds: 1000))
        #expect(eventually { server.clientCount == 1 })
        // More than the kernel's buffers hold, on both sides.
        for _ in 0..<200 where server.clientCount > 0 {
            server.broadcast([UInt8](repeating: 7, count: 100_000))
        }
        #expect(server.clientCount == 0)
        let next = try StreamSocket(connectingTo: server.endpoint)
        #expect(try next.wait(for: POLLOUT, milliseconds: 1000))
        // The kernel connects before the server has taken the connection.
        #expect(eventually { server.clientCount == 1 })
        server.broadcast([1, 2, 3])
        #expect(try next.wait(milliseconds: 1000))
        #expect(try next.read(atMost: 10) == [1, 2, 3])
    }

    @Test("who leaves is forgotten")
    func leaving() throws {
        let server = try BroadcastServer(
            on: try #require(IPv4Endpoint("127.0.0.1", port: 0)), name: "feed", backlogLimit: 1000)
        defer { server.stop() }
        var client: StreamSocket? = try StreamSocket(connectingTo: server.endpoint)
        #expect(eventually { server.clientCount == 1 })
        withExtendedLifetime(client) {}
        client = nil
        #expect(eventually { server.clientCount == 0 })
    }

    @Test("a port that is taken is named")
    func taken() throws {
        let clock = ManualScheduler()
        let first = try drone(clock)
        defer { first.stop() }
        let port = first.atEndpoint.port
        do {
            _ = try drone(clock) { $0.atPort = port }
            Issue.record("two drones on one port")
        } catch let fault as DeviceError {
            #expect(fault.message.contains("UDP port \(port)"))
        }
        #expect(throws: DeviceError.self) { _ = try drone(clock) { $0.address = "drone.local" } }
    }

    @Test("stopping it leaves no timer behind")
    func stops() throws {
        let clock = ManualScheduler()
        let drone = try drone(clock)
        #expect(clock.pendingCount == 1)
        drone.stop()
        #expect(clock.pendingCount == 0)
    }
}
