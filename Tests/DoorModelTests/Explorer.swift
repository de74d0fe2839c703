/// A world that is walked through state by state.
protocol Explorable {
    associatedtype State
    associatedtype Turn: CustomStringConvertible

    var first: State { get }
    /// All that may happen next, in whatever state.
    var turns: [Turn] { get }
    /// What becomes of it, and what was seen.
    func turned(_ state: State, by turn: Turn) -> State
    /// Mixes in all that decides about what follows, and nothing else.
    func mix(_ state: State, into print: inout Fingerprint)
    /// Which rule the last turn broke.
    func breach(in state: State) -> String?
    /// What the last turn led to: the same for states that look alike.
    func account(of state: State) -> String
    /// When that was, for a story.
    func time(of state: State) -> String
}

/// 64 bits for a state: of a million states two are taken for one with a probability of 3 in 10^8.
struct Fingerprint: Hashable {
    private(set) var bits: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The finalizer of splitmix64.
    mutating func mix(_ number: Int64) {
        var mixed = (bits ^ UInt64(bitPattern: number)) &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        bits = mixed ^ (mixed >> 31)
    }
}

/// Breadth first through all states, until there is no new one or a rule is broken: so the story that it
/// tells is a shortest one.
struct Explorer<Model: Explorable> {
    struct Exploration {
        var states = 1
        var transitions = 0
        /// How often a state was reached again and looked at twice.
        var twins = 0
        /// `nil` where no rule was broken.
        var story: [String]?
    }

    /// Of so many states that were reached again one is looked at twice.
    private static var twinsEvery: Int { 500 }

    let model: Model
    private var result = Exploration()
    private var parents: [(parent: Int, turn: Int)] = [(-1, -1)]
    private var seen: [Fingerprint: Int] = [:]
    private var repeats = 0

    init(_ model: Model) {
        self.model = model
    }

    /// Goes on until there is no new state; with as many as `limit` it gives up, and that is a story, too.
    mutating func explore(atMost limit: Int) -> Exploration {
        var level = [(0, model.first)]
        seen[print(of: model.first)] = 0
        while !level.isEmpty, result.story == nil, result.states < limit {
            var next: [(Int, Model.State)] = []
            for (index, state) in level where result.story == nil {
                follow(state, index, into: &next)
            }
            level = next
        }
        if result.states >= limit { result.story = ["more than \(limit) states"] }
        return result
    }

    private mutating func follow(
        _ state: Model.State, _ index: Int, into next: inout [(Int, Model.State)]
    ) {
        for (number, turn) in model.turns.enumerated() {
            let successor = model.turned(state, by: turn)
            result.transitions += 1
            if let rule = model.breach(in: successor) {
                result.story = story(of: path(to: index) + [number]) + ["broken: \(rule)"]
                return
            }
            let key = print(of: successor)
            if let known = seen[key] {
                repeats += 1
                if repeats % Self.twinsEvery == 0 { compare(successor, with: known) }
            } else {
                seen[key] = parents.count
                next.append((parents.count, successor))
                parents.append((index, number))
                result.states += 1
            }
        }
    }

    private func print(of state: Model.State) -> Fingerprint {
        var print = Fingerprint()
        model.mix(state, into: &print)
        return print
    }

    /// Two states with one fingerprint must answer alike to all that may happen: if not, something was
    /// left out of it, and states were overlooked.
    private mutating func compare(_ state: Model.State, with known: Int) {
        let twin = path(to: known).reduce(model.first) { model.turned($0, by: model.turns[$1]) }
        result.twins += 1
        for turn in model.turns {
            let (one, other) = (model.turned(state, by: turn), model.turned(twin, by: turn))
            guard
                print(of: one) != print(of: other)
                    || model.account(of: one) != model.account(of: other)
            else { continue }
            result.story =
                story(of: path(to: known)) + [
                    "and another way lead to states that look alike, but then: \(turn)",
                    model.account(of: one), model.account(of: other),
                ]
        }
    }

    private func path(to index: Int) -> [Int] {
        var (path, at) = ([Int](), index)
        while at > 0 {
            path.append(parents[at].turn)
            at = parents[at].parent
        }
        return path.reversed()
    }

    private func story(of path: [Int]) -> [String] {
        var state = model.first
        return path.map {
            state = model.turned(state, by: model.turns[$0])
            return "\(model.time(of: state)): \(model.turns[$0]) -> \(model.account(of: state))"
        }
    }
}
