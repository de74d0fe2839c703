import Core
import JSON
import Values

/// What stands in the topics of the state, made of one status: `docs/mqtt.md` has the keys.
///
/// Ages are not among them: they would be news with every look. What is older than it should be has
/// another quality instead. A clock is left out for the same reason.
struct StateTopics {
    let topics: BridgeTopics

    func payloads(_ report: StatusReport) -> [String: JSONValue] {
        var payloads: [String: JSONValue] = [:]
        for driver in report.drivers {
            payloads[topics.driver(driver.name)] = state(driver)
            for (port, source) in driver.sources where source.kind != WallTime.kind {
                payloads[topics.source(driver.name, port)] = state(source)
            }
        }
        for (address, output) in report.outputs {
            payloads[topics.output(address)] = state(output)
        }
        for policy in report.policies { payloads[topics.policy(policy.name)] = state(policy) }
        if let verdict = report.verdict {
            payloads[topics.verdict] = JSONValue(encoding: verdict, keys: .snakeCase)
        }
        return payloads
    }

    private func state(_ driver: DriverReport) -> JSONValue {
        let isRunning = driver.state == .running
        return [
            "driver": .string(driver.driver), "state": .string(driver.state.rawValue),
            "error": JSONValue(isRunning ? nil : driver.lastError?.text),
        ]
    }

    private func state(_ source: SourceReport) -> JSONValue {
        [
            "quality": .string(source.quality.rawValue),
            "quality_reason": JSONValue(source.qualityReason), "value": source.value,
            "text": JSONValue(source.text),
        ]
    }

    private func state(_ output: OutputReport) -> JSONValue {
        [
            "kind": .string(output.kind), "is_by_hand": .bool(output.byHand != nil),
            "text": JSONValue(output.byHand?.text), "value": output.byHand?.value ?? .null,
            "asked_by": JSONValue(output.byHand?.askedBy),
        ]
    }

    private func state(_ policy: PolicyReport) -> JSONValue {
        [
            "policy": .string(policy.policy), "code": JSONValue(policy.reason?.code),
            "text": JSONValue(policy.reason?.text),
            "is_failsafe": .bool(policy.reason?.isFailsafe ?? false),
            "hangs": .bool(policy.hangsForSeconds != nil), "details": policy.details ?? [:],
        ]
    }
}
