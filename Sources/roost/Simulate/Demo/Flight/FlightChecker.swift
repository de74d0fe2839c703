import Simulators
import Values

/// Watches what really happens to the drone and the door of the demo, and says whether it is what was wanted.
///
/// It sees the world's truth and never what Roost believes: a supervisor that fools itself would
/// otherwise pass.
struct FlightChecker: Sendable {
    /// What the day asks of the door, by the rule of the demo's configuration.
    enum Asked: String, Sendable {
        case locked, unlocked
        /// Too near to a threshold to say.
        case either
    }

    /// A target counts as visited within the arrival radius plus the receiver's error.
    private static let visitRadiusMetres = 3.5
    /// How long the door may take to follow: filter, step, servo, contact.
    private static let doorTimeout = Duration.seconds(3)

    private let targets: [Position]
    private(set) var nearestMetres: [Double]
    private var hasFlown = false
    private var landing: (metresFromLast: Double, at: Duration)?
    private var asked = Asked.either
    private var askedSince = Duration.zero
    private var followed: Set<String> = []
    private var doorMisses = 0
    private var isMissing = false
    private var dayStart: Double?
    private var days = 0.0

    init(targets: [Position]) {
        self.targets = targets
        nearestMetres = targets.map { _ in .infinity }
    }

    /// How many targets, in their order, the drone has really been to.
    var reached: Int {
        nearestMetres.prefix { $0 <= Self.visitRadiusMetres }.count
    }

    /// Whether the flight is over and a whole day has passed.
    var isOver: Bool { landing != nil && days >= 1.05 }

    /// Takes note of the world at `elapsed` since the start; `totalDays` counts on past midnight.
    mutating func observe(
        _ drone: DroneGroundTruth, _ house: HouseGroundTruth, totalDays: Double,
        at elapsed: Duration
    ) {
        days = totalDays - (dayStart ?? totalDays)
        dayStart = dayStart ?? totalDays
        observe(drone, at: elapsed)
        observe(house, at: elapsed)
    }

    private mutating func observe(_ drone: DroneGroundTruth, at elapsed: Duration) {
        let isFlying = drone.phase == .flying || drone.phase == .hovering
        if isFlying {
            hasFlown = true
            landing = nil
            // Only the next target counts, so that the order is judged too.
            let next = reached
            if targets.indices.contains(next) {
                let distance = drone.position.distanceMetres(to: targets[next])
                nearestMetres[next] = min(nearestMetres[next], distance)
            }
        }
        if hasFlown, landing == nil, drone.phase == .landed, let last = targets.last {
            landing = (drone.position.distanceMetres(to: last), elapsed)
        }
    }

    private mutating func observe(_ house: HouseGroundTruth, at elapsed: Duration) {
        let now = Self.asked(lightRatio: house.lightRatio, celsius: house.celsius)
        if now != asked { (asked, askedSince, isMissing) = (now, elapsed, false) }
        guard asked != .either, elapsed - askedSince >= Self.doorTimeout else { return }
        let isLocked = house.isLatchContactClosed && house.boltPosition > 0.95
        let isUnlocked = !house.isLatchContactClosed
        if asked == .locked ? isLocked : isUnlocked {
            followed.insert(asked.rawValue)
        } else if !isMissing {
            isMissing = true
            doorMisses += 1
        }
    }

    /// The rule: unlocked by day (light above 700 of 1023, with a band of 30 around it) between
    /// 2 and 33 °C, otherwise locked. Near the temperature limits the policy's hysteresis decides.
    static func asked(lightRatio: Double, celsius: Double) -> Asked {
        let isLight = lightRatio > 735.0 / 1023
        let isDark = lightRatio < 665.0 / 1023
        if isDark || celsius < 1.5 || celsius > 33.5 { return .locked }
        if isLight && (4.5...30.5).contains(celsius) { return .unlocked }
        return .either
    }

    /// What was seen, for the summary.
    var checks: [DemoCheck] {
        let distance = landing.map { fixedText(of: $0.metresFromLast, decimals: 1) }
        return [
            DemoCheck(
                isMet: reached == targets.count,
                text: "the drone flew to \(reached) of \(targets.count) targets, in their order"),
            DemoCheck(
                isMet: (landing?.metresFromLast ?? .infinity) <= Self.visitRadiusMetres,
                text: distance.map { "the drone landed \($0) m from the last target" }
                    ?? "the drone has not landed"),
            DemoCheck(
                isMet: followed.count == 2,
                text: "the door was seen \(followedText) when the day asked for it"),
            DemoCheck(
                isMet: doorMisses == 0 && days >= 1,
                text: doorText),
        ]
    }

    private var doorText: String {
        let time = "\(fixedText(of: days, decimals: 1)) days"
        return doorMisses == 0
            ? "the door was as the day asked, for \(time)"
            : "the door was not as the day asked, \(doorMisses) times in \(time)"
    }

    private var followedText: String {
        followed.isEmpty
            ? "neither locked nor unlocked" : followed.sorted().joined(separator: " and ")
    }
}
