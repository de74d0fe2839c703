import Core
import DriverKit
import JSON
import LinuxIO
import TestSupport
import TestTraits
import Testing
import Values

@testable import ARDrone

@Suite("AR.Drone control port", .timeLimit(.minutes(10)), .blocking)
struct ARDroneControlPortTests {
    private let bench = DriverBench(ARDrone.self)
    private let listener: StreamListener
    private let io: ARDrone.DriverIO
    private let shell: ARDrone.Shell

    init() throws {
        listener = try StreamListener(on: try #require(IPv4Endpoint("127.0.0.1", port: 0)))
        let port = try #require(listener.local).port
        let settings = try bench.settings([
            "address": "127.0.0.1", "control_port": .number(Double(port)),
        ])
        io = try ARDrone.DriverIO(settings, bench.context(), ARDrone.DroneSockets())
        let link = ARDrone.Link(ARDrone.Link.Setup(), at: bench.clock.now)
        shell = ARDrone.Shell(
            bench.context(),
            ARDrone.DriverState(link, ARDrone.FlightMark(isSet: false, at: bench.clock.now)),
            io.hooks)
    }

    /// Connects and gives the drone's end.
    private func connect() throws -> StreamSocket {
        io.openControlPort(shell, at: bench.clock.now)
        var peer: StreamSocket?
        #expect(
            try eventually {
                peer = try listener.accept()
                return peer != nil
            })
        return try #require(peer)
    }

    private var connection: ARDrone.StreamConnection? { shell.with { $0.controlPort } ?? nil }

    private func read() {
        shell.with { $0.readControlPort(at: bench.clock.now) }
    }

    @Test("What an old connection still has to say is no matter of the new one")
    func oldConnection() throws {
        var old: StreamSocket? = try connect()
        shell.with { $0.controlPort = nil }
        let peer = try connect()
        let new = try #require(connection)
        try #require(try old?.write([1, 2, 3][...]) == 3)
        old = nil
        // Its reader may be in its last call only now.
        for _ in 0..<3 { read() }
        #expect(connection === new)
        // Nothing to read, and not the end.
        #expect(try peer.read(atMost: 1) == nil)
    }

    @Test("A connection that the drone closes goes at once, for its end stays readable")
    func closed() throws {
        var peer: StreamSocket? = try connect()
        #expect(connection != nil)
        withExtendedLifetime(peer) {}
        peer = nil
        #expect(eventually { connection == nil })
    }

    @Test("At the driver's end the drone sees the connection close")
    func driverEnds() throws {
        let peer = try connect()
        #expect(try peer.read(atMost: 1) == nil)
        shell.fail(DeviceError(.absent, "unplugged"))
        #expect(eventually { (try? peer.read(atMost: 1)) == [] })
    }
}
