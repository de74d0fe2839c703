import ARDrone
import Core
import Devices

/// What flies: a configuration as any other, read and checked by the same reader.
package struct TrialSetup: Sendable {
    /// In words, for reports; as it was asked for.
    package let name: String
    let course: TrialCourse
    let limits: Limits
    let drivers: [DriverEntry]
    let drone: DriverEntry
    let pilot: PolicyEntry
    let driverSettings: ARDrone.Settings

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

    /// `law` is the control law, where the policy has more than one; `nil` is its own choice.
    /// `settings` are further settings of the policy, by their keys.
    ///
    /// - Throws: everything that is wrong with the configuration that this makes.
    package init(
        law: String?, settings: [String: JSONValue] = [:], course: TrialCourse = .square,
        registry: PluginRegistry
    ) throws(ConfigurationErrors) {
        var pilotSettings = Self.pilotSettings(course)
        pilotSettings["law"] = law.map { .string($0) }
        for (key, value) in settings { pilotSettings[key] = value }
        let json: JSONValue = [
            "name": "flight-trial",
            "drivers": ["drone": ["driver": "ardrone", "outdoor": true, "altitude_max": "5m"]],
            "policies": ["pilot": .object(pilotSettings)],
        ]
        let configuration = try ConfigurationReader.read(
            Array(json.line.utf8), registry: registry)
        guard let drone = configuration.drivers.first, let pilot = configuration.policies.first,
            let driverSettings = drone.settings(as: ARDrone.Settings.self)
        else { throw SettingPath("").problem("this build has no drone and no policy for it") }
        name = law ?? "its own law"
        self.course = course
        self.drone = drone
        self.pilot = pilot
        self.driverSettings = driverSettings
        drivers = configuration.drivers
        limits = Limits()
    }

    /// As the shipped `config/drone.json` has them, with room for the course.
    private static func pilotSettings(_ course: TrialCourse) -> [String: JSONValue] {
        let limits = Limits()
        func metres(_ number: Double) -> JSONValue { .string("\(shortText(of: number))m") }
        return [
            "policy": "drone-navigation", "every": "50ms",
            "inputs": ["flight": "drone", "heading": "drone", "position": "drone"],
            "outputs": ["pilot": "drone"], "start": "on-command", "forward_speed": "20%",
            "arrival_radius": "3m", "receiver_rides_on_aircraft": true, "at_end": "land",
            "fence_radius": metres(limits.fenceRadiusMetres),
            "fence_margin": metres(limits.fenceMarginMetres),
            "max_altitude": metres(limits.maxAltitudeMetres),
            "altitude_margin": metres(limits.altitudeMarginMetres),
            "targets": course.targets(around: TrialPlan.place),
        ]
    }
}
