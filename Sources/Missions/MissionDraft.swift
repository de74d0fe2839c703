import Values

/// What a file asks for, before anybody has judged it.
package struct MissionDraft: Sendable {
    /// An item of the file; `action` is `nil` where the item could not be read.
    package struct Item: Equatable, Sendable {
        package let action: MissionAction?
        package let place: FilePlace
    }

    package let format: MissionFormat?
    package let items: [Item]
    package let fences: [Fence]
    package let rallyPoints: [RallyPoint]
    /// Where it was planned to take off, where the file says that.
    package let plannedHome: Position?
    /// What was wrong with the file itself.
    let errors: MissionErrors

    /// A mission that comes from elsewhere than a file.
    package init(_ items: [MissionItem], fences: [Fence] = []) {
        self.init(
            items: items.map { Item(action: $0.action, place: $0.place) }, fences: fences,
            errors: MissionErrors())
    }

    init(
        format: MissionFormat? = nil, items: [Item] = [], fences: [Fence] = [],
        rallyPoints: [RallyPoint] = [], plannedHome: Position? = nil, errors: MissionErrors
    ) {
        self.format = format
        self.items = items
        self.fences = fences
        self.rallyPoints = rallyPoints
        self.plannedHome = plannedHome
        self.errors = errors
    }

    package var takesPhotographs: Bool { items.contains { $0.action == .photograph } }

    /// Judges the whole of it, whatever was wrong before.
    package func judged(against limits: MissionLimits) -> MissionVerdict {
        var judge = MissionJudge(self, limits)
        return judge.verdict()
    }
}

/// The formats that are read.
package enum MissionFormat: String, CaseIterable, Sendable, CustomStringConvertible {
    case plan, waypointList, gpx, coordinates, roost

    package var description: String {
        switch self {
        case .plan: "QGroundControl plan"
        case .waypointList: "QGC WPL 110"
        case .gpx: "GPX"
        case .coordinates: "coordinate text"
        case .roost: "Roost mission"
        }
    }
}

/// What a judge found.
package struct MissionVerdict: Sendable {
    /// `nil` when it may not be flown.
    package let mission: Mission?
    /// In the order of their lines.
    package let errors: [MissionError]
    package let estimate: FlightEstimate

    /// Those for which it may not be flown.
    package var refusals: [MissionError] { errors.filter { $0.severity == .refusal } }
}
