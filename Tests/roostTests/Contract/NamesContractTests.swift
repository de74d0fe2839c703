import JSON
import PolicyKit
import Settings
import TestSupport
import Testing
import Values

@testable import Core
@testable import DroneNavigation
@testable import Notify
@testable import PetDoor
@testable import Policies
@testable import Rules
@testable import CommandKit
@testable import roost

/// Words and numbers that scripts, automations and messages are made with. What is no constant of an enumeration is looked up
/// in the sources.
@Suite struct NamesContractTests {
    private func check(_ name: String, _ lines: [String]) throws {
        if let problem = try Golden.problem(name, lines) { Issue.record("\(problem)") }
    }

    // MARK: Reasons

    /// The texts in the bodies that make a code of a reason, in all sources of a policy.
    private func codeParts(of folders: [String]) throws -> Set<String> {
        let heads = ["var code: String {", "var codeParts: CodeParts {", "var code: CodeParts {"]
        var found: Set<String> = []
        for path in try folders.flatMap(swiftFiles) {
            let lines = String(decoding: try projectFile(path), as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() where heads.contains(where: line.hasSuffix) {
                let indent = line.prefix { $0 == " " }
                for line in lines[(index + 1)...] {
                    if line == "\(indent)}" { break }
                    found.formUnion(texts(in: line))
                }
            }
        }
        return found
    }

    private func swiftFiles(in folder: String) throws -> [String] {
        // The codes of alerts are no reasons.
        try projectFiles(below: folder).filter {
            $0.hasSuffix(".swift") && !$0.hasSuffix("/Alert.swift")
        }
    }

    /// Of one that is put together, the end: "\(code)/no-clock".
    private func texts(in line: Substring) -> [String] {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.indices.filter { !$0.isMultiple(of: 2) }
            .map {
                String(parts[$0].split(separator: ")", omittingEmptySubsequences: false).last ?? "")
            }
            .filter { !$0.isEmpty && !$0.contains("\\(") && $0 != "/" }
    }

    @Test("the codes of reasons are those that automations know") func reasons() throws {
        let door = try codeParts(of: ["Sources/PetDoor"])
            .union(PetDoor.Mode.allCases.map(\.word))
        let pilot = try codeParts(of: ["Sources/DroneNavigation"])
            .union(DroneNavigation.FailsafeCondition.Kind.allCases.map(\.rawValue))
            .union(DroneNavigation.HoverCause.allCases.map(\.rawValue))
            .union(DroneNavigation.DisarmCause.allCases.map(\.rawValue))
        let panel = try codeParts(of: ["Sources/Policies/DeploymentPanel"])
            .union(DeploymentPanel.Outcome.allCases.map(\.rawValue))
        // One that is found in the first of each shows that the bodies are.
        #expect(door.contains("waiting-for-pets") && pilot.contains("taking-off"))
        #expect(panel.contains("accepted"))
        let sections = [
            ("deployment-panel", panel), ("drone-navigation", pilot), ("pet-door", door),
            ("rules", Set(RuleWhy.Case.allCases.map(\.rawValue)).subtracting(["active"])),
        ]
        #expect(sections.map(\.0) == ConfigurationFile.registry.policies.map { $0.name }.sorted())
        try check(
            "reason-codes.txt",
            sections.flatMap { name, parts in
                parts.sorted().map { "\(name) \($0)" }
            })
    }

    // MARK: Messages

    @Test("the alerts, their severities and the keys of messages are those that people filter by")
    func notifications() throws {
        let kinds = PetDoor.AlertKind.allCases.map {
            "alert pet-door \($0.code) \($0.severity.rawValue)"
        }
        let warnings = DroneNavigation.FailsafeCondition.Kind.allCases.map {
            "alert drone-navigation \($0.rawValue) warning"
        }
        var policy = StatusJSON.policy(
            "NAME", "KIND",
            details: ["alerts": [["code": "CODE"]], "events": [["number": 1, "text": "TEXT"]]],
            reason: ["code": "CODE", "text": "TEXT", "is_failsafe": true]
        ).merging(["is_given_up": true])
        var observer = ServiceObserver(goneAfter: .seconds(60), seenUntil: .zero, at: .zero)
        let driver = StatusJSON.driver("DRIVER", [:], state: "failed")
        var said = observer.note(["status": StatusJSON.status([driver], [policy])], at: .zero)
        policy = policy.merging(["details": ["events": [["number": 2, "text": "TEXT"]]]])
        said += observer.note(["status": StatusJSON.status([], [policy])], at: .zero)
        said += observer.note(["missed_events": 3], at: .zero)
        said += observer.note(
            [
                "event": [
                    "number": 1, "level": "notice", "source": "SOURCE", "text": "TEXT 42",
                    "age_seconds": 0,
                ]
            ], at: .zero + .seconds(9))
        observer.noteGone(at: .zero)
        said += observer.due(at: .zero + .seconds(60))
        let keys = said.map { one in
            "key \(one.key) \(one.severity.rawValue)\(one.routine.map { " \($0.rawValue)" } ?? "")"
        }
        let one = try #require(Batch(first: [Notification("K", source: "S", .alarm, "T")]))
        let topic = try #require(NtfyTopic("https://ntfy.sh/garden"))
        let webhook = WebhookFormat.body(one, service: "SERVICE", at: nil)
        let ntfy = NtfyFormat.body(one, topic: topic, service: "SERVICE", at: nil)
        var lines: [String] = (kinds + warnings).sorted()
        lines += Set(keys).sorted()
        lines += Severity.allCases.map { "severity \($0.rawValue)" }
        lines += Routine.allCases.map { "routine \($0.rawValue)" }
        lines += memberPaths(of: webhook).map { "webhook \($0)" }
        lines += memberPaths(of: ntfy).map { "ntfy \($0)" }
        try check("notification-codes.txt", lines)
    }

    // MARK: Numbers and codes of commands

    @Test("what each command ends with is what scripts and systemd rely on") func exitCodes()
        throws
    {
        let head = "package static let "
        let constants = String(
            decoding: try projectFile("Sources/CommandKit/CommandError.swift"), as: UTF8.self
        ).split(separator: "\n").compactMap { line -> String? in
            let text = line.drop { $0 == " " }
            guard text.hasPrefix(head), text.contains("Int32 = ") else { return nil }
            return String(text.dropFirst(head.count))
        }
        #expect(constants.contains("success: Int32 = \(ExitCode.success)"))
        #expect(constants.contains("notRunning: Int32 = \(ExitCode.notRunning)"))
        let told = commandTable.commands.flatMap { command in
            sentences(command.description.usage).map {
                "roost \(command.description.words.joined(separator: " ")): \($0)"
            }
        }
        try check("exit-codes.txt", constants + Set(told).sorted())
    }

    /// Those that name exit codes.
    private func sentences(_ usage: String) -> [String] {
        let words = usage.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        return words.split(separator: ". ").map(String.init).compactMap { sentence in
            guard let start = sentence.ranges(of: /[Ee](xit code|nds with [0-9])/).first else {
                return nil
            }
            return String(sentence[start.lowerBound...])
        }
    }

    @Test("the codes of what is wrong with a configuration stay the same") func errorCodes() throws
    {
        try check(
            "configuration-error-codes.txt",
            ConfigurationError.Code.allCases.map(\.rawValue).sorted())
    }
}
