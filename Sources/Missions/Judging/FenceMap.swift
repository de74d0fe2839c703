import Values

/// A fence on a plane, for measuring.
struct FenceMap {
    struct FenceError: Error {
        let message: String
    }

    private enum Shape {
        case circle(center: PlaneVector, radius: Double)
        case polygon(PlanePolygon)
    }

    private let side: Fence.Side
    private let shape: Shape

    static func make(_ fence: Fence, on plane: LocalPlane) -> Result<FenceMap, FenceError> {
        switch fence.shape {
        case .circle(let center, let radius):
            guard radius > 0, radius.isFinite else {
                return .failure(
                    FenceError(message: "a radius of \(shortText(of: radius)) m is no fence"))
            }
            let shape = Shape.circle(center: plane.point(center), radius: radius)
            return .success(FenceMap(side: fence.side, shape: shape))
        case .polygon(let corners):
            return polygon(corners, on: plane).map {
                FenceMap(side: fence.side, shape: .polygon($0))
            }
        }
    }

    private static func polygon(
        _ corners: [Position], on plane: LocalPlane
    ) -> Result<PlanePolygon, FenceError> {
        // Some programs write the first corner again at the end.
        let open =
            corners.count > 3 && corners.first == corners.last
            ? Array(corners.dropLast()) : corners
        guard open.count >= 3 else {
            return .failure(
                FenceError(message: "has \(open.count) corners; a polygon has 3 or more"))
        }
        let polygon = PlanePolygon(open.map { plane.point($0) })
        if let crossing = polygon.crossing {
            return .failure(
                FenceError(
                    message: "its sides after the corners \(crossing.first + 1) and "
                        + "\(crossing.second + 1) cross, so nobody knows where its inside is"))
        }
        guard polygon.doubleArea > 1 else {
            return .failure(FenceError(message: "encloses no ground"))
        }
        return .success(polygon)
    }

    /// Whether a way between two places inside stays inside, wherever they are.
    var isConvexInside: Bool {
        guard side == .keepIn, case .circle = shape else { return false }
        return true
    }

    /// What a leg does to the fence: "leaves by 3 m"; `nil` when it keeps to its side.
    func breach(by segment: PlaneSegment, margin: Double) -> String? {
        switch shape {
        case .circle(let center, let radius):
            let reach = max((segment.start - center).length, (segment.end - center).length)
            let room =
                side == .keepIn
                ? radius - reach : segment.distance(to: center) - radius
            return room < margin ? words(room, margin) : nil
        case .polygon(let polygon):
            let distance = polygon.borderDistance(to: segment)
            let isRight = polygon.contains(segment.start) == (side == .keepIn)
            guard isRight, distance > 0 else {
                return side == .keepIn ? "leaves" : "enters"
            }
            return distance < margin ? words(distance, margin) : nil
        }
    }

    /// How far from the border a point is, on the right side; below zero: on the wrong one.
    func room(at point: PlaneVector) -> Double {
        switch shape {
        case .circle(let center, let radius):
            let distance = (point - center).length
            return side == .keepIn ? radius - distance : distance - radius
        case .polygon(let polygon):
            let distance = polygon.borderDistance(to: point)
            return polygon.contains(point) == (side == .keepIn) ? distance : -distance
        }
    }

    /// Whether all of a way is on the right side.
    func keeps(_ segment: PlaneSegment) -> Bool { room(along: segment) > 0 }

    /// How near a way comes to the border, on the right side; not above zero where it leaves that.
    func room(along segment: PlaneSegment) -> Double {
        switch shape {
        case .circle(let center, let radius):
            guard side == .keepIn else { return segment.distance(to: center) - radius }
            return radius - max((segment.start - center).length, (segment.end - center).length)
        case .polygon(let polygon):
            let distance = polygon.borderDistance(to: segment)
            return polygon.contains(segment.start) == (side == .keepIn) ? distance : -distance
        }
    }

    /// What is so far from the border; below zero is the wrong side.
    private func words(_ room: Double, _ margin: Double) -> String {
        if room >= 0 {
            return "comes within \(metresText(room)) (the margin is \(metresText(margin))) of"
        }
        return side == .keepIn
            ? "is up to \(metresText(-room)) outside of" : "is up to \(metresText(-room)) inside of"
    }
}
