import Core
import Devices

/// How a navigator goes on with other settings between two steps.
extension DroneNavigation.Navigator {
    /// Only on the ground: what steers a flight, such as its estimate of where it is, is not handed over.
    package func successor(
        _ settings: DroneNavigation.Settings
    ) throws(PlainError) -> DroneNavigation.Navigator {
        if let why = obstacleToSuccession { throw PlainError(why) }
        let next = DroneNavigation.Navigator(settings: settings, resuming: memory)
        // Whoever changes a setting may stand beside it.
        guard !next.autoStarts else {
            throw PlainError("its mission would begin by itself; start the service again for that")
        }
        return next
    }

    private var obstacleToSuccession: String? {
        switch phase {
        case .grounded where nextMission != nil:
            "a mission was sent and waits for its take-off; until it was flown"
        case .grounded where arming != nil: "it is armed; until that is over"
        case .grounded, .listening: nil
        case .resetting: "it recovers from an emergency; until it stands ready"
        case .takingOff, .flying, .holding, .hovering, .awaiting, .returning, .descending, .landing:
            "it is in the air; until it has landed"
        }
    }
}
