import JSON
import Settings
import Values

/// What a policy can do beside its steps, asked of one whose type says nothing of that.
extension Policy {
    /// Empty of one that checks nothing.
    func checksIfAny(by settings: Settings, at now: Instant) -> [Check] {
        (self as? any CheckedPolicy)?.checks(byAny: settings, at: now) ?? []
    }

    func detailsIfAny(by settings: Settings, at now: Instant) -> JSONValue? {
        (self as? any DetailedPolicy)?.details(byAny: settings, at: now)
    }

    func memoryIfAny(by settings: Settings) -> PolicyMemory? {
        (self as? any ResumablePolicy)?.memory(byAny: settings)
    }
}

// The type of the settings is the same; a cast to a protocol loses that.

extension CheckedPolicy {
    fileprivate func checks(byAny settings: any PluginSettings, at now: Instant) -> [Check] {
        (settings as? Settings).map { checks(by: $0, at: now) } ?? []
    }
}

extension DetailedPolicy {
    fileprivate func details(byAny settings: any PluginSettings, at now: Instant) -> JSONValue? {
        (settings as? Settings).flatMap { details(by: $0, at: now) }
    }
}

extension ResumablePolicy {
    fileprivate func memory(byAny settings: any PluginSettings) -> PolicyMemory? {
        (settings as? Settings).flatMap { PolicyMemory(of: self, by: $0) }
    }
}
