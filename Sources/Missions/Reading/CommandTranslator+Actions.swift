import Values

extension CommandTranslator {
    /// Commands that are done at once.
    mutating func translateAction(_ command: MissionCommand) {
        switch command.command {
        case 115: translateTurn(command)
        case 178: translateSpeed(command)
        case 195: point(command)
        case 197: add(.pointAhead, command)
        case 201: translateRegion(command)
        case 196:
            errors.warn(command.place, "left out: the nose looks where it flies")
        // A mark for another command, which does nothing itself.
        default: break
        }
    }

    /// One photograph is taken; a series needs a camera that is told so.
    mutating func translatePayload(_ command: MissionCommand) {
        let isOnePhotograph = command.command == 2000 && command.own(3) == 1
        guard isOnePhotograph || command.command == 203 else {
            return errors.warn(command.place, "left out; the flight is the same without it")
        }
        add(.photograph, command)
    }

    private mutating func translateTurn(_ command: MissionCommand) {
        let degrees = command.own(1) ?? 0
        guard (-360...360).contains(degrees) else {
            return errors.refuse(
                command.place, "turns by \(shortText(of: degrees))°; it must be 0 to 360")
        }
        guard command.own(4) == 1 else { return add(.turn(.to(.degrees(degrees))), command) }
        let isAnticlockwise = command.own(3) == -1
        add(.turn(.by(.degrees(isAnticlockwise ? -abs(degrees) : degrees))), command)
    }

    /// -1 changes nothing, -2 is the aircraft's own speed; what is set holds for all that follows.
    private mutating func translateSpeed(_ command: MissionCommand) {
        let speed = command.own(2) ?? -1
        needsUnset(4, "whether the speed is added to the present one", command)
        guard [0, 1].contains(command.own(1) ?? 0) else {
            return errors.refuse(
                command.place, "sets a speed of climbing or sinking, which is not to be had")
        }
        switch speed {
        case -1: break
        case -2: metresPerSecond = nil
        case 0.05...100: metresPerSecond = speed
        default:
            errors.refuse(
                command.place, "sets a speed of \(shortText(of: speed)) m/s; it must be 0.05 to 100"
            )
        }
    }

    private mutating func point(_ command: MissionCommand) {
        if let place = place(of: command) { add(.pointAt(place), command) }
    }

    /// The older way to say 195 and 197, by a mode: 0 none, 3 a place.
    private mutating func translateRegion(_ command: MissionCommand) {
        switch (command.own(1) ?? 0, command.hasPlace) {
        case (3, _), (0, true): point(command)
        case (0, false): add(.pointAhead, command)
        default: errors.warn(command.place, "left out: the nose looks where it flies")
        }
    }
}
