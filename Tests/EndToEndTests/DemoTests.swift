import TestSupport
import Testing

extension WorldTests {
    @Test("the demo's configuration flies to every target, lands at the last and keeps the door")
    func demo() throws {
        let home = try TestInstallation(
            configuration: DemoConfiguration.text(at: LoopbackAddress.claim()))
        let demo = try RoostProcess("simulate", "demo", home.configuration, "--plain")
        // The demo judges by the truth of its world, never by what roost believes.
        let end = try demo.wait(within: .seconds(110))
        #expect(end == .exited(0), "\(demo.output)")
    }
}
