import Core
import JSON
import Values

/// What can be said of outputs in a word: a member that is a text, or a case of an enumeration.
enum OutputWords {
    /// By the names of the outputs.
    static func of(_ outputs: JSONValue) -> [String: String] {
        guard case .object(let members) = outputs else { return [:] }
        return members.filter { $0.key != "reason" }.compactMapValues(word)
    }

    private static func word(_ value: JSONValue) -> String? {
        switch value {
        case .string(let word): word
        case .object(let members) where members.count == 1: members.keys.first
        default: nil
        }
    }
}

/// When an output, or the reason, of a policy was a word.
package struct Spans: Sendable {
    package struct Span: Sendable {
        package let begin: WallTime?
        /// `nil` while it lasts.
        package var end: WallTime?
        package var duration: Duration
        /// Whether it is over; otherwise the record ends before it does.
        package var isOver = false
    }

    package private(set) var all: [Span] = []
    /// Every word that there was, for who has asked for another.
    package private(set) var words: Set<String> = []
    private let word: String
    private var code = ""
    private var since: Instant?

    package init(of word: String) {
        self.word = word
    }

    /// Takes a decision.
    package mutating func add(code: String) {
        self.code = code
        words.insert(code)
        // Of a policy that does several things at a time: "stairs+evening".
        words.formUnion(code.split(separator: "+").map(String.init))
    }

    package mutating func add(_ step: StepHistory.Step, _ time: WallTime?) {
        let now = OutputWords.of(step.outputs).values
        words.formUnion(now)
        let isSo =
            now.contains(word) || code == word || code.split(separator: "+").contains { $0 == word }
        if let since, let last = all.indices.last {
            (all[last].end, all[last].duration) = (time, step.at - since)
            all[last].isOver = !isSo
            if !isSo { self.since = nil }
        } else if isSo {
            since = step.at
            all.append(Span(begin: time, end: time, duration: .zero))
        }
    }

    /// What follows is not known to go on from here.
    package mutating func interrupt() {
        since = nil
    }
}
