import Testing

@testable import Simulators

/// Multi-config, permissions, and the two texts of the control port.
struct ConfigurationDumpTests {
    private let ids = ConfigurationIDs(
        session: "0000000a", user: "0000000b", application: "0000000c")

    private func identified() -> DroneConfiguration {
        var configuration = DroneConfiguration()
        configuration.set("custom:session_id", to: ids.session, by: nil)
        configuration.set("custom:profile_id", to: ids.user, by: nil)
        configuration.set("custom:application_id", to: ids.application, by: nil)
        return configuration
    }

    private func lines(_ text: [UInt8]) -> [String] {
        String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    @Test("the dump is lines of section:key = value, closed by a NUL")
    func dump() {
        var configuration = DroneConfiguration()
        configuration.set("control:outdoor", to: "TRUE", by: nil)
        configuration.set("control:euler_angle_max", to: "0.25", by: nil)
        let dump = configuration.dump
        #expect(dump.last == 0)
        #expect(dump.dropLast().allSatisfy { $0 != 0 })
        let lines = lines(dump.dropLast())
        #expect(lines.contains("control:outdoor = TRUE"))
        // The limit as such, and the profile's that it stands for.
        #expect(lines.contains("control:euler_angle_max = 0.25"))
        #expect(lines.contains("control:outdoor_euler_angle_max = 0.25"))
        #expect(lines.contains("control:indoor_euler_angle_max = 0.2094"))
        #expect(lines.contains("general:navdata_options = 65537"))
        #expect(lines.contains("custom:session_id = 00000000"))
        #expect(lines.allSatisfy { $0.contains(":") && $0.contains(" = ") })
    }

    @Test(
        "every key of the guide's table is in the dump, with its default",
        arguments: [
            ("general:com_watchdog", "2"), ("general:vbat_min", "9000"),
            ("general:ardrone_name", "My ARDrone"), ("control:altitude_max", "3000"),
            ("control:altitude_min", "50"), ("control:control_vz_max", "700"),
            ("control:control_yaw", "1.745"), ("control:outdoor_control_yaw", "3.49"),
            ("control:flying_mode", "0"), ("control:flight_anim", "0,0"),
            ("network:wifi_mode", "0"), ("network:owner_mac", "00:00:00:00:00:00"),
            ("pic:ultrasound_freq", "8"), ("video:video_codec", "129"), ("video:codec_fps", "30"),
            ("video:bitrate_storage", "4000"), ("video:video_on_usb", "TRUE"),
            ("leds:leds_anim", "0,0,0"), ("detect:detect_type", "13"),
            ("detect:groundstripe_colors", "16"), ("gps:latitude", "500.0"),
            ("userbox:userbox_cmd", "0"), ("syslog:max_size", "102400"),
            ("custom:profile_desc", "Default profile configuration"),
        ])
    func defaults(key: String, value: String) {
        #expect(lines(DroneConfiguration().dump).contains("\(key) = \(value)"))
    }

    @Test("CTRL 6 lists ids with their descriptions under their categories")
    func list() {
        var configuration = identified()
        configuration.set("custom:application_desc", to: "roost", by: ids)
        #expect(
            lines(configuration.idList) == [
                "[applis]", "0000000c,roost", "[profiles]",
                "0000000b,Default profile configuration", "[sessions]",
                "0000000a,Default session configuration", "\0",
            ])
    }

    @Test(
        "what only ids may set ignores a plain CONFIG",
        arguments: [
            ("video:codec_fps", "20"), ("video:video_codec", "131"), ("video:bitrate", "2000"),
            ("video:max_bitrate", "2000"), ("video:bitrate_ctrl_mode", "1"),
            ("video:bitrate_storage", "1000"), ("video:video_slices", "1"),
            ("video:video_live_socket", "1"),
        ])
    func identifiedOnly(key: String, value: String) {
        var configuration = identified()
        let before = configuration[key]
        configuration.set(key, to: value, by: nil)
        configuration.set(key, to: value, by: ConfigurationIDs.none)
        #expect(configuration[key] == before)
        configuration.set(key, to: value, by: ids)
        #expect(configuration[key] == value)
    }

    @Test(
        "nobody sets what is for reading", arguments: ["general:vbat_min", "general:drone_serial"])
    func readOnly(key: String) {
        var configuration = identified()
        let before = configuration[key]
        configuration.set(key, to: "1", by: nil)
        configuration.set(key, to: "1", by: ids)
        #expect(configuration[key] == before)
    }

    @Test("each category keeps its values by its own id")
    func categories() {
        var configuration = identified()
        configuration.set("control:flying_mode", to: "1", by: ids)
        configuration.set("control:euler_angle_max", to: "0.1", by: ids)
        configuration.set("general:navdata_options", to: "1", by: ids)
        configuration.set("custom:session_id", to: "000000aa", by: ids)
        // A new session starts clean; the user and the application are the same.
        #expect(configuration["control:flying_mode"] == "0")
        #expect(configuration["control:euler_angle_max"] == "0.1")
        #expect(configuration.navdataOptions == 1)
        configuration.set("custom:session_id", to: ids.session, by: nil)
        #expect(configuration["control:flying_mode"] == "1")
    }

    @Test("a deleted id loses its values, and whoever used it is nobody again")
    func deletion() {
        var configuration = identified()
        configuration.set("control:euler_angle_max", to: "0.1", by: ids)
        configuration.set("custom:profile_id", to: "-\(ids.user)", by: nil)
        #expect(configuration.ids.user == "00000000")
        #expect(configuration.stored(.user).isEmpty)
        configuration.set("custom:profile_id", to: ids.user, by: nil)
        #expect(configuration["control:euler_angle_max"] == "0.2094")
    }

    @Test("-all deletes a category, and no other")
    func deleteAll() {
        var configuration = identified()
        configuration.set("custom:session_id", to: "000000aa", by: nil)
        #expect(configuration.stored(.session) == [ids.session, "000000aa"])
        configuration.set("custom:session_id", to: "-all", by: nil)
        #expect(configuration.stored(.session).isEmpty)
        #expect(configuration.ids.session == "00000000")
        #expect(configuration.stored(.user) == [ids.user])
    }

    @Test("what is no id changes nothing", arguments: ["0a", "0000000g", "", "000000001"])
    func malformed(id: String) {
        var configuration = identified()
        configuration.set("custom:session_id", to: id, by: nil)
        #expect(configuration.ids == ids)
    }

    @Test("CTRL 4 and 6 put their text on the control port, once; the other modes nothing")
    func control() throws {
        var bench = try DroneModelBench()
        for mode in [0, 1, 2, 3, 5, 7] {
            bench.send("CTRL,\(mode),0")
            #expect(bench.model.takeControlText().isEmpty)
        }
        bench.send("CTRL,4,0")
        #expect(lines(bench.model.takeControlText()).contains("general:num_version_soft = 2.4.8"))
        #expect(bench.model.takeControlText().isEmpty)
        bench.send("CTRL,6,0")
        #expect(lines(bench.model.takeControlText()).first == "[applis]")
    }

    @Test("the flying time counts the seconds in the air")
    func flyingTime() throws {
        var bench = try DroneModelBench()
        bench.fly()
        bench.send("CTRL,4,0")
        let line = lines(bench.model.takeControlText()).first {
            $0.hasPrefix("general:flying_time")
        }
        #expect(line == "general:flying_time = 5" || line == "general:flying_time = 6")
    }
}
