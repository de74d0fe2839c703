import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import TestTraits
import Testing

@Suite(.blocking) struct ServiceTests {
    @Test(
        "each stop signal ends the service in order",
        arguments: [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")])
    func stopSignals(signal: Int32, name: String) throws {
        let home = try TestInstallation()
        let roost = try home.start()
        roost.send(signal: signal)
        #expect(try roost.wait() == .exited(0))
        #expect(roost.errors.contains("stopping (\(name))"))
        #expect(roost.errors.contains("everything is in its safe state"))
        #expect(access(home.socket, F_OK) != 0)
    }

    @Test("a terminal that goes away ends it in order") func hangUp() throws {
        let home = try TestInstallation()
        let terminal = try PseudoTerminal()
        let roost = try RoostProcess(
            ["run", home.configuration, "--runtime", home.runtime], terminal: terminal)
        try roost.waitFor("started:")
        terminal.hangUp()
        #expect(try roost.wait() == .exited(0))
        #expect(roost.errors.contains("stopping (SIGHUP)"))
        #expect(roost.errors.contains("everything is in its safe state"))
    }

    @Test("without a terminal SIGHUP applies its file, and refuses a bad one") func reload() throws
    {
        let home = try TestInstallation(configuration: #"{"name": "shed"}"#)
        let roost = try RoostProcess(
            ["run", home.configuration, "--runtime", home.runtime], leadsSession: true)
        try roost.waitFor("started:")
        try home.directory.write("roost.json", #"{"name": "barn", "stop_limit": "7s"}"#)
        roost.send(signal: SIGHUP)
        try roost.waitFor("SIGHUP: applying \(home.configuration)")
        #expect(eventually { (try? name(home)) == "barn" }, "\(roost.errors)")
        try home.directory.write("roost.json", #"{"name": "bad", "stop_limt": "7s"}"#)
        roost.send(signal: SIGHUP)
        try roost.waitFor("another configuration was refused, the old one runs on")
        try roost.waitFor("unknown key")
        #expect(try name(home) == "barn")
        #expect(roost.end == nil)
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
    }

    @Test("of many SIGHUPs, one right after the other, the last file is the one that runs")
    func reloads() throws {
        let home = try TestInstallation(configuration: #"{"name": "shed"}"#)
        let roost = try RoostProcess(
            ["run", home.configuration, "--runtime", home.runtime], leadsSession: true)
        try roost.waitFor("started:")
        for number in 1...20 {
            try home.directory.write("roost.json", #"{"name": "shed \#(number)"}"#)
            roost.send(signal: SIGHUP)
        }
        #expect(eventually { (try? name(home)) == "shed 20" }, "\(roost.errors)")
        try home.directory.write("roost.json", #"{"name": "shed 21"}"#)
        let change = try RoostProcess("apply", home.configuration, "--runtime", home.runtime)
        roost.send(signal: SIGHUP)
        #expect(try finished(change).end == .exited(0))
        try home.directory.write("roost.json", #"{"nme": "shed 22"}"#)
        roost.send(signal: SIGHUP)
        try roost.waitFor("another configuration was refused, the old one runs on")
        #expect(!roost.errors.contains("try again"))
        #expect(try name(home) == "shed 21")
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
    }

    private func name(_ home: TestInstallation) throws -> JSONValue? {
        let status = try finished(RoostProcess("status", "--json", "--socket", home.socket))
        return try JSONValue(parsing: status.output.utf8)["name"]
    }

    @Test("a log that nobody reads any more does not end the service") func brokenPipe() throws {
        let home = try TestInstallation()
        let roost = try home.start()
        roost.send(signal: SIGPIPE)
        #expect(try home.ask(#"{"request": "status"}"#)["ok"] == true)
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
    }

    @Test("status tells people and scripts how it is") func status() throws {
        let home = try TestInstallation(configuration: #"{"name": "shed"}"#)
        let roost = try home.start()
        let text = try finished(RoostProcess("status", "--runtime", home.runtime))
        #expect(text.end == .exited(0))
        #expect(text.output.hasPrefix("shed: roost \(roostVersion), running for "))
        let json = try finished(RoostProcess("status", "--json", "--socket", home.socket))
        #expect(json.end == .exited(0))
        let status = try JSONValue(parsing: json.output.utf8)
        #expect(status["name"] == "shed")
        #expect(status["phase"] == "running")
        #expect(status["drivers"] == [])
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
    }

    @Test("what nobody here takes is refused, and it is said who takes what")
    func nobodyListens() throws {
        let home = try TestInstallation()
        let roost = try home.start()
        for words in [["takeoff"], ["target", "-33.9", "18.4", "--altitude", "3"], ["unlock"]] {
            let (end, _, errors) = try finished(
                RoostProcess(["send"] + words + ["--runtime", home.runtime]))
            #expect(end == .exited(2))
            #expect(errors.contains("nothing here takes a request \"\(words[0])\""))
            #expect(errors.contains("No plugin that runs takes requests"))
        }
        #expect(roost.end == nil)
    }

    @Test("a second roost on the same runtime directory does not start, nor does park run")
    func second() throws {
        let home = try TestInstallation()
        let first = try home.start()
        // Another socket is no way round it: the devices are the same.
        try home.directory.write("other.json", #"{"control_socket": "other.sock"}"#)
        for words in [
            ["run", home.configuration], ["run", "\(home.directory.path)/other.json"],
            ["park", home.configuration],
        ] {
            let (end, _, errors) = try finished(
                RoostProcess(words + ["--runtime", home.runtime]))
            #expect(end == .exited(1))
            #expect(errors.contains("another roost is running"))
        }
        #expect(try home.ask(#"{"request": "status"}"#)["ok"] == true)
        first.send(signal: SIGTERM)
        #expect(try first.wait() == .exited(0))
    }

    @Test("after kill -9 the next roost takes over the socket file that was left behind")
    func staleSocket() throws {
        let home = try TestInstallation()
        let first = try home.start()
        first.send(signal: SIGKILL)
        #expect(try first.wait() == .killed(signal: SIGKILL))
        #expect(access(home.socket, F_OK) == 0)
        let status = try finished(RoostProcess("status", "--runtime", home.runtime))
        #expect(status.end == .exited(11))
        let second = try home.start()
        #expect(try home.ask(#"{"request": "status"}"#)["ok"] == true)
        second.send(signal: SIGINT)
        #expect(try second.wait() == .exited(0))
    }

    @Test("a control socket that would replace a file is refused, and the file stays")
    func fileInTheWay() throws {
        let home = try TestInstallation(configuration: #"{"control_socket": "diary.txt"}"#)
        try home.directory.write("run/diary.txt", "dear diary")
        let (end, _, errors) = try finished(
            RoostProcess("run", home.configuration, "--runtime", home.runtime))
        #expect(end == .exited(1))
        #expect(errors.contains("diary.txt: File exists"))
        #expect(home.directory.read("run/diary.txt") == "dear diary")
    }

    @Test("systemd is told when it is ready and when it stops") func notifies() throws {
        let home = try TestInstallation()
        let path = "\(home.runtime)/notify"
        let manager = try DatagramInbox(path)
        let roost = try RoostProcess(
            "run", home.configuration, "--runtime", home.runtime,
            environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "300000"])
        #expect(eventually { manager.next() == "READY=1\nSTATUS=running no policy" })
        #expect(eventually { manager.next() == "WATCHDOG=1" })
        roost.send(signal: SIGTERM)
        #expect(eventually { manager.next() == "STOPPING=1\nSTATUS=stopping: SIGTERM" })
        #expect(try roost.wait() == .exited(0))
    }

    @Test("a file that is refused ends it with 10, and systemd shows the first line that is wrong")
    func refusedFile() throws {
        let home = try TestInstallation(
            configuration: """
                {
                  "drivers": { "lamp": { "driver": "gpio-outputt" } } }
                """)
        let path = "\(home.directory.path)/notify"
        let manager = try DatagramInbox(path)
        let roost = try RoostProcess(
            "run", home.configuration, "--runtime", home.runtime,
            environment: ["NOTIFY_SOCKET": path])
        #expect(try roost.wait() == .exited(10))
        let line = "\(home.configuration):2:36: drivers.lamp.driver: no driver is called"
        #expect(manager.next()?.hasPrefix("STATUS=does not run: \(line)") == true)
        #expect(roost.errors.contains(line), "\(roost.errors)")
    }
}
