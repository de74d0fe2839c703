import Navigation
import Values

/// What a flight is to do from take-off to landing: read, judged and found fit to be flown.
///
/// Only a judge makes one (`MissionDraft.judged`), so what flies it need not ask again.
package struct Mission: Equatable, Sendable {
    package let items: [MissionItem]
    /// Those of the file, and those it was held against.
    package let fences: [Fence]
    package let rallyPoints: [RallyPoint]
    package let estimate: FlightEstimate
}

/// One thing that a mission does, and where the file says so.
package struct MissionItem: Equatable, Sendable {
    package let action: MissionAction
    package let place: FilePlace

    package init(_ action: MissionAction, at place: FilePlace) {
        self.action = action
        self.place = place
    }
}

/// Heights are metres above the ground that it took off from.
package enum MissionAction: Equatable, Sendable {
    case takeOff(altitudeMetres: Double)
    case goTo(Waypoint)
    /// Stay where it is for so long.
    case hover(Duration)
    case turn(Turn)
    /// Keep the nose towards a place from here on.
    case pointAt(Position)
    /// The nose looks where it flies again.
    case pointAhead
    case photograph
    case follow(Following)
    case figure(Figure)
    /// Fly to where it took off, and land there.
    case returnHome
    /// Land there; `nil`: where it is.
    case land(at: Position?)
}

/// One place to fly to.
package struct Waypoint: Equatable, Sendable {
    package let position: Position
    /// `nil` keeps the height it has.
    package let altitudeMetres: Double?
    /// Over ground; `nil` leaves it to whoever flies.
    package let metresPerSecond: Double?
    /// How long to stay there.
    package let hold: Duration

    package init(
        _ position: Position, altitudeMetres: Double? = nil, metresPerSecond: Double? = nil,
        hold: Duration = .zero
    ) {
        self.position = position
        self.altitudeMetres = altitudeMetres
        self.metresPerSecond = metresPerSecond
        self.hold = hold
    }
}

package enum Turn: Equatable, Sendable {
    /// To a heading clockwise from true north, the short way.
    case to(Angle)
    /// By so much; positive: clockwise seen from above.
    case by(Angle)
}

/// Keeping near something that moves and tells where it is.
package struct Following: Equatable, Sendable {
    package let duration: Duration
    package let standoffMetres: Double

    package init(duration: Duration, standoffMetres: Double) {
        self.duration = duration
        self.standoffMetres = standoffMetres
    }
}

/// A circle around a place, begun and ended where it is nearest.
package struct Figure: Equatable, Sendable {
    package let center: Position
    package let radiusMetres: Double
    package let turns: Double
    /// As seen from above.
    package let isClockwise: Bool
    /// `nil` keeps the height it has.
    package let altitudeMetres: Double?
    package let metresPerSecond: Double?

    package init(
        around center: Position, radiusMetres: Double, turns: Double, isClockwise: Bool = true,
        altitudeMetres: Double? = nil, metresPerSecond: Double? = nil
    ) {
        self.center = center
        self.radiusMetres = radiusMetres
        self.turns = turns
        self.isClockwise = isClockwise
        self.altitudeMetres = altitudeMetres
        self.metresPerSecond = metresPerSecond
    }

    /// As fast as it is flown by who else flies with `cruise`: no faster than its radius allows.
    package func metresPerSecond(cruise: Double) -> Double {
        min(metresPerSecond ?? cruise, SpeedLaw.circle(radius: radiusMetres))
    }
}

/// A place other than home where it may land when it has to.
package struct RallyPoint: Equatable, Sendable {
    package let position: Position
    package let altitudeMetres: Double
    package let place: FilePlace
}

/// How long a mission is in calm air, as far as a file can tell.
package struct FlightEstimate: Equatable, Sendable {
    package let pathMetres: Double
    package let seconds: Double
}
