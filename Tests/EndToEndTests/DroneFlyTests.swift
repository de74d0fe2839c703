import Core
import Glibc
import LinuxIO
import Simulators
import TestSupport
import TestTraits
import Testing
import Values

/// The real command on a real pty, and a simulated drone at the wire of which the truth is known.
@Suite("roost drone fly", .serialized, .blocking) struct DroneFlyTests {
    @Test("keys take off, fly and land; letting go hovers; the terminal comes back as it was")
    func flight() throws {
        let pilot = try TerminalPilot()
        try pilot.takeOff()
        #expect(!pilot.terminal.isCooked)
        pilot.hold("\u{1B}[A", for: .milliseconds(1500))
        let flying = pilot.drone.truth
        #expect(flying.phase == .flying)
        #expect(flying.northMetresPerSecond > 0.2, "\(flying)")
        // 200 ms for the key, 50 for two ticks, 33 for the datagram; the rest is a busy machine's.
        #expect(eventually(within: .milliseconds(600)) { pilot.drone.truth.phase == .hovering })
        #expect(
            eventually(within: .seconds(8)) { pilot.drone.truth.speedMetresPerSecond < 0.1 })
        pilot.terminal.type("q")
        #expect(try pilot.end() == .exited(0))
        #expect(pilot.drone.truth.phase == .landed)
        #expect(pilot.terminal.isCooked)
        #expect(pilot.terminal.screen.hasSuffix("\u{1B}[?1049l"))
        #expect(pilot.process.errors.contains("everything is in its safe state"))
    }

    @Test("a window that is closed in flight lands the drone") func hangUp() throws {
        let pilot = try TerminalPilot()
        try pilot.takeOff()
        pilot.terminal.hangUp()
        let end = try pilot.end()
        let errors = pilot.process.errors
        #expect(end == .exited(0), "\(end): \(errors)")
        #expect(pilot.drone.truth.phase == .landed)
        // By the kernel, by the guard and by the terminal: each asks once.
        #expect(errors.split(separator: "\n").count { $0.contains("already stopping") } <= 3)
    }

    @Test("killed in flight, its guard lands the drone and gives the terminal back")
    func pilotKilled() throws {
        let pilot = try TerminalPilot()
        try pilot.takeOff()
        kill(try pilot.child(), SIGKILL)
        #expect(try pilot.end() == .exited(1))
        #expect(pilot.process.errors.contains("was killed (signal 9): landing the drone"))
        #expect(pilot.drone.truth.phase == .landed)
        #expect(pilot.terminal.isCooked)
    }

    @Test("with its guard killed it lands and leaves") func guardKilled() throws {
        let pilot = try TerminalPilot()
        try pilot.takeOff()
        pilot.process.send(signal: SIGKILL)
        #expect(eventually(within: .seconds(20)) { pilot.drone.truth.phase == .landed })
        #expect(eventually(within: .seconds(5)) { pilot.terminal.isCooked })
    }

    @Test("a terminal that takes no more pictures delays no command and no key")
    func stuckTerminal() throws {
        let pilot = try TerminalPilot()
        try pilot.takeOff()
        // Nobody reads the screen from here on: 4 kB later its buffer is full.
        let before = pilot.drone.truth.altitudeMetres
        for _ in 0..<75 {
            pilot.terminal.type("w")
            usleep(40_000)
        }
        #expect(pilot.drone.truth.altitudeMetres > before + 0.3)
        #expect(!pilot.drone.truth.isLinkLost)
        pilot.terminal.type("l")
        #expect(eventually(within: .seconds(15)) { pilot.drone.truth.phase == .landed })
        pilot.process.send(signal: SIGTERM)
        #expect(try pilot.end() == .exited(0))
        #expect(pilot.terminal.isCooked)
    }

    @Test("ctrl-Z and SIGTSTP do not stop what flies") func suspend() throws {
        let pilot = try TerminalPilot()
        try pilot.takeOff()
        let child = try pilot.child()
        pilot.terminal.type("\u{1A}")
        kill(child, SIGTSTP)
        pilot.process.send(signal: SIGTSTP)
        try pilot.waitFor("not while this may fly")
        pilot.terminal.type("\u{03}")
        #expect(try pilot.end() == .exited(0))
        #expect(pilot.drone.truth.phase == .landed)
    }

    @Test("to start moves nothing, and a drone that is found flying hovers on") func attach() throws
    {
        let pilot = try TerminalPilot()
        try pilot.takeOff()
        let child = try pilot.child()
        // Both at once, as a battery that is pulled: nobody is left to land it.
        kill(pilot.process.pid, SIGSTOP)
        kill(child, SIGKILL)
        kill(pilot.process.pid, SIGKILL)
        #expect(try pilot.end() == .killed(signal: SIGKILL))
        let second = try TerminalPilot(taking: pilot)
        try second.waitFor("HOVERING")
        usleep(1_500_000)
        #expect(pilot.drone.truth.phase == .hovering)
        second.terminal.type("q")
        #expect(try second.end() == .exited(0))
        #expect(pilot.drone.truth.phase == .landed)
    }

    @Test("a second controller is refused, and a drone that is not there is waited for")
    func refused() throws {
        let home = try TestInstallation()
        let terminal = try PseudoTerminal()
        let words = [
            "drone", "fly", "--address", try LoopbackAddress.claim(), "--runtime", home.runtime,
        ]
        let first = try RoostProcess(words, terminal: terminal)
        #expect(eventually { terminal.screen.contains("NO ANSWER") })
        let other = try PseudoTerminal()
        let (end, _, errors) = try finished(RoostProcess(words, terminal: other))
        #expect(end == .exited(1))
        #expect(errors.contains("two that command one drone hinder each other"))
        #expect(other.isCooked)
        terminal.type("q")
        #expect(try first.wait() == .exited(0))
    }

    @Test(
        "words that are off end with 2 and say what is off",
        arguments: [
            (["--address", "drone"], "must be an IPv4 address"),
            (["--driver", "drone"], "--driver names a driver of a --config"),
            (["--speed", "5"], "--speed must be a number from 10 to 100"),
            (["now"], "fly takes options only"),
        ])
    func usage(words: [String], hint: String) throws {
        let (end, _, errors) = try finished(RoostProcess(["drone", "fly"] + words))
        #expect(end == .exited(2))
        #expect(errors.contains(hint))
    }

    @Test("of a configuration with several drones one must be named") func several() throws {
        let home = try TestInstallation(
            configuration: """
                {"drivers": {"a": {"driver": "ardrone"}, "gps": {"driver": "gpsd"},
                             "b": {"driver": "ardrone", "address": "192.168.1.2"}}}
                """)
        let fly = ["drone", "fly", "--config", home.configuration]
        let (end, _, errors) = try finished(RoostProcess(fly))
        #expect(end == .exited(2))
        #expect(errors.contains("several drones; say --driver and one of: a, b"))
        let wrong = try finished(RoostProcess(fly + ["--driver", "gps"]))
        #expect(wrong.end == .exited(2))
        #expect(wrong.errors.contains("no drone that is called \"gps\"; it has: a, b"))
    }
}
