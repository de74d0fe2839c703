import Core
import Glibc
import Synchronization
import TestSupport
import TestTraits
import Testing
import Threads
import Values

/// A fan, a lamp and a thermometer of a house by rules, with the real program: what happens where rules meet a change, a restart,
/// a kill and a lost sensor.
@Suite(.timeLimit(.minutes(5)), .blocking) struct RuleTests {
    private static let cooling =
        #"{"name": "cooling", "when": "room > 28 °C", "until": "room < 26 °C", "set": {"fan": "on"}}"#

    private let home: TestInstallation

    init() throws {
        home = try TestInstallation()
        for line in [17, 22, 23] { try home.directory.makeSysfsLine(line) }
        try warm(20)
        try write(Self.cooling)
    }

    /// `more`: drivers beside the thermometer, the fan at line 17, the lamp at line 22 and the rain at line 23.
    private func write(
        _ rules: String, to file: String = "roost.json", beside: String = "", drivers: String = "",
        policies: String = ""
    ) throws {
        let path = home.directory.path
        try home.directory.write(
            file,
            """
            {"sysfs": "\(path)/sys", "dev": "\(path)/dev", "drivers": {
               "clock": {"driver": "system-clock"},
               "room": {"driver": "ds18b20", "every": "1s", "max_rate": "600 °C/min"},
               "rain": {"driver": "gpio-input", "line": "sysfs:23"},
               "fan": {"driver": "gpio-output", "line": "sysfs:17"},
               "lamp": {"driver": "gpio-output", "line": "sysfs:22"}\(drivers)},
             "policies": {"air": {"policy": "rules", "every": "100ms", "inputs": {"clock": "clock"},
               "grace": "2s"\(beside), "rules": [\(rules)]}\(policies)}}
            """)
    }

    /// What `w1_slave` of a DS18B20 shows (kernel: drivers/w1/slaves/w1_therm.c; data sheet: "Memory", "CRC generation").
    private func warm(_ celsius: Double) throws {
        let raw = UInt16(bitPattern: Int16((celsius * 16).rounded()))
        let bytes: [UInt8] = [
            UInt8(raw & 0xFF), UInt8(raw >> 8), 0x4B, 0x46, 0x7F, 0xFF, 0x0C, 0x10,
        ]
        var crc: UInt8 = 0
        for byte in bytes {
            crc ^= byte
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x8C : crc >> 1 }
        }
        func hex(_ byte: UInt8) -> String {
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0\(text)" : text
        }
        let line = (bytes + [crc]).map(hex).joined(separator: " ")
        try home.directory.write(
            "sys/bus/w1/devices/28-000005e2fdc3/w1_slave",
            "\(line) : crc=\(hex(crc)) YES\n\(line) t=\(Int(celsius * 1000))\n")
    }

    private func isOn(_ line: Int = 17) -> Bool { home.directory.isSysfsLineActive(line) == true }

    private func code() throws -> String { try home.status().policy("air")?.reason?.code ?? "" }

    private func stop(_ roost: RoostProcess) throws {
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0), "\(roost.errors)")
    }

    @Test(
        "a fan turns by its thermometer, why and when say so, and a stop brings it to its safe level"
    )
    func cooling() throws {
        let roost = try home.start()
        try home.waitForStatus("waits") { $0.reason(of: "air").contains("waits for room > 28 °C") }
        try warm(29)
        #expect(eventually { isOn() })
        let status = try home.waitForStatus("cools") {
            $0.reason(of: "air").hasPrefix("cooling began with room > 28 °C; until room < 26 °C")
        }
        #expect(status.policy("air")?.reason?.code == "cooling")
        // The record is written a moment later.
        let isExplained = try eventually {
            let why = try home.run("why", "air").output
            return why.contains("cooling began with room > 28 °C")
                && why.contains("no rule is active")
        }
        #expect(isExplained)
        try warm(27)
        usleep(2_500_000)
        #expect(isOn())
        try warm(25)
        #expect(eventually { !isOn() })
        #expect(
            try eventually { try home.run("when", "air", "fan").output.contains("on") })
        try warm(30)
        #expect(eventually { isOn() })
        try stop(roost)
        #expect(!isOn())
    }

    @Test(
        "a lost thermometer is a failsafe after the grace, and the fan begins again when it is back"
    )
    func lost() throws {
        let roost = try home.start()
        try warm(29)
        #expect(eventually { isOn() })
        unlink("\(home.directory.path)/sys/bus/w1/devices/28-000005e2fdc3/w1_slave")
        try home.waitForStatus("is in doubt") {
            $0.policy("air")?.reason?.code == "cooling-doubtful"
        }
        #expect(eventually(within: .seconds(3)) { !isOn() })
        #expect(try home.status().policy("air")?.reason?.isFailsafe == true)
        try warm(29)
        #expect(eventually { isOn() })
        try stop(roost)
    }

    @Test(
        "killed while the fan is on: park or the next start brings it to its safe level, and the start goes on by the rules",
        arguments: ["park", "start"])
    func killed(then: String) throws {
        let roost = try home.start()
        try warm(29)
        #expect(eventually { isOn() })
        roost.send(signal: SIGKILL)
        #expect(try roost.wait() == .killed(signal: SIGKILL))
        #expect(isOn(), "the line keeps its level without a process")
        guard then == "start" else {
            #expect(try home.run("park", home.configuration).end == .exited(0))
            return #expect(!isOn())
        }
        try warm(20)
        let next = try home.start()
        #expect(eventually { !isOn() })
        try warm(29)
        #expect(eventually { isOn() })
        try stop(next)
    }

    @Test(
        "a change of a rule while the fan is on leaves no gap; what began goes on by what is said now"
    )
    func applied() throws {
        let roost = try home.start()
        try warm(29)
        #expect(eventually { isOn() })
        try write(Self.cooling.replacing("26", with: "22"), to: "new.json")
        let directory = home.directory
        let watcher = GapWatch { directory.isSysfsLineActive(17) == true }
        let (end, output, errors) = try home.run("apply", "\(home.directory.path)/new.json")
        #expect(end == .exited(0), "\(output)\(errors)")
        usleep(1_000_000)
        #expect(watcher.end() == 0)
        try warm(25)
        usleep(2_500_000)
        #expect(isOn())
        try warm(21)
        #expect(eventually { !isOn() })
        try stop(roost)
    }

    @Test(
        "rules that were applied are over with a restart, with the drivers they brought, and a mistyped output can be taken back"
    )
    func appliedIsOver() throws {
        let roost = try home.start()
        // A line that is not there: the output never runs.
        try write(
            Self.cooling + #", {"name": "wet", "when": "rain is wet", "set": {"siren": "on"}}"#,
            to: "new.json", drivers: #", "siren": {"driver": "gpio-output", "line": "sysfs:99"}"#)
        let (end, output, errors) = try home.run("apply", "\(home.directory.path)/new.json")
        #expect(end == .exited(0), "\(output)\(errors)")
        #expect(try home.status().driver("siren") != nil)
        let back = try home.run("apply", home.configuration)
        #expect(back.end == .exited(0), "\(back.output)\(back.errors)")
        #expect(try home.status().driver("siren") == nil)
        #expect(try home.run("apply", "\(home.directory.path)/new.json").end == .exited(0))
        try stop(roost)

        let next = try home.start()
        let status = try home.status()
        #expect(status.driver("siren") == nil && status.policy("air") != nil)
        #expect(try home.run("plan", home.configuration).output == "nothing changes\n")
        try warm(29)
        #expect(eventually { isOn() })
        try stop(next)
    }

    @Test(
        "a paused rule is shown, stays so over a restart, and decides again when a person says so")
    func paused() throws {
        let roost = try home.start()
        #expect(try home.run("send", "air", "rule", "cooling", "paused").end == .exited(0))
        try stop(roost)
        let next = try home.start()
        try warm(29)
        let status = try home.waitForStatus("says that it is paused") {
            $0.reason(of: "air").contains("paused: cooling")
        }
        #expect(status.policy("air")?.reason?.code == "cooling-paused")
        usleep(2_500_000)
        #expect(!isOn())
        #expect(try home.run("send", "air", "rule", "cooling", "auto").end == .exited(0))
        #expect(eventually { isOn() })
        try stop(next)
    }

    @Test(
        "an output is on for its longest time and no longer, until no rule sets it"
    )
    func longest() throws {
        try write(
            #"{"name": "hot", "when": "room > 28 °C", "set": {"fan": "on"}}"#,
            beside: #", "longest": {"fan": "3s"}"#)
        let roost = try home.start()
        try warm(29)
        #expect(eventually { isOn() })
        let began = DispatchScheduler().now
        #expect(eventually(within: .seconds(10)) { !isOn() })
        let elapsed = DispatchScheduler().now - began
        #expect(elapsed >= .milliseconds(2500) && elapsed < .seconds(8), "\(elapsed)")
        try home.waitForStatus("says so") { $0.policy("air")?.reason?.code == "fan-too-long+hot" }
        usleep(1_000_000)
        #expect(!isOn())
        try warm(20)
        try home.waitForStatus("is over") { $0.policy("air")?.reason?.code == "idle" }
        try warm(29)
        #expect(eventually { isOn() })
        try stop(roost)
    }

    @Test(
        "a rule whose shadow has another figure shows the difference, and the fan goes by the rule")
    func shadow() throws {
        try write(
            Self.cooling,
            policies:
                #", "later": {"policy": "rules", "shadow": "air", "rules": [\#(Self.cooling.replacing("28", with: "35"))]}"#
        )
        let roost = try home.start()
        try warm(29)
        #expect(eventually { isOn() })
        #expect(
            try eventually { try home.run("log").output.contains("would do otherwise") })
        try stop(roost)
    }

    @Test("a replay by rules that would have asked later, or not at all, says so")
    func replayedAsks()
        throws
    {
        func rules(_ condition: String) -> String {
            #"{"name": "wet", "when": "\#(condition)", "ask": {"other": "rule cooling paused"}}"#
        }
        let other =
            #", "other": {"policy": "rules", "inputs": {"clock": "clock"}, "rules": [\#(Self.cooling)]}"#
        try write(rules("rain is wet"), policies: other)
        let roost = try home.start()
        try home.directory.setSysfsLine(23, isActive: true)
        try home.waitForStatus("has asked") { $0.policy("other")?.reason?.code == "cooling-paused" }
        try stop(roost)
        let records = "\(home.runtime)/state/records"
        let same = try finished(RoostProcess(["replay", records]))
        #expect(same.end == .exited(0), "\(same.output)")
        try write(rules("rain is wet since 50 min"), to: "new.json", policies: other)
        let never = try finished(
            RoostProcess(["replay", records, "--config", "\(home.directory.path)/new.json"])
        ).output
        #expect(
            never.contains("never rule cooling paused (asked of other), as it did at "), "\(never)")
        try write(rules("rain is wet"), to: "new.json", policies: other)
        let none = try finished(
            RoostProcess(["replay", records, "--config", "\(home.directory.path)/new.json"])
        ).output
        #expect(!none.contains("asked of"), "\(none)")
    }

    @Test("check refuses a rule that asks its own policy, which could chase itself") func asks()
        throws
    {
        try write(
            #"{"name": "wet", "when": "rain is wet", "ask": {"air": "rule cooling paused"}},"#
                + Self.cooling)
        let check = try finished(RoostProcess(["check", home.configuration]))
        #expect(check.end == .exited(10), "\(check.output)")
        #expect(
            (check.output + check.errors).contains(
                "policies ask each other in a circle: air → air"),
            "\(check.output)\(check.errors)")
    }
}

/// Looks at an output all the time, and counts how often it is found off.
private final class GapWatch: Sendable {
    private let state = Mutex((isOver: false, gaps: 0))
    private let done = Latch()

    init(_ isOn: @escaping @Sendable () -> Bool) {
        WorkerThread.start("gap watch") { [self] in
            while !state.withLock({ $0.isOver }) {
                if !isOn() { state.withLock { $0.gaps += 1 } }
                usleep(5_000)
            }
            done.open()
        }
    }

    /// - Returns: how often it was off.
    func end() -> Int {
        state.withLock { $0.isOver = true }
        done.wait()
        return state.withLock { $0.gaps }
    }
}
