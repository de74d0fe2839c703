import Core
import TestSupport
import TestTraits
import Testing

/// `roost poke` over files like those of the kernel's PWM.
@Suite(.blocking) struct PokeTests {
    private func home(_ rest: String = "") throws -> TestInstallation {
        let home = try TestInstallation()
        let path = home.directory.path
        try home.directory.write(
            "roost.json",
            """
            {"sysfs": "\(path)/sys", "dev": "\(path)/dev", "drivers": {
               "bolt": {"driver": "servo", "release_after": "never", "angle_max": "180deg"}\(rest)}}
            """)
        try home.directory.makePWMChip(0, device: "fe20c000.pwm")
        try home.directory.makePWMChannel()
        return home
    }

    private func poke(
        _ home: TestInstallation, _ words: String...
    ) throws -> (code: RoostProcess.End, text: String) {
        let options = ["--config", home.configuration, "--runtime", home.runtime]
        let (end, output, errors) = try finished(RoostProcess(["poke"] + words + options))
        return (end, output + errors)
    }

    private func pulses(_ home: TestInstallation) -> (isOn: Bool, nanoseconds: String) {
        let channel = "sys/class/pwm/pwmchip0/pwm0"
        return (
            home.directory.read("\(channel)/enable")?.first == "1",
            home.directory.read("\(channel)/duty_cycle") ?? ""
        )
    }

    @Test("a servo goes where it is poked, and is left without pulses")
    func servo() throws {
        let home = try home()
        let (end, text) = try poke(home, "bolt", "90deg", "--for", "1")
        #expect(end == .exited(0), "\(text)")
        #expect(text.contains("bolt: state 90°"))
        #expect(text.contains("bolt: back in its safe state"))
        let (isOn, nanoseconds) = pulses(home)
        #expect(!isOn)
        // The middle of 1 to 2 ms, which every hobby servo takes for the middle of its range.
        #expect(nanoseconds.hasPrefix("1500000"), "\(nanoseconds)")
    }

    @Test(
        "it only goes so far as its settings let it, and nothing is started for what it does not know"
    )
    func limits() throws {
        let home = try home(
            #", "a": {"driver": "gpio-output", "line": "GPIO5", "safe": "inactive"}"#)
        for (words, answer) in [
            (["bolt", "181deg"], "bolt turns from 0° to 180°"), (["bolt", "90"], "has no unit"),
            (["door", "90deg"], "no actuator \"door\": there are a.switch, bolt.angle"),
            (["a", "40%"], "a takes on or off"),
        ] {
            let (end, text) = try poke(home, words[0], words[1])
            #expect(end != .exited(0) && text.contains(answer), "\(words): \(text)")
        }
        #expect(!pulses(home).isOn && pulses(home).nanoseconds.hasPrefix("0"))
    }

    @Test("while a roost runs, nothing is poked beside it")
    func running() throws {
        let home = try home()
        let roost = try home.start()
        let (end, text) = try poke(home, "bolt", "90deg")
        #expect(end == .exited(1))
        #expect(text.contains("another roost is running"), "\(text)")
        #expect(!pulses(home).isOn)
        roost.send(signal: 15)
        #expect(try roost.wait() == .exited(0))
    }
}
