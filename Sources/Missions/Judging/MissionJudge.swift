import Values

/// Holds a draft against limits: order, heights, speeds, ways and fences, all of it, before take-off.
struct MissionJudge {
    let draft: MissionDraft
    let limits: MissionLimits
    var errors: MissionErrors

    init(_ draft: MissionDraft, _ limits: MissionLimits) {
        self.draft = draft
        self.limits = limits
        errors = draft.errors
    }

    /// Where it takes off: where it stands, or where the file has it stand.
    var home: Position? { limits.home ?? draft.plannedHome }

    mutating func verdict() -> MissionVerdict {
        judgeOrder()
        for item in draft.items { judgeItem(item) }
        judgeHome()
        let route = MissionRoute(draft.items, home: home, start: limits.start)
        judgeWays(route)
        if isShortEnough() { judgeFences(route) }
        let estimate = route.estimate(limits)
        judge(estimate)
        let mission = Mission(
            items: draft.items.compactMap { item in
                item.action.map { MissionItem($0, at: item.place) }
            },
            fences: draft.fences + limits.fences, rallyPoints: draft.rallyPoints,
            estimate: estimate)
        let inOrder = errors.all.enumerated().sorted {
            ($0.element.place.line, $0.offset) < ($1.element.place.line, $1.offset)
        }
        return MissionVerdict(
            mission: errors.refuses ? nil : mission, errors: inOrder.map(\.element),
            estimate: estimate)
    }

    private mutating func isShortEnough() -> Bool {
        guard draft.items.count > limits.maxItems else { return true }
        errors.refuse(
            draft.items[limits.maxItems].place,
            "the mission has \(draft.items.count) items; the limit is \(limits.maxItems)")
        return false
    }

    private mutating func judge(_ estimate: FlightEstimate) {
        guard let last = draft.items.last else { return }
        let place = FilePlace(line: last.place.line)
        if estimate.pathMetres > limits.maxPathMetres {
            errors.refuse(
                place,
                "the way is \(metresText(estimate.pathMetres)) long; the limit is "
                    + metresText(limits.maxPathMetres))
        }
        if estimate.seconds > limits.maxFlightTime.seconds {
            errors.refuse(
                place,
                "the flight takes \(text(ofSeconds: estimate.seconds)) in calm air; the limit is "
                    + text(of: limits.maxFlightTime))
        }
    }

    private mutating func judgeHome() {
        for point in draft.rallyPoints {
            judgeAltitude(point.altitudeMetres, point.place)
            judgeDistance(point.position, point.place)
        }
        guard let planned = draft.plannedHome, let home = limits.home else { return }
        let metres = home.distanceMetres(to: planned)
        guard metres > limits.maxDistanceMetres else { return }
        errors.refuse(
            FilePlace(line: 1),
            "it was planned for another place: its home is \(metresText(metres)) away"
                + swapHint(planned))
    }

    /// "; swapped, it is near": where that would make sense of a place that has none.
    func swapHint(_ position: Position) -> String {
        guard let home,
            let swapped = Position(latitude: position.longitude, longitude: position.latitude),
            home.distanceMetres(to: swapped) <= limits.maxDistanceMetres
        else { return "" }
        return "; latitude and longitude are swapped: the other way round it is "
            + "\(metresText(home.distanceMetres(to: swapped))) away"
    }
}
