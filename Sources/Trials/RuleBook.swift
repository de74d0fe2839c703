import Values

/// One of the rules that always hold, which did not.
package struct RuleBreach: Equatable, Sendable, CustomStringConvertible {
    package let rule: String
    /// Counted from the start of the trial.
    package let at: Duration
    package let what: String

    package var description: String {
        "\(rule) at \(fixedText(of: at.seconds, decimals: 2)) s: \(what)"
    }
}

/// The breaches of a trial, each rule once: what follows a breach is the same breach.
package struct RuleBook: Sendable {
    private let began: Instant
    package private(set) var breaches: [RuleBreach] = []

    package init(from began: Instant) {
        self.began = began
    }

    package mutating func note(_ rule: String, _ now: Instant, _ what: String) {
        guard !breaches.contains(where: { $0.rule == rule }) else { return }
        breaches.append(RuleBreach(rule: rule, at: now - began, what: what))
    }
}
