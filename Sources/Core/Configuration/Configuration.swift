/// A configuration that was read and found whole: everything it names exists and fits.
package struct Configuration: Sendable {
    package let general: GeneralSettings
    /// The general settings, without `drivers`, `policies` and `run`.
    package let generalAsWritten: [String: JSONValue]
    /// In the order in which they start: each after those it needs.
    package let drivers: [DriverEntry]
    /// Those that run, by name.
    package let policies: [PolicyEntry]
}
