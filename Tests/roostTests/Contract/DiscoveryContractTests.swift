import Control
import JSON
import LinuxIO
import MQTT
import Settings
import TestSupport
import Testing
import Threads
import Values

@testable import Core
@testable import MQTTBridge
@testable import roost

/// What Home Assistant is sent for each shipped configuration, to the letter. It keeps the topics and ids, and people name
/// them in their automations.
@Suite struct DiscoveryContractTests {
    private static let files: [String] =
        ((try? directoryNames("\(projectDirectory)/config")) ?? []).filter {
            $0.hasSuffix(".json")
        }.sorted()

    @Test("there are shipped configurations") func some() {
        #expect(Self.files.count >= 7)
    }

    @Test("Home Assistant is sent what it knows, for each", arguments: files)
    func discovery(file: String) throws {
        let lines = try Self.messages(of: file).pretty.split(separator: "\n").map(String.init)
        if let problem = try Golden.problem("HomeAssistant/\(file)", lines) {
            Issue.record("\(problem)")
        }
    }

    /// By what `allow` has, the topic and the payload of the discovery.
    private static func messages(of file: String) throws -> JSONValue {
        let configuration = try ConfigurationFile.load("\(projectDirectory)/config/\(file)")
        let clock = ManualScheduler()
        let log = Log(MemoryLog(), source: "roost")
        let supervisor = try Supervisor(
            configuration, scheduler: clock, log: log, runtime: "/nonexistent",
            manager: NoServiceManager(), onStopped: { _ in })
        let report = try report(of: supervisor)
        let catalogue = try catalogue(ControlService(supervisor, scheduler: clock, log: log))
        let takeOff: JSONValue = ["allow": ["takeoff", "lock", "unlock"]]
        return .object([
            "usual": try message(report, catalogue, [:]),
            "allowed": try message(report, catalogue, takeOff),
        ])
    }

    private static func message(
        _ report: StatusReport, _ catalogue: RequestCatalogue, _ settings: JSONValue
    ) throws -> JSONValue {
        let settings: BridgeSettings = try SettingsReader.read(from: settings, at: SettingPath(""))
        let discovery = DeviceDiscovery(settings)
        return [
            "topic": .string(discovery.topic),
            "payload": discovery.payload(report, discovery.components(report, catalogue)),
        ]
    }

    private static func catalogue(_ service: ControlService) throws -> RequestCatalogue {
        let answer = Locked<JSONValue?>(nil)
        service.handle(["request": "requests"]) { answer.value = $0 }
        let listing = try #require(answer.value)
        return try #require(RequestCatalogue(listing))
    }

    /// As of one that runs: with the details of each policy before its first step, and of no version.
    private static func report(of supervisor: Supervisor) throws -> StatusReport {
        guard
            case .object(var status)? = JSONValue(
                encoding: supervisor.status(at: .zero), keys: .snakeCase),
            case .array(let policies)? = status["policies"]
        else { throw PlainError("no status") }
        status["version"] = "0"
        status["policies"] = .array(
            zip(policies, supervisor.configuration.policies).map { report, entry in
                guard case .object(var members) = report else { return report }
                members["details"] = details(entry.kind, entry)
                return .object(members)
            })
        return try JSONValue.object(status).decode(as: StatusReport.self)
    }

    private static func details(_ kind: any Policy.Type, _ entry: PolicyEntry) -> JSONValue? {
        guard let kind = kind as? any DetailedPolicy.Type else { return nil }
        return detailsAtFirst(kind, entry)
    }

    private static func detailsAtFirst<Kind: DetailedPolicy>(
        _ kind: Kind.Type, _ entry: PolicyEntry
    ) -> JSONValue? {
        guard let settings = entry.settings(as: Kind.Settings.self) else { return nil }
        return Kind(settings: settings).details(by: settings, at: .zero)
    }
}
