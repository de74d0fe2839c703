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

        init(
            _ code: String, about: String? = nil, _ kind: Case = .idle, clause: String = "",
            until: String = "", detail: String = "", inputs: [Named] = []
        ) {
            self.code = code
            self.about = about
            self.kind = kind
            self.clause = clause
            self.until = until
            self.detail = detail
            self.inputs = inputs
        }

        static func == (one: Story, other: Story) -> Bool {
            one === other
                || (one.code == other.code && one.about == other.about && one.kind == other.kind
                    && one.clause == other.clause && one.until == other.until
                    && one.detail == other.detail && one.inputs == other.inputs)
        }
    }

    static let mostFigures = 3

    var story: Story
    /// What the inputs say now, in base units, or 1 of an active contact; `nil` while that is not known. Apart, so that they
    /// change with no allocation.
    var first: Double?
    var second: Double?
    var third: Double?

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
        guard let about = story.about else { return "no rule is active" }
        let figures = figures.isEmpty ? "" : ": \(figures)"
        switch story.kind {
        case .idle: return "no rule is active; \(about) waits for \(story.clause)\(figures)"
        case .active:
            let until = story.until.isEmpty ? "" : "; \(story.until)"
            return "\(about) began with \(story.clause)\(until)\(figures)"
        case .doubtful:
            return
                "\(about) cannot tell \(story.clause): \(story.detail); what it sets is at its safe level"
        case .spent: return "\(about) has begun as often as it may, \(story.detail); it waits"
        case .refused: return "\(about) asked in vain: \(story.detail)"
        case .tooLong:
            return
                "\(about) was commanded for \(story.detail), the longest time; it is at its safe level until no rule sets it"
        }
    }
}
