import Core
import Glibc
import JSON
import TestSupport
import TestTraits
import Testing

/// `roost top` on a terminal.
@Suite(.blocking) struct TopTests {
    /// A light that the test writes.
    private static let configuration = """
        {"name": "shed", "sysfs": "../sys", "drivers": {"cell": {"driver": "photoresistor", "device": "mcp3008",
         "channel": 0, "every": "50ms"}, "outside": {"driver": "ds18b20"}}}
        """
    private static let words = ["LANG": "C.UTF-8", "LC_ALL": "", "TERM": "xterm-256color"]

    private func home() throws -> TestInstallation {
        let home = try TestInstallation(configuration: Self.configuration)
        try home.directory.makeConverter(0, name: "mcp3008", ["in_voltage0_raw": "500\n"])
        return home
    }

    private func top(
        _ socket: String, on terminal: PseudoTerminal, _ options: [String] = [],
        environment: [String: String] = [:]
    ) throws -> RoostProcess {
        try RoostProcess(
            ["top", "--every", "0.1", "--socket", socket] + options,
            environment: Self.words.merging(environment) { $1 }, terminal: terminal,
            printsOnTerminal: true)
    }

    private func isRestored(_ terminal: PseudoTerminal) -> Bool {
        eventually {
            let picture = TerminalPicture(terminal.screen)
            return picture.modes == [] && terminal.isCooked
                && picture.lines.allSatisfy(\.isEmpty)
        }
    }

