import Core
import Navigation
import Testing
import Values

/// Limits of PX4 and ArduPilot: 10 s of fixes of 5 m or better, six satellites, three dimensions, 3 m of drift.
@Suite struct HomeSettlingTests {
    private let plane = LocalPlane(origin: FlownWorld.home)

    private func time(_ seconds: Double) -> Instant {
        .zero + .milliseconds(Int(seconds * 1000))
    }

    private func sample(
        _ seconds: Double, east: Double = 0, altitude: Double? = 40, error: Double? = 2,
        satellites: Int? = 9, hdop: Double? = 0.9
    ) throws -> Sample<Fix> {
        let position = try #require(plane.position(PlaneVector(east: east, north: 0)))
        return .good(
            Fix(
                position: position, altitudeMetres: altitude, horizontalErrorMetres: error,
                hdop: hdop, satellitesUsed: satellites), at: time(seconds))
    }

    private func settled() throws -> HomeSettling {
        var home = HomeSettling()
        for step in 0...50 { home.note(try sample(Double(step) / 5), by: .init()) }
        return home
    }

    @Test("home is the mean of 10 s of good fixes, not of less") func mean() throws {
        var home = HomeSettling()
        var noise = SeededGenerator(seed: 4)
        for step in 0..<50 {
            home.note(
                try sample(Double(step) / 5, east: 1 + 0.5 * noise.gaussian()), by: .init())
            #expect(home.home(by: .init(), at: time(Double(step) / 5)) == nil)
        }
        home.note(try sample(10, east: 1), by: .init())
        let place = try #require(home.home(by: .init(), at: time(10)))
        #expect((plane.point(place) - PlaneVector(east: 1, north: 0)).length < 0.3)
        #expect(home.home(by: .init(), at: time(12.5)) == nil)
    }

    @Test("one fix that is poor, flat, far away, late or no number starts over")
    func poor() throws {
        let poor = [
            try sample(10.2, error: 5.1), try sample(10.2, error: .nan),
            try sample(10.2, satellites: 5), try sample(10.2, hdop: 2.1),
            try sample(10.2, altitude: nil), try sample(10.2, east: 3.2), try sample(12.2),
            .absent(since: time(10.2), because: "no satellites"),
        ]
        for sample in poor {
            var home = try settled()
            #expect(home.home(by: .init(), at: time(10)) != nil)
            home.note(sample, by: .init())
            #expect(home.home(by: .init(), at: time(10.4)) == nil)
        }
    }

    @Test("a fix that is repeated settles nothing") func repeated() throws {
        var home = HomeSettling()
        home.note(try sample(0), by: .init())
        for _ in 0..<100 { home.note(try sample(1), by: .init()) }
        #expect(home.home(by: .init(), at: time(1)) == nil)
    }
}
