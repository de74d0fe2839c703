import Core
import TestSupport
import TestTraits
import Testing

@Suite(.blocking) struct CommandLineTests {
    @Test("--version and --help are answers, not errors") func help() throws {
        let version = try finished(RoostProcess("--version"))
        #expect(version.end == .exited(0))
        #expect(version.output == "roost \(roostVersion)\n")
        let help = try finished(RoostProcess("--help"))
        #expect(help.end == .exited(0))
        #expect(help.output.contains("roost run CONFIG"))
        #expect(help.errors == "")
    }

    @Test(
        "invalid arguments end with 2 and say what is wrong",
        arguments: [
            (["fly"], "no command \"fly\""), (["run"], "one configuration file"),
            (["run", "a", "b"], "a b"), (["check", "--fast", "x"], "no option \"--fast\""),
            (["run", "x", "--runtime"], "--runtime needs a value"),
            (["send"], "nothing to ask for"), (["send", "target", "--altitude"], "needs a value"),
            (["status", "one", "two"], "takes one name at most"),
        ])
    func usage(words: [String], hint: String) throws {
        let (end, output, errors) = try finished(RoostProcess(words))
        #expect(end == .exited(2))
        #expect(output == "")
        #expect(errors.contains(hint))
        #expect(errors.contains("roost --help"))
    }

    /// The commands that a help text names: "roost simulate drone".
    private func commands(in help: String) -> [[String]] {
        let lines = help.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return lines.filter { $0.first == "roost" && $0.count > 1 }.map { line in
            line.dropFirst().prefix { $0.allSatisfy { $0.isLowercase || $0 == "-" } }
                .filter { !$0.hasPrefix("-") }
        }.filter { !$0.isEmpty }
    }

    @Test("every command that a help text names answers --help with its own usage, also by -h")
    func helpOfEach() throws {
        var named: [[String]] = []
        for group in [[], ["drone"], ["simulate"]] {
            named += commands(in: try finished(RoostProcess(group + ["--help"])).output)
                .map { Array($0.prefix($0.first == "drone" || $0.first == "simulate" ? 2 : 1)) }
        }
        for known in [["run"], ["send"], ["simulate", "drone"], ["drone", "cut-motors"]] {
            #expect(named.contains(known), "\(named)")
        }
        for command in Set(named).sorted(by: { $0.joined() < $1.joined() }) {
            for word in ["--help", "-h"] {
                let (end, output, errors) = try finished(RoostProcess(command + [word]))
                let name = "roost " + command.joined(separator: " ")
                #expect(end == .exited(0), "\(name)")
                #expect(output.contains(name), "\(name): \(output)")
                #expect(errors == "", "\(name)")
            }
        }
    }

    @Test("--help wins over whatever else is given, and starts nothing") func helpWins() throws {
        let (end, output, _) = try finished(
            RoostProcess("simulate", "drone", "--wind", "9", "--help"))
        #expect(end == .exited(0))
        #expect(output.hasPrefix("roost simulate drone "))
        #expect(output.contains("--strict-bootstrap"))
        #expect(!output.contains("roost simulate world"))
        #expect(try finished(RoostProcess("fly", "--help")).end == .exited(2))
    }

    @Test("no words at all show what there is, and end with 2") func nothing() throws {
        let (end, _, errors) = try finished(RoostProcess())
        #expect(end == .exited(2))
        #expect(errors.contains("roost check CONFIG"))
    }

    @Test("a good configuration passes the check, which starts nothing") func good() throws {
        let home = try TestInstallation()
        let (end, output, _) = try finished(RoostProcess("check", home.configuration))
        #expect(end == .exited(0))
        #expect(output == "\(home.configuration): good\n")
    }

    @Test("a bad configuration ends with 10 and shows every problem with its place")
    func bad() throws {
        let home = try TestInstallation(
            configuration: #"{"stop_limit": 5, "log_levle": "info", "run": ["nobody"]}"#)
        for word in ["check", "run"] {
            let (end, _, errors) = try finished(RoostProcess(word, home.configuration))
            #expect(end == .exited(10))
            #expect(errors.contains("stop_limit: expected a time with its unit"))
            #expect(errors.contains("log_levle: unknown key. Did you mean \"log_level\"?"))
            #expect(errors.contains("run[0]: no policy in this file is called \"nobody\""))
            #expect(errors.contains("(3 problems)\n"))
        }
    }

    @Test("a file that is no JSON, not there, a directory or endless ends with 10")
    func unreadable() throws {
        let home = try TestInstallation(configuration: "{\n  \"name\": \"a\"\n  \"dev\": \"b\"\n}")
        let broken = try finished(RoostProcess("check", home.configuration))
        #expect(broken.end == .exited(10))
        #expect(broken.errors.contains("\(home.configuration):3:3: not JSON: expected a comma"))
        for path in ["\(home.runtime)/none.json", home.runtime, "/dev/zero"] {
            let (end, _, errors) = try finished(RoostProcess("check", path))
            #expect(end == .exited(10))
            #expect(errors.contains("\(path): cannot be read"))
        }
    }

    @Test("with nothing running, status and send end with 11") func notRunning() throws {
        let home = try TestInstallation()
        for words in [["status"], ["send", "land"], ["send", "target", "-33.9", "18.4"]] {
            let (end, output, errors) = try finished(
                RoostProcess(words + ["--runtime", home.runtime]))
            #expect(end == .exited(11))
            #expect(output == "")
            #expect(errors.contains("no roost is running"))
        }
    }

    @Test("a runtime directory that cannot be used is told before anything starts")
    func runtimeDirectory() throws {
        let home = try TestInstallation()
        for path in [home.configuration, "\(home.runtime)/deep/er", "/proc/roost"] {
            let (end, _, errors) = try finished(
                RoostProcess("run", home.configuration, "--runtime", path))
            #expect(end == .exited(1))
            #expect(errors.contains("runtime directory \(path)"))
        }
    }

    @Test("park with nothing to park is done") func park() throws {
        let home = try TestInstallation()
        let (end, _, errors) = try finished(
            RoostProcess("park", home.configuration, "--runtime", home.runtime))
        #expect(end == .exited(0))
        #expect(errors == "")
    }
}
