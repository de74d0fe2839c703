import Core
import LinuxIO
import Values

/// One driver of a configuration: what the running service says of it, or what can be seen without one.
struct DriverChecks {
    let configuration: Configuration
    let system: SystemPaths
    let boot: BootConfiguration
    /// Of the service that runs; `nil` without one.
    let status: StatusReport?
    let clock: any Scheduler

    func check(_ driver: DriverEntry) -> Diagnosis {
        let running = status?.drivers.first {
            $0.name == driver.name && $0.driver == driver.kind.name
        }
        return running.map { check($0, driver) } ?? examine(driver)
    }

    // MARK: With the service

    private func check(_ report: DriverReport, _ driver: DriverEntry) -> Diagnosis {
        guard report.state == .running else {
            let why = report.lastError?.text ?? "nothing is known yet"
            return diagnosis(
                .wrong, driver, "\(report.state.rawValue): \(why)", isThere: false)
        }
        let read = Set(status?.policies.flatMap { $0.inputs.values } ?? [])
        let sources = report.sources.sorted { $0.key < $1.key }
        let bad = sources.filter { name, source in
            source.quality != .good && (read.isEmpty || read.contains("\(report.name).\(name)"))
        }
        guard let (name, source) = bad.first(where: { $0.value.quality == .absent }) ?? bad.first
        else {
            let values = sources.filter { $0.value.quality == .good }
                .compactMap { source in source.value.text.map { "\(source.key) \($0)" } }
            return .right(driver.name, values.isEmpty ? "running" : values.joined(separator: ", "))
        }
        let found = "\(name): \(source.qualityReason ?? source.quality.rawValue)"
        guard source.quality == .absent, !read.isEmpty else {
            return .doubtful(driver.name, found, "roost status \(driver.name)")
        }
        // A device that hangs is there: nothing in config.txt brings it.
        guard source.qualityReason?.mentions(DeviceError.hangs) != true else {
            return .wrong(
                driver.name, found,
                "its power and wires (roost wiring CONFIG); then roost restart \(driver.name)")
        }
        return diagnosis(.wrong, driver, found, isThere: true)
    }

    // MARK: Without

    private func examine(_ driver: DriverEntry) -> Diagnosis {
        do throws(DeviceError) {
            return .right(driver.name, try driver.examine(system, clock) ?? "nothing to look at")
        } catch {
            if error.kind == .busy, isClaimedByProcesses(driver) {
                return .wrong(
                    driver.name, error.message,
                    "end that process, unless the device is to be left to it")
            }
            let isThere = error.kind == .timeout
            return diagnosis(
                isThere ? .doubtful : .wrong, driver, error.message, isThere: isThere)
        }
    }

    /// Whether only another process can have its device.
    private func isClaimedByProcesses(_ driver: DriverEntry) -> Bool {
        driver.claims.contains { $0.kind == .pwmChannel || $0.kind == .networkAddress }
    }

    /// With what mends it: `isThere` says that the device answers, and gives nothing good.
    private func diagnosis(
        _ verdict: Diagnosis.Verdict, _ driver: DriverEntry, _ found: String, isThere: Bool
    ) -> Diagnosis {
        var diagnosis = Diagnosis(verdict: verdict, subject: driver.name, found: found)
        if driver.claims.contains(where: { $0.kind == .networkAddress }) {
            diagnosis.remedies = [
                "nmcli device wifi list; sudo nmcli device wifi connect NAME-OF-ITS-NETWORK"
            ]
        } else if isThere, driver.ports.contains(where: { $0.kind == Fix.kind }) {
            diagnosis.remedies = [
                "cgps: a receiver needs the open sky, and up to 15 minutes after a long rest"
            ]
        } else {
            for remedy in driver.claims.flatMap(boot.remedies)
            where !diagnosis.remedies.contains(remedy) {
                diagnosis.remedies.append(remedy)
            }
            if diagnosis.remedies.isEmpty { diagnosis.remedies = [whatIsThere(for: driver)] }
        }
        return diagnosis
    }

    /// Where no line of config.txt brings a device: what shows what this machine has.
    private func whatIsThere(for driver: DriverEntry) -> String {
        driver.claims.contains { $0.kind == .gpioLine }
            ? "gpioinfo: each line, and who holds it (sudo apt-get install gpiod)"
            : "roost scan: what this machine has"
    }
}
