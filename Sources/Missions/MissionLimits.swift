import Values

/// What a mission is held against: the settings of whoever flies it.
package struct MissionLimits: Sendable {
    /// What not every aircraft can do, or not yet.
    package enum Capability: String, CaseIterable, Sendable {
        case turn, pointing, photographs, following, figures, returning
        case speeds = "set speeds"
    }

    /// Where it takes off; `nil` while that is not known: then the file's own place stands in.
    package var home: Position?
    /// Where it is when the mission begins, of one that begins in the air; `nil`: at home.
    package var start: Position?
    /// How far from home it may fly.
    package var maxDistanceMetres = 500.0
    package var maxAltitudeMetres = 5.0
    package var minAltitudeMetres = 0.3
    /// Above this height the aircraft measures it less well; `nil`: it does not matter.
    package var goodAltitudeMetres: Double?
    package var maxLegMetres = 500.0
    package var maxItems = MissionFile.itemLimit
    /// Of all fences together: each is held against each leg.
    package var maxFenceCorners = 1000
    package var maxPathMetres = 5000.0
    package var maxMetresPerSecond = 5.0
    /// The nearest that it may be told to follow.
    package var minStandoffMetres = 2.0
    package var maxFlightTime = Duration.seconds(480)
    /// How far inside a fence, or outside of one to keep out of, each leg must stay.
    package var fenceMarginMetres = 0.0
    /// Fences beside those of the file.
    package var fences: [Fence] = []
    package var capabilities = Set(Capability.allCases)
    /// What it flies where the mission does not say, for the estimate of the time.
    package var cruiseMetresPerSecond = 2.0
    package var climbMetresPerSecond = 0.5

    package init() {}
}

/// How to read what a format leaves open.
package struct MissionOptions: Sendable {
    package enum Ending: String, CaseIterable, Sendable {
        case returnHome = "return"
        case land
    }

    /// The height of routes, for GPX and coordinates have none above the ground.
    package var altitudeMetres = 3.0
    /// What follows the last point of a route, which says nothing of it.
    package var ending = Ending.returnHome
    /// A recorded track is flown only with this: points nearer than this to the last are left out.
    package var trackSpacingMetres: Double?

    package init() {}
}
