import Core
import Glibc
import JSON
import TestSupport
import TestTraits
import Testing
import Values

/// Drivers that are programs of their own, under the real command. The programs are shell scripts of the tests, as
/// somebody who never compiles Roost would write them.
@Suite(.blocking) struct ExternalDriverTests {
    private let home: TestInstallation
    private let plugins: TemporaryDirectory

    private static let manifest = """
        {
          "roost_plugin": 1, "name": "example.air", "version": "1.0", "summary": "The air.",
          "program": "driver.sh",
          "settings": {
            "level": { "kind": "number", "from": 0, "to": 5000, "default": 412.5, "help": "What it says." }
          },
          "ports": {
            "co2": { "kind": "measurement", "quantity": "concentration", "valid_for": "1min", "help": "CO2." },
            "door": { "kind": "contact", "valid_for": "1min", "help": "A switch." }
          }
        }
        """

    /// The first lines of each script: it says that it is ready, and writes down its number.
    private static let head = """
        #!/bin/sh
        echo $$ >>pids
        read -r start
        level=$(printf '%s' "$start" | sed 's/.*"level":\\([0-9.]*\\).*/\\1/')
        printf '{"ready": 1, "manifest": %s}\\n' "$(tr -d '\\n' <plugin.json)"

        """

    /// Answers pings, with a value each time, until its input ends.
    private static let loop = """
        while read -r line; do
            number=$(printf '%s' "$line" | sed -n 's/.*"ping":\\([0-9]*\\).*/\\1/p')
            printf '{"pong": %s}\\n{"port": "co2", "value": %s}\\n' "$number" "$level"
        done

        """

    init() throws {
        home = try TestInstallation(
            configuration: """
                { "drivers": { "air": { "driver": "example.air" }, "clock": { "driver": "system-clock" } },
                "restarts": { "first_delay": "100ms", "longest_delay": "200ms" } }
                """)
        plugins = try TemporaryDirectory()
        try plugins.write("air/plugin.json", Self.manifest)
    }

    private func write(program text: String) throws {
        try plugins.write("air/driver.sh", text)
        chmod("\(plugins.path)/air/driver.sh", 0o755)
    }

    private func start() throws -> RoostProcess {
        try home.start(environment: ["ROOST_PLUGINS": plugins.path])
    }

    /// The numbers of the programs that were started so far.
    private var started: [pid_t] {
        let text = plugins.read("air/pids") ?? ""
        return text.split(separator: "\n").compactMap { pid_t($0) }
    }

    private func isGone(_ process: pid_t) -> Bool { kill(process, 0) != 0 && errno == ESRCH }

    private func waitForValue(_ value: String) throws {
        try home.waitForStatus("has \(value)") {
            $0.driver("air")?.sources["co2"].map { $0.text == value && $0.quality == .good }
                ?? false
        }
    }

    private func figure(_ name: String, _ report: StatusReport) -> JSONValue? {
        report.driver("air")?.diagnostics.first { $0.name == name }?.value
    }

    @Test("what a program says is a source like any other, and the program ends with the service")
    func wellBehaved() throws {
        try write(program: Self.head + Self.loop)
        let roost = try start()
        try waitForValue("412.5 ppm")
        let report = try home.status()
        #expect(figure("plugin", report) == "example.air 1.0")
        #expect(figure("lines_refused", report) == 0)
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
        #expect(started.count == 1 && started.allSatisfy(isGone))
    }