    @Test("it shows a running roost at two sizes, takes keys, and gives the terminal back")
    func running() throws {
        let home = try home()
        let roost = try home.start()
        let terminal = try PseudoTerminal()
        let top = try top(home.socket, on: terminal)
        #expect(
            eventually {
                let picture = TerminalPicture(terminal.screen)
                return picture.contains("cell     running") && picture.contains("▅▅▅")
                    && picture.contains("roost: started: 2 drivers")
            }, "\(TerminalPicture(terminal.screen).lines) \(top.errors)")
        #expect(TerminalPicture(terminal.screen).modes == [7, 25, 1049])
        #expect(!terminal.isCooked)
        terminal.resize(columns: 40, rows: 10)
        #expect(
            eventually {
                let lines = TerminalPicture(terminal.screen, columns: 40, rows: 10).lines
                return lines[9].hasSuffix("? help") && !lines.contains { $0.hasPrefix("  driver") }
            })
        terminal.resize(columns: 100, rows: 30)
        #expect(
            eventually {
                TerminalPicture(terminal.screen, columns: 100, rows: 30).lines[29].hasPrefix(
                    "q quit")
            })
        terminal.type("\u{1B}[B\r")
        #expect(
            eventually {
                TerminalPicture(terminal.screen, columns: 100, rows: 30)
                    .contains("cell (driver photoresistor): running")
            })
        // The escape key alone is known by the silence behind it.
        terminal.type("\u{1B}")
        #expect(
            eventually {
                TerminalPicture(terminal.screen, columns: 100, rows: 30).contains("▶ cell")
            })
        terminal.type("q")
        #expect(try top.wait() == .exited(0))
        #expect(isRestored(terminal))
        #expect(TerminalPicture(terminal.screen).strange == [])
        withExtendedLifetime(roost) {}
    }

    @Test("a signal ends it, and the terminal is given back", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(signal: Int32) throws {
        let home = try home()
        let roost = try home.start()
        let terminal = try PseudoTerminal()
        let top = try top(home.socket, on: terminal)
        #expect(eventually { TerminalPicture(terminal.screen).contains("cell") })
        top.send(signal: signal)
        #expect(try top.wait() == .exited(0))
        #expect(isRestored(terminal))
        withExtendedLifetime(roost) {}
    }

    @Test("it gives the terminal to the shell while it is stopped, and takes it again")
    func stopped() throws {
        let home = try home()
        let roost = try home.start()
        let terminal = try PseudoTerminal()
        let top = try top(home.socket, on: terminal)
        #expect(eventually { TerminalPicture(terminal.screen).contains("cell") })
        terminal.type("\u{1A}")
        #expect(isRestored(terminal))
        top.send(signal: SIGCONT)
        #expect(
            eventually {
                TerminalPicture(terminal.screen).contains("cell") && !terminal.isCooked
            })
        terminal.type("q")
        #expect(try top.wait() == .exited(0))
        #expect(isRestored(terminal))
        withExtendedLifetime(roost) {}
    }

    @Test("a roost that is gone leaves what was known, and is found again when it is back")
    func loss() throws {
        let home = try home()
        var roost = try home.start()
        let terminal = try PseudoTerminal()
        let top = try top(home.socket, on: terminal)
        #expect(eventually { TerminalPicture(terminal.screen).contains("cell") })
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
        #expect(
            eventually {
                let picture = TerminalPicture(terminal.screen)
                return picture.lines[0].hasPrefix("shed  connection lost since ")
                    && picture.contains("no roost is running") && picture.contains("cell")
            }, "\(TerminalPicture(terminal.screen).lines)")
        roost = try home.start()
        #expect(
            eventually {
                TerminalPicture(terminal.screen).lines[0].contains("running for")
            }, "\(TerminalPicture(terminal.screen).lines)")
        #expect(top.end == nil)
        terminal.type("\u{03}")
        #expect(try top.wait() == .exited(0))
        #expect(isRestored(terminal))
        withExtendedLifetime(roost) {}
    }

    @Test("names and texts from the socket never reach the terminal as they are") func hostile()
        throws
    {
        let directory = try TemporaryDirectory()
        let evil: JSONValue = "\u{1B}[2J\u{1B}]0;x\u{07}\u{9B}31m\r\n\u{202E}"
        let control = try ToldControl(
            "\(directory.path)/control.sock",
            status: [
                "schema": 1, "name": evil, "version": evil, "phase": "running",
                "uptime_seconds": 1, "policies": [],
                "drivers": [
                    [
                        "name": evil, "driver": evil, "state": "failed", "restarts": 0,
                        "last_error": ["kind": evil, "text": evil, "age_seconds": 1],
                        "sources": [:], "diagnostics": [["name": evil, "value": evil]],
                    ]
                ],
            ],
            events: [
                ["number": 1, "level": evil, "source": evil, "text": evil, "age_seconds": 1]
            ])
        let terminal = try PseudoTerminal()
        let top = try top("\(directory.path)/control.sock", on: terminal)
        #expect(
            try eventually {
                try control.work()
                let lines = TerminalPicture(terminal.screen).lines
                return lines.count { $0.contains("]0;x") } >= 3
            }, "\(TerminalPicture(terminal.screen).lines) \(top.errors)")
        terminal.type("\r")
        #expect(
            try eventually {
                try control.work()
                return TerminalPicture(terminal.screen).contains("diagnostics")
            })
        control.die()
        #expect(
            eventually { TerminalPicture(terminal.screen).contains("connection lost since") })
        try control.listen()
        #expect(
            try eventually {
                try control.work()
                return !TerminalPicture(terminal.screen).contains("connection lost since")
            })
        terminal.type("q")
        #expect(try top.wait() == .exited(0))
        #expect(TerminalPicture(terminal.screen).strange == [])
    }

    @Test("NO_COLOR has no colour, and a locale without UTF-8 nothing but ASCII")
    func plain() throws {
        let home = try home()
        let roost = try home.start()
        let terminal = try PseudoTerminal()
        let top = try top(
            home.socket, on: terminal, environment: ["NO_COLOR": "1", "LANG": "C", "LC_ALL": "C"])
        #expect(eventually { TerminalPicture(terminal.screen).contains("+++") })
        #expect(!terminal.screen.contains("\u{1B}[0m"))
        #expect(terminal.screen.utf8.allSatisfy { $0 < 0x80 })
        terminal.type("q")
        #expect(try top.wait() == .exited(0))
        withExtendedLifetime(roost) {}
    }

    @Test("where there is no terminal, or nothing runs, it says so and takes no screen")
    func refusals() throws {
        let home = try home()
        let piped = try finished(RoostProcess("top", "--runtime", home.runtime))
        #expect(piped.end == .exited(1))
        #expect(piped.output == "")
        #expect(piped.errors.contains("top needs a terminal, and standard output is none"))
        let terminal = try PseudoTerminal()
        let dumb = try finished(top(home.socket, on: terminal, environment: ["TERM": "dumb"]))
        #expect(dumb.end == .exited(1))
        #expect(dumb.errors.contains("TERM is \"dumb\""))
        let alone = try finished(top(home.socket, on: terminal))
        #expect(alone.end == .exited(11))
        #expect(alone.errors.contains("no roost is running"))
        #expect(terminal.screen == "")
    }
}
