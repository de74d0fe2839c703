import Core
import JSON
import Testing
import Values

@testable import Simulators

@Suite("Simulated gpsd's protocol")
struct GPSDClientSessionTests {
    private let reports = GPSDReports(device: "/dev/x", epoch: 0)

    private func objects(_ bytes: [UInt8]) throws -> [JSONValue] {
        try bytes.split(separator: UInt8(ascii: "\n")).map { line in
            #expect(line.last == UInt8(ascii: "\r"), "lines end with CR LF")
            return try JSONValue(parsing: line.dropLast())
        }
    }

    private func classes(_ bytes: [UInt8]) throws -> [JSONValue?] {
        try objects(bytes).map { $0["class"] }
    }

    private func fix(altitude: Double? = 408.5) throws -> Fix {
        Fix(
            position: try #require(Position(latitude: 47.5, longitude: 8.5)),
            altitudeMetres: altitude, horizontalErrorMetres: 3, hdop: 0.9, satellitesUsed: 8,
            speedMetresPerSecond: 2, course: .degrees(-90))
    }

    @Test(
        "WATCH switches reports on and off, however the request ends",
        arguments: [";", "\n", ";\r\n", "\r\n"])
    func watch(ending: String) throws {
        var session = GPSDClientSession(reports)
        let on = session.receive(
            Array(("?WATCH={\"enable\":true,\"json\":true}" + ending).utf8))
        #expect(try classes(on) == ["DEVICES", "WATCH"])
        #expect(session.isWatching)
        _ = session.receive(Array(("?WATCH={\"enable\":false}" + ending).utf8))
        #expect(!session.isWatching)
    }

    @Test("requests may come in pieces, or several at once")
    func pieces() throws {
        var session = GPSDClientSession(reports)
        #expect(session.receive(Array("?VERS".utf8)).isEmpty)
        let answer = session.receive(Array("ION;?DEVICES;".utf8))
        #expect(try classes(answer) == ["VERSION", "DEVICES"])
    }

    @Test(
        "what is no request is answered with an error",
        arguments: ["hello;", "?NONSENSE;", "?WATCH=;", "?WATCH={;", "?WATCH=3;", "=;", "\u{0};"])
    func broken(request: String) throws {
        var session = GPSDClientSession(reports)
        #expect(try classes(session.receive(Array(request.utf8))) == ["ERROR"])
        #expect(!session.isWatching)
    }

    @Test("an endless request takes no memory and is answered with an error")
    func endless() throws {
        var session = GPSDClientSession(reports)
        for _ in 0..<100 {
            #expect(session.receive([UInt8](repeating: 65, count: 1000)).isEmpty)
        }
        #expect(try classes(session.receive(Array(";".utf8))) == ["ERROR"])
    }

    @Test("an epoch is two positions with a sky between, the second with the true speed")
    func epoch() throws {
        let epoch = try objects(
            reports.epoch(SimulatedFix(try fix()), at: Instant(nanoseconds: 1_500_000_000)))
        #expect(epoch.map { $0["class"] } == ["TPV", "SKY", "TPV"])
        #expect(epoch[0]["time"] == "1970-01-01T00:00:01.500Z")
        #expect(epoch[2]["time"] == epoch[0]["time"])
        #expect(epoch[2]["speed"] == 2)
        #expect(epoch[0]["speed"] != 2)
        #expect(epoch[2]["mode"] == 3)
        #expect(epoch[2]["lat"] == 47.5)
        #expect(epoch[2]["lon"] == 8.5)
        #expect(epoch[2]["altMSL"] == 408.5)
        #expect(epoch[2]["eph"] == 3)
        #expect(epoch[2]["track"] == 270, "0 to 360")
        #expect(epoch[1]["hdop"] == 0.9)
        #expect(epoch[1]["uSat"] == 8)
    }

    @Test("a compass adds an attitude")
    func attitude() throws {
        let simulated = SimulatedFix(try fix(), heading: .degrees(-10))
        let epoch = try objects(reports.epoch(simulated, at: .zero))
        #expect(epoch.first { $0["class"] == "ATT" }?["heading"] == 350)
    }

    @Test("without an altitude the fix is two-dimensional; without a fix there is no position")
    func modes() throws {
        let flat = try objects(reports.epoch(SimulatedFix(try fix(altitude: nil)), at: .zero))
        #expect(flat[0]["mode"] == 2)
        let none = try objects(reports.epoch(nil, at: .zero))
        #expect(none == [["class": "TPV", "device": "/dev/x", "mode": 1]])
    }
}
