import Core
import Devices
import Drivers
import Glibc
import LinuxIO
import TestSupport

/// conformance [DRIVER [CHECK]]: checks all drivers, one, or one thing of one.
///
/// In the rig these are the drivers that have a rig of their own there.
///
/// Each check has a process of its own: what it leaves behind is nobody else's, and one that hangs
/// is killed and has failed.
func conformance(_ words: [String]) throws -> Int32 {
    // Whoever waits at a pipe that is taken away must get its error, as from a device.
    signal(SIGPIPE, SIG_IGN)
    if words.count == 2 { return try runHere(words[0], words[1]) }
    let names = RigKind.isInRig ? kernelRigs.map(\.driver) : allDrivers.map(\.name)
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
    RigKind.ofThisKernel.first { $0.driver == driver }
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
        let hasEnded = eventually(within: .seconds(300)) { child.poll() != nil }
        let isPassed = hasEnded && child.poll() == 0
        let said = log.read("log") ?? ""
        let verdict = isPassed ? "ok" : "FAILED: \(hasEnded ? said : "did not end")"
        tell("\(driver) \(check.name): \(verdict) (\(text(of: clock.now - start)))")
        return isPassed
    }
    return results.allSatisfy { $0 }
}

/// Runs one check in this process.
private func runHere(_ driver: String, _ name: String) throws -> Int32 {
    guard let kind = rig(of: driver),
        let check = allChecks.first(where: { $0.name == name })
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

exit(try conformance(Array(CommandLine.arguments.dropFirst())))
