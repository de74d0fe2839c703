import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import TestTraits
import Testing
import Values

/// The drivers in `plugins/` under the real command, and what docs/plugins.md says of them.
@Suite(.blocking) struct ShippedPluginTests {
    private static let page = (try? projectFile("docs/plugins.md")).map {
        String(decoding: $0, as: UTF8.self)
    }

    /// The block in this language that follows a line of the page.
    private func block(after line: String, _ language: String) throws -> String {
        let page = try #require(Self.page)
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        let index = try #require(lines.firstIndex { $0 == line }, "\(line) is not in the page")
        let start = try #require(lines[index...].firstIndex { $0 == "```\(language)" })
        return lines[(start + 1)...].prefix { $0 != "```" }.joined(separator: "\n") + "\n"
    }

    @Test(
        "the listings of the page are the shipped files",
        arguments: [("plugin.json", "json"), ("driver.py", "python")])
    func listings(_ file: String, _ language: String) throws {
        let path = "plugins/counter/\(file)"
        let listing = try block(after: "`\(path)`", language)
        #expect(Array(listing.utf8) == (try projectFile(path)))
    }

    @Test("the commands of the page show a count that goes up") func commands() throws {
        let home = try TestInstallation()
        var text = try block(
            after: "Look at it, name it in a configuration, and run that:", "")
        text.replace("\nroost ", with: "\nexit_of \"$0\" ")
        text.replace("roost plugin", with: "exit_of \"$0\" plugin")
        text.replace("/tmp/counter", with: home.runtime)
        text.replace("exit_of \"$0\" run", with: "exec \"$0\" run")
        let head = "set -e\nexit_of() { \"$@\"; }\ncd \(home.directory.path)\n"
        try home.directory.link("plugins", to: "\(projectDirectory)/plugins")
        let roost = try RoostProcess([], program: nil, under: ["/bin/sh", "-c", head + text])
        try roost.waitFor("started:")
        let value = { (report: StatusReport) -> Double? in
            guard
                case .number(let count)? = report.driver("steps")?.sources["count"]?.value["value"]
            else { return nil }
            return count
        }
        try home.waitForStatus("counts to three") { (value($0) ?? 0) >= 3 }
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
        #expect(roost.output.contains("example.counter 1.0.0"))
        #expect(roost.output.contains("driver steps: example.counter"))
    }

    @Test("the report card of the page is the one that is printed") func card() throws {
        let words = try block(after: "## The report card", "").dropLast().split(separator: " ")
        let command = words.dropFirst().map {
            $0 == "plugins/counter" ? "\(projectDirectory)/\($0)" : String($0)
        }
        let card = try finished(RoostProcess(command))
        #expect(card.end == .exited(0))
        #expect(card.output == (try block(after: "## The report card", "text")))
    }

    private func start(_ home: TestInstallation) throws -> RoostProcess {
        try home.start(environment: ["ROOST_PLUGINS": "\(projectDirectory)/plugins"])
    }

    @Test(
        "the driver in the shell reads a file of the kernel, and says so when there is no number in it"
    )
    func shell() throws {
        let zone = try TemporaryDirectory()
        try zone.write("temp", "48312\n")
        let home = try TestInstallation(
            configuration: """
                { "drivers": { "processor": { "driver": "example.shell", "zone": "\(zone.path)/temp" } } }
                """)
        let roost = try start(home)
        try home.waitForStatus("reads 48.3 °C") {
            $0.driver("processor")?.sources["temperature"]?.text == "48.3 °C"
        }
        try zone.write("temp", "hot\n")
        try home.waitForStatus("has no number") {
            $0.driver("processor")?.sources["temperature"]?.quality == .absent
        }
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
    }

    /// Frames of the MH-Z19B user's manual by Winsen: a reading of 544 ppm.
    @Test(
        "the sensor of carbon dioxide is read over its wire, missed when it is unplugged, and found again"
    )
    func carbonDioxide() throws {
        let (command, answer): ([UInt8], [UInt8]) = (
            [0xFF, 0x01, 0x86, 0, 0, 0, 0, 0, 0x79], [0xFF, 0x86, 0x02, 0x20, 0, 0, 0, 0, 0x58]
        )
        let devices = try TemporaryDirectory()
        let home = try TestInstallation(
            configuration: """
                { "drivers": { "air": { "driver": "example.mhz19", "port": "\(devices.path)/air", "every": "1s",
                "warm_up": "0s" } }, "restarts": { "first_delay": "100ms", "longest_delay": "200ms" } }
                """)
        var wire = try PseudoTerminal()
        try devices.link("air", to: wire.path)
        let roost = try start(home)
        func waitFor544() throws {
            var asked: [UInt8] = []
            try home.waitForStatus("reads 544 ppm") {
                asked += wire.receive()
                if asked.suffix(command.count).elementsEqual(command) {
                    wire.send(answer)
                    asked = []
                }
                let source = $0.driver("air")?.sources["co2"]
                return source?.text == "544 ppm" && source?.quality == .good
            }
        }
        try waitFor544()
        wire.hangUp()
        try home.waitForStatus("misses the sensor") {
            $0.driver("air")?.sources["co2"]?.quality == .absent
        }
        unlink("\(devices.path)/air")
        wire = try PseudoTerminal()
        try devices.link("air", to: wire.path)
        try waitFor544()
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
    }

    @Test(
        "at a socket of the service manager the same program serves, and its end is the end of the connection"
    )
    func socket() throws {
        let sockets = try TemporaryDirectory()
        let home = try TestInstallation(
            configuration: """
                { "drivers": { "steps": { "driver": "example.counter", "every": "100ms" } },
                "restarts": { "first_delay": "100ms", "longest_delay": "200ms" } }
                """)
        let plugins = "\(projectDirectory)/plugins"
        let environment = ["ROOST_PLUGINS": plugins, "ROOST_PLUGIN_SOCKETS": sockets.path]
        let roost = try home.start(environment: environment)
        try home.waitForStatus("waits for the socket") {
            $0.driver("steps")?.lastError?.text.contains("no plugin answers at") ?? false
        }
        // As systemd does for Accept=yes with StandardInput=socket and StandardOutput=socket.
        let listener = try StreamListener(
            path: "\(sockets.path)/example.counter.sock", mode: 0o600)
        var program: ChildProcess?
        func serve() throws {
            let (_, none) = try StreamSocket.pair()
            var client: StreamSocket?
            #expect(
                try eventually(within: .seconds(30)) {
                    client = try listener.accept()
                    return client != nil
                })
            let taken = try #require(client)
            #expect(fcntl(taken.descriptor.number, F_SETFL, 0) == 0)
            program = try ChildProcess(
                "\(plugins)/counter/driver.py", in: "\(plugins)/counter", socket: taken.descriptor,
                errors: none)
        }
        try serve()
        let counts = { (report: StatusReport) in
            report.driver("steps")?.sources["count"]?.quality == .good
        }
        try home.waitForStatus("counts", counts)
        program?.kill(SIGKILL)
        try roost.waitFor("the program has closed the connection")
        try serve()
        try home.waitForStatus("counts again", counts)
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
        #expect(eventually(within: .seconds(30)) { program?.hasEnded == true })
    }
}
