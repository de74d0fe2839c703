import Values

extension CommandTranslator {
    /// Commands that lead somewhere or take time.
    mutating func translateNavigation(_ command: MissionCommand) {
        let action = navigation(command)
        guard let action else { return addUnread(command) }
        switch action {
        case .takeOff(let altitude): self.altitude = altitude
        case .goTo(let waypoint):
            (position, altitude) = (waypoint.position, waypoint.altitudeMetres)
        case .land(let place): (position, altitude) = (place ?? position, nil)
        case .figure(let figure): (position, altitude) = (nil, figure.altitudeMetres)
        case .returnHome: (position, altitude) = (nil, nil)
        default: break
        }
        add(action, command)
    }

    private mutating func navigation(_ command: MissionCommand) -> MissionAction? {
        switch command.command {
        case 16: return waypoint(command)
        case 18: return circle(command)
        case 19: return loiterForTime(command)
        case 20: return .returnHome
        case 21: return landing(command)
        // Takes off where it stands, whatever place is written.
        case 22: return altitude(of: command).map { .takeOff(altitudeMetres: $0) }
        case 31: return loiterToAltitude(command)
        default: return delay(command)
        }
    }

    private mutating func waypoint(_ command: MissionCommand) -> MissionAction? {
        needsUnset(3, "by how far it passes the place", command)
        warnOfYaw(command)
        // All three are asked, so that all that is wrong is told.
        let place = place(of: command)
        let altitude = altitude(of: command)
        let hold = duration(command.own(1), command)
        guard let place, let altitude, let hold else { return nil }
        return .goTo(
            Waypoint(
                place, altitudeMetres: altitude, metresPerSecond: metresPerSecond, hold: hold))
    }

    /// Without a place it stays where it is. A height of 0 is the height that it has: so ArduPilot reads both (mode_auto.cpp,
    /// loc_from_cmd).
    private mutating func loiterForTime(_ command: MissionCommand) -> MissionAction? {
        let hold = duration(command.own(1), command)
        guard command.hasPlace || command.hasHeight else { return hold.map { .hover($0) } }
        let height = altitude(of: command)
        if !command.hasPlace, let height, height == altitude { return hold.map { .hover($0) } }
        let place =
            command.hasPlace
            ? place(of: command)
            : herePlace(command, "goes to \(metresText(command.altitude)), but ")
        guard let place, let altitude = height, let hold else { return nil }
        return .goTo(
            Waypoint(
                place, altitudeMetres: altitude, metresPerSecond: metresPerSecond, hold: hold))
    }

    private mutating func loiterToAltitude(_ command: MissionCommand) -> MissionAction? {
        let place = command.hasPlace ? place(of: command) : herePlace(command)
        let altitude = altitude(of: command)
        guard let place, let altitude else { return nil }
        return .goTo(
            Waypoint(place, altitudeMetres: altitude, metresPerSecond: metresPerSecond))
    }

    private mutating func circle(_ command: MissionCommand) -> MissionAction? {
        needsUnset(2, "the heading to leave at", command)
        let center = command.hasPlace ? place(of: command) : herePlace(command)
        let altitude = altitude(of: command)
        let turns = command.own(1) ?? 0
        let radius = command.own(3) ?? 0
        guard (0.1...100).contains(turns), (1...1000).contains(abs(radius)) else {
            errors.refuse(
                command.place,
                "circles \(shortText(of: turns)) times with a radius of \(shortText(of: radius)) m; "
                    + "it must be 0.1 to 100 times, and 1 to 1000 m")
            return nil
        }
        guard let center, let altitude else { return nil }
        return .figure(
            Figure(
                around: center, radiusMetres: abs(radius), turns: turns, isClockwise: radius > 0,
                altitudeMetres: altitude, metresPerSecond: metresPerSecond))
    }

    /// Its height is that of the ground, which is found by landing.
    private mutating func landing(_ command: MissionCommand) -> MissionAction? {
        needsUnset(2, "landing on a mark", command)
        if let abort = command.own(1), abort != 0 {
            errors.warn(command.place, "a landing is not broken off: parameter 1 is left out")
        }
        guard command.hasPlace else { return .land(at: nil) }
        return place(of: command).map { .land(at: $0) }
    }

    private mutating func delay(_ command: MissionCommand) -> MissionAction? {
        guard let seconds = command.own(1), seconds >= 0 else {
            errors.refuse(command.place, "waits for a time of day, which nothing here does")
            return nil
        }
        return duration(seconds, command).map { .hover($0) }
    }

    private mutating func herePlace(_ command: MissionCommand, _ purpose: String = "") -> Position?
    {
        if position == nil {
            errors.refuse(
                command.place,
                "\(purpose)has no place of its own, and where it would be is not known; give it one"
            )
        }
        return position
    }

    /// Many programs write 0 for "not set", and only the nose would tell the difference.
    private mutating func warnOfYaw(_ command: MissionCommand) {
        guard let yaw = command.own(4), yaw != 0 else { return }
        errors.warn(
            command.place,
            "the heading of \(shortText(of: yaw))° on arrival is left out; CONDITION_YAW turns")
    }
}
