import Core
import JSON
import Values

/// One line of the status: a driver or a policy, with a word for how it is and what there is to say.
struct StatusRow {
    let name: String
    let word: String
    /// How much it needs a person: the verdict of the service.
    let level: Verdict.Level
    let text: String
    /// Of the first value in `text`, in seconds; `nil` where there is none.
    let ageSeconds: Double?

    var style: StyledText.Style {
        level.style
    }
}

// MARK: Several

extension StatusReport {
    /// How the whole is, in a few words: the verdict of the service.
    var verdictText: StyledText {
        guard let verdict else { return StyledText("not judged by this version", .yellow) }
        return StyledText(verdict.text, verdict.level.style)
    }
}

extension Verdict.Level {
    var style: StyledText.Style {
        switch self {
        case .failure: .red
        case .warning, .degraded: .yellow
        case .well: .green
        }
    }
}

extension Array {
    /// What needs a person most comes first, otherwise as they were.
    func worstFirst(_ level: (Element) -> Verdict.Level) -> [Element] {
        enumerated().sorted { (level($1.1), $0.0) < (level($0.1), $1.0) }.map(\.1)
    }
}

// MARK: A driver

extension StatusRow {
    init(_ driver: DriverReport, in report: StatusReport) {
        let inputs = Set(report.policies.flatMap(\.inputs.values))
        let samples = Self.shown(driver, inputs)
        name = driver.name
        word = driver.state.rawValue
        level = report.verdict?.level(of: .driver, driver.name) ?? .well
        ageSeconds = samples.first?.report.ageSeconds
        switch driver.state {
        case .running:
            text = ([Self.text(samples)] + driver.handWords).filter { !$0.isEmpty }
                .joined(separator: "; ")
        case .failed:
            text = driver.lastError?.text ?? ""
        case .backoff:
            let delay = driver.retryInSeconds.map { "again in \(Values.text(ofSeconds: $0))" }
            text = [delay, driver.lastError?.text].compactMap { $0 }.joined(separator: ": ")
        case .idle, .starting, .closing, .stopped:
            text = driver.lastError?.text ?? ""
        }
    }

    /// The sources that count, what is wrong first.
    private static func shown(
        _ driver: DriverReport, _ inputs: Set<String>
    ) -> [(port: String, report: SourceReport)] {
        let shown = driver.sourcesThatCount(read: inputs)
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

extension DriverReport {
    /// What people have switched: "level 40 % by hand, 2 min more".
    fileprivate var handWords: [String] {
        (outputs ?? [:]).sorted { $0.key < $1.key }.compactMap { port, output in
            output.byHand.map { "\(port) \($0.text) by hand, \($0.end)" }
        }
    }
}

extension OutputReport.ByHand {
    /// How long it goes on.
    var end: String {
        endsInSeconds.map { "\(Values.text(ofSeconds: $0)) more" } ?? "until it is ended"
    }
}

extension SourceReport {
    /// Whether the value is one number that the text has in full, in the unit in which people read it.
    var isSaidByText: Bool {
        guard text != nil, case .object(let members) = value else { return false }
        return members.count == 1
    }

    /// The value, and what is wrong with it.
    var words: String {
        let age = Values.text(ofSeconds: ageSeconds)
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
    init(_ policy: PolicyReport, in report: StatusReport) {
        name = policy.name
        ageSeconds = nil
        level = report.verdict?.level(of: .policy, policy.name) ?? .well
        let reason = policy.reason.map { ": \($0.text)" } ?? ""
        if policy.isGivenUp == true {
            (word, text) = ("given up", "its steps hang: roost restart \(policy.name)")
        } else if let time = policy.hangsForSeconds {
            word = "hangs"
            text = "its step has not returned for \(Values.text(ofSeconds: time))\(reason)"
        } else if let reason = policy.reason, !policy.isSilent {
            word = reason.isFailsafe ? "failsafe" : "running"
            text = (policy.alertTexts + [reason.text]).joined(separator: "; ")
        } else if policy.reason != nil {
            let silence = Values.text(ofSeconds: policy.sinceLastTickSeconds ?? 0)
            (word, text) = ("hangs", "no step for \(silence)\(reason)")
        } else {
            (word, text) = ("starting", "has not stepped yet")
        }
    }
}

extension StatusReport {
    /// The policies that read an end of a driver.
    func readers(of address: String) -> [String] {
        policies.filter { $0.inputs.values.contains(address) }.map(\.name)
    }
}
