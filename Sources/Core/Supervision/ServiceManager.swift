/// Who started us and wants to know how we are: systemd, or nobody.
package protocol ServiceManager: Sendable {
    /// How long it waits for a sign of life before it kills us; `nil` when it does not watch.
    var watchdogLimit: Duration? { get }

    /// Sends lines like `READY=1`. Never fails and never waits.
    func notify(_ lines: String)
}

/// Nobody.
package struct NoServiceManager: ServiceManager {
    package init() {}

    package var watchdogLimit: Duration? { nil }
    package func notify(_ lines: String) {}
}
