import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import Values

/// conformance [DRIVER [CHECK]]: checks all drivers, one, or one thing of one.
/// conformance DRIVER serve: keeps its simulated device for whoever wants to look at it.
///
/// Each check has a process of its own: what it leaves behind is nobody else's, and one that hangs
/// is killed and has failed.
package struct ConformanceRun {
    /// How long a check may take. Most take a few seconds; that 100,000 answers of a drone leave nothing behind, a
    /// minute of two cores, and more than three beside all other tests.
    private static let limit = Duration.seconds(360)

    private static let noRig = "has no rig in Tests/Conformance/AllRigs.swift"

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
        guard words.count <= 2 else {
            return misused("usage: conformance [DRIVER [CHECK | serve]]")
        }
        let drivers = names.filter { words.isEmpty || words[0] == $0 }
        guard !drivers.isEmpty else {
            let known = names.joined(separator: ", ")
            return misused("no driver \(words[0]) in AllDrivers.swift; there are: \(known)")
        }
        if words.count == 2 { return try runHere(words[0], words[1]) }
        // All of them, not only up to the first that fails.
        let results = try drivers.map(runAll)
        return results.allSatisfy { $0 } ? 0 : 1
    }

    private func rig(of driver: String) -> RigKind? {
        rigs.first { $0.driver == driver }
    }

    private func misused(_ why: String) -> Int32 {
        tell(why)
        return 2
    }

    /// Prints a line at once, also into a file.
    private func tell(_ line: String) {
        print(line)
        fflush(nil)
    }

    /// Runs every check of a driver and says how each went.
    private func runAll(_ driver: String) throws -> Bool {
        guard let kind = rig(of: driver) else {
            tell("\(driver): FAILED: \(Self.noRig)")
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
    private func runHere(_ driver: String, _ name: String) throws -> Int32 {
        guard let kind = rig(of: driver) else { return misused("\(driver) \(Self.noRig)") }
        if name == "serve" { return try serve(kind) }
        guard let check = allChecks.first(where: { $0.name == name }) else {
            let known = allChecks.map(\.name).joined(separator: ", ")
            return misused("no check \(name); there are: \(known)")
        }
        do {
            try check.run(kind)
            tell("\(driver) \(name): ok")
            return 0
        } catch {
            tell("\(error)")
            return 1
        }
    }

    /// Prints a configuration for `roost run`, and keeps the device in it until Enter is pressed.
    private func serve(_ kind: RigKind) throws -> Int32 {
        let rig = try kind.make(DispatchScheduler())
        tell(JSONValue.object(kind.configuration(rig)).line)
        withExtendedLifetime(rig) { _ = readLine() }
        return 0
    }
}
