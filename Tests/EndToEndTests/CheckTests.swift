import TestSupport
import TestTraits
import Testing

/// What `roost check` refuses beyond single settings: with the drivers and policies that there are.
@Suite(.blocking) struct CheckTests {
    private func errors(_ configuration: String) throws -> String {
        let installation = try TestInstallation(configuration: configuration)
        let (end, _, errors) = try finished(RoostProcess("check", installation.configuration))
        #expect(end == .exited(errors == "" ? 0 : 10))
        return errors
    }

    private func two(_ driver: String, _ first: String, _ second: String) -> String {
        """
        {"drivers": {"a": {"driver": "\(driver)"\(first)}, "b": {"driver": "\(driver)"\(second)}}}
        """
    }

    @Test(
        "two drivers cannot have one thing",
        arguments: [
            ("gpio-input", #", "line": "GPIO17""#, #", "line": "BCM17""#, "GPIO line GPIO17"),
            (
                "gpio-output", #", "lines": {"x": "GPIO5", "y": "GPIO6"}"#, #", "line": "GPIO6""#,
                "GPIO line GPIO6"
            ),
            ("servo", "", #", "channel": 0"#, "PWM channel 0 of the Pi's own"),
            (
                "servo", #", "chip": "1-0040", "channel": 3"#, #", "chip": "1-0040", "channel": 3"#,
                "PWM channel 3 of 1-0040"
            ),
            ("ds18b20", "", "", "1-Wire device that is the only sensor"),
            (
                "ds18b20", #", "id": "28-000005e2fdc3""#, #", "id": "28-000005e2fdc3""#,
                "1-Wire device 28-000005e2fdc3"
            ),
            ("nmea-gps", "", #", "device": "/dev/serial0""#, "serial port serial0"),
            (
                "photoresistor", #", "channel": 3"#, #", "device": "mcp3008", "channel": 3"#,
                "converter channel 3 of the only mcp3008"
            ),
            (
                "photoresistor", #", "spi": "0.0""#,
                #", "device": "mcp3208", "spi": "0.0", "channel": 1"#, "bus address spi0.0"
            ),
            ("ardrone", "", "", "network address 192.168.1.1"),
        ] as [(String, String, String, String)])
    func claimedTwice(driver: String, first: String, second: String, thing: String) throws {
        let errors = try errors(two(driver, first, second))
        #expect(errors.contains("drivers.b."), "\(errors)")
        #expect(errors.contains("\(thing) is already claimed by \"a\""), "\(errors)")
        // One line ends with its code for each thing that is wrong.
        let told = errors.split(separator: "\n").filter { $0.hasSuffix("]") }
        #expect(told.count == 1 && told[0].hasSuffix("[already-claimed]"), "\(errors)")
    }

    @Test(
        "a line of a driver's own at a pin that a bus, a serial port or PWM takes is said, and fails the check",
        arguments: [
            (#""driver": "servo""#, 18, 12), (#""driver": "servo", "channel": 1"#, 19, 35),
            (#""driver": "photoresistor", "spi": "0.0""#, 9, 21),
            (#""driver": "ds18b20""#, 4, 7), (#""driver": "tmp117""#, 3, 5),
            (#""driver": "rfid-reader""#, 15, 10),
            (#""driver": "gpio-input", "line": "GPIO7""#, 7, 26),
        ] as [(String, Int, Int)])
    func pins(driver: String, line: Int, pin: Int) throws {
        func check(_ line: Int) throws -> (end: RoostProcess.End, output: String, errors: String) {
            let installation = try TestInstallation(
                configuration: """
                    {"drivers": {"one": {\(driver)},
                                 "two": {"driver": "gpio-output", "lines": {"x": "GPIO\(line)"}}}}
                    """)
            return try finished(RoostProcess("check", installation.configuration))
        }
        let taken = try check(line)
        let isRefused = taken.errors.contains("already claimed")
        #expect(taken.end == .exited(isRefused ? 10 : 1), "\(taken)")
        let words = "conflict: GPIO \(line) (pin \(pin)) cannot be for one and for two.x"
        #expect(isRefused || taken.output.contains(words), "\(taken)")
        let free = try check(26)
        #expect(free.end == .exited(0) && !free.output.contains("conflict"), "\(free)")
    }

    @Test(
        "what can be shared, or is not the same thing, is accepted",
        arguments: [
            ("gpsd", "", ""),
            ("gpio-output", #", "line": "GPIO5""#, #", "line": "GPIO6""#),
            ("servo", "", #", "channel": 1"#),
            ("servo", #", "chip": "1-0040""#, #", "chip": "1-0041""#),
            ("ardrone", "", #", "address": "192.168.1.2""#),
            ("photoresistor", #", "channel": 1"#, #", "channel": 2"#),
            ("photoresistor", #", "spi": "0.0""#, #", "spi": "0.0", "channel": 1"#),
            ("photoresistor", #", "spi": "0.0""#, #", "spi": "0.1""#),
        ] as [(String, String, String)])
    func notTheSame(driver: String, first: String, second: String) throws {
        #expect(try errors(two(driver, first, second)) == "")
    }

    @Test(
        "an input that the converter does not have is refused",
        arguments: [
            ("mcp3004", 3, ""), ("mcp3004", 4, "an mcp3004 has the inputs 0 to 3"),
            ("mcp3008", 7, ""), ("mcp3008", 8, "an mcp3008 has the inputs 0 to 7"),
            ("ads1115", 3, ""), ("ads1115", 4, "an ads1115 has the inputs 0 to 3"),
        ] as [(String, Int, String)])
    func inputs(device: String, channel: Int, message: String) throws {
        let supply = device == "ads1115" ? #", "supply": "3.3V""# : ""
        let errors = try errors(
            """
            {"drivers": {"light": {"driver": "photoresistor", "device": "\(device)",
                                   "channel": \(channel)\(supply)}}}
            """)
        #expect(message == "" ? errors == "" : errors.contains("light.channel: \(message)"))
    }

    /// An aircraft with a policy that flies it.
    private func flight(drone: String = "", pilot: String) -> String {
        """
        {"drivers": {"drone": {"driver": "ardrone"\(drone)}, "gps": {"driver": "gpsd"}},
         "policies": {"pilot": {"policy": "drone-navigation", \(pilot),
            "receiver_rides_on_aircraft": true,
            "inputs": {"flight": "drone", "heading": "drone", "position": "gps"},
            "outputs": {"pilot": "drone"}}}}
        """
    }

    @Test("a policy that flies must command often, and its commands may not hold for long")
    func flyingTimes() throws {
        let slow = try errors(flight(pilot: #""every": "10s", "lease": "25s""#))
        #expect(slow.contains("policies.pilot.every: 10 s is too long for drone.pilot"))
        #expect(slow.contains("policies.pilot.lease: 25 s is too long for drone.pilot"))
        #expect(try errors(flight(pilot: #""every": "50ms""#)) == "")
        #expect(try errors(flight(pilot: #""every": "400ms""#)) == "")
    }

    @Test("a target above the altitude that the drone is allowed is refused") func altitude() throws
    {
        let target = #"{"latitude": 52.5, "longitude": 13.4, "altitude": "4m"}"#
        let pilot = #""max_altitude": "4m", "targets": [\#(target)]"#
        let refused = try errors(flight(drone: #", "altitude_max": "3m""#, pilot: pilot))
        #expect(
            refused.contains(
                "policies.pilot.targets[0].altitude: altitude 4 m is beyond what drone.pilot takes: "
                    + "altitude 0 to 3 m (its altitude_max)"), "\(refused)")
        #expect(
            refused.contains("policies.pilot.max_altitude: altitude 0 to 4 m is beyond what"),
            "\(refused)")
        #expect(try errors(flight(drone: #", "altitude_max": "4m""#, pilot: pilot)) == "")
    }

    @Test("what a full stick does must be to the policy what it is to the drone") func fullStick()
        throws
    {
        let pilot = #""full_tilt": "29deg""#
        let refused = try errors(flight(drone: #", "tilt_max": "12deg""#, pilot: pilot))
        #expect(
            refused.contains(
                "policies.pilot.full_tilt: full tilt 29 deg is beyond what drone.pilot takes: "
                    + "full tilt 12 deg (its tilt_max)"), "\(refused)")
        #expect(try errors(flight(drone: #", "tilt_max": "29deg""#, pilot: pilot)) == "")
    }

    @Test("an angle beyond the servo's is refused") func angle() throws {
        func door(
            _ servo: String, flap: String = #""accept_no_flap_switch": true,"#
        ) -> String {
            """
            {"drivers": {"light": {"driver": "photoresistor"}, "air": {"driver": "ds18b20"},
                         "bolt": {"driver": "servo"\(servo)},
                         "latch": {"driver": "gpio-input", "line": "GPIO17"}},
             "policies": {"door": {"policy": "pet-door", "locked_angle": "270deg", \(flap)
                "inputs": {"light": "light", "temperature": "air", "latch": "latch"},
                "outputs": {"bolt": "bolt"}}}}
            """
        }
        let refused = try errors(door(""))
        #expect(
            refused.contains(
                "policies.door.locked_angle: angle 270 deg is beyond what bolt.angle takes: "
                    + "angle 0 to 180 deg"), "\(refused)")
        #expect(try errors(door(#", "angle_max": "270deg""#)) == "")
        let blind = try errors(door(#", "angle_max": "270deg""#, flap: ""))
        #expect(blind.contains("policies.door.inputs: needs a \"flap\""), "\(blind)")
    }

    @Test("a receiver that does not ride on the aircraft is refused") func receiver() throws {
        let refused = try errors(
            flight(pilot: #""every": "50ms""#).replacing(
                #""receiver_rides_on_aircraft": true"#,
                with: #""receiver_rides_on_aircraft": false"#))
        #expect(refused.contains("policies.pilot.receiver_rides_on_aircraft: must be true"))
    }
}
