extension DroneNavigation.Phase {
    /// A phase without its data, as the table of transitions and the documentation name it.
    enum Kind: String, CaseIterable, Sendable {
        case listening, grounded, armed, countingDown = "counting down", resetting
        case takingOff = "taking off", flying, holding, hovering, awaiting, returning, descending
        case landing
    }

    var kind: Kind {
        switch self {
        case .listening: .listening
        case .grounded: .grounded
        case .armed: .armed
        case .countingDown: .countingDown
        case .resetting: .resetting
        case .takingOff: .takingOff
        case .flying: .flying
        case .holding: .holding
        case .hovering: .hovering
        case .awaiting: .awaiting
        case .returning: .returning
        case .descending: .descending
        case .landing: .landing
        }
    }
}

extension DroneNavigation.Phase.Kind {
    /// What may happen in a flight: every way from one phase to another, and why it is taken. `docs/flying.md` has the
    /// same table; tests hold both against the flights that they fly.
    static let transitions: [(from: Self, to: Self, when: String)] = [
        (.listening, .grounded, "the aircraft reports that it has landed, or an emergency"),
        (.listening, .awaiting, "it is found flying"),
        (.listening, .landing, "a person asks to land, or it is found landing"),

        (.grounded, .armed, "a long press or `arm`, and all checks are met"),
        (.grounded, .takingOff, "`takeoff`, or a mission that begins at once; all checks are met"),
        (.grounded, .resetting, "`reset` in an emergency"),
        (.grounded, .awaiting, "it is found flying"),
        (.grounded, .landing, "it is found landing"),
        (
            .armed, .grounded,
            "`armed_for` is over, a check fails, something else is asked for, another home or aircraft"
        ),
        (.armed, .countingDown, "a press or `start`"),
        (.armed, .awaiting, "it is found flying"),
        (.armed, .landing, "it is found landing"),
        (
            .countingDown, .grounded,
            "a press, a check fails, something else is asked for, another home or aircraft"
        ),
        (.countingDown, .takingOff, "`start_delay` is over"),
        (.countingDown, .awaiting, "it is found flying"),
        (.countingDown, .landing, "it is found landing"),
        (.resetting, .grounded, "the emergency is over, or not within `take_off_timeout`"),
        (.resetting, .awaiting, "it is found flying"),
        (.resetting, .landing, "a person asks to land, or it is found landing"),

        (.takingOff, .flying, "it is up, with a mission"),
        (.takingOff, .hovering, "it is up, without a mission"),
        (.takingOff, .awaiting, "a failsafe stops it for the first time"),
        (.takingOff, .returning, "`return`, or a failsafe"),
        (.takingOff, .landing, "`land`, a failsafe, `take_off_timeout`, or it lands unasked"),
        (.takingOff, .grounded, "an emergency, or it has landed or restarted unasked"),

        (.flying, .holding, "it has arrived where the item stays"),
        (.flying, .hovering, "`hover` or a press"),
        (.flying, .awaiting, "a failsafe stops it for the first time"),
        (.flying, .returning, "`return`, or a failsafe"),
        (.flying, .descending, "the last item is done"),
        (
            .flying, .landing,
            "`land`, a double press, a failsafe, a failsafe stops it again, or it lands unasked"
        ),
        (.flying, .grounded, "an emergency, or it has landed or restarted unasked"),

        (.holding, .flying, "the item is done, something else is asked for, or it was blown away"),
        (.holding, .hovering, "`hover` or a press"),
        (.holding, .awaiting, "a failsafe stops it for the first time"),
        (.holding, .returning, "`return`, or a failsafe"),
        (.holding, .descending, "the last item is done"),
        (
            .holding, .landing,
            "`land`, a double press, a failsafe, a failsafe stops it again, or it lands unasked"
        ),
        (.holding, .grounded, "an emergency, or it has landed or restarted unasked"),

        (.hovering, .flying, "a mission, a place or a leader is asked for"),
        (.hovering, .returning, "`return`, or a failsafe"),
        (.hovering, .landing, "`land`, a press, a failsafe, or it lands unasked"),
        (.hovering, .grounded, "an emergency, or it has landed or restarted unasked"),

        (.awaiting, .flying, "`resume`, or a mission, a place or a leader is asked for"),
        (.awaiting, .hovering, "`hover`"),
        (
            .awaiting, .returning,
            "`return`, a failsafe, or nobody answers and its trouble leads home"
        ),
        (.awaiting, .landing, "`land`, a press, a failsafe, nobody answers, or it lands unasked"),
        (.awaiting, .grounded, "an emergency, or it has landed or restarted unasked"),

        (.returning, .descending, "it is home"),
        (.returning, .flying, "a mission, a place or a leader is asked for"),
        (.returning, .hovering, "`hover` or a press"),
        (.returning, .landing, "`land`, a double press, a failsafe, or it lands unasked"),
        (.returning, .grounded, "an emergency, or it has landed or restarted unasked"),

        (.descending, .flying, "a mission, a place or a leader is asked for"),
        (.descending, .hovering, "`hover`"),
        (
            .descending, .landing,
            "low enough, too slow, `land`, a press, a failsafe, or it lands unasked"
        ),
        (.descending, .grounded, "an emergency, or it has landed or restarted unasked"),

        (.landing, .grounded, "the aircraft reports that it has landed, or an emergency"),
    ]

    /// Whether the table has the way from this phase to `next`.
    func leads(to next: Self) -> Bool {
        self == next || Self.transitions.contains { $0.from == self && $0.to == next }
    }
}

extension DroneNavigation {
    /// A way that the table does not have is a fault of this program. People are told of it; the flight continues,
    /// for to refuse a phase in the air could keep it from landing.
    mutating func noteTransition(from before: Phase) {
        let (from, to) = (before.kind, phase.kind)
        guard !from.leads(to: to) else { return }
        notes.append(
            "from \(from.rawValue) to \(to.rawValue): that is not in the table of flight phases; please report it"
        )
    }
}
