import Core
import JSON
import Missions
import Navigation
import Values

/// What the map of a page draws: `docs/status.md` has the keys.
extension DroneNavigation {
    package func details(by settings: Settings, at now: Instant) -> JSONValue? {
        // On the ground, what would be flown.
        let draft = phase.isGrounded ? (nextMission ?? settings.mission.candidate)?.draft : nil
        let actions = mission?.mission.items.map(\.action) ?? draft?.items.compactMap(\.action)
        let standing = standingFailsafes(by: settings, at: now)
        let borders = fences?.all ?? draft?.fences ?? []
        var details: [String: JSONValue] = [
            "way": .array((actions ?? []).compactMap { $0.place.map(Self.place) }),
            "fences": .array(borders.map(Self.fence)),
            "failsafes": .array(standing.map(\.json)),
            "alerts": .array(standing.filter(\.isWarning).map(\.alert)),
        ]
        if let home = home ?? settling.home(by: settings.homeLimits, at: now) {
            details["home"] = Self.place(home)
            if settings.failsafes.fence {
                details["fence_radius_metres"] = .number(settings.failsafes.fenceRadiusMetres)
            }
            if let metres = DroneNavigation.WorstCase(settings).metres {
                details["worst_case_metres"] = .number(metres.rounded())
            }
        }
        if !phase.isGrounded { details["target"] = destination.map { Self.place($0.position) } }
        if let estimate = latest?.location.estimate, estimate.windDeviation < 1.5 {
            details["wind"] = [
                "east_metres_per_second": .number(estimate.wind.east),
                "north_metres_per_second": .number(estimate.wind.north),
            ]
        }
        if photographs.taken + photographs.missed > 0 {
            details["photographs_taken"] = .number(Double(photographs.taken))
            details["photographs_missed"] = .number(Double(photographs.missed))
        }
        return .object(details)
    }

    private static func place(_ position: Position) -> JSONValue {
        ["latitude": .number(position.latitude), "longitude": .number(position.longitude)]
    }

    private static func fence(_ fence: Fence) -> JSONValue {
        let keep = JSONValue.string(fence.side.rawValue)
        switch fence.shape {
        case .circle(let center, let radius):
            return ["keep": keep, "center": place(center), "radius_metres": .number(radius)]
        case .polygon(let corners): return ["keep": keep, "corners": .array(corners.map(place))]
        }
    }
}

extension MissionAction {
    /// Where it leads; `nil` of what leads nowhere else.
    fileprivate var place: Position? {
        switch self {
        case .goTo(let waypoint): waypoint.position
        case .figure(let figure): figure.center
        case .land(let place): place
        default: nil
        }
    }
}
