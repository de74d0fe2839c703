import Core
import JSON
import Values

/// All that the status says of one driver or policy.
package struct StatusDetail: Sendable {
    private static let indent = 2

    private let columns: Int?
    package private(set) var lines: [StyledText] = []

    /// `columns` is the width that lines are broken to; `nil` leaves them whole.
    package init(_ driver: DriverReport, in report: StatusReport, columns: Int? = nil) {
        self.columns = columns
        head(StatusRow(driver, in: report), "driver \(driver.driver)")
        table([
            driver.runningSeconds.map { ("running for", Values.text(ofSeconds: $0)) },
            driver.retryInSeconds.map { ("starts again in", Values.text(ofSeconds: $0)) },
            ("restarts", "\(driver.restarts)"),
            driver.lastError.map { ("last error", $0.words) },
        ])
        section(
            "sources",
            driver.sources.sorted { $0.key < $1.key }.flatMap { port, source in
                let readers = report.readers(of: "\(driver.name).\(port)")
                return Self.rows(port, source, readers: readers)
            })
        section(
            "outputs",
            (driver.outputs ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value.words) })
        section("diagnostics", driver.diagnostics.map { PlainText.figure($0.name, $0.value) })
    }

    package init(_ policy: PolicyReport, in report: StatusReport, columns: Int? = nil) {
        self.columns = columns
        head(StatusRow(policy, in: report), "policy \(policy.policy)")
        let period = Self.milliseconds(policy.periodMilliseconds)
        table([
            policy.reason.map { ("reason", $0.text) },
            policy.uses.map { ("uses", "the settings of \($0)") },
            policy.reason.map { ("code", $0.code) },
            ("steps", "every \(period): \(policy.ticks), and \(policy.skippedTicks) skipped"),
            policy.sinceLastTickSeconds.map { ("last", "\(Values.text(ofSeconds: $0)) ago") },
            policy.hangs.map { ("hangs", Self.hangs($0, policy.hangsForSeconds)) },
            policy.memoryFault.map {
                (
                    "memory",
                    "not saved for \(Values.text(ofSeconds: $0.ageSeconds)), it will not survive a power cut: "
                        + $0.text
                )
            },
            ("late", Self.durations(policy.lateness)),
            ("step time", Self.durations(policy.stepTime)),
        ])
        section("failsafes", Self.failsafes(policy.details))
        section("alerts", DetailRows.alerts(policy.details))
        section("shadows", (policy.shadows ?? []).map { ($0.name, $0.words) })
        section(
            "inputs",
            policy.inputs.sorted { $0.key < $1.key }.map { port, address in
                (
                    port,
                    [address, report.source(at: address)?.words].compactMap { $0 }.joined(
                        separator: ": ")
                )
            })
        section(
            "outputs",
            policy.outputs.sorted { $0.key < $1.key }.map { port, address in
                let now = DetailRows.output(port, policy.details)
                return (port, [address, now].compactMap { $0 }.joined(separator: ": "))
            })
        for list in DetailRows.lists(policy.details) { section(list.title, list.rows) }
    }

    private static func hangs(_ count: UInt64, _ seconds: Double?) -> String {
        let last = seconds.map { "; the last for \(Values.text(ofSeconds: $0))" } ?? ""
        return (count == 1 ? "1 step was abandoned" : "\(count) steps were abandoned") + last
    }

    /// What stands in for what was asked, or soon will, as far as the policy tells (`docs/status.md`).
    private static func failsafes(_ details: JSONValue?) -> [(String, String)] {
        guard case .array(let standing)? = details?["failsafes"] else { return [] }
        return standing.compactMap { decision in
            guard case .string(let code)? = decision["code"],
                case .string(let text)? = decision["text"],
                case .string(let action)? = decision["action"],
                case .number(let since)? = decision["since_seconds"],
                case .string(let ending)? = decision["ending"]
            else { return nil }
            var words = "\(text): \(action), since \(Values.text(ofSeconds: since))"
            if case .string(let next)? = decision["next"],
                case .number(let delay)? = decision["next_in_seconds"]
            {
                words += ", \(next) in \(Values.text(ofSeconds: delay))"
            }
            return (code, "\(words); ends: \(ending)")
        }
    }

    // MARK: Lines

    private mutating func head(_ row: StatusRow, _ kind: String) {
        lines.append(
            StyledText(row.name, .bold) + StyledText(" (\(kind)): ")
                + StyledText(row.word, row.style))
    }

    /// A source with its quality, who reads it, and its value in full; what is absent takes a line.
    private static func rows(
        _ port: String, _ source: SourceReport, readers: [String]
    ) -> [(String, String)] {
        let reading = readers.isEmpty ? "" : "; read by \(readers.joined(separator: ", "))"
        guard source.quality != .absent else { return [(port, source.words + reading)] }
        let age = "\(Values.text(ofSeconds: source.ageSeconds)) old"
        let quality = [source.quality.rawValue, source.qualityReason].compactMap { $0 }
        return [
            (port, source.text ?? "no value that JSON can hold"),
            ("", "\(quality.joined(separator: ": ")), \(age)\(reading)"),
        ] + (source.isSaidByText ? [] : [("", PlainText.text(of: source.value.withoutMoments))])
    }

    private mutating func section(_ title: String, _ rows: [(String, String)]) {
        guard !rows.isEmpty else { return }
        lines += ["", StyledText(title, .bold)]
        table(rows)
    }

    /// Names and what they stand for, broken to the width.
    private mutating func table(_ rows: [(name: String, text: String)?]) {
        let rows = rows.compactMap { $0 }
        let width = rows.map(\.name.count).max() ?? 0
        let left = Self.indent + width + 2
        for (name, text) in rows {
            let pieces =
                columns.map { TextWrap.lines(of: text, columns: max(20, $0 - left)) } ?? [text]
            for (index, piece) in pieces.enumerated() {
                let label = String(repeating: " ", count: Self.indent) + (index == 0 ? name : "")
                lines.append(StyledText(label, .dim).fitted(to: left) + StyledText(piece))
            }
        }
    }

    private static func durations(_ report: DurationReport) -> String {
        "p50 \(milliseconds(report.p50Milliseconds)), p99 \(milliseconds(report.p99Milliseconds)), "
            + "max \(milliseconds(report.maxMilliseconds))"
    }

    private static func milliseconds(_ milliseconds: Double) -> String {
        Values.text(ofSeconds: milliseconds / 1000)
    }
}

extension ShadowReport {
    fileprivate var words: String {
        let now =
            differsForSeconds.map {
                "differs in \(differsIn.joined(separator: ", ")) since \(Values.text(ofSeconds: $0)): "
            } ?? "decides the same: "
        return now + (reason?.text ?? "no step yet")
            + "; \(differences) times, \(differentTicks) of \(ticks) steps"
    }
}

extension OutputReport {
    fileprivate var words: String {
        let longest = longestSeconds.map { Values.text(ofSeconds: $0) }
        guard let byHand else {
            return "at its safe level; people may switch it "
                + (longest.map { "for \($0)" } ?? "for any time")
        }
        return "\(byHand.text) by hand for \(Values.text(ofSeconds: byHand.ageSeconds)), asked by "
            + "\(byHand.askedBy); \(byHand.end)"
    }
}

extension ErrorReport {
    fileprivate var words: String {
        "\(Values.text(ofSeconds: ageSeconds)) ago: \(text) (\(kind))"
    }
}

extension JSONValue {
    /// Moments on the clock that starts with the machine, which say nothing to people.
    private static let moments: Set<String> = ["since", "changed_at"]

    fileprivate var withoutMoments: JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !Self.moments.contains($0.key) })
    }
}
