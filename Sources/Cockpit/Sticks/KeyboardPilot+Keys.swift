import Terminal
import Values

/// What each key does.
extension KeyboardPilot {
    package mutating func handle(_ input: TerminalInput, _ view: View?, at now: Instant) {
        switch input {
        case .reportsReleases: sticks.knowsReleases = true
        case .focusLost: sticks.centre()
        case .key(let key, let action):
            if let (axis, direction) = Self.stick(of: key) {
                move(axis, direction, action, view, at: now)
            } else if action != .release {
                press(key, isRepeat: action == .repeat, view, at: now)
            }
        }
    }

    /// The left hand has the left stick of a transmitter (mode 2), the arrows are the right one.
    private static func stick(of key: Key) -> (VirtualStick.Axis, Double)? {
        switch key {
        case .up: (.forward, 1)
        case .down: (.forward, -1)
        case .right: (.roll, 1)
        case .left: (.roll, -1)
        case .character("w"): (.climb, 1)
        case .character("s"): (.climb, -1)
        case .character("d"): (.yaw, 1)
        case .character("a"): (.yaw, -1)
        default: nil
        }
    }

    private mutating func move(
        _ axis: VirtualStick.Axis, _ direction: Double, _ action: KeyAction, _ view: View?,
        at now: Instant
    ) {
        guard action != .release else { return sticks.release(axis, direction) }
        cancelConfirmation(at: now)
        sticks.push(axis, direction, at: now)
        if case .land = intent { return say("it is landing", at: now) }
        guard let view else { return say("the drone is not answering", at: now) }
        if !view.phase.isAirborne, intent == .sticks { say("on the ground: T takes off", at: now) }
    }

    private mutating func press(_ key: Key, isRepeat: Bool, _ view: View?, at now: Instant) {
        switch key {
        case .character("y"): return confirm(at: now)
        case .character("t"): return askForTakeOff(view, at: now)
        default: cancelConfirmation(at: now)
        }
        switch key {
        case .character(" "), .escape: hover(view, at: now)
        case .character("l"), .enter: land(view, at: now)
        case .character("e"): clearEmergency(view, isRepeat: isRepeat, at: now)
        case .character("q"), .interrupt: leave(at: now)
        case .suspend: say("not while this may fly: L lands, Q lands and leaves", at: now)
        case .character(let digit): setSpeed(digit)
        case .up, .down, .left, .right: break
        }
    }

    private mutating func askForTakeOff(_ view: View?, at now: Instant) {
        if case .confirm = intent { return }
        guard intent == .sticks, !isLeaving else { return }
        guard let view else { return say("the drone is not answering", at: now) }
        guard view.armingFailures.isEmpty else {
            return say("cannot take off: \(view.armingFailures.joined(separator: ", "))", at: now)
        }
        guard view.phase == .landed else { return say("it is in the air already", at: now) }
        intent = .confirm(since: now)
    }

    private mutating func confirm(at now: Instant) {
        guard case .confirm(let since) = intent else { return }
        guard now - since >= Self.confirmAfter else { return cancelConfirmation(at: now) }
        sticks.centre()
        intent = .takeOff(since: now)
        say("taking off", at: now)
    }

    private mutating func cancelConfirmation(at now: Instant) {
        guard case .confirm = intent else { return }
        intent = .sticks
        say("not taking off", at: now)
    }

    private mutating func hover(_ view: View?, at now: Instant) {
        sticks.centre()
        switch intent {
        case .land: say("it is landing: that goes on until it stands", at: now)
        case .takeOff, .reset:
            intent = .sticks
            say("hover", at: now)
        case .sticks, .confirm:
            say(view?.phase.isAirborne == true ? "hover" : "stays down", at: now)
        }
    }

    private mutating func land(_ view: View?, at now: Instant) {
        sticks.centre()
        if case .land = intent { return }
        intent = .land(since: now)
        say(view?.phase.isAirborne == true ? "landing" : "stays down", at: now)
    }

    private mutating func clearEmergency(_ view: View?, isRepeat: Bool, at now: Instant) {
        guard view?.phase == .emergency else {
            return say("there is no emergency to clear", at: now)
        }
        guard !isRepeat, intent == .sticks else { return }
        intent = .reset(since: now)
        say("clearing the emergency", at: now)
    }

    private mutating func leave(at now: Instant) {
        sticks.centre()
        isLeaving = true
        say("landing, then leaving", at: now)
    }

    private mutating func setSpeed(_ digit: Character) {
        guard digit.isASCII, let number = digit.wholeNumberValue else { return }
        speedPercent = number == 0 ? 100 : number * 10
    }
}
