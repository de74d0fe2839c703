import Simulators
import Values

/// Everything that one picture of the house shows.
struct HouseFrame: Sendable {
    struct Stage: Sendable {
        let text: String
        let outcome: StageChecker<RoomModel, HouseSight>.Outcome
    }

    let elapsed: Duration
    let sight: HouseSight
    let history: HouseHistory
    let stages: [Stage]
    /// Why the outputs are what they are, in the words of the policy.
    let why: String
    /// The rule that sets each output, by the names of both.
    let setters: [String: String]

    /// "on by cooling"
    func words(of output: String, _ level: Bool?) -> String {
        let setter = level == true ? setters[output].map { " by \($0)" } : nil
        return HouseWords.level(level) + (setter ?? "")
    }
}

/// What the house was like before, for curves and bands.
struct HouseHistory: Sendable {
    struct Moment: Sendable {
        let celsius: Double
        let lightRatio: Double
        let soilRatio: Double
        let fan: Bool
        let lamp: Bool
        let pump: Bool
    }

    private(set) var moments: [Moment] = []
    private var next = Duration.zero

    static let period = Duration.seconds(1)

    /// Takes one moment of each second.
    mutating func add(_ sight: HouseSight, at elapsed: Duration) {
        guard elapsed >= next else { return }
        next = elapsed + Self.period
        moments.append(
            Moment(
                celsius: sight.room.celsius, lightRatio: sight.room.lightRatio,
                soilRatio: sight.room.soilRatio, fan: sight.fan == true, lamp: sight.lamp == true,
                pump: sight.pump == true))
    }
}
