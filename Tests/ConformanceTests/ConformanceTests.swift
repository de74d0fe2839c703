import Core
import Drivers
import LinuxIO
import TestSupport
import TestTraits
import Testing

/// Not in the test's own line: Swift 6.0.3 crashes on a closure over types there.
private let driverNames = allDrivers.map { $0.name }

/// Runs the checks that every driver must pass: see docs/adding-a-driver.md.
///
/// In a program of its own, so that neither these tests nor the others disturb what is counted
/// there, and so that a driver that hangs fails alone.
@Suite(.blocking) struct ConformanceTests {
    @Test("every driver passes every check", arguments: driverNames)
    func conforms(driver: String) throws {
        let directory = try TemporaryDirectory()
        let program = try builtProgram("conformance")
        let child = try ChildProcess(program, [driver], logPath: "\(directory.path)/log")
        _ = eventually(within: .seconds(600), every: .milliseconds(50)) { child.poll() != nil }
        let said = (directory.read("log") ?? "").split(separator: "\n")
        let failures = said.filter { !$0.contains(": ok (") && !$0.contains(": cannot be: ") }
        #expect(child.poll() == 0, "\(failures.joined(separator: "; "))")
    }
}
