import Core
import TestSupport
import TestTraits
import Testing

/// `roost selftest` with shipped configurations, and with one that keeps a promise not.
@Suite("roost selftest", .timeLimit(.minutes(10)), .flying)
struct SelftestTests {
    private func selftest(
        _ configuration: String
    ) throws -> (end: RoostProcess.End, text: String, report: String) {
        let folder = try TemporaryDirectory()
        let roost = try RoostProcess(
            "selftest", configuration, "--address", LoopbackAddress.claim(), "--report",
            "\(folder.path)/card")
        let end = try roost.wait(within: .seconds(540))
        return (end, roost.output + roost.errors, folder.read("card") ?? "")
    }

    @Test(
        "a shipped door and a shipped drone keep what docs/safety.md promises",
        arguments: [("pet-door", 9), ("drone", 11)])
    func kept(name: String, rows: Int) throws {
        let (end, text, report) = try selftest(
            "\(projectDirectory)/config/\(name).json")
        #expect(end == .exited(0), "\(text)")
        #expect(text.contains("\(rows) kept, 0 NOT KEPT, 0 not rehearsed"), "\(text)")
        #expect(report == text)
    }

    @Test("a bolt whose servo has no safe angle stays out, and that is told") func broken() throws {
        let home = try TestInstallation(
            configuration: String(decoding: projectFile("config/pet-door.json"), as: UTF8.self)
                .replacing(
                    #""on_lease_end": "safe_angle", "safe_angle": "65deg""#,
                    with: #""on_lease_end": "release""#))
        let (end, text, _) = try selftest(home.configuration)
        #expect(end == .exited(1))
        #expect(text.contains("BROKEN  killed while locked"), "\(text)")
        #expect(text.contains("the bolt stays out: set safe_angle of its servo"), "\(text)")
        #expect(text.contains("7 kept, 2 NOT KEPT"), "\(text)")
    }

    @Test("a configuration that moves nothing has nothing to rehearse") func idle() throws {
        let (end, text, _) = try selftest("\(projectDirectory)/config/idle.json")
        #expect(end == .exited(0))
        #expect(text.contains("not rehearsed: none runs"), "\(text)")
    }
}
