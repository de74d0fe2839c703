import Core
import JSON
import Settings
import Values

@testable import PetDoor

/// The real policy of a pet door, between a bolt, its switches and people, with what must always hold.
///
/// Time goes by in whole periods, and all times that are set are some few of them. So nothing is rounded:
/// the policy's state is finite as it is, but for what only words depend on and for times beyond the
/// last comparison with them.
struct DoorModel: Explorable {
    let settings: PetDoor.Settings
    let period: Duration
    let turns: [DoorTurn]
    /// What it is judged by: other settings than its own tell whether the laws see anything.
    let promised: PetDoor.Settings
    /// How the contact at the bolt is mounted: one tells one place from all others.
    let reed: Reed
    /// What is wrong with the door: the laws must see it.
    var flaw: Flaw?

    enum Flaw {
        /// It sends back no bolt that its switch calls back.
        case believesSwitch
        /// It hears neither people nor the smoke detector.
        case isDeaf
        /// It takes a reader that is dead for one that sees nobody.
        case trustsReader
    }

    /// For so many of its periods it remembers at most that a flap was open.
    var openPeriods = 3

    enum Reed: String {
        case opensWhenBack = "opens when back"
        case opensAtOnce = "opens at once"
    }

    struct State {
        var policy: PetDoor
        var outputs: PetDoor.Outputs?
        var now = Instant(nanoseconds: 1_000_000_000_000_000)
        /// 0 is fully back, 1 fully out.
        var bolt = 0.0
        /// What the servo stands at: the same angle again does not move it.
        var goal: Angle?
        var isNudged = false
        /// The machine went down in the middle of a move, and starts again with the next turn.
        var isDown = false
        var flapMovedAt = Instant.zero
        var isMiaInside = true
        var laws = DoorLaws()
        var pets = PetLaws()
    }

    init(
        _ settings: JSONValue, judgedBy promised: JSONValue? = nil, period: Duration,
        reed: Reed = .opensWhenBack, _ turns: [DoorTurn]
    ) throws {
        self.reed = reed
        let path = SettingPath("policies.model.settings")
        self.settings = try SettingsReader.read(from: settings, at: path)
        self.promised = try SettingsReader.read(from: promised ?? settings, at: path)
        self.period = period
        self.turns = turns
    }

    var first: State { State(policy: started(PetDoor(settings: settings))) }

    /// With what counts up for hours cut to some periods.
    private func started(_ policy: PetDoor) -> PetDoor {
        var policy = policy
        policy.flap.openAtMost = period * openPeriods
        policy.tunnel.proof.openAtMost = period * openPeriods
        policy.limit.longestNight = settings.maxLocked * 2
        return policy
    }

    private func restarted(_ policy: PetDoor) -> PetDoor {
        started(PetDoor(settings: settings, resuming: policy.memory(by: settings)))
    }

    func turned(_ state: State, by turn: DoorTurn) -> State {
        var state = state
        if turn.flap == .nudged { state.isNudged.toggle() }
        if turn.deed == .drawn { state.bolt = 0 }
        if turn.deed == .restart || state.isDown { state.policy = restarted(state.policy) }
        if state.isDown { state.laws.noteBrownOut() }
        state.isDown = false
        let looks = state.looks(at: turn.visit)
        let passed = period * turn.periods / looks.count
        for (index, look) in looks.enumerated() {
            step(&state, turn, look, isFirst: index == 0, passed)
        }
        return state
    }

    private func step(
        _ state: inout State, _ turn: DoorTurn, _ look: PetLook, isFirst: Bool, _ passed: Duration
    ) {
        state.now = state.now + passed
        let isFree =
            state.bolt < 0.1
            || !settings.barred.keepsIn && look.isMiaThrough && state.isMiaInside
        if look.movesFlap, isFree {
            state.isNudged.toggle()
            state.flapMovedAt = state.now - PetLook.shutBefore
            if look.isMiaThrough { state.isMiaInside.toggle() }
        }
        var turn = turn
        if !isFirst { turn.deed = .none }
        var inputs = inputs(turn, state)
        if !settings.pets.animals.isEmpty {
            inputs.tag = look.sample(isFree: isFree, at: state.now)
        }
        if flaw == .isDeaf { (inputs.requests, inputs.fire) = ([], nil) }
        if flaw == .believesSwitch { state.policy.bolt.owesProof = false }
        var shown = inputs
        if flaw == .trustsReader, look.isReaderDead {
            shown.tag = PetLook().sample(isFree: true, at: state.now)
        }
        let before = state.policy
        let outputs = state.policy.step(shown, by: settings, at: state.now)
        state.laws.note(
            turn, inputs, outputs, bolt: state.bolt, settings, reed, passed,
            letsPetsIn: turn.isPetsOnly(promised) && state.pets.gate.mayBar, at: state.now)
        var sight = PetLaws.Sight(
            turn: turn, look: look, state: state, inputs: inputs, outputs: outputs, isFree: isFree)
        sight.isDrawnByStranger =
            look.tag == .stranger && outputs.bolt == .move(to: settings.unlockedAngle)
            && unread(before, inputs, at: state.now) != outputs.bolt
        state.pets.note(sight, promised, passed)
        state.outputs = outputs
        let place = state.bolt
        drive(&state, outputs.bolt, turn)
        guard turn.deed == .brownOut, state.bolt != place else { return }
        // Half of the way it has come; then the power is back.
        state.bolt = (place + state.bolt) / 2 < 0.5 ? 0.4 : 0.6
        state.goal = nil
        state.isDown = true
    }

