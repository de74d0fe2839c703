import CommandKit
import Control
import Core
import JSON
import Terminal
import Values

/// `roost preflight`: whether it would take off now, and what speaks against it.
enum PreflightCommand {
    static let usage = """
        roost preflight [NAME] [--json] [--runtime DIR] [--socket PATH]
              every check before a take-off with what was found and what it must be, what is wrong first;
              of one policy by its NAME

        Ends with 0 where all is well, with 1 where something is not. They are the checks that refuse
        a take-off, as the running roost has them.

        --json: for programs; docs/status.md has every key.
        \(ServiceInstance.usage)
        --socket PATH: the control socket to speak to.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(
            words, options: ["--runtime", "--socket"], flags: ["--json"])
        guard arguments.positional.count <= 1 else {
            throw .usage("preflight takes one name at most")
        }
        let paths = RuntimeDirectory.findSocket(
            runtime: arguments["--runtime"], socket: arguments["--socket"])
        let json = try ControlClient(paths: paths).ask(["request": "checks"])["policies"] ?? .null
        guard let all = try? json.decode(as: [CheckReport].self) else {
            throw .failed("roost gave checks that this version does not understand")
        }
        let reports = try chosen(all, arguments.positional.first)
        if arguments.has("--json") {
            let policies = JSONValue(encoding: reports, keys: .snakeCase) ?? .null
            Console.out(JSONValue.object(["policies": policies]).line)
        } else {
            show(reports)
        }
        return reports.allSatisfy(\.isReady) ? ExitCode.success : ExitCode.failed
    }

    private static func chosen(
        _ reports: [CheckReport], _ name: String?
    ) throws(CommandError) -> [CheckReport] {
        guard !reports.isEmpty else { throw .failed("nothing that runs here takes off") }
        guard let name else { return reports }
        let names = reports.map(\.name)
        guard names.contains(name) else {
            throw .failed(
                "no policy \"\(name)\" that takes off.\(suggestion(for: name, among: names)) "
                    + "(there are \(names.joined(separator: ", ")))")
        }
        return reports.filter { $0.name == name }
    }

    private static func show(_ reports: [CheckReport]) {
        let isScreen = Console.outputIsTerminal
        let columns = isScreen ? Console.terminalSize.columns : nil
        let lines = reports.map { CheckTable($0, columns: columns).lines }
        for line in lines.joined(separator: [""]) {
            Console.out(Console.text(of: line, onScreen: isScreen))
        }
    }
}
