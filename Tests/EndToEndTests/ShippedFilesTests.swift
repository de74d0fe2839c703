import Core
import TestSupport
import TestTraits
import Testing

/// What is shipped beside the program must fit the program.
@Suite(.blocking) struct ShippedFilesTests {
    @Test(
        "every shipped configuration is good",
        arguments: ["demo", "drone", "drone-button", "pet-door", "both", "idle", "rules"])
    func configurations(name: String) throws {
        let check = try finished(RoostProcess("check", "\(projectDirectory)/config/\(name).json"))
        #expect(check.end == .exited(0), "\(check.errors)")
    }

    /// `udevadm trigger` sends a change unless told otherwise (udevadm(8)), and that is what docs/wiring.md
    /// tells people to run.
    @Test("no rule for udev waits for more than a trigger sends")
    func rules() throws {
        let rules = try projectFile("systemd/roost.rules")
        let lines = String(decoding: rules, as: UTF8.self).split(separator: "\n")
        let picky = lines.filter { $0.contains("ACTION==") && !$0.contains("GOTO=") }
        #expect(picky.isEmpty && lines.contains { $0.contains("therm_bulk_read") })
    }

    @Test("the reference in docs is what the program says of itself") func reference() throws {
        let printed = try finished(RoostProcess("reference"))
        let page = try projectFile("docs/configuration.md")
        #expect(
            printed.output == String(decoding: page, as: UTF8.self),
            "run: roost reference >docs/configuration.md")
    }
}
