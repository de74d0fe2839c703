import Glibc
import TestSupport
import TestTraits
import Testing

/// `roost watch` beside a running service.
@Suite(.blocking) struct WatchTests {
    /// A light that the test writes.
    private static let configuration = """
        {"sysfs": "../sys", "drivers": {"cell": {"driver": "photoresistor", "device": "mcp3008", "channel": 0,
         "every": "50ms"}}}
        """
    private static let words = ["LANG": "C.UTF-8", "LC_ALL": "", "TERM": "xterm-256color"]
    private static let file = "sys/bus/iio/devices/iio:device0/in_voltage0_raw"

    private func home() throws -> TestInstallation {
        let home = try TestInstallation(configuration: Self.configuration)
        try home.directory.makeConverter(0, name: "mcp3008", ["in_voltage0_raw": "500\n"])
        return home
    }

    @Test("into a pipe each look is a line for each value, with tabs") func pipe() throws {
        let home = try home()
        let roost = try home.start()
        let watch = try RoostProcess(
            "watch", "cell", "--every", "0.1", "--runtime", home.runtime)
        #expect(
            eventually {
                watch.output.split(separator: "\n").filter {
                    $0.hasPrefix("cell.") && $0.contains("\tgood\t")
                }.count >= 3
            }, "\(watch.output)\(watch.errors)")
        watch.send(signal: SIGINT)
        _ = try watch.wait()
        withExtendedLifetime(roost) {}
    }

    @Test("on a terminal it stays in place, outlives the service, and gives the screen back")
    func terminal() throws {
        let home = try home()
        let roost = try home.start()
        let terminal = try PseudoTerminal()
        let watch = try RoostProcess(
            ["watch", "cell", "--every", "0.1", "--runtime", home.runtime],
            environment: Self.words, terminal: terminal, printsOnTerminal: true)
        #expect(eventually { terminal.screen.contains("▅") })
        try home.directory.write(Self.file, "800\n")
        #expect(eventually { terminal.screen.contains("█") })
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
        #expect(eventually { terminal.screen.contains("no roost is running") })
        #expect(watch.end == nil)
        terminal.type("\u{03}")
        #expect(try watch.wait() == .exited(0))
        #expect(terminal.screen.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
    }

    @Test("with --plain a terminal gets lines, too") func plain() throws {
        let home = try home()
        let roost = try home.start()
        let terminal = try PseudoTerminal()
        let watch = try RoostProcess(
            ["watch", "cell", "--plain", "--every", "0.1", "--runtime", home.runtime],
            environment: Self.words, terminal: terminal, printsOnTerminal: true)
        #expect(eventually { terminal.screen.contains("\tgood\t") })
        #expect(!terminal.screen.contains("\u{1B}"))
        withExtendedLifetime((roost, watch)) {}
    }

    @Test("a name that means nothing ends with 1 and what there is, without a service with 11")
    func unknown() throws {
        let home = try home()
        #expect(
            try finished(RoostProcess("watch", "cel", "--runtime", home.runtime)).end == .exited(11)
        )
        let roost = try home.start()
        let (end, _, errors) = try finished(
            RoostProcess("watch", "cel", "--runtime", home.runtime))
        #expect(end == .exited(1))
        #expect(
            errors.contains("no value \"cel\". Did you mean \"cell\"? (there are cell."),
            "\(errors)")
        withExtendedLifetime(roost) {}
    }
}
