import LinuxIO
import TestSupport
import Testing

/// The checks that every driver must pass (docs/adding-a-driver.md), for those that speak to the
/// kernel through another interface here than on a tree of files.
extension RigTests {
    struct DriverConformanceTests {
        @Test(
            "drivers of GPIO lines pass every check on a chip with edges, which is pulled out and back",
            arguments: ["gpio-input", "gpio-output"])
        func conforms(driver: String) throws {
            let place = try TemporaryDirectory()
            let child = try ChildProcess(
                builtProgram("conformance"), [driver], logPath: "\(place.path)/log")
            _ = eventually(within: .seconds(600), every: .milliseconds(50)) { child.poll() != nil }
            let said = place.read("log") ?? ""
            #expect(child.poll() == 0 && said.contains("no-growth: ok"), "\(said)")
        }
    }
}
