/// Gathers what is wrong while the reading goes on, so that one run shows every problem.
final class ProblemCollector {
    private(set) var all: [ConfigProblem] = []

    func add(_ problems: ConfigProblems) {
        all += problems.all
    }

    func add(_ problem: ConfigProblem) {
        all.append(problem)
    }

    /// Runs one part of the reading; `nil` when it failed, with its problems kept.
    func collect<Value>(_ body: () throws(ConfigProblems) -> Value) -> Value? {
        do throws(ConfigProblems) {
            return try body()
        } catch {
            add(error)
            return nil
        }
    }

    /// - Throws: everything gathered, if there is anything.
    func throwIfAny() throws(ConfigProblems) {
        guard all.isEmpty else { throw ConfigProblems(all) }
    }
}
