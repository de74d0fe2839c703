/// A pattern of on and off for a lamp or a buzzer: "blink", "three beeps".
///
/// Bounded so that it is seen and heard as one: no step shorter than `minStep` (a relay
/// would wear out, a driver could miss it), no round longer than `maxRound`.
package struct SwitchPattern: Equatable, Sendable {
    /// On for a while, then off for a while.
    package struct Step: Codable, Equatable, Sendable {
        package let on: Duration
        package let off: Duration

        package init(on: Duration, off: Duration) {
            self.on = on
            self.off = off
        }
    }

    package static let minStep = Duration.milliseconds(50)
    package static let maxRound = Duration.seconds(60)
    package static let maxSteps = 16
    package static let maxRounds = 1000

    /// One round, in its order.
    package let steps: [Step]
    /// How many rounds; `nil` for as long as the lease lives.
    package let rounds: Int?

    /// `nil` where a bound is broken.
    package init?(_ steps: [Step], rounds: Int? = nil) {
        let times = steps.flatMap { [$0.on, $0.off] }
        guard (1...Self.maxSteps).contains(steps.count),
            times.allSatisfy({ (Self.minStep...Self.maxRound).contains($0) }),
            times.reduce(.zero, +) <= Self.maxRound,
            rounds.map({ (1...Self.maxRounds).contains($0) }) ?? true
        else { return nil }
        self.steps = steps
        self.rounds = rounds
    }

    /// Whether it is on, so long after its beginning; `nil` once it is over.
    package func isOn(after elapsed: Duration) -> Bool? {
        stretch(at: elapsed)?.isOn
    }

    /// When the next step begins, counted from the beginning like `elapsed`; `nil` once it is over.
    package func nextChange(after elapsed: Duration) -> Duration? {
        stretch(at: elapsed)?.end
    }

    /// On or off, and until when.
    private func stretch(at elapsed: Duration) -> (isOn: Bool, end: Duration)? {
        let round = steps.reduce(.zero) { $0 + $1.on + $1.off }
        let number = max(0, elapsed.nanoseconds) / round.nanoseconds
        if let rounds, number >= rounds { return nil }
        var end = round * Int(number)
        for step in steps {
            end = end + step.on
            if end > elapsed { return (true, end) }
            end = end + step.off
            if end > elapsed { return (false, end) }
        }
        return (false, end)
    }
}

extension SwitchPattern {
    /// Makes one of steps that are within the bounds.
    private init(trusted steps: [Step], rounds: Int? = nil) {
        self.steps = steps
        self.rounds = rounds
    }

    /// Once a second, half of the time on.
    package static let blink = SwitchPattern(
        trusted: [Step(on: .milliseconds(500), off: .milliseconds(500))])

    /// Two short flashes every second, as of a beacon.
    package static let doubleFlash = SwitchPattern(
        trusted: [
            Step(on: .milliseconds(100), off: .milliseconds(150)),
            Step(on: .milliseconds(100), off: .milliseconds(650)),
        ])

    /// So many short flashes or beeps, and then a pause until a round is over, so that people can count
    /// them. At most 8; what does not fit into the round makes it longer.
    package static func flashes(
        _ count: Int, of length: Duration = .milliseconds(100), every round: Duration
    ) -> SwitchPattern {
        let (count, gap) = (min(max(1, count), 8), Duration.milliseconds(150))
        let length = min(max(minStep, length), .seconds(5))
        let rest = min(round, maxRound / 2) - length * count - gap * (count - 1)
        let quick = Array(repeating: Step(on: length, off: gap), count: count - 1)
        return SwitchPattern(trusted: quick + [Step(on: length, off: max(minStep, rest))])
    }

    /// So many beeps of a fifth of a second.
    package static func beeps(_ count: Int) -> SwitchPattern {
        SwitchPattern(
            trusted: [Step(on: .milliseconds(200), off: .milliseconds(200))],
            rounds: min(max(1, count), maxRounds))
    }
}

extension SwitchPattern {
    /// The patterns that have a name, as files and requests write them.
    package enum Name: String, CaseIterable, Sendable {
        case blink
        case doubleFlash = "double-flash"
        case threeBeeps = "three-beeps"

        package var pattern: SwitchPattern {
            switch self {
            case .blink: .blink
            case .doubleFlash: .doubleFlash
            case .threeBeeps: .beeps(3)
            }
        }
    }

    /// `nil` of one that has none.
    package var name: Name? { Name.allCases.first { $0.pattern == self } }
}

extension SwitchPattern: Codable {
    private enum CodingKeys: CodingKey {
        case steps, rounds
    }

    /// Holds what is decoded to the same bounds.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let steps = try values.decode([Step].self, forKey: .steps)
        let rounds = try values.decodeIfPresent(Int.self, forKey: .rounds)
        guard let pattern = SwitchPattern(steps, rounds: rounds) else {
            throw DecodingError.dataCorruptedError(
                forKey: .steps, in: values,
                debugDescription: "a step, the round or the number of rounds is out of bounds")
        }
        self = pattern
    }
}
