import CommandKit
import Control
import Core
import JSON
import Values

/// `roost use POLICY NAME`: a policy goes on with the settings of one of its shadows.
enum UseCommand {
    static let usage = """
        roost use [POLICY [NAME]] [--runtime DIR] [--socket PATH]
              have the policy POLICY of the running roost go on with the settings of NAME, a policy
              with "shadow": "POLICY"; with those of its own again where NAME is POLICY

        Without NAME: what each can use, and what it uses. It is refused, comes back by itself and is kept
        as a configuration that is applied (roost apply); once its minute is over it stays over a
        restart, and for as long as the configuration has that shadow.

        \(ServiceInstance.usage)
        --socket PATH: the control socket to speak to.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--runtime", "--socket"])
        let names = arguments.positional
        switch names.count {
        case 0, 1: try list(names.first, arguments)
        case 2:
            let plan = try ControlClient(paths: arguments.controlSockets).change([
                "request": "use", "policy": .string(names[0]), "name": .string(names[1]),
            ])
            plan.tellApplied()
        default: throw .usage("expected a policy and a name, found \(names.count) words")
        }
        return ExitCode.success
    }

    private static func list(_ name: String?, _ arguments: Arguments) throws(CommandError) {
        let query = StatusQuery(paths: arguments.controlSockets, name: name, isJSON: false)
        let policies = try query.answer().report.policies
            .filter { $0.name == name || name == nil && $0.shadows != nil }
        if policies.isEmpty {
            Console.out(
                name.map { "\($0) is no policy that runs" }
                    ?? "no policy has a shadow whose settings it could use")
        }
        for policy in policies {
            let names = [policy.name] + (policy.shadows ?? []).map(\.name)
            Console.out(
                "\(policy.name): uses \(policy.uses ?? policy.name), of "
                    + names.joined(separator: ", "))
        }
    }
}
