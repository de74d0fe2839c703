import Core
import JSON

/// The state of a service as `docs/status.md` describes it, for who reads it.
package enum StatusJSON {
    private static let durations: JSONValue = [
        "p50_milliseconds": 0, "p99_milliseconds": 0, "max_milliseconds": 0,
    ]

    package static func driver(
        _ name: String, _ sources: [String: JSONValue], state: String = "running"
    ) -> JSONValue {
        [
            "name": .string(name), "driver": "any", "state": .string(state), "restarts": 0,
            "sources": .object(sources), "diagnostics": [],
        ]
    }

    package static func source(
        _ kind: String, _ value: JSONValue, quality: String = "good", age: Double = 0
    ) -> JSONValue {
        [
            "kind": .string(kind), "quality": .string(quality), "age_seconds": .number(age),
            "value": value,
        ]
    }

    package static func policy(
        _ name: String, _ policy: String, details: JSONValue = [:],
        reason: JSONValue = ["code": "day", "text": "it is day", "is_failsafe": false]
    ) -> JSONValue {
        [
            "name": .string(name), "policy": .string(policy), "details": details, "inputs": [:],
            "outputs": [:], "period_milliseconds": 250, "ticks": 1, "skipped_ticks": 0,
            "lateness": durations, "step_time": durations,
            "reason": reason,
        ]
    }

    package static func status(
        _ drivers: [JSONValue], _ policies: [JSONValue] = [], phase: String = "running"
    ) -> JSONValue {
        [
            "schema": 1, "name": "shed", "version": "1.0", "phase": .string(phase),
            "uptime_seconds": 1,
            "drivers": .array(drivers), "policies": .array(policies),
        ]
    }
}
