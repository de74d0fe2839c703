extension Configuration {
    /// The same configuration with one of its drivers and nothing else: for tools that speak to a
    /// device without the service. Drivers that it would be started after are left out too.
    package func keepingOnly(driver: DriverEntry) -> Configuration {
        let alone = DriverEntry(
            name: driver.name, kind: driver.kind, after: [],
            settingsAsWritten: driver.settingsAsWritten, configured: driver.configured)
        return Configuration(
            general: general, generalAsWritten: generalAsWritten, drivers: [alone], policies: [])
    }
}
