import Almanac
import Core
import Settings
import Values

/// All rules of a policy, checked and made ready to be worked out with no look-up and no allocation.
package final class RulePlan: Sendable {
    struct Input: Sendable {
        let name: String
        /// `nil` of a contact.
        let dimension: Dimension?
        let mention: SettingPlace
        /// What is told where something else stands there.
        let hint: String?
    }

    struct Press: Sendable {
        let name: String
        let mention: SettingPlace
        /// For the reference. Made once: a step passes it on.
        let summary: String
    }

    struct Setter: Sendable {
        let rule: Int
        let command: ActuatorCommand
        let priority: Int
    }

    package final class Output: Sendable {
        package let name: String
        /// Of commands that all its rules give.
        package let kinds: [String]
        package let mention: SettingPlace
        /// In nanoseconds; `nil` for as long as rules say.
        let longest: Int64?
        /// The one that decides first.
        let setters: [Setter]

        init(
            name: String, kinds: [String], mention: SettingPlace, longest: Int64?,
            setters: [Setter]
        ) {
            self.name = name
            self.kinds = kinds
            self.mention = mention
            self.longest = longest
            self.setters = setters
        }
    }

    struct Event: Sendable {
        enum Kind: Sendable {
            /// By the number of the button among `presses`.
            case press(Int, ButtonPress)
            /// By the number of the input.
            case becomes(Int, isActive: Bool)
        }

        let kind: Kind
        let words: String
    }

    struct Ask: Sendable {
        let plugin: String
        let words: [String]
        let mention: SettingPlace
    }

    struct Condition: Sendable {
        let clause: Clause
        /// Of each node of the clause; -1 of one that does not count.
        let registers: [Int32]
        var register: Int { Int(registers.last ?? -1) }
    }

    /// Times in nanoseconds.
    final class Rule: Sendable {
        let name: String
        let when: Condition?
        let until: Condition?
        let events: [Event]
        let every: Int64?
        let time: Int64?
        let grace: Int64
        let atLeast: Int64
        let atMost: AtMost?
        let resumes: Bool
        let priority: Int
        let asks: [Ask]
        let alert: String?
        let severity: Severity
        /// The inputs that it goes by, the first few of them.
        let figures: [Int]
        /// It does something once and is over.
        let isMomentary: Bool
        /// What starts it is a state, not an event or a time.
        let isByState: Bool
        /// What it sets, as it was written.
        let set: [String: String]

        init(
            name: String, when: Condition?, until: Condition?, events: [Event], every: Int64?,
            time: Int64?, grace: Int64, atLeast: Int64, atMost: AtMost?, resumes: Bool,
            priority: Int, asks: [Ask], alert: String?, severity: Severity, figures: [Int],
            isMomentary: Bool, isByState: Bool, set: [String: String]
        ) {
            self.name = name
            self.when = when
            self.until = until
            self.events = events
            self.every = every
            self.time = time
            self.grace = grace
            self.atLeast = atLeast
            self.atMost = atMost
            self.resumes = resumes
            self.priority = priority
            self.asks = asks
            self.alert = alert
            self.severity = severity
            self.figures = figures
            self.isMomentary = isMomentary
            self.isByState = isByState
            self.set = set
        }
    }

    /// What of a rule says whether there is anything to do at all: looked at in each step, for each rule.
    struct Glance: Sendable {
        /// The register of its condition; -1 for none.
        let when: Int32
        /// Nothing can happen to it without an event while it is not active.
        let waitsForEvent: Bool
    }

    package static let mostRules = 1000
    /// Asks of one rule in a minute, whatever "at_most" says.
    static let mostAsksAMinute = 10

    let rules: [Rule]
    let inputs: [Input]
    let presses: [Press]
    let outputs: [Output]
    let ops: [Op]
    let timers: Int
    let windows: [DailySpan]
    let usesClock: Bool
    let place: Position?
    let names: [String]
    let outputNames: [String]
    /// Of the rules, in their order.
    let glances: [Glance]
    /// Those that begin by events.
    let eventRules: [Int]
    /// The contacts whose every change counts, also one that is over at the next step: as an event, or for a `since`.
    let watched: [Int]
    /// By the number of a timer, the contacts that its condition goes by.
    let timerContacts: [[Int]]
    /// Whether an output may be commanded for too long.
    let hasLongest: Bool
    /// The rules, the greatest priority first, otherwise in their order.
    let ranked: [Int]
    /// Of the inputs, in their order; `nil` of contacts.
    let dimensions: [Dimension?]
    /// What stands in the settings for the inputs that are read as samples.
    package let readings: [ReadingInput]

    init(
        rules: [Rule], inputs: [Input], presses: [Press], outputs: [Output], ops: [Op],
        timers: Int, windows: [DailySpan], usesClock: Bool, place: Position?
    ) {
        self.rules = rules
        self.inputs = inputs
        self.presses = presses
        self.outputs = outputs
        self.ops = ops
        self.timers = timers
        self.windows = windows
        self.usesClock = usesClock
        self.place = place
        names = inputs.map(\.name)
        outputNames = outputs.map(\.name)
        glances = rules.map { rule in
            Glance(
                when: Int32(rule.when?.register ?? -1),
                waitsForEvent: !rule.events.isEmpty && rule.until == nil && rule.when == nil)
        }
        eventRules = rules.indices.filter { !rules[$0].events.isEmpty }
        timerContacts = Self.timerContacts(ops, count: timers, inputs)
        let changing = rules.flatMap(\.events).compactMap { event -> Int? in
            guard case .becomes(let input, _) = event.kind else { return nil }
            return input
        }
        watched = Set(changing + timerContacts.flatMap { $0 }).sorted()
        hasLongest = outputs.contains { $0.longest != nil }
        ranked = rules.indices.sorted { (-rules[$0].priority, $0) < (-rules[$1].priority, $1) }
        dimensions = inputs.map(\.dimension)
        readings = inputs.map { input in
            let form =
                input.dimension.map { ReadingInput.Form.number($0.quantities) } ?? .contact
            return ReadingInput(
                input.name, form, at: input.mention, "What the rules call \(input.name).",
                hint: input.hint)
        }
    }

    private static func timerContacts(_ ops: [Op], count: Int, _ inputs: [Input]) -> [[Int]] {
        var contacts = Array(repeating: Set<Int>(), count: ops.count)
        var timers = Array(repeating: [Int](), count: count)
        for (index, op) in ops.enumerated() {
            switch op.code {
            case .input:
                let input = Int(op.left)
                if inputs[input].dimension == nil { contacts[index] = [input] }
            case .since:
                contacts[index] = contacts[Int(op.left)]
                timers[Int(op.right)] = contacts[index].sorted()
            case .window, .days, .constant: break
            default:
                for part in [op.left, op.right] where part >= 0 {
                    contacts[index].formUnion(contacts[Int(part)])
                }
            }
        }
        return timers
    }

    /// Whether nothing comes of one of its rules without the time: for a part of the day, or to go on after a restart.
    package var needsClock: Bool { usesClock || rules.contains(where: \.resumes) }

    /// By the names of their ports.
    package var outputPorts: [Output] { outputs }
    /// What no input and no output can be called.
    package static var keptWords: [String] { Word.allCases.map(\.rawValue) }

    /// Which angles are commanded, of outputs that take some.
    package var angleRanges: [String: ClosedRange<Double>] {
        var ranges: [String: ClosedRange<Double>] = [:]
        for output in outputs {
            let angles = output.setters.compactMap { setter -> Double? in
                guard case .angle(let angle) = setter.command else { return nil }
                return angle.degrees
            }
            if let least = angles.min(), let most = angles.max() {
                ranges[output.name] = least...most
            }
        }
        return ranges
    }

    package static let empty = RulePlan(
        rules: [], inputs: [], presses: [], outputs: [], ops: [], timers: 0, windows: [],
        usesClock: false, place: nil)
}
