import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import Testing

extension WorldTests {
    /// The lines of "A day of rules" in docs/automations.md that change something in the house.
    private static func pageCommands() throws -> [String] {
        let page = String(decoding: try projectFile("docs/automations.md"), as: UTF8.self)
        let section = try #require(page.split(separator: "\n## A day of rules\n").last)
        let commands = section.split(separator: "\n").filter { $0.hasPrefix("echo ") }
        return commands.map { "\($0)" }
    }

    /// The local time is four in the afternoon, whenever the test runs.
    private static func afternoon() -> [String: String] {
        let minutes = 16 * 60 - Int(time(nil) / 60) % 1440
        let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
        return ["TZ": "HERE\(minutes < 0 ? "+" : "-")\(hours):\(rest < 10 ? "0" : "")\(rest)"]
    }

    @Test("who types what the page says into the simulated house sees the rules of the house do it")
    func byHand() throws {
        let shipped = try projectFile("config/rules.json")
        let home = try TestInstallation(configuration: String(decoding: shipped, as: UTF8.self))
        let world = try RoostProcess(
            "simulate", "world", "--address", LoopbackAddress.claim(), "--runtime", home.runtime)
        try world.waitFor("simulated world at")
        let roost = try RoostProcess(
            "run", home.configuration, "--runtime", home.runtime, environment: Self.afternoon())
        try roost.waitFor("started:")

        func isOn(_ line: Int) -> Bool {
            let file = "run/world/sys/class/gpio/gpio\(line)/value"
            return home.directory.read(file)?.hasPrefix("1") == true
        }
        func reason() -> String { (try? home.status().reason(of: "house")) ?? "" }
        func isTold(_ text: String) -> Bool {
            (try? home.status().policy("house")?.details?["alerts"]?.line.contains(text)) == true
        }
        let (fan, lamp, pump) = (17, 27, 22)
        // In the order of the page; the lamp goes by the sky of the world until somebody writes the light.
        let expectations: [(what: String, isSo: () -> Bool)] = [
            ("daylight", { !isOn(lamp) }),
            ("31 °C", { isOn(fan) && reason().contains("cooling began with room > 28 °C") }),
            ("25 °C", { !isOn(fan) }),
            ("rain", { isTold("It rains") }),
            ("dry soil in the rain", { !isOn(pump) }),
            ("dry soil", { isOn(pump) && !isTold("It rains") }),
            ("wet soil", { !isOn(pump) }),
            ("dusk", { isOn(lamp) && reason().contains("evening began") }),
            ("daylight", { !isOn(lamp) }),
            ("the button", { isOn(lamp) && reason().contains("stairs began with button.press") }),
        ]
        let commands = try Self.pageCommands()
        try #require(commands.count == expectations.count)
        for (command, (what, isSo)) in zip(commands, expectations) {
            let shell = try ChildProcess(
                "/bin/sh", ["-c", "cd '\(home.sysfs)' && \(command)"],
                logPath: "\(home.directory.path)/shell.log")
            #expect(shell.waitForEnd() == 0, "\(command)")
            #expect(
                eventually(within: .seconds(45)) { isSo() },
                "\(what): \(reason())\n\(roost.errors)")
        }
        #expect(world.end == nil && roost.end == nil)
    }
}
