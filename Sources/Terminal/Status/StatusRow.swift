import Core
import Devices

/// One line of the status: a driver or a policy, with a word for how it is and what there is to say.
struct StatusRow {
    /// How much it needs a person; what needs one most comes first.
    enum Severity: Int, Comparable {
        case failure, warning
        /// It runs, but something that it gives or reads is not good.
        case degraded
        case none

        static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
    }

    let name: String
    let word: String
    let severity: Severity
    let text: String
    /// Of the first value in `text`, in seconds; `nil` where there is none.
    let ageSeconds: Double?

    var style: StyledText.Style {
        switch severity {
        case .failure: .red
        case .warning, .degraded: .yellow
        case .none: .green
        }
    }
}

// MARK: Several

extension StatusRow {
    /// How the whole is, in a few words.
    static func verdict(_ severities: [Severity]) -> StyledText {
        let problems = severities.filter { $0 != .none }
        guard let worst = problems.min() else { return StyledText("all well", .green) }
        let count = problems.count == 1 ? "1 needs a look" : "\(problems.count) need a look"
        return StyledText(count, worst == .failure ? .red : .yellow)
    }
}

extension Array {
    /// What needs a person most comes first, otherwise as they were.
    func worstFirst(_ severity: (Element) -> StatusRow.Severity) -> [Element] {
        enumerated().sorted { (severity($0.1), $0.0) < (severity($1.1), $1.0) }.map(\.1)
    }
}

// MARK: A driver

extension StatusRow {
    /// `inputs` are the ports that policies read, as `driver.port`.
    init(_ driver: DriverReport, inputs: Set<String>) {
        let samples = Self.shown(driver, inputs)
        name = driver.name
        word = driver.state.rawValue
        ageSeconds = samples.first?.report.ageSeconds
        switch driver.state {
        case .running:
            severity = samples.allSatisfy { $0.report.quality == .good } ? .none : .degraded
            text = Self.text(samples)
        case .failed:
            severity = .failure
            text = driver.lastError?.text ?? ""
        case .backoff:
            severity = .warning
            let delay = driver.retryInSeconds.map { "again in \(Devices.text(ofSeconds: $0))" }
            text = [delay, driver.lastError?.text].compactMap { $0 }.joined(separator: ": ")
        case .idle, .starting, .closing, .stopped:
            severity = .warning
            text = driver.lastError?.text ?? ""
        }
    }

    /// What policies read of it, otherwise what it has, otherwise all: what is wrong first.
    private static func shown(
        _ driver: DriverReport, _ inputs: Set<String>
    ) -> [(port: String, report: SourceReport)] {
        let all = driver.sources.sorted { $0.key < $1.key }.map { (port: $0.key, report: $0.value) }
        let read = all.filter { inputs.contains("\(driver.name).\($0.port)") }
        let known = all.filter { $0.report.quality != .absent }
        let shown = !read.isEmpty ? read : !known.isEmpty ? known : all
        return shown.filter { $0.report.quality != .good }
            + shown.filter { $0.report.quality == .good }
    }

    private static func text(_ samples: [(port: String, report: SourceReport)]) -> String {
        samples.map { port, report in
            // Two contacts need their names; a position and a heading speak for themselves.
            let isAlone = samples.filter { $0.report.kind == report.kind }.count == 1
            return isAlone && report.quality != .absent
                ? report.words : "\(port) \(report.words)"
        }.joined(separator: samples.allSatisfy { $0.report.quality == .good } ? ", " : "; ")
    }
}

extension SourceReport {
    /// The value, and what is wrong with it.
    var words: String {
        let age = Devices.text(ofSeconds: ageSeconds)
        let value = text ?? "no value"
        switch quality {
        case .good: return value
        case .doubtful: return "\(value) (doubtful: \(qualityReason ?? ""))"
        case .stale: return "\(value) (stale, \(age) old)"
        case .absent: return "absent for \(age): \(qualityReason ?? "")"
        }
    }
}

// MARK: A policy

extension StatusRow {
    /// How many of its periods a policy may be silent before it is said to hang; a second at least.
    private static let maxSilentPeriods = 10.0

    init(_ policy: PolicyReport, in report: StatusReport) {
        name = policy.name
        ageSeconds = nil
        if policy.isGivenUp == true {
            (word, severity) = ("given up", .failure)
            text = "its steps hang: roost restart \(policy.name)"
            return
        }
        if let time = policy.hangsForSeconds {
            (word, severity) = ("hangs", .failure)
            let why = policy.reason.map { ": \($0.text)" } ?? ""
            text = "its step has not returned for \(Devices.text(ofSeconds: time))\(why)"
            return
        }
        guard let reason = policy.reason else {
            (word, severity, text) = ("starting", .warning, "has not stepped yet")
            return
        }
        let silence = policy.sinceLastTickSeconds ?? 0
        let limit = max(1, Self.maxSilentPeriods * policy.periodMilliseconds / 1000)
        if silence > limit {
            (word, severity) = ("hangs", .failure)
            text = "no step for \(Devices.text(ofSeconds: silence)): \(reason.text)"
        } else {
            let inputs = policy.inputs.values.compactMap(report.source)
            let isWell = inputs.allSatisfy { $0.quality == .good }
            word = reason.isFailsafe ? "failsafe" : "running"
            severity = reason.isFailsafe ? .warning : isWell ? .none : .degraded
            text = reason.text
        }
    }
}

extension StatusReport {
    /// What is at an end of a driver, as a policy's inputs name it.
    func source(at address: String) -> SourceReport? {
        drivers.first { address.hasPrefix("\($0.name).") }.flatMap {
            $0.sources[String(address.dropFirst($0.name.count + 1))]
        }
    }

    /// The policies that read an end of a driver.
    func readers(of address: String) -> [String] {
        policies.filter { $0.inputs.values.contains(address) }.map(\.name)
    }
}
