import Values

extension MissionJudge {
    /// Every leg against every fence; not its ends alone, for what lies between is flown too.
    mutating func judgeFences(_ route: MissionRoute) {
        let all = draft.fences + limits.fences
        guard let origin = home ?? route.legs.first?.end ?? all.first?.corner else { return }
        let plane = LocalPlane(origin: origin)
        let corners = all.reduce(0) { $0 + $1.cornerCount }
        guard corners <= limits.maxFenceCorners else {
            return errors.refuse(
                all.first?.place ?? FilePlace(line: 1),
                "the fences have \(corners) corners; the limit is \(limits.maxFenceCorners)")
        }
        for fence in all {
            switch FenceMap.make(fence, on: plane) {
            case .success(let map): judge(map, fence, route, plane)
            case .failure(let problem):
                errors.refuse(fence.place ?? FilePlace(line: 1), problem.message)
            }
        }
    }

    private mutating func judge(
        _ map: FenceMap, _ fence: Fence, _ route: MissionRoute, _ plane: LocalPlane
    ) {
        if let home {
            let place = PlaneSegment(start: plane.point(home), end: plane.point(home))
            if let breach = map.breach(by: place, margin: limits.fenceMarginMetres) {
                errors.refuse(
                    fence.place ?? FilePlace(line: 1),
                    "home \(breach) \(fence)\(fenceSwapHint(fence))")
            }
        }
        for point in draft.rallyPoints {
            let place = plane.point(point.position)
            let segment = PlaneSegment(start: place, end: place)
            if let breach = map.breach(by: segment, margin: limits.fenceMarginMetres) {
                errors.refuse(point.place, "\(breach) \(fence)")
            }
        }
        var told: FilePlace?
        // What is too long was told of, and a map of a continent is not true.
        for leg in route.legs where leg.metres <= limits.maxLegMetres && told != leg.item.place {
            guard let breach = breach(of: leg, map, fence, plane) else { continue }
            errors.refuse(leg.item.place, breach)
            told = leg.item.place
        }
    }

    private func breach(
        of leg: MissionRoute.Leg, _ map: FenceMap, _ fence: Fence, _ plane: LocalPlane
    ) -> String? {
        let end = plane.point(leg.end)
        let start = leg.start.map { plane.point($0) } ?? end
        let segment = PlaneSegment(start: start, end: end)
        let margin = max(limits.fenceMarginMetres, leg.leewayMetres ?? 0)
        if let breach = map.breach(by: segment, margin: margin) {
            let way = leg.isPiece ? "it" : "the way from \(leg.startName)"
            return "\(way) \(breach) \(fence)"
        }
        guard leg.start == nil, !map.isConvexInside, leg.startName != "home" else { return nil }
        return "where the way from \(leg.startName) begins is not known, so it cannot be held "
            + "against \(fence)"
    }

    private func fenceSwapHint(_ fence: Fence) -> String {
        fence.corner.map { swapHint($0) } ?? ""
    }
}

extension Fence {
    /// A place of it.
    fileprivate var corner: Position? {
        switch shape {
        case .circle(let center, _): center
        case .polygon(let corners): corners.first
        }
    }

    fileprivate var cornerCount: Int {
        switch shape {
        case .circle: 1
        case .polygon(let corners): corners.count
        }
    }
}
