import DroneNavigation
import JSON
import Settings
import Synchronization
import TestSupport
import Values

@testable import Core
@testable import Recording

/// A drone on the ground of a test, whose steps are recorded.
final class RecordedDrone: Sendable {
    private static let period = Duration.milliseconds(50)

    let store = SharedStore()
    let recorder: Recorder
    private let clock = ManualScheduler()
    private let flight = Source<FlightState>()
    private let position = Source<Fix>()
    private let heading = Source<Heading>()
    private let instance: any PolicyInstance

    init() throws {
        let place: JSONValue = ["latitude": 52.5, "longitude": 13.4]
        let settings: [String: JSONValue] = [
            "receiver_rides_on_aircraft": true, "start": "at-once", "targets": .array([place]),
        ]
        let entry = PolicyEntry(
            name: "pilot", kind: DroneNavigation.self, period: Self.period,
            lease: .milliseconds(200), bindings: [:], settingsAsWritten: settings,
            configured: try DroneNavigation.configure(.object(settings), at: SettingPath("")))
        let log = MemoryLog()
        instance = try DroneNavigation.instance(
            name: "pilot", .object(settings),
            PortConnections([
                "flight": flight, "position": position, "heading": heading,
                "pilot": Sink<FlightCommand>(),
            ]), memories: Memories(), scheduler: clock,
            log: Log(log, source: "pilot"))
        recorder = Recorder(
            try SettingsReader.read(from: [:], at: SettingPath("")),
            of: RecordSubject(RecordedDoor.configuration([entry]), memories: nil), in: store,
            clock: clock, wall: { WallTime(secondsSince1970: 1_000_000) },
            log: Log(log, source: "recorder"))
        instance.observe(recorder.observer(of: entry))
    }

    /// One step with what the aircraft and the receiver say.
    func step(battery: Int, satellites: Int, obstacles: [String]) {
        clock.advance(by: Self.period)
        let now = clock.now
        flight.publish(
            FlightState(
                phase: .landed, batteryPercent: battery, altitudeMetres: 0, roll: .degrees(0),
                pitch: .degrees(0), yaw: .degrees(0), forwardMetresPerSecond: 0,
                rightMetresPerSecond: 0, armingFailures: obstacles), at: now)
        if let place = Position(latitude: 52.5, longitude: 13.4) {
            position.publish(
                Fix(
                    position: place, altitudeMetres: 40, horizontalErrorMetres: 2, hdop: 0.9,
                    satellitesUsed: satellites), at: now)
        }
        heading.publish(Heading(.degrees(0)), at: now)
        _ = instance.step(at: now, lease: .milliseconds(200))
    }
}
