import TestSupport
import Testing
import Threads
import Values

@testable import Core
@testable import MQTTBridge
@testable import CommandKit
@testable import roost

/// The topics by which a broker knows the shipped configurations.
@Suite struct BrokerContractTests {
    private static let files = [
        "drone.json", "drone-button.json", "pet-door.json", "pet-door-reader.json",
    ]

    /// The status of a service that is about to start.
    private func report(_ file: String) throws -> StatusReport {
        let supervisor = try Supervisor(
            try ConfigurationFile.load("\(projectDirectory)/config/\(file)"),
            scheduler: ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000)),
            log: Log(MemoryLog(), source: "roost"), runtime: "/nonexistent",
            manager: NoServiceManager(), onStopped: { _ in })
        return supervisor.status(at: Instant(nanoseconds: 1_000_000_000_000))
    }

    @Test("the topics and the members of what is in them stay the same") func topics() throws {
        let topics = BridgeTopics(node: "NODE")
        var members: [String: Set<String>] = [:]
        for file in Self.files {
            for (topic, payload) in StateTopics(topics: topics).payloads(try report(file)) {
                let paths = memberPaths(of: payload).filter {
                    !$0.hasPrefix("details.") && !$0.hasPrefix("value.")
                }
                members[topic, default: []].formUnion(paths)
            }
        }
        let retained = members.sorted { $0.key < $1.key }.map {
            "\($0.key): \($0.value.sorted().joined(separator: " "))"
        }
        let others =
            [
                topics.availability, topics.bridge, topics.log, topics.event("POLICY"),
                topics.requests("POLICY"), topics.answer("POLICY"), topics.output("DRIVER.PORT"),
                topics.requests("DRIVER.PORT"), topics.answer("DRIVER.PORT"),
                topics.allDrivers, topics.allPolicies, topics.allOutputs,
            ] + topics.allRequests
        if let problem = try Golden.problem("mqtt-topics.txt", retained + others.sorted()) {
            Issue.record("\(problem)")
        }
    }
}
