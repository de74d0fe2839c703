import Core
import LinuxIO
import TestSupport
import Testing

/// What is shipped beside the program must fit the program.
@Suite struct ShippedFilesTests {
    /// The top of the source tree: this file is three levels below it.
    private static var tree: String {
        #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    }

    @Test(
        "every shipped configuration is good",
        arguments: ["demo", "drone", "pet-door", "both"])
    func configurations(name: String) throws {
        let check = try finished(RoostProcess("check", "\(Self.tree)/config/\(name).json"))
        #expect(check.end == .exited(0), "\(check.errors)")
    }

    @Test("the reference in docs is what the program says of itself") func reference() throws {
        let printed = try finished(RoostProcess("reference"))
        let page = try readFile("\(Self.tree)/docs/configuration.md", atMost: 1 << 20)
        #expect(
            printed.output == String(decoding: page, as: UTF8.self),
            "run: roost reference >docs/configuration.md")
    }
}
