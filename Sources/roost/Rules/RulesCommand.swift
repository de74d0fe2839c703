import CommandKit
import Core
import JSON
import Rules
import Settings
import Values

/// `roost rules test FILE`: whether rules do what a file expects of them.
enum RulesCommand {
    static let usage = """
        roost rules test FILE
              run rules through hours that take no time, and compare what they do with what FILE
              expects; exit code 1 if something is different. See docs/automations.md for the format
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        guard words.first == "test" else { throw .usage("expected: roost rules test FILE") }
        let path = try Arguments(Array(words.dropFirst())).single("one file with expectations")
        let source = try SettingsFile.source(path)
        let file = try read(source)
        var trial = RuleTrial(file, settings: try settings(of: file, beside: path))
        trial.run()
        for failure in trial.failures { Console.error("\(path): \(failure)") }
        let (failed, all) = (trial.failures.count, trial.expectations)
        guard !trial.isMistaken else {
            Console.error("\(path): nothing was run, for these mistakes in the file")
            return ExitCode.badConfiguration
        }
        guard all > 0 else {
            Console.error(
                "\(path): no step has \"expect\", \"reason\" or \"asked\": nothing is compared")
            return ExitCode.badConfiguration
        }
        Console.out(
            failed == 0
                ? "\(path): \(all) expectations, all met"
                : "\(path): \(failed) of \(all) expectations not met")
        return failed == 0 ? ExitCode.success : ExitCode.failed
    }

    private static func read(_ source: ConfigurationText) throws(CommandError) -> TrialFile {
        do throws(ConfigurationErrors) {
            let json = try mapped(to: { SettingPath("").error(.notJSON, "not JSON: \($0)") }) {
                () throws(JSONSyntaxError) in
                try JSONValue(parsing: source.bytes, allowsComments: true)
            }
            return try SettingsReader.read(from: json, at: SettingPath(""))
        } catch {
            throw CommandError(
                code: ExitCode.badConfiguration,
                message: source.report(error).joined(separator: "\n"))
        }
    }

    /// Those of the policy that the file names; `nil` where it has them itself.
    private static func settings(
        of file: TrialFile, beside path: String
    ) throws(CommandError) -> RuleSettings? {
        guard let name = file.configuration, let policy = file.policy else { return nil }
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        let place = name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
        let configuration = try ConfigurationFile.load(place)
        let all = configuration.policies + configuration.restingPolicies + configuration.shadows
        guard let entry = all.first(where: { $0.name == policy }) else {
            throw .failed(
                "\(place) has no policy \"\(policy)\".\(suggestion(for: policy, among: all.map(\.name)))"
            )
        }
        guard let settings = entry.settings(as: RuleSettings.self) else {
            throw .failed("\"\(policy)\" of \(place) is a policy of another kind")
        }
        return settings
    }
}
