import Core
import Glibc
import TestSupport
import TestTraits
import Testing
import Values

/// The real command at a reader that is a pseudo terminal.
@Suite(.blocking) struct TagReaderTests {
    private static let frame =
        [0x02] + Array("171A9253A34830010000000000".utf8) + [0x07, 0xF8, 0x03]

    private let home: TestInstallation
    private let devices: TemporaryDirectory

    init() throws {
        devices = try TemporaryDirectory()
        try devices.write("dev/null", "")
        home = try TestInstallation(
            configuration: """
                { "dev": "\(devices.path)/dev", "drivers": {
                "tags": { "driver": "rfid-reader", "device": "reader", "gone_after": "1s" } },
                "restarts": { "first_delay": "100ms", "longest_delay": "200ms" } }
                """)
    }

    private func plugIn() throws -> PseudoTerminal {
        let terminal = try PseudoTerminal()
        try devices.link("dev/reader", to: terminal.path)
        return terminal
    }

    /// Waits until the tag is as wanted, while the reader says this.
    private func wait(
        _ what: String, _ says: () -> Void = {}, _ isWanted: (SourceReport) -> Bool
    ) throws {
        try home.waitForStatus(what) {
            says()
            return $0.driver("tags")?.sources["tag"].map(isWanted) ?? false
        }
    }

    @Test(
        "a tag is shown and goes; a reader that is pulled out is missed, and found when it is back")
    func replugged() throws {
        var terminal = try plugIn()
        let roost = try home.start()
        try wait("sees no tag") { $0.text == "no tag" && $0.quality == .good }
        let tag = { (source: SourceReport) in source.text == "900250000023921" }
        try wait("sees it", { terminal.send(Self.frame) }, tag)
        try wait("sees it go") { $0.text == "no tag" }

        terminal.hangUp()
        try wait("misses the reader") { $0.quality == .absent }
        unlink("\(devices.path)/dev/reader")
        terminal = try plugIn()
        try wait("sees it again", { terminal.send(Self.frame) }, tag)

        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
    }

    @Test("at the wrong speed status says what to look after") func garbage() throws {
        let terminal = try plugIn()
        let roost = try home.start()
        let noise = [UInt8](repeating: 0xF8, count: 100)
        try wait("complains", { terminal.send(noise) }) {
            $0.qualityReason?.contains("is it really 9600 baud") == true
        }
        withExtendedLifetime(roost) {}
    }
}
