import CommandKit
import Core
import JSON

/// `roost schema`: what an editor should know of configurations.
enum SchemaCommand {
    static let usage = """
        roost schema
              the JSON Schema (2020-12) of configurations, for editors; a configuration names it with
              "$schema": "\(ConfigurationSchema.path)"
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        guard words.isEmpty else { throw .usage("roost schema takes no words") }
        Console.out(ConfigurationSchema(ConfigurationFile.registry).json.pretty)
        return ExitCode.success
    }
}