    @Test(
        "one that crashes is absent at once, with its last words, and is started again; others do not notice"
    )
    func crash() throws {
        try write(
            program: Self.head + """
                if ! [ -e crashed ]; then
                    touch crashed
                    yes '{"port": "co2", "value": "much"}' &
                    echo $! >>pids
                    echo 'the sensor smokes' >&2
                    exit 3
                fi

                """ + Self.loop)
        let roost = try start()
        try waitForValue("412.5 ppm")
        let report = try home.status()
        #expect(report.driver("air")?.restarts == 1)
        #expect(report.driver("clock")?.restarts == 0)
        #expect(
            roost.errors.contains(
                "the program has ended (exit code 3); its last words: the sensor smokes"))
        // Also what it had started, which still had its output open.
        #expect(started.count == 3)
        #expect(eventually(within: .seconds(30)) { started.dropLast().allSatisfy(isGone) })
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
    }

    @Test("one that is stopped (SIGSTOP) is absent within seconds, killed and replaced")
    func stopped() throws {
        try write(program: Self.head + Self.loop)
        let roost = try start()
        try waitForValue("412.5 ppm")
        let first = try #require(started.first)
        kill(first, SIGSTOP)
        try roost.waitFor("the program does not answer: it hangs", within: .seconds(60))
        try home.waitForStatus("starts another") { _ in started.count >= 2 }
        try waitForValue("412.5 ppm")
        #expect(eventually(within: .seconds(30)) { isGone(first) })
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
        #expect(started.allSatisfy(isGone))
    }

    @Test("with the service killed its input ends, and it goes by itself")
    func hostKilled() throws {
        try write(program: Self.head + Self.loop)
        let roost = try start()
        try waitForValue("412.5 ppm")
        roost.send(signal: SIGKILL)
        #expect(try roost.wait() == .killed(signal: SIGKILL))
        #expect(eventually(within: .seconds(30)) { started.allSatisfy(isGone) })
    }

    @Test("garbage, a line of a megabyte and a flood are counted and make no value good")
    func garbage() throws {
        try write(
            program: Self.head + """
                echo 'hello, I am a library'
                head -c 1000000 /dev/zero | tr '\\0' 'x'; echo
                printf '\\377\\376\\n'
                echo '{"port": "co2", "value": -3}'
                echo '{"port": "door", "value": 1}'
                echo '{"port": "window", "value": true}'
                i=0
                while [ $i -lt 5000 ]; do i=$((i + 1)); echo '{"port": "co2", "value": "much"}'; done

                """ + Self.loop)
        let roost = try start()
        try waitForValue("412.5 ppm")
        let report = try home.status()
        // A line that is no JSON, the long one, the letters, three values, and the flood.
        #expect(figure("lines_refused", report) == 5006)
        #expect(report.driver("air")?.restarts == 0)
        #expect(report.driver("air")?.sources["door"]?.quality == .absent)
        let warnings = roost.errors.split(separator: "\n").filter { $0.contains("refused") }
        #expect(warnings.count == 1, "\(warnings)")
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
    }

    @Test(
        "one that cannot be started has failed with the reason: not executable, no program, a directory",
        arguments: ["plain", "missing", "directory"])
    func cannotStart(_ how: String) throws {
        switch how {
        case "plain": try plugins.write("air/driver.sh", "#!/bin/sh\n")
        case "directory": try plugins.write("air/driver.sh/x", "")
        default: break
        }
        let roost = try start()
        let reason = how == "missing" ? "No such file or directory" : "Permission denied"
        try home.waitForStatus("has failed") {
            $0.driver("air")?.lastError?.text.contains("cannot be started: \(reason)") ?? false
        }
        #expect(try home.status().driver("clock")?.state == .running)
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
    }

    @Test("a program that was upgraded in half is refused with words")
    func halfUpgraded() throws {
        var old = Self.head
        old.replace("plugin.json)", with: "old.json)")
        try plugins.write("air/old.json", "{\"name\": \"example.air\", \"version\": \"0.9\"}")
        try write(program: old + Self.loop)
        let roost = try start()
        try roost.waitFor("the program was started with another plugin.json than was read here")
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
    }

    @Test(
        "check, schema and reference know the kind with its program absent, and tell of a broken manifest"
    )
    func known() throws {
        let environment = ["ROOST_PLUGINS": plugins.path]
        let check = try finished(
            RoostProcess("check", home.configuration, environment: environment))
        #expect(check.end == .exited(0))
        #expect(check.output.contains("driver air: example.air"))
        let schema = try finished(RoostProcess("schema", environment: environment))
        #expect(schema.output.contains("\"driver-example.air\""))
        let reference = try finished(RoostProcess("reference", environment: environment))
        #expect(reference.output.contains("### `example.air`"))

        let without = try finished(RoostProcess("check", home.configuration))
        #expect(without.end == .exited(10))
        #expect(without.errors.contains("no plugin is called \"example.air\""))

        try plugins.write("air/plugin.json", "{ \"roost_plugin\": 1 }")
        let broken = try finished(RoostProcess("plugin", "check", "\(plugins.path)/air"))
        #expect(broken.end == .exited(10))
        #expect(broken.errors.contains("plugin.json:1:1: name: missing"))
        let list = try finished(RoostProcess("plugin", "list", environment: environment))
        #expect(list.end == .exited(10))
        #expect(list.output.contains("cannot be used"))
    }
}
