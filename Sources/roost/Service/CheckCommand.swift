import CommandKit
import Core
import Values

/// `roost check CONFIG`: says whether a configuration would start, and what it would run.
enum CheckCommand {
    static let usage = """
        roost check CONFIG [--fix]
              say everything that is wrong with a configuration, or what it would run; start nothing
              --fix writes what leaves no choice, such as slips in known words and the only unit
              that fits, and says so; the file as it was stays beside it, with .before behind its name

        Exit codes: 10 when it would not start; 1 when it would, and two of its wires are at one pin of
        this machine's header, as `roost wiring` draws it.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, flags: ["--fix"])
        let path = try arguments.single("one configuration file")
        if arguments.has("--fix") { try ConfigurationFile.fix(path) }
        let configuration = try ConfigurationFile.load(path)
        Console.out("\(path): good")
        for driver in configuration.drivers {
            Console.out("  driver \(driver.name): \(driver.kind.name)")
        }
        for remark in configuration.remarks { Console.out("  look: \(remark)") }
        for policy in configuration.policies {
            let bindings = policy.bindings.sorted { $0.key < $1.key }
                .map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
            Console.out(
                "  policy \(policy.name): \(policy.kind.name), every \(text(of: policy.period)); "
                    + bindings)
        }
        for shadow in configuration.shadows {
            Console.out(
                "  policy \(shadow.name): \(shadow.kind.name), looks on at \(shadow.shadowOf ?? "nothing")"
            )
        }
        let conflicts = Wiring(configuration, .ofThisMachine).conflicts
        for conflict in conflicts { Console.out("  \(conflict); roost wiring shows both") }
        return conflicts.isEmpty ? ExitCode.success : ExitCode.failed
    }
}
