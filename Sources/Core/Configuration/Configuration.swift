import JSON

/// A configuration that was read and found whole: everything it names exists and fits.
package struct Configuration: Sendable {
    package let general: GeneralSettings
    /// The general settings, without `drivers`, `policies` and `run`.
    package let generalAsWritten: [String: JSONValue]
    /// In the order in which they start: each after those it needs.
    package let drivers: [DriverEntry]
    /// Those that run, by name.
    package let policies: [PolicyEntry]
    /// The others that it names, which `run` leaves out.
    package var restingPolicies: [PolicyEntry] = []
    /// Those that run beside one of `policies`, on its inputs and without hands, by name.
    package var shadows: [PolicyEntry] = []
    /// What it was read from, for who is to read it once more; `nil` where nobody is.
    package var offer: ConfigurationOffer?

    /// The same configuration with some of its drivers and nothing else: for tools that speak to devices
    /// without the service. None of them is started after one that is left out.
    package func keepingOnly(_ kept: [DriverEntry]) -> Configuration {
        let names = kept.map(\.name)
        let drivers = drivers.filter { names.contains($0.name) }.map { driver in
            DriverEntry(
                name: driver.name, kind: driver.kind,
                after: driver.after.filter { names.contains($0) },
                settingsAsWritten: driver.settingsAsWritten, configured: driver.configured,
                outputs: driver.outputs)
        }
        return Configuration(
            general: general, generalAsWritten: generalAsWritten, drivers: drivers, policies: [])
    }

    /// Where the system's files are, by the general settings.
    package func systemPaths(runtime: String) -> SystemPaths {
        let plain = SystemPaths(runtime: runtime)
        return SystemPaths(
            sysfs: plain.resolve(general.sysfs), dev: plain.resolve(general.dev), runtime: runtime)
    }
}
