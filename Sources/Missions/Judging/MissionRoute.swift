import Navigation
import Values

/// The way that a mission takes over the ground, as straight legs.
struct MissionRoute {
    struct Leg {
        /// `nil`: where it begins is not known.
        let start: Position?
        let end: Position
        let item: MissionDraft.Item
        /// "home", "item 3 (go-to)", as the start is called.
        let startName: String
        /// How far beside it whoever flies it may be, of one of the pieces that a circle is made of.
        var leewayMetres: Double?

        var isPiece: Bool { leewayMetres != nil }

        var metres: Double { start?.distanceMetres(to: end) ?? 0 }
    }

    private(set) var legs: [Leg] = []
    private let items: [MissionDraft.Item]
    private var position: Position?
    private var name = "home"
    private let home: Position?

    /// `start` is where it is already when the mission begins; `nil`: at home.
    init(_ items: [MissionDraft.Item], home: Position?, start: Position? = nil) {
        self.items = items
        self.home = home
        position = start ?? home
        if start != nil { name = "where it is" }
        for item in items { add(item) }
    }

    private mutating func add(_ item: MissionDraft.Item) {
        switch item.action {
        case .goTo(let waypoint): fly(to: waypoint.position, item)
        case .land(let place?): fly(to: place, item)
        case .returnHome:
            if let home { fly(to: home, item) }
        case .figure(let figure): add(figure, item)
        // It ends where the one that it follows is by then.
        case nil, .follow: position = nil
        default: return
        }
        name = item.place.name
    }

    private mutating func fly(
        to end: Position, _ item: MissionDraft.Item, leewayMetres: Double? = nil
    ) {
        legs.append(
            Leg(
                start: position, end: end, item: item, startName: name, leewayMetres: leewayMetres))
        position = end
    }

    /// All around, however little of it is asked for: where it begins depends on where the wind has it. Pieces
    /// of 10 degrees, so that the circle lies inside of their corners, and no farther from them than their bulge.
    private mutating func add(_ figure: Figure, _ item: MissionDraft.Item) {
        let pieces = 36
        let radius = figure.radiusMetres / Angle.degrees(180 / Double(pieces)).cosine
        let leeway = SpeedLaw.circleLeewayMetres + radius - figure.radiusMetres
        let first = position.map { figure.center.bearing(to: $0) } ?? .degrees(0)
        for piece in 0...pieces {
            let turned = Angle.degrees(Double(piece) * 360 / Double(pieces))
            guard let end = figure.center.moved(metres: radius, towards: first + turned) else {
                position = nil
                return
            }
            fly(to: end, item, leewayMetres: piece > 0 ? leeway : nil)
        }
        let turned = Angle.degrees(figure.isClockwise ? figure.turns * 360 : -figure.turns * 360)
        position = figure.center.moved(metres: figure.radiusMetres, towards: first + turned)
    }

    // MARK: Length and time

    /// In calm air: the way at its speeds, the heights, and the waiting.
    func estimate(_ limits: MissionLimits) -> FlightEstimate {
        var metres = 0.0
        var seconds = 0.0
        for leg in legs where !leg.isPiece {
            metres += leg.metres
            seconds +=
                leg.metres / (leg.item.action?.metresPerSecond ?? limits.cruiseMetresPerSecond)
        }
        var altitude = 0.0
        for action in items.lazy.compactMap(\.action) {
            if case .figure(let figure) = action {
                let length = 2 * Double.pi * figure.radiusMetres * figure.turns
                metres += length
                seconds += length / figure.metresPerSecond(cruise: limits.cruiseMetresPerSecond)
            }
            seconds += action.waiting.seconds
            let next = action.isEnd ? 0 : action.altitudeMetres ?? altitude
            seconds += abs(next - altitude) / limits.climbMetresPerSecond
            altitude = next
        }
        return FlightEstimate(pathMetres: metres, seconds: seconds)
    }
}

extension MissionDraft {
    /// The places that it flies to, one after the other; `home` is where it takes off.
    package func route(from home: Position?) -> [Position] {
        MissionRoute(items, home: home).legs.map(\.end)
    }
}

extension MissionAction {
    fileprivate var waiting: Duration {
        switch self {
        case .goTo(let waypoint): waypoint.hold
        case .hover(let duration): duration
        case .follow(let following): following.duration
        default: .zero
        }
    }
}
