import Testing
import Values

@testable import Simulators

/// Keys, defaults and ids as in the developer guide's table.
struct DroneConfigurationTests {
    private let ids = ConfigurationIDs(
        session: "0000000a", user: "0000000b", application: "0000000c")

    private func identified() -> DroneConfiguration {
        var configuration = DroneConfiguration()
        configuration.set("custom:session_id", to: ids.session, by: nil)
        configuration.set("custom:application_id", to: ids.application, by: nil)
        configuration.set("custom:profile_id", to: ids.user, by: nil)
        return configuration
    }

    @Test("defaults are those of an indoor flight")
    func defaults() {
        let configuration = DroneConfiguration()
        let limits = configuration.flightLimits
        #expect(!configuration.isOutdoor && !configuration.isNavdataReduced)
        #expect(configuration.navdataOptions == 65537)
        #expect(configuration.communicationLimit == .seconds(2))
        // 0.2094 rad is 12 degrees.
        #expect(abs(limits.tilt.degrees - 12) < 0.01)
        #expect(limits.climbMetresPerSecond == 0.7)
        #expect(limits.yawRadiansPerSecond == 1.745)
        #expect(limits.maxMetres == 3)
        #expect(limits.minMetres == 0.05)
    }

    @Test("outdoor selects the other profile, and a limit lands in the profile in use")
    func profiles() {
        var configuration = DroneConfiguration()
        configuration.set("CONTROL:outdoor", to: "TRUE", by: nil)
        #expect(abs(configuration.flightLimits.tilt.degrees - 20) < 0.01)
        configuration.set("control:euler_angle_max", to: "0.25", by: nil)
        #expect(configuration["control:outdoor_euler_angle_max"] == "0.25")
        #expect(configuration["control:indoor_euler_angle_max"] == "0.2094")
        configuration.set("control:outdoor", to: "FALSE", by: nil)
        #expect(abs(configuration.flightLimits.tilt.degrees - 12) < 0.01)
    }

    @Test(
        "what is out of range is not applied",
        arguments: [
            ("control:euler_angle_max", "0.53"), ("control:euler_angle_max", "nan"),
            ("control:altitude_max", "499"), ("control:altitude_max", "5001"),
            ("control:altitude_max", "1e9"), ("control:control_yaw", "fast"),
            ("control:control_yaw", "nan"), ("general:com_watchdog", "-1"),
            ("general:navdata_demo", "yes"), ("general:navdata_options", "99999999999999999999"),
        ])
    func refused(key: String, value: String) {
        var configuration = DroneConfiguration()
        let before = configuration[key]
        configuration.set(key, to: value, by: nil)
        #expect(configuration[key] == before)
    }

    @Test("100000 mm means no altitude limit")
    func unlimited() {
        var configuration = DroneConfiguration()
        configuration.set("control:altitude_max", to: "100000", by: nil)
        #expect(configuration.flightLimits.maxMetres == .infinity)
    }

    @Test("a recommended range is a clamp")
    func recommended() {
        var configuration = DroneConfiguration()
        configuration.set("control:control_vz_max", to: "9999", by: nil)
        #expect(configuration.flightLimits.climbMetresPerSecond == 2)
    }

    @Test("with ids in use, a limit counts only when the CONFIG names them")
    func multiConfig() {
        var configuration = identified()
        let stranger = ConfigurationIDs(
            session: "000000ff", user: "000000ff", application: "000000ff")
        configuration.set("control:euler_angle_max", to: "0.1", by: nil)
        configuration.set("control:euler_angle_max", to: "0.1", by: stranger)
        #expect(configuration["control:euler_angle_max"] == "0.2094")
        configuration.set("control:euler_angle_max", to: "0.1", by: ids)
        #expect(configuration["control:euler_angle_max"] == "0.1")
        // A new user starts clean, whatever was tried in its name before.
        configuration.set("custom:profile_id", to: "000000ff", by: ids)
        #expect(configuration["control:euler_angle_max"] == "0.2094")
    }

    @Test("what everybody shares needs no ids")
    func common() {
        var configuration = identified()
        configuration.set("control:altitude_max", to: "4000", by: nil)
        #expect(configuration.flightLimits.maxMetres == 4)
    }

    @Test("the codec is not set without ids")
    func codec() {
        var configuration = DroneConfiguration()
        configuration.set("video:video_codec", to: "131", by: nil)
        #expect(configuration["video:video_codec"] == "129")
        configuration = identified()
        configuration.set("video:video_codec", to: "131", by: ids)
        #expect(configuration["video:video_codec"] == "131")
    }

    @Test("CONFIG_IDS counts only for the CONFIG directly after it")
    func adjacency() throws {
        var bench = try DroneModelBench()
        bench.send("CONFIG,\"custom:profile_id\",\"0000000b\"")
        let sender = "CONFIG_IDS,\"00000000\",\"0000000b\",\"00000000\""
        bench.send(sender, "COMWDG", "CONFIG,\"control:euler_angle_max\",\"0.1\"")
        #expect(bench.model.configuration["control:euler_angle_max"] == "0.2094")
        bench.send(sender, "CONFIG,\"control:euler_angle_max\",\"0.1\"")
        #expect(bench.model.configuration["control:euler_angle_max"] == "0.1")
        // The pair may also come in two datagrams.
        bench.send(sender)
        bench.send("CONFIG,\"control:euler_angle_max\",\"0.2\"")
        #expect(bench.model.configuration["control:euler_angle_max"] == "0.2")
    }

    @Test("unknown keys are kept, but not without end")
    func unknown() {
        var configuration = DroneConfiguration()
        configuration.set("network:ssid_single_player", to: "roof", by: nil)
        #expect(configuration["network:ssid_single_player"] == "roof")
        for number in 0..<2000 { configuration.set("made:up_\(number)", to: "1", by: nil) }
        #expect(configuration["made:up_1999"] == nil)
        configuration.set("network:ssid_single_player", to: "cellar", by: nil)
        #expect(configuration["network:ssid_single_player"] == "cellar")
    }
}
