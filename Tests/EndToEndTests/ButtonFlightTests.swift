import Core
import Glibc
import JSON
import Simulators
import TestSupport
import Testing
import Values

extension WorldTests {
    @Test("without a phone: a button arms, starts, stops and lands, and a lamp tells each")
    func button() throws {
        let world = try DemoWorld(
            pilot: [
                "start": "on-command", "start_delay": "2s",
                "inputs": [
                    "flight": "drone", "heading": "drone", "position": "gps",
                    "button": "button.presses",
                ],
                "outputs": ["pilot": "drone", "lamp": "lamp"],
            ],
            drivers: [
                "button": ["driver": "gpio-input", "mode": "button", "line": "sysfs:22"],
                "lamp": ["driver": "gpio-output", "line": "sysfs:23"],
            ])
        let panel = try Panel(world.home, button: 22, lamp: 23)
        let roost = try world.home.start()
        try world.home.waitForStatus("is ready") { _ in
            (try? world.home.run("preflight").end) == .exited(0)
        }
        try panel.press(for: .milliseconds(1200))
        try world.home.waitForStatus("is armed") {
            $0.policy("pilot")?.reason?.code == "armed"
        }
        // Dark and lit by turns.
        #expect(eventually { panel.isLit == true } && eventually { panel.isLit == false })
        // Sooner it would be the same press.
        panel.wait(.seconds(1))
        try panel.press(for: .milliseconds(200))
        #expect(eventually(within: .seconds(20)) { world.drone.truth.isAirborne })
        try world.home.waitForStatus("flies") { $0.policy("pilot")?.reason?.code == "flying" }
        #expect(eventually { panel.isLit == true })

        try panel.press(for: .milliseconds(200))
        try world.home.waitForStatus("is stopped") {
            $0.policy("pilot")?.reason?.code == "hovering-person"
        }
        #expect(world.drone.truth.isAirborne)
        try panel.press(for: .milliseconds(200))
        #expect(eventually(within: .seconds(30)) { world.drone.truth.phase == .landed })
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
        #expect(panel.isLit == false)
    }
}

/// A button and a lamp behind the files that the kernel has for them.
private final class Panel {
    private let directory: TemporaryDirectory
    private let button: String
    private let lamp: String

    init(_ home: TestInstallation, button: Int, lamp: Int) throws {
        directory = home.directory
        self.button = "run/world/sys/class/gpio/gpio\(button)"
        self.lamp = "run/world/sys/class/gpio/gpio\(lamp)"
        for line in [self.button, self.lamp] {
            for (name, text) in [("direction", "in\n"), ("value", "0\n"), ("active_low", "0\n")] {
                try directory.write("\(line)/\(name)", text)
            }
        }
    }

    func press(for time: Duration) throws {
        try set("1")
        wait(time)
        try set("0")
    }

    /// In place: a file that is cut off and written again is empty for a moment, and the kernel's never are.
    private func set(_ value: String) throws {
        let file = open("\(directory.path)/\(button)/value", O_WRONLY)
        defer { close(file) }
        guard pwrite(file, value, 1, 0) == 1 else {
            throw TestSupportError("the button cannot be pressed: \(errno)")
        }
    }

    func wait(_ time: Duration) {
        let end = ContinuousClock.now + time
        _ = eventually { ContinuousClock.now >= end }
    }

    var isLit: Bool? { directory.read("\(lamp)/value").map { $0.hasPrefix("1") } }
}
