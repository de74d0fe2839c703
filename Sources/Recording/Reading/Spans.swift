import Core
import Values

/// When an output, or the reason, of a policy was a word, and when an output with that name was commanded.
package struct Spans: Sendable {
    package struct Span: Sendable {
        /// `nil` for the reason.
        package let output: String?
        package let begin: WallTime?
        /// The last time that is known of it: its end, where it is over.
        package fileprivate(set) var end: WallTime?
        package fileprivate(set) var duration = Duration.zero
        /// Whether it is over; otherwise the record ends before it does.
        package fileprivate(set) var isOver = false
        /// What the output was, each word once.
        package fileprivate(set) var words: [String]
        fileprivate let since: Instant
    }

    /// Who is the word.
    private enum Subject: Hashable {
        case output(String)
        case reason
        /// The code of the reason ends before all is named, and has not named it.
        case unnamed

        var output: String? {
            if case .output(let name) = self { name } else { nil }
        }
    }

    /// Where no policy commands an output, and what the code of a reason ends with that names not all.
    private static let (uncommanded, more) = ("safe", "more")

    /// In the order in which they began.
    package private(set) var all: [Span] = []
    /// Every word that there was, and the names of all outputs, for who has asked for another.
    package private(set) var words: Set<String> = []
    package private(set) var outputs: Set<String> = []
    private var gaps: [Span] = []
    private let word: String
    private var code: String
    private var step: (at: Instant, time: WallTime?, words: [String: String])?
    /// The index of each span that is not over.
    private var open: [Subject: Int] = [:]

    /// `code`: that of the reason when the record begins, where it is known.
    package init(of word: String, code: String = "") {
        self.word = word
        self.code = code
        noteCode()
    }

    /// When the record names fewer than there were, so that nobody knows of the word.
    package var unknown: [Span] {
        let isOutput = outputs.contains(word) || all.contains { $0.output != nil }
        let isNamed = all.contains { $0.output == nil }
        return isOutput && !isNamed ? [] : gaps
    }

    /// Takes a decision, which comes after the step that decided.
    package mutating func add(code: String, at time: Instant) {
        self.code = code
        noteCode()
        if step?.at == time { update() }
    }

    package mutating func add(_ step: StepHistory.Step, _ time: WallTime?) {
        let now = OutputWords.of(step.outputs)
        words.formUnion(now.values)
        outputs.formUnion(now.keys)
        self.step = (step.at, time, now)
        update()
    }

    /// What follows is not known to go on from here.
    package mutating func interrupt() {
        (open, code, step) = ([:], "", nil)
    }

    /// Of a policy that does several things at a time: "stairs+evening".
    private var named: [String] { code.split(separator: "+").map(String.init) }

    private mutating func noteCode() {
        guard !code.isEmpty else { return }
        guard named.last == Self.more, named.count > 1 else {
            words.formUnion(named + [code])
            return
        }
        words.formUnion(named.dropLast())
    }

    private mutating func update() {
        guard let step else { return }
        var now: [Subject: String] = [:]
        for (output, value) in step.words
        where value == word || (output == word && value != Self.uncommanded) {
            now[.output(output)] = value
        }
        if code == word || named.contains(word) {
            now[.reason] = word
        } else if named.count > 1, named.last == Self.more {
            now[.unnamed] = word
        }
        for (subject, index) in open {
            change(subject, index) { span in
                (span.end, span.duration) = (step.time, step.at - span.since)
                span.isOver = now[subject] == nil
                if let value = now[subject], !span.words.contains(value) {
                    span.words.append(value)
                }
            }
        }
        open = open.filter { now[$0.key] != nil }
        for (subject, value) in now.sorted(by: { ($0.key.output ?? "") < ($1.key.output ?? "") })
        where open[subject] == nil {
            begin(
                subject,
                Span(
                    output: subject.output, begin: step.time, end: step.time, words: [value],
                    since: step.at))
        }
    }

    private mutating func change(_ subject: Subject, _ index: Int, _ body: (inout Span) -> Void) {
        if subject == .unnamed { body(&gaps[index]) } else { body(&all[index]) }
    }

    private mutating func begin(_ subject: Subject, _ span: Span) {
        open[subject] = subject == .unnamed ? gaps.count : all.count
        if subject == .unnamed { gaps.append(span) } else { all.append(span) }
    }
}
