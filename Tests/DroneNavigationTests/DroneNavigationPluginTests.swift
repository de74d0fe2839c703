import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Core
@testable import DroneNavigation
@testable import Policies

@Suite("Drone navigation as a plugin")
struct DroneNavigationPluginTests {
    @Test("it is registered, and its settings can be described")
    func registered() throws {
        let kind = try #require(allPolicies.first { $0.name == "drone-navigation" })
        #expect(kind.defaultPeriod == .milliseconds(50))
        #expect(
            kind.settings.contains { $0.key == "fence_radius" && $0.defaultText == "\"30m\"" })
        #expect(kind.settings.allSatisfy { !$0.summary.isEmpty })
    }

    @Test("it reads its inputs from its ports and sends its command with the lease")
    func gathersAndDelivers() throws {
        let now = Instant(nanoseconds: 5_000_000_000)
        let heading = Source<Heading>()
        heading.publish(Heading(.degrees(12)), at: now)
        let pilot = Sink<FlightCommand>()
        let settings = try NavigatorBench.settings([:])
        let ports = try PortBench<DroneNavigation>(
            settings,
            [
                "flight": Source<FlightState>(), "position": Source<Fix>(), "heading": heading,
                "pilot": pilot,
            ])
        let inputs = ports.inputs(at: now)
        #expect(inputs.heading.good == Heading(.degrees(12)))
        #expect(inputs.flight.value == nil)

        var navigator = DroneNavigation(settings: settings)
        let outputs = navigator.step(inputs, by: settings, at: now)
        ports.deliver(outputs, until: now + .seconds(1))
        #expect(pilot.last == Leased(command: .hover, expiresAt: now + .seconds(1)))
    }

    @Test("settings that do not fit together are refused, all at once")
    func contradictions() throws {
        let wrong: JSONValue = [
            "arrival_radius": "5m", "leave_radius": "4m", "take_off_battery": "10%",
            "max_altitude": "3m", "targets": [NavigatorBench.target(north: 5, altitude: "4m")],
        ]
        do {
            _ = try NavigatorBench.settings(wrong)
            Issue.record("it was accepted")
        } catch let problems as ConfigurationErrors {
            let paths = problems.all.map(\.path)
            for key in ["leave_radius", "take_off_battery", "targets"] {
                #expect(paths.contains("policies.test.settings.\(key)"), "\(paths)")
            }
        }
    }

    @Test(
        "settings of the law that is no longer flown are refused, with what to do",
        arguments: [("law", "track"), ("law", "turn-then-go"), ("forward_speed", "20%")])
    func settingsOfTheFormerLaw(key: String, value: String) {
        let refused = thrownError(ConfigurationErrors.self) {
            try NavigatorBench.settings([key: .string(value)])
        }
        #expect(refused?.all.map(\.correction) == [.remove])
        #expect("\(String(describing: refused))".contains("\(key): is no longer a setting"))
    }

    @Test("a receiver of another driver that need not ride on the aircraft is refused")
    func receiverOnTheGround() throws {
        func ports(position driver: String) -> BoundPorts {
            BoundPorts(drivers: ["flight": "drone", "position": driver])
        }
        for (json, driver, isRefused) in [
            ([:], "gps", true), (["receiver_rides_on_aircraft": false], "gps", true),
            (["receiver_rides_on_aircraft": true], "gps", false), ([:], "drone", false),
            (["receiver_rides_on_aircraft": false], "drone", false),
        ] as [(JSONValue, String, Bool)] {
            let conflicts = DroneNavigation.conflicts(
                try NavigatorBench.shipped(json), connected: ports(position: driver))
            #expect(
                conflicts.map(\.key) == (isRefused ? ["receiver_rides_on_aircraft"] : []),
                "\(json) \(driver)")
        }
    }

    @Test("a target needs a place on the map")
    func targetOffTheMap() {
        #expect(throws: ConfigurationErrors.self) {
            try NavigatorBench.settings(["targets": [["latitude": 91, "longitude": 0]]])
        }
        #expect(throws: ConfigurationErrors.self) {
            try NavigatorBench.settings(["targets": [["latitude": 1]]])
        }
    }
}
