import Values

/// The fences of a flight on a plane around its home, to be asked with every fix.
package struct FenceField: Sendable {
    private struct Border {
        let fence: Fence
        let map: FenceMap

        /// `nil` for one that is not a fence, such as a polygon with two corners.
        init?(_ fence: Fence, on plane: LocalPlane) {
            guard let map = try? FenceMap.make(fence, on: plane).get() else { return nil }
            self.fence = fence
            self.map = map
        }
    }

    /// Where something stands with its fences.
    package struct Standing: Equatable, Sendable {
        /// How far beyond the border of the fence that it has crossed most; below zero: still inside.
        package let metresBeyond: Double
        package let fence: Fence
    }

    private let plane: LocalPlane
    private let borders: [Border]
    /// One more, beside the array: it may change with each step, which must not allocate.
    private var lastBorder: Border?

    /// Those of `fences` that are fences; a judge has refused a mission with any other.
    package init(_ fences: [Fence], around home: Position) {
        let plane = LocalPlane(origin: home)
        self.plane = plane
        borders = fences.compactMap { Border($0, on: plane) }
    }

    /// The same, with a fence behind the others, in place of one that was added before.
    package func adding(_ fence: Fence) -> FenceField {
        var field = self
        field.lastBorder = Border(fence, on: plane)
        return field
    }

    package var all: [Fence] { borders.map(\.fence) + (lastBorder.map { [$0.fence] } ?? []) }

    private var isEmpty: Bool { borders.isEmpty && lastBorder == nil }

    private func allSatisfy(_ condition: (Border) -> Bool) -> Bool {
        borders.allSatisfy(condition) && (lastBorder.map(condition) ?? true)
    }

    /// Where it stands with the fence that it keeps to worst; `nil` where there is none.
    package func standing(of position: Position) -> Standing? {
        guard !isEmpty else { return nil }
        let point = plane.point(position)
        var worst = borders.isEmpty ? nil : 0
        var room = Double.infinity
        for index in borders.indices {
            let next = borders[index].map.room(at: point)
            if next < room { (worst, room) = (index, next) }
        }
        if let lastBorder {
            let next = lastBorder.map.room(at: point)
            guard next >= room, worst != nil else {
                return Standing(metresBeyond: -next, fence: lastBorder.fence)
            }
        }
        return worst.map { Standing(metresBeyond: -room, fence: borders[$0].fence) }
    }

    /// How far it may go of the straight way to `end`, so that it stays so far from every border; from
    /// where it is nearer to one already, no nearer. `start` where it is beyond one.
    package func reach(
        from start: Position, to end: Position, marginMetres: Double
    ) -> Position {
        guard let standing = standing(of: start) else { return end }
        guard standing.metresBeyond < 0 else { return start }
        // A centimetre, so that it can move at all along a border that it is as near to.
        let margin = min(marginMetres, max(0, -standing.metresBeyond - 0.01))
        let from = plane.point(start)
        let way = plane.point(end) - from
        func isFree(_ share: Double) -> Bool {
            let segment = PlaneSegment(start: from, end: from + way * share)
            return allSatisfy { $0.map.room(along: segment) > margin }
        }
        guard !isFree(1) else { return end }
        var (free, blocked) = (0.0, 1.0)
        // Until it is known to the centimetre.
        while (blocked - free) * way.length > 0.01 {
            let middle = (free + blocked) / 2
            if isFree(middle) { free = middle } else { blocked = middle }
        }
        return plane.position(from + way * free) ?? start
    }

    /// Whether the straight way crosses no border, and keeps so far from each; where one of its ends is
    /// nearer to a border than twice that, half as far as this.
    package func isFree(from start: Position, to end: Position, marginMetres: Double) -> Bool {
        let way = PlaneSegment(start: plane.point(start), end: plane.point(end))
        return allSatisfy { border in
            let room = min(border.map.room(at: way.start), border.map.room(at: way.end))
            return border.map.room(along: way) > min(marginMetres, max(0, room / 2))
        }
    }

    /// The first fence that a way from `position` on would cross; `nil` also where it is beyond one
    /// already.
    package func firstAhead(of position: Position, way: PlaneVector) -> Fence? {
        guard !isEmpty else { return nil }
        let start = plane.point(position)
        let segment = PlaneSegment(start: start, end: start + way)
        let length = way.length
        func isAhead(_ border: Border) -> Bool {
            let room = border.map.room(at: start)
            // What is farther away than it flies it cannot cross.
            return room >= 0 && room <= length && !border.map.keeps(segment)
        }
        if let border = borders.first(where: isAhead) { return border.fence }
        return lastBorder.flatMap { isAhead($0) ? $0.fence : nil }
    }
}
