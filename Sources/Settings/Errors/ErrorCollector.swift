/// Gathers what is wrong while the reading goes on, so that one run shows every error.
package final class ErrorCollector {
    package private(set) var all: [ConfigurationError] = []

    package init() {}

    package func add(_ errors: ConfigurationErrors) {
        all += errors.all
    }

    package func add(_ error: ConfigurationError) {
        all.append(error)
    }

    /// Does one part of the reading; `nil` when it failed, with its errors kept.
    package func collect<Value>(_ part: @autoclosure () throws(ConfigurationErrors) -> Value)
        -> Value?
    {
        do throws(ConfigurationErrors) {
            return try part()
        } catch {
            add(error)
            return nil
        }
    }

    /// - Throws: everything gathered, if there is anything.
    package func throwIfAny() throws(ConfigurationErrors) {
        guard all.isEmpty else { throw ConfigurationErrors(all) }
    }
}
