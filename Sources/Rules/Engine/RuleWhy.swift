import Core
import Values

/// Why the outputs of rules are what they are: what stands first of all that is the case.
package struct RuleWhy: Reason {
    enum Case: String, CaseIterable, Codable, Sendable {
        case idle, active, doubtful, spent, refused
        case tooLong = "too-long"
    }

    /// An input that a rule goes by.
    struct Named: Codable, Equatable, Sendable {
        let name: String
        /// `nil` of a contact.
        let dimension: Dimension?
    }

    /// What is the same until something begins or ends. Shared, so that a step copies no text.
    final class Story: Codable, Equatable, Sendable {
        let code: String
        /// The rule, or the output, that it is about; `nil` where there is none.
        let about: String?
        let kind: Case
        /// What it began with, or waits for.
        let clause: String
        /// What it goes on until.
        let until: String
        /// What else is to be said: why an input is not known, what was answered.
        let detail: String
        /// What it goes by: the first few inputs.
        let inputs: [Named]
        /// Alerts that stand, and rules that are paused.
        let notes: String

        init(
            _ code: String, about: String? = nil, _ kind: Case = .idle, clause: String = "",
            until: String = "", detail: String = "", inputs: [Named] = [], notes: String = ""
        ) {
            self.code = code
            self.about = about
            self.kind = kind
            self.clause = clause
            self.until = until
            self.detail = detail
            self.inputs = inputs
            self.notes = notes
        }

        static func == (one: Story, other: Story) -> Bool {
            one === other
                || (one.code == other.code && one.about == other.about && one.kind == other.kind
                    && one.clause == other.clause && one.until == other.until
                    && one.detail == other.detail && one.inputs == other.inputs
                    && one.notes == other.notes)
        }
    }

    /// Why the rule that a story of `idle` is about does not begin.
    enum Wait: String, Codable, Sendable {
        /// For its event, its time, or its condition.
        case when
        /// Its condition is true, and so may be what ends it.
        case until
        /// It has ended by its time, and its condition has not been false since.
        case armed
        /// It has just ended, and "at_least" runs.
        case atLeast = "at-least"
    }

    static let mostFigures = 3

    var story: Story
    /// What the inputs say now, in base units, or 1 of an active contact; `nil` while that is not known. Apart, so that they
    /// change with no allocation.
    var first: Double?
    var second: Double?
    var third: Double?
    var wait = Wait.when

    init(_ story: Story) {
        self.story = story
    }

    package var code: String { story.code }
    package var isFailsafe: Bool { story.kind != .idle && story.kind != .active }
    package var isFault: Bool { story.kind == .doubtful }

    package func isSameCase(as other: RuleWhy) -> Bool {
        story === other.story || story.code == other.story.code
    }

    private var figures: String {
        zip(story.inputs, [first, second, third]).map { input, value in
            guard let value else { return "\(input.name) not known" }
            guard let dimension = input.dimension else {
                return "\(input.name) \(value == 1 ? "closed" : "open")"
            }
            return "\(input.name) \(dimension.text(value))"
        }.joined(separator: ", ")
    }

    package var description: String {
        let notes = story.notes.isEmpty ? "" : "; \(story.notes)"
        return sentence + notes
    }

    private var sentence: String {
        guard let about = story.about else { return "no rule is active" }
        let figures = figures.isEmpty ? "" : ": \(figures)"
        switch story.kind {
        case .idle: return "no rule is active; \(about) \(waiting)\(figures)"
        case .active:
            let until = story.until.isEmpty ? "" : "; \(story.until)"
            return "\(about) began with \(story.clause)\(until)\(figures)"
        case .doubtful:
            return
                "\(about) cannot tell whether \(story.clause): \(story.detail); its outputs are at their safe level"
        case .spent:
            return "\(about) has begun as often as it may, \(story.detail), and does not begin"
        case .refused: return "the request of \(about) was refused: \(story.detail)"
        case .tooLong:
            return
                "\(about) was commanded for \(story.detail), the longest time; it is at its safe level until no rule sets it"
        }
    }

    private var waiting: String {
        switch wait {
        case .when: "waits for \(story.clause)"
        case .until: "does not begin before \(story.until) is known to be false"
        case .armed: "has had its time, and begins again after \(story.clause) was false"
        case .atLeast: "has just ended, and waits for its \"at_least\""
        }
    }
}
