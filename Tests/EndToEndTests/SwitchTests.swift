import Core
import Glibc
import TestSupport
import TestTraits
import Testing
import Values

/// A fan that people switch, seen at its wire: files like those of the kernel's PWM.
@Suite(.blocking) struct SwitchTests {
    private static let switchable = #", "switchable": {"longest": "1h"}"#

    private func home(_ rest: String = switchable) throws -> TestInstallation {
        let home = try TestInstallation()
        try write(rest, to: home)
        try home.directory.makePWMChip(0, device: "fe20c000.pwm")
        try home.directory.makePWMChannel()
        return home
    }

    private func write(_ rest: String, to home: TestInstallation) throws {
        let path = home.directory.path
        try home.directory.write(
            "roost.json",
            """
            {"sysfs": "\(path)/sys", "dev": "\(path)/dev", "drivers": {
               "fan": {"driver": "pwm-output", "ramp": "0s"\(rest)}}}
            """)
    }

    /// How long each pulse of a millisecond is, in nanoseconds; "off" without pulses.
    private func pulses(_ home: TestInstallation) -> String {
        let channel = "sys/class/pwm/pwmchip0/pwm0"
        guard home.directory.read("\(channel)/enable")?.first == "1" else { return "off" }
        return String((home.directory.read("\(channel)/duty_cycle") ?? "").prefix { $0 != "\n" })
    }

    private func send(
        _ home: TestInstallation, _ words: String...
    ) throws -> (code: RoostProcess.End, text: String) {
        let (end, output, errors) = try finished(
            RoostProcess(["send"] + words + ["--runtime", home.runtime]))
        return (end, output + errors)
    }

    @Test("a fan turns for the time that was asked for, the status says so, and then it is off")
    func forATime() throws {
        let home = try home()
        let roost = try home.start()
        let start = DispatchScheduler().now
        let (end, text) = try send(home, "fan", "level", "40%", "for=3s")
        #expect(end == .exited(0) && text.contains("40 % for 3 s"), "\(text)")
        #expect(eventually { pulses(home) == "400000" })
        let status = try home.run("status").output
        #expect(status.contains("level 40 % by hand"), "\(status)")
        let hand = try #require(try home.status().driver("fan")?.outputs?["level"]?.byHand)
        #expect(hand.askedBy == "a person")
        #expect(eventually { pulses(home) == "off" })
        let elapsed = DispatchScheduler().now - start
        #expect(elapsed >= .seconds(3) && elapsed < .seconds(20), "\(elapsed)")
        try roost.waitFor("fan: level: no longer 40 % by hand: its time is over")
        #expect(try home.status().driver("fan")?.outputs?["level"]?.byHand == nil)
        // What was asked, and by whom, is in the black box.
        #expect(
            try eventually {
                try home.run("log").output
                    .contains("asked by a person of fan.level: level 40% for=3s")
            })
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
    }

    @Test("a stop brings it to its safe level") func stop() throws {
        let home = try home()
        let roost = try home.start()
        #expect(try send(home, "fan", "on").code == .exited(0))
        #expect(eventually { pulses(home) == "1000000" })
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
        #expect(pulses(home) == "off")
    }

    @Test(
        "killed while a person has it on: park brings it to its safe level, and so does a start, which goes on with nothing",
        arguments: ["park", "start"])
    func killed(then: String) throws {
        let home = try home()
        let roost = try home.start()
        #expect(try send(home, "fan", "on").code == .exited(0))
        #expect(eventually { pulses(home) == "1000000" })
        roost.send(signal: SIGKILL)
        #expect(try roost.wait() == .killed(signal: SIGKILL))
        #expect(pulses(home) == "1000000", "the kernel's pulses go on without a process")
        guard then == "start" else {
            #expect(try home.run("park", home.configuration).end == .exited(0))
            return #expect(pulses(home) == "off")
        }
        let next = try home.start()
        #expect(eventually { pulses(home) == "off" })
        #expect(try home.status().driver("fan")?.outputs?["level"]?.byHand == nil)
        #expect(try send(home, "fan", "on", "for=1h").code == .exited(0))
        #expect(eventually { pulses(home) == "1000000" })
        next.send(signal: SIGTERM)
        #expect(try next.wait() == .exited(0))
        #expect(pulses(home) == "off")
    }

    @Test(
        "a change that takes it from people ends it at once, and one who asks again is told why not"
    )
    func applied() throws {
        let home = try home()
        let roost = try home.start()
        #expect(try send(home, "fan", "on").code == .exited(0))
        #expect(eventually { pulses(home) == "1000000" })
        try write("", to: home)
        let (end, output, errors) = try home.run("apply", home.configuration)
        #expect(end == .exited(0) && output.contains("switchable"), "\(output)\(errors)")
        #expect(eventually(within: .seconds(3)) { pulses(home) == "off" })
        let (refused, text) = try send(home, "fan", "on")
        #expect(refused == .exited(1) && text.contains("is not switchable"), "\(text)")
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
    }

    @Test("a broker switches the outputs that the bridge's file names, and no others")
    func broker() throws {
        let home = try home()
        let roost = try home.start()
        let set = "roost/roost/output/fan.level/set"
        func bridge(_ broker: FakeBroker, _ allow: String) throws -> RoostProcess {
            try home.directory.write(
                "mqtt.json",
                """
                {"host": "127.0.0.1", "port": \(broker.port), "control_socket": "\(home.socket)",
                 "allow": [\(allow)]}
                """)
            let bridge = try RoostProcess(
                ["\(home.directory.path)/mqtt.json"], program: "roost-mqtt")
            #expect(eventually { broker.subscribed.contains("roost/roost/output/+/set") })
            return bridge
        }
        let other = try FakeBroker()
        defer { other.end() }
        // The name of a request is no name of an output.
        let first = try bridge(other, #""on", "fan""#)
        // The bridge may not have heard of the output yet when it subscribes.
        #expect(
            eventually {
                other.publish(set, Array("on".utf8))
                usleep(300_000)
                return roost.errors.contains("mqtt may not switch that output")
            })
        #expect(pulses(home) == "off")
        first.send(signal: SIGTERM)
        _ = try first.wait()

        let broker = try FakeBroker()
        defer { broker.end() }
        let second = try bridge(broker, #""fan.level""#)
        #expect(
            eventually {
                broker.publish(
                    set, Array(#"{"name": "level", "arguments": {"level": "40%"}}"#.utf8))
                usleep(300_000)
                return pulses(home) == "400000"
            })
        #expect(try home.status().driver("fan")?.outputs?["level"]?.byHand?.askedBy == "mqtt")
        broker.publish(set, Array("on".utf8), isRetained: true)
        broker.publish(set, Array("end".utf8))
        #expect(eventually { pulses(home) == "off" })
        second.send(signal: SIGTERM)
        _ = try second.wait()
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
    }

    @Test("what is guarded is neither switched nor poked, and check says where") func guarded()
        throws
    {
        let home = try home(#", "guarded": ["level"]\#(Self.switchable)"#)
        let check = try finished(RoostProcess(["check", home.configuration]))
        #expect(check.end == .exited(10))
        #expect(
            (check.output + check.errors).contains("fan.level is guarded"), "\(check.errors)")
        try write(#", "guarded": ["level"]"#, to: home)
        let poke = try finished(
            RoostProcess([
                "poke", "fan", "40%", "--config", home.configuration, "--runtime", home.runtime,
            ]))
        #expect(poke.end != .exited(0) && poke.errors.contains("is guarded"), "\(poke.errors)")
        #expect(pulses(home) == "off")
    }
}
