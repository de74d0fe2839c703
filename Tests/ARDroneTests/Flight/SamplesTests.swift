import TestSupport
import Testing
import Values

@testable import ARDrone

@Suite("AR.Drone fixes, headings and numbering")
struct ARDroneSamplesTests {
    private func packet(state: UInt32 = 0, _ options: [UInt8]...) throws -> ARDrone.NavdataPacket {
        try ARDrone.NavdataPacket(NavdataBuilder(state: state, options: options).bytes[...])
    }

    @Test("A fix carries position, height, error and course")
    func fix() throws {
        var tracker = ARDrone.FixTracker()
        _ = tracker.read(try packet(gpsOption(latitude: 52.5, longitude: -13.4, timestamp: 1)))
        let reading = tracker.read(
            try packet(gpsOption(latitude: 52.5, longitude: -13.4, timestamp: 2)))
        let expected = Fix(
            position: try #require(Position(latitude: 52.5, longitude: -13.4)),
            altitudeMetres: 34.5, horizontalErrorMetres: 2.5, hdop: 0.9, satellitesUsed: 9,
            speedMetresPerSecond: 1.5, course: .degrees(270))
        #expect(reading == .new(expected))
    }

    @Test("A fix that is merely repeated is not new")
    func repeatedFix() throws {
        var tracker = ARDrone.FixTracker()
        let first = try packet(gpsOption(latitude: 52.5, longitude: 13.4, timestamp: 1))
        let second = try packet(gpsOption(latitude: 52.5, longitude: 13.4, timestamp: 2))
        _ = tracker.read(first)
        guard case .new = tracker.read(second) else {
            Issue.record("a fix with another time of its own is new")
            return
        }
        #expect(tracker.read(second) == .unchanged)
    }

    @Test("A fix that stood there at the start is no fix until the recorder gives another")
    func fixFromBefore() throws {
        var tracker = ARDrone.FixTracker()
        let old = try packet(gpsOption(latitude: 52.5, longitude: 13.4, timestamp: 1))
        for _ in 0..<100 {
            guard case .none = tracker.read(old) else {
                Issue.record("a recorder that hung before the start passed for a live one")
                return
            }
        }
    }

    @Test(
        "One more fix, found after an outage or a reboot, is no fix until the recorder gives another",
        arguments: [
            ARDrone.LinkEvent.stateChanged(from: .flying, to: .lost),
            .stateChanged(from: .lost, to: .absent), .rebooted,
        ])
    func fixFromAnOutage(event: ARDrone.LinkEvent) throws {
        var tracker = ARDrone.FixTracker()
        func read(_ timestamp: UInt32) throws -> Bool {
            let option = gpsOption(latitude: 52.5, longitude: 13.4, timestamp: timestamp)
            if case .new = tracker.read(try packet(option)) { return true }
            return false
        }
        _ = try read(1)
        #expect(try read(2))
        tracker.record(event)
        // It came while nobody listened, and its receiver hangs since.
        #expect(try [3, 3, 3].map(read) == [false, false, false])
        #expect(try read(4))
    }

    @Test("What is no position is no fix")
    func noFix() throws {
        let none = [
            try packet(gpsOption(latitude: 0, longitude: 0)),
            try packet(gpsOption(latitude: 91, longitude: 0)),
            try packet(gpsOption(latitude: .nan, longitude: 1)),
            try packet(gpsOption(latitude: 52, longitude: 13, dataAvailable: 0)),
            try packet(gpsOption(latitude: 52, longitude: 13, isPlugged: 0)),
            try packet(NavdataBuilder.demo(major: 2)),
        ]
        for packet in none {
            var tracker = ARDrone.FixTracker()
            guard case .none = tracker.read(packet) else {
                Issue.record("\(String(describing: packet.gps)) passed for a fix")
                continue
            }
        }
    }

    @Test("Details of a fix that no receiver can have are left out, but never a bad error")
    func implausibleDetails() throws {
        var tracker = ARDrone.FixTracker()
        _ = tracker.read(try packet(gpsOption(latitude: 52, longitude: 13)))
        let wild = gpsOption(
            latitude: 52.5, longitude: 13.4, elevation: 1e9, hdop: -1, speed: 1e20, error: 1e9)
        guard case .new(let fix) = tracker.read(try packet(wild)) else {
            Issue.record("no fix")
            return
        }
        #expect(fix.altitudeMetres == nil)
        #expect(fix.hdop == nil)
        #expect(fix.speedMetresPerSecond == nil)
        #expect(fix.horizontalErrorMetres == 1e9)
    }

    private func magneto(_ degrees: Float, isCalibrated: UInt8) -> [UInt8] {
        NavdataBuilder.option(22, size: 75, [(54, little(degrees)), (58, [isCalibrated])])
    }

    @Test("The heading is the compass plus the declination")
    func heading() throws {
        let sample = ARDrone.heading(
            try packet(magneto(-10, isCalibrated: 1)), declination: .degrees(4), at: .zero)
        #expect(sample?.good == Heading(.degrees(354)))
    }

    @Test("An uncalibrated compass is doubtful, by its own byte or by state bit 18")
    func doubtfulHeading() throws {
        let byByte = try packet(magneto(10, isCalibrated: 0))
        let byBit = try packet(state: 1 << 18, magneto(10, isCalibrated: 1))
        for packet in [byByte, byBit] {
            let sample = ARDrone.heading(packet, declination: .degrees(0), at: .zero)
            #expect(sample?.good == nil)
            #expect(sample?.value == Heading(.degrees(10)))
        }
    }

    @Test("Without a compass the yaw stands in, doubtful; without that there is nothing")
    func yawHeading() throws {
        let demo = NavdataBuilder.option(0, size: 148, [(20, little(Float(-90_000)))])
        let sample = ARDrone.heading(try packet(demo), declination: .degrees(0), at: .zero)
        #expect(sample?.value == Heading(.degrees(270)))
        #expect(sample?.good == nil)
        #expect(ARDrone.heading(try packet(), declination: .degrees(0), at: .zero) == nil)
    }

    @Test("Only strictly greater numbers are new")
    func strictlyGreater() {
        var sequence = ARDrone.NavdataSequence()
        #expect(sequence.judge(5) == .new(missed: 0))
        #expect(sequence.judge(5) == .outOfOrder)
        #expect(sequence.judge(4) == .outOfOrder)
        #expect(sequence.judge(1) == .outOfOrder)
        #expect(sequence.judge(6) == .new(missed: 0))
    }

    @Test("A number that falls far, or to 1, means that the drone restarted")
    func restart() {
        var fallen = ARDrone.NavdataSequence()
        _ = fallen.judge(300_000)
        #expect(fallen.judge(299_000) == .outOfOrder)
        #expect(fallen.judge(3) == .rebooted)
        #expect(fallen.judge(4) == .new(missed: 0))
        var one = ARDrone.NavdataSequence()
        _ = one.judge(400)
        #expect(one.judge(1) == .rebooted)
    }

    @Test("After a reset any number is new")
    func reset() {
        var sequence = ARDrone.NavdataSequence()
        _ = sequence.judge(500)
        sequence.reset()
        #expect(sequence.judge(400) == .new(missed: 0))
    }
}