    /// What the door would do if the reader saw nobody.
    private func unread(
        _ policy: PetDoor, _ inputs: PetDoor.Inputs, at now: Instant
    ) -> ServoCommand? {
        var (policy, inputs) = (policy, inputs)
        inputs.tag = PetLook().sample(isFree: true, at: now)
        return policy.step(inputs, by: settings, at: now).bolt
    }

    func breach(in state: State) -> String? { state.laws.breach ?? state.pets.breach }

    func account(of state: State) -> String {
        let outputs = state.outputs
        return "\(outputs?.state.rawValue ?? ""), servo "
            + "\(outputs?.bolt.map { "\($0)" } ?? "left alone"), \(outputs?.reason.code ?? "")"
    }

    func time(of state: State) -> String { text(of: state.now - first.now) }

    private func drive(_ state: inout State, _ command: ServoCommand?, _ turn: DoorTurn) {
        guard case .move(let angle)? = command else { return state.goal = nil }
        guard angle != state.goal else { return }
        state.goal = angle
        guard !turn.isStuck else { return }
        let share = DoorLaws.share(of: angle, settings)
        state.bolt = !turn.isIced ? share : state.bolt > 0.5 ? max(share, 0.51) : min(share, 0.49)
    }

    private func inputs(_ turn: DoorTurn, _ state: State) -> PetDoor.Inputs {
        let now = state.now
        let asked = turn.deed == .told ? [state.newsOfMia] : turn.deed.requests
        let requests = asked.enumerated().map {
            Event(number: UInt64($0 + 1), value: $1, postedAt: now, origin: .person)
        }
        return PetDoor.Inputs(
            light: turn.light.sample(at: now), temperature: turn.warmth.sample(at: now),
            latch: turn.latch.sample(
                isOut: state.bolt > (reed == .opensWhenBack ? 0.1 : 0.9), at: now),
            flap: turn.flap.sample(state.isNudged, since: state.flapMovedAt, at: now),
            boltState: nil, clock: turn.clock.sample(at: now),
            tunnel: turn.tunnel.sample(at: now), fire: turn.fire.sample(at: now),
            requests: requests)
    }
}

extension DoorTurn.Light {
    fileprivate func sample(at now: Instant) -> Sample<LightLevel> {
        func level(_ ratio: Double) -> LightLevel { LightLevel(ratio: ratio) }
        return switch self {
        case .day: .good(level(0.9), at: now)
        case .twilight: .good(level(0.68), at: now)
        case .night: .good(level(0.2), at: now)
        case .doubtful: .doubtful(level(0.2), at: now, because: "odd")
        case .absent: .absent(since: now, because: "unplugged")
        case .stale: .good(level(0.2), at: now - .seconds(3600))
        case .darkness: .doubtful(level(0), at: now, because: "dark")
        }
    }
}

extension DoorTurn.Warmth {
    fileprivate func sample(at now: Instant) -> Sample<Temperature> {
        switch self {
        case .mild: .good(Temperature(celsius: 15), at: now)
        case .cold: .good(Temperature(celsius: -5), at: now)
        case .absent: .absent(since: now, because: "unplugged")
        }
    }
}

extension DoorTurn.Latch {
    fileprivate func sample(isOut: Bool, at now: Instant) -> Sample<Contact> {
        switch self {
        case .honest: .good(Contact(isActive: isOut), at: now)
        case .saysBack: .good(Contact(isActive: false), at: now)
        case .saysOut: .good(Contact(isActive: true), at: now)
        case .absent: .absent(since: now, because: "unplugged")
        }
    }
}

extension DoorTurn.Flap {
    fileprivate func sample(
        _ isNudged: Bool, since changedAt: Instant, at now: Instant
    ) -> Sample<Contact> {
        switch self {
        case .shut, .nudged:
            .good(
                Contact(isActive: true, changes: isNudged ? 1 : 0, changedAt: changedAt), at: now)
        case .held: .good(Contact(isActive: true), at: now)
        case .open, .reversed: .good(Contact(isActive: false), at: now)
        case .absent: .absent(since: now, because: "unplugged")
        }
    }
}

extension DoorTurn.Extra {
    fileprivate func sample(at now: Instant) -> Sample<Contact>? {
        switch self {
        case .none: nil
        case .open, .closed: .good(Contact(isActive: self == .closed), at: now)
        case .absent: .absent(since: now, because: "unplugged")
        }
    }
}

extension DoorTurn.Clock {
    /// 2026-03-20.
    private static let someDay = WallTime.epoch.after(.seconds(20532 * 86400))

    /// The schedule of the models is from 12:00 to 13:00.
    fileprivate func sample(at now: Instant) -> Sample<WallTime> {
        switch self {
        case .absent: .absent(since: now, because: "not set")
        case .inside: .good(Self.someDay.after(.seconds(12.5 * 3600)), at: now)
        case .outside: .good(Self.someDay.after(.seconds(18.5 * 3600)), at: now)
        }
    }
}
