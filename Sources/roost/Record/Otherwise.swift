import CommandKit
import Core
import JSON
import Recording
import Terminal
import Values

/// What would have made a recorded decision otherwise: the record is replayed up to its step, which is then decided
/// again with one thing changed at a time.
struct Otherwise {
    /// Of 4 MiB each: half an hour of a door, six minutes of a flight. More only where those do not lead to what was decided.
    private static let segments = [2, 16]
    private static let maxLines = 12

    private let found: Result<Counterfactuals, PlainError>

    init(_ decision: LogEntry, of name: String, in source: RecordSource) throws(CommandError) {
        var replay = try Self.replay(decision, name, source, Self.segments[0])
        for more in Self.segments.dropFirst() where replay.moment?.isSame != true {
            replay = try Self.replay(decision, name, source, more)
        }
        found = Self.counterfactuals(of: replay, decision, name)
    }

    private static func replay(
        _ decision: LogEntry, _ name: String, _ source: RecordSource, _ segments: Int
    ) throws(CommandError) -> Replay {
        var replay = Replay(
            ConfigurationFile.registry, watching: StepWatched(of: name, at: decision.at))
        _ = try orFail(
            try source.reader.read(Replay.kinds, upTo: decision.time, segments: segments) {
                replay.add($0, $1)
            })
        return replay
    }

    private static func counterfactuals(
        of replay: Replay, _ decision: LogEntry, _ name: String
    ) -> Result<Counterfactuals, PlainError> {
        guard let moment = replay.moment else {
            let remarks = replay.results[name]?.remarks ?? []
            return .failure(PlainError(remarks.first ?? "the step that decided is not recorded"))
        }
        guard moment.trial.decided.code == decision.code else {
            return .failure(
                PlainError("the record begins too late for a replay to come to this decision"))
        }
        return .success(Counterfactuals(of: moment))
    }

    var lines: [StyledText] {
        switch found {
        case .failure(let error):
            return [StyledText("what would have made it otherwise is not known: \(error)", .dim)]
        case .success(let tried):
            guard !tried.findings.isEmpty else {
                return [
                    StyledText(
                        "nothing alone would have made it otherwise, of \(tried.trials) changes that were tried",
                        .dim)
                ] + rest(tried)
            }
            let all = Self.grouped(tried.findings)
            let more = all.count - Self.maxLines
            return [StyledText("it would have been otherwise, all else being as it was,", .dim)]
                + all.prefix(Self.maxLines).flatMap(Self.lines)
                + (more > 0 ? [StyledText("and by \(more) more changes: --json", .dim)] : [])
                + rest(tried)
        }
    }

    private func rest(_ tried: Counterfactuals) -> [StyledText] {
        tried.settingsObstacle.map {
            [StyledText("no other settings were tried: \($0)", .dim)]
        } ?? []
    }

    /// With those that lead to the same in one: "hovering or flying".
    private static func grouped(
        _ findings: [Counterfactuals.Finding]
    ) -> [Counterfactuals.Finding] {
        findings.reduce(into: []) { groups, finding in
            guard let last = groups.last, last.isSame(as: finding) else {
                return groups.append(finding)
            }
            groups[groups.count - 1].instead += " or \(finding.instead)"
        }
    }

    private static func lines(_ finding: Counterfactuals.Finding) -> [StyledText] {
        let was = finding.was.isEmpty ? "" : " (was \(finding.was))"
        let subject = finding.isSetting ? "the setting \(finding.name)" : finding.name
        return [
            StyledText("  with \(subject) ") + StyledText(finding.instead, .cyan)
                + StyledText("\(was):", .dim),
            StyledText("    \(finding.decision.text)"),
        ]
    }

    var json: JSONValue {
        switch found {
        case .failure(let error): return ["unknown": .string("\(error)")]
        case .success(let tried):
            let found = tried.findings.map { finding -> JSONValue in
                [
                    finding.isSetting ? "setting" : "input": .string(finding.name),
                    "instead": .string(finding.instead), "was": .string(finding.was),
                    "code": .string(finding.decision.code),
                    "text": .string(finding.decision.text),
                ]
            }
            return ["found": .array(found), "tried": .number(Double(tried.trials))]
        }
    }
}

extension Counterfactuals.Finding {
    /// Whether another change of the same thing leads to the same.
    fileprivate func isSame(as other: Counterfactuals.Finding) -> Bool {
        name == other.name && isSetting == other.isSetting && was == other.was
            && decision.text == other.decision.text
    }
}
