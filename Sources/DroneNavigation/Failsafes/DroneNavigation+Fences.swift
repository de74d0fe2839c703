import Missions
import Navigation
import Values

/// How a flight is held to its fences: the circle around home, and those of its mission.
extension DroneNavigation {
    /// So far inside of the fences it stays of its own accord, where it chooses its way itself.
    func roomToFencesMetres(by settings: Settings) -> Double {
        max(2, settings.guidance.arrivalRadiusMetres)
    }

    /// Those that hold from now on, with the way home under them.
    mutating func keep(
        to fences: FenceField?, bends: [Position] = [], by settings: Settings
    ) {
        let way = home.flatMap { home in
            fences.map { wayBack(under: $0, from: home, bends: bends, by: settings) }
        }
        flight?.fences = fences
        flight?.wayBack = way
    }

    func wayBack(
        under fences: FenceField, from home: Position, bends: [Position], by settings: Settings
    ) -> WayBack {
        WayBack(
            under: fences, from: home, bends: bends, marginMetres: roomToFencesMetres(by: settings))
    }

    /// These, those of the mission unless others are given, and the circle around home.
    func border(by settings: Settings, with fences: FenceField? = nil) -> FenceField? {
        guard let home else { return nil }
        let field = fences ?? self.fences ?? FenceField([], around: home)
        guard settings.failsafes.fence else { return field }
        return field.adding(
            .around(home: home, radiusMetres: settings.failsafes.fenceRadiusMetres))
    }

    mutating func fenceTrouble(
        _ situation: Situation, by settings: Settings
    ) -> FailsafeCondition? {
        guard let standing = standing(situation, by: settings) else { return nil }
        let limits = settings.failsafes
        guard standing.metresBeyond > 0 else {
            // Not for every step to and fro over the line: that would be a new excursion each time.
            if standing.metresBeyond <= -min(2, limits.fenceRadiusMetres / 10) {
                flight?.fenceAllowanceMetres = 0
            }
            return nil
        }
        let isFar = standing.metresBeyond > 2 * limits.fenceMarginMetres
        let allowance = flight?.fenceAllowanceMetres ?? 0
        guard isFar || standing.metresBeyond > allowance else { return nil }
        return FailsafeCondition(standing, isFar: isFar)
    }

    private func standing(
        _ situation: Situation, by settings: Settings
    ) -> FenceField.Standing? {
        situation.position.flatMap { border(by: settings)?.standing(of: $0) }
    }

    func isBeyondFence(_ situation: Situation, by settings: Settings) -> Bool {
        standing(situation, by: settings).map { $0.metresBeyond > 0 } ?? false
    }

    /// A person takes charge: outside the fence, it may go on a little further while it is
    /// brought back. Inside, this changes nothing; nor does it when it was allowed before, for
    /// else a stream of requests would move the fence along with the aircraft.
    mutating func allowOutsideFence(_ situation: Situation, by settings: Settings) {
        guard flight?.fenceAllowanceMetres == 0, let standing = standing(situation, by: settings),
            standing.metresBeyond > 0
        else { return }
        flight?.fenceAllowanceMetres = standing.metresBeyond + settings.failsafes.fenceMarginMetres
    }

    /// The soft line: where it must begin to stop so that it comes to rest before the fence. It lies
    /// as far inside as its speed demands, so it moves out while it slows down.
    func brakeTrouble(_ situation: Situation, by settings: Settings) -> FailsafeCondition? {
        fenceAhead(of: situation, border(by: settings), by: settings).map {
            .fenceAhead(fence: "\($0)")
        }
    }

    /// The fence on the way on which it comes to rest; `nil` where that is free, and for one that it is beyond already.
    func fenceAhead(
        of situation: Situation, _ border: FenceField?, by settings: Settings
    ) -> Fence? {
        guard let position = situation.position, let way = stoppingWay(situation) else {
            return nil
        }
        return border?.firstAhead(of: position, way: way)
    }

    /// What it flies from now on until it is at rest.
    private func stoppingWay(_ situation: Situation) -> PlaneVector? {
        guard let velocity = situation.location.velocity else { return nil }
        let speed = velocity.length
        guard speed.isFinite, speed > 0 else { return nil }
        return velocity * (SpeedLaw.stoppingMetres(speed: speed, delay: SpeedLaw.reaction) / speed)
    }
}

extension DroneNavigation.FailsafeCondition {
    /// Of one that is on the wrong side of a fence.
    init(_ standing: FenceField.Standing, isFar: Bool) {
        let metres = standing.metresBeyond
        if standing.fence.isAroundHome, case .circle(_, let radius) = standing.fence.shape {
            self =
                isFar
                ? .farOutsideFence(metres: radius + metres, limit: radius)
                : .outsideFence(metres: radius + metres, limit: radius)
        } else {
            let fence = "\(standing.fence)"
            self =
                isFar
                ? .farBeyondFence(fence: fence, metres: metres)
                : .beyondFence(fence: fence, metres: metres)
        }
    }
}
