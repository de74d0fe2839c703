import Devices
import Missions
import Navigation

/// How a flight is held to its fences: the circle around home, and those of its mission.
extension DroneNavigation {
    /// So far inside of the fences it stays of its own accord, where it chooses its way itself.
    var roomToFencesMetres: Double { max(2, settings.guidance.arrivalRadiusMetres) }

    /// Those that hold from now on, with the way home under them.
    mutating func keep(to fences: FenceField?, bends: [Position] = []) {
        self.fences = fences
        wayBack = home.flatMap { home in
            fences.map { wayBack(under: $0, from: home, bends: bends) }
        }
    }

    func wayBack(under fences: FenceField, from home: Position, bends: [Position]) -> WayBack {
        WayBack(under: fences, from: home, bends: bends, marginMetres: roomToFencesMetres)
    }

    /// How far it is beyond the fence that it has crossed most; below zero where it is inside of all.
    private struct Excursion {
        let metres: Double
        /// `nil`: the circle around home.
        let fence: Fence?
    }

    private func excursion(_ position: Position) -> Excursion? {
        let standing = fences?.standing(of: position)
        var worst = standing.map { Excursion(metres: $0.metresBeyond, fence: $0.fence) }
        if settings.failsafes.fence, let home {
            let metres = home.distanceMetres(to: position) - settings.failsafes.fenceRadiusMetres
            if metres > worst?.metres ?? -.infinity {
                worst = Excursion(metres: metres, fence: nil)
            }
        }
        return worst
    }

    mutating func fenceTrouble(_ situation: Situation) -> FailsafeCondition? {
        guard let position = situation.position, let excursion = excursion(position) else {
            return nil
        }
        let limits = settings.failsafes
        guard excursion.metres > 0 else {
            // Not for every step to and fro over the line: that would be a new excursion each time.
            if excursion.metres <= -min(2, limits.fenceRadiusMetres / 10) {
                fenceAllowanceMetres = 0
            }
            return nil
        }
        let isFar = excursion.metres > 2 * limits.fenceMarginMetres
        guard isFar || excursion.metres > fenceAllowanceMetres else { return nil }
        if let fence = excursion.fence {
            return isFar
                ? .farBeyondFence(fence: "\(fence)", metres: excursion.metres)
                : .beyondFence(fence: "\(fence)", metres: excursion.metres)
        }
        let radius = limits.fenceRadiusMetres
        return isFar
            ? .farOutsideFence(metres: radius + excursion.metres, limit: radius)
            : .outsideFence(metres: radius + excursion.metres, limit: radius)
    }

    func isBeyondFence(_ situation: Situation) -> Bool {
        situation.position.flatMap { excursion($0) }.map { $0.metres > 0 } ?? false
    }

    /// Whether it is outside of the circle around home.
    func circleTrouble(_ situation: Situation) -> FailsafeCondition? {
        guard settings.failsafes.fence, let home, let position = situation.position else {
            return nil
        }
        let radius = settings.failsafes.fenceRadiusMetres
        let metres = home.distanceMetres(to: position)
        return metres > radius ? .outsideFence(metres: metres, limit: radius) : nil
    }

    /// A person takes charge: outside the fence, it may go on a little further while it is
    /// brought back. Inside, this changes nothing; nor does it when it was allowed before, for
    /// else a stream of requests would move the fence along with the aircraft.
    mutating func allowOutsideFence(_ situation: Situation) {
        guard fenceAllowanceMetres == 0, let position = situation.position,
            let excursion = excursion(position), excursion.metres > 0
        else { return }
        fenceAllowanceMetres = excursion.metres + settings.failsafes.fenceMarginMetres
    }

    /// The soft line: where it must begin to stop so that it comes to rest before the fence. It lies
    /// as far inside as its speed demands, so it moves out while it slows down.
    func brakeTrouble(_ situation: Situation) -> FailsafeCondition? {
        fenceAhead(of: situation, fences).map { .fenceAhead(fence: $0) }
    }

    /// The fence on the way on which it comes to rest, in words; `nil` where that is free, and for one
    /// that it is beyond already.
    func fenceAhead(of situation: Situation, _ fences: FenceField?) -> String? {
        guard let position = situation.position, let way = stoppingWay(situation) else {
            return nil
        }
        if let fence = fences?.firstAhead(of: position, way: way) { return "\(fence)" }
        guard settings.failsafes.fence, let home,
            let end = position.offset(eastMetres: way.east, northMetres: way.north)
        else { return nil }
        let radius = settings.failsafes.fenceRadiusMetres
        let isAhead =
            home.distanceMetres(to: position) <= radius && home.distanceMetres(to: end) > radius
        return isAhead ? "the fence of \(shortText(of: radius)) m" : nil
    }

    /// What it flies from now on until it is at rest.
    private func stoppingWay(_ situation: Situation) -> PlaneVector? {
        guard let velocity = situation.location.velocity else { return nil }
        let speed = velocity.length
        guard speed.isFinite, speed > 0 else { return nil }
        return velocity * (SpeedLaw.stoppingMetres(speed: speed, delay: SpeedLaw.reaction) / speed)
    }
}
