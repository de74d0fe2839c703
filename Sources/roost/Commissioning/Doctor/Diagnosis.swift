import Terminal

/// What was looked at, what was found, and what mends it.
struct Diagnosis: Equatable {
    enum Verdict: CaseIterable {
        case right, doubtful, wrong
    }

    let verdict: Verdict
    /// In a word or two: "supply", "bolt".
    let subject: String
    /// With the measured value, where there is one.
    let found: String
    /// Commands, and lines of files, in the order in which they are to be done.
    var remedies: [String] = []

    static func right(_ subject: String, _ found: String) -> Diagnosis {
        Diagnosis(verdict: .right, subject: subject, found: found)
    }

    static func doubtful(_ subject: String, _ found: String, _ remedies: String...) -> Diagnosis {
        Diagnosis(verdict: .doubtful, subject: subject, found: found, remedies: remedies)
    }

    static func wrong(_ subject: String, _ found: String, _ remedies: String...) -> Diagnosis {
        Diagnosis(verdict: .wrong, subject: subject, found: found, remedies: remedies)
    }
}

/// Diagnoses as a person reads them.
extension Diagnosis {
    private static let indent = "                       "

    func lines(columns: Int) -> [StyledText] {
        let width = max(30, columns - Self.indent.count)
        let found = TextWrap.lines(of: found, columns: width)
        let head = verdict.mark + " " + StyledText(subject).fitted(to: 15) + StyledText(found[0])
        return [head] + found.dropFirst().map { StyledText(Self.indent + $0) }
            + remedies.map { StyledText(Self.indent) + StyledText("-> \($0)", .bold) }
    }

    static func summary(_ all: [Diagnosis]) -> StyledText {
        let counts = Verdict.allCases.map { verdict in all.count { $0.verdict == verdict } }
        return StyledText("\(counts[2]) wrong, \(counts[1]) to look at, \(counts[0]) right", .bold)
    }
}

extension Diagnosis.Verdict {
    fileprivate var mark: StyledText {
        switch self {
        case .right: StyledText("  ok   ", .green)
        case .doubtful: StyledText("  LOOK ", .boldYellow)
        case .wrong: StyledText("  WRONG", .alarm)
        }
    }
}
