import Values

extension MissionJudge {
    /// How long each leg is, and how far from home it leads.
    mutating func judgeWays(_ route: MissionRoute) {
        if home == nil, let first = draft.items.first {
            errors.warn(
                FilePlace(line: first.place.line),
                "where home is, is not known; the ways from there and back are judged at the take-off"
            )
        }
        for leg in route.legs where !leg.isPiece {
            judgeLength(leg)
            judgeDistance(leg.end, leg.item.place)
        }
        for leg in route.legs where leg.isPiece {
            judgeDistance(leg.end, leg.item.place, isPiece: true)
        }
    }

    private mutating func judgeLength(_ leg: MissionRoute.Leg) {
        guard leg.metres > limits.maxLegMetres else {
            if leg.start != nil, leg.metres < 0.5, case .goTo(let waypoint) = leg.item.action,
                waypoint.hold == .zero, waypoint.altitudeMetres == nil
            {
                errors.warn(leg.item.place, "is where it already is")
            }
            return
        }
        errors.refuse(
            leg.item.place,
            "is \(metresText(leg.metres)) from \(leg.startName); the longest leg is "
                + "\(metresText(limits.maxLegMetres))\(legSwapHint(leg))")
    }

    /// Where home does not tell, the start of the leg may.
    private func legSwapHint(_ leg: MissionRoute.Leg) -> String {
        let hint = swapHint(leg.end)
        guard hint.isEmpty, home == nil, let start = leg.start,
            let swapped = Position(latitude: leg.end.longitude, longitude: leg.end.latitude),
            start.distanceMetres(to: swapped) <= limits.maxLegMetres
        else { return hint }
        return "; latitude and longitude are swapped: the other way round it is "
            + "\(metresText(start.distanceMetres(to: swapped))) long"
    }

    /// A piece of a circle is told of as the circle, whose start has its own line already.
    mutating func judgeDistance(_ position: Position, _ place: FilePlace, isPiece: Bool = false) {
        guard let home else { return }
        let metres = home.distanceMetres(to: position)
        guard metres > limits.maxDistanceMetres else { return }
        let limit = "the limit is \(metresText(limits.maxDistanceMetres))"
        errors.refuse(
            place,
            isPiece
                ? "a part of it is too far from home; \(limit)"
                : "is \(metresText(metres)) from home; \(limit)\(swapHint(position))")
    }
}
