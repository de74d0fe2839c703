extension Configuration {
    /// Where the system's files are, by the general settings.
    package func systemPaths(runtime: String) -> SystemPaths {
        let plain = SystemPaths(runtime: runtime)
        return SystemPaths(
            sysfs: plain.resolve(general.sysfs), dev: plain.resolve(general.dev), runtime: runtime)
    }
}
