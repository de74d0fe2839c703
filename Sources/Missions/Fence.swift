import Devices

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

    package init(keep side: Side, _ shape: Shape, at place: FilePlace? = nil) {
        self.side = side
        self.shape = shape
        self.place = place
    }
}

extension Fence: CustomStringConvertible {
    /// "the keep-out polygon of line 12"
    package var description: String {
        let kind = side == .keepIn ? "keep-in" : "keep-out"
        let form =
            switch shape {
            case .circle: "circle"
            case .polygon: "polygon"
            }
        return "the \(kind) \(form) \(place.map { "of line \($0.line)" } ?? "that is set")"
    }
}
