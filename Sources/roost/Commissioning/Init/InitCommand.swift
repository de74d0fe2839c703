import CommandKit
import Core
import Glibc
import LinuxIO

/// `roost init`: writes a configuration for a purpose, with what is on this machine.
enum InitCommand {
    static let templates = ConfigurationFile.registry.policies.compactMap {
        ($0 as? any TemplatedPolicy.Type)?.template
    }

    static let usage = templates.map(\.usage).joined(separator: "\n\n")

    /// What there is to write, in words.
    static let purposes = templates.map { "a \($0.name)" }.joined(separator: " or ")

    static let commands = templates.map { template in
        Command("init \(template.name)", template.usage) { words throws(CommandError) in
            try main(words, template)
        }
    }

    private static func main(
        _ words: [String], _ template: ConfigurationTemplate
    ) throws(CommandError) -> Int32 {
        let options = template.draft { _ in [] }.questions.map { "--\($0.option)" }
        let arguments = try Arguments(words, options: Set(options + ["--sysfs"]))
        let system = SystemPaths(
            sysfs: arguments["--sysfs"] ?? "/sys", dev: "/dev", runtime: "")
        let draft = template.draft { driver in
            ConfigurationFile.registry.drivers.first { $0.name == driver }?.discover(system) ?? []
        }
        guard arguments.positional.count <= 1 else { throw .usage("init writes one file") }
        let path = arguments.positional.first ?? "\(template.name).json"
        guard access(path, F_OK) != 0 else {
            throw .failed("\(path) is there already; init overwrites nothing")
        }
        let answers = try Questionnaire(draft, isAtTerminal: isatty(STDIN_FILENO) == 1)
            .answers { arguments["--\($0)"] }
        try write(draft.text(answers), to: path)
        Console.out(nextSteps(path))
        return ExitCode.success
    }

    /// Whoever made the file since it was looked for keeps it.
    private static func write(_ text: String, to path: String) throws(CommandError) {
        let file = try orFail(
            try FileDescriptor(open: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644))
        do throws(IOError) {
            try file.write(Array(text.utf8))
        } catch {
            unlink(path)
            throw .failed("\(error)")
        }
    }

    private static func nextSteps(_ path: String) -> String {
        let installed = "/etc/roost/"
        let name = path.split(separator: "/").last ?? ""
        let isInstalled = path.hasPrefix(installed)
        return """
            \(path): good. Next: see that every device is there, then let the service run it:
              roost doctor \(path)
            \(isInstalled ? "" : "  sudo cp \(path) \(installed)\n")\
              sudo ln -sf \(name) \(installed)roost.json
              sudo systemctl restart roost
            """
    }
}
