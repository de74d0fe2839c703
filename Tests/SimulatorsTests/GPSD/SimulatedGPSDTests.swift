import Core
import LinuxIO
import TestSupport
import Testing
import Values

@testable import Simulators

@Suite("Simulated gpsd on a socket")
struct SimulatedGPSDTests {
    private let clock = ManualScheduler()
    private let server: SimulatedGPSD

    init() throws {
        var options = SimulatedGPSDOptions()
        options.clientLimit = 2
        let position = try #require(Position(latitude: 47.5, longitude: 8.5))
        server = try SimulatedGPSD(
            on: try #require(IPv4Endpoint("127.0.0.1", port: 0)), scheduler: clock,
            options: options, receiver: { SimulatedFix(Fix(position: position)) })
    }

    /// A client that has read the banner.
    private func connect() throws -> StreamSocket {
        let client = try StreamSocket(connectingTo: server.endpoint)
        #expect(try read(client, until: "VERSION").contains("\"proto_major\":3"))
        return client
    }

    private func read(_ client: StreamSocket, until word: String) throws -> String {
        var text = ""
        _ = try eventually {
            if let bytes = try client.read(atMost: 65536) {
                text += String(decoding: bytes, as: UTF8.self)
            }
            return text.contains(word)
        }
        return text
    }

    private func watch(_ client: StreamSocket) throws {
        let request = Array("?WATCH={\"enable\":true,\"json\":true};".utf8)
        _ = try client.write(request[...])
        #expect(try read(client, until: "\"WATCH\"").contains("DEVICES"))
    }

    @Test("whoever watches gets five epochs a second, others get none")
    func reports() throws {
        let watcher = try connect()
        let other = try connect()
        try watch(watcher)
        clock.advance(by: .zero)
        for _ in 0..<5 { clock.advance(by: .milliseconds(200)) }
        var text = ""
        // Two positions an epoch: at 0, 200 ... 1000 ms.
        let hasAll = try eventually {
            if let bytes = try watcher.read(atMost: 65536) {
                text += String(decoding: bytes, as: UTF8.self)
            }
            return text.split(separator: "\r\n").count { $0.contains("\"TPV\"") } == 12
        }
        #expect(hasAll)
        #expect(try other.read(atMost: 100) == nil)
        server.stop()
    }

    @Test(
        "a fix tells where it is from, by the numbers of gps.h",
        arguments: [
            (nil, nil), (.satellites, 1), (.deadReckoning, 5), (.satellitesAndDeadReckoning, 6),
            (.simulated, 8),
        ] as [(SimulatedFix.Status?, Int?)])
    func status(status: SimulatedFix.Status?, number: Int?) throws {
        let place = try #require(Position(latitude: 47.5, longitude: 8.5))
        let reports = GPSDReports(device: "/dev/simulated", epoch: 0)
        let lines = String(
            decoding: reports.epoch(SimulatedFix(Fix(position: place), status: status), at: .zero),
            as: UTF8.self)
        let positions = lines.split(separator: "\r\n").filter { $0.contains("\"TPV\"") }
        #expect(positions.count == 2)
        let wanted = number.map { "\"status\":\($0)" }
        for line in positions {
            #expect(wanted.map { line.contains($0) } ?? !line.contains("\"status\""))
        }
    }

    @Test("more clients than the limit are turned away; a place becomes free when one leaves")
    func clientLimit() throws {
        var clients = [try connect(), try connect()]
        let third = try StreamSocket(connectingTo: server.endpoint)
        #expect(try eventually { try third.read(atMost: 10)?.isEmpty == true })
        clients.removeLast()
        #expect(eventually { server.clientCount == 1 })
        clients.append(try connect())
        #expect(server.clientCount == 2)
        server.stop()
    }

    @Test("a client that does not read is dropped, and the others never notice")
    func slowReader() throws {
        let slow = try connect()
        let quick = try connect()
        try watch(slow)
        try watch(quick)
        #expect(eventually { server.watcherCount == 2 })
        let isDropped = try eventually {
            clock.advance(by: .seconds(20))
            while try quick.read(atMost: 1 << 20) != nil {}
            return server.clientCount == 1
        }
        #expect(isDropped)
        clock.advance(by: .milliseconds(200))
        #expect(try read(quick, until: "TPV").contains("TPV"))
        server.stop()
    }

    @Test("stop closes every connection and leaves no timer")
    func stop() throws {
        let client = try connect()
        server.stop()
        #expect(try eventually { try client.read(atMost: 10)?.isEmpty == true })
        #expect(clock.pendingCount == 0)
        #expect(server.clientCount == 0)
    }
}
