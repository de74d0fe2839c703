import Missions
import Navigation
import Values

extension DroneNavigation {
    /// One flight: from the take-off, or from the step in which the aircraft was found flying, until it stands on the
    /// ground. It is dropped as a whole, so nothing of it reaches the next flight.
    struct Flight: Sendable {
        /// What is being flown, or waits to be resumed; `nil` when it hovers or lands without one.
        var mission: FlightPlan?
        /// How far it is with the item of the mission that it flies.
        var item = ItemProgress()
        /// The centre of the fence: where it took off, or where it was found flying; `nil` until a position is known.
        var home: Position?
        /// Those of the mission that was begun, whatever is asked for afterwards.
        var fences: FenceField?
        /// The way home under these fences; `nil` where there are none, and the way is straight.
        var wayBack: WayBack?
        /// How far from home a person has knowingly taken charge of it: set once in an excursion, 0 again
        /// when it has come back.
        var fenceAllowanceMetres = 0.0
        /// `nil` until the aircraft reports that it is in the air.
        var airborneSince: Instant?
        /// How often the aircraft had restarted before this flight; `nil` until it reports that it is in the air.
        var airborneRestarts: Int?
        /// Since when each step has commanded it to hover.
        var hoversSince: Instant?
        /// Since when it flies by somebody's stick although it is commanded to hover.
        var fliesOnSince: Instant?
        var follower = TrackFollower()
        var progressMonitor = ProgressMonitor()
        var battery = BatteryBudget()
        var failsafes = Failsafes()
        /// Failsafes that have stopped this flight already: the second time it lands.
        var stops: Set<FailsafeCondition.Kind> = []

        /// Notes that the aircraft reports that it is in the air: what is known already stays.
        mutating func noteAirborne(at position: Position?, restarts: Int, since now: Instant) {
            if airborneSince == nil { airborneSince = now }
            if home == nil { home = position }
            if airborneRestarts == nil { airborneRestarts = restarts }
        }

        /// Notes the command of a step, and what the aircraft reports that it does.
        mutating func note(
            _ command: FlightCommand, isGuarded: Bool, reported: FlightState.Phase?, at now: Instant
        ) {
            if case .move = command {} else { follower.interrupt() }
            hoversSince = command == .hover && isGuarded ? hoversSince ?? now : nil
            let fliesOn = hoversSince != nil && reported == .flying
            fliesOnSince = fliesOn ? fliesOnSince ?? now : nil
        }
    }

    /// What an item of a mission needs while it is flown; gone with the item.
    struct ItemProgress: Sendable {
        /// What is left of the turn that the item asks for.
        var turn: RemainingTurn?
        /// How it follows its leader; `nil` while it follows nobody.
        var pursuit: Pursuit?
    }

    var mission: FlightPlan? { flight?.mission }
    var home: Position? { flight?.home }
    var fences: FenceField? { flight?.fences }
    var wayBack: WayBack? { flight?.wayBack }

    /// The failsafes that stand at `now`, in the order of their table.
    func standingFailsafes(by settings: Settings, at now: Instant) -> [FailsafeDecision] {
        flight?.failsafes.standing(by: FailsafeTable(settings), at: now) ?? []
    }
}
