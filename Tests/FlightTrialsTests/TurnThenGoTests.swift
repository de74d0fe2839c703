import Core
import JSON
import Settings
import Simulators
import Testing
import Values

@testable import FlightTrials

/// The app before Roost: gain 0.01 per degree, 20 % forward within 45 degrees, 1 s within the radius.
@Suite("The law of the app before Roost")
struct TurnThenGoTests {
    private static let start = TrialPlan.place
    private let settings: TurnThenGo.Settings

    init() throws {
        let places = [(0.0, 20.0), (20.0, 0.0)].compactMap { east, north in
            Self.start.offset(eastMetres: east, northMetres: north)
        }
        settings = try SettingsReader.read(
            from: [
                "targets": .array(
                    places.map {
                        [
                            "latitude": .number($0.latitude), "longitude": .number($0.longitude),
                            "altitude": "3m",
                        ]
                    })
            ], at: SettingPath("policies.test.settings"))
    }

    private struct Bench {
        var law: TurnThenGo
        let settings: TurnThenGo.Settings
        var now = Instant(nanoseconds: 1_000_000_000)
        var phase = FlightState.Phase.landed
        var position: Position? = TurnThenGoTests.start
        var headingDegrees = 0.0
        var altitudeMetres = 3.0

        mutating func step(_ request: TurnThenGo.Request? = nil) -> TurnThenGo.Outputs {
            now = now + .milliseconds(50)
            let flight = FlightState(
                phase: phase, batteryPercent: 80, altitudeMetres: altitudeMetres, roll: .degrees(0),
                pitch: .degrees(0), yaw: .degrees(headingDegrees), forwardMetresPerSecond: 0,
                rightMetresPerSecond: 0, armingFailures: [], serialNumber: nil, driver: nil)
            return law.step(
                TurnThenGo.Inputs(
                    flight: .good(flight, at: now),
                    position: position.map { .good(Fix(position: $0), at: now) }
                        ?? .absent(since: now, because: "no fix"),
                    heading: .good(Heading(.degrees(headingDegrees)), at: now),
                    requests: request.map {
                        [Event(number: 1, value: $0, postedAt: now, origin: .person)]
                    } ?? []),
                by: settings, at: now)
        }
    }

    private func flying() -> Bench {
        var bench = Bench(law: TurnThenGo(settings: settings), settings: settings)
        _ = bench.step(.takeOff)
        bench.phase = .hovering
        _ = bench.step()
        return bench
    }

    @Test(
        "it turns with 0.01 per degree, and flies forward with 20 % within 45 degrees of the target",
        arguments: [
            (0.0, 0.2, 0.0), (-30.0, 0.2, 0.3), (44.0, 0.2, -0.44), (46.0, 0.0, -0.46),
            (180.0, 0.0, -1.0), (1.0, 0.2, 0.0),
        ])
    func turnsThenGoes(heading: Double, forward: Double, yaw: Double) {
        var bench = flying()
        bench.headingDegrees = heading
        guard case .move(let stick) = bench.step().pilot else {
            Issue.record("it does not move")
            return
        }
        #expect(stick.forward == forward)
        #expect(abs(stick.yaw - yaw) < 0.001)
    }

    @Test(
        "it takes off when asked, goes on after a second at each target, and lands after the last")
    func mission() {
        var bench = Bench(law: TurnThenGo(settings: settings), settings: settings)
        #expect(bench.step().pilot == .land)
        #expect(bench.step(.takeOff).pilot == .takeOff)
        bench.phase = .hovering
        _ = bench.step()
        for target in settings.targets {
            bench.position = target.position
            for _ in 0..<20 { #expect(bench.step().pilot == .hover) }
            _ = bench.step()
        }
        #expect(bench.step().pilot == .land)
        bench.phase = .landed
        _ = bench.step()
        #expect(bench.step().reason.code == "landed-mission-done")
    }

    @Test("without a fix it hovers")
    func blind() {
        var bench = flying()
        bench.position = nil
        #expect(bench.step().pilot == .hover)
    }
}
