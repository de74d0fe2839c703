import ARDrone
import Core
import JSON
import Settings
import Simulators
import Values

/// What flies: a configuration as any other, read and checked by the same reader.
package struct TrialSetup: Sendable {
    /// In words, for reports; as it was asked for.
    package let name: String
    package let course: TrialCourse
    let limits: Limits
    let drivers: [DriverEntry]
    let drone: DriverEntry
    let pilot: PolicyEntry
    let driverSettings: ARDrone.Settings
    /// How far the drone tilts.
    private let tiltMax: Angle

    /// What every flight is judged by; the configuration says the same.
    struct Limits: Sendable {
        let fenceRadiusMetres = 100.0
        let fenceMarginMetres = 10.0
        let maxAltitudeMetres = 5.0
        let altitudeMarginMetres = 2.0
        let maxFixAge = Duration.seconds(2)
        let maxHeadingAge = Duration.seconds(1)

        /// Beyond this it is nobody's plan any more.
        var outerFenceMetres: Double { fenceRadiusMetres + 2 * fenceMarginMetres }
    }

    /// `law` is "track", the navigator's own, or "turn-then-go", that of the app before Roost; `nil` is "track".
    /// `settings` are further settings of the navigator, by their keys.
    ///
    /// - Throws: everything that is wrong with the configuration that this makes.
    package init(
        law: String?, settings: [String: JSONValue] = [:], course: TrialCourse = .square,
        registry: PluginRegistry
    ) throws(ConfigurationErrors) {
        let isPlain = law == TurnThenGo.name
        guard isPlain || law == nil || law == Self.ownLaw else {
            throw SettingPath("").error(
                "there is no law \"\(law ?? "")\"; known: \(Self.ownLaw), \(TurnThenGo.name)")
        }
        // Of the drone that the app flew, and of config/drone.json.
        let tiltMax = Angle.degrees(isPlain ? 20 : 29)
        let pilotSettings =
            isPlain
            ? try Self.plainSettings(course)
            : Self.pilotSettings.merging(["full_tilt": Self.degrees(tiltMax)]) { $1 }
                .merging(course.settings) { $1 }.merging(settings) { $1 }
        let json: JSONValue = [
            "name": "flight-trial",
            "drivers": ["drone": .object(Self.droneSettings(tiltMax))],
            "policies": ["pilot": .object(pilotSettings)],
        ]
        let both = PluginRegistry(
            kinds: registry.drivers, policies: registry.policies + [TurnThenGo.self])
        let configuration = try ConfigurationReader.read(json, registry: both)
        guard let drone = configuration.drivers.first, let pilot = configuration.policies.first,
            let driverSettings = drone.settings(as: ARDrone.Settings.self)
        else { throw SettingPath("").error("this build has no drone and no policy for it") }
        name = law ?? "its own law"
        self.course = course
        self.drone = drone
        self.pilot = pilot
        self.driverSettings = driverSettings
        drivers = configuration.drivers
        self.tiltMax = tiltMax
        limits = Limits()
    }

    private static let ownLaw = "track"
    private static let turnMax = Angle.degrees(100)

    /// Where the course begins, and as the drone is configured, what it does with its stick at the end.
    func configured(_ conditions: FlightConditions) -> FlightConditions {
        var configured = conditions
        configured.start = course.start
        configured.tiltMax = tiltMax
        configured.turnMaxRadiansPerSecond = Self.turnMax.radians
        return configured
    }

    private static func degrees(_ angle: Angle) -> JSONValue {
        .string("\(shortText(of: angle.degrees))deg")
    }

    private static func droneSettings(_ tiltMax: Angle) -> [String: JSONValue] {
        [
            "driver": "ardrone", "outdoor": true, "altitude_max": "5m",
            "tilt_max": degrees(tiltMax), "climb_max": "1m/s",
            "turn_max": .string("\(shortText(of: turnMax.degrees))deg/s"),
        ]
    }

    /// The places of the course for the law that can fly nothing else.
    private static func plainSettings(
        _ course: TrialCourse
    ) throws(ConfigurationErrors) -> [String: JSONValue] {
        guard let targets = course.settings["targets"] else {
            throw SettingPath("").error("\(TurnThenGo.name) flies places, not missions")
        }
        return [
            "policy": .string(TurnThenGo.name), "every": "50ms",
            "inputs": ["flight": "drone", "heading": "drone", "position": "drone"],
            "outputs": ["pilot": "drone"], "targets": targets, "arrival_radius": "3m",
        ]
    }

    /// As the shipped `config/drone.json` has them, with room for the course.
    private static var pilotSettings: [String: JSONValue] {
        let limits = Limits()
        func metres(_ number: Double) -> JSONValue { .string("\(shortText(of: number))m") }
        return [
            "policy": .string(FlightRehearsal.policy), "every": "50ms",
            "inputs": ["flight": "drone", "heading": "drone", "position": "drone"],
            "outputs": ["pilot": "drone", "camera": "drone"], "start": "on-command",
            "arrival_radius": "1m", "receiver_rides_on_aircraft": true,
            "fence_radius": metres(limits.fenceRadiusMetres),
            "fence_margin": metres(limits.fenceMarginMetres),
            "max_altitude": metres(limits.maxAltitudeMetres),
            "altitude_margin": metres(limits.altitudeMarginMetres),
        ]
    }
}
