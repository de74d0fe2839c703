import Core
import JSON
import TestSupport
import Testing
import Values

@testable import ARDrone

@Suite("AR.Drone link report")
struct ARDroneLinkReportTests {
    private func status(_ diagnostics: [Diagnostic]) throws -> DriverReport {
        let lines = diagnostics.map {
            JSONValue.object(["name": .string($0.name), "value": $0.value])
        }
        let json: JSONValue = [
            "name": "drone", "driver": "ardrone", "state": "running", "restarts": 0, "sources": [:],
            "diagnostics": .array(lines),
        ]
        return try json.decode(as: DriverReport.self)
    }

    @Test("What the driver says in the status is what the commands about a drone read")
    func wholeWay() throws {
        var bench = LinkBench.airborne
        bench.drone.sequence += 3
        bench.run(.milliseconds(90), .hover)
        var sending = ARDrone.SendErrorTracker()
        for milliseconds in [0, 30, 70] {
            _ = sending.record(
                nil, isCommand: true, at: Instant.zero + .milliseconds(milliseconds))
        }
        let report = ARDrone.LinkReport(bench.link, sending, at: bench.now)
        #expect(report.state == .flying)
        #expect(report.packetsMissed == 3)
        #expect(report.commandGapMaxMilliseconds == 40)
        let others = [Diagnostic("video", ["state": "absent"])]
        let read = try ARDrone.LinkReport(status(report.diagnostics + others))
        #expect(read == report)
        #expect(report.diagnostics.first == Diagnostic("state", "flying"))
    }

    @Test("A status that is not of a drone that runs says nothing of a link")
    func nothing() throws {
        #expect(try ARDrone.LinkReport(status([])) == nil)
        #expect(try ARDrone.LinkReport(status([Diagnostic("state", "dancing")])) == nil)
    }
}
