import Values

struct PlanePolygon: Sendable {
    let edges: [PlaneSegment]

    init(_ corners: [PlaneVector]) {
        edges = zip(corners, corners.dropFirst() + corners.prefix(1)).map {
            PlaneSegment(start: $0, end: $1)
        }
    }

    /// By the number of edges that a ray from there to the east meets.
    func contains(_ point: PlaneVector) -> Bool {
        var isInside = false
        for edge in edges where (edge.start.north > point.north) != (edge.end.north > point.north) {
            let way = edge.end - edge.start
            let share = (point.north - edge.start.north) / way.north
            if point.east < edge.start.east + share * way.east { isInside.toggle() }
        }
        return isInside
    }

    /// From the nearest point of the border.
    func borderDistance(to segment: PlaneSegment) -> Double {
        edges.lazy.map { $0.distance(to: segment) }.min() ?? .infinity
    }

    /// From the nearest point of the border.
    func borderDistance(to point: PlaneVector) -> Double {
        var least = Double.infinity
        for edge in edges { least = min(least, edge.squaredDistance(to: point)) }
        return least.squareRoot()
    }

    /// Twice the area that it encloses, were it walked around once.
    var doubleArea: Double {
        abs(edges.reduce(0) { $0 + $1.start.cross($1.end) })
    }

    /// The numbers of two edges, counted from 0, that meet elsewhere than at a common corner.
    var crossing: (first: Int, second: Int)? {
        for first in edges.indices {
            for second in edges.indices.dropFirst(first + 2) {
                let areNeighbours = first == 0 && second == edges.count - 1
                if !areNeighbours, edges[first].distance(to: edges[second]) == 0 {
                    return (first, second)
                }
            }
        }
        return nil
    }
}
