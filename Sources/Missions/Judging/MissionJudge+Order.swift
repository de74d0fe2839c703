import Values

extension MissionJudge {
    /// Take off first and once, land last.
    mutating func judgeOrder() {
        guard let first = draft.items.first, let last = draft.items.last else {
            if !errors.refuses { errors.refuse(FilePlace(line: 1), "there is nothing to fly") }
            return
        }
        let start = draft.items.firstIndex { $0.action?.isTakeOff ?? false }
        judgeStart(start, first)
        let end = draft.items.firstIndex { $0.action?.isEnd ?? false }
        guard let end else {
            // What could not be read may have been it.
            if last.action != nil {
                errors.refuse(
                    last.place, "the mission ends in the air; its last item must land or return")
            }
            return
        }
        for item in draft.items[(end + 1)...] {
            errors.refuse(item.place, "comes after the landing, so it would never be flown")
        }
    }

    private mutating func judgeStart(_ start: Int?, _ first: MissionDraft.Item) {
        guard let start else {
            if draft.items.allSatisfy({ $0.action != nil }) {
                errors.refuse(first.place, "the mission does not take off; its first item must")
            }
            return
        }
        for item in draft.items[..<start] {
            errors.refuse(item.place, "comes before the take-off\(homeHint(item))")
        }
        for item in draft.items[(start + 1)...] where item.action?.isTakeOff ?? false {
            errors.refuse(item.place, "takes off a second time")
        }
    }

    private func homeHint(_ item: MissionDraft.Item) -> String {
        guard case .goTo(let waypoint) = item.action else { return "" }
        let isHome = home.map { $0.distanceMetres(to: waypoint.position) < 5 } ?? true
        return isHome ? ": is it home, which is not flown to?" : ""
    }

    /// What can be said of an item alone.
    mutating func judgeItem(_ item: MissionDraft.Item) {
        guard let action = item.action else { return }
        if let capability = action.needed, !limits.capabilities.contains(capability) {
            errors.refuse(
                item.place, "\(action): there is no \(capability.noun) here, so it is not flown")
        }
        if let metres = action.altitudeMetres { judgeAltitude(metres, item.place) }
        if case .follow(let following) = action,
            !(following.standoffMetres >= limits.minStandoffMetres)
        {
            errors.refuse(
                item.place,
                "follows at \(metresText(following.standoffMetres)); the least is "
                    + "\(metresText(limits.minStandoffMetres))")
        }
        if case .figure(let figure) = action { judgeSpeed(of: figure, item.place) }
        guard let speed = action.metresPerSecond else { return }
        if !limits.capabilities.contains(.speeds) {
            errors.refuse(item.place, "sets a speed, and there is no setting of speeds here")
        } else if speed > limits.maxMetresPerSecond {
            errors.refuse(
                item.place,
                "flies at \(shortText(of: speed)) m/s; the limit is "
                    + "\(shortText(of: limits.maxMetresPerSecond)) m/s")
        }
    }

    private mutating func judgeSpeed(of figure: Figure, _ place: FilePlace) {
        let wanted = figure.metresPerSecond ?? limits.cruiseMetresPerSecond
        let flown = figure.metresPerSecond(cruise: wanted)
        guard flown < wanted else { return }
        errors.warn(
            place,
            "is flown at \(fixedText(of: flown, decimals: 1)) m/s: faster, it could not stop beside a "
                + "circle of \(metresText(figure.radiusMetres))")
    }

    mutating func judgeAltitude(_ metres: Double, _ place: FilePlace) {
        // Written so that a NaN is refused.
        if !(metres <= limits.maxAltitudeMetres) {
            let hint = metres > 100 ? "; is that above sea level? Heights count from home" : ""
            errors.refuse(
                place,
                "\(metresText(metres)) is too high; the limit is "
                    + "\(metresText(limits.maxAltitudeMetres))\(hint)")
        } else if metres < limits.minAltitudeMetres {
            errors.refuse(
                place,
                "\(metresText(metres)) is too low; the least is \(metresText(limits.minAltitudeMetres))"
            )
        } else if let good = limits.goodAltitudeMetres, metres > good {
            errors.warn(
                place,
                "\(metresText(metres)) is above \(metresText(good)), up to which heights are "
                    + "measured well")
        }
    }
}

extension MissionAction {
    var isTakeOff: Bool {
        guard case .takeOff = self else { return false }
        return true
    }

    var isEnd: Bool {
        switch self {
        case .land, .returnHome: true
        default: false
        }
    }

    var altitudeMetres: Double? {
        switch self {
        case .takeOff(let metres): metres
        case .goTo(let waypoint): waypoint.altitudeMetres
        case .figure(let figure): figure.altitudeMetres
        default: nil
        }
    }

    var metresPerSecond: Double? {
        switch self {
        case .goTo(let waypoint): waypoint.metresPerSecond
        case .figure(let figure): figure.metresPerSecond
        default: nil
        }
    }

    /// What an aircraft must be able to do for it, beyond flying to places.
    var needed: MissionLimits.Capability? {
        switch self {
        case .turn: .turn
        case .pointAt, .pointAhead: .pointing
        case .photograph: .photographs
        case .follow: .following
        case .figure: .figures
        case .returnHome: .returning
        default: nil
        }
    }
}

extension MissionLimits.Capability {
    fileprivate var noun: String {
        switch self {
        case .turn: "turning on the spot"
        case .pointing: "pointing at a place"
        case .photographs: "camera"
        case .following: "following"
        case .figures: "flying of figures"
        case .returning: "way home"
        case .speeds: "setting of speeds"
        }
    }
}
