import Core
import Devices
import Glibc
import LinuxIO
import TestSupport

/// conformance [DRIVER [CHECK]]: checks all drivers, one, or one thing of one.
///
/// Each check has a process of its own: what it leaves behind is nobody else's, and one that hangs
/// is killed and has failed.
package struct ConformanceRun {
    /// How long a check may take; most take a few seconds.
    private static let limit = Duration.seconds(180)

    private let rigs: [RigKind]
    /// The drivers that must pass, in the order in which they are checked.
    private let names: [String]

    /// Checks `drivers`, of which one without a rig does not pass; in the kernel's rig only those that
    /// have one there. `others` have the driver of the lamp that is beside each device.
    package init(
        drivers: [any DriverPlugin.Type], beside others: [any DriverPlugin.Type] = [],
        rigs: [RigKind],
        onlyThoseWithRig: Bool = false
    ) {
        names = onlyThoseWithRig ? rigs.map(\.driver) : drivers.map { $0.name }
        self.rigs = rigs.map { rig in
            var rig = rig
            rig.plugins = drivers + others
            return rig
        }
    }

    /// - Returns: the exit status.
    package func main(_ words: [String]) throws -> Int32 {
        // Whoever waits at a pipe that is taken away must get its error, as from a device.
        signal(SIGPIPE, SIG_IGN)
        if words.count == 2 { return runHere(words[0], words[1]) }
        let drivers = names.filter { words.isEmpty || words[0] == $0 }
        guard !drivers.isEmpty, words.count < 2 else {
            tell("usage: conformance [DRIVER [CHECK]]")
            return 2
        }
        // All of them, not only up to the first that fails.
        let results = try drivers.map(runAll)
        return results.allSatisfy { $0 } ? 0 : 1
    }

    private func rig(of driver: String) -> RigKind? {
        rigs.first { $0.driver == driver }
    }

    /// Prints a line at once, also into a file.
    private func tell(_ line: String) {
        print(line)
        fflush(nil)
    }

    /// Runs every check of a driver and says how each went.
    private func runAll(_ driver: String) throws -> Bool {
        guard let kind = rig(of: driver) else {
            tell("\(driver): FAILED: has no rig in Tests/Conformance/AllRigs.swift")
            return false
        }
        let log = try TemporaryDirectory()
        let results = try allChecks.map { check in
            if let why = check.isExempt(kind) {
                tell("\(driver) \(check.name): cannot be: \(why)")
                return true
            }
            let clock = DispatchScheduler()
            let start = clock.now
            let child = try ChildProcess(
                "/proc/self/exe", [driver, check.name], logPath: "\(log.path)/log")
            let hasEnded = eventually(within: Self.limit) { child.poll() != nil }
            let isPassed = hasEnded && child.poll() == 0
            let said = hasEnded ? log.read("log") ?? "" : "did not end"
            let verdict = isPassed ? "ok" : "FAILED: \(said)"
            tell("\(driver) \(check.name): \(verdict) (\(text(of: clock.now - start)))")
            return isPassed
        }
        return results.allSatisfy { $0 }
    }

    /// Runs one check in this process.
    private func runHere(_ driver: String, _ name: String) -> Int32 {
        guard let kind = rig(of: driver), let check = allChecks.first(where: { $0.name == name })
        else {
            tell("checks: \(allChecks.map(\.name).joined(separator: " "))")
            return 2
        }
        do {
            try check.run(kind)
            return 0
        } catch {
            tell("\(error)")
            return 1
        }
    }
}
