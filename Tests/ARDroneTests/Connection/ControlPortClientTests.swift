import LinuxIO
import TestSupport
import Testing

@testable import ARDrone

@Suite("AR.Drone control port", .timeLimit(.minutes(1)))
struct ARDroneControlPortClientTests {
    @Test("What an old connection still has to say is no matter of the new one")
    func oldConnection() throws {
        let listener = try StreamListener(on: try #require(IPv4Endpoint("127.0.0.1", port: 0)))
        let client = ARDrone.ControlPortClient(try #require(listener.local), name: "test")
        defer { client.close() }
        let events = Journal()
        func connect() throws -> StreamSocket {
            _ = client.follow(isWanted: true) { _ in }
            return try #require(client.connection.withLock { $0?.socket })
        }
        let old = try connect()
        #expect(try listener.waitForClient() != nil)
        _ = client.follow(isWanted: false) { _ in }
        let new = try connect()
        // The peer of the first is gone by now: its end has been reached, one turn too late.
        #expect(try old.wait(milliseconds: 5000))
        client.read(old) { events.note("\($0)") }
        #expect(client.connection.withLock { $0?.socket } === new)
        #expect(events.entries.isEmpty)
    }
}

extension StreamListener {
    /// The next connection, closed again at once.
    fileprivate func waitForClient() throws -> Bool? {
        guard eventually({ ((try? accept()) ?? nil) != nil }) else { return nil }
        return true
    }
}
