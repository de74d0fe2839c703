import Core
import TestSupport
import TestTraits
import Testing

@Suite(.blocking) struct ClockTests {
    private static let configuration = """
        {"drivers": {"clock": {"driver": "system-clock", "accept_unsynchronized": true}}}
        """

    /// POSIX has offsets west of Greenwich; 5:45 east is Nepal's.
    @Test(
        "the local time is that of TZ, and a zone that is not installed is told",
        arguments: [
            ("NPT-5:45", " +05:45\n", "NPT"), ("Nowhere/Land", "zone \"Nowhere/Land\"", "Nowhere"),
        ])
    func zone(name: String, shown: String, abbreviation: String) throws {
        let home = try TestInstallation(configuration: Self.configuration)
        let roost = try RoostProcess(
            "run", home.configuration, "--runtime", home.runtime, environment: ["TZ": name])
        try roost.waitFor("started:")
        let isShown = try eventually {
            let output = try home.run("status", "clock").output
            return output.contains(shown) && output.contains(abbreviation)
        }
        let output = try home.run("status", "clock").output
        #expect(isShown, "\(output)")
        withExtendedLifetime(roost) {}
    }
}
