import Core
import JSON
import Simulators
import TestSupport
import Testing
import Trials
import Values

@testable import roost

/// What is rehearsed is the installation's own policy; what moves is not the installation's.
struct TwinConfigurationTests {
    private func shipped(_ name: String) throws -> Configuration {
        try ConfigurationFile.read(
            try JSONValue(parsing: projectFile("config/\(name).json"), allowsComments: true))
    }

    private func twin(_ policy: String, _ configuration: Configuration) throws -> (
        Configuration, JSONValue
    ) {
        let entry = try #require(configuration.policies.first { $0.name == policy })
        let text = try entry.rehearsal().twin(of: entry, in: configuration, at: "127.0.0.83").text
        let json = try JSONValue(parsing: Array(text.utf8))
        return (try ConfigurationFile.read(json), json)
    }

    @Test(
        "each shipped policy has one that is a good configuration",
        arguments: [
            ("drone", "pilot"), ("drone-button", "pilot"), ("pet-door", "door"), ("both", "door"),
            ("both", "pilot"), ("demo", "pilot"), ("demo", "door"), ("pet-door-reader", "door"),
        ])
    func good(file: String, policy: String) throws {
        let (twin, json) = try twin(policy, shipped(file))
        #expect(twin.policies.map(\.name) == [policy])
        #expect(json["sysfs"] == "world/sys")
    }

    @Test("no actuator of it is the installation's") func actuators() throws {
        let (_, door) = try twin("door", shipped("both"))
        #expect(door["drivers"]?["bolt"]?["chip"] == "fe20c000.pwm")
        #expect(door["drivers"]?["drone"] == nil)
        let (_, pilot) = try twin("pilot", shipped("both"))
        #expect(pilot["drivers"]?["drone"]?["address"] == "127.0.0.83")
        #expect(pilot["drivers"]?["bolt"] == nil)
    }

    @Test("the settings of policy and actuator are, and no mission begins by itself")
    func settings() throws {
        let (_, pilot) = try twin("pilot", shipped("demo"))
        let policy = pilot["policies"]?["pilot"]
        #expect(policy?["home_settle_time"] == "3s" && policy?["max_altitude"] == "5m")
        #expect(policy?["start"] == nil && policy?["targets"] == nil)
        #expect(pilot["drivers"]?["drone"]?["tilt_max"] == "29deg")
        let (_, door) = try twin("door", shipped("pet-door"))
        #expect(door["drivers"]?["bolt"]?["safe_angle"] == "65deg")
    }

    @Test("the simulated bolt is at its ends where this servo brings it") func bolt() throws {
        let configuration = try shipped("pet-door")
        let entry = try #require(configuration.policies.first)
        let options = try entry.rehearsal().twin(of: entry, in: configuration, at: "127.0.0.83")
            .house
        // 65° and 180° of a servo that turns 180° from 1000 to 2000 us.
        #expect(abs(options.retractedMicroseconds - 1361.1) < 0.1)
        #expect(options.extendedMicroseconds == 2000)
    }
}
