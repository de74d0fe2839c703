import BlueZ
import CommandKit
import Control
import Core
import HTTPClient
import LinuxIO
import MQTT
import Recording
import Signatures
import TestSupport
import Testing

@testable import BluetoothBridge
@testable import Deployment
@testable import DroneNavigation
@testable import Gateway
@testable import MQTTBridge
@testable import Notify

/// Every reader of what comes from outside has a bound, and `docs/security.md` says which.
@Suite struct ReaderBoundsTests {
    private static let bounds: [(program: String, input: String, bytes: Int)] = [
        ("every client", "an answer or a state of the service", ControlWatch.maxLine),
        ("every program", "its file of settings", SettingsFile.maxBytes),
        ("`roost`", "a request on the control socket", ControlRequest.maxLineBytes),
        ("`roost`", "a mission", DroneNavigation.MissionSource.maxBytes),
        ("`roost`", "a segment of the records", RecordReader.maxBytes),
        ("`roost gateway`", "the head of a request", HTTPRequestParser.maxHead),
        ("`roost gateway`", "the body of a request", HTTPRequestParser.maxBody),
        ("`roost gateway`", "a mission, from the role `command`", HTTPRequestParser.maxLongBody),
        ("`roost gateway`", "the file with the tokens", TokenFile.maxBytes),
        ("`roost gateway`", "the file of a pairing", PairingDesk.maxBytes),
        ("`roost-mqtt`", "a packet of the broker", MQTTConnection.maxPacketBytes),
        ("`roost-mqtt`", "a request, a phone's place", RequestRouter.maxBytes),
        ("`roost-mqtt`, `roost-notify`", "a file with a password or a token", maxSecretBytes),
        ("`roost-notify`", "the answer of a server", HTTPClient.maxBodyBytes),
        ("`roost-notify`", "its own state", SavedState.maxBytes),
        ("`roost-bluetooth`", "a line of a telephone", UARTLines.maxLine),
        ("`roost-bluetooth`", "what a telephone writes in one piece", UARTService.maxWrite),
        ("`roost-stick`", "the manifest", Manifest.maxBytes),
        ("`roost-stick`", "the signature", Ed25519Key.signatureBytes),
        ("`roost-stick`", "all files of a deployment", SignedDeployment.maxBytes),
    ]

    @Test("security.md has each reader with its bound") func page() throws {
        let rows = Self.bounds.map { "| \($0.program) | \($0.input) | \(Self.text($0.bytes)) |" }
        let page = String(decoding: try projectFile("docs/security.md"), as: UTF8.self)
        let table = rows.joined(separator: "\n")
        #expect(
            page.contains("|---|---|---|\n\(table)\n\n"), "docs/security.md should have:\n\(table)")
    }

    private static func text(_ bytes: Int) -> String {
        switch bytes {
        case _ where bytes % (1 << 20) == 0: "\(bytes >> 20) MiB"
        case _ where bytes % 1024 == 0: "\(bytes >> 10) KiB"
        default: "\(bytes) bytes"
        }
    }
}
