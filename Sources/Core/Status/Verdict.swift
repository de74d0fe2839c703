import JSON
import Values

/// How everything is, judged once, in the service. Whoever shows it derives nothing of its own.
package struct Verdict: Codable, Equatable, Sendable {
    /// How much something needs a person.
    package enum Level: String, Codable, CaseIterable, Comparable, Sendable {
        case well
        /// It works, but something that it gives or reads is not good.
        case degraded
        case warning
        case failure

        package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .well: 0
            case .degraded: 1
            case .warning: 2
            case .failure: 3
            }
        }
    }

    package enum Part: String, Codable, Sendable {
        case driver, policy
        /// The service itself.
        case roost
    }

    /// Something that is not well.
    package struct Finding: Codable, Equatable, Sendable {
        package let part: Part
        /// Of the driver or the policy; "roost" of the service.
        package let name: String
        package let level: Level
        /// What it is, in a sentence without figures that grow.
        package let text: String
    }

    package let level: Level
    /// "all well", or how many need a look.
    package let text: String
    /// What needs a person most comes first.
    package let findings: [Finding]

    init(_ findings: [Finding]) {
        // As they came, within a level.
        self.findings = Level.allCases.reversed().flatMap { level in
            findings.filter { $0.level == level }
        }
        level = findings.map(\.level).max() ?? .well
        let count = Set(findings.map { "\($0.part.rawValue) \($0.name)" }).count
        text = count == 0 ? "all well" : count == 1 ? "1 needs a look" : "\(count) need a look"
    }

    /// The worst of a driver or a policy.
    package func level(of part: Part, _ name: String) -> Level {
        findings.filter { $0.part == part && $0.name == name }.map(\.level).max() ?? .well
    }
}

extension StatusReport {
    /// The same report with the verdict on all that it says.
    package var judged: StatusReport {
        var report = self
        report.verdict = Verdict(findings)
        return report
    }

    private var findings: [Verdict.Finding] {
        let inputs = Set(policies.flatMap(\.inputs.values))
        let left = (leftBehind ?? []).map { left in
            Verdict.Finding.roost(
                "\(left.device): \(left.text)", left.isFailed ? .failure : .warning)
        }
        return (configuration?.findings ?? []) + left
            + drivers.flatMap { $0.findings(read: inputs) }
            + policies.flatMap { $0.findings(in: self) }
    }

    /// What is at an end of a driver, as a policy's inputs name it.
    package func source(at address: String) -> SourceReport? {
        drivers.first { address.hasPrefix("\($0.name).") }.flatMap {
            $0.sources[String(address.dropFirst($0.name.count + 1))]
        }
    }
}

extension ConfigurationReport {
    fileprivate var findings: [Verdict.Finding] {
        var found: [Verdict.Finding] = []
        if let undone {
            found.append(.roost("a change was undone: \(undone.why)"))
        }
        if let kept {
            found.append(
                .roost(
                    "\(kept.joined(separator: "; ")): the configuration allows more; roost apply loosens it"
                ))
        }
        if let notKept {
            found.append(
                .roost("the settings that protect would not outlive a power cut: \(notKept)"))
        }
        return found
    }
}

extension Verdict.Finding {
    static func roost(_ text: String, _ level: Verdict.Level = .warning) -> Self {
        Self(part: .roost, name: "roost", level: level, text: text)
    }
}

extension DriverReport {
    /// The sources that count: those that policies read, otherwise those that have anything, otherwise all.
    package func sourcesThatCount(
        read inputs: Set<String>
    ) -> [(port: String, report: SourceReport)] {
        let all = sources.sorted { $0.key < $1.key }.map { (port: $0.key, report: $0.value) }
        let read = all.filter { inputs.contains("\(name).\($0.port)") }
        let known = all.filter { $0.report.quality != .absent }
        return !read.isEmpty ? read : !known.isEmpty ? known : all
    }

    fileprivate func findings(read inputs: Set<String>) -> [Verdict.Finding] {
        func finding(_ level: Verdict.Level, _ text: String) -> [Verdict.Finding] {
            [Verdict.Finding(part: .driver, name: name, level: level, text: text)]
        }
        let error = lastError.map { ": \($0.text)" } ?? ""
        switch state {
        case .running where diagnostics.contains { $0.name == Diagnostic.noAnswer }:
            return finding(.failure, "its device does not answer")
        case .running:
            let bad = sourcesThatCount(read: inputs).filter { $0.report.quality != .good }
            return bad.isEmpty
                ? []
                : finding(
                    .degraded,
                    bad.map { "\($0.port) is \($0.report.quality.rawValue)" }
                        .joined(separator: ", "))
        case .failed: return finding(.failure, "it has failed\(error)")
        case .backoff: return finding(.warning, "it does not run\(error)")
        case .idle, .starting, .closing, .stopped:
            return finding(.warning, "it is \(state.rawValue)\(error)")
        }
    }
}

extension PolicyReport {
    /// How many of its periods a policy may be silent before it counts as hanging; a second at least.
    private static let maxSilentPeriods = 10.0

    /// Whether it has not stepped for too long.
    package var isSilent: Bool {
        let limit = max(1, Self.maxSilentPeriods * periodMilliseconds / 1000)
        return (sinceLastTickSeconds ?? 0) > limit
    }

    fileprivate func findings(in report: StatusReport) -> [Verdict.Finding] {
        func finding(_ level: Verdict.Level, _ text: String) -> Verdict.Finding {
            Verdict.Finding(part: .policy, name: name, level: level, text: text)
        }
        if isGivenUp == true { return [finding(.failure, "it is given up: its steps hang")] }
        if hangsForSeconds != nil { return [finding(.failure, "its step has not returned")] }
        guard let reason else { return [finding(.warning, "it has not stepped yet")] }
        if isSilent { return [finding(.failure, "it does not step any more")] }
        var found = StandingAlert.all(in: details).filter { $0.severity > .info }.map {
            finding(
                $0.severity == .alarm ? .failure : .warning, "\($0.severity.rawValue) \($0.code)")
        }
        if reason.isFailsafe { found.append(finding(.warning, reason.code)) }
        if let memoryFault {
            found.append(
                finding(
                    .warning, "its memory would not survive a power cut: \(memoryFault.text)"))
        }
        let bad = inputs.filter { report.source(at: $0.value)?.quality ?? .good != .good }
        if !bad.isEmpty, found.isEmpty {
            found.append(
                finding(.degraded, "it lacks \(bad.keys.sorted().joined(separator: ", "))"))
        }
        return found
    }
}
