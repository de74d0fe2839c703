import Core
import Glibc
import LinuxIO
import Simulators
import TestSupport
import Values

/// A person at a terminal who flies a simulated drone.
final class TerminalPilot: Sendable {
    let drone: SimulatedDrone
    let terminal: PseudoTerminal
    let process: RoostProcess
    private let home: TestInstallation
    private let address: String

    convenience init() throws {
        let address = try LoopbackAddress.claim()
        var options = SimulatedDrone.Options(start: DemoWorld.start)
        options.address = address
        try self.init(
            at: address, SimulatedDrone(options, scheduler: DispatchScheduler()), TestInstallation()
        )
    }

    /// Another one, for the drone of one who is gone.
    convenience init(taking other: TerminalPilot) throws {
        try self.init(at: other.address, other.drone, other.home)
    }

    private init(at address: String, _ drone: SimulatedDrone, _ home: TestInstallation) throws {
        self.address = address
        self.drone = drone
        self.home = home
        terminal = try PseudoTerminal()
        process = try RoostProcess(
            ["drone", "fly", "--address", address, "--runtime", home.runtime],
            environment: ["LANG": "C.UTF-8", "LC_ALL": "", "TERM": "xterm-256color"],
            terminal: terminal)
    }

    /// Waits until the screen has shown this.
    func waitFor(_ text: String) throws {
        guard eventually(within: .seconds(20), { terminal.screen.contains(text) }) else {
            throw TestSupportError(
                "\"\(text)\" was not shown\n\(terminal.screen.suffix(3000))\n\(process.errors)")
        }
    }

    /// Takes off by its two keys, and waits until the drone truly hovers.
    func takeOff() throws {
        try waitFor("READY")
        guard drone.truth.phase == .landed else {
            throw TestSupportError("it moved before it was asked to")
        }
        // Again, as a person would: the link may say "ready" a packet before the flight data have no
        // obstacle left, and a program that got no turn refuses a "yes" that comes with its question.
        let hasTakenOff = (0..<10).contains { _ in
            terminal.type("t")
            guard eventually(within: .seconds(2), { terminal.screen.contains("Take off?") }) else {
                return false
            }
            usleep(300_000)
            terminal.type("y")
            return eventually(within: .seconds(3)) { drone.truth.phase != .landed }
        }
        guard hasTakenOff,
            eventually(within: .seconds(20), { drone.truth.phase == .hovering })
        else {
            throw TestSupportError(
                "it did not take off\n\(terminal.screen.suffix(3000))\n\(process.errors)")
        }
        try waitFor("HOVERING")
    }

    /// Holds a key down, as a terminal tells it: once, and after 400 ms every 40 ms.
    func hold(_ key: String, for duration: Duration) {
        terminal.type(key)
        usleep(400_000)
        let clock = ContinuousClock()
        let end = clock.now + duration
        while clock.now < end {
            terminal.type(key)
            usleep(40_000)
        }
    }

    /// The process that flies: the only child of the one that guards it.
    func child() throws -> pid_t {
        let path = "/proc/\(process.pid)/task/\(process.pid)/children"
        let text = String(decoding: try readFile(path, atMost: 4096), as: UTF8.self)
        guard let pid = text.split(separator: " ").first.flatMap({ pid_t(String($0)) }) else {
            throw TestSupportError("\(process.pid) has no child")
        }
        return pid
    }

    /// Waits for the end, reading the screen meanwhile as a terminal does.
    func end() throws -> RoostProcess.End {
        _ = eventually(within: .seconds(40)) {
            _ = terminal.screen
            return process.end != nil
        }
        return try process.wait(within: .seconds(1))
    }
}
