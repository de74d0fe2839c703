import Values

/// One stage of a demo: what happens in its world, and what must be seen then.
struct DemoStage<World, Sight: Sendable>: Sendable {
    /// "night falls: the lamp turns on"
    let text: String
    /// Within this it must be seen.
    let limit: Duration
    /// What the world does when the stage begins.
    let begin: @Sendable (inout World) -> Void
    let isSeen: @Sendable (Sight) -> Bool
}

/// What must hold in every moment of a demo.
struct DemoLaw<Sight: Sendable>: Sendable {
    let text: String
    let isKept: @Sendable (Sight) -> Bool
}

/// Takes the stages of a demo in their order, and says which were seen.
///
/// It goes by what the world is like, never by what Roost believes of it.
struct StageChecker<World, Sight: Sendable>: Sendable {
    enum Outcome: Equatable, Sendable {
        case waiting
        case underWay(since: Duration)
        /// How long it took.
        case seen(after: Duration)
        case missed
    }

    let stages: [DemoStage<World, Sight>]
    private let laws: [DemoLaw<Sight>]
    private(set) var outcomes: [Outcome]
    /// When each law was first broken.
    private var breaches: [Duration?]

    init(_ stages: [DemoStage<World, Sight>], laws: [DemoLaw<Sight>] = []) {
        self.stages = stages
        self.laws = laws
        outcomes = stages.map { _ in .waiting }
        breaches = laws.map { _ in nil }
    }

    /// Takes note of a moment.
    ///
    /// - Returns: the stage that begins now; `nil` while one is under way, and at the end.
    mutating func observe(_ sight: Sight, at elapsed: Duration) -> DemoStage<World, Sight>? {
        for (index, law) in laws.enumerated() where !law.isKept(sight) {
            breaches[index] = breaches[index] ?? elapsed
        }
        if let index = current, case .underWay(let since) = outcomes[index] {
            let time = elapsed - since
            if stages[index].isSeen(sight) {
                outcomes[index] = .seen(after: time)
            } else if time > stages[index].limit {
                outcomes[index] = .missed
            } else {
                return nil
            }
        }
        guard !isOver, let next = outcomes.firstIndex(of: .waiting) else { return nil }
        outcomes[next] = .underWay(since: elapsed)
        return stages[next]
    }

    /// Which stage is under way; `nil` before the first and after the last.
    var current: Int? {
        outcomes.firstIndex { if case .underWay = $0 { true } else { false } }
    }

    /// Nothing follows a stage that was missed: the world of the next one would not be there.
    var isOver: Bool {
        outcomes.contains(.missed)
            || outcomes.allSatisfy { if case .seen = $0 { true } else { false } }
    }

    var checks: [DemoCheck] {
        zip(stages, outcomes).map(Self.check) + zip(laws, breaches).map(Self.check)
    }

    private static func check(_ stage: DemoStage<World, Sight>, _ outcome: Outcome) -> DemoCheck {
        switch outcome {
        case .seen(let time):
            DemoCheck(
                isMet: true,
                text: "\(stage.text) (after \(fixedText(of: time.seconds, decimals: 1)) s)")
        case .missed:
            DemoCheck(isMet: false, text: "\(stage.text): not seen within \(text(of: stage.limit))")
        case .waiting, .underWay: DemoCheck(isMet: false, text: "\(stage.text): not seen")
        }
    }

    private static func check(_ law: DemoLaw<Sight>, _ brokenAt: Duration?) -> DemoCheck {
        guard let brokenAt else { return DemoCheck(isMet: true, text: law.text) }
        let time = fixedText(of: brokenAt.seconds, decimals: 1)
        return DemoCheck(isMet: false, text: "\(law.text): not so at \(time) s")
    }
}
