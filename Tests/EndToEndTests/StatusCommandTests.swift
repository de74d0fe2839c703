import Core
import Glibc
import JSON
import TestSupport
import TestTraits
import Testing

@Suite(.blocking) struct StatusCommandTests {
    /// A thermometer that is not there, under a name.
    private static let configuration = """
        {"name": "shed", "sysfs": "sys", "drivers": {"outside": {"driver": "ds18b20"}}}
        """
    private static let terminalWords = ["LANG": "C.UTF-8", "LC_ALL": "", "TERM": "xterm-256color"]

    @Test("one driver is shown by its name, for people and for programs") func name() throws {
        let home = try TestInstallation(configuration: Self.configuration)
        let roost = try home.start()
        let text = try home.run("status", "outside")
        #expect(text.end == .exited(0))
        #expect(text.output.hasPrefix("outside (driver ds18b20): running\n"))
        #expect(text.output.contains("\n  temperature  absent for "))
        let json = try home.run("status", "outside", "--json")
        let status = try JSONValue(parsing: json.output.utf8)
        let schema = try JSONSchema(projectFile("docs/status.schema.json"))
        #expect(schema.problems(of: status) == [])
        #expect(try status.decode(as: StatusReport.self).drivers.map(\.name) == ["outside"])
        withExtendedLifetime(roost) {}
    }

    @Test("a name that is not there ends with 1, a suggestion and those that are")
    func unknown() throws {
        let home = try TestInstallation(configuration: Self.configuration)
        let roost = try home.start()
        for option in [[], ["--json"], ["--watch"]] {
            let (end, output, errors) = try finished(
                RoostProcess(["status", "outsid", "--runtime", home.runtime] + option))
            #expect(end == .exited(1))
            #expect(output == "")
            #expect(errors.contains("no driver or policy \"outsid\". Did you mean \"outside\"?"))
            #expect(errors.contains("(there are outside)"))
        }
        withExtendedLifetime(roost) {}
    }

    @Test("in a pipe there is no colour and nothing is cut; on a terminal there is, and it is")
    func screens() throws {
        let home = try TestInstallation(configuration: Self.configuration)
        let roost = try home.start()
        let piped = try home.run("status").output
        #expect(!piped.contains("\u{1B}"))
        #expect(piped.contains("outside  running"))
        for (variable, hasColour) in [("", true), ("1", false)] {
            let terminal = try PseudoTerminal(columns: 40)
            let process = try RoostProcess(
                ["status", "--runtime", home.runtime],
                environment: Self.terminalWords.merging(["NO_COLOR": variable]) { $1 },
                terminal: terminal, printsOnTerminal: true)
            #expect(try process.wait() == .exited(0))
            #expect(eventually { terminal.screen.contains("no policies") })
            #expect(terminal.screen.contains("\u{1B}[") == hasColour)
        }
        withExtendedLifetime(roost) {}
    }

    @Test(
        "--watch refreshes in place, survives a restart of the service, and Ctrl-C gives the screen back"
    )
    func watch() throws {
        let home = try TestInstallation(configuration: Self.configuration)
        var roost = try home.start()
        let terminal = try PseudoTerminal()
        let watch = try RoostProcess(
            ["status", "--watch", "0.1", "--runtime", home.runtime],
            environment: Self.terminalWords, terminal: terminal, printsOnTerminal: true)
        #expect(eventually { terminal.screen.contains("shed") })
        #expect(terminal.screen.hasPrefix("\u{1B}[?1049h"))
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
        #expect(eventually { terminal.screen.contains("no roost is running") })
        let before = terminal.screen.utf8.count
        roost = try home.start()
        #expect(eventually { terminal.screen.dropFirst(before).contains("shed") })
        #expect(watch.end == nil)
        terminal.type("\u{03}")
        #expect(try watch.wait() == .exited(0))
        #expect(terminal.screen.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
        #expect(terminal.isCooked)
    }

    @Test("--watch into a file writes one block after the other, or lines of JSON") func blocks()
        throws
    {
        let home = try TestInstallation(configuration: Self.configuration)
        let roost = try home.start()
        for (option, mark) in [([], "shed: roost"), (["--json"], #""schema":1"#)] {
            let watch = try RoostProcess(
                ["status", "--watch", "0.1", "--runtime", home.runtime] + option)
            #expect(
                eventually {
                    watch.output.split(separator: "\n").filter { $0.contains(mark) }.count >= 3
                })
            watch.send(signal: SIGINT)
            _ = try watch.wait()
        }
        withExtendedLifetime(roost) {}
    }
}
