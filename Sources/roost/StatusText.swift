import Core
import Devices

/// The status as a person reads it.
struct StatusText {
    let text: String

    init(_ report: StatusReport) {
        let uptime = Devices.text(ofSeconds: report.uptimeSeconds)
        var lines = ["\(report.name): roost \(report.version), \(report.phase) for \(uptime)"]
        lines += report.drivers.isEmpty ? ["no drivers"] : ["", "drivers"]
        lines += report.drivers.flatMap(Self.lines)
        lines += report.policies.isEmpty ? ["no policies"] : ["", "policies"]
        lines += report.policies.flatMap(Self.lines)
        text = lines.joined(separator: "\n")
    }

    private static func lines(_ driver: DriverReport) -> [String] {
        var head = "  \(driver.name) (\(driver.driver)): \(driver.state)"
        if let seconds = driver.stateSeconds { head += " for \(Devices.text(ofSeconds: seconds))" }
        if driver.restarts > 0 { head += ", started again \(driver.restarts) times" }
        if let retry = driver.retryInSeconds {
            head += ", next try in \(Devices.text(ofSeconds: retry))"
        }
        var lines = [head]
        if let fault = driver.fault { lines.append("    fault: \(fault)") }
        lines += driver.sources.sorted { $0.key < $1.key }.map { name, source in
            "    \(name): \(line(source))"
        }
        lines += driver.diagnostics.map { fact in
            "    \(fact.name.split(separator: "_").joined(separator: " ")): \(plain(fact.value))"
        }
        return lines
    }

    private static func line(_ source: SourceReport) -> String {
        let age = Devices.text(ofSeconds: source.ageSeconds)
        guard source.value != .null else { return "\(source.quality) (for \(age))" }
        let quality = source.quality == "good" ? "" : ", \(source.quality)"
        return "\(plain(source.value)) (\(age) old\(quality))"
    }

    private static func lines(_ policy: PolicyReport) -> [String] {
        [
            "  \(policy.name) (\(policy.policy)): \(policy.reason ?? "has not stepped yet")",
            "    every \(milliseconds(policy.periodMilliseconds)): \(policy.ticks) ticks, "
                + "\(policy.skipped) skipped",
            "    late: \(durations(policy.lateness)); step: \(durations(policy.stepTime))",
        ]
    }

    private static func durations(_ report: DurationReport) -> String {
        "p50 \(milliseconds(report.p50Milliseconds)), p99 \(milliseconds(report.p99Milliseconds)), "
            + "max \(milliseconds(report.maxMilliseconds))"
    }

    private static func milliseconds(_ milliseconds: Double) -> String {
        Devices.text(ofSeconds: milliseconds / 1000)
    }

    /// Of an object that fits a line; a drone's whole configuration does not.
    private static let maxMembers = 20

    /// JSON without its punctuation: "celsius 21.5", "altitudeMetres 1.2, phase flying".
    static func plain(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): return text.isEmpty ? "none" : text
        case .number(let number):
            return shortText(of: (number * 1e7).rounded() / 1e7)
        case .array(let items):
            return items.isEmpty ? "none" : items.map(plain).joined(separator: ", ")
        case .object(let members) where members.count > maxMembers:
            return "\(members.count) values"
        case .object(let members):
            return members.sorted { $0.key < $1.key }
                .map { "\($0.key) \(plain($0.value))" }.joined(separator: ", ")
        case .wideInteger(let integer): return "\(integer)"
        case .null: return "none"
        case .bool: return value.inWords
        }
    }
}
