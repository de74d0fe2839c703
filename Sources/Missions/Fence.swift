import Values

/// A border that a flight keeps inside of, or outside of.
package struct Fence: Equatable, Sendable {
    package enum Side: String, CaseIterable, Equatable, Sendable {
        case keepIn = "in"
        case keepOut = "out"
    }

    package enum Shape: Equatable, Sendable {
        case circle(center: Position, radiusMetres: Double)
        /// The last corner is joined to the first.
        case polygon([Position])
    }

    package let side: Side
    package let shape: Shape
    /// Where it is written; `nil` for one that comes from elsewhere than the mission's file.
    package let place: FilePlace?
    /// Whether it is the circle around home, which holds for every flight.
    package let isAroundHome: Bool

    package init(keep side: Side, _ shape: Shape, at place: FilePlace? = nil) {
        self.init(keep: side, shape, at: place, isAroundHome: false)
    }

    private init(keep side: Side, _ shape: Shape, at place: FilePlace?, isAroundHome: Bool) {
        self.side = side
        self.shape = shape
        self.place = place
        self.isAroundHome = isAroundHome
    }

    package static func around(home: Position, radiusMetres: Double) -> Fence {
        Fence(
            keep: .keepIn, .circle(center: home, radiusMetres: radiusMetres), at: nil,
            isAroundHome: true)
    }
}

extension Fence: CustomStringConvertible {
    /// "the keep-out polygon of line 12", "the fence of 30 m"
    package var description: String {
        if isAroundHome, case .circle(_, let radius) = shape {
            return "the fence of \(shortText(of: radius)) m"
        }
        let kind = side == .keepIn ? "keep-in" : "keep-out"
        let form =
            switch shape {
            case .circle: "circle"
            case .polygon: "polygon"
            }
        return "the \(kind) \(form) \(place.map { "of line \($0.line)" } ?? "that is set")"
    }
}
