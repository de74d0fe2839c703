import JSON
import TestSupport
import Testing

@testable import Core

/// None of what needs a person is "all well", and each is named.
@Suite("The verdict on the service") struct VerdictTests {
    private static let driver: JSONValue = [
        "name": "bolt", "driver": "servo", "state": "running", "restarts": 0,
        "sources": [
            "angle": [
                "kind": "angle", "quality": "good", "age_seconds": 1, "value": ["degrees": 65],
            ]
        ],
        "diagnostics": [],
    ]
    private static let duration: JSONValue = [
        "p50_milliseconds": 1, "p99_milliseconds": 1, "max_milliseconds": 1,
    ]
    private static let policy: JSONValue = [
        "name": "door", "policy": "pet-door",
        "reason": ["code": "day", "text": "it is day", "is_failsafe": false], "inputs": [:],
        "outputs": [:], "period_milliseconds": 250, "ticks": 9, "skipped_ticks": 0,
        "since_last_tick_seconds": 0.1, "lateness": duration, "step_time": duration,
    ]
    private static let change: JSONValue = [
        "why": "the driver fan does not run any more", "changes": ["keeper: coldest"], "kept": [],
        "age_seconds": 3,
    ]

    private func verdict(
        driver: [String: JSONValue] = [:], policy: [String: JSONValue] = [:],
        roost: [String: JSONValue] = [:]
    ) throws -> Verdict {
        var report: [String: JSONValue] = [
            "schema": 1, "name": "shed", "version": "0.2.0", "phase": "running",
            "uptime_seconds": 60,
            "drivers": [try #require(merged(Self.driver, driver))],
            "policies": [try #require(merged(Self.policy, policy))],
        ]
        report.merge(roost) { $1 }
        let status = try JSONValue.object(report).decode(as: StatusReport.self)
        return try #require(status.judged.verdict)
    }

    private func merged(_ value: JSONValue, _ other: [String: JSONValue]) -> JSONValue? {
        guard case .object(let members) = value else { return nil }
        return .object(members.merging(other) { $1 })
    }

    @Test("where nothing is wrong, all is well") func well() throws {
        let verdict = try verdict()
        #expect(verdict.text == "all well")
        #expect(verdict.level == .well)
        #expect(verdict.findings == [])
    }

    private func reason(_ code: String, _ isFailsafe: Bool) -> [String: JSONValue] {
        [
            "reason": [
                "code": .string(code), "text": "why", "is_failsafe": .bool(isFailsafe),
            ]
        ]
    }

    private func alert(_ severity: String) -> [String: JSONValue] {
        ["details": ["alerts": [["code": "stuck", "severity": .string(severity)]]]]
    }

    @Test("what a policy says of itself") func policies() throws {
        let alarm = try verdict(policy: alert("alarm"))
        #expect(alarm.level == .failure)
        #expect(alarm.findings.map(\.text) == ["alarm stuck"])
        #expect(try verdict(policy: alert("warning")).findings.map(\.text) == ["warning stuck"])
        #expect(try verdict(policy: alert("info")).text == "all well")
        let hijacked = try verdict(policy: reason("paused-somebody-else", true))
        #expect(hijacked.level == .warning)
        #expect(hijacked.findings.map(\.text) == ["paused-somebody-else"])
    }

    @Test("memory that would not survive a power cut") func memory() throws {
        let full: [String: JSONValue] = [
            "memory_fault": ["text": "No space left on device", "age_seconds": 3]
        ]
        let verdict = try verdict(policy: full)
        #expect(verdict.level == .warning)
        #expect(
            verdict.findings.map(\.text) == [
                "its memory would not survive a power cut: No space left on device"
            ])
        #expect(verdict.text == "1 needs a look")
    }

    @Test("a policy that does not step", arguments: ["is_given_up", "hangs_for_seconds"])
    func steps(key: String) throws {
        let value: JSONValue = key == "is_given_up" ? true : 7
        #expect(try verdict(policy: [key: value]).level == .failure)
        #expect(try verdict(policy: ["since_last_tick_seconds": 9]).level == .failure)
        #expect(try verdict(policy: ["reason": .null]).level == .warning)
    }

    @Test("a device that does not answer, also while its driver runs") func noAnswer() throws {
        let verdict = try verdict(driver: [
            "diagnostics": [["name": .string(Diagnostic.noAnswer), "value": "4 s"]]
        ])
        #expect(verdict.level == .failure)
        #expect(verdict.findings.map(\.text) == ["its device does not answer"])
    }

    @Test("each state of a driver but running", arguments: DriverReport.State.allCases)
    func states(state: DriverReport.State) throws {
        let level = try verdict(driver: ["state": .string(state.rawValue)]).level
        #expect(level == (state == .running ? .well : state == .failed ? .failure : .warning))
    }

    @Test("a drone that a dead process has left in the air, and that is not down")
    func leftBehind() throws {
        func left(_ isFailed: Bool) -> [String: JSONValue] {
            [
                "left_behind": [
                    [
                        "device": "the drone 192.168.1.1", "text": "it is being landed",
                        "is_failed": .bool(isFailed), "age_seconds": 2,
                    ]
                ]
            ]
        }
        #expect(try verdict(roost: left(false)).level == .warning)
        let failed = try verdict(roost: left(true))
        #expect(failed.level == .failure)
        #expect(failed.findings.map(\.text) == ["the drone 192.168.1.1: it is being landed"])
        #expect(failed.findings.map(\.part) == [.roost])
    }

    @Test(
        "a change that was undone, settings that hold in the place of the file's, a record that is not kept"
    )
    func changes() throws {
        func configuration(_ key: String, _ value: JSONValue) -> [String: JSONValue] {
            ["configuration": .object(["age_seconds": 5, key: value])]
        }
        let rows: [(String, JSONValue, String)] = [
            ("undone", Self.change, "a change was undone: the driver fan does not run any more"),
            (
                "kept", ["pilot: fence_radius stays 12m"],
                "pilot: fence_radius stays 12m: the configuration allows more; roost apply loosens it"
            ),
            (
                "not_kept", "No space left on device",
                "the settings that protect would not outlive a power cut: No space left on device"
            ),
        ]
        for (key, value, text) in rows {
            let verdict = try verdict(roost: configuration(key, value))
            #expect(verdict.level == .warning)
            #expect(verdict.findings.map(\.text) == [text])
        }
    }
}
