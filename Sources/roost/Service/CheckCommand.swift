import Core
import Devices

/// `roost check CONFIG`: says whether a configuration would start, and what it would run.
enum CheckCommand {
    static let usage = """
        roost check CONFIG
              say everything that is wrong with a configuration, or what it would run; start nothing
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let path = try Arguments(words).single("one configuration file")
        let configuration = try ConfigurationFile.load(path)
        Console.out("\(path): good")
        for driver in configuration.drivers {
            Console.out("  driver \(driver.name): \(driver.kind.name)")
        }
        for policy in configuration.policies {
            let bindings = policy.bindings.sorted { $0.key < $1.key }
                .map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
            Console.out(
                "  policy \(policy.name): \(policy.kind.name), every \(text(of: policy.period)); "
                    + bindings)
        }
        return ExitCode.success
    }
}
