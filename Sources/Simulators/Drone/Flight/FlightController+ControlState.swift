import Values

/// What the navigation data call it, down to the sub-state.
extension FlightController {
    /// What decides between the sub-states.
    struct Environment: Sendable {
        let now: Instant
        let limits: FlightLimits
        /// Since when communication counts as lost.
        let linkLostAt: Instant?
        /// Whether the height got lost at some time since then.
        let hasLostAltitude: Bool
        let allowsCombinedYaw: Bool
        let isVisionOn: Bool
        let isBatteryEmpty: Bool
    }

    /// After so long without link and height the sub-state says "too long".
    private static let tooLong = Duration.seconds(10)
    /// A drone that turns faster than this while hovering is still ending a turn.
    private static let yawingRadiansPerSecond = 0.2
    private static let zoneMarginMetres = 0.15

    func control(_ airframe: Airframe, _ around: Environment) -> ControlState {
        if isEmergency { return .standby }
        switch phase {
        case .starting: return .starting
        case .falling: return .standby
        case .landed: return .landed
        case .takingOff: return isSpinningUp(at: around.now) ? .takingOffOnGround : .takingOff
        case .landing: return .landing(landing(airframe, around))
        case .airborne: break
        }
        if let manoeuvre { return manoeuvre.control(at: around.now) }
        if let lostAt = around.linkLostAt {
            return .hovering(withoutLink(airframe, around, since: lostAt))
        }
        guard isHovering(false) else { return .flying(flying(airframe, around)) }
        return hover.stands ? .hovering(hovering(airframe, around)) : .flying(.brake)
    }

    private func landing(_ airframe: Airframe, _ around: Environment) -> ControlState.Landing {
        guard airframe.isBeyondUltrasound else { return .closedLoop }
        return around.isBatteryEmpty ? .openLoopFast : .openLoop
    }

    private func withoutLink(
        _ airframe: Airframe, _ around: Environment, since lostAt: Instant
    ) -> ControlState.Hovering {
        if airframe.isBeyondUltrasound {
            return around.now - lostAt > Self.tooLong ? .lostLinkTooLong : .lostLinkAndAltitude
        }
        return around.hasLostAltitude ? .lostLinkAltitudeFound : .lostLink
    }

    private func flying(_ airframe: Airframe, _ around: Environment) -> ControlState.Flying {
        if isOutOfZone(airframe, around.limits) { return .outOfZone }
        if airframe.isBeyondUltrasound { return .lostAltitude }
        if stick.flags.contains(.combinedYaw), around.allowsCombinedYaw { return .combinedYaw }
        return around.isVisionOn ? .fine : .noVision
    }

    private func hovering(_ airframe: Airframe, _ around: Environment) -> ControlState.Hovering {
        let isYawing = abs(airframe.yawRadiansPerSecond) > Self.yawingRadiansPerSecond
        if isOutOfZone(airframe, around.limits) { return isYawing ? .yawOutOfZone : .outOfZone }
        if airframe.isBeyondUltrasound { return isYawing ? .yawLostAltitude : .lostAltitude }
        return isYawing ? .yaw : .fine
    }

    private func isOutOfZone(_ airframe: Airframe, _ limits: FlightLimits) -> Bool {
        airframe.altitudeMetres > limits.maxMetres + Self.zoneMarginMetres
            || airframe.altitudeMetres < limits.minMetres - Self.zoneMarginMetres
    }
}
